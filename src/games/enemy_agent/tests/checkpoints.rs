//! Checkpoints: going through a Doorway, cases A, B and C, and the cards.

use super::table::{BLUE, RED, Table, table, table_with, who};
use crate::games::enemy_agent::Card;
use crate::games::enemy_agent::illegal::Illegal;
use crate::rules::{AsJson as _, Show as _};

#[test]
fn travelers_cross_only_through_a_checkpoint() {
    let table = table().put(&["1 C5"]).dice(1, 1);
    assert!(
        matches!(table.refuse("1 C5-C6"), Illegal::NoStep { .. }),
        "the wall is closed elsewhere"
    );
}

#[test]
fn travelers_stop_at_the_checkpoint_going_in() {
    let mut table = table().put(&["2 B5"]).dice(1, 4);
    table.order("2 B5-C5-D5-D6-C6");
    assert_eq!(table.place("2"), "B5", "the card decides");
    table.pass_card();
    assert_eq!(table.place("2"), "C6");
}

#[test]
fn travelers_stop_at_the_checkpoint_going_out() {
    let mut table = table().put(&["2 C6"]).dice(1, 3);
    table.order("2 C6-D6-D5-C5");
    table.stop_card();
    assert_eq!((table.place("2").as_str(), table.is_held("2")), ("E6", true), "on the near side");
}

#[test]
fn walking_over_a_circle_along_the_wall_needs_no_stop() {
    let mut table = table().put(&["2 C5"]).dice(1, 3);
    table.order("2 C5-D5-E5-F5");
    assert!(table.is_turn_of(RED));
    assert_eq!(table.place("2"), "F5");
}

#[test]
fn case_a_pass_moves_on_the_remaining_number_of_squares() {
    let mut table = table().put(&["2 C5"]).dice(1, 5);
    table.order("2 C5-D5-D6-C6-B6-A6");
    let events = table.pass_card();
    assert_eq!(events[0], "the card for 2 was PASS: 2 continues to A6");
    assert!(table.is_turn_of(RED), "the opponent's turn follows in this file");
}

#[test]
fn case_a_ignores_the_movers_piece_on_the_circle() {
    let mut table = table().put(&["2 C5", "3 D5", "7 D5"]).dice(1, 3);
    table.order("2 C5-D5-D6-E6");
    table.pass_card();
    assert_eq!(table.place("2"), "E6");
}

#[test]
fn case_a_do_not_pass_ends_the_move_in_the_sentry_box() {
    let mut table = table().put(&["2 C5", "3 A5"]).dice(3, 4);
    table.order("2 C5-D5-D6-C6-B6; 3 A5-B5-C5-D5-E5");
    let events = table.stop_card();
    assert_eq!(
        events,
        [
            "the card for 2 was DO NOT PASS: 2 waits in the sentry box, E5",
            "that ends the turn and voids `3 A5-B5-C5-D5-E5`"
        ]
    );
    assert_eq!((table.place("2").as_str(), table.place("3").as_str()), ("E5", "A5"));
    assert!(table.is_turn_of(RED));
}

#[test]
fn case_a_do_not_pass_leaves_the_other_people() {
    let mut table =
        table_with(&[("stop-card-ends-turn", "false")]).put(&["2 C5", "3 A5"]).dice(2, 4);
    table.order("2 C5-D5-D6-C6-B6; 3 A5-B5-C5-D5-E5");
    table.stop_card();
    assert_eq!(table.place("3"), "E5");
    assert_eq!(table.state.people_left(), 0, "3 counts as one of the people");
}

#[test]
fn case_b_waits_after_reaching_a_checkpoint_by_exact_count() {
    let mut table = table().put(&["2 B5"]).dice(1, 2);
    table.order("2 B5-C5-D5");
    assert!(table.is_turn_of(RED), "no card is drawn");
    assert_eq!((table.place("2").as_str(), table.is_held("2")), ("D5", false));
}

#[test]
fn case_c_draws_the_card_after_the_dice() {
    let mut table = table().put(&["2 D5"]).dice(1, 3);
    table.order("2 D5-D6-C6-B6");
    table.pass_card();
    assert_eq!(table.place("2"), "B6", "2 moves as in any regular throw");
}

#[test]
fn case_c_counts_from_the_far_circle() {
    let mut table = table().put(&["2 E5"]).held("2").dice(1, 1);
    table.order("2 E5-D6");
    table.pass_card();
    assert_eq!((table.place("2").as_str(), table.is_held("2")), ("D6", false));
}

