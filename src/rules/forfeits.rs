//! The effects of a player leaving a game.

use super::{EndedBy, Game, Outcome, Seat};

/// The effects of a player leaving a game. By default, a player can resign at any time, the
/// opponent of a player who resigns wins, and the opponent can claim a missed deadline.
pub trait Forfeits<G: Game> {
    /// Checks whether a player may resign or agree on a draw now. If not, returns the reason as the
    /// error.
    fn may_leave(&self) -> Result<(), &'static str> {
        Ok(())
    }

    /// Whether the other players play on without this seat. If they do, a breach by the seat makes
    /// it leave, and a claim against the seat removes it.
    fn plays_on_without(&self, _seat: Seat) -> bool {
        false
    }

    /// Checks whether `by` may claim that `late` has missed the deadline. If not, returns the
    /// reason as the error.
    fn may_claim(&self, _by: Seat, _late: Seat) -> Result<(), String> {
        Ok(())
    }

    /// Removes a seat. Returns the outcome of the game, or `None` if the other players play on.
    /// After a breach or a missed deadline, the table calls this function only if the other players
    /// [play on](Self::plays_on_without) without the seat.
    fn leave(&mut self, seat: Seat, _why: Leaving) -> Option<Outcome> {
        let reason = format!("{seat} resigned");
        Some(Outcome::win(seat.other(), 2, EndedBy::Resignation, reason))
    }

    /// Whether the turn that is due now takes precedence over a competing claim. If so, a turn that
    /// is on time counts even if the turn and a claim against its player cross in the mail, but the
    /// choices in that turn are [waived](Self::waive).
    fn outlasts_claims(&self) -> bool {
        false
    }

    /// Ignores the choices in a turn that replaces a claim, because its player may have seen a
    /// setup in the claim before taking the turn.
    fn waive(&mut self) {}

    /// Whether the next turn leaves its player no choice. Even a player who has already revealed a
    /// setup may take such a turn.
    fn is_forced(&self) -> bool {
        false
    }

    /// Returns the outcome that stays valid even if this seat turns out to have broken the rules or
    /// missed the deadline; `None` if there is no such outcome.
    fn stands_despite(&self, _seat: Seat) -> Option<Outcome> {
        None
    }
}

/// Why a seat leaves the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaving {
    /// The player resigned.
    Resigned,
    /// The player broke the rules.
    Breach,
    /// The player missed the deadline.
    Late,
}
