//! Typed orders, and their canonical form.

use super::table::{path_of, table};
use crate::games::EnemyAgent;
use crate::games::enemy_agent::illegal::Illegal;
use crate::games::enemy_agent::orders::{Orders, Then};
use crate::games::enemy_agent::person::Person;
use crate::rules::{Game, Move};

fn written(table: &super::table::Table, typed: &str) -> String {
    let orders = table.read(typed).unwrap_or_else(|illegal| panic!("{typed}: {illegal}"));
    orders.write().join("; ")
}

#[test]
fn destination_is_completed_to_a_full_path() {
    let table = table().dice(3, 4);
    assert_eq!(written(&table, "3 to C3"), "3 A2-A3-B3-C3");
    assert_eq!(written(&table, "3 C3"), "3 A2-A3-B3-C3");
    assert!(matches!(table.read("3 to H3"), Err(Illegal::NoWay { .. })));
}

#[test]
fn path_begins_on_the_current_square() {
    let table = table().put(&["3 E10"]).dice(1, 4);
    assert_eq!(written(&table, "3 to A10"), "3 E10-D10-C10-B10-A10");
    assert_eq!(written(&table, "3 D10-C10-B10-A10"), "3 E10-D10-C10-B10-A10");
}

#[test]
fn spelling_is_free() {
    let table = table().put(&["9 D3", "1 C3"]).dice(3, 1);
    for typed in [
        "I1 D2-D3 arrest 9",
        "i1 to d3 arrest",
        "I1 \u{2013} D2\u{2013}D3 arrests 9",
        "move I1 d2 d3 arrest 9",
        "I1\u{a0}to \u{0414}3".replace('\u{0414}', "D").as_str(),
    ] {
        assert!(written(&table, typed).starts_with("I1 D2-D3"), "{typed}");
    }
    assert_eq!(written(&table, "1 to \u{0412}3; PASS"), "1 C3-B3; pass", "a Cyrillic B");
    assert_eq!(written(&table, "Ask 1, 2 and 3 ; wait"), "ask 1 2 3; wait");
}

#[test]
fn later_orders_see_where_the_earlier_lead() {
    let table = table().put(&["1 A5", "2 B5"]).dice(2, 1);
    assert_eq!(written(&table, "2 to C5; 1 to B5"), "2 B5-C5; 1 A5-B5");
    let behind_card = super::table::table().put(&["1 D5", "2 B5"]).dice(2, 2);
    assert_eq!(written(&behind_card, "1 to C6; 2 to D5"), "1 D5-D6-C6; 2 B5-C5-D5");
}

#[test]
fn over_finds_the_shortest_way_to_the_wall() {
    let table = table().put(&["1 A8"]).carrying("1").dice(2, 2);
    assert_eq!(
        path_of(&table.read("1 over").expect("a way")),
        ("A8-B8-B7-B6".to_owned(), Then::Over)
    );
}

#[test]
fn the_canonical_form_is_read_and_nothing_else() {
    let table = table();
    let parse = |entry: &str| Orders::parse(&[entry.to_owned()], &table.state);
    for entry in [
        "3 A2-A3-B3-C3",
        "I1 D2-D3 arrest 9",
        "9 F10-E10 ask",
        "ask 9",
        "ask 9 11",
        "4 D8-D7-E7-E6 over",
        "4 E6 over",
        "pass",
        "wait",
    ] {
        assert_eq!(parse(entry).map(|orders| orders.write()), Ok(vec![entry.to_owned()]));
    }
    for entry in [
        "3 to C3",
        "3 a2-a3",
        "3  A2",
        "ask",
        "ask 09",
        "3",
        "3 A2 ",
        "3 A02",
        "i1 D2-D3",
        "I1 D2-D3 arrest",
        "3 A2 ask now",
        "Pass",
        "13 A1",
        "I5 A1",
        "3 A100",
    ] {
        assert!(parse(entry).is_err(), "{entry}");
    }
}

#[test]
fn people_have_numbers_without_zeros() {
    for (text, read) in [("9", "9"), ("12", "12"), ("I2", "I2"), ("i4", "I4")] {
        assert_eq!(Person::read(text).map(|who| who.to_string()).as_deref(), Some(read));
    }
    for text in ["", "0", "09", "012", "13", "I", "I0", "I02", "I5", "A"] {
        assert_eq!(Person::read(text), None, "{text}");
    }
}

#[test]
fn unreadable_order_is_quoted() {
    let table = table().dice(1, 1);
    assert!(table.read("fly to A1").is_err_and(|illegal| {
        illegal.to_string().starts_with("`fly to A1` cannot be read as an order")
    }));
    assert!(table.read("1 to A1, 2 to A2").is_err_and(|illegal| {
        illegal.to_string().ends_with("put a semicolon between two orders")
    }));
    assert_eq!(table.read(" ; "), Err(Illegal::Nothing));
    assert!(matches!(table.read(&"pass;".repeat(30)), Err(Illegal::TooMany(_))));
    assert!(matches!(table.read("7 to A1"), Err(Illegal::NotYours(_))));
    assert!(matches!(table.try_order("1 A1; pass"), Err(Illegal::PassAfterMove)));
    assert!(matches!(table.read("1 to P1"), Err(Illegal::NoSquare(_))));
}

#[test]
fn errors_state_the_rule_and_a_valid_example() {
    let table = table().put(&["2 B3"]).dice(1, 4);
    assert_eq!(
        table.refuse("2 B3-C3").to_string(),
        "2 must move exactly 4 squares, not 1 (if the square at the end of the count is occupied, \
         continue to the next empty square)"
    );
    assert_eq!(
        table.refuse("2 to H1").to_string(),
        "2 has no path of exactly 4 squares to H1 (once any earlier orders have been carried out)"
    );
    let lists = |typed| EnemyAgent::piece_to_list(&table.refuse(typed));
    assert_eq!((lists("2 to H1"), lists("2 B3-C3")), (Some("2".to_owned()), None));
    let one = super::table::table().put(&["2 B3"]).dice(1, 1);
    assert!(
        one.refuse("2 B3-C3-D3-E3").to_string().starts_with("2 must move exactly 1 square, not 3")
    );
    assert!(
        one.refuse("2 to H1").to_string().starts_with("2 has no path of exactly 1 square to H1")
    );
}
