//! Players who are losing and leave, or stop making turns.

use chrono::Duration;
use pbem::audit::{self, Verdict, VerdictKind};
use pbem::games::Kind;
use pbem::rules::{EndedBy, OutcomeKind, Seat};
use pbem::table::FindingKind;
use pbem::turnfile::read;

use super::{first, game_in_progress, honest, long, refused, seat_of};
use crate::cheats::table::{Attempt, Caught, Everywhere};
use crate::play::{Game, need};

pub(super) const CHEATS: &[Everywhere] = &[
    Everywhere(
        Attempt::Leaving,
        "resigning instead of giving the required answer",
        instead_of_the_answer,
    ),
    Everywhere(Attempt::NeverAnswering, "never sending another turn", no_turn),
    Everywhere(
        Attempt::NeverRevealing,
        "never revealing the setup, as the last player who must reveal one",
        no_setup,
    ),
];

fn instead_of_the_answer(kind: Kind) -> Caught {
    let games = (11..30).map(|seed| honest(kind, seed));
    let game = need(games, 1, "turns answer something", |game| {
        game.file.turns.iter().filter(|turn| !turn.answer.is_empty()).count()
    });
    let at = first(&game, |turn| !turn.answer.is_empty());
    let kept_back = refused(&game, at, |turn| {
        (turn.answer, turn.tokens, turn.open, turn.salts, turn.boxes) = Default::default();
        turn.moves = vec!["resign".to_owned()];
    });
    assert_eq!(kept_back, FindingKind::IllegalMove);
    Caught::Arrival(kept_back)
}

/// Returns the verdict on the game with this seat's claim at the deadline.
fn claimed(mut game: Game, by: Seat) -> Verdict {
    let claim = game.claim(by, game.deadline());
    game.mail(claim).expect("a claim that is due");
    game.verdict()
}

fn no_turn(kind: Kind) -> Caught {
    let game = game_in_progress(kind);
    let due = game.due().expect("the game continues");
    let waits = game
        .players
        .iter()
        .map(|player| player.seat)
        .find(|seat| *seat != due && game.joined(*seat))
        .expect("another");
    assert_eq!(
        (game.verdict().kind, game.verdict().result),
        (VerdictKind::Open, None),
        "no one has won by it"
    );
    game.not_taken(game.claim(waits, game.deadline() - Duration::seconds(1)));
    let verdict = claimed(game, waits);
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
    // In Game Box the turn that answers the last call also reveals the chart: without the reveal
    // there is no such turn.
    let game = game.unwrap_or_else(|| long(kind));
    let turns = game.file.turns.len() - 1;
    let hides = seat_of(&game, game.file.turns.last().expect("a turn"));
    let waits =
        game.players.iter().map(|player| player.seat).find(|seat| *seat != hides).expect("another");
    let open = audit::verify(&read(game.cut(turns).write().as_bytes()));
    assert_eq!((open.kind, open.due, open.findings.len()), (VerdictKind::Open, Some(hides), 0));
    assert!(
        open.result.is_none_or(|result| !result.winners.contains(&hides)),
        "no win without revealing a setup"
    );
    let verdict = claimed(game.until(turns), waits);
    assert_eq!((verdict.kind, verdict.findings.len()), (VerdictKind::Forfeit, 0));
    assert!(!verdict.result.expect("a result").winners.contains(&hides));
    Caught::Deadline
}
