//! Calls, answers, further calls after a HIT, queues.

use super::*;

#[test]
fn first_player_is_chosen_before_any_call() {
    let mut state = State::new(Options::default());
    assert_eq!(state.due(), Due::First);
    state.apply(&Step::First(BOB), &Shown::nothing(2));
    assert_eq!(state.due(), Due::Move(BOB));
}

#[test]
fn a_number_passes_the_turn() {
    let mut table = Table::new(UNSEEN_SHEET, SEED_SHEET);
    table.call("F6").settle();
    assert_eq!(table.last(), Some("bob answers 2 to Fiji 6"));
    assert_eq!(table.due(), Due::Move(BOB));
}

#[test]
fn hit_reveals_nothing_else_and_allows_another_call() {
    let mut table = Table::new(UNSEEN_SHEET, SEED_SHEET);
    for (call, found) in [("B2", 1), ("C7", 2), ("F1", 3)] {
        table.call(call).settle();
        assert_eq!(
            table.events.last(),
            Some(&format!("bob answers HIT to {}: {found} of 4 found", square(call).name()))
        );
        assert_eq!(table.due(), Due::Move(ALICE));
    }
}

#[test]
fn only_the_agents_of_the_answerer_count_and_block() {
    // Bob calls F6: none of alice's agents is seen from there, and bob's own agents don't count.
    let mut table = Table::new("A2 A3 G1 G2", SEED_SHEET);
    table.calls(&["A9", "F6"]).settle();
    assert_eq!(table.last(), Some("alice answers 0 to Fiji 6"));
}

#[test]
fn a_found_agent_stays_counts_and_blocks() {
    let mut table = Table::new(UNSEEN_SHEET, SEED_SHEET);
    table.call("F3").call("F6").settle();
    assert_eq!(
        table.last(),
        Some("bob answers 2 to Fiji 6"),
        "Fiji 3 counts, Fiji 1 after it does not"
    );
}

#[test]
fn a_danger_call_is_answered_like_any_other() {
    let mut table = Table::new("B2 A5 A6 A7", SEED_SHEET);
    table.call("danger B2").settle();
    assert_eq!(
        table.events,
        [
            "alice calls Checkpoint Danger, Bering 2",
            "bob answers HIT to Bering 2 (Danger call): 1 of 4 found"
        ]
    );
    let mut table = Table::new("B3 A5 A6 A7", SEED_SHEET);
    table.call("danger B3").settle();
    // B2 is next to B3, and F3 is in its column. C7 and F1 are on no line from B3.
    assert_eq!(table.last(), Some("bob answers 2 to Bering 3 (Danger call)"));
}

#[test]
fn plain_call_of_the_callers_agent_is_refused_with_advice() {
    let mut table = Table::new("E2 A5 A6 A7", SEED_SHEET);
    assert_eq!(
        table.refuses("Equator 2"),
        "Equator 2 holds your own agent: call it as \"danger E2\" (that shows bob that your agent \
        is there)"
    );
}

#[test]
fn danger_call_without_an_agent_is_refused() {
    let mut table = Table::new("E2 A5 A6 A7", SEED_SHEET);
    assert_eq!(
        table.refuses("danger E3"),
        "you have no agent on Equator 3, so you can't call it with \"Checkpoint Danger\": call it \
        as \"E3\""
    );
}

#[test]
fn found_own_agent_still_needs_the_words() {
    let mut table = Table::new("E2 A5 A6 A7", SEED_SHEET);
    table.calls(&["G9", "E2", "A9"]).settle();
    assert_eq!(table.due(), Due::Move(ALICE));
    let plain = Calls(vec![plain("E2")]);
    let refused = Err(Illegal::OwnAgent { caller: ALICE, square: square("E2") });
    assert_eq!(table.state.check(ALICE, &plain, &table.shown), refused, "all players know by now");
    table.call("danger E2");
}

#[test]
fn found_agent_still_needs_the_words_from_its_owner() {
    let mut table = Table::new("B2 A5 A6 A7", SEED_SHEET);
    table.calls(&["danger B2", "G9"]).settle();
    assert!(table.refuses("B2").contains("danger B2"));
    table.call("danger B2").settle();
    assert_eq!(table.last(), Some("alice answers HIT to Bering 2 (Danger call): 1 of 4 found"));
}

#[test]
fn words_that_contradict_an_opened_square_are_refused() {
    let mut table = Table::new(UNSEEN_SHEET, SEED_SHEET);
    table.calls(&["F6", "C2"]).settle();
    let danger = Calls(vec![danger("C9")]);
    assert_eq!(
        table.state.check(ALICE, &danger, &table.shown),
        Err(Illegal::NoAgent(square("C9"))),
        "the 0 has shown C9 empty"
    );
}

#[test]
fn no_square_is_called_twice() {
    let mut table = Table::new(UNSEEN_SHEET, SEED_SHEET);
    table.calls(&["F6", "C2"]);
    let refused = "Fiji 6 was called before, and the answer was 2. You can't call a square twice: \
                   call another one";
    assert_eq!(table.refuses("F6"), refused);
    assert_eq!(table.refuses("G1; F6"), refused);
    assert_eq!(table.refuses("G1; G2; G1"), "this move calls Glacier 1 twice");
    table.call("F5");
}

#[test]
fn both_may_call_the_same_square() {
    Table::new(UNSEEN_SHEET, SEED_SHEET).calls(&["F6", "F6"]).settle();
}

