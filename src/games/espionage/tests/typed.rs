//! Typed moves, their canonical form, and messages about illegal moves.

use super::super::legal::Illegal;
use super::super::step::Strides;
use super::moves::four;
use super::table::ALICE;
use crate::rules::Move;

#[test]
fn moves_are_typed_in_many_ways_and_written_in_one() {
    let table = four();
    let due = table.read("D4-D5, A1-A2").expect("a move");
    for typed in [
        "d4-d5,a1-a2",
        "D4 D5 A1 A2",
        "d4d5 a1a2",
        "D4xD5; a1 to a2",
        "D4:D5, A1->A2",
        "D4\u{2013}D5,\u{a0}A1\u{2014}A2",
        "\u{201c}D4-D5, \u{410}1-\u{410}2\u{201d}",
        "D4-D5 and then A1-A2",
    ] {
        assert_eq!(table.read(typed), Ok(due.clone()), "{typed}");
    }
    let entries = due.write();
    assert_eq!(entries, ["D4-D5", "A1-A2"]);
    assert_eq!(Strides::parse(&entries, &table.state), Ok(due));
    assert_eq!(table.read(" PASS "), Ok(Strides(Vec::new())));
    assert_eq!(Strides(Vec::new()).write(), ["pass"]);
}

#[test]
fn invalid_move_cannot_be_read() {
    let table = four();
    for typed in [
        "",
        "D4",
        "D4-D5-D6",
        "hello",
        "D-D5",
        "44-D5",
        "D4-D5!A1\u{2603}A2",
        "draw",
        "X",
        "D4-D5, pass",
    ] {
        assert!(matches!(table.read(typed), Err(Illegal::Unreadable(_))), "{typed}");
    }
    for entries in [
        &["d4-d5"][..],
        &["D4-D5 "],
        &["D4xD5"],
        &["D4-D5", "pass"],
        &[],
        &["D4-D5", "A1-A2", "A2-A3"],
        &["D4-D5, A1-A2"],
    ] {
        let entries: Vec<String> = entries.iter().map(|entry| (*entry).to_owned()).collect();
        assert!(Strides::parse(&entries, &table.state).is_err(), "{entries:?}");
    }
}

#[test]
fn illegal_moves_say_why() {
    let table = four();
    for (typed, due) in [
        ("D4-D6, A1-A2", "D4-D6: a piece moves one square along a row or a column"),
        (
            "D4 D5 hi",
            "\"D4 D5 hi\" cannot be read. Write a move as two squares, such as D4-D5, and put a \
             comma between two moves: D4-D5, F2-F3",
        ),
    ] {
        assert_eq!(table.fault(typed).expect("a fault").to_string(), due);
    }
    let second = table.fault("D4-D5").expect("a fault").to_string();
    let due = "a turn is two moves of different pieces, and a second move is possible: A1-";
    assert!(second.starts_with(due) && second.ends_with(", for example"), "{second}");
}

/// A planned move may start from a square that is empty now, but volcanoes and distances stay.
#[test]
fn planned_moves_keep_to_the_squares() {
    let mut table = four();
    table.volcano("D5");
    let planned = |typed: &str| Strides::check_planned(typed, &table.seen(ALICE));
    for typed in ["D4-E4", "F2-F3, D4-E4", "pass"] {
        assert_eq!(planned(typed), Ok(()), "{typed}");
    }
    assert!(matches!(planned("D4-D5"), Err(Illegal::Volcano(_))));
    assert!(matches!(planned("D4-F4"), Err(Illegal::TooFar(_))));
    assert!(matches!(planned("A1-A2, A2-A3"), Err(Illegal::SamePiece(_))));
    assert!(matches!(planned("A1-A0"), Err(Illegal::OffBoard(..))));
}
