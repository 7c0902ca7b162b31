//! Claims: a turn that says that a player missed the deadline. It ends the game and reveals its
//! maker's setup, which is audited like any other.

use chrono::Duration;
use pbem::audit::VerdictKind;
use pbem::rules::{EndedBy, OutcomeKind, Seat};
use pbem::table::FindingKind::{
    BadLink, BadOpening, FalseAnswer, IllegalMove, IllegalSetup, SealMismatch,
};
use pbem::table::{DamageKind, Expects, Finding, FindingKind, Intent, TurnError};
use pbem::turnfile::{Moment, Turn, read};

use super::{ALICE, BOB, Checkpoint, calling, damaged};
use crate::play::{Game, identity, of_kind};

/// Alice has called, and it is bob's turn.
fn game_after_call() -> Checkpoint {
    Checkpoint::after_call("2")
}

/// Checks that a claim of this seat at this time wins the game. Returns the reason.
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

/// Checks that a claim is accepted, because no one can see yet that its maker cheated, but the
/// setup revealed with it proves the breach. After the late player's reveal, that player has won.
fn gives_away(game: &mut Game, by: Seat, turn: u32, kind: FindingKind) -> Finding {
    let claim = game.claim(by, game.deadline());
    game.mail(claim).expect("only bob can open bob's seals");
    let verdict = game.verdict();
    assert_eq!((verdict.kind, verdict.exit_code()), (VerdictKind::Dishonest, 1));
    assert_eq!((&verdict.result, verdict.due), (&None, Some(by.other())), "it wins nothing");
    game.step(Intent::Nothing);
    game.caught_at_the_end(by, turn, kind)
}

/// Checks that such a claim has no effect. Returns the reason.
fn refused(game: &Game, by: Seat, sent: Moment) -> String {
    game.not_taken(game.claim(by, sent))
}

#[test]
fn claim_after_the_deadline_wins() {
    for days in [0, 1, 10_000] {
        let mut table = game_after_call();
        let sent = table.game.deadline() + Duration::days(days);
        let reason = forfeited(&mut table.game, ALICE, sent);
        assert!(reason.starts_with("bob did not answer in time"), "{reason}");
        assert!(table.game.file.turns.iter().any(|turn| turn.seed.is_some()), "her sheet is shown");
    }
    let mut table = game_after_call();
    table.idle(1);
    let sent = table.game.deadline();
    forfeited(&mut table.game, BOB, sent);
}

