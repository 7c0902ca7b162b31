//! Who sees that he is beaten, and leaves, or writes nothing more.

use chrono::Duration;
use pbem::audit::{self, Verdict, VerdictKind};
use pbem::games::Kind;
use pbem::rules::{EndedBy, OutcomeKind, Seat};
use pbem::table::FindingKind;
use pbem::turnfile::{Claim, TurnFile, read};

use super::{begun, first, honest, long, refused, seat_of};
use crate::cheats::table::{Attempt, Caught, Everywhere};
use crate::play::Game;

pub(super) const CHEATS: &[Everywhere] = &[
    Everywhere(
        Attempt::Leaving,
        "resigning instead of the answer that is due",
        instead_of_the_answer,
    ),
    Everywhere(Attempt::NeverAnswering, "no turn comes any more", no_turn),
    Everywhere(Attempt::NeverRevealing, "the last setup is never shown", no_setup),
];

fn instead_of_the_answer(kind: Kind) -> Caught {
    let game = (11..30)
        .map(|seed| honest(kind, seed))
        .find(|game| game.file.turns.iter().any(|turn| !turn.answer.is_empty()));
    let game = game.expect("a game in which somebody answers");
    let at = first(&game, |turn| !turn.answer.is_empty());
    let kept_back = refused(&game, at, |turn| {
        (turn.answer, turn.tokens, turn.open, turn.salts, turn.boxes) = Default::default();
        turn.moves = vec!["resign".to_owned()];
    });
    assert_eq!(kept_back, FindingKind::IllegalMove);
    Caught::Arrival(kept_back)
}

/// The verdict over these turns, with a claim of this seat so many days later.
fn claimed(game: &Game, turns: usize, by: Seat, days: i64) -> Verdict {
    let cut = game.cut(turns);
    let last = cut.turns.last().expect("a turn");
    let seat = game.file.game.seats[by.index()].clone();
    let mut claim = Claim {
        seat,
        sent: last.sent + Duration::days(days),
        after: last.hash(),
        signature: [0; 64],
    };
    claim.signature = game.players[by.index()].identity.sign_claim(&claim.hash());
    audit::verify(&read(TurnFile { claim: Some(claim), ..cut }.write().as_bytes()))
}

fn no_turn(kind: Kind) -> Caught {
    let game = begun(kind);
    let due = game.due().expect("the game goes on");
    let waits = game
        .players
        .iter()
        .map(|player| player.seat)
        .find(|seat| *seat != due && game.joined(*seat))
        .expect("another");
    assert_eq!(
        (game.verdict().kind, game.verdict().result),
        (VerdictKind::Open, None),
        "nobody has won by it"
    );
    assert_eq!(claimed(&game, 8, waits, 13).kind, VerdictKind::Open, "there is time yet");
    assert_eq!(claimed(&game, 8, due, 99).kind, VerdictKind::Open, "nor by a claim of his own");
    let verdict = claimed(&game, 8, waits, 14);
    assert_eq!((verdict.kind, verdict.findings.len()), (VerdictKind::Forfeit, 0));
    let result = verdict.result.expect("a result");
    assert_eq!(result.ended_by, EndedBy::Claim);
    assert!(result.kind == OutcomeKind::Void || result.winners == [waits], "{result:?}");
    Caught::Deadline
}

fn no_setup(kind: Kind) -> Caught {
    let game = (11..60).map(|seed| honest(kind, seed)).find(|game| {
        let last = game.file.turns.last().expect("a turn");
        last.seed.is_some() && last.moves.is_empty() && last.answer.is_empty()
    });
    // In Game Box the chart is shown in the turn that answers the last call: without it there is no
    // turn.
    let game = game.unwrap_or_else(|| long(kind));
    let turns = game.file.turns.len() - 1;
    let hides = seat_of(&game, game.file.turns.last().expect("a turn"));
    let waits =
        game.players.iter().map(|player| player.seat).find(|seat| *seat != hides).expect("another");
    let open = audit::verify(&read(game.cut(turns).write().as_bytes()));
    assert_eq!((open.kind, open.due, open.findings.len()), (VerdictKind::Open, Some(hides), 0));
    assert!(
        open.result.is_none_or(|result| !result.winners.contains(&hides)),
        "nobody wins who has not shown his setup"
    );
    let verdict = claimed(&game, turns, waits, 14);
    assert_eq!((verdict.kind, verdict.findings.len()), (VerdictKind::Forfeit, 0));
    assert!(!verdict.result.expect("a result").winners.contains(&hides));
    Caught::Deadline
}
