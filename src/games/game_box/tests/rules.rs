//! One test per rule.

use Answer::{Gun, Hit, Miss};

use super::setup::Holding;
use super::*;
use crate::rules::{Forfeits, Outcome, OutcomeKind};

fn outcome(table: &Table) -> Outcome {
    table.state.outcome.clone().expect("decided")
}

#[test]
fn default_chart_has_72_dots_from_a1_to_h9() {
    let options = conformance::options::<GameBox>(&[], 4);
    let items = Layout::items(&options, CHECKER);
    assert_eq!(
        (items.len(), items[0], items[8], items[9], items[71]),
        (72, dot("A1"), dot("A9"), dot("B1"), dot("H9"))
    );
    assert_eq!(Layout::items(&options, Seat(1)), []);
}

#[test]
fn player_left_of_the_checker_calls_first() {
    let mut table = Table::plain();
    let mut order = Vec::new();
    for dot in ["C1", "C2", "C3", "C4"] {
        order.push(table.on_turn());
        table.call(dot);
    }
    assert_eq!(order, [Some(Seat(1)), Some(Seat(2)), Some(Seat(3)), Some(Seat(1))]);
}

#[test]
fn answer_depends_on_the_dot() {
    let mut table = Table::plain();
    assert_eq!(table.calls("C1 A1 B1"), [Miss, Hit, Gun]);
    let counters: Vec<_> = table.state.callers().map(|(_, c)| (c.hits, c.lost, c.misses)).collect();
    assert_eq!(counters, [(0, 0, 1), (1, 0, 0), (0, 1, 0)]);
}

#[test]
fn a_hit_gives_no_extra_turn() {
    let mut table = Table::plain();
    table.call("A1");
    assert_eq!(table.on_turn(), Some(Seat(2)));
}

#[test]
fn hit_house_is_a_miss_for_everyone() {
    let mut table = Table::plain();
    assert_eq!(table.calls("A1 A1 A1 A1"), [Hit, Miss, Miss, Miss], "for the hitter too");
    assert_eq!(table.state.houses_left(), 9);
    assert_eq!(table.opened, [dot("A1")]);
    assert_eq!(table.checker.setup.at(dot("A1")), Holding::House, "still sealed as a house");
}

#[test]
fn gun_is_never_removed_and_costs_a_bomb() {
    let mut table = Table::plain();
    assert_eq!(table.calls("B1 B1 B1 B1"), [Gun, Gun, Gun, Gun]);
    assert_eq!(table.state.callers().map(|(_, c)| c.lost).collect::<Vec<_>>(), [2, 1, 1]);
}

#[test]
fn only_public_dots_can_be_answered_without_the_setup() {
    let mut table = Table::plain();
    table.calls("A1 B1 C1");
    let truth = |name: &str| table.state.truth(&Question::Call(dot(name)), Known(&[]));
    let known = [Miss, Gun, Miss].map(|answer| Some(Reply::Call(answer)));
    assert_eq!([truth("A1"), truth("B1"), truth("C1")], known);
    assert_eq!(truth("A2"), None);
}

#[test]
fn answer_that_denies_public_facts_gains_nothing() {
    let mut table = Table::plain();
    table.calls("A1 B1 C1");
    for name in ["A1", "C1"] {
        table.ask(dot(name));
        let (question, answer) = (Question::Call(dot(name)), Reply::Call(Hit));
        table.apply(&Step::Answered { seat: CHECKER, question, answer });
    }
    assert_eq!(table.state.callers().map(|(_, c)| c.hits).collect::<Vec<_>>(), [1, 0, 0]);
}

#[test]
fn every_false_answer_needs_an_opening_that_cannot_be_had() {
    let mut table = Table::plain();
    table.calls("A1 B1 C1");
    for name in ["A1", "B1", "C1", "A2", "B2", "C2"] {
        let sealed = table.checker.setup.at(dot(name));
        let question = Question::Call(dot(name));
        let truth = table.state.truth(&question, Known(&[&table.checker]));
        for answer in [Miss, Hit, Gun].map(Reply::Call) {
            let opens = table.state.opens_for_answer(&question, &answer);
            let borne_out = opens
                .iter()
                .all(|open| matches!(open, Open::As(opening) if opening.value == sealed));
            assert_eq!(borne_out, truth == Some(answer), "{answer} to {name}");
        }
    }
}

