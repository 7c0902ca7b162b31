//! Every rule is necessary: without it, an invariant breaks.

use super::game::{Kind, Turn};
use super::rules::{BOX, Ruler, Rules, TWO, Without};
use super::world::World;
use super::{ALICE, BOB, CAROL, late_third_hit, third_hit};

/// Number of states within which each mutant is found.
const MOST: usize = 200_000;

const SECOND_LOOK: &str = "an honest seat that forgot nothing gives a second look";
const LOST_TURN: &str = "a turn that an honest seat sent in time does not count";
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

const SHUT_OUT: &str = "an honest seat can't reach the table of the other players";
const RULED_CROSSING: &str = "a turn and a claim cross in spite of the arbiter";
const SET_ASIDE: &str = "a turn that came before the ruling is set aside";
const TAKEN_BACK: &str = "a claim sets aside a turn that its maker has answered";
const RULED_EARLY: &str = "an honest seat is ruled against though it had not its days";
const END_UNDONE: &str = "a ruled claim undoes a finished game";
const LOST_RULING: &str = "a claim with a ruling has no result";

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
fn mutants_of_the_file_order_are_caught() {
    without(Without::AnyChange, BOX_BOB, &[LOCKED_OUT]);
    without(Without::Rank, TWO_BOB, &[UNDONE, LOST_TURN, SECOND_LOOK, LOST_CLAIM, LOCKED_OUT]);
    without(Without::LightClaims, TWO_BOB, &[LOST_TURN, FALSE_CLAIM, STALLER]);
    without(Without::Lateness, TWO_BOB, &[LOST_CLAIM]);
    without(Without::TheEndInTime, Rules { depth: 2, ..TWO_BOB }, &[UNDONE]);
}

#[test]
fn mutants_of_claims_are_caught() {
    without(Without::Crossing, TWO_BOB, &[STALLER]);
    let declares = Rules { declares: true, ..TWO_ALICE };
    without(Without::Settled, declares, &[NO_RESULT]);
    let guesses = Rules { declares: true, guesses: true, clock: 4, ..TWO_ALICE };
    without(Without::Outlasting, guesses, &[NO_RESULT]);
    let peeks = Rules { peeks: true, ..TWO_BOB };
    without(Without::Free, peeks, &[STALLER]);
    breaks("a seat continues after claiming", Rules { plays_on: true, ..peeks }, &[], &[STALLER]);
}

#[test]
fn mutants_of_reading_and_dates_are_caught() {
    let unanswered = Rules { answers_leaving: false, ..BOX_BOB };
    breaks("a leaving is not answered", unanswered, &[], &[LOST_TURN, UNDONE]);
    let future = Rules { checks_clock: false, ..TWO_BOB };
    breaks("no check of the clock", future, &[], &[ROBBED]);
    let falling = Rules { dates_rise: false, deadline_of_one: true, ..TWO_BOB };
    breaks("falling dates, one deadline", falling, &[], &[ROBBED]);
    let one = Rules { deadline_of_one: true, ..TWO_BOB };
    breaks("one deadline", one, &[], &[ROBBED]);
    let own = Rules { deadline_of_own: true, ..BOX_ALICE };
    breaks("a deadline by own turns", own, &[], &[ROBBED]);
    let late = Rules { dates_back: false, clock: 4, ..TWO_BOB };
    breaks("a hasty answer is not dated before the deadline", late, &[], &[IN_VAIN]);
}

#[test]
fn keys() {
    without(Without::Keys, Rules { puppets: true, ..TWO_ALICE }, &[LOST_TURN, UNDONE]);
}

#[test]
fn mutants_of_finished_games_are_caught() {
    without(Without::HeavyEnd, Rules { offers: true, ..TWO_BOB }, &[UNDONE]);
    // Carol's late call is answered and ends the game; then the Checker removes carol, and bob
    // plays on.
    let void = Some(Without::VoidByBuilding);
    let mut ended = late_third_hit();
    ended[2].choice = 0;
    let rules = Rules { without: void, clock: 4, ..BOX_ALICE };
    breaks("claims against answered turns", rules, &ended, &[UNDONE]);
    // Carol has won, and the Checker and bob play on from an earlier turn.
    let answer = Turn { kind: Kind::Move, seat: 0, choice: 1, puppet: false, date: 0 };
    let won: Vec<Turn> = third_hit().into_iter().chain([answer]).collect();
    let rules = Rules { without: Some(Without::Wins), budget: 4, ..BOX_WON };
    breaks("the other players continue without carol", rules, &won, &[UNDONE]);
}

#[test]
fn mutants_of_vaults_are_caught() {
    let won = Rules { without: Some(Without::Beside), clock: 4, budget: 4, ..BOX_WON };
    breaks("a vault forgets the other files", won, &late_third_hit(), &[LOCKED_OUT]);
    let two_keys = Rules { two_keys: true, cheats: CAROL, ..BOX };
    without(Without::TableChange, two_keys, &[SHUT_OUT]);
}

#[test]
fn rulings() {
    let ruled = Rules { ruler: Ruler::Honest, clock: 5, ..TWO_BOB };
    let first_turns = [Turn { kind: Kind::Move, seat: 0, choice: 0, puppet: false, date: 0 }];
    let unruled = Rules { without: Some(Without::Rulings), budget: 1, ..ruled };
    breaks("rulings change nothing", unruled, &first_turns, &[RULED_CROSSING, LOST_RULING]);
    let unruled = Rules { without: Some(Without::TheEndUnruled), depth: 2, budget: 1, ..ruled };
    breaks("the end is set aside", unruled, &first_turns, &[END_UNDONE]);
    let bribed = Rules { ruler: Ruler::False, clock: 4, depth: 4, budget: 3, ..TWO_BOB };
    without(Without::Accepting, bribed, &[TAKEN_BACK, END_UNDONE]);
    let mut calls = third_hit();
    calls[2].choice = 0;
    let without = Some(Without::WinsBeforeTheChecker);
    let bribed =
        Rules { ruler: Ruler::False, wins: true, depth: 8, clock: 4, cheats: CAROL, ..BOX };
    let bribed = Rules { without, ..bribed };
    breaks("a ruled claim against the Checker takes a win away", bribed, &calls, &[UNDONE]);
    let blind = Rules { sees_answers: false, depth: 4, budget: 1, ..ruled };
    let turn = |seat| Turn { kind: Kind::Move, seat, choice: 0, puppet: false, date: 0 };
    let answered = [turn(0), turn(1), turn(0)];
    breaks("an arbiter rules though an answer came", blind, &answered, &[SET_ASIDE]);
    let hasty = Rules { counts_from_arrival: false, budget: 1, ..ruled };
    breaks("an arbiter only counts dates", hasty, &first_turns, &[RULED_EARLY]);
}
