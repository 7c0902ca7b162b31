//! A search over real desks in memory: honest players, who crash, undo, back up, restore, and get
//! mail late, twice, cut or of other games, against one cheat, who signs what it likes; with an
//! honest arbiter and without.
//!
//! The usual run plays a few games from fixed seeds; `PBEM_DESKS` sets how many of each sort (see
//! `just long`). It prints what was searched.

#![expect(clippy::print_stdout, reason = "how many plays were searched is what a run is read for")]

mod cheat;
mod honest;
mod world;

use world::{Rules, Searched, World};

/// Plays of each sort, unless the environment says how many.
const PLAYS: u64 = if cfg!(debug_assertions) { 2 } else { 30 };

/// From so many plays on one of the games must be as long as the search promises.
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
    println!("{name}, {arbiter}: {} plays, {searched}", plays());
    // A few plays are too few to say how long the longest game is.
    assert!(
        plays() < MANY || searched.longest >= rules.turns,
        "{name}: no game was long enough: {searched}"
    );
}

const TWO: Rules =
    Rules { kind: "checkpoint-danger", seats: 2, cheat: 1, turns: 8, arbiter: false };
const THREE: Rules = Rules { kind: "game-box", seats: 3, cheat: 2, turns: 6, arbiter: false };

#[test]
fn two_seats_without_an_arbiter() {
    search("two seats, the joiner cheats", TWO);
    search("two seats, the opener cheats", Rules { cheat: 0, ..TWO });
}

#[test]
fn two_seats_with_an_arbiter() {
    search("two seats, the joiner cheats", Rules { arbiter: true, ..TWO });
    search("two seats, the opener cheats", Rules { arbiter: true, cheat: 0, ..TWO });
}

#[test]
fn three_seats_without_an_arbiter() {
    search("three seats, a caller cheats", THREE);
    search("three seats, the Checker cheats", Rules { cheat: 0, ..THREE });
}

#[test]
fn three_seats_with_an_arbiter() {
    search("three seats, a caller cheats", Rules { arbiter: true, ..THREE });
    search("three seats, the Checker cheats", Rules { arbiter: true, cheat: 0, ..THREE });
}
