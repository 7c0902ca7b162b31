//! Finding the Master Plan.

use super::table::{BLUE, RED, table, who};
use crate::games::enemy_agent::illegal::Illegal;
use crate::games::enemy_agent::person::{Answer, Item, Question, Value};
use crate::rules::{Opening, Position};

/// Red's plan is in Red 3. The squares in front of this Building are J10 and K10.
#[test]
fn travelers_land_on_shaded_squares_by_exact_count() {
    for (from, path) in [("I10", "1 I10-J10 ask"), ("L10", "1 L10-K10 ask")] {
        let mut table = table().put(&[&format!("1 {from}")]).dice(1, 1);
        table.order(path);
        assert_eq!(table.question().to_string(), "the plan in Red 3, asked for by {0}'s Agent 1");
    }
}

#[test]
fn not_before_ones_own_building() {
    let table = table().put(&["1 A1"]).dice(1, 1);
    assert!(matches!(table.refuse("1 A1-B1 ask"), Illegal::MayNotAsk(_)));
}

#[test]
fn continuing_from_an_occupied_square_is_not_exact() {
    let mut table = table().put(&["1 I10", "2 J10"]).dice(1, 1);
    assert!(matches!(table.refuse("1 I10-J10-K10 ask"), Illegal::MayNotAsk(_)));
    table.order("1 I10-J10-K10");
    table.next_turn_of(BLUE);
    table.throw(1, 1);
    assert!(matches!(table.refuse("ask 1"), Illegal::MayNotAsk(_)));
}

#[test]
fn the_player_may_ask_immediately() {
    let mut table = table().put(&["1 I10"]).dice(1, 1);
    table.order("1 I10-J10 ask");
    assert_eq!(table.opened, ["passport-1 agent"], "the passport is shown in the same file");
    assert_eq!(table.answer().0, Answer(Value::Holds(true)));
    assert_eq!(table.opened, ["building-3 plan"]);
    assert!(table.is_turn_of(RED), "Red's turn follows in this file");
}

#[test]
fn player_may_ask_at_the_start_of_a_later_turn() {
    let mut table = table().put(&["1 I10"]).dice(1, 1);
    table.order("1 I10-J10");
    assert!(table.is_turn_of(RED), "not asking reveals nothing");
    assert!(table.opened.is_empty());
    table.next_turn_of(BLUE);
    table.throw(2, 3);
    assert!(
        matches!(table.refuse("2 to A3; ask 1"), Illegal::MayNotAsk(_)),
        "at its beginning only"
    );
    table.order("ask 1");
    table.answer();
    assert!(table.is_open_for(BLUE), "the turn stays open, with the same dice");
    assert_eq!(table.state.throw().squares, 3);
}

/// If it is public whether a Building holds the plan, an inquiry there needs no answer, so a move
/// can't consist of the inquiry alone.
#[test]
fn single_inquiry_for_public_items_is_refused() {
    let mut table = table().put(&["1 E10", "2 A1"]).landed("1").dice(2, 1);
    table.shown.open(&Opening::new(RED, Item::Building(2), Value::Holds(false)));
    assert!(matches!(table.refuse("ask 1"), Illegal::NothingOwed));
    table.order("ask 1; 2 to A2");
}

/// Whether a Traveler may ask depends on the orders before the inquiry. A landing in the same turn
/// counts, even after other moves; a landing in an earlier turn no longer counts once anyone has
/// moved.
#[test]
fn a_landing_earlier_in_the_same_file_counts() {
    let moves = "1 I10-J10; 2 to A2; ask 1";
    let mut same = table().put(&["1 I10", "2 A1"]).dice(2, 1);
    same.order(moves);
    assert_eq!(same.question().to_string(), "the plan in Red 3, asked for by {0}'s Agent 1");

    let mut earlier = table().put(&["1 E10", "2 A1"]).landed("1").dice(2, 1);
    assert!(matches!(earlier.refuse("2 to A2; ask 1"), Illegal::MayNotAsk(_)));
    earlier.order("ask 1; 2 to A2");
    assert_eq!(earlier.question().to_string(), "the plan in Red 2, asked for by {0}'s Agent 1");

    let before = table().put(&["1 I10", "2 A1"]).dice(2, 1);
    assert!(matches!(before.refuse("ask 1; 1 I10-J10"), Illegal::MayNotAsk(_)), "2 may have moved");
}

