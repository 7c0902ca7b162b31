//! Callers who leave or break the rules, which must not cost the other players the game.

use chrono::TimeDelta;

use super::club::*;
use super::*;
use crate::audit::{self, Verdict, VerdictKind};
use crate::rules::OutcomeKind;
use crate::table::{FindingKind, Intent, Plan, Refusal};
use crate::turnfile::limits::LAST_TURN;
use crate::turnfile::{Reading, Turn, TurnFile};

#[test]
fn a_leaving_is_answered_before_the_next_caller_writes() {
    let mut club = Club::new(4, &[]);
    club.plays(BOB, Intent::Resign);
    assert_eq!(
        (club.due(), club.events()),
        (Some(CHECKER), vec!["bob joins".to_owned(), "bob resigned".to_owned()])
    );
    assert!(counts_for_nothing(&club, &club.forged(CAROL, "A1", club.now)));
    let turn = club.answers().clone();
    assert_eq!((turn.answer, turn.open.len(), turn.seed), (vec!["OUT".to_owned()], 0, None));
    assert_eq!(club.events(), ["bob is out"]);
    assert_eq!(club.due(), Some(CAROL));
}

#[test]
fn only_out_answers_a_leaving_and_nothing_else() {
    let mut club = Club::new(4, &[]);
    club.plays(BOB, Intent::Resign);
    let said = |club: &Club, word: &str| {
        club.lies(CHECKER, Intent::Nothing, |turn| turn.answer = vec![word.to_owned()])
    };
    for word in ["MISS", "HIT", "GUN"] {
        let verdict = club.with(said(&club, word));
        assert_eq!(findings(&verdict), [(CHECKER, 3, FindingKind::FalseAnswer)], "{word}");
        let [finding] = &verdict.findings[..] else { panic!("one finding") };
        let told = [&finding.item, &finding.said, &finding.truth].map(Option::as_deref);
        assert_eq!(told, [Some("a leaving"), Some(word), Some("OUT")]);
        assert_eq!(result(&verdict).1, Some(void(EndedBy::Breach)));
    }
    let verdict = club.with(said(&club, "out"));
    assert_eq!(findings(&verdict), [(CHECKER, 3, FindingKind::IllegalMove)]);
    club.answers();
    club.plays(CAROL, Intent::Move("A1".to_owned()));
    let verdict = club.with(said(&club, "OUT"));
    assert_eq!(findings(&verdict), [(CHECKER, 5, FindingKind::IllegalMove)]);
}

#[test]
fn four_callers_finish_after_two_leave() {
    let mut club = Club::new(5, &[]);
    "C1 C2 A1 C3".split(' ').for_each(|dot| club.call(dot));
    for seat in [BOB, CAROL] {
        club.plays(seat, Intent::Resign);
        club.answers();
    }
    "A2 C4 A3".split(' ').for_each(|dot| club.call(dot));
    assert_eq!(result(&club.verdict()), (VerdictKind::Honest, Some(won_by(DAVE))));
}

#[test]
fn checker_reveals_when_the_last_caller_is_out() {
    let mut club = Club::new(3, &[]);
    for seat in [BOB, CAROL] {
        club.plays(seat, Intent::Resign);
        assert_eq!(result(&club.verdict()).1, None, "not before the Checker has written");
        club.answers();
    }
    assert_eq!(club.turns.last().map(|turn| turn.reveal.len()), Some(2));
    let drawn = Some((OutcomeKind::Draw, Vec::new(), EndedBy::Resignation));
    assert_eq!(result(&club.verdict()), (VerdictKind::Honest, drawn));
}