#[test]
fn three_lost_bombs_remove_a_caller() {
    let mut table = Table::plain();
    table.calls("B1 C1 C2 B2 C3 C4 B3");
    assert_eq!(table.last_told(), "{1} calls B3: GUN (third bomb: out)");
    table.calls("C5 C6");
    assert_eq!(table.on_turn(), Some(Seat(2)));
    assert_eq!(table.state.order(), [Seat(2), Seat(3)]);
}

#[test]
fn the_first_with_three_hits_wins_at_once() {
    let mut table = Table::plain();
    table.calls("A1 A2 C1 A3 A4 C2 C3 A5");
    assert_eq!(table.last_told(), "{2} calls A5: HIT (third hit: wins)");
    let won = outcome(&table);
    assert_eq!(
        (won.kind, won.winners.clone(), won.ended_by),
        (OutcomeKind::Win, vec![Seat(2)], EndedBy::Board)
    );
    assert_eq!(won.points.iter().map(|(_, points)| *points).collect::<Vec<_>>(), [0, 0, 1, 0]);
    assert_eq!(won.reason, "{2} was the first with three hits");
    assert_eq!(table.state.due(), Due::Over(won));
}

#[test]
fn two_lost_bombs_and_three_hits_win() {
    let mut table = Table::new(3, &[], ROWS);
    table.calls("B1 C1 B2 C2 A1 C3 A2 C4 A3");
    assert_eq!(outcome(&table).winners, [Seat(1)]);
}

#[test]
fn game_is_a_draw_after_all_lost_three_bombs() {
    let mut table = Table::new(3, &[], ROWS);
    table.calls("B1 C1 B2 C2 B3");
    assert_eq!(table.on_turn(), Some(Seat(2)), "only the last survivor continues");
    table.calls("B4 B5 B6");
    assert_eq!(
        (outcome(&table).kind, outcome(&table).reason.as_str()),
        (OutcomeKind::Draw, "every caller is out")
    );
}

#[test]
fn the_last_survivor_may_still_win_with_three_hits() {
    let mut table = Table::new(3, &[], ROWS);
    table.calls("B1 C1 B2 C2 B3 A1 A2 A3");
    assert_eq!(outcome(&table).winners, [Seat(2)]);
}

#[test]
fn by_a_house_rule_the_last_survivor_wins_at_once() {
    let mut table = Table::new(3, &[("last-survivor-wins", "true")], ROWS);
    table.calls("B1 C1 B2 C2 B3");
    assert_eq!(
        (outcome(&table).winners, outcome(&table).reason),
        (vec![Seat(2)], "{2} was the last caller left".to_owned())
    );
    assert_eq!(table.last_told(), "{2} is the last caller left and wins");
}

#[test]
fn misses_have_no_effect_unless_a_limit_is_set() {
    let misses = "C1 C2 C3 C4 C5 C6 C7 C8 D1 D2 D3 D4 D5 D6 D7 D8 E1 E2 E3 E4 E5 E6";
    let mut table = Table::new(3, &[], ROWS);
    table.calls(misses);
    assert_eq!(table.state.order().len(), 2);
    let mut table = Table::new(3, &[("miss-limit", "10")], ROWS);
    table.calls("C1 A1 C2 A2 C3 C4 C5 C6 C7 C8 D1 D2 D3 D4 D5 D6 D7 D8 E1");
    assert_eq!(table.last_told(), "{1} calls E1: MISS (miss 10: out)");
    table.calls("E2 E3");
    assert_eq!(table.state.order(), [Seat(2)]);
}

#[test]
fn game_is_a_draw_if_too_few_houses_remain() {
    let mut table =
        Table::new(4, &[("houses", "3")], "houses A1 A2 A3; guns B1 B2 B3 B4 B5 B6 B7 B8 B9 D9");
    table.call("A1");
    assert!(table.state.outcome.is_none(), "one hit and two houses can still be three");
    table.call("A2");
    assert_eq!(outcome(&table).reason, "no caller can still reach three hits");
    assert_eq!(table.last_told(), "a draw: no caller can still reach three hits");
}

