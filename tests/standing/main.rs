//! Which turns count: an explicit-state model over the library's own order of files. It explores
//! every sequence of actions of honest players and cheats up to a bound, and checks every state.
//!
//! By default each exploration stops after a number of states; `PBEM_STATES` sets that number, and
//! `PBEM_DEPTH` adds turns to the games (see `just long`).
//!
//! The model includes vaults that store several files, tables in which a cheat has two keys, and
//! arbiters, honest and dishonest. Each rule, switched off, is noticed (`mutants.rs`).
//!
//! Two limits of the protocol, which the invariants leave out:
//!
//! - Game Box, if the Checker and a caller conspire: rule 1 decides whether a claim counts, and for
//!   that it can need a superseded file that has no claim, finished game, win or finding. A vault
//!   doesn't have to keep such a file. So the vault of the third player can show another result
//!   than `verify` with all files. The cheats gain nothing new: together they can strike out a
//!   caller at any time.
//! - A cheat with two keys: a file that ends before the cheat's first turn belongs to both tables.
//!   The same turns as the beginning of a longer file belong to the table of that file only. So a
//!   cut file can change the verdict on the other table. There is no order between tables, and the
//!   findings are equal.
//!
//! Not in the model: contents of turns, setups and their audit, more than three seats, stolen keys.
//! The tests of the turn file and of the desk cover the parsing of files and the derivation of
//! seeds (points 7 and 8 of the second reading of the protocol).

#![expect(clippy::print_stdout, reason = "how many states were checked is what a run is read for")]

mod club;
mod game;
mod invariants;
mod judge;
mod mutants;
mod ruled;
mod rules;
mod vault;
mod world;

use game::{Kind, Turn};
use rules::{BOX, Ruler, Rules, TWO};
use world::{Broken, World};

/// Default number of states of one exploration.
const STATES: usize = if cfg!(debug_assertions) { 3_000 } else { 20_000 };

/// A number from the environment.
fn from_environment(name: &str, otherwise: usize) -> usize {
    let value = std::env::var(name).ok();
    value.map_or(otherwise, |value| value.parse().expect("a number"))
}

/// Checks that all invariants hold in a game that starts with this script.
fn holds(name: &str, rules: Rules, script: &[Turn]) {
    holds_in(name, rules, script, 1);
}

/// Like `holds`, in a fraction of the states: an arbiter and its mail make the states larger.
fn holds_in(name: &str, rules: Rules, script: &[Turn], part: usize) {
    let deeper = from_environment("PBEM_DEPTH", 0);
    let clock = rules.clock + u8::try_from(deeper).expect("a few turns");
    let mut world = World::new(Rules { depth: rules.depth + deeper, clock, ..rules }, script);
    let broken = world.explore(from_environment("PBEM_STATES", STATES) / part);
    let all = if world.cut { "the first" } else { "all" };
    let Rules { depth, clock, budget, .. } = world.judge.book.rules;
    println!(
        "{name}: {all} {} states; games of {depth} turns, {} days, {budget} turns of cheats, up to \
         {} files",
        world.states, clock, world.files
    );
    if let Some(Broken { what, files }) = broken {
        panic!("{name}: {what}\n{}", files.join("\n"));
    }
}

/// The start of a Game Box: bob calls, the Checker answers, and carol calls a third hit.
fn third_hit() -> [Turn; 3] {
    let turn = |seat, choice| Turn { kind: Kind::Move, seat, choice, puppet: false, date: 0 };
    [turn(1, 0), turn(0, 0), turn(2, 1)]
}

/// An equal start, but carol calls after her deadline, so the Checker can claim immediately.
fn late_third_hit() -> [Turn; 3] {
    let mut turns = third_hit();
    turns[2].date = 2 * game::DAYS;
    turns
}

const ALICE: u8 = 0b001;
const BOB: u8 = 0b010;
const CAROL: u8 = 0b100;