#[test]
fn case_c_do_not_pass_lets_other_people_move() {
    let mut table = table().put(&["2 D5", "3 A5"]).dice(1, 4);
    table.order("2 D5-D6-C6-B6-A6; 3 A5-B5-C5-D5-E5");
    table.stop_card();
    assert_eq!(
        (table.place("2").as_str(), table.place("3").as_str()),
        ("E5", "E5"),
        "the failed try used up no person"
    );
    assert!(table.is_held("2") && !table.is_held("3"));
}

#[test]
fn case_c_do_not_pass_leaves_the_traveler_there() {
    let mut table = table().put(&["2 E5"]).held("2").dice(1, 4);
    table.order("2 E5-D6-C6-B6-A6");
    table.stop_card();
    assert_eq!((table.place("2").as_str(), table.is_held("2")), ("E5", true));
}

#[test]
fn a_failed_try_may_use_a_person() {
    let mut table =
        table_with(&[("failed-try-uses-person", "true")]).put(&["2 D5", "3 A5"]).dice(1, 4);
    assert!(
        matches!(table.refuse("2 D5-D6-C6-B6-A6; 3 A5-B5-C5-D5-E5"), Illegal::NobodyLeft(1)),
        "no outcome allows it"
    );
    table.order("2 D5-D6-C6-B6-A6");
    table.stop_card();
    assert!(table.is_turn_of(RED));
}

#[test]
fn held_traveler_waits_for_a_pass_card() {
    let mut table = table().put(&["2 D5"]).dice(3, 1);
    table.order("2 D5-D6; wait");
    table.stop_card();
    assert!(table.is_open_for(BLUE));
    assert!(matches!(table.refuse("2 E5-D6"), Illegal::TriedAlready(_)), "not in the same turn");
    table.order("pass");
    table.next_turn_of(BLUE);
    table.throw(1, 1);
    assert!(matches!(table.refuse("2 E5-F5"), Illegal::Held(_)), "2 cannot walk away");
    table.order("2 E5-D6");
    table.pass_card();
    assert_eq!(table.place("2"), "D6");
}

#[test]
fn traveler_who_only_stopped_in_the_box_may_leave() {
    let table = table().put(&["2 E5"]).dice(1, 1);
    for path in ["2 E5-F5", "2 E5-D5", "2 E5-D6"] {
        assert!(table.try_order(path).is_ok(), "{path}");
    }
}

#[test]
fn from_a_circle_a_traveler_may_walk_away() {
    let mut table = table().put(&["2 D5"]).dice(1, 2);
    table.order("2 D5-C5-B5");
    assert_eq!(table.place("2"), "B5");
}

#[test]
fn each_traveler_tries_at_most_once_per_turn() {
    let people = ["1 D5", "2 L5"];
    let two = table().put(&people).dice(2, 1);
    assert!(two.try_order("1 D5-D6; 2 L5-L6").is_ok());
    assert!(matches!(
        two.refuse("1 D5-D6; 1 D5-D6"),
        Illegal::TriedAlready(_) | Illegal::NotThere { .. } | Illegal::MovedAlready(_)
    ));
    let one = table().put(&["1 D5", "2 L5"]).dice(1, 1);
    assert!(matches!(
        one.refuse("1 D5-D6; 2 L5-L6"),
        Illegal::NobodyLeft(1) | Illegal::NoMoreCards(1)
    ));
}

#[test]
fn one_card_is_drawn_for_each_crossing() {
    let table = table().put(&["2 D5"]).dice(1, 3);
    assert!(matches!(table.refuse("2 D5-D6-D5-C5"), Illegal::OneDoorway(_)));
}

#[test]
fn inspectors_are_not_allowed_to_go_through_a_checkpoint() {
    let table = table().put(&["I1 D5"]).dice(1, 2);
    assert!(matches!(table.refuse("I1 D5-D6-C6"), Illegal::InspectorCrosses(_)));
    assert!(table.read("I1 to D6").is_err());
}

#[test]
fn inspectors_leave_a_circle_after_one_turn() {
    let mut table = table().put(&["I1 C5"]).dice(2, 1);
    table.order("I1 C5-D5");
    table.throw(1, 1);
    table.order("pass");
    table.throw(2, 1);
    assert!(matches!(table.refuse("pass"), Illegal::CircleFirst(_)));
    assert!(matches!(table.refuse("1 A1; I1 D5-C5"), Illegal::CircleFirst(_)), "first of all");
    assert!(table.try_order("I1 D5-C5; 1 A1").is_ok());
}