#[test]
fn hits_of_a_caller_who_is_out_count_for_nothing() {
    let mut table =
        Table::new(4, &[("houses", "4")], "houses A1 A2 A3 A4; guns B1 B2 B3 B4 B5 B6 B7 B8 B9 D9");
    table.calls("A1 C1 C2 A2 C3 C4");
    assert!(table.state.outcome.is_none());
    table.resign();
    assert_eq!(
        (outcome(&table).kind, outcome(&table).ended_by),
        (OutcomeKind::Draw, EndedBy::Resignation)
    );
}

#[test]
fn three_whole_rounds_of_known_misses_are_a_draw() {
    let mut table = Table::new(3, &[], ROWS);
    table.calls("C1 C2 C1 C1 C1 C1 C1");
    assert_eq!(table.state.quiet_rounds(), 2);
    assert!(table.state.outcome.is_none());
    table.call("C2");
    assert_eq!(outcome(&table).reason, "three whole rounds in a row had only misses on known dots");
}

#[test]
fn known_gun_or_new_dot_restarts_the_quiet_rounds() {
    for news in ["B1", "C3", "A1"] {
        let mut table = Table::new(3, &[], ROWS);
        table.calls("C1 B1 C1 C1 C1 C1 C1");
        table.call(news);
        table.calls("C1 C1 C1 C1 C1");
        assert!(table.state.outcome.is_none(), "{news}");
        table.call("C1");
        assert!(table.state.outcome.is_some(), "{news}");
    }
}

#[test]
fn resigning_caller_is_out_and_others_play_on() {
    let mut table = Table::plain();
    table.resign();
    assert_eq!(table.last_told(), "{1} is out");
    assert_eq!(table.state.leave(Seat(1), Leaving::Resigned), None, "no one resigns twice");
    assert_eq!(table.on_turn(), Some(Seat(2)));
    table.calls("C1 C2");
    assert_eq!(table.on_turn(), Some(Seat(2)));
    table.resign();
    table.resign();
    assert_eq!(
        (outcome(&table).reason.as_str(), outcome(&table).ended_by),
        ("every caller is out", EndedBy::Resignation)
    );
    assert_eq!(table.last_told(), "a draw: every caller is out");
}

#[test]
fn game_is_undecided_until_the_checker_confirms() {
    let mut table = Table::new(3, &[("last-survivor-wins", "true")], ROWS);
    assert_eq!(table.state.leave(Seat(1), Leaving::Breach), None);
    assert!(table.state.outcome.is_none());
    assert_eq!(table.on_turn(), None, "the Checker is due");
    let question = Question::Leaving;
    let step = Step::Answered { seat: CHECKER, question, answer: Reply::Out };
    table.apply(&step);
    assert_eq!(outcome(&table).winners, [Seat(2)]);
}

#[test]
fn removed_caller_is_out_immediately() {
    let mut table = Table::plain();
    table.call("A1");
    table.strike_out();
    assert_eq!(table.on_turn(), Some(Seat(3)), "the next caller, and no answer before");
    table.calls("C1 C2");
    assert_eq!(table.on_turn(), Some(Seat(3)));
    table.strike_out();
    table.strike_out();
    assert_eq!(outcome(&table).reason, "every caller is out");
}

#[test]
fn only_checker_and_active_callers_may_claim() {
    let mut table = Table::plain();
    table.resign();
    assert_eq!(table.state.may_claim(CHECKER, Seat(2)), Ok(()));
    let why = Err("only {0} can remove a caller".to_owned());
    assert_eq!(table.state.may_claim(Seat(3), Seat(2)), why);
    table.ask(dot("A1"));
    assert_eq!(
        table.state.may_claim(Seat(2), CHECKER),
        Ok(()),
        "even the caller who waits for the answer"
    );
    assert_eq!(table.state.may_claim(Seat(3), CHECKER), Ok(()));
    assert_eq!(table.state.may_claim(Seat(1), CHECKER), Err("{1} is out".to_owned()));
}