#[test]
fn breach_removes_a_caller_without_ending_the_game() {
    let mut club = Club::bob_is_near();
    club.call("C5");
    let offers = |turn: &mut Turn| turn.offer = Some("draw".to_owned());
    club.takes(club.lies(CAROL, Intent::Move("A3".to_owned()), offers));
    let breach = [(CAROL, 16, FindingKind::IllegalMove)];
    let verdict = club.verdict();
    assert_eq!(
        (result(&verdict), findings(&verdict)),
        ((VerdictKind::Dishonest, None), breach.to_vec())
    );
    assert_eq!(verdict.due, Some(CHECKER));
    assert_eq!(
        club.events(),
        ["carol breaks the rules, and is out of the game: carol cannot offer a draw here"]
    );
    assert!(matches!(club.makes(CHECKER, Intent::Accept), Err(Refusal::NoOffer)));
    assert_eq!(club.answers().answer, ["OUT"]);
    club.call("C6");
    club.call("A3");
    let verdict = club.verdict();
    assert_eq!(result(&verdict), (VerdictKind::Dishonest, Some(won_by(BOB))));
    assert_eq!(findings(&verdict), breach);
}

#[test]
fn breach_while_joining_removes_the_caller() {
    let mut club = Club::new(3, &[]);
    club.takes(club.lies(BOB, Intent::Move("A1".to_owned()), extra));
    club.answers();
    "A1 A2 A3".split(' ').for_each(|dot| club.call(dot));
    assert_eq!(result(&club.verdict()), (VerdictKind::Dishonest, Some(won_by(CAROL))));
}

#[test]
fn an_honest_program_makes_no_turn_that_breaks_the_rules() {
    let club = Club::bob_is_near();
    assert!(matches!(club.makes(BOB, Intent::Move("Z9".to_owned())), Err(Refusal::Illegal { .. })));
}

#[test]
fn draw_needs_the_chart_and_gives_cheats_nothing() {
    let mut club = Club::new(3, &[]);
    for seat in [BOB, CAROL] {
        club.takes(club.lies(seat, Intent::Move("A1".to_owned()), extra));
        assert_eq!(result(&club.verdict()), (VerdictKind::Dishonest, None));
        club.answers();
    }
    let drawn = Some((OutcomeKind::Draw, Vec::new(), EndedBy::Resignation));
    assert_eq!(result(&club.verdict()), (VerdictKind::Dishonest, drawn));
}

#[test]
fn the_checkers_breach_ends_the_game_but_takes_nobodys_win() {
    let club = Club::bob_calls_his_third();
    let says = |word: &str| {
        let verdict = club
            .with(club.lies(CHECKER, Intent::Nothing, |turn| turn.answer = vec![word.to_owned()]));
        (findings(&verdict), result(&verdict).1, verdict.due)
    };
    let lie = vec![(CHECKER, 15, FindingKind::FalseAnswer)];
    assert_eq!(says("MISS"), (lie, Some(void(EndedBy::Breach)), None));
    let hides = |turn: &mut Turn| (turn.seed, turn.reveal) = (None, Vec::new());
    let verdict = club.with(club.lies(CHECKER, Intent::Nothing, hides));
    assert_eq!(findings(&verdict), [(CHECKER, 15, FindingKind::IllegalMove)]);
    assert_eq!(result(&verdict).1, Some(won_by(BOB)), "the answer was proved");
}

#[test]
fn loser_takes_nothing_from_the_winner() {
    let club = Club::bob_calls_his_third();
    // A turn of a player who isn't due has no effect.
    for moves in ["A9", "resign", "claim", "nonsense"] {
        let turn = club.forged(CAROL, moves, club.now);
        assert!(counts_for_nothing(&club, &turn), "{moves}");
        assert_eq!(findings(&club.with(turn)), []);
    }
    // After a claim with a breach, bob's call is answered anyway.
    let mut late = club;
    late.silence();
    late.takes(late.lies(CAROL, Intent::Claim, extra));
    assert_eq!(late.due(), Some(CHECKER));
    assert_eq!(late.events().len(), 1, "nothing else of the turn counts: {:?}", late.events());
    late.answers();
    let verdict = late.verdict();
    assert_eq!(result(&verdict), (VerdictKind::Dishonest, Some(won_by(BOB))));
    assert_eq!(findings(&verdict), [(CAROL, 15, FindingKind::IllegalMove)]);
}

