//! Claims: a note that somebody let his deadline pass. It counts if it is signed by another seat
//! than the one that is due, upon the last turn, after the deadline, against somebody who has
//! joined.

use chrono::Duration;
use pbem::audit::{self, Verdict, VerdictKind};
use pbem::rules::{EndedBy, OutcomeKind, Seat};
use pbem::table::Intent;
use pbem::turnfile::{Claim, read};

use super::{ALICE, BOB, Checkpoint, calling};
use crate::play::Game;

/// The verdict with a claim of `seat`, so many days after the last turn, changed before it is
/// signed.
fn with_claim(game: &Game, seat: Seat, days: i64, change: impl FnOnce(&mut Claim)) -> Verdict {
    let last = game.file.turns.last().expect("a turn");
    let names = &game.file.game.seats;
    let sent = last.sent + Duration::days(days);
    let mut claim =
        Claim { seat: names[seat.index()].clone(), sent, after: last.hash(), signature: [0; 64] };
    change(&mut claim);
    claim.signature = game.players[seat.index()].identity.sign_claim(&claim.hash());
    with(game, claim)
}

fn with(game: &Game, claim: Claim) -> Verdict {
    let mut file = game.file.clone();
    file.claim = Some(claim);
    let verdict = audit::verify(&read(file.write().as_bytes()));
    assert_eq!(verdict.findings, [], "a claim is never a finding");
    verdict
}

fn forfeited(verdict: &Verdict, winner: Seat) -> String {
    assert_eq!((verdict.kind, verdict.exit_code()), (VerdictKind::Forfeit, 0), "{verdict:?}");
    assert_eq!(verdict.missing_reveals, []);
    let result = verdict.result.as_ref().expect("a result");
    assert_eq!(
        (result.kind, result.winners.as_slice(), result.ended_by),
        (OutcomeKind::Win, [winner].as_slice(), EndedBy::Claim)
    );
    result.reason.clone()
}

/// The game stays what it would be without the claim, with a word about it.
fn does_not_count(game: &Game, verdict: &Verdict) {
    let without = game.verdict();
    assert_eq!((verdict.kind, &verdict.result), (without.kind, &without.result));
    assert!(verdict.claim_note.is_some());
}

fn asked() -> Checkpoint {
    Checkpoint::asked("2")
}

#[test]
fn a_claim_after_the_deadline() {
    let table = asked();
    for days in [14, 15, 10_000] {
        let reason = forfeited(&with_claim(&table.game, ALICE, days, |_| ()), ALICE);
        assert!(reason.starts_with("bob did not answer in time"), "{reason}");
    }
    let mut table = asked();
    table.idle(1);
    forfeited(&with_claim(&table.game, BOB, 14, |_| ()), BOB);
}

#[test]
fn a_claim_too_early() {
    let table = asked();
    for days in [-10_000, -1, 0, 1, 13] {
        does_not_count(&table.game, &with_claim(&table.game, ALICE, days, |_| ()));
    }
    does_not_count(
        &table.game,
        &with_claim(&table.game, ALICE, 14, |claim| claim.sent -= Duration::seconds(1)),
    );
}

#[test]
fn a_claim_by_the_seat_that_is_due() {
    let table = asked();
    does_not_count(&table.game, &with_claim(&table.game, BOB, 99, |_| ()));
}

#[test]
fn a_claim_where_there_is_no_deadline() {
    let mut table = Checkpoint::under(&[("days-per-turn", "none")]);
    let call = calling(table.of_bob("2"));
    table.game.step(call);
    does_not_count(&table.game, &with_claim(&table.game, ALICE, 10_000, |_| ()));
    assert_eq!(table.game.standing().deadline, None);
}

/// Else anybody could make up a game with a key that he knows, wait, and show a verdict about its
/// owner.
#[test]
fn a_claim_against_somebody_who_never_joined() {
    let table = Checkpoint::alone(&[]);
    does_not_count(&table.game, &with_claim(&table.game, ALICE, 99, |_| ()));
}

