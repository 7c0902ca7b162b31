//! Drafting questions, guesses and networks by selecting: the draft after each selection.

use super::*;
use crate::games::conformance::{Dice, drafted};
use crate::games::spy::position::State;
use crate::rules::{Hand, Pointing, Spot};

fn asked(table: &Table, touches: &[&str]) -> String {
    drafted(|draft| State::touch(table.seen(ALICE), draft), touches)
}

fn drawn(draft: &str) -> Option<Hand> {
    State::touch_setup(&options(&[]), ALICE, draft, &mut Dice(1))
}

#[test]
fn selecting_a_space_replaces_the_question() {
    let table = Table::new(&[]);
    assert_eq!(asked(&table, &["4C"]), "4C");
    assert_eq!(asked(&table, &["4C", "9F"]), "9F");
    assert_eq!(asked(&table, &["4C", "4C"]), "");
}

#[test]
fn row_is_drafted_by_its_ends() {
    let table = Table::new(&[("multi", "3")]);
    assert_eq!(asked(&table, &["4C", "a row"]), "4C-");
    assert_eq!(asked(&table, &["4C", "a row", "4E"]), "4C-4E");
    assert_eq!(asked(&table, &["4C", "a row", "2C"]), "2C-4C");
    let ends = State::touch(table.seen(ALICE), "4C-").expect("a row");
    let named: Vec<Spot> = ends.touches.into_iter().map(|touch| touch.at).collect();
    // In this game, players can only ask about single spaces and rows of three. The hand offers the
    // ends of rows up, left, right and down, and the single space.
    assert_eq!(named, ["2C", "4A", "4E", "6C", "4C"].map(|name| Spot::on("other", &name)));
}

#[test]
fn costs_are_named_before_the_signature() {
    let table = Table::new(&[("multi", "3,4")]);
    let says = |draft| State::touch(table.seen(ALICE), draft).expect("a draft").says;
    assert!(says("4C-").contains("Numbers left: 3, 4."));
    assert!(says("4C-4E").contains("uses up a square numbered 3"));
    assert!(!says("4C").contains("row"));
    let mut table = Table::new(&[]);
    table.file(ALICE, "1A");
    table.file(BOB, "1A");
    table.file(ALICE, "");
    for draft in ["guess".to_owned(), format!("guess {OTHER}")] {
        let says = State::touch(table.seen(ALICE), &draft).expect("a guess").says;
        assert!(says.contains("ends the game") && says.contains("2 for your opponent"), "{says}");
        assert!(says.contains("3 if both of you guess"), "{says}");
    }
}

#[test]
fn a_network_is_drawn_corner_by_corner_and_taken_back() {
    let corners: Vec<&str> = REAL.split(' ').collect();
    assert_eq!(drafted(drawn, &corners), REAL);
    assert!(drawn(REAL).expect("a network").ready);
    assert_eq!(drafted(drawn, &["5F", "5D", "5D"]), "5F");
}

#[test]
fn line_is_offered_only_if_a_network_can_follow() {
    let hand = drawn("5F 5D 6D 6A 1A 1G").expect("a beginning");
    // A line of 4 is left. Drawn left or right, it would not turn; drawn up, it would leave the
    // field.
    let offered: Vec<Spot> = hand.touches.into_iter().map(|touch| touch.at).collect();
    assert_eq!(offered, ["5G", "1G"].map(|name| Spot::on("own", &name)), "1G takes it back");
}

#[test]
fn first_player_may_draft_a_guess_after_a_round() {
    let mut table = Table::new(&[]);
    let can_guess = |table: &Table| {
        let hand = State::touch(table.seen(ALICE), "").expect("it is her turn");
        hand.touches.iter().any(|touch| touch.at == Spot::Button("guess".to_owned()))
    };
    assert!(!can_guess(&table), "no round has ended");
    table.file(ALICE, "1A");
    table.file(BOB, "1A");
    table.file(ALICE, "");
    assert!(can_guess(&table));
    let mut touches = vec!["guess"];
    touches.extend(OTHER.split(' '));
    assert_eq!(asked(&table, &touches), format!("guess {OTHER}"));
}
