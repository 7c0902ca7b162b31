//! Special situations.

use super::table::{BLUE, RED, table, who};
use crate::rules::OutcomeKind;

const RED_AGENTS: [&str; 3] = ["7", "9", "11"];

#[test]
fn side_without_inspectors_may_cross_the_wall() {
    let mut table = table().without(&["I1", "I2"]).put(&["1 H6"]).carrying("1").dice(2, 2);
    assert!(table.outcome().is_none());
    table.order("1 over");
    assert_eq!(table.winner(), Some(BLUE));
}

#[test]
fn side_without_agents_continues_with_an_inspector() {
    let mut table = table().without(&["7", "11"]).put(&["9 D3"]).dice(1, 1);
    table.order("I1 D2-D3 arrest 9");
    table.answer();
    assert_eq!(table.state.agents_lost(RED), 3);
    assert!(table.outcome().is_none() && table.is_turn_of(RED));
}

#[test]
fn no_agents_on_either_side_is_a_draw() {
    let mut table =
        table().without(&RED_AGENTS).without(&["1", "3", "I1", "I2"]).put(&["5 D8"]).dice(1, 1);
    table.order("pass");
    table.throw(1, 1);
    table.order("I3 D9-D8 arrest 5");
    table.answer();
    let outcome = table.outcome().expect("over");
    assert_eq!((outcome.kind, outcome.winners.len()), (OutcomeKind::Draw, 0));
    assert_eq!(outcome.reason, "no Agent is left on either side");
}

#[test]
fn side_without_agents_and_inspectors_loses() {
    let mut table = table().without(&["7", "11", "I3", "I4"]).put(&["9 D3"]).dice(1, 1);
    table.order("I1 D2-D3 arrest 9");
    table.answer();
    assert_eq!(table.winner(), Some(BLUE), "without any further play");
}

#[test]
fn the_last_inspector_removed_may_decide_it_too() {
    let mut table = table().without(&["1", "3", "5", "I2"]).put(&["8 D3"]).dice(1, 1);
    table.state.false_arrests[BLUE] = 3;
    table.order("I1 D2-D3 arrest 8");
    table.answer();
    assert_eq!(table.winner(), Some(RED));
}

#[test]
fn game_without_inspectors_is_a_race() {
    let mut table = table()
        .without(&["I1", "I2", "I3", "I4"])
        .put(&["1 K10", "9 E1"])
        .carrying("1")
        .carrying("9")
        .dice(1, 1);
    table.order("1 K10-L10");
    assert!(table.outcome().is_none() && table.is_turn_of(RED));
    assert!(table.state.carries(who("9")) && table.state.carries(who("1")));
}

#[test]
fn tourists_never_become_agents() {
    let mut table = table().without(&["1", "3", "5"]).put(&["2 K10"]).landed("2").dice(1, 1);
    table.order("ask 2; pass");
    assert!(!table.state.carries(who("2")) && table.is_turn_of(RED));
}