#[test]
fn two_inspectors_leave_circles_if_the_dice_allow() {
    let both = ["I1 D5", "I2 L5"];
    assert!(table().put(&both).dice(1, 1).try_order("I2 L5-M5").is_ok());
    assert!(matches!(table().put(&both).dice(2, 1).refuse("I2 L5-M5"), Illegal::CircleFirst(_)));
}

#[test]
fn card_is_unknown_to_the_mover_and_needs_no_email() {
    let mut table = table().put(&["2 D5"]).dice(1, 1);
    table.order("2 D5-D6");
    table.card(Card::Pass);
    assert!(table.is_turn_of(RED), "the opponent's dice and move follow in this file");
}

#[test]
fn orders_after_a_card_are_checked_later() {
    let mut table = table().put(&["1 D5", "3 B5"]).dice(1, 2);
    table.order("1 D5-D6-E6; 3 B5-C5-D5");
    let events = table.pass_card();
    assert_eq!(events[1], "`3 B5-C5-D5` is void: the dice let only 1 person move in this turn");
    assert_eq!(table.place("3"), "B5");
}

#[test]
fn orders_that_no_result_allows_are_refused() {
    let table = table().put(&["2 C5", "3 A5"]).dice(1, 3);
    assert!(
        matches!(table.refuse("2 C5-D5-D6-C6; 3 A5-B5-C5-D5"), Illegal::NobodyLeft(1)),
        "PASS uses the person, DO NOT PASS ends the turn"
    );
}

#[test]
fn wait_keeps_the_turn_open_for_the_card() {
    let mut table = table().put(&["2 D5", "3 A5"]).dice(2, 1);
    table.order("2 D5-D6; wait");
    table.pass_card();
    assert!(table.is_open_for(BLUE));
    table.order("3 A5-B5");
    assert!(table.is_turn_of(RED));
}

#[test]
fn wait_does_not_undo_a_card_that_ends_the_turn() {
    let mut table = table().put(&["2 C5", "3 A5"]).dice(2, 3);
    table.order("2 C5-D5-D6-E6; wait");
    table.stop_card();
    assert!(table.is_turn_of(RED));
}

#[test]
fn wait_is_refused_without_anything_to_wait_for() {
    let table = table().put(&["2 C5", "3 D5"]).dice(1, 1);
    assert_eq!(table.refuse("2 C5-B5; wait"), Illegal::NothingToWaitFor);
    assert_eq!(table.refuse("wait"), Illegal::NothingToWaitFor);
    assert!(table.try_order("3 D5-D6; wait").is_ok(), "a failed try leaves a person");
    assert!(matches!(table.refuse("wait; 2 C5-B5"), Illegal::NotLast("wait")));
    let spent = table_with(&[("stop-cards", "0")]).put(&["3 D5"]).dice(1, 1);
    assert_eq!(spent.refuse("3 D5-D6; wait"), Illegal::NoUseToWait);
}

#[test]
fn traveler_without_a_remaining_card_need_not_move() {
    let blue = ["1", "3", "4", "5", "6", "I1", "I2"];
    let must = [("must-move", "true")];
    let mut table = table_with(&must).without(&blue).put(&["2 E6"]).held("2").dice(3, 2);
    // While a card can still be drawn, the Traveler must try the Doorway.
    assert_eq!(table.refuse("pass"), Illegal::MustMove(who("2")));
    let listed = |table: &Table| table.state.moves_of(table.seen(BLUE), "2").expect("a list");
    let through = |table: &Table| {
        listed(table).expect("lines").iter().any(|line| line.contains("through the doorway"))
    };
    assert!(through(&table));
    table.state.cards = 3;
    assert!(!through(&table), "no card is left for the path");
    assert!(matches!(table.refuse("2 to C5"), Illegal::NoMoreCards(3)));
    table.order("pass");
    assert!(table.is_turn_of(RED));
}

#[test]
fn arrested_traveler_is_no_longer_held() {
    let mut table = table().put(&["7 D3"]).held("7").dice(1, 1);
    table.order("I1 D2-D3 arrest 7");
    table.answer();
    let json = table.state.json(&table.shown);
    let seven = json["people"].as_array().expect("people").iter().find(|one| one["who"] == "7");
    assert_eq!(
        seven.map(|seven| (&seven["place"], &seven["held"])),
        Some((&serde_json::json!("out"), &serde_json::json!(false)))
    );
}
