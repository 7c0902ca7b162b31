//! Ways to win: bringing the plan home through a checkpoint or over the wall. Also the other ways
//! in which a game ends.

use super::table::{BLUE, RED, table};
use crate::games::enemy_agent::EnemyAgent;
use crate::games::enemy_agent::illegal::Illegal;
use crate::rules::{Due, EndedBy, Forfeits, Game, Leaving, Outcome, Position};

fn carrier(square: &str) -> super::table::Table {
    table().put(&[&format!("1 {square}")]).carrying("1")
}

#[test]
fn first_agent_home_with_the_plan_wins() {
    let mut table = carrier("D6").dice(1, 3);
    table.order("1 D6-D5-C5-B5");
    let events = table.pass_card();
    assert_eq!(events[1], "1 goes through the doorway with the plan");
    assert_eq!(table.winner(), Some(BLUE));
    assert_eq!(
        table.outcome().expect("over").reason,
        "{0} brought {1}'s Master Plan home through a checkpoint"
    );
}

#[test]
fn do_not_pass_keeps_the_carrier_in_the_sentry_box() {
    let mut table = carrier("D6").dice(1, 3);
    table.order("1 D6-D5-C5-B5");
    table.stop_card();
    assert_eq!((table.place("1").as_str(), table.outcome()), ("E6", None));
}

#[test]
fn agent_reaches_the_wall_with_2_2_in_3_steps() {
    for (from, over) in [("B8", "1 B8-B7-B6 over"), ("A8", "1 A8-B8-B7-B6 over")] {
        let mut table = carrier(from).dice(2, 2);
        table.order(over);
        assert_eq!(table.winner(), Some(BLUE), "{from}");
    }
    let far = carrier("A9").dice(2, 2);
    assert!(matches!(far.refuse("1 A9-A8-B8-B7-B6 over"), Illegal::TooFarToWall { most: 3, .. }));
    assert!(far.read("1 over").is_err());
}

#[test]
fn any_doubles_suffice_on_the_path_along_the_wall() {
    for doubles in [1, 2, 3] {
        let mut table = carrier("H6").dice(doubles, doubles);
        let events = table.order("1 over");
        assert_eq!(events[1], "1 goes over the wall with the plan");
        assert_eq!(
            table.outcome().expect("over").reason,
            "{0} brought {1}'s Master Plan home by going over the wall"
        );
    }
}

#[test]
fn no_one_crosses_the_wall_without_doubles() {
    assert_eq!(carrier("H6").dice(2, 3).refuse("1 H6 over"), Illegal::NoDoubles);
    assert!(matches!(carrier("H6").dice(3, 6).refuse("1 H6 over"), Illegal::NoDoubles));
}

#[test]
fn only_an_agent_who_carries_the_plan_goes_over() {
    let table = table().put(&["1 H6"]).dice(2, 2);
    assert!(matches!(table.refuse("1 H6 over"), Illegal::NoPlan(_)));
}

#[test]
fn agent_passes_occupied_squares_without_a_card() {
    let mut table = carrier("B8").put(&["2 B7", "7 B7", "3 B6", "8 B6"]).dice(2, 2);
    table.order("1 B8-B7-B6 over");
    assert_eq!(table.winner(), Some(BLUE));
}

#[test]
fn agent_ends_on_the_other_side_of_the_wall() {
    let table = carrier("B8").dice(2, 2);
    assert!(matches!(table.refuse("1 B8-B7 over"), Illegal::NotAtWall { .. }));
    assert!(matches!(table.refuse("1 B8-B7-B8-A8 over"), Illegal::Twice { .. }));
}

#[test]
fn held_carrier_may_cross_the_wall() {
    let mut table = carrier("E6").held("1").dice(1, 1);
    assert!(matches!(table.refuse("1 E6-F6 over"), Illegal::Held(_)));
    table.order("1 over");
    assert_eq!(table.winner(), Some(BLUE));
}

#[test]
fn failed_card_rules_out_the_wall_in_that_turn() {
    let mut table = carrier("D6").dice(2, 2);
    table.order("1 D6-D5-C5; wait");
    table.stop_card();
    assert!(matches!(table.refuse("1 E6 over"), Illegal::TriedAlready(_)));
}

#[test]
fn only_the_first_of_two_askers_gets_the_plan() {
    let near = super::table::table_with(&[("board", "short")]).put(&["1 C10", "2 B10"]);
    let mut table = near.landed("1").landed("2").dice(3, 3);
    let refused = table.refuse("ask 1 2; 2 B10-A10-A9-A8-A7-A6 over");
    assert!(matches!(refused, Illegal::NoPlan(who) if who.to_string() == "2"), "{refused:?}");
    table.order("ask 1 2");
}

#[test]
fn wall_order_may_follow_an_inquiry() {
    let near = || super::table::table_with(&[("board", "short")]).put(&["1 K10"]).landed("1");
    let table = near().dice(3, 3);
    assert!(matches!(table.refuse("ask 1; 1 K10-L10 over"), Illegal::NotAtWall { .. }));
    let mut table = near().dice(3, 3);
    table.order("ask 1; 1 K10-L10-L9-L8-L7-L6 over");
    table.answer();
    assert_eq!(table.winner(), Some(BLUE));
    let mut empty = near().put(&["1 M10"]).dice(3, 3);
    empty.order("ask 1; 1 M10-L10-L9-L8-L7-L6 over");
    let (_, events) = empty.answer();
    assert!(events[1].contains("is void: 1 isn't carrying the plan"), "{events:?}");
    assert!(empty.is_turn_of(RED));
}

#[test]
fn game_ends_in_the_movers_file_over_the_wall() {
    let mut table = carrier("H6").dice(1, 1);
    table.order("1 over");
    assert_eq!(table.due(), Due::Over(table.outcome().cloned().expect("over")));
}

#[test]
fn who_resigns_loses() {
    let mut table = table().dice(1, 1);
    let outcome = table.state.leave(BLUE, Leaving::Resigned).expect("the end");
    assert_eq!((&outcome.winners, outcome.ended_by), (&vec![RED], EndedBy::Resignation));
    table.state.end(outcome.clone());
    assert_eq!(table.due(), Due::Over(outcome));
}

#[test]
fn orders_stop_when_the_game_ends() {
    let mut table = table().put(&["2 D5", "3 A5"]).dice(2, 4);
    table.order("2 D5-D6-C6-B6-A6; 3 A5-B5-C5-D5-E5");
    let draw = Outcome::draw(2, EndedBy::Agreement, "agreed");
    table.state.end(draw.clone());
    assert_eq!(table.due(), Due::Over(draw));
    assert_eq!((table.place("2"), table.place("3")), ("D5".to_owned(), "A5".to_owned()));
}

#[test]
fn the_lesson_lets_a_side_without_agents_play_on() {
    let lessons = EnemyAgent::PROFILE.lessons;
    let sentence = lessons.split(". ").find(|sentence| sentence.contains("three Agents are"));
    assert!(sentence.is_some_and(|sentence| sentence.contains("plays on")), "{sentence:?}");
}
