//! Inspectors and arrests.

use super::table::{BLUE, RED, table, table_with, who};
use crate::games::enemy_agent::illegal::Illegal;
use crate::games::enemy_agent::person::{Answer, Role, Value};

#[test]
fn inspector_may_arrest_by_exact_count() {
    let mut table = table().put(&["9 D4", "7 C3"]).put(&["9 D3"]).dice(1, 1);
    assert!(matches!(table.refuse("I1 D2-D1 arrest 9"), Illegal::NotOnSquare { .. }));
    table.order("I1 D2-D3 arrest 9");
    assert_eq!(table.question().to_string(), "the passport of 9, arrested by I1");
}

#[test]
fn continuing_from_an_occupied_square_arrests_no_one() {
    let table = table()
        .put(&["1 D3", "8 E3", "9 F3", "2 E3"])
        .put(&["2 G3"])
        .without(&["8"])
        .put(&["10 C3"])
        .dice(1, 1);
    assert!(matches!(table.refuse("I1 D2-D3-C3 arrest 10"), Illegal::Taken { .. }));
    assert!(matches!(table.refuse("I1 D2-D3-E3 arrest 9"), Illegal::NotOnSquare { .. }));
}

#[test]
fn landing_there_without_arresting_is_allowed() {
    let mut table = table().put(&["9 D3"]).dice(1, 1);
    table.order("I1 D2-D3");
    assert!(table.is_turn_of(RED));
    assert_eq!((table.place("I1"), table.place("9")), ("D3".to_owned(), "D3".to_owned()));
}

#[test]
fn arrests_may_be_made_mandatory() {
    let table = table_with(&[("arrest-mandatory", "true")]).put(&["9 D3"]).dice(1, 1);
    assert!(matches!(table.refuse("I1 D2-D3"), Illegal::MustArrest { .. }));
    assert!(table.try_order("I1 D2-D3 arrest 9").is_ok());
}

#[test]
fn stepping_onto_an_inspector_does_not_arrest() {
    let mut table = table().put(&["1 C8", "I3 D8"]).dice(1, 1);
    table.order("1 C8-D8");
    assert_eq!(table.place("1"), "D8");
    assert!(table.is_turn_of(RED));
}

#[test]
fn arrested_traveler_must_show_the_passport() {
    let mut table = table().put(&["8 D3"]).dice(1, 1);
    table.order("I1 D2-D3 arrest 8");
    assert_eq!(table.answer().0, Answer(Value::Is(Role::Tourist)));
    assert_eq!(table.opened, ["passport-8 tourist"]);
}

#[test]
fn arrested_agent_is_out_of_the_game() {
    let mut table = table().put(&["9 D3"]).dice(1, 1);
    table.order("I1 D2-D3 arrest 9");
    let (answer, events) = table.answer();
    assert_eq!(answer.to_string(), "AGENT");
    assert_eq!(events[0], "I1 arrests 9, an AGENT, who is out of the game");
    assert_eq!((table.place("9"), table.place("I1")), ("out".to_owned(), "D3".to_owned()));
    assert!(table.is_turn_of(RED));
    table.throw(1, 1);
    assert_eq!(table.refuse("9 to A1"), Illegal::Gone(who("9")));
}

#[test]
fn plan_of_an_arrested_agent_returns_to_its_building() {
    let mut table = table().put(&["9 D3"]).carrying("9").dice(1, 1);
    let events = table.order("I1 D2-D3 arrest 9");
    assert_eq!(
        events[1], "I1 arrests 9, an AGENT, who is out of the game; the plan goes back to Blue 2",
        "the passport was known"
    );
    assert_eq!(table.state.plan_lies_in(BLUE, 2, &table.shown), Some(true));
    assert!(table.is_turn_of(RED));
    table = table.put(&["7 F1"]).landed("7").dice(1, 1);
    table.order("ask 7; pass");
    assert!(table.state.carries(who("7")), "the plan can be carried again");
}