#[test]
fn after_the_winning_answer_nothing_counts() {
    let mut club = Club::bob_calls_his_third();
    club.answers();
    assert_eq!(result(&club.verdict()), (VerdictKind::Honest, Some(won_by(BOB))));
    assert_eq!((club.due(), club.table.standing().deadline), (None, None));
    for seat in Seat::all(4) {
        for moves in ["claim", "resign", "A9"] {
            let turn = club.forged(seat, moves, club.now + TimeDelta::days(365));
            assert!(counts_for_nothing(&club, &turn), "{seat} {moves}");
            let verdict = club.with(turn);
            assert_eq!((verdict.kind, findings(&verdict)), (VerdictKind::Damaged, Vec::new()));
        }
    }
}

/// The Checker decides which of two versions of a call to answer. The next caller continues from
/// that version.
#[test]
fn next_caller_continues_from_the_answered_version() {
    let mut club = Club::new(3, &[]);
    let [one, other] =
        ["A1", "C1"].map(|dot| club.makes(BOB, Intent::Move(dot.to_owned())).expect("a call"));
    assert_ne!(one.hash(), other.hash());
    club.takes(other);
    assert!(counts_for_nothing(&club, &one));
    club.answers();
    assert!(counts_for_nothing(&club, &one));
    "A1 C2 A2 C3 A3".split(' ').for_each(|dot| club.call(dot));
    assert_eq!(result(&club.verdict()), (VerdictKind::Honest, Some(won_by(CAROL))));
}

#[test]
fn breach_in_the_last_turn_is_a_normal_draw() {
    let mut club = Club::new(3, &[]);
    "C1 C2".split(' ').for_each(|dot| club.call(dot));
    let mut table = crate::table::Table::<GameBox>::new(&club.header).expect("a game");
    club.turns.iter().for_each(|turn| table.read(turn).expect("an honest turn"));
    table.skip_to(LAST_TURN);
    let plan = Plan::new(club.now, Intent::Move("C3".to_owned()));
    let (composed, _) = table.compose(&club.keys[1], &plan).expect("a turn");
    let mut turn = composed.turn;
    extra(&mut turn);
    turn.signature = club.keys[1].identity.sign_turn(&turn.hash());
    table.read(&turn).expect("the other players continue");
    let outcome = table.outcome().expect("it is decided");
    assert_eq!((outcome.kind, outcome.ended_by), (OutcomeKind::Draw, EndedBy::Board));
    assert_eq!(table.due(), Some(CHECKER), "the Checker must reveal the chart");
}

/// Returns the verdict on several files of one game.
fn judged(files: &[(&Club, &[Turn])]) -> Verdict {
    let examined = files.iter().map(|(club, turns)| {
        let file = TurnFile { game: club.header.clone(), turns: turns.to_vec() };
        audit::examine(Reading { file: Some(file), fault: None })
    });
    let examined: Vec<_> = examined.collect();
    let judgements = audit::judge(&examined);
    assert_eq!(judgements.len(), 1, "one table");
    judgements.into_iter().map(|judgement| judgement.verdict).next().expect("a judgement")
}

#[test]
fn breach_in_another_file_neither_wins_nor_undoes_a_win() {
    let near = Club::bob_is_near();
    let by_bob = near.lies(BOB, Intent::Move("A9".to_owned()), extra);
    let mut won = Club::bob_is_near();
    won.call("A3");
    let with = |turns: &[Turn], turn: &Turn| [turns, std::slice::from_ref(turn)].concat();
    let verdict = judged(&[(&won, &won.turns), (&near, &with(&near.turns, &by_bob))]);
    assert_eq!(findings(&verdict), [(BOB, 14, FindingKind::IllegalMove)]);
    assert_eq!(result(&verdict), (VerdictKind::Dishonest, Some(void(EndedBy::Breach))));

    let mut silent = Club::bob_calls_his_third();
    silent.silence();
    let by_carol = silent.lies(CAROL, Intent::Claim, extra);
    let verdict = judged(&[(&silent, &with(&silent.turns, &by_carol)), (&won, &won.turns)]);
    assert_eq!(findings(&verdict), [(CAROL, 15, FindingKind::IllegalMove)]);
    assert_eq!(result(&verdict), (VerdictKind::Dishonest, Some(won_by(BOB))));
}
