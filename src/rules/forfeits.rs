//! What becomes of a game that somebody leaves.

use super::{EndedBy, Game, Outcome, Seat};

/// What becomes of a position when somebody leaves. As usual, one may always resign, the other then
/// wins, and whoever lets the deadline pass can be claimed against.
pub trait Forfeits<G: Game> {
    /// May a player resign or agree on a draw now? If not, why.
    fn may_leave(&self) -> Result<(), &'static str> {
        Ok(())
    }

    /// Do the others play on without this seat? Then a breach is its leaving, and a claim strikes
    /// it out.
    fn plays_on_without(&self, _seat: Seat) -> bool {
        false
    }

    /// May `by` claim that `late` has let the deadline pass? If not, why.
    fn may_claim(&self, _by: Seat, _late: Seat) -> Result<(), String> {
        Ok(())
    }

    /// A seat leaves: how that ends the game, or `None` if the others play on without it. By a
    /// breach or late leaves only a seat [without which](Self::plays_on_without) they do.
    fn leave(&mut self, seat: Seat, _why: Leaving) -> Option<Outcome> {
        let reason = format!("{seat} resigned");
        Some(Outcome::win(seat.other(), 2, EndedBy::Resignation, reason))
    }

    /// Does the turn that is due now count against a claim in its place? Then turn and claim do not
    /// cross: the turn stands if it is in time, and the position [`waives`](Self::waive) what its
    /// maker could choose.
    fn outlasts_claims(&self) -> bool {
        false
    }

    /// What its maker chose in the turn that has outlasted a claim counts for nothing: a setup was
    /// open to read in that claim.
    fn waive(&mut self) {}

    /// Does whoever is due have nothing to choose? Then a seat goes on that has shown its setup.
    fn is_forced(&self) -> bool {
        false
    }

    /// The result that stands even if this seat proves to be dishonest or late.
    fn stands_despite(&self, _seat: Seat) -> Option<Outcome> {
        None
    }
}

/// Why a seat leaves the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaving {
    /// it resigned
    Resigned,
    /// it broke the rules
    Breach,
    /// it let the deadline pass
    Late,
}