#[test]
fn two_players() {
    for cheats in [ALICE, BOB] {
        let two = Rules { cheats, ..TWO };
        holds("two", two, &[]);
        holds("two with draws", Rules { offers: true, depth: 4, clock: 4, ..two }, &[]);
        holds("two with answers that decide", Rules { declares: true, ..two }, &[]);
        let guesses = Rules { declares: true, guesses: true, clock: 4, ..two };
        holds("two with a guess and its response", guesses, &[]);
        let peeks = Rules { peeks: true, resigns: true, ..two };
        holds("two with setups that are peeked at", peeks, &[]);
        let all = Rules { offers: true, breaches: true, puppets: true, budget: 3, ..peeks };
        holds("two with everything", all, &[]);
    }
}

#[test]
fn two_players_who_forget() {
    let two = Rules { restores: true, clock: 2, ..TWO };
    holds("two restored", two, &[]);
    for cheats in [ALICE, BOB] {
        holds("two restored, and a cheat", Rules { cheats, ..two }, &[]);
        let careless = Rules { careless: true, cheats, ..two };
        holds("two restored and careless, and a cheat", careless, &[]);
    }
}

#[test]
fn strangers_take_seats() {
    for cheats in [ALICE, BOB] {
        let two = Rules { puppets: true, budget: 3, cheats, ..TWO };
        holds("two and strangers", two, &[]);
        let three = Rules { puppets: true, wins: true, cheats, ..BOX };
        holds("box and strangers", three, &[]);
    }
}

#[test]
fn game_box() {
    for cheats in [ALICE, BOB, CAROL, ALICE | BOB, ALICE | CAROL, BOB | CAROL] {
        let cheated = Rules { cheats, ..BOX };
        holds("box", cheated, &[]);
        let wins = Rules { wins: true, breaches: true, depth: 6, clock: 3, budget: 3, ..cheated };
        holds("box that can be won", wins, &[]);
    }
}

#[test]
fn game_box_with_players_who_forget() {
    for cheats in [0, BOB] {
        holds("box restored", Rules { restores: true, wins: true, cheats, ..BOX }, &[]);
    }
}

/// Carol has called a third hit, and the other players want to undo it.
#[test]
fn game_box_that_is_won() {
    for cheats in [ALICE, ALICE | BOB] {
        let won = Rules { wins: true, depth: 6, clock: 3, budget: 5, cheats, ..BOX };
        holds("box with a third hit", won, &third_hit());
        if cheats != ALICE {
            holds("box with a late third hit", Rules { clock: 4, ..won }, &late_third_hit());
        }
    }
}

/// Divisor for the number of states of the games below.
const PART: usize = 4;

#[test]
fn two_players_with_an_arbiter() {
    for cheats in [ALICE, BOB] {
        for ruler in [Ruler::Honest, Ruler::False] {
            let two = Rules { cheats, ruler, clock: 5, ..TWO };
            holds_in(&format!("two, arbiter {ruler:?}"), two, &[], PART);
            let ends = Rules { offers: true, declares: true, resigns: true, ..two };
            holds_in(&format!("two with ends, arbiter {ruler:?}"), ends, &[], PART);
            let peeks = Rules { peeks: true, breaches: true, budget: 3, ..two };
            holds_in(&format!("two with setups peeked at, arbiter {ruler:?}"), peeks, &[], PART);
        }
    }
}

#[test]
fn game_box_with_an_arbiter() {
    for cheats in [ALICE, BOB, CAROL, ALICE | BOB, ALICE | CAROL, BOB | CAROL] {
        for ruler in [Ruler::Honest, Ruler::False] {
            let cheated = Rules { cheats, ruler, clock: 4, ..BOX };
            holds_in(&format!("box, arbiter {ruler:?}"), cheated, &[], PART);
            let wins = Rules { wins: true, depth: 6, clock: 4, budget: 4, ..cheated };
            holds_in(&format!("box with a third hit, arbiter {ruler:?}"), wins, &third_hit(), PART);
        }
    }
}

#[test]
fn players_join_with_two_keys() {
    for cheats in [BOB, CAROL] {
        holds_in(
            "box and two keys",
            Rules { two_keys: true, wins: true, cheats, ..BOX },
            &[],
            PART,
        );
    }
}
