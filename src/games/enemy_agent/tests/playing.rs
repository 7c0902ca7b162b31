//! Playing the game, rules 1 to 5: dice, full counts, gray squares, occupied squares.

use super::table::{RED, table, table_with};
use crate::games::enemy_agent::illegal::Illegal;

#[test]
fn colored_die_is_the_number_of_people() {
    let mut table = table().dice(2, 3);
    assert_eq!(
        table.refuse("1 A1-B1-C1; 4 O1-N1-M1; I1 D2-D3-E3-F3").to_string(),
        "the dice let only 2 people move in this turn"
    );
    table.order("1 A1-B1-C1; 4 O1-N1-M1");
    assert!(table.is_turn_of(RED));
}

#[test]
fn regular_die_is_the_number_of_squares() {
    let table = table().dice(3, 5);
    assert!(matches!(table.refuse("1 A1-B1-C1-D1"), Illegal::Count { wanted: 5, read: 4, .. }));
    assert!(matches!(
        table.refuse("1 A1-B1-C1-D1-E1-F1"),
        Illegal::Count { wanted: 5, read: 6, .. }
    ));
    assert!(table.try_order("1 A1-B1-C1-D1-E1").is_ok());
}

#[test]
fn dice_allow_any_combination_of_people() {
    let mut table = table().dice(3, 5);
    table.order("1 A1-B1-C1-D1-E1; 4 O3-N3-M3-L3-K3; I1 D2-D3-C3-B3-A3-A2");
    assert_eq!(["1", "4", "I1"].map(|person| table.place(person)), ["E1", "K3", "A2"]);
    assert!(table.is_turn_of(RED));
}

#[test]
fn fewer_people_even_none_may_be_moved() {
    let mut one = table().dice(3, 5);
    one.order("1 A1-B1-C1-D1-E1");
    assert!(one.is_turn_of(RED));
    let mut none = table().dice(3, 5);
    assert_eq!(none.order("pass"), ["{0} passes"]);
    assert!(none.is_turn_of(RED));
}

#[test]
fn must_move_requires_as_many_people_as_possible() {
    let table = table_with(&[("must-move", "true")]).dice(2, 3);
    assert!(matches!(table.refuse("pass"), Illegal::MustMove(_)));
    assert!(matches!(table.refuse("1 A1-B1-C1"), Illegal::MustMove(_)));
    assert!(table.try_order("1 A1-B1-C1; 4 O1-N1-M1").is_ok());
}

#[test]
fn one_person_moves_once_in_a_turn() {
    let table = table().dice(2, 3);
    assert!(matches!(table.refuse("1 A1-B1-C1; 1 C1-D1-E1-F1"), Illegal::MovedAlready(_)));
}

#[test]
fn travelers_leave_by_any_adjoining_gray_square() {
    let table = table().dice(1, 1);
    for exit in ["1 A1", "1 A2", "1 A3", "4 O1", "4 O2", "4 O3", "I1 D2-D1", "I1 D2-D3"] {
        assert!(table.try_order(exit).is_ok(), "{exit}");
    }
    assert_eq!(
        table.refuse("1 B1").to_string(),
        "1's path must begin on one of these gray squares: A1, A2, A3"
    );
    assert!(matches!(table.refuse("4 A1"), Illegal::Exit { .. }));
}

#[test]
fn no_one_enters_a_house() {
    let table = table().put(&["1 A1", "I1 H1"]).dice(1, 2);
    assert!(matches!(table.refuse("I1 H1-H2-H3"), Illegal::NoSquare(_)));
}

#[test]
fn all_may_move_in_any_direction_turning_freely() {
    let table = table().put(&["1 D3"]).dice(1, 4);
    for path in ["1 D3-C3-B3-B4-B5", "1 D3-D2-D1-C1-B1", "1 D3-E3-F3-G3-H3"] {
        assert!(table.try_order(path).is_ok(), "{path}");
    }
    assert!(matches!(table.refuse("1 D3-C4-B4-B5-C5"), Illegal::NoSquare(_)));
    assert!(matches!(table.refuse("1 D3-B3-B4-B5-C5"), Illegal::NoStep { .. }));
}

#[test]
fn steps_are_orthogonal_unless_diagonal_is_set() {
    let usual = table().put(&["1 C3"]).dice(1, 1);
    assert!(matches!(usual.refuse("1 C3-B4"), Illegal::NoStep { .. }));
    let diagonal = table_with(&[("diagonal", "true")]).put(&["1 C3", "2 C5"]).dice(1, 1);
    assert!(diagonal.try_order("1 C3-B4").is_ok());
    assert!(matches!(diagonal.refuse("2 C5-D6"), Illegal::NoStep { .. }), "never through the wall");
}

