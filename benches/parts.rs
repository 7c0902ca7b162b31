//! What the parts cost: `cargo bench`. Whole processes are timed by `benches/whole.sh`.

#![expect(clippy::print_stdout, reason = "the size of the games belongs to the result")]

fn main() {
    divan::main();
}

mod games {
    use std::collections::BTreeMap;

    use chrono::{DateTime, Duration};
    use pbem::crypto::{Chain, GameId, Identity, Seed, Stream, turn_hash};
    use pbem::games::{Kind, Seat};
    use pbem::table::{self, Order, Outlook, Private, Session};
    use pbem::turnfile::{Header, TurnFile};

    fn bytes(nth: u8, what: &str) -> [u8; 32] {
        turn_hash(format!("{nth} {what}").as_bytes())
    }

    /// A game of random players, played to its end or for so many turns.
    pub(crate) fn play(kind: Kind, set: &[(&str, &str)], most: u32) -> (TurnFile, Box<dyn Session>, Vec<Private>) {
        play_nth(kind, set, most, 7)
    }

    /// The same; another `nth` is another game.
    pub(crate) fn play_nth(kind: Kind, set: &[(&str, &str)], most: u32, nth: u8) -> (TurnFile, Box<dyn Session>, Vec<Private>) {
        let specs = table::option_specs(kind);
        let mut options: BTreeMap<_, _> = specs.iter().map(|spec| (spec.name.to_owned(), spec.default.clone())).collect();
        for (name, typed) in set {
            let spec = specs.iter().find(|spec| spec.name == *name).expect("an option");
            options.insert((*name).to_owned(), spec.read(typed).expect("a value"));
        }
        let seats = usize::from(*kind.seats().start());
        let names: Vec<String> = ["alice", "bob", "carol"][..seats].iter().map(ToString::to_string).collect();
        let created = DateTime::from_timestamp(1_795_176_000, 0).expect("a moment");
        let game = Header {
            kind: kind.id().to_owned(),
            seats: names.clone(),
            created,
            nonce: [nth; 16],
            first: None,
            options,
            keys: BTreeMap::new(),
        };
        let mut session = table::open_header(&game).expect("a game");
        let id = GameId(game.id());
        let mut players: Vec<Private> = names
            .iter()
            .enumerate()
            .map(|(at, name)| {
                let seat = Seat(u8::try_from(at).expect("few"));
                Private {
                    seat,
                    identity: Identity::from_bytes(&bytes(nth, &format!("{name} key"))),
                    seed: Seed::from_bytes(bytes(nth, &format!("{name} seed"))),
                    chain: Chain::new(&id, name, &bytes(nth, name)),
                    setup: if session.hides(seat) {
                        session.random_setup(seat, &mut Stream::from_seed(bytes(nth, name)))
                    } else {
                        Vec::new()
                    },
                    hidden: Vec::new(),
                    marks: BTreeMap::new(),
                }
            })
            .collect();
        let mut file = TurnFile { game, turns: Vec::new(), claim: None };
        while let Some(due) = session.due() {
            let number = session.turns() + 1;
            if number > most {
                break;
            }
            let order = if set.contains(&("allow-repeat-calls", "true")) && number > 3 {
                Order::Move(if due == Seat::OPENER { "A1" } else { "B1" }.to_owned())
            } else {
                Order::Any(bytes(nth, &format!("turn {number}")))
            };
            let private = &mut players[due.index()];
            let outlook = Outlook::new(created + Duration::minutes(i64::from(number)), order);
            let danger =
                Outlook { order: Order::Move(if due == Seat::OPENER { "danger A1" } else { "danger B1" }.to_owned()), ..outlook.clone() };
            let composed = session.compose(private, &outlook).or_else(|_| session.compose(private, &danger)).expect("a turn");
            private.hidden.extend(composed.hidden);
            session.read(&composed.turn).expect("an honest turn");
            file.turns.push(composed.turn);
        }
        (file, session, players)
    }
}

mod turn_files {
    use pbem::audit;
    use pbem::games::Kind;
    use pbem::turnfile;

    const LENGTHS: [u32; 3] = [200, 2_000, 10_000];

    fn long_game(turns: u32) -> String {
        super::games::play(Kind::CheckpointDanger, &[("allow-repeat-calls", "true")], turns).0.write()
    }

    #[divan::bench(args = LENGTHS, sample_count = 5)]
    fn read(bencher: divan::Bencher<'_, '_>, turns: u32) {
        let text = long_game(turns);
        bencher.counter(turns).bench_local(|| turnfile::read(text.as_bytes()));
    }

