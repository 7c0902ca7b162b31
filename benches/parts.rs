//! Cost of the parts: `cargo bench`. Whole processes are timed by `benches/whole.sh`.

#![expect(clippy::print_stdout, reason = "the size of the games belongs to the result")]

fn main() {
    divan::main();
}

#[path = "../tests/library/play.rs"]
#[expect(dead_code, reason = "the tests use other parts")]
mod play;

#[path = "common/long.rs"]
mod long;

mod turn_files {
    use pbem::{audit, turnfile};

    use super::long::ended;

    const LENGTHS: [u32; 3] = [200, 2_000, 3_990];

    #[divan::bench(args = LENGTHS, sample_count = 5)]
    fn read(bencher: divan::Bencher<'_, '_>, turns: u32) {
        let text = ended(turns).file.write();
        bencher.counter(turns).bench_local(|| turnfile::read(text.as_bytes()));
    }

    #[divan::bench(args = LENGTHS, sample_count = 5)]
    fn verify(bencher: divan::Bencher<'_, '_>, turns: u32) {
        let text = ended(turns).file.write();
        bencher.counter(turns).bench_local(|| audit::verify(&turnfile::read(text.as_bytes())));
    }
}

mod whole_games {
    use pbem::games::Kind;
    use pbem::{audit, turnfile};

    use super::play::finished;

    #[divan::bench(args = Kind::published(), sample_count = 3)]
    fn verify(bencher: divan::Bencher<'_, '_>, kind: Kind) {
        let file = finished(kind, usize::from(*kind.seats().start()), &[], 7).file;
        let text = file.write();
        bencher
            .counter(file.turns.len())
            .bench_local(|| audit::verify(&turnfile::read(text.as_bytes())));
    }
}

mod one_move {
    use pbem::games::Kind;
    use pbem::table::{self, Intent, Plan};
    use pbem::turnfile::TurnFile;

    use super::play::{Game, finished};

    /// The work of `pbem move` without the disk, at turn 200 of a long game, or near its end:
    /// reading and checking the file, making and signing the turn, writing the file.
    #[divan::bench(args = Kind::published(), sample_count = 10)]
    fn read_move_write(bencher: divan::Bencher<'_, '_>, kind: Kind) {
        let seats = usize::from(*kind.seats().start());
        let length = |seed: &u64| finished(kind, seats, &[], *seed).file.turns.len();
        let seed = (0..24).max_by_key(length).unwrap_or(0);
        let turns = length(&seed).min(204) - 4;
        let mut game = Game::new(kind, seats, &[], seed);
        while game.file.turns.len() < turns {
            game.step(game.any());
        }
        let text = game.file.write();
        println!("{kind}: turn {}, a file of {} bytes", turns + 1, text.len());
        bencher.bench_local(|| {
            let mut file = TurnFile::read(text.as_bytes()).expect("a game");
            let (table, _) = table::open(&file).expect("a game");
            let standing = table.standing();
            let due = standing.due.expect("the game continues");
            let bot = Intent::any([1; 32]);
            let plan = Plan::new(standing.last_sent, bot);
            let made = table.compose(&game.players[due.index()], &plan);
            let (composed, _) = made.expect("a turn");
            file.turns.push(composed.turn);
            file.write()
        });
    }
}

mod one_answer {
    use super::long::game;
    use super::play::Game;

    /// Proving an answer: signing the whole turn that contains it.
    #[divan::bench]
    fn prove(bencher: divan::Bencher<'_, '_>) {
        let mut game = game(9);
        bencher.bench_local(|| game.compose(game.any()));
    }

    /// Checking an answer: signature, openings, rules.
    #[divan::bench]
    fn check(bencher: divan::Bencher<'_, '_>) {
        let mut whole = game(9);
        let turn = whole.compose(whole.any());
        bencher
            .with_inputs(|| game(9))
            .bench_local_values(|mut game: Game| game.table.read(&turn).is_ok());
    }
}
