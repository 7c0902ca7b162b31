//! Legal moves, one test per rule.

use super::super::legal::Illegal;
use super::super::square::Square;
use super::super::step::{Stride, Strides};
use super::table::{ALICE, BOB, Table, at};

/// Creates a table with two pieces of each player, far from each other.
pub(super) fn four() -> Table {
    Table::with(&[], &[(ALICE, '3', "D4"), (ALICE, '1', "A1"), (BOB, '2', "D9"), (BOB, '1', "J10")])
}

#[test]
fn a_piece_moves_one_square_along_a_row_or_column() {
    let table = four();
    for to in ["D5", "D3", "C4", "E4"] {
        assert_eq!(table.fault(&format!("D4-{to}, A1-A2")), None);
    }
    for to in ["E5", "C3", "D6", "D4", "F4"] {
        assert!(
            matches!(table.fault(&format!("D4-{to}, A1-A2")), Some(Illegal::TooFar(_))),
            "{to}"
        );
    }
}

#[test]
fn no_piece_leaves_the_board() {
    let table = four();
    assert!(matches!(table.fault("D4-D11, A1-A2"), Some(Illegal::OffBoard(..))));
    assert!(matches!(table.fault("A1-A0, D4-D5"), Some(Illegal::OffBoard(..))));
    assert!(matches!(table.fault("A1-Z1, D4-D5"), Some(Illegal::OffBoard(..))));
    let small = Table::full(&[("size", "small")], 1);
    assert_eq!(
        small.fault("A2-A9").map(|fault| fault.to_string()),
        Some("there is no square A9. Columns go from A to H, rows from 1 to 8".to_owned())
    );
    let off = Strides(vec![Stride { from: Square::new(9, 9), to: Square::new(200, 255) }]);
    assert!(matches!(small.check(ALICE, &off), Err(Illegal::OffBoard(..))));
}

#[test]
fn no_piece_enters_a_volcano() {
    let mut table = four();
    table.volcano("D5");
    assert!(matches!(table.fault("D4-D5, A1-A2"), Some(Illegal::Volcano(_))));
}

#[test]
fn piece_enters_a_square_only_after_its_piece_left() {
    let mut table = four();
    table.put(ALICE, '2', "D5");
    assert!(matches!(table.fault("D4-D5, A1-A2"), Some(Illegal::Occupied(_))));
    assert_eq!(table.fault("D5-D6, D4-D5"), None);
    assert!(
        matches!(table.fault("D4-D5, D5-D6"), Some(Illegal::Occupied(_))),
        "in the order written"
    );
    assert_eq!(table.fault("D4-E4, D5-E5"), None);
    table.put(ALICE, '2', "E5");
    assert!(
        matches!(table.fault("D4-E4, E5-E4"), Some(Illegal::Occupied(_))),
        "the first piece is there now"
    );
}

#[test]
fn only_own_pieces_move() {
    let table = four();
    assert!(matches!(table.fault("D9-D8, A1-A2"), Some(Illegal::NotYours(_))));
    assert!(matches!(table.fault("E4-E5, A1-A2"), Some(Illegal::NoPiece(_))));
    let strides = table.read("D4-D5, A1-A2").expect("a move");
    assert_eq!(table.check(BOB, &strides), Err(Illegal::NotNow(BOB)));
}

#[test]
fn two_different_pieces_move_in_a_turn() {
    let table = four();
    assert!(matches!(table.fault("D4-D5, D5-D6"), Some(Illegal::SamePiece(_))));
    assert!(matches!(table.fault("D4-D5, D4-E4"), Some(Illegal::SamePiece(_))));
    assert!(matches!(table.fault("D4-D5"), Some(Illegal::SecondDue(_))));
    assert!(matches!(table.fault("pass"), Some(Illegal::CanMove(_))));
    assert!(matches!(table.fault("D4-D5, A1-A2, D5-D6"), Some(Illegal::TooMany(2))));
    let mut steps = table.read("D4-D5, A1-A2").expect("a move").0;
    steps.push(steps[0]);
    assert_eq!(table.check(ALICE, &Strides(steps)), Err(Illegal::TooMany(2)));
}

#[test]
fn the_fast_game_has_one_move_a_turn() {
    let mut table = Table::empty(&[("moves-per-turn", "1")]);
    table.put(ALICE, '3', "D4");
    table.put(ALICE, '3', "A1");
    table.put(BOB, '3', "D9");
    assert_eq!(table.fault("D4-D5, A1-A2"), Some(Illegal::TooMany(1)));
    table.go("D4-D5");
    assert_eq!(table.actor(), BOB);
}

#[test]
fn mines_and_headquarters_never_move() {
    let mut table = four();
    table.put(ALICE, 'M', "F1");
    table.put(ALICE, 'H', "H1");
    for typed in ["F1-F2, A1-A2", "A1-A2, H1-H2"] {
        let strides = table.read(typed).expect("a move");
        assert_eq!(table.check(ALICE, &strides), Ok(()), "the public cannot tell");
        assert!(matches!(table.check_own(ALICE, &strides), Err(Illegal::Fixed(..))));
    }
    let mut open = Table::empty(&[("open", "true")]);
    open.put(ALICE, 'M', "F1");
    open.put(ALICE, '1', "A1");
    let strides = open.read("F1-F2, A1-A2").expect("a move");
    assert!(
        matches!(open.check(ALICE, &strides), Err(Illegal::Fixed(..))),
        "all players can in the open game"
    );
}