#[test]
fn traveler_asks_once_per_landing_and_only_there() {
    let mut table = table().put(&["1 E10"]).landed("1").dice(2, 1);
    table.order("ask 1");
    assert_eq!(table.answer().0, Answer(Value::Holds(false)));
    assert!(matches!(table.refuse("ask 1"), Illegal::MayNotAsk(_)));
    table.order("1 E10-F10");
    let moved = super::table::table().put(&["1 E10"]).landed("1").dice(2, 1);
    assert!(matches!(moved.refuse("1 E10-D10; ask 1"), Illegal::MayNotAsk(_)));
}

#[test]
fn inquiry_opens_the_travelers_passport() {
    let mut table = table().put(&["2 I10"]).dice(1, 1);
    table.order("2 I10-J10 ask");
    assert_eq!(table.opened, ["passport-2 tourist"]);
}

#[test]
fn tourist_gets_no_answer() {
    let mut table = table().put(&["2 I10"]).dice(1, 1);
    let events = table.order("2 I10-J10 ask");
    let text = "{0}'s Traveler 2, a TOURIST, asks for the plan in Red 3 and gets no answer";
    assert_eq!(events[1], text);
    assert!(table.is_turn_of(RED), "no answer is due");
    assert_eq!(table.hidden_in(RED, 3), None);
}

#[test]
fn agent_gets_is_or_is_not() {
    for (square, answer, said) in
        [("E10", Answer(Value::Holds(false)), "IS NOT"), ("K10", Answer(Value::Holds(true)), "IS")]
    {
        let mut table = table().put(&[&format!("3 {square}")]).landed("3").dice(1, 1);
        table.order("ask 3");
        assert_eq!(table.answer().0, answer);
        assert_eq!(answer.to_string(), said);
        assert_eq!(said.parse(), Ok(answer));
    }
}

#[test]
fn if_the_plan_is_not_there_nothing_happens() {
    let mut table = table().put(&["3 E10"]).landed("3").dice(1, 1);
    table.order("ask 3");
    let (_, events) = table.answer();
    assert_eq!(events, ["3 learns that the plan IS NOT in Red 2"]);
    assert!(!table.state.carries(who("3")));
    assert_eq!(table.hidden_in(RED, 2), Some(false));
}

#[test]
fn if_the_plan_is_there_the_agent_takes_it() {
    let mut table = table().put(&["3 K10"]).landed("3").dice(1, 1);
    table.order("ask 3");
    let (_, events) = table.answer();
    assert_eq!(events, ["the plan IS in Red 3: 3 takes it"]);
    assert!(table.state.carries(who("3")), "visible to both");
}

#[test]
fn agent_with_the_plan_moves_in_the_same_turn() {
    let mut table = table().put(&["3 K10"]).landed("3").dice(1, 4);
    table.order("ask 3");
    table.answer();
    table.order("3 K10-L10-L9-L8-M8");
    assert_eq!(table.place("3"), "M8");
    let mut at_once = super::table::table().put(&["3 K10"]).landed("3").dice(1, 4);
    at_once.order("ask 3; 3 K10-L10-L9-L8-M8");
    at_once.answer();
    assert_eq!(at_once.place("3"), "M8", "orders may follow in the same file");
    assert!(at_once.is_turn_of(RED));
}

#[test]
fn several_travelers_may_ask_at_once() {
    let mut table =
        table().put(&["1 E10", "2 B10", "3 M10"]).landed("1").landed("2").landed("3").dice(1, 1);
    table.order("ask 1 2 3");
    assert_eq!(table.opened, ["passport-1 agent", "passport-2 tourist", "passport-3 agent"]);
    assert_eq!(table.question().to_string(), "the plan in Red 2, asked for by {0}'s Agent 1");
    table.answer();
    assert_eq!(table.question().to_string(), "the plan in Red 4, asked for by {0}'s Agent 3");
    table.answer();
    assert!(table.is_open_for(BLUE));
}