#[test]
fn arrested_tourist_stays_and_the_inspector_goes_to_jail() {
    let mut table = table().put(&["8 D3"]).dice(1, 1);
    table.order("I1 D2-D3 arrest 8");
    table.answer();
    assert_eq!((table.place("8"), table.place("I1")), ("D3".to_owned(), "jail".to_owned()));
    assert_eq!(table.state.duty_left(who("I1")), 2, "Red moves, and both turns are still ahead");
    for turns in [2, 1] {
        table.next_turn_of(BLUE);
        assert_eq!(table.state.duty_left(who("I1")), turns);
        table.throw(1, 1);
        assert_eq!(
            table.refuse("I1 H1").to_string(),
            format!(
                "I1 is on guard duty in jail for {turns} more turn{}",
                if turns == 1 { "" } else { "s" }
            )
        );
        table.order("pass");
    }
    table.next_turn_of(BLUE);
    table.throw(1, 2);
    assert!(matches!(table.refuse("I1 G1-F1"), Illegal::Exit { .. }));
    table.order("I1 H1-G1");
    assert_eq!(table.place("I1"), "G1", "9 may leave after two turns");
}

#[test]
fn every_second_false_arrest_removes_the_inspector() {
    let mut table = table().put(&["8 D3", "10 L3"]).dice(2, 1);
    table.order("I1 D2-D3 arrest 8; I2 L2-L3 arrest 10");
    table.answer();
    assert_eq!((table.place("I1"), table.place("I2")), ("jail".to_owned(), "L3".to_owned()));
    table.answer();
    assert_eq!((table.place("I1"), table.place("I2")), ("jail".to_owned(), "out".to_owned()));
    for _ in 0..3 {
        table.next_turn_of(BLUE);
        if table.state.duty_left(who("I1")) > 0 {
            table.throw(1, 1);
            table.order("pass");
        }
    }
    table.throw(1, 1);
    table = table.put(&["12 H1"]);
    table.order("I1 H1 arrest 12");
    table.answer();
    assert_eq!((table.place("I1"), table.state.false_arrests[BLUE]), ("jail".to_owned(), 3));
    for _ in 0..3 {
        table.next_turn_of(BLUE);
        if table.state.duty_left(who("I1")) > 0 {
            table.throw(1, 1);
            table.order("pass");
        }
    }
    table.throw(1, 1);
    let events = table.order("I1 H1 arrest 12");
    assert_eq!(
        events[1], "I1 arrests 12, a TOURIST: {0}'s false arrest no. 4; I1 is out of the game",
        "the passport was known"
    );
    assert_eq!(table.state.inspectors_left(BLUE), 0);
    assert!(table.outcome().is_none(), "don't give up");
}

#[test]
fn an_inspector_on_a_sentry_box_square_names_one() {
    let mut table = table().put(&["I1 F5", "8 E5", "9 E5"]).dice(1, 1);
    assert!(matches!(table.read("I1 F5-E5 arrest"), Err(Illegal::ArrestWhom(_))));
    table.order("I1 F5-E5 arrest 9");
    table.answer();
    assert_eq!((table.place("8"), table.place("9")), ("E5".to_owned(), "out".to_owned()));
    let safe = table_with(&[("sentry-safe", "true")]).put(&["I1 F5", "9 E5"]).dice(1, 1);
    assert_eq!(safe.refuse("I1 F5-E5 arrest 9"), Illegal::SentrySafe);
}

#[test]
fn only_inspectors_arrest_and_only_opposing_travelers() {
    let table = table().put(&["9 D3", "1 C3", "2 D1"]).dice(1, 1);
    assert!(matches!(table.refuse("1 C3-D3 arrest 9"), Illegal::NoInspector(_)));
    assert!(matches!(table.refuse("I1 D2-D3 arrest 10"), Illegal::NotOnSquare { .. }));
    assert!(matches!(table.refuse("I3 D9-D8 arrest 9"), Illegal::NotYours(_)));
}

#[test]
fn orders_after_an_arrest_wait_for_the_passport() {
    let mut table = table().put(&["9 D3", "3 B3"]).dice(2, 1);
    table.order("I1 D2-D3 arrest 9; 3 B3-C3");
    assert_eq!(table.place("3"), "B3");
    table.answer();
    assert_eq!(table.place("3"), "C3");
    assert!(table.is_turn_of(RED));
}

#[test]
fn wait_keeps_the_turn_open_for_the_passport() {
    let mut table = table().put(&["9 D3", "3 B3"]).dice(2, 1);
    table.order("I1 D2-D3 arrest 9; wait");
    table.answer();
    assert!(table.is_open_for(BLUE));
    table.order("3 B3-C3");
}
