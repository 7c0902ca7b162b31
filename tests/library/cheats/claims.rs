//! Claims: a turn that says that somebody let his deadline pass. It ends the game, and shows the
//! setup of its maker, who is judged like everybody.

use chrono::Duration;
use pbem::audit::VerdictKind;
use pbem::rules::{EndedBy, OutcomeKind, Seat};
use pbem::table::FindingKind::{
    BadLink, BadOpening, FalseAnswer, IllegalMove, IllegalSetup, SealMismatch,
};
use pbem::table::{DamageKind, Expects, Finding, FindingKind, Intent, TurnFault};
use pbem::turnfile::{Moment, Turn, read};

use super::{ALICE, BOB, Checkpoint, calling, damaged};
use crate::play::{Game, identity, of_kind};

/// Alice has called, and bob is due.
fn asked() -> Checkpoint {
    Checkpoint::asked("2")
}

/// A claim of this seat at this moment is taken, and wins the game for him. Why, in words.
fn forfeited(game: &mut Game, by: Seat, sent: Moment) -> String {
    let turn = game.claim(by, sent);
    game.mail(turn).expect("a claim that is due");
    let verdict = game.verdict();
    assert_eq!((verdict.kind, verdict.exit_code()), (VerdictKind::Forfeit, 0), "{verdict:?}");
    assert_eq!((&verdict.findings[..], &verdict.missing_reveals[..]), (&[][..], &[][..]));
    let result = verdict.result.expect("a result");
    assert_eq!(
        (result.kind, result.winners.as_slice(), result.ended_by),
        (OutcomeKind::Win, [by].as_slice(), EndedBy::Claim)
    );
    result.reason
}

/// A claim is taken, since nobody can see yet that its maker has cheated: but his setup is shown
/// with it, and names him. As soon as the other has shown his, who was late, that one has won.
fn gives_away(game: &mut Game, by: Seat, turn: u32, kind: FindingKind) -> Finding {
    let claim = game.claim(by, game.deadline());
    game.mail(claim).expect("nobody else can open his seals");
    let verdict = game.verdict();
    assert_eq!((verdict.kind, verdict.exit_code()), (VerdictKind::Dishonest, 1));
    assert_eq!((&verdict.result, verdict.due), (&None, Some(by.other())), "nothing is won by it");
    game.step(Intent::Nothing);
    game.caught_at_the_end(by, turn, kind)
}

/// Such a claim stands for nothing. Why, in words.
fn refused(game: &Game, by: Seat, sent: Moment) -> String {
    game.not_taken(game.claim(by, sent))
}

#[test]
fn a_claim_after_the_deadline() {
    for days in [0, 1, 10_000] {
        let mut table = asked();
        let sent = table.game.deadline() + Duration::days(days);
        let reason = forfeited(&mut table.game, ALICE, sent);
        assert!(reason.starts_with("bob did not answer in time"), "{reason}");
        assert!(table.game.file.turns.iter().any(|turn| turn.seed.is_some()), "her sheet is shown");
    }
    let mut table = asked();
    table.idle(1);
    let sent = table.game.deadline();
    forfeited(&mut table.game, BOB, sent);
}

/// Who was late may still show his sheet, and do nothing else.
#[test]
fn behind_a_claim_the_late_seat_may_show() {
    let claimed = || {
        let mut table = asked();
        let sent = table.game.deadline();
        let turn = table.game.claim(ALICE, sent);
        table.game.mail(turn).expect("a claim that is due");
        table
    };
    let mut table = claimed();
    let standing = table.game.standing();
    assert_eq!((standing.due, standing.expects), (Some(BOB), Expects::Reveal));
    table.game.step(Intent::Nothing);
    let verdict = table.game.verdict();
    assert_eq!((verdict.kind, verdict.due), (VerdictKind::Forfeit, None));
    assert_eq!(verdict.result.expect("a result").winners, [ALICE]);
    let others: [fn(&mut Turn); 3] = [
        |turn| turn.moves = vec!["resign".to_owned()],
        |turn| turn.moves = vec!["claim".to_owned()],
        |turn| turn.answer = vec!["2".to_owned()],
    ];
    for change in others {
        let mut table = claimed();
        let read = table.game.cheat(Intent::Nothing, change);
        table.game.caught(read, BOB, 5, IllegalMove);
    }
    // Nor is anything left to claim, however long he takes.
    let table = claimed();
    let late = table.game.deadline() + Duration::days(99);
    for by in [ALICE, BOB] {
        if table.game.due() != Some(by) {
            refused(&table.game, by, late);
        }
    }
}