#[test]
fn all_must_move_the_full_count() {
    let table = table().put(&["1 A5"]).dice(1, 2);
    assert!(matches!(table.refuse("1 A5-B5"), Illegal::Count { wanted: 2, read: 1, .. }));
    assert!(matches!(table.refuse("1 A5-B5-C5-D5"), Illegal::Count { wanted: 2, read: 3, .. }));
    assert!(table.try_order("1 A5-B5-C5").is_ok());
}

#[test]
fn person_continues_to_the_next_empty_square() {
    let mut table = table().put(&["1 A5", "2 C5", "7 D5"]).dice(1, 2);
    assert!(matches!(table.refuse("1 A5-B5-C5"), Illegal::Taken { .. }));
    assert!(
        matches!(table.refuse("1 A5-B5-C5-D5"), Illegal::Taken { .. }),
        "empty means without people of either side"
    );
    table.order("1 A5-B5-C5-D5-E5");
    assert_eq!(table.place("1"), "E5");
}

#[test]
fn the_mover_chooses_where_the_extra_steps_lead() {
    let table = table().put(&["1 C3", "2 B3"]).dice(1, 1);
    for path in ["1 C3-B3-A3", "1 C3-B3-B4"] {
        assert!(table.try_order(path).is_ok(), "{path}");
    }
    assert!(matches!(table.refuse("1 C3-B3-C3"), Illegal::Twice { .. }));
}

#[test]
fn extra_steps_do_not_lead_through_the_wall() {
    let table = table().put(&["1 C5", "2 D5"]).dice(1, 1);
    assert!(matches!(table.refuse("1 C5-D5-D6"), Illegal::OneDoorway(_)));
    assert!(table.try_order("1 C5-D5-E5").is_ok());
}

#[test]
fn extra_step_may_end_on_any_sentry_box() {
    let table = table().put(&["1 C5", "2 D5", "3 E5", "7 E5"]).dice(1, 1);
    assert!(table.try_order("1 C5-D5-E5").is_ok());
}

#[test]
fn move_without_a_next_empty_square_is_illegal() {
    let closed = table().put(&["1 A2", "2 A1", "3 B1", "4 C1", "5 D1", "7 E1", "I1 D2"]).dice(1, 1);
    assert!(matches!(closed.refuse("1 A2-A1-B1-C1-D1-D2"), Illegal::Taken { .. }));
    assert!(closed.try_order("1 A2-A1-B1-C1-D1-E1-F1").is_ok());
}

#[test]
fn more_than_nine_extra_squares_are_illegal() {
    let row = ["2 B5", "3 C5", "4 D5", "I1 F5", "I2 G5", "7 H5", "8 I5", "9 J5", "5 E4"];
    let table =
        table_with(&[("board", "short")]).put(&row).put(&["1 A5", "10 L5", "11 M5"]).dice(1, 1);
    assert!(matches!(
        table.refuse("1 A5-B5-C5-D5-E5-F5-G5-H5-I5-J5-K5-L5-M5-N5"),
        Illegal::Count { .. }
    ));
}

#[test]
fn path_never_repeats_a_square() {
    let table = table().put(&["1 B3"]).dice(1, 4);
    assert!(
        matches!(table.refuse("1 B3-C3-B3-A3-A2"), Illegal::Twice { .. }),
        "its starting square included"
    );
    assert!(matches!(table.refuse("1 B3-A3-A2-A3-B3"), Illegal::Twice { .. }));
}

#[test]
fn occupied_squares_count_on_the_way() {
    let mut table = table().put(&["1 A5", "2 B5", "7 C5", "8 B5"]).dice(1, 3);
    table.order("1 A5-B5-C5-D5");
    assert_eq!(table.place("1"), "D5");
}

#[test]
fn only_two_opposing_pieces_may_occupy_one_square() {
    let mut table = table().put(&["1 A5", "7 B5"]).dice(1, 1);
    table.order("1 A5-B5");
    assert_eq!(table.place("1"), "B5");
    let own = super::table::table().put(&["1 A5", "2 B5"]).dice(1, 1);
    assert!(matches!(own.refuse("1 A5-B5"), Illegal::Taken { .. }));
}

#[test]
fn any_number_may_wait_on_a_sentry_box_square() {
    let mut table = table().put(&["1 F5", "2 E5", "3 E5", "7 E5", "8 E5"]).dice(1, 1);
    table.order("1 F5-E5");
    assert_eq!(table.place("1"), "E5");
    assert!(!table.is_held("1"), "a person who only ended a count there is not held");
}
