//! Drafting calls and setups by selecting: the draft after each selection.

use super::*;
use crate::games::conformance::{Dice, drafted};
use crate::rules::scene::Row;
use crate::rules::{Hand, Pointing, Spot};

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
fn placed_pieces_are_drawn() {
    let hand = hidden("houses A4; guns E1").expect("a layout");
    let cell = |row: usize, column: usize| match &hand.boards[0].rows[row] {
        Row::Cells { cells, .. } => cells[column].text.as_str(),
        Row::Band(_) => panic!("a row of dots"),
    };
    assert_eq!((cell(0, 3), cell(4, 0)), ("H", "g"));
    let spot = |name: &str| Spot::Square("chart", name.to_owned());
    let marks: Vec<_> = hand.marks.iter().map(|mark| (mark.at.clone(), mark.sign)).collect();
    assert!(marks.contains(&(spot("A4"), "house")) && marks.contains(&(spot("E1"), "gun")));
}

#[test]
fn the_pen_says_what_is_placed() {
    assert_eq!(drafted(hidden, &["A4", "gun"]), "houses A4; guns >gun");
    assert_eq!(drafted(hidden, &["A4", "gun", "E1"]), "houses A4; guns E1");
    assert_eq!(drafted(hidden, &["A4", "gun", "house"]), "houses A4; guns");
    assert_eq!(drafted(hidden, &["A4", "A4"]), "", "a second touch takes it up");
}
