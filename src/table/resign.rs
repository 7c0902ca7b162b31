//! Actions that every kind allows instead of a move: resign, offer a draw, accept a draw.

use super::turn::Leave;
use super::{Next, Refusal, Table};
use crate::rules::{EndedBy, Forfeits, Game, Leaving, Outcome, Position, Seat};

impl<G: Game> Table<G> {
    /// Checks whether players may resign, offer a draw or accept a draw now. If not, returns the
    /// reason.
    pub(super) fn may_leave(&self) -> Result<(), &'static str> {
        match self.next() {
            Next::Setup(_) => Err("the game begins only when all players have hidden a setup"),
            _ if self.outcome().is_some() => Err("the game has already been decided"),
            _ => self.position.may_leave(),
        }
    }

    /// Returns the refusal for a player who may not resign or accept a draw.
    pub(super) fn no_leaving(&self) -> Refusal {
        let decided = "the game has already been decided";
        Refusal::CannotLeave(self.may_leave().err().unwrap_or(decided))
    }

    /// Checks whether `seat` may offer a draw with its current turn. A seat may not do so twice in
    /// a row.
    pub(super) fn may_offer(&self, seat: Seat) -> Result<(), &'static str> {
        match self.never_offers(seat) {
            Some(why) => Err(why),
            None => self.may_leave(),
        }
    }

    /// Returns the reason why `seat` can't offer a draw with its next turn, no matter what happens
    /// before that turn; `None` if an offer may become possible.
    pub(super) fn never_offers(&self, seat: Seat) -> Option<&'static str> {
        if !G::PROFILE.draws {
            Some("this game has no draws by agreement")
        } else if self.outcome().is_some() {
            Some("the game has already been decided")
        } else if let Err(why) = self.position.may_leave() {
            Some(why)
        } else if self.seats[seat].offered {
            Some("your last turn offered a draw, so your next turn can't")
        } else {
            None
        }
    }

    /// Returns the reason why `seat` can't offer a draw with its next turn, judging by the current
    /// public position.
    pub(super) fn no_offer(&self, seat: Seat) -> Option<&'static str> {
        let now = || self.may_offer(seat).err().filter(|_| self.due() == Some(seat));
        self.never_offers(seat).or_else(now)
    }

    /// Whether `seat` may accept the offer in the previous turn.
    pub(super) fn may_accept(&self, seat: Seat) -> bool {
        self.offer.is_some_and(|by| by != seat) && self.may_leave().is_ok()
    }

    /// Carries out a resignation or an accepted draw.
    pub(super) fn leave(&mut self, seat: Seat, leave: Leave) {
        let outcome = match leave {
            Leave::Resign => {
                let outcome = self.position.leave(seat, Leaving::Resigned);
                let resigned = format!("{seat} resigned");
                let reason = outcome.iter().map(|outcome| outcome.reason.clone());
                // Most reasons already say that the player resigned.
                let mut events: Vec<String> = reason.collect();
                if !events.iter().any(|reason| reason.starts_with(&resigned)) {
                    events.insert(0, resigned);
                }
                self.tell_all(events, 0);
                outcome
            }
            Leave::Accept => {
                let reason = format!("{} and {} agreed to a draw", Seat::OPENER, Seat::JOINER);
                self.tell(reason.clone());
                Some(Outcome::draw(self.seats.seats(), EndedBy::Agreement, reason))
            }
        };
        if let Some(outcome) = outcome {
            self.position.end(outcome);
            self.settle();
        }
    }
}