    #[divan::bench(args = LENGTHS, sample_count = 5)]
    fn verify(bencher: divan::Bencher<'_, '_>, turns: u32) {
        let text = long_game(turns);
        bencher.counter(turns).bench_local(|| audit::verify(&turnfile::read(text.as_bytes())));
    }

    /// The bare cost of what a verification cannot do without: a hash and a signature for each turn.
    #[divan::bench(args = LENGTHS, sample_count = 5)]
    fn bare_signatures(bencher: divan::Bencher<'_, '_>, turns: u32) {
        let file = turnfile::TurnFile::read(long_game(turns).as_bytes()).expect("a game");
        let keys: Vec<_> = file.turns.iter().take(2).map(|turn| turn.key.expect("a key")).collect();
        let keys: Vec<_> = keys.iter().map(|key| pbem::crypto::Verifier::new(key).expect("a sound key")).collect();
        let key_of = |seat: &str| if seat == "alice" { &keys[0] } else { &keys[1] };
        bencher
            .counter(turns)
            .bench_local(|| file.turns.iter().filter(|turn| key_of(&turn.seat).turn(&turn.hash(), &turn.signature)).count());
    }
}

mod whole_games {
    use pbem::audit;
    use pbem::games::Kind;
    use pbem::turnfile;

    #[divan::bench(args = Kind::ALL, sample_count = 3)]
    fn verify(bencher: divan::Bencher<'_, '_>, kind: Kind) {
        let (file, ..) = super::games::play(kind, &[], 12_000);
        let text = file.write();
        println!("{kind}: {} turns, {} bytes, {} bytes a turn", file.turns.len(), text.len(), text.len() / file.turns.len());
        bencher.counter(file.turns.len()).bench_local(|| audit::verify(&turnfile::read(text.as_bytes())));
    }
}

mod one_move {
    use pbem::games::Kind;
    use pbem::table::{self, Order, Outlook};
    use pbem::turnfile;

    /// All that `pbem move` does but for the disk, at turn 200 of a long game, or near its end: the file read and checked, the turn made and
    /// signed, the file written.
    #[divan::bench(args = Kind::ALL, sample_count = 10)]
    fn read_move_write(bencher: divan::Bencher<'_, '_>, kind: Kind) {
        let length = |nth: &u8| super::games::play_nth(kind, &[], 204, *nth).0.turns.len();
        let nth = (0..24).max_by_key(length).unwrap_or(0);
        let most = u32::try_from(length(&nth)).unwrap_or(204).saturating_sub(4);
        let (file, _, players) = super::games::play_nth(kind, &[], most, nth);
        let text = file.write();
        println!("{kind}: turn {}, a file of {} bytes", most + 1, text.len());
        bencher.bench_local(|| {
            let mut file = turnfile::TurnFile::read(text.as_bytes()).expect("a game");
            let (session, _) = table::open(&file).expect("a game");
            let due = session.due().expect("the game goes on");
            let outlook = Outlook::new(session.last_sent(), Order::Any([1; 32]));
            let composed = session.compose(&players[due.index()], &outlook).expect("a turn");
            file.turns.push(composed.turn);
            file.write()
        });
    }
}

mod one_answer {
    use pbem::games::Kind;
    use pbem::table::{Order, Outlook};

    /// An answer, proved: the whole turn that gives it, signed.
    #[divan::bench]
    fn prove(bencher: divan::Bencher<'_, '_>) {
        let (_, session, players) = super::games::play(Kind::CheckpointDanger, &[], 9);
        let due = session.due().expect("the game goes on");
        let outlook = Outlook::new(session.last_sent(), Order::Any([1; 32]));
        bencher.bench_local(|| session.compose(&players[due.index()], &outlook).is_ok());
    }

    /// The same, checked: signature, openings, rules.
    #[divan::bench]
    fn check(bencher: divan::Bencher<'_, '_>) {
        let (file, ..) = super::games::play(Kind::CheckpointDanger, &[], 10);
        let (_, session, players) = super::games::play(Kind::CheckpointDanger, &[], 9);
        drop(players);
        let turn = &file.turns[9];
        drop(session);
        bencher
            .with_inputs(|| super::games::play(Kind::CheckpointDanger, &[], 9).1)
            .bench_local_values(|mut session| session.read(turn).is_ok());
    }
}