#[test]
fn a_tourists_inquiry_does_not_keep_the_turn_open() {
    let mut table = table().put(&["2 B10"]).landed("2").dice(1, 1);
    assert_eq!(table.refuse("ask 2"), Illegal::NothingOwed);
    table.order("ask 2; 1 A1");
    assert!(table.is_turn_of(RED));
    assert_eq!(table.place("1"), "A1");
}

#[test]
fn public_items_are_known_without_another_opening() {
    let mut table = table().put(&["1 E10", "3 D10"]).landed("1").dice(1, 1);
    table.order("ask 1");
    table.answer();
    table.order("1 E10-F10; wait".trim_end_matches("; wait"));
    table.next_turn_of(BLUE);
    table.throw(1, 1);
    let events = table.order("3 D10-E10 ask");
    assert_eq!(table.opened, ["passport-3 agent"]);
    assert_eq!(events[2], "3 learns that the plan IS NOT in Red 2");
    assert!(table.is_turn_of(RED));
}

#[test]
fn plan_is_found_only_while_it_is_there() {
    let mut table = table().put(&["1 A8", "3 K10"]).carrying("1").landed("3").dice(1, 1);
    let events = table.order("ask 3; pass");
    assert_eq!(events[1], "3 learns that the plan IS NOT in Red 3", "1 has it");
}

#[test]
fn each_agent_can_ask_again_at_other_buildings() {
    let mut table = table().put(&["1 E10"]).landed("1").dice(1, 4);
    table.order("ask 1");
    table.answer();
    table.order("1 E10-F10-G10-H10-I10");
    table.next_turn_of(BLUE);
    table.throw(1, 1);
    table.order("1 I10-J10 ask");
    assert_eq!(table.answer().0, Answer(Value::Holds(true)));
    assert!(
        table.opened.iter().all(|item| item.starts_with("building")),
        "the passport was shown before"
    );
}

#[test]
fn an_inquiry_must_be_certain_when_it_is_written() {
    let people = ["1 I10", "2 D5", "9 D3"];
    let card = table().put(&people).dice(2, 1);
    assert_eq!(card.refuse("2 D5-D6; 1 I10-J10 ask"), Illegal::AskUnsure, "not after a card");
    assert!(card.try_order("1 I10-J10 ask; 2 D5-D6").is_ok());
    assert_eq!(
        card.refuse("I1 D2-D3 arrest 9; 1 I10-J10 ask"),
        Illegal::AskUnsure,
        "nor after an arrest"
    );
    let crossing = table().put(&["1 D5"]).dice(1, 6);
    assert!(matches!(crossing.refuse("1 to A10 ask"), Illegal::NoWay { .. } | Illegal::AskUnsure));
}

#[test]
fn traveler_may_ask_after_waiting_for_the_card() {
    let mut table = table().put(&["1 I10", "2 D5"]).dice(2, 1);
    table.order("2 D5-D6; 1 I10-J10; wait");
    table.pass_card();
    assert!(table.is_open_for(BLUE), "no one can move, but 1 may ask");
    table.order("ask 1");
    assert_eq!(table.answer().0, Answer(Value::Holds(true)));
}

#[test]
fn inspectors_do_not_ask() {
    let table = table().dice(1, 1);
    assert!(matches!(table.refuse("ask I1"), Illegal::InspectorAsks(_)));
    assert!(matches!(table.refuse("ask 7"), Illegal::NotYours(_)));
    assert!(matches!(table.refuse("ask 1 1"), Illegal::MayNotAsk(_)));
}

#[test]
fn each_question_has_its_own_answers() {
    let mut asked = table().put(&["1 I10"]).dice(1, 1);
    asked.order("1 I10-J10 ask");
    let question = asked.question();
    let is = |text: &str| asked.state.is_answer(&question, &text.parse().expect("an answer"));
    assert_eq!(["IS", "IS NOT", "AGENT", "TOURIST"].map(is), [true, true, false, false]);
    let question = Question::Passport { by: who("I1"), of: who("9") };
    let is = |text: &str| asked.state.is_answer(&question, &text.parse().expect("an answer"));
    assert_eq!(["IS", "IS NOT", "AGENT", "TOURIST"].map(is), [false, false, true, true]);
}
