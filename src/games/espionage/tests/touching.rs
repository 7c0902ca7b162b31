//! Drafting moves and armies by selecting: the draft after each selection.

use super::super::state::State;
use super::table::{ALICE, BOB, Table, options};
use crate::games::conformance::{Dice, drafted};
use crate::rules::{Hand, Pointing};

fn moved(table: &Table, touches: &[&str]) -> String {
    drafted(|draft| State::touch(table.seen(ALICE), draft), touches)
}

fn hand(table: &Table, draft: &str) -> Hand {
    State::touch(table.seen(ALICE), draft).expect("a draft")
}

fn placed(draft: &str) -> Option<Hand> {
    State::touch_setup(&options(&[("size", "small")]), ALICE, draft, &mut Dice(1))
}

fn table() -> Table {
    let pieces = [(ALICE, '3', "D3"), (ALICE, '1', "F2"), (ALICE, 'M', "A1"), (BOB, '2', "D5")];
    Table::with(&[], &pieces)
}

#[test]
fn two_pieces_move_one_after_the_other() {
    let table = table();
    assert_eq!(moved(&table, &["D3"]), "D3-");
    assert_eq!(moved(&table, &["D3", "D4"]), "D3-D4");
    assert!(!hand(&table, "D3-D4").ready, "the second move is due");
    assert_eq!(moved(&table, &["D3", "D4", "F2", "G2"]), "D3-D4, F2-G2");
    assert!(hand(&table, "D3-D4, F2-G2").ready);
}

#[test]
fn piece_is_dropped_and_a_move_undone() {
    let table = table();
    assert_eq!(moved(&table, &["D3", "D3"]), "");
    assert_eq!(moved(&table, &["D3", "D4", "D4"]), "");
    assert_eq!(moved(&table, &["D3", "D4", "F2", "G2", "F2"]), "D3-D4, F2-", "another second");
}

#[test]
fn immovable_pieces_cannot_be_selected() {
    let touches = hand(&table(), "").touches;
    let does: Vec<&str> = touches.iter().map(|touch| touch.does.as_str()).collect();
    assert_eq!(does, ["pick up the Corporal on F2", "pick up the Captain on D3"]);
}

#[test]
fn an_army_is_placed_with_pens() {
    // Without a selected kind, Corporals are placed first.
    assert_eq!(drafted(placed, &["A2"]), "row 2: 1 . . . . . . .; row 1: . . . . . . . .");
    assert_eq!(
        drafted(placed, &["A2", "H", "B1"]),
        "row 2: 1 . . . . . . .; row 1: . H . . . . . ."
    );
    assert_eq!(
        drafted(placed, &["A2", "M", "B1"]),
        "row 2: 1 . . . . . . .; row 1: . M . . . . . . >mine"
    );
}

#[test]
fn pieces_change_places_and_go_elsewhere() {
    let two = ["A2", "H", "B1"];
    let then = |more: &[&str]| drafted(placed, &[&two, more].concat());
    assert_eq!(then(&["A2"]), "row 2: 1 . . . . . . .; row 1: . H . . . . . . >A2");
    assert_eq!(then(&["A2", "B1"]), "row 2: H . . . . . . .; row 1: . 1 . . . . . .");
    assert_eq!(then(&["A2", "H1"]), "row 2: . . . . . . . .; row 1: . H . . . . . 1");
    assert_eq!(
        then(&["A2", "A2"]),
        "row 2: . . . . . . . .; row 1: . H . . . . . .",
        "off the board"
    );
}

#[test]
fn the_rest_is_placed_at_random() {
    let whole = drafted(placed, &["A2", "H", "B1", "the rest at random"]);
    assert!(placed(&whole).expect("an army").ready, "{whole}");
    let (front, back) = whole.split_once("; row 1: ").expect("two rows");
    assert!(front.starts_with("row 2: 1") && back.get(2..3) == Some("H"), "{whole}");
}
