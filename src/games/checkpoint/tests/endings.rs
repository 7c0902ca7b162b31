//! How it ends, and who shows what then.

use super::*;

#[test]
fn who_finds_all_four_wins_at_once_and_both_show_their_sheets() {
    let mut table = Table::new(UNSEEN_SHEET, SEED_SHEET);
    table.call("B2; C7; F1; F3; A5").settle();
    let won = wins(ALICE, EndedBy::Board, "{0} found all four agents of {1}");
    assert_eq!(
        table.pending(),
        Pending::Reveal { seat: BOB, result: Some(won.clone()) },
        "the loser, in the file that answers"
    );
    assert!(CheckpointDanger::may_reveal(&table.state, BOB));
    table.reveal(BOB);
    assert_eq!(table.pending(), Pending::Reveal { seat: ALICE, result: Some(won.clone()) });
    table.reveal(ALICE);
    assert_eq!(table.pending(), Pending::Over(won));
    assert_eq!(
        table.events.last().map(String::as_str),
        Some("alice had agents on Arctic 1, Arctic 3, Bering 5, Glacier 9")
    );
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
    assert_eq!(table.pending(), Pending::Choice(BOB));
    table.call("F9").call("B2; C7; F1; F3").settle();
    assert_eq!(table.outcome(), wins(ALICE, EndedBy::Board, "{0} found all four agents of {1}"));
}

#[test]
fn nobody_shows_his_sheet_before_the_end() {
    let mut table = Table::new(UNSEEN_SHEET, SEED_SHEET);
    table.call("F6");
    for seat in [ALICE, BOB] {
        assert!(!CheckpointDanger::may_reveal(&table.state, seat));
    }
}

#[test]
fn who_resigns_loses_and_the_other_shows_his_sheet_next() {
    let mut table = Table::new(UNSEEN_SHEET, SEED_SHEET);
    table.call("F6").settle();
    assert_eq!(table.pending(), Pending::Choice(BOB));
    table.fold(&Fact::Resigned(BOB));
    let won = wins(ALICE, EndedBy::Resignation, "{1} resigned");
    assert!(CheckpointDanger::may_reveal(&table.state, BOB), "in the file that resigns");
    assert_eq!(table.pending(), Pending::Reveal { seat: ALICE, result: Some(won.clone()) });
    table.reveal(ALICE);
    assert_eq!(table.pending(), Pending::Reveal { seat: BOB, result: Some(won.clone()) });
    table.reveal(BOB);
    assert_eq!(table.pending(), Pending::Over(won));
}

#[test]
fn a_draw_is_agreed_upon() {
    let mut table = Table::new(UNSEEN_SHEET, SEED_SHEET);
    table.call("F6").settle();
    table.fold(&Fact::DrawAgreed);
    table.reveal(BOB);
    assert_eq!(table.pending().actor(), Some(ALICE));
    table.reveal(ALICE);
    assert_eq!(
        table.outcome(),
        Outcome::draw(2, EndedBy::Agreement, "{0} and {1} agreed on a draw")
    );
    assert!(table.outcome().winners.is_empty());
}

#[test]
fn nobody_leaves_a_game_that_has_not_begun_or_is_over() {
    let mut table = Table::before_setup(Options::default(), Some(ALICE), UNSEEN_SHEET, SEED_SHEET);
    table.fold(&Fact::SetUp(ALICE));
    assert!(!CheckpointDanger::may_leave(&table.state));
    table.fold(&Fact::SetUp(BOB));
    assert!(CheckpointDanger::may_leave(&table.state));
    table.fold(&Fact::Resigned(ALICE));
    assert!(!CheckpointDanger::may_leave(&table.state));
}

#[test]
fn with_repeats_allowed_the_game_is_drawn_after_five_thousand_calls_of_each() {
    let repeat = Options { repeat_calls: true, ..Options::default() };
    let mut table = Table::with(repeat, UNSEEN_SHEET, SEED_SHEET);
    for _ in 0..4_999 {
        table.calls(&["F6", "C2"]);
    }
    table.calls(&["F6"]).settle();
    assert_eq!(table.pending(), Pending::Choice(BOB), "bob has one call left");
    table.call("C2").settle();
    assert_eq!(
        table.outcome(),
        Outcome::draw(2, EndedBy::Board, "both have called 5000 times: a draw")
    );
    assert!(table.writers.len() < 24_000);
}

#[test]
fn who_has_called_every_square_and_not_found_four_has_been_cheated() {
    // bob hides three agents only; check_opening is passed over, as a careless table would.
    let mut table = Table::new(UNSEEN_SHEET, "B2 C7 F1");
    let mine = network(UNSEEN_SHEET);
    let alice: Vec<Place> = Place::all().collect();
    let bob: Vec<Place> = Place::all().filter(|&square| !mine.holds(square)).collect();
    let mut at = [0, 0];
    let outcome = loop {
        let fact = match table.pending() {
            Pending::Opening { seat, .. } => Fact::Opened { seat, opened: Vec::new() },
            Pending::Answer { seat, question, .. } => {
                let answer = CheckpointDanger::truth(&table.state, &[table.own(seat)], &question)
                    .expect("known");
                Fact::Answered { seat, question, answer, opened: Vec::new() }
            }
            Pending::Choice(seat) => {
                let square = [&alice, &bob][seat.index()][at[seat.index()]];
                at[seat.index()] += 1;
                let choice =
                    vec![Call { danger: table.own(seat).secret.holds(square), place: square }];
                Fact::Chose { seat, choice, sealed: None, opened: Vec::new() }
            }
            Pending::Reveal { result: Some(outcome), .. } => break outcome,
            pending => panic!("{pending:?}"),
        };
        table.fold(&fact);
    };
    assert_eq!(
        outcome,
        wins(ALICE, EndedBy::Board, "{0} called every square, and {1} has not shown four agents")
    );
}
