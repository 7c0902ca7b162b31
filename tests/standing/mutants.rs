//! Every rule is needed: without it an invariant breaks.

use super::game::Turn;
use super::rules::{BOX, Rules, TWO, Without};
use super::world::World;
use super::{ALICE, BOB, third_hit};

/// In so many states each of them is found.
const MOST: usize = 200_000;

const SECOND_LOOK: &str = "an honest seat that forgot nothing gives a second look";
const LOST_TURN: &str = "a turn that an honest seat sent in time does not stand";
const LOCKED_OUT: &str = "an honest seat is locked out";
const UNDONE: &str = "a finished game does not stay finished";
const ROBBED: &str = "an honest seat is claimed against though it had not its days";
const IN_VAIN: &str = "an honest seat is late though it answered at once";
const STALLER: &str = "a staller wins against an honest claim";
const NO_RESULT: &str = "a game that a true answer has decided has no result";
const LOST_CLAIM: &str = "an honest claim against a late turn has no result";
const FALSE_CLAIM: &str = "a cheat wins by a claim over a turn sent in time";

const TWO_BOB: Rules = Rules { cheats: BOB, ..TWO };
const TWO_ALICE: Rules = Rules { cheats: ALICE, ..TWO };
const BOX_ALICE: Rules = Rules { cheats: ALICE, ..BOX };
const BOX_BOB: Rules = Rules { cheats: BOB, ..BOX };
/// The Checker and bob against carol, who has called a third hit.
const BOX_WON: Rules =
    Rules { cheats: ALICE | BOB, wins: true, depth: 6, clock: 3, budget: 5, ..BOX };

fn breaks(rule: &str, rules: Rules, script: &[Turn], invariants: &[&str]) {
    let mut world = World::new(rules, script);
    let Some(broken) = world.explore(MOST) else {
        panic!("{rule}: {} states, and all is well", world.states)
    };
    println!("{rule}: {} states, and {}", world.states, broken.what);
    let files = broken.files.join("\n");
    assert!(invariants.contains(&broken.what), "{rule}: {}\n{files}", broken.what);
}

fn without(rule: Without, rules: Rules, invariants: &[&str]) {
    let rules = Rules { without: Some(rule), ..rules };
    breaks(&format!("without {rule:?}"), rules, &[], invariants);
}

#[test]
fn the_order_on_files() {
    without(Without::AnyChange, BOX_BOB, &[LOCKED_OUT]);
    without(Without::Rank, TWO_BOB, &[UNDONE, LOST_TURN, SECOND_LOOK, LOST_CLAIM]);
    without(Without::LightClaims, TWO_BOB, &[LOST_TURN, FALSE_CLAIM, STALLER]);
    without(Without::Lateness, TWO_BOB, &[LOST_CLAIM]);
    without(Without::TheEndInTime, Rules { depth: 2, ..TWO_BOB }, &[UNDONE]);
}

#[test]
fn claims_beside_turns() {
    without(Without::Crossing, TWO_BOB, &[STALLER]);
    let declares = Rules { declares: true, ..TWO_ALICE };
    without(Without::Settled, declares, &[NO_RESULT]);
    let guesses = Rules { declares: true, guesses: true, clock: 4, ..TWO_ALICE };
    without(Without::Outlasting, guesses, &[NO_RESULT]);
    let peeks = Rules { peeks: true, ..TWO_BOB };
    without(Without::Free, peeks, &[STALLER]);
    breaks("who has claimed plays on", Rules { plays_on: true, ..peeks }, &[], &[STALLER]);
}

#[test]
fn reading_and_dates() {
    let unanswered = Rules { answers_leaving: false, ..BOX_BOB };
    breaks("a leaving is not answered", unanswered, &[], &[LOST_TURN, UNDONE]);
    let future = Rules { checks_clock: false, ..TWO_BOB };
    breaks("no check of the clock", future, &[], &[ROBBED]);
    let falling = Rules { dates_rise: false, deadline_of_one: true, ..TWO_BOB };
    breaks("falling dates, one deadline", falling, &[], &[ROBBED]);
    let one = Rules { deadline_of_one: true, ..TWO_BOB };
    breaks("one deadline", one, &[], &[ROBBED]);
    let own = Rules { deadline_of_own: true, ..BOX_ALICE };
    breaks("a deadline of one's own turns", own, &[], &[ROBBED]);
    let late = Rules { dates_back: false, clock: 4, ..TWO_BOB };
    breaks("a hasty answer is not dated before the deadline", late, &[], &[IN_VAIN]);
}

#[test]
fn keys() {
    without(Without::Keys, Rules { puppets: true, ..TWO_ALICE }, &[LOST_TURN, UNDONE]);
}

#[test]
fn what_is_over() {
    without(Without::HeavyEnd, Rules { offers: true, ..TWO_BOB }, &[UNDONE]);
    let won = |name, rules| breaks(name, rules, &third_hit(), &[UNDONE]);
    let void = Some(Without::VoidByBuilding);
    won("claims in the place of answered turns", Rules { without: void, budget: 4, ..BOX_WON });
    let wins = Some(Without::Wins);
    // Nothing that the Checker and bob do in fewer turns takes the game from carol.
    if cfg!(not(debug_assertions)) {
        won("the others go on without carol", Rules { without: wins, ..BOX_WON });
    }
}
