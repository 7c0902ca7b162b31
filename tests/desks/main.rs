//! A search over real desks in memory. Honest players crash, undo, back up and restore, and get
//! mail late, twice, shortened or of other games. They play against one cheat, who signs anything,
//! with and without an honest arbiter.
//!
//! By default it plays a few games from fixed seeds; `PBEM_DESKS` sets the number of games of each
//! sort (see `just long`). A play has a fixed number of rounds, so every run ends. It prints this
//! bound and the size of the search. It is a random search, not a proof.

#![expect(clippy::print_stdout, reason = "how many plays were searched is what a run is read for")]

mod cheat;
mod honest;
mod promises;
mod world;

use std::panic;

use honest::{Flaw, LOST_TURN, SECOND_VERSION};
use promises::{FORGOTTEN, NAMED, ORDER, WIN_GONE};
use world::{ROUNDS, Rules, Searched, World};

/// Default number of plays of each sort.
const PLAYS: u64 = if cfg!(debug_assertions) { 2 } else { 4 };

/// From this number of plays on, the search must reach its goals: long games, and honest wins.
const MANY: u64 = 100;

fn plays() -> u64 {
    let count = std::env::var("PBEM_DESKS").ok();
    count.map_or(PLAYS, |count| count.parse().expect("a number"))
}

fn search(name: &str, rules: Rules) {
    let mut searched = Searched::default();
    for seed in 0..plays() {
        World::new(rules, seed).play(&mut searched);
    }
    let arbiter = if rules.arbiter { "an honest arbiter" } else { "no arbiter" };
    println!("{name}, {arbiter}: {} plays of {ROUNDS} rounds: {searched}", plays());
    let reached = searched.longest >= rules.turns && searched.won > 0;
    assert!(plays() < MANY || reached, "{name}: no game was long enough, or won: {searched}");
}

const TWO: Rules =
    Rules { kind: "checkpoint-danger", seats: 2, cheat: 1, turns: 8, arbiter: false, flaw: None };
const THREE: Rules =
    Rules { kind: "game-box", seats: 3, cheat: 2, turns: 6, arbiter: false, flaw: None };

#[test]
fn desks_agree_with_two_seats() {
    search("two seats, the joiner cheats", TWO);
    search("two seats, the opener cheats", Rules { cheat: 0, ..TWO });
}

#[test]
fn desks_agree_with_two_seats_and_arbiter() {
    search("two seats, the joiner cheats", Rules { arbiter: true, ..TWO });
    search("two seats, the opener cheats", Rules { arbiter: true, cheat: 0, ..TWO });
}

#[test]
fn desks_agree_with_three_seats() {
    search("three seats, a caller cheats", THREE);
    search("three seats, the Checker cheats", Rules { cheat: 0, ..THREE });
}

#[test]
fn desks_agree_with_three_seats_and_arbiter() {
    search("three seats, a caller cheats", Rules { arbiter: true, ..THREE });
    search("three seats, the Checker cheats", Rules { arbiter: true, cheat: 0, ..THREE });
}

/// Each promise can be broken, and the search notices.
#[test]
fn search_notices_every_flaw() {
    let checker = Rules { cheat: 0, ..THREE };
    let flaws = [
        (Flaw::FolderPutBack, TWO, 13, SECOND_VERSION),
        (Flaw::CrashLoses, TWO, 0, LOST_TURN),
        (Flaw::NothingBeside, checker, 5, FORGOTTEN),
        (Flaw::CheatIsTrusted, TWO, 0, NAMED),
        (Flaw::WinLeftOut, TWO, 16, WIN_GONE),
        (Flaw::HalfTheFiles, TWO, 0, ORDER),
    ];
    for (flaw, rules, first, promise) in flaws {
        let noticed = (first..first + 30).find(|seed| {
            let play = || World::new(Rules { flaw: Some(flaw), ..rules }, *seed);
            let play = panic::catch_unwind(|| play().play(&mut Searched::default()));
            let said = play.err().and_then(|said| said.downcast::<String>().ok());
            said.is_some_and(|said| said.contains(promise))
        });
        println!("{flaw:?}: noticed in play {noticed:?}: {promise}");
        assert!(noticed.is_some(), "{flaw:?} is not noticed: {promise}");
    }
}