#[test]
fn a_claim_too_early() {
    let table = asked();
    let deadline = table.game.deadline();
    let last = table.game.file.turns.last().expect("a turn").sent;
    let early = deadline - Duration::seconds(1);
    for sent in [last, last + Duration::days(1), last + Duration::days(14), early] {
        let why = refused(&table.game, ALICE, sent);
        assert!(why.starts_with("alice claims the game, but bob has until"), "{why}");
    }
}

#[test]
fn a_claim_in_ones_own_turn() {
    // It is no move, so it is a breach like any other that is none.
    let mut table = asked();
    let mut turn = table.game.compose(Intent::Resign);
    turn.moves = vec!["claim".to_owned()];
    table.game.sign(&mut turn);
    let read = table.game.mail(turn);
    table.game.caught(read, BOB, 4, IllegalMove);
}

#[test]
fn a_claim_by_a_stranger() {
    let table = asked();
    let late = table.game.deadline();
    let mut turn = table.game.claim(ALICE, late);
    "mallory".clone_into(&mut turn.seat);
    let stranger = identity(7, "stranger");
    turn.signature = stranger.sign_turn(&turn.hash());
    assert!(table.game.not_taken(turn.clone()).contains("no seat"));
    "alice".clone_into(&mut turn.seat);
    turn.signature = stranger.sign_turn(&turn.hash());
    damaged(&table.game.with_turn(turn), 4, DamageKind::BadSignature);
}

#[test]
fn a_claim_where_there_is_no_deadline() {
    let mut table = Checkpoint::under(&[("days-per-turn", "none")]);
    let call = calling(table.of_bob("2"));
    table.game.step(call);
    assert_eq!(table.game.standing().deadline, None);
    let late = table.game.file.turns[2].sent + Duration::days(10_000);
    let why = refused(&table.game, ALICE, late);
    assert_eq!(why, "alice claims the game, but this game has no deadline");
}

/// Else anybody could make up a game with a key that he knows, wait, and show a verdict about its
/// owner.
#[test]
fn a_claim_against_or_by_somebody_who_never_joined() {
    let table = Checkpoint::alone(&[]);
    let late = table.game.deadline() + Duration::days(99);
    let why = refused(&table.game, ALICE, late);
    assert_eq!(why, "alice claims the game, but bob has not joined");
    // In a game of three somebody waits who has not joined himself.
    let mut game = Game::new(of_kind("game-box"), 3, &[], 7);
    game.step(Intent::Nothing);
    game.step(game.any());
    let late = game.deadline() + Duration::days(99);
    let carol = Seat(2);
    let mut turn = game.claim(carol, late);
    turn.key = Some(game.players[2].identity.public());
    game.sign(&mut turn);
    assert!(game.not_taken(turn).starts_with("carol claims the game, but"));
}

#[test]
fn a_forged_claim() {
    let table = asked();
    let late = table.game.deadline();
    let honest = table.game.claim(ALICE, late);
    let unsigned = |turn: Turn| damaged(&table.game.with_turn(turn), 4, DamageKind::BadSignature);
    unsigned(Turn { signature: [0; 64], ..honest.clone() });
    // by the other's key
    let signature = table.game.players[1].identity.sign_turn(&honest.hash());
    unsigned(Turn { signature, ..honest.clone() });
    // changed after it was signed
    unsigned(Turn { sent: late + Duration::seconds(1), ..honest.clone() });
    // upon an earlier turn, which a later one has overtaken
    let mut turn = honest;
    turn.after = table.game.file.turns[1].hash();
    table.game.sign(&mut turn);
    table.game.not_taken(turn);
}

/// Nobody signs that the other is late without a date of his own that everybody can read: before
/// the last turn it stands for nothing, and a year ahead it is said in the verdict. (No vault takes
/// it in before that day has come.)
#[test]
fn a_claim_with_a_false_date() {
    let table = asked();
    let last = table.game.file.turns.last().expect("a turn").sent;
    let why = refused(&table.game, ALICE, last - Duration::seconds(1));
    assert_eq!(why, "turn 4 is dated before the turn before it");
    let mut table = asked();
    let ahead = table.game.deadline() + Duration::days(365);
    forfeited(&mut table.game, ALICE, ahead);
    let verdict = table.game.verdict();
    assert_eq!(verdict.span.map(|(_, last)| last), Some(ahead), "the date stands there");
}