#[test]
fn queue_continues_after_each_hit_and_stops_after_a_number() {
    let mut table = Table::new(UNSEEN_SHEET, SEED_SHEET);
    table.call("B2; C7; F6; F1").settle();
    assert_eq!(
        table.events,
        [
            "alice calls Bering 2, and if that is a HIT, also Canadian 7; Fiji 6; Fiji 1",
            "bob answers HIT to Bering 2: 1 of 4 found",
            "alice continues: Canadian 7",
            "bob answers HIT to Canadian 7: 2 of 4 found",
            "alice continues: Fiji 6",
            "bob answers 2 to Fiji 6",
            "no new agent found, so alice's queued call is dropped: Fiji 1",
        ]
    );
    assert_eq!(table.due(), Due::Move(BOB));
    table.call("G1").call("F1");
}

#[test]
fn caller_moves_again_after_the_whole_queue_hit() {
    let mut table = Table::new(UNSEEN_SHEET, SEED_SHEET);
    table.call("B2; C7").settle();
    assert_eq!(table.due(), Due::Move(ALICE));
    assert_eq!(
        table.writers,
        [ALICE, BOB, BOB, ALICE],
        "both answers ride in one file, C7 is shown in alice's next"
    );
    assert_eq!(table.last(), Some("alice's own Canadian 7 has no agent"));
}

#[test]
fn every_call_of_a_queue_is_checked() {
    let mut table = Table::new("E2 A5 A6 A7", SEED_SHEET);
    assert!(table.refuses("G9; G8; E2").contains("danger E2"));
    assert!(table.refuses("G9; danger G8").contains("you have no agent on"));
}

#[test]
fn a_queue_holds_at_most_twenty_calls() {
    let all: Vec<String> = Square::all().map(Square::name).collect();
    let mut table = Table::new("G6 G7 G8 G9", SEED_SHEET);
    assert_eq!(table.refuses(&all[..21].join("; ")), "a move can have at most 20 calls");
    let entries: Vec<String> = all[..21].to_vec();
    assert_eq!(Calls::parse(&entries, &table.state), Err(Illegal::TooMany));
    assert!(Calls::parse(&entries[..20], &table.state).is_ok());
    table.call(&all[..20].join("; "));
}

#[test]
fn words_are_allowed_for_any_square_with_bluffs() {
    let bluff = Options { danger_bluff: true, ..Options::default() };
    let mut table = Table::with(bluff, "E2 A5 A6 A7", SEED_SHEET);
    assert!(table.refuses("E2").contains("danger E2"), "but it is required for your own agent");
    table.call("danger E3");
    assert_eq!(table.opened, [], "a call that may be a bluff shows nothing");
    table.call("G9");
    assert_eq!(
        table.opened_by(BOB).last().copied(),
        Some("G9 empty"),
        "a plain call says what it always says"
    );
}

#[test]
fn with_bluffs_allowed_a_queued_danger_call_owes_no_opening() {
    let bluff = Options { danger_bluff: true, ..Options::default() };
    let mut table = Table::with(bluff, "E2 A5 A6 A7", SEED_SHEET);
    table.call("B2; danger E3").settle();
    assert_eq!(table.due(), Due::Move(BOB));
    table.call("G9");
    assert!(matches!(table.due(), Due::Answer { seat: ALICE, .. }));
}

#[test]
fn with_repeats_allowed_a_square_may_be_called_again() {
    let repeat = Options { repeat_calls: true, ..Options::default() };
    let mut table = Table::with(repeat, UNSEEN_SHEET, SEED_SHEET);
    table.calls(&["F6", "C2", "F6", "C2"]).settle();
    table.call("G1; G1").settle();
}

/// `danger` in JSON says "whether every call of this square had the words".
#[test]
fn square_called_again_is_a_danger_call_if_all_its_calls_had_the_words() {
    let options = Options { danger_bluff: true, repeat_calls: true };
    for (first, second, all) in [
        ("danger A9", "danger A9", true),
        ("danger A9", "A9", false),
        ("A9", "danger A9", false),
        ("A9", "A9", false),
    ] {
        let mut table = Table::with(options, UNSEEN_SHEET, SEED_SHEET);
        table.calls(&[first, "C2", second]);
        let json = table.state.json(&table.shown);
        assert_eq!(json["seats"][0]["calls"][0]["danger"], all, "{first}; {second}");
    }
}

#[test]
fn steps_that_are_not_due_change_nothing() {
    let mut table = Table::new(UNSEEN_SHEET, SEED_SHEET);
    table.apply(&Step::Moved { seat: BOB, mv: Calls(vec![plain("F6")]), sealed: None });
    let question = Question { to: BOB, call: plain("B2") };
    table.apply(&Step::Answered { seat: BOB, question, answer: Answer::Hit });
    assert_eq!((table.due(), table.last()), (Due::Move(ALICE), None));
    assert_eq!(table.state.callers[ALICE].found(), 0);
}

#[test]
fn an_agent_found_before_is_not_found_again() {
    let repeat = Options { repeat_calls: true, ..Options::default() };
    let mut table = Table::with(repeat, UNSEEN_SHEET, SEED_SHEET);
    table.call("B2").call("B2; C7").settle();
    assert_eq!(
        table.last(),
        Some("no new agent found, so alice's queued call is dropped: Canadian 7")
    );
    assert_eq!(table.due(), Due::Move(BOB), "otherwise a turn could last forever");
    assert_eq!(table.state.callers[ALICE].found(), 1);
}