/// The late player may still reveal a setup, and nothing else.
#[test]
fn late_player_may_reveal_after_a_claim() {
    let claimed = || {
        let mut table = game_after_call();
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
    // No claim is possible anymore, however long the player takes.
    let table = claimed();
    let late = table.game.deadline() + Duration::days(99);
    for by in [ALICE, BOB] {
        if table.game.due() != Some(by) {
            refused(&table.game, by, late);
        }
    }
}

#[test]
fn early_claim_is_refused() {
    let table = game_after_call();
    let deadline = table.game.deadline();
    let last = table.game.file.turns.last().expect("a turn").sent;
    let early = deadline - Duration::seconds(1);
    for sent in [last, last + Duration::days(1), last + Duration::days(14), early] {
        let why = refused(&table.game, ALICE, sent);
        assert!(why.starts_with("alice claims the game, but bob has until"), "{why}");
    }
}

#[test]
fn claim_on_the_claimants_turn_is_caught() {
    // It isn't a move, so it is a breach like any other invalid move.
    let mut table = game_after_call();
    let mut turn = table.game.compose(Intent::Resign);
    turn.moves = vec!["claim".to_owned()];
    table.game.sign(&mut turn);
    let read = table.game.mail(turn);
    table.game.caught(read, BOB, 4, IllegalMove);
}

#[test]
fn claim_by_a_stranger_is_refused() {
    let table = game_after_call();
    let late = table.game.deadline();
    let mut turn = table.game.claim(ALICE, late);
    "mallory".clone_into(&mut turn.seat);
    let stranger = identity(7, "stranger");
    turn.signature = stranger.sign_turn(&turn.hash());
    assert!(table.game.not_taken(turn.clone()).contains("without a seat"));
    "alice".clone_into(&mut turn.seat);
    turn.signature = stranger.sign_turn(&turn.hash());
    damaged(&table.game.with_turn(turn), 4, DamageKind::BadSignature);
}

#[test]
fn claim_without_a_deadline_is_refused() {
    let mut table = Checkpoint::under(&[("days-per-turn", "none")]);
    let call = calling(table.of_bob("2"));
    table.game.step(call);
    assert_eq!(table.game.standing().deadline, None);
    let late = table.game.file.turns[2].sent + Duration::days(10_000);
    let why = refused(&table.game, ALICE, late);
    assert_eq!(why, "alice claims the game, but this game has no deadline");
}

/// Otherwise anyone could invent a game with a known key, wait, and show a verdict against the
/// key's owner.
#[test]
fn claim_involving_a_seat_that_never_joined_is_refused() {
    let table = Checkpoint::alone(&[]);
    let late = table.game.deadline() + Duration::days(99);
    let why = refused(&table.game, ALICE, late);
    assert_eq!(why, "alice claims the game, but bob has not joined");
    // In a game of three, the waiting player hasn't joined.
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
fn forged_claim_is_refused() {
    let table = game_after_call();
    let late = table.game.deadline();
    let honest = table.game.claim(ALICE, late);
    let unsigned = |turn: Turn| damaged(&table.game.with_turn(turn), 4, DamageKind::BadSignature);
    unsigned(Turn { signature: [0; 64], ..honest.clone() });
    // With the opponent's key.
    let signature = table.game.players[1].identity.sign_turn(&honest.hash());
    unsigned(Turn { signature, ..honest.clone() });
    // Changed after signing.
    unsigned(Turn { sent: late + Duration::seconds(1), ..honest.clone() });
    // After an earlier turn, which a later one has replaced.
    let mut turn = honest;
    turn.after = table.game.file.turns[1].hash();
    table.game.sign(&mut turn);
    table.game.not_taken(turn);
}

/// A claim has its own date, which everyone can read: a date before the last turn makes it invalid,
/// and the verdict mentions one a year ahead. (No vault accepts the claim before that day.)
#[test]
fn claim_with_a_false_date_is_exposed() {
    let table = game_after_call();
    let last = table.game.file.turns.last().expect("a turn").sent;
    let why = refused(&table.game, ALICE, last - Duration::seconds(1));
    assert_eq!(why, "turn 4 has an earlier date than turn 3");
    let mut table = game_after_call();
    let ahead = table.game.deadline() + Duration::days(365);
    forfeited(&mut table.game, ALICE, ahead);
    let verdict = table.game.verdict();
    assert_eq!(verdict.span.map(|(_, last)| last), Some(ahead), "the date is in the turn");
}

/// With one sealed agent instead of four no opponent can find all. The claim reveals it.
#[test]
fn claim_reveals_an_illegal_setup() {
    let mut header = Checkpoint::alone(&[]).game.file.game;
    header.first = Some("alice".to_owned());
    let game_with = |change: &dyn Fn(&Game, &mut Turn)| {
        let mut game = Game::with(header.clone(), 7);
        let mut turn = game.compose(Intent::Nothing);
        change(&game, &mut turn);
        game.sign(&mut turn);
        game.mail(turn).expect("no one can see it yet");
        game.step(Intent::Nothing);
        game.step(Intent::Move("Canadian 2".to_owned()));
        game
    };
    // The seals contain the squares of her agents; these are sealed again as empty.
    let mut agents = Game::with(header.clone(), 7).players[0].setup.clone();
    let one_left = agents.split_off(3);
    let items: Vec<String> = crate::reference::squares().map(crate::reference::item).collect();
    let mut game = game_with(&|game, turn| {
        for item in &agents {
            let at = items.iter().position(|known| known == item).expect("a square");
            turn.setup[at] = game.seal(ALICE, item, "empty");
        }
    });
    game.players[0].setup = one_left;
    let finding = gives_away(&mut game, ALICE, 1, IllegalSetup);
    assert!(finding.message.contains("the rules do not allow"), "{}", finding.message);
    // She reveals a legal setup that isn't the sealed one.
    let mut game = game_with(&|_, turn| turn.setup[5] = [7; 32]);
    gives_away(&mut game, ALICE, 4, SealMismatch);
}

/// Earlier answers are audited with the setup that the claim reveals.
#[test]
fn claim_reveals_earlier_false_answers() {
    let mut table = Checkpoint::new();
    let call = calling(table.of_bob("1"));
    table.game.step(call);
    let call = calling(table.of_alice("1"));
    table.game.cheat_unseen(call, |turn| turn.answer[0] = "2".to_owned());
    gives_away(&mut table.game, BOB, 4, FalseAnswer);
}

#[test]
fn claim_without_a_reveal_is_caught() {
    let shows: [fn(&mut Turn); 3] = [
        |turn| (turn.seed, turn.reveal) = (None, Vec::new()),
        |turn| turn.seed = None,
        |turn| turn.reveal.clear(),
    ];
    for change in shows {
        let mut table = game_after_call();
        let mut turn = table.game.claim(ALICE, table.game.deadline());
        change(&mut turn);
        table.game.sign(&mut turn);
        let read = table.game.mail(turn);
        let kind = read.as_ref().err().map(kind_of).expect("it is seen");
        assert!([IllegalMove, IllegalSetup].contains(&kind), "{kind}");
        table.game.caught(read, ALICE, 4, kind);
    }
}

fn kind_of(fault: &TurnError) -> FindingKind {
    let TurnError::Breach(finding) = fault else { panic!("no breach: {fault:?}") };
    finding.kind
}

#[test]
fn claim_with_extra_keys_is_caught() {
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
        let mut table = game_after_call();
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

/// A claim after an earlier turn is invalid once that turn is answered.
#[test]
fn claim_after_an_answered_turn_is_refused() {
    let mut table = game_after_call();
    let claim = table.game.claim(ALICE, table.game.deadline());
    table.idle(1);
    assert_eq!(table.game.verdict().kind, VerdictKind::Open);
    table.game.file.turns.push(claim);
    assert_eq!(table.game.mailed().file.map(|file| file.turns.len()), Some(4), "a number doubled");
    let verdict = pbem::audit::verify(&read(table.game.file.write().as_bytes()));
    assert_eq!((verdict.kind, verdict.findings.len()), (VerdictKind::Damaged, 0));
}

/// A player who has left can't win with a claim, and can't lose to one either.
#[test]
fn claim_after_leaving_is_refused() {
    let mut resigned = Checkpoint::new();
    resigned.game.step(Intent::Resign);
    let mut drawn = Checkpoint::new();
    let first = calling(drawn.of_bob("1"));
    drawn.game.cheat_unseen(first, |turn| turn.offer = Some("draw".to_owned()));
    drawn.game.step(Intent::Accept);
    for mut table in [resigned, drawn] {
        let late = table.game.deadline() + Duration::days(365);
        let waits = table.game.due().expect("a setup must still be revealed").other();
        let why = refused(&table.game, waits, late);
        assert!(why.ends_with("but the game has already been decided"), "{why}");
        let open = table.game.verdict();
        assert_eq!((open.kind, &open.result), (VerdictKind::Open, &None), "no liar is hidden");
        assert_eq!(open.missing_reveals, [waits.other()]);
        table.game.step(Intent::Nothing);
        assert_eq!(table.game.verdict().kind, VerdictKind::Honest);
    }
}

/// A draw is final only after all reveals. Otherwise it could hide a cheat.
#[test]
fn draw_does_not_hide_a_cheat() {
    let mut table = Checkpoint::new();
    let first = calling(table.of_bob("1"));
    table.game.cheat_unseen(first, |turn| turn.offer = Some("draw".to_owned()));
    // Bob answers 2 although 1 is true, and then offers a draw.
    let call = calling(table.of_alice("1"));
    table.game.cheat_unseen(call, |turn| {
        turn.answer[0] = "2".to_owned();
        turn.offer = Some("draw".to_owned());
    });
    table.game.step(Intent::Accept);
    let open = table.game.verdict();
    assert_eq!((open.kind, &open.result, open.due), (VerdictKind::Open, &None, Some(BOB)));
    assert_eq!(open.missing_reveals, [BOB], "there is no result without bob's sheet");
    table.game.step(Intent::Nothing);
    table.game.caught_at_the_end(BOB, 4, FalseAnswer);
}

/// After the board has decided, the winner must reveal a setup or doesn't win.
#[test]
fn winner_who_withholds_the_reveal_can_be_claimed_against() {
    let mut table = Checkpoint::new();
    table.alice_wins();
    let mut game = table.game.until(table.game.file.turns.len() - 1);
    let open = game.verdict();
    assert_eq!((open.kind, &open.result, open.due), (VerdictKind::Open, &None, Some(ALICE)));
    assert_eq!(open.missing_reveals, [ALICE]);
    let sent = game.deadline();
    let reason = forfeited(&mut game, BOB, sent);
    assert_eq!(reason, "alice did not answer in time");
    // The loser, whose turn is over, gains nothing by a claim.
    refused(&game, BOB, sent + Duration::days(99));
}

#[test]
fn claim_after_the_end_is_refused() {
    let mut table = Checkpoint::new();
    table.alice_wins();
    let late = table.game.deadline() + Duration::days(99);
    for by in [ALICE, BOB] {
        let why = refused(&table.game, by, late);
        assert!(why.ends_with("but the game is over"), "{why}");
    }
    assert_eq!(table.game.verdict().kind, VerdictKind::Honest);
}

/// A claim doesn't acquit a cheat, and doesn't win the cheat's game.
#[test]
fn claim_after_a_breach_is_refused() {
    let mut table = game_after_call();
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

/// A player dates a turn twenty days back, so that the opponent would be late immediately.
#[test]
fn turn_dated_before_the_previous_one_gains_nothing() {
    let mut table = game_after_call();
    let mut turn = table.game.compose(calling(table.of_alice("1")));
    for back in [Duration::seconds(1), Duration::days(20)] {
        turn.sent = table.game.file.turns[2].sent - back;
        table.game.sign(&mut turn);
        let why = table.game.not_taken(turn.clone());
        assert_eq!(why, "turn 4 has an earlier date than turn 3");
    }
}

/// A player keeps a turn for thirteen days and dates it back to the first day. A claim one day
/// later has no effect: the opponent has fourteen days from the day of mailing.
#[test]
fn held_back_turn_does_not_shorten_the_reply() {
    let mut table = game_after_call();
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