/// One agent sealed instead of four, so that nobody can find them all: the claim shows it.
#[test]
fn a_claim_by_somebody_with_a_false_setup() {
    let mut header = Checkpoint::alone(&[]).game.file.game;
    header.first = Some("alice".to_owned());
    let begun = |change: &dyn Fn(&Game, &mut Turn)| {
        let mut game = Game::with(header.clone(), 7);
        let mut turn = game.compose(Intent::Nothing);
        change(&game, &mut turn);
        game.sign(&mut turn);
        game.mail(turn).expect("nobody can see it yet");
        game.step(Intent::Nothing);
        game.step(Intent::Move("Canadian 2".to_owned()));
        game
    };
    // Which of her squares hold an agent is in the seals, and these are resealed as empty.
    let mut agents = Game::with(header.clone(), 7).players[0].setup.clone();
    let one_left = agents.split_off(3);
    let items: Vec<String> = crate::reference::squares().map(crate::reference::item).collect();
    let mut game = begun(&|game, turn| {
        for item in &agents {
            let at = items.iter().position(|known| known == item).expect("a square");
            turn.setup[at] = game.seal(ALICE, item, "empty");
        }
    });
    game.players[0].setup = one_left;
    let finding = gives_away(&mut game, ALICE, 1, IllegalSetup);
    assert!(finding.message.contains("the rules do not allow"), "{}", finding.message);
    // She shows a sheet as it should be, and not what she has sealed.
    let mut game = begun(&|_, turn| turn.setup[5] = [7; 32]);
    gives_away(&mut game, ALICE, 4, SealMismatch);
}

/// What he answered before is judged by what he shows.
#[test]
fn a_claim_by_somebody_who_has_lied() {
    let mut table = Checkpoint::new();
    let call = calling(table.of_bob("1"));
    table.game.step(call);
    let call = calling(table.of_alice("1"));
    table.game.cheat_unseen(call, |turn| turn.answer[0] = "2".to_owned());
    gives_away(&mut table.game, BOB, 4, FalseAnswer);
}

#[test]
fn a_claim_that_does_not_show_the_setup() {
    let shows: [fn(&mut Turn); 3] = [
        |turn| (turn.seed, turn.reveal) = (None, Vec::new()),
        |turn| turn.seed = None,
        |turn| turn.reveal.clear(),
    ];
    for change in shows {
        let mut table = asked();
        let mut turn = table.game.claim(ALICE, table.game.deadline());
        change(&mut turn);
        table.game.sign(&mut turn);
        let read = table.game.mail(turn);
        let kind = read.as_ref().err().map(kind_of).expect("it is seen");
        assert!([IllegalMove, IllegalSetup].contains(&kind), "{kind}");
        table.game.caught(read, ALICE, 4, kind);
    }
}

fn kind_of(fault: &TurnFault) -> FindingKind {
    let TurnFault::Breach(finding) = fault else { panic!("no breach: {fault:?}") };
    finding.kind
}

#[test]
fn a_claim_with_more_than_is_due() {
    type Change = fn(&mut Turn);
    let more: [(Change, FindingKind); 6] = [
        (|turn| turn.link = Some([7; 32]), BadLink),
        (|turn| turn.answer = vec!["2".to_owned()], IllegalMove),
        (|turn| turn.moves.push("resign".to_owned()), IllegalMove),
        (|turn| turn.seal = Some([7; 32]), IllegalMove),
        (|turn| turn.offer = Some("draw".to_owned()), IllegalMove),
        (|turn| (turn.open, turn.salts) = (vec!["A1 empty".to_owned()], vec![[7; 32]]), BadOpening),
    ];
    for (nth, (change, wanted)) in more.into_iter().enumerate() {
        let mut table = asked();
        let mut turn = table.game.claim(ALICE, table.game.deadline());
        change(&mut turn);
        table.game.sign(&mut turn);
        if turn.moves.len() > 1 {
            table.game.not_taken(turn);
            continue;
        }
        let read = table.game.mail(turn);
        let kind = read.as_ref().err().map(kind_of);
        assert_eq!(kind, Some(wanted), "{nth}");
        table.game.caught(read, ALICE, 4, wanted);
    }
}

/// A claim that was made upon an earlier turn fits nothing any more once that one is answered.
#[test]
fn a_claim_beside_an_answer() {
    let mut table = asked();
    let claim = table.game.claim(ALICE, table.game.deadline());
    table.idle(1);
    assert_eq!(table.game.verdict().kind, VerdictKind::Open);
    table.game.file.turns.push(claim);
    assert_eq!(table.game.mailed().file.map(|file| file.turns.len()), Some(4), "a number doubled");
    let verdict = pbem::audit::verify(&read(table.game.file.write().as_bytes()));
    assert_eq!((verdict.kind, verdict.findings.len()), (VerdictKind::Damaged, 0));
}