#[test]
fn a_piece_may_not_go_straight_back_but_later() {
    // A piece that moved from X to Y can't go back to X in the next turn. In the turn after that,
    // it can go back if it stayed on Y.
    let mut table = four();
    table.put(ALICE, '1', "J1");
    table.go("D4-D5, A1-A2");
    table.go("D9-D8, J10-J9");
    assert!(matches!(table.fault("D5-D4, J1-J2"), Some(Illegal::NoReturn(_))));
    assert!(
        matches!(table.fault("J1-J2, A2-A1"), Some(Illegal::NoReturn(_))),
        "nor with the second move"
    );
    table.go("J1-J2, A2-A3");
    table.go("D8-C8, J9-J8");
    assert_eq!(table.fault("D5-D4, J2-J3"), None, "it stayed a turn");
    assert!(matches!(table.fault("J2-J1, D5-D4"), Some(Illegal::NoReturn(_))));
    // A piece that went on from Y to Z in the next turn can't go back to Y in the turn after that.
    assert!(matches!(table.fault("A3-A2, D5-D4"), Some(Illegal::NoReturn(_))));
    assert_eq!(table.fault("A3-B3, D5-D4"), None);
}

#[test]
fn another_piece_may_enter_the_square_just_left() {
    let mut table = four();
    table.put(ALICE, '2', "D3");
    table.go("D4-D5, A1-A2");
    table.go("D9-D8, J10-J9");
    assert_eq!(table.fault("D3-D4, A2-A3"), None);
}

#[test]
fn going_back_is_barred_also_to_capture() {
    let pieces = [(ALICE, '5', "D5"), (ALICE, '1', "A1"), (BOB, '2', "C5"), (BOB, '1', "J10")];
    let mut table = Table::with(&[], &pieces);
    table.go("D5-D6, A1-A2");
    table.go("C5-D5, J10-J9");
    assert!(matches!(table.fault("D6-D5, A2-A3"), Some(Illegal::NoReturn(_))));
}

#[test]
fn a_piece_that_took_may_not_go_straight_back_either() {
    let pieces = [
        (ALICE, '5', "D5"),
        (ALICE, '1', "A1"),
        (BOB, '2', "D6"),
        (BOB, '1', "J10"),
        (BOB, '1', "J8"),
    ];
    let mut table = Table::with(&[], &pieces);
    table.go("D5-D6, A1-A2");
    table.go("J10-J9, J8-J7");
    assert!(matches!(table.fault("D6-D5, A2-A3"), Some(Illegal::NoReturn(_))));
}

#[test]
fn a_pass_lifts_the_bar() {
    let mut table = Table::empty(&[]);
    table.put(ALICE, '3', "A2");
    table.put(BOB, '3', "J10");
    table.go("A2-A1");
    table.go("J10-J9");
    table.volcano("B1");
    assert_eq!(table.fault("pass"), None, "the only way is back");
    assert!(matches!(table.fault("A1-A2"), Some(Illegal::NoReturn(_))));
    table.go("pass");
    table.go("J9-J8");
    assert_eq!(table.fault("A1-A2"), None);
}

#[test]
fn second_move_is_optional_only_on_the_same_target() {
    let mut table = Table::empty(&[]);
    table.put(ALICE, '3', "D4");
    table.put(ALICE, '1', "B5");
    let target = table.put(BOB, '5', "C4");
    // Volcanoes on all squares next to B5: A5, B6, C5 and B4.
    for volcano in ["A5", "B6", "C5", "B4"] {
        table.volcano(volcano);
    }
    assert_eq!(table.fault("D4-C4"), None, "B5 cannot move at all");
    table.state.pieces[BOB].get_mut(&target).expect("a piece").at = Some(at("D5"));
    table.state.volcanoes = vec![at("A5"), at("B6"), at("B4")];
    assert!(matches!(table.fault("D4-D5"), Some(Illegal::SecondDue(_))), "B5-C5 is possible");
    table.state.volcanoes.clear();
    let mut table = Table::empty(&[]);
    table.put(ALICE, '3', "D4");
    table.put(ALICE, '1', "C5");
    table.put(BOB, '5', "D5");
    for volcano in ["B5", "C6", "C4"] {
        table.volcano(volcano);
    }
    assert_eq!(table.fault("D4-D5"), None, "C5 could only follow onto D5");
    assert_eq!(table.fault("D4-D5, C5-D5"), None, "it may, though");
    assert!(
        matches!(table.fault("D4-D3"), Some(Illegal::SecondDue(_))),
        "if the first goes elsewhere, the attack is due"
    );
}

#[test]
fn false_pass_of_a_moved_piece_is_found_immediately() {
    let mut table = four();
    let pass = Strides(Vec::new());
    assert_eq!(table.check(ALICE, &pass), Ok(()), "all of them might be Mines");
    assert!(matches!(table.check_own(ALICE, &pass), Err(Illegal::CanMove(_))));
    table.go("D4-D5, A1-A2");
    table.go("D9-D8, J10-J9");
    assert!(matches!(table.check(ALICE, &pass), Err(Illegal::CanMove(_))));
    let one = table.read("D5-D6").expect("a move");
    assert!(matches!(table.check(ALICE, &one), Err(Illegal::SecondDue(_))));
}
