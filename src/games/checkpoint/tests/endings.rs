//! Tests of how a game ends.

use serde_json::Value as Json;

use super::*;

#[test]
fn finding_all_four_agents_wins_immediately() {
    let mut table = Table::new(UNSEEN_SHEET, SEED_SHEET);
    table.call("B2; C7; F1; F3; A5").settle();
    let won = wins(ALICE, EndedBy::Board, "{0} found all four of {1}'s agents");
    assert_eq!(table.due(), Due::Over(won.clone()));
    assert_eq!(table.last(), Some("alice found all four of bob's agents"));
    table.reveal(BOB);
    table.reveal(ALICE);
    assert_eq!(table.due(), Due::Over(won));
}

#[test]
fn no_queued_call_is_shown_once_the_game_is_over() {
    let mut table = Table::new(UNSEEN_SHEET, SEED_SHEET);
    table.call("B2; C7; F1; F3").settle();
    assert_eq!(table.opened_by(ALICE), ["B2 empty"]);
}

#[test]
fn the_joiner_gets_no_equalizing_turn() {
    let mut table = Table::new(UNSEEN_SHEET, SEED_SHEET);
    table.calls(&["G5", "A1; A3; B5"]).settle();
    assert_eq!(table.due(), Due::Move(BOB));
    table.call("F9").call("B2; C7; F1; F3").settle();
    assert_eq!(table.outcome(), wins(ALICE, EndedBy::Board, "{0} found all four of {1}'s agents"));
}

#[test]
fn resigning_player_loses_and_no_call_follows() {
    let mut table = Table::new(UNSEEN_SHEET, SEED_SHEET);
    table.call("F6; F5");
    let outcome = table.state.leave(BOB, Leaving::Resigned);
    assert_eq!(outcome, Some(wins(ALICE, EndedBy::Resignation, "{1} resigned")));
    table.state.end(outcome.expect("a win"));
    assert_eq!(table.outcome().winners, [ALICE]);
    let (public, scene) = (table.state.json(&table.shown), table.state.scene(&table.shown, None));
    assert_eq!((&public["to_call"], &public["asked"]), (&Json::Null, &Json::Null));
    assert_eq!(public["queue"], serde_json::json!([]));
    assert!(!scene.list.iter().any(|line| line.starts_with("Open on")));
}

#[test]
fn player_wins_after_calling_every_square() {
    // Bob hides only three agents; this table skips check_opening, like a careless program.
    let mut table = Table::new(UNSEEN_SHEET, "B2 C7 F1");
    let mine = network(UNSEEN_SHEET);
    let alice: Vec<Square> = Square::all().collect();
    let bob: Vec<Square> = Square::all().filter(|&square| !mine.holds(square)).collect();
    let mut at = [0, 0];
    let outcome = loop {
        let step = match table.due() {
            Due::Open { seat, .. } => Step::Opened { seat, opened: Vec::new() },
            Due::Answer { seat, question, .. } => {
                let answer = table.truth(&[seat], question).expect("known");
                Step::Answered { seat, question, answer }
            }
            Due::Move(seat) => {
                let square = [&alice, &bob][seat.index()][at[seat.index()]];
                at[seat.index()] += 1;
                let danger = table.own(seat).setup.holds(square);
                let mv = Calls(vec![Call { danger, square }]);
                Step::Moved { seat, mv, sealed: None }
            }
            Due::Over(outcome) => break outcome,
            Due::First | Due::Roll { .. } | Due::Reveal(_) => panic!("never due"),
        };
        table.apply(&step);
    };
    assert_eq!(
        outcome,
        wins(ALICE, EndedBy::Board, "{0} called every square, and {1} has not shown four agents")
    );
}
