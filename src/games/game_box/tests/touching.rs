//! Drafting calls and setups by selecting: the draft after each selection.

use super::*;
use crate::games::conformance::{Dice, drafted};
use crate::rules::{Hand, Pointing};

/// Returns the choices for a draft of a setup with three houses and a gun.
fn hidden(draft: &str) -> Option<Hand> {
    let options = conformance::options::<GameBox>(&[("houses", "3"), ("guns", "1")], 4);
    State::touch_setup(&options, CHECKER, draft, &mut Dice(1))
}

#[test]
fn selecting_a_dot_replaces_the_call() {
    let table = Table::plain();
    let own = caller(1);
    let called = |touches: &[&str]| drafted(|at| State::touch(table.seen(&own), at), touches);
    assert_eq!(called(&["B5"]), "B5");
    assert_eq!(called(&["B5", "C1"]), "C1");
    assert_eq!(called(&["B5", "B5"]), "");
}

#[test]
fn houses_are_placed_first_then_guns() {
    assert_eq!(drafted(hidden, &["A4", "A1"]), "houses A1 A4; guns");
    let whole = drafted(hidden, &["A4", "A1", "C2", "E1"]);
    assert_eq!(whole, "houses A1 A4 C2; guns E1");
    assert!(hidden(&whole).expect("a layout").ready);
}

#[test]
fn the_pen_says_what_is_placed() {
    assert_eq!(drafted(hidden, &["A4", "gun"]), "houses A4; guns >gun");
    assert_eq!(drafted(hidden, &["A4", "gun", "E1"]), "houses A4; guns E1");
    assert_eq!(drafted(hidden, &["A4", "gun", "house"]), "houses A4; guns");
    assert_eq!(drafted(hidden, &["A4", "A4"]), "", "a second touch takes it up");
}
