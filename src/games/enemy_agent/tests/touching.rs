//! Drafting orders by selecting: the draft after each selection.

use super::table::{BLUE, RED, Table, table};
use crate::games::conformance::{self, Dice, drafted};
use crate::games::enemy_agent::{EnemyAgent, State};
use crate::rules::{Hand, Pointing, Spot};

fn ordered(table: &Table, touches: &[&str]) -> String {
    drafted(|draft| State::touch(table.seen(BLUE), draft), touches)
}

fn hand(table: &Table, draft: &str) -> Hand {
    State::touch(table.seen(BLUE), draft).expect("a draft")
}

fn hidden(draft: &str) -> Option<Hand> {
    let options = conformance::options::<EnemyAgent>(&[], 2);
    State::touch_setup(&options, BLUE, draft, &mut Dice(1))
}

#[test]
fn person_is_selected_by_square_or_by_number() {
    let hand = hand(&table().put(&["1 A2"]).dice(2, 2), "");
    let at = |spot: &Spot| hand.touches.iter().any(|touch| touch.at == *spot);
    assert!(at(&Spot::on("board", &"A2")));
    assert!(!at(&Spot::Piece("1".to_owned())));
    assert!(at(&Spot::Piece("2".to_owned())), "in the Hotel");
    assert!(!at(&Spot::Piece("7".to_owned())), "of the other side");
}

#[test]
fn a_person_goes_where_the_next_touch_says() {
    let table = table().put(&["1 A2"]).dice(1, 2);
    assert_eq!(ordered(&table, &["A2"]), "1 ");
    let order = ordered(&table, &["A2", "B3"]);
    assert_eq!(order, "1 A2-A3-B3");
    assert!(hand(&table, &order).ready);
    let more = "More people may move: select one, or finish the turn";
    assert_eq!(hand(&table, &order).verb, "finish turn");
    assert!(!hand(&table, &order).says.contains(more));
    let two = self::table().put(&["1 A2"]).dice(2, 2);
    assert!(hand(&two, &order).says.contains(more));
    assert_eq!(ordered(&table, &["A2", "B3", "take back"]), "");
    assert_eq!(ordered(&table, &["A2", "A2"]), "", "he stays");
}

#[test]
fn path_can_be_drafted_square_by_square() {
    let table = table().put(&["1 A2"]).dice(1, 2);
    assert_eq!(ordered(&table, &["A2", "square by square"]), "1 A2-");
    assert_eq!(ordered(&table, &["A2", "square by square", "A3"]), "1 A2-A3-");
    assert_eq!(ordered(&table, &["A2", "square by square", "A3", "B3"]), "1 A2-A3-B3");
}

#[test]
fn another_way_leads_to_the_same_square() {
    // In both directions around the block, the path has six squares.
    let table = table().put(&["1 B3"]).dice(1, 6);
    let ways = ["1 B3-B4-B5-C5-D5-E5-F5", "1 B3-C3-D3-E3-F3-F4-F5"];
    let one = ordered(&table, &["B3", "F5"]);
    let other = ordered(&table, &["B3", "F5", "another way"]);
    assert!(ways.contains(&one.as_str()) && ways.contains(&other.as_str()), "{one}, {other}");
    assert_ne!(one, other);
    assert_eq!(ordered(&table, &["B3", "F5", "another way", "another way"]), one);
}

#[test]
fn a_traveler_who_landed_before_a_building_asks() {
    let front = |table: &Table| table.state.board().front(RED, 3)[0].to_string();
    let square = front(&table());
    let table = table().put(&[&format!("1 {square}")]).landed("1").dice(1, 2);
    assert_eq!(ordered(&table, &["ask 1"]), "ask 1");
    assert!(hand(&table, "ask 1").ready, "an Agent must answer, so the turn stays open");
}

#[test]
fn hotel_guests_can_be_selected() {
    let fresh = table().dice(1, 2);
    assert_eq!(ordered(&fresh, &["hotel"]), "hotel ");
    assert_eq!(ordered(&fresh, &["hotel", "6", "1"]), "hotel 1 6 ");
    let order = ordered(&fresh, &["hotel", "6", "1", "4"]);
    assert_eq!(order, "hotel 1 4 6");
    assert!(hand(&fresh, &order).ready);
    assert_eq!(ordered(&fresh, &["hotel", "6", "1", "4", "6", "A2"]), "hotel 1 4 6; 6 A1-A2");
    let moved = table().put(&["1 A2"]).dice(1, 2);
    assert!(hand(&moved, "").touches.iter().all(|touch| touch.at != Spot::Button("hotel".into())));
}

#[test]
fn agents_and_the_plan_are_chosen() {
    assert_eq!(drafted(hidden, &["5", "1"]), "agents 1 5");
    assert_eq!(drafted(hidden, &["5", "1", "5"]), "agents 1");
    let whole = drafted(hidden, &["5", "building 3", "1", "building 2", "3"]);
    assert_eq!(whole, "agents 1 3 5; plan 2");
    assert!(hidden(&whole).expect("a dossier").ready);
}
