//! Two games with the same questions and answers but different secrets: their files have the same
//! shape, and only the owner sees a difference. (`leaks` does the same for Checkpoint: Danger!,
//! where the twins are constructed, and `privacy` for kinds with boxes, for which no other setup
//! fits by accident.)

use pbem::crypto::{Seed, Stream};
use pbem::games::Kind;
use pbem::rules::{Level, Seat, moves};
use pbem::table::{AnyTable, Intent, Plan};
use pbem::turnfile::{Turn, TurnFile};

use crate::play::{Game, bytes, fewest, in_every_game, moment};

/// Number of games to begin, and of games that must answer this many questions.
const GAMES: u64 = 16;
const MOST: usize = 10;
const ANSWERS: usize = 3;
/// Number of turns in which they must do so.
const TURNS: usize = 60;

/// Returns games of this kind that have begun, after the same number of turns: most of them have
/// answered something, and none has a reveal.
fn games_in_progress(kind: Kind) -> Vec<(u64, Game)> {
    let mut games: Vec<(u64, Game)> =
        (0..GAMES).map(|seed| (seed, Game::new(kind, fewest(kind), &[], seed))).collect();
    let answers = |game: &Game| game.file.turns.iter().map(|turn| turn.answer.len()).sum::<usize>();
    for _ in 0..TURNS {
        for (_, game) in &mut games {
            game.step(game.any());
        }
        games.retain(|(_, game)| game.outcome().is_none() && game.due().is_some());
        if games.iter().filter(|(_, game)| answers(game) >= ANSWERS).count() >= MOST {
            return games;
        }
    }
    let (left, most) = (games.len(), games.iter().map(|(_, game)| answers(game)).max());
    panic!(
        "of {GAMES} games of {kind}, {left} last {TURNS} turns, and have at most {} answers; \
         this test needs {MOST} games with {ANSWERS}",
        most.unwrap_or_default()
    )
}

/// Maximum number of hands to look at for the moves of a seat that seals one.
const MOST_LISTED: usize = 400;

/// Plays the same moves with another setup for this seat; `None` if it would have to answer
/// differently.
fn with_another_setup(game: &Game, seat: Seat, nth: u64) -> Option<Game> {
    let mut twin = Game::with(game.file.game.clone(), 0);
    twin.players.clone_from(&game.players);
    let mut numbers = Stream::from_seed(bytes(nth, "another setup"));
    let player = &mut twin.players[seat.index()];
    player.setup = twin.table.random_setup(seat, &mut numbers);
    player.seed = Seed::from_bytes(bytes(nth, "another seed"));
    player.hidden.clear();
    if player.setup == game.players[seat.index()].setup {
        return None;
    }
    for turn in &game.file.turns {
        let due = twin.due()?;
        let player = &twin.players[due.index()];
        // Of a sealed move the file shows only a part. Any move that shows the same will do.
        let typed = match turn.seal {
            Some(_) => moves(|draft| twin.table.touch(player, turn.sent, draft), MOST_LISTED)?,
            None => vec![turn.moves.join("; ")],
        };
        let (composed, table) = typed.into_iter().find_map(|typed| {
            let intent = if typed.is_empty() { Intent::Nothing } else { Intent::Move(typed) };
            let (composed, table) =
                twin.table.compose(player, &Plan::new(turn.sent, intent)).ok()?;
            let by_all = |turn: &Turn| (turn.moves.clone(), turn.answer.clone(), turn.open.clone());
            (by_all(&composed.turn) == by_all(turn)).then_some((composed, table))
        })?;
        twin.players[due.index()].hidden.extend(composed.hidden);
        twin.file.turns.push(composed.turn);
        twin.table = table;
    }
    Some(twin)
}

/// Returns the turn without random-looking values.
fn bare(turn: &Turn) -> Turn {
    let mut turn = turn.clone();
    (turn.after, turn.signature) = ([0; 32], [0; 64]);
    turn.setup.fill([0; 32]);
    turn.salts.fill([0; 32]);
    turn.seal = turn.seal.map(|_| [0; 32]);
    turn
}

