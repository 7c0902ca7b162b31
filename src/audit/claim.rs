//! Claims: a seat says that another has let the deadline pass.

use super::verdict::Harm;
use crate::crypto;
use crate::rules::{Names, Seat};
use crate::table::{DamageKind, Standing};
use crate::turnfile::{Moment, TurnFile};

/// What is to be said of the claim in a file.
pub(super) enum Claimed {
    No,
    DoesNotCount(String),
    Damaged(Harm),
    By(StandingClaim),
}

/// A claim that counts, until a later turn takes it away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StandingClaim {
    /// who claims
    pub by: Seat,
    /// who has let the deadline pass
    pub against: Seat,
    /// when the claim was made, by the clock of its maker
    pub sent: Moment,
}

impl StandingClaim {
    /// The claim in sentences, for a reader who speaks for the seats that are `own`.
    pub fn words(&self, names: &Names, own: impl Fn(Seat) -> bool) -> String {
        let (by, against) = (names.of(self.by), names.of(self.against));
        let since = self.sent.format("%-d %b %Y, %H:%M UTC");
        if own(self.against) {
            return format!(
                "{by} claims the game since {since}: you let the deadline pass, by the clock of \
                {by}. You can still make your turn: it takes the claim away, and the game goes on."
            );
        }
        let (who, whose) = if own(self.by) {
            ("You claim".to_owned(), "your clock")
        } else {
            (format!("{by} claims"), "that clock")
        };
        format!(
            "{who} the game since {since}: {against} let the deadline pass, by {whose}. {against} \
            can still make a turn: it takes the claim away, and the game goes on."
        )
    }
}

/// The claim in a file, if it counts; `table` is how it stands after the last turn of the file.
pub fn standing_claim(file: &TurnFile, table: &Standing) -> Option<StandingClaim> {
    match claimed(file, table) {
        Claimed::By(claim) => Some(claim),
        _ => None,
    }
}

/// Is there a claim, and does it count? It must be signed by another seat than the one that is due,
/// upon the last turn, after the deadline, against a seat that has joined.
pub(super) fn claimed(file: &TurnFile, table: &Standing) -> Claimed {
    let Some(claim) = &file.claim else { return Claimed::No };
    let harm = |kind: DamageKind, message: &str| {
        Claimed::Damaged(Harm { kind: kind.id(), turn: None, message: message.to_owned() })
    };
    let Some((seat, key)) =
        file.game.seat(&claim.seat).and_then(|seat| Some((seat, table.players[seat.index()].key?)))
    else {
        return harm(
            DamageKind::BadSignature,
            "the claim is by somebody who has not joined this game",
        );
    };
    if !crypto::verify_claim(&key, &claim.hash(), &claim.signature) {
        return harm(DamageKind::BadSignature, "the claim was changed after it was signed");
    }
    if table.hashes.last() != Some(&claim.after) {
        return harm(DamageKind::BadChain, "the claim was not made upon the last turn");
    }
    match (table.due, table.deadline) {
        (Some(due), _) if due == seat => {
            Claimed::DoesNotCount(format!("{} claims, but is to act", claim.seat))
        }
        // Whoever has signed nothing has missed nothing: else a game made up with somebody's key
        // would bring a verdict upon him.
        (Some(due), _) if !table.players[due.index()].joined => Claimed::DoesNotCount(format!(
            "{} claims, but {} has not joined",
            claim.seat,
            table.names.of(due)
        )),
        (Some(due), Some(deadline)) if claim.sent >= deadline => {
            Claimed::By(StandingClaim { by: seat, against: due, sent: claim.sent })
        }
        (Some(_), Some(deadline)) => Claimed::DoesNotCount(format!(
            "the claim of {} is too early: it may be written from {deadline} on",
            claim.seat,
            deadline = deadline.format("%Y-%m-%d %H:%M UTC")
        )),
        (Some(_), None) => {
            Claimed::DoesNotCount("this game has no deadline, so nothing can be claimed".to_owned())
        }
        (None, _) => Claimed::No,
    }
}