/// A caller who isn't due makes a claim that breaks a rule.
#[test]
fn leaving_out_of_turn_does_not_void_a_call() {
    let mut table = Table::plain();
    table.ask(dot("A1"));
    assert_eq!(table.state.leave(Seat(2), Leaving::Breach), None);
    assert_eq!(table.state.question, Some(Question::Call(dot("A1"))));
    let answer = Reply::Call(Hit);
    let question = Question::Call(dot("A1"));
    table.apply(&Step::Answered { seat: CHECKER, question, answer });
    assert_eq!(table.on_turn(), Some(Seat(3)));
    table.ask(dot("A2"));
    assert_eq!(table.state.leave(Seat(3), Leaving::Breach), None);
    assert_eq!(table.state.question, Some(Question::Leaving), "the caller's own call is void");
    table.apply(&Step::Answered { seat: CHECKER, question: Question::Leaving, answer: Reply::Out });
    assert_eq!((table.on_turn(), table.state.known(dot("A2"))), (Some(Seat(1)), None));
}

#[test]
fn out_is_no_answer_to_a_call() {
    let table = Table::plain();
    let call = Question::Call(dot("A1"));
    assert!(!table.state.is_answer(&call, &Reply::Out));
    assert!([Miss, Hit, Gun].iter().all(|said| table.state.is_answer(&call, &Reply::Call(*said))));
    assert!(table.state.is_answer(&Question::Leaving, &Reply::Out));
}

#[test]
fn if_the_checker_resigns_the_game_is_void() {
    let mut table = Table::plain();
    table.calls("A1 C1");
    table.ask(dot("A2"));
    let end = table.state.leave(CHECKER, Leaving::Resigned).expect("the end");
    table.state.end(end);
    assert_eq!(outcome(&table).reason, "{0} resigned, and without a Checker the game is void");
    assert_eq!(table.state.question, None, "the open call gets no answer");
    assert_eq!(
        (outcome(&table).kind, outcome(&table).ended_by),
        (OutcomeKind::Void, EndedBy::Resignation)
    );
    assert!(matches!(table.state.due(), Due::Over(_)));
}

#[test]
fn reveal_does_not_change_the_callers_result() {
    let mut table = Table::new(3, &[], ROWS);
    assert_eq!(table.state.stands_despite(CHECKER), None, "no one has won");
    table.calls("A1 C1 A2 C2 A3");
    assert_eq!(table.state.stands_despite(CHECKER), Some(outcome(&table)));
    let mut drawn = Table::new(3, &[], ROWS);
    drawn.calls("B1 B1 B1 B1 B1 B1");
    assert_eq!(outcome(&drawn).kind, OutcomeKind::Draw);
    assert_eq!(drawn.state.stands_despite(CHECKER), None);
}

#[test]
fn only_the_checker_hides_a_setup() {
    let options = conformance::options::<GameBox>(&[], 4);
    assert!(Layout::help(&options, CHECKER).is_some());
    assert!((1..4).all(|seat| Layout::help(&options, Seat(seat)).is_none()));
}

#[test]
fn unexpected_steps_change_nothing() {
    let mut table = Table::plain();
    table.call("C1");
    let before = format!("{:?}", table.state);
    let moved = |seat: Seat, name: &str| Step::Moved { seat, mv: dot(name), sealed: None };
    let silly = [
        Step::Answered {
            seat: CHECKER,
            question: Question::Call(dot("C1")),
            answer: Reply::Call(Hit),
        },
        Step::Answered { seat: CHECKER, question: Question::Leaving, answer: Reply::Out },
        moved(Seat(1), "C2"),
        moved(Seat(2), "Z99"),
        Step::Revealed(CHECKER),
        Step::First(Seat(3)),
    ];
    for step in silly {
        table.apply(&step);
    }
    assert_eq!(table.state.leave(Seat(200), Leaving::Resigned), None);
    assert_eq!(format!("{:?}", table.state), before);
}
