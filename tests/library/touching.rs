//! Whole games by selecting only: setups and moves are drafted as a user interface does it that
//! knows no kind of game, with every signature.
//!
//! `PBEM_GAMES=200 cargo test --release --test library touching -- --nocapture` plays more, and
//! prints the longest time that a selection took.

use std::time::{Duration, Instant};

use pbem::audit::{self, VerdictKind};
use pbem::crypto::{Seed, Stream};
use pbem::games::Kind;
use pbem::rules::{Hand, Numbers, Seat};
use pbem::table::{Intent, Plan, Refusal};

use crate::games::variants;
use crate::play::{self, Game, bytes, in_every_game, moment};

/// Number of turns to make by selecting; after that the bots play.
const TURNS: usize = 40;

/// Maximum number of selections for a complete draft, if half of them are the first one offered.
const TOUCHES: usize = 3_000;

/// Selects at random, and measures the time.
struct Finger {
    numbers: Stream,
    touches: u32,
    slowest: Duration,
}

impl Finger {
    fn timed<T>(&mut self, work: impl FnOnce(&mut Stream) -> T) -> T {
        let start = Instant::now();
        let done = work(&mut self.numbers);
        self.slowest = self.slowest.max(start.elapsed());
        self.touches += 1;
        done
    }

    /// Selects until a draft is complete.
    fn drafts(&mut self, what: &str, take: impl Fn(&mut Stream, &str) -> Option<Hand>) -> String {
        let mut draft = String::new();
        for _ in 0..TOUCHES {
            let hand = self.timed(|numbers| take(numbers, &draft)).expect("it was touched");
            if hand.ready && self.numbers.below(3) > 0 {
                return draft;
            }
            let count = u32::try_from(hand.touches.len()).expect("few touches");
            let at = if self.numbers.below(2) == 0 { 0 } else { self.numbers.below(count) };
            let touch = hand.touches.get(at as usize);
            draft.clone_from(&touch.unwrap_or_else(|| panic!("{what}, stuck: {draft:?}")).draft);
        }
        panic!("{what}: no end in {TOUCHES} touches, at {draft:?}");
    }
}

fn hide(game: &mut Game, finger: &mut Finger) {
    for at in 0..game.players.len() {
        let seat = Seat(u8::try_from(at).expect("few seats"));
        let table = game.table.clone();
        let take = |numbers: &mut Stream, draft: &str| table.touch_setup(seat, draft, numbers);
        if table.setup_help(seat).is_none() {
            assert_eq!(
                take(&mut finger.numbers, ""),
                None,
                "a seat without a setup touches nothing"
            );
            continue;
        }
        let draft = finger.drafts("setup", take);
        let read = table.read_setup(seat, &draft);
        game.players[at].setup = read.unwrap_or_else(|faults| panic!("{draft:?}: {faults:?}"));
    }
}

/// Returns the current player's intent, by selecting if there is a move to make.
fn decide(game: &Game, seat: Seat, finger: &mut Finger) -> Intent {
    let (keys, now) = (&game.players[seat.index()], moment(i64::from(game.turns()) + 1));
    let nothing = game.table.compose(keys, &Plan::new(now, Intent::Nothing));
    let must = matches!(nothing, Err(Refusal::MoveNeeded { .. }));
    let hand = game.table.touch(keys, now, "");
    assert!(hand.is_some() || !must, "a move is due, and nothing can be touched");
    for other in game.players.iter().filter(|other| other.seat != seat) {
        assert_eq!(
            game.table.touch(other, now, ""),
            None,
            "only the player to move touches anything"
        );
    }
    // Sometimes chooses an action that is possible instead of an answer.
    if hand.is_none() || !must && finger.numbers.below(4) > 0 {
        return Intent::Nothing;
    }
    Intent::Move(finger.drafts("move", |_, draft| game.table.touch(keys, now, draft)))
}

fn games_are_played_by_touch(kind: Kind) {
    let seed = |seed: u64| Seed::from_bytes(bytes(seed, "finger"));
    let numbers = Stream::from_seed(*seed(0).as_bytes());
    let mut finger = Finger { numbers, touches: 0, slowest: Duration::ZERO };
    let variants = variants(kind);
    let games = play::games(variants.len() as u64);
    for nth in 0..games {
        let (seats, set) = &variants[usize::try_from(nth).unwrap_or(0) % variants.len()];
        let mut game = Game::new(kind, *seats, set, nth);
        finger.numbers = Stream::from_seed(*seed(nth).as_bytes());
        hide(&mut game, &mut finger);
        while let Some(due) = game.due().filter(|_| game.file.turns.len() < TURNS) {
            let intent = decide(&game, due, &mut finger);
            game.step(intent);
        }
        game.finish();
        let verdict = audit::verify(&game.mailed());
        assert_eq!(verdict.kind, VerdictKind::Honest, "{kind}, game {nth}: {verdict:?}");
    }
    let Finger { touches, slowest, .. } = finger;
    println!("{games} games of {kind}: {touches} touches, the slowest took {slowest:?}");
}

#[test]
fn games_can_be_played_by_selecting_only() {
    in_every_game(games_are_played_by_touch);
}

#[test]
fn typed_draft_can_be_continued_by_selecting() {
    let mut game = Game::new(play::of_kind("checkpoint-danger"), 2, &[], 1);
    let mover = |game: &Game| {
        let keys = &game.players[game.due().expect("the game continues").index()];
        game.table.touch(keys, moment(9), "").map(|_| keys.clone())
    };
    while mover(&game).is_none() {
        game.step(Intent::Nothing);
    }
    let keys = &mover(&game).expect("somebody calls");
    let free = |name: &&str| game.table.touch(keys, moment(9), name).is_some_and(|hand| hand.ready);
    let name = ["a1", "g9", "d5", "b3", "e7"].into_iter().find(free).expect("four agents");
    let hand = game.table.touch(keys, moment(9), name).expect("a call is due");
    assert_eq!(hand.verb, "call");
    assert!(hand.touches.iter().any(|touch| touch.draft.is_empty()), "a way back");
    let hand = game.table.touch(keys, moment(9), "Atlantis 7").expect("a call is due");
    assert!(!hand.ready && hand.says.contains("Atlantis"), "{}", hand.says);
    assert!(hand.touches.len() > 60, "a typo loses no turn");
}
