//! Drafting by selecting squares: the draft after each selection.

use super::*;
use crate::games::conformance::{Dice, drafted};
use crate::rules::scene::Row;

fn draft(table: &Table, touches: &[&str]) -> String {
    drafted(|draft| State::touch(table.seen(ALICE), draft), touches)
}

fn sheet(draft: &str) -> Option<Hand> {
    State::touch_setup(&Options::default(), ALICE, draft, &mut Dice(1))
}

#[test]
fn selecting_a_square_replaces_the_call() {
    let table = Table::new(SEED_SHEET, UNSEEN_SHEET);
    assert_eq!(draft(&table, &["E5"]), "Equator 5");
    assert_eq!(draft(&table, &["E5", "E6"]), "Equator 6");
    assert_eq!(draft(&table, &["E5", "E5"]), "", "a second touch takes it back");
    let hand = State::touch(table.seen(ALICE), "Equator 5").expect("a call");
    assert!(hand.ready && hand.says == "You call Equator 5.", "{}", hand.says);
}

#[test]
fn draft_asks_for_the_call_after_a_hit() {
    let table = Table::new(SEED_SHEET, UNSEEN_SHEET);
    let queue = ["E5", "after a HIT", "C3"];
    assert_eq!(draft(&table, &queue[..2]), "Equator 5; ");
    assert_eq!(draft(&table, &queue), "Equator 5; Canadian 3");
    let waiting = State::touch(table.seen(ALICE), "Equator 5; ").expect("a queue");
    assert!(!waiting.ready);
}

#[test]
fn own_agent_gets_the_words_automatically() {
    let table = Table::new(SEED_SHEET, UNSEEN_SHEET);
    assert_eq!(draft(&table, &["F1"]), "Checkpoint Danger, Fiji 1");
    let says = |words| State::touch(table.seen(ALICE), words).expect("a call").says;
    assert!(says("Checkpoint Danger, Fiji 1").contains("tells your opponent"));
    assert!(!says("Equator 5").contains("tells your opponent"));
}

#[test]
fn second_selection_adds_the_words_as_a_bluff() {
    let bluff = Options { danger_bluff: true, ..Options::default() };
    let table = Table::with(bluff, SEED_SHEET, UNSEEN_SHEET);
    assert_eq!(draft(&table, &["E5", "E5"]), "Checkpoint Danger, Equator 5");
    assert_eq!(draft(&table, &["E5", "E5", "E5"]), "");
}

#[test]
fn a_square_that_was_called_cannot_be_touched() {
    let mut table = Table::new(SEED_SHEET, UNSEEN_SHEET);
    table.calls(&["E5", "E5"]);
    table.settle();
    let hand = State::touch(table.seen(ALICE), "").expect("an empty draft");
    assert!(hand.touches.iter().all(|touch| touch.at != Spot::on("other", &"E5")));
    assert_eq!(hand.touches.len(), 62);
}

#[test]
fn four_agents_are_hidden_and_taken_up() {
    assert_eq!(drafted(sheet, &["F3", "B2", "C7", "F1"]), "B2; C7; F1; F3");
    assert_eq!(drafted(sheet, &["F3", "B2", "F3"]), "B2");
    let hand = |draft| sheet(draft).expect("squares");
    let full = hand(SEED_SHEET);
    assert!(full.ready);
    assert_eq!(full.touches.len(), 4, "no fifth can be hidden");
    assert_eq!(hand("B2 C7").says, "Select a square for the next agent. Left: 2 agents.");
    assert_eq!(hand("B2").touches.len(), 63);
    let drawn = &hand("B2").boards[0].rows[1];
    let Row::Cells { cells, .. } = drawn else { panic!("a row of squares") };
    assert_eq!((cells[0].text.as_str(), cells[1].text.as_str()), ("\u{b7}", "A"));
}