/// Whoever has left cannot win by the clock, and has not to fear it either.
#[test]
fn a_claim_after_a_resignation_or_an_agreed_draw() {
    let mut resigned = Checkpoint::new();
    resigned.game.step(Intent::Resign);
    let mut drawn = Checkpoint::new();
    let first = calling(drawn.of_bob("1"));
    drawn.game.cheat_unseen(first, |turn| turn.offer = Some("draw".to_owned()));
    drawn.game.step(Intent::Accept);
    for mut table in [resigned, drawn] {
        let late = table.game.deadline() + Duration::days(365);
        let waits = table.game.due().expect("a setup is still to be shown").other();
        let why = refused(&table.game, waits, late);
        assert!(why.ends_with("but the game is decided already"), "{why}");
        let open = table.game.verdict();
        assert_eq!((open.kind, &open.result), (VerdictKind::Open, &None), "no liar is hidden");
        assert_eq!(open.missing_reveals, [waits.other()]);
        table.game.step(Intent::Nothing);
        assert_eq!(table.game.verdict().kind, VerdictKind::Honest);
    }
}

/// A draw is none before everybody has shown: else it would hide a liar.
#[test]
fn a_draw_that_hides_a_liar() {
    let mut table = Checkpoint::new();
    let first = calling(table.of_bob("1"));
    table.game.cheat_unseen(first, |turn| turn.offer = Some("draw".to_owned()));
    // bob answers 2 where 1 is true, and then offers to leave it at that.
    let call = calling(table.of_alice("1"));
    table.game.cheat_unseen(call, |turn| {
        turn.answer[0] = "2".to_owned();
        turn.offer = Some("draw".to_owned());
    });
    table.game.step(Intent::Accept);
    let open = table.game.verdict();
    assert_eq!((open.kind, &open.result, open.due), (VerdictKind::Open, &None, Some(BOB)));
    assert_eq!(open.missing_reveals, [BOB], "there is no result without his sheet");
    table.game.step(Intent::Nothing);
    table.game.caught_at_the_end(BOB, 4, FalseAnswer);
}

/// Once the board has decided, the winner has to show his sheet, or he does not win.
#[test]
fn a_claim_while_a_reveal_is_due() {
    let mut table = Checkpoint::new();
    table.alice_wins();
    let mut game = table.game.until(table.game.file.turns.len() - 1);
    let open = game.verdict();
    assert_eq!((open.kind, &open.result, open.due), (VerdictKind::Open, &None, Some(ALICE)));
    assert_eq!(open.missing_reveals, [ALICE]);
    let sent = game.deadline();
    let reason = forfeited(&mut game, BOB, sent);
    assert_eq!(reason, "alice did not answer in time and had shown no setup");
    // The loser, who is not due any more, gains nothing by one.
    refused(&game, BOB, sent + Duration::days(99));
}

#[test]
fn a_claim_when_all_is_over() {
    let mut table = Checkpoint::new();
    table.alice_wins();
    let late = table.game.deadline() + Duration::days(99);
    for by in [ALICE, BOB] {
        let why = refused(&table.game, by, late);
        assert!(why.ends_with("but the game is over"), "{why}");
    }
    assert_eq!(table.game.verdict().kind, VerdictKind::Honest);
}

/// A claim does not wash a liar clean, nor does it make his game one that he won.
#[test]
fn a_claim_behind_a_breach() {
    let mut table = asked();
    let call = calling(table.of_alice("1"));
    let _ = table.game.cheat(call, |turn| turn.answer[0] = "HIT".to_owned());
    let without = table.game.verdict();
    let claim = table.game.claim(BOB, table.game.deadline() + Duration::days(99));
    table.game.file.turns.push(claim);
    let verdict = table.game.verdict();
    assert_eq!(
        (verdict.kind, &verdict.findings, &verdict.result),
        (VerdictKind::Dishonest, &without.findings, &without.result)
    );
}

/// Somebody dates his turn twenty days back, so that the other would be late at once.
#[test]
fn a_turn_dated_before_the_one_that_it_answers() {
    let mut table = asked();
    let mut turn = table.game.compose(calling(table.of_alice("1")));
    for back in [Duration::seconds(1), Duration::days(20)] {
        turn.sent = table.game.file.turns[2].sent - back;
        table.game.sign(&mut turn);
        let why = table.game.not_taken(turn.clone());
        assert_eq!(why, "turn 4 is dated before the turn before it");
    }
}

/// Somebody sits on his turn for thirteen days and dates it back to the first of them: a claim of a
/// day later stands for nothing, and there are fourteen days from the day on which it was mailed.
#[test]
fn a_turn_held_for_thirteen_days_and_dated_back() {
    let mut table = asked();
    let asked_on = table.game.file.turns[2].sent;
    let call = calling(table.of_alice("1"));
    table.game.cheat_unseen(call, |turn| turn.sent = asked_on);
    let mailed_on = asked_on + Duration::days(13);
    assert!(table.game.standing().deadline >= Some(mailed_on + Duration::days(14)));
    for day in 1..14 {
        refused(&table.game, BOB, mailed_on + Duration::days(day));
    }
    refused(&table.game, BOB, asked_on + Duration::days(28) - Duration::seconds(1));
    forfeited(&mut table.game, BOB, asked_on + Duration::days(28));
}