/// Checks that bots of seats with the same secrets make the same turn in both games.
pub(crate) fn bots_see_no_difference(game: &Game, twin: &Game, hides: Seat) {
    let Some(due) = game.due().filter(|due| *due != hides) else { return };
    for (level, nth) in Level::ALL.into_iter().zip(0..) {
        let intent = Intent::Bot { level, seed: Some(bytes(nth, "a bot")) };
        let plan = Plan::new(moment(0), intent);
        let turn_of = |game: &Game| {
            let (turn_of, _) =
                game.table.compose(&game.players[due.index()], &plan).expect("a turn");
            (turn_of.turn.answer, turn_of.turn.moves)
        };
        assert_eq!(turn_of(game), turn_of(twin), "{level}");
    }
}

/// Number of pairs of games in which to test all bots.
const BOTS: u32 = 5;

fn are_alike(kind: Kind, hides: Seat) {
    let (mut pairs, mut answers) = (0, 0);
    for (seed, game) in games_in_progress(kind) {
        let Some(twin) = (0..200).find_map(|nth| with_another_setup(&game, hides, nth)) else {
            continue;
        };
        pairs += 1;
        // The bots of some kinds are slow.
        if pairs <= BOTS {
            bots_see_no_difference(&game, &twin, hides);
        }
        for (one, other) in game.file.turns.iter().zip(&twin.file.turns) {
            assert_eq!(bare(one), bare(other), "{kind}, seed {seed}, turn {}", one.number);
            answers += one.answer.len();
        }
        let shape = |file: &TurnFile| file.write().lines().map(str::len).collect::<Vec<_>>();
        assert_eq!(shape(&game.file), shape(&twin.file), "{kind}, seed {seed}");
        let seen = |game: &Game, by: Option<Seat>| {
            let private = by.map(|seat| &game.players[seat.index()]);
            let news = game.news();
            let touch = |draft: &str| game.table.touch(private?, moment(0), draft);
            let hand = touch("");
            let touches = hand.iter().flat_map(|hand| &hand.touches).take(12);
            let next: Vec<_> = touches.map(|touched| touch(&touched.draft)).collect();
            (
                format!("{hand:?} {next:?}"),
                format!("{:?}", game.table.view(private, moment(0))),
                news,
                format!("{:?}", game.standing().expects),
            )
        };
        let others = Seat::all(u8::try_from(game.players.len()).expect("few seats"))
            .filter(|seat| *seat != hides);
        for by in others.map(Some).chain([None]) {
            assert_eq!(seen(&game, by), seen(&twin, by), "{kind}, seed {seed}, seen by {by:?}");
        }
        assert_ne!(
            seen(&game, Some(hides)),
            seen(&twin, Some(hides)),
            "{kind}, seed {seed}: its owner sees it"
        );
    }
    println!("{kind}: {pairs} pairs of games with other setups, {answers} answers: the same shape");
    assert!(pairs > 4 && answers > 10, "{kind}: {pairs} pairs, {answers} answers");
}

#[test]
fn file_shape_does_not_depend_on_secrets() {
    in_every_game(|kind| {
        let mut game = Game::new(kind, fewest(kind), &[], 0);
        game.step(Intent::Nothing);
        if game.file.turns.iter().any(|turn| !turn.eyes.is_empty()) {
            return;
        }
        let seats = game.players.iter().map(|player| player.seat);
        for seat in seats.filter(|seat| game.table.setup_help(*seat).is_some()) {
            are_alike(kind, seat);
        }
    });
}

/// Makes the same turn from the same random numbers twice, and from the file read again: with given
/// numbers, and with those derived from the bot's own secrets.
#[test]
fn bot_repeats_its_turn_with_the_same_numbers() {
    in_every_game(|kind| {
        let (_, game) = games_in_progress(kind).into_iter().next().expect("a game");
        let due = game.due().expect("it continues");
        let again = game.back_at(game.file.turns.len());
        for (level, seed) in Level::ALL.into_iter().zip([None, Some(bytes(1, "a bot")), None]) {
            let turn_of = |table: &AnyTable| {
                let plan = Plan::new(moment(0), Intent::Bot { level, seed });
                let (turn_of, _) =
                    table.compose(&game.players[due.index()], &plan).expect("a turn");
                (turn_of.turn.hash(), turn_of.hidden.map(|hidden| hidden.value))
            };
            let turn = turn_of(&game.table);
            assert_eq!(turn_of(&game.table), turn, "{kind}, {level}");
            assert_eq!(turn_of(&again), turn, "{kind}, {level}: read again");
            let place = |table: &AnyTable| table.place(&game.players[due.index()], level);
            assert_eq!(place(&again), place(&game.table), "{kind}, {level}");
        }
    });
}