#[test]
fn a_forged_claim() {
    let table = asked();
    let damaged = |verdict: Verdict, kind: &str| {
        assert_eq!((verdict.kind, &verdict.result), (VerdictKind::Damaged, &None));
        assert_eq!(verdict.damage.expect("the damage is told").kind, kind);
    };
    let last = table.game.file.turns.last().expect("a turn");
    let mut claim = Claim {
        seat: "alice".to_owned(),
        sent: last.sent + Duration::days(14),
        after: last.hash(),
        signature: [0; 64],
    };
    damaged(with(&table.game, claim.clone()), "bad-signature");
    // by the other's key
    claim.signature = table.game.players[1].identity.sign_claim(&claim.hash());
    damaged(with(&table.game, claim.clone()), "bad-signature");
    // the signature of a turn is none of a claim
    claim.signature = table.game.players[0].identity.sign_turn(&claim.hash());
    damaged(with(&table.game, claim.clone()), "bad-signature");
    // changed after it was signed
    claim.signature = table.game.players[0].identity.sign_claim(&claim.hash());
    assert_eq!(with(&table.game, claim.clone()).kind, VerdictKind::Forfeit);
    claim.sent += Duration::seconds(1);
    damaged(with(&table.game, claim), "bad-signature");
    // upon an earlier turn, which a later one has overtaken
    let earlier = table.game.file.turns[1].hash();
    damaged(with_claim(&table.game, ALICE, 14, |claim| claim.after = earlier), "bad-chain");
}

/// A later turn removes a claim: it says so of the last turn only.
#[test]
fn a_claim_that_was_answered() {
    let mut table = asked();
    let last = table.game.file.turns.last().expect("a turn");
    let mut claim = Claim {
        seat: "alice".to_owned(),
        sent: last.sent + Duration::days(14),
        after: last.hash(),
        signature: [0; 64],
    };
    claim.signature = table.game.players[0].identity.sign_claim(&claim.hash());
    assert_eq!(with(&table.game, claim.clone()).kind, VerdictKind::Forfeit);
    table.idle(1);
    assert_eq!(table.game.verdict().kind, VerdictKind::Open);
    // Left in the file behind the later turn, it fits nothing.
    assert_eq!(with(&table.game, claim).kind, VerdictKind::Damaged);
}

/// Once the board has decided, the winner has to show his sheet, or he does not win.
#[test]
fn a_claim_while_a_reveal_is_due() {
    let mut table = Checkpoint::new();
    table.alice_wins();
    let turns = table.game.file.turns.len();
    table.game.file.turns.truncate(turns - 1);
    let open = table.game.verdict();
    assert_eq!((open.kind, &open.result, open.due), (VerdictKind::Open, &None, Some(ALICE)));
    assert_eq!(open.missing_reveals, [ALICE]);
    let reason = forfeited(&with_claim(&table.game, BOB, 14, |_| ()), BOB);
    assert_eq!(reason, "alice did not answer in time and showed no setup");
}

/// A draw has been agreed; who offered it has still to show his sheet. He has not won, so the
/// result is known.
#[test]
fn a_draw_whose_offerer_shows_nothing() {
    let mut table = Checkpoint::new();
    let first = calling(table.of_bob("1"));
    table.game.cheat_unseen(first, |turn| turn.offer = Some("draw".to_owned()));
    table.game.step(Intent::Accept);
    let open = table.game.verdict();
    assert_eq!(
        (open.kind, open.missing_reveals.as_slice()),
        (VerdictKind::Open, [ALICE].as_slice())
    );
    assert_eq!(
        open.result.map(|result| (result.kind, result.ended_by)),
        Some((OutcomeKind::Draw, EndedBy::Agreement))
    );
    forfeited(&with_claim(&table.game, BOB, 14, |_| ()), BOB);
    table.game.step(Intent::Nothing);
    assert_eq!(table.game.verdict().kind, VerdictKind::Honest);
}

#[test]
fn a_claim_when_all_is_over() {
    let mut table = Checkpoint::new();
    table.alice_wins();
    let verdict = with_claim(&table.game, BOB, 99, |_| ());
    assert_eq!((verdict.kind, verdict.result), (VerdictKind::Honest, table.game.verdict().result));
}

/// A claim does not wash a liar clean, nor does it make his game one that he won.
#[test]
fn a_claim_by_a_liar() {
    let mut table = asked();
    let call = calling(table.of_alice("1"));
    let _ = table.game.cheat(call, |turn| turn.answer[0] = "HIT".to_owned());
    let last = table.game.file.turns.last().expect("a turn");
    let mut claim = Claim {
        seat: "bob".to_owned(),
        sent: last.sent + Duration::days(99),
        after: last.hash(),
        signature: [0; 64],
    };
    claim.signature = table.game.players[1].identity.sign_claim(&claim.hash());
    let without = table.game.verdict();
    table.game.file.claim = Some(claim);
    let verdict = table.game.verdict();
    assert_eq!(
        (verdict.kind, &verdict.findings, &verdict.result),
        (VerdictKind::Dishonest, &without.findings, &without.result)
    );
}
