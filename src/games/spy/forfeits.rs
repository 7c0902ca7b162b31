//! Leaving the game, and claims after a declared guess.

use super::Spy;
use super::position::{Stage, State};
use crate::rules::{EndedBy, Forfeits, Outcome, Seat};

impl Forfeits<Spy> for State {
    fn may_leave(&self) -> Result<(), &'static str> {
        match self.stage {
            Stage::Declared { .. } | Stage::Judging(_) => {
                Err("a guess has been made, and that decides the game")
            }
            _ => Ok(()),
        }
    }

    /// Only the response to a guess counts rather than a claim.
    fn outlasts_claims(&self) -> bool {
        matches!(self.stage, Stage::Declared { .. })
    }

    /// The response then counts as declined.
    fn waive(&mut self) {
        let Stage::Judging(guesses) = &mut self.stage else { return };
        (guesses.response, guesses.answered) = (None, None);
        let again = match self.outcome.as_ref().map(|outcome| outcome.ended_by) {
            Some(EndedBy::Board) => guesses.over(),
            Some(EndedBy::Claim) => guesses
                .lost(guesses.by)
                .map(|outcome| Outcome { ended_by: EndedBy::Claim, ..outcome }),
            _ => None,
        };
        self.outcome = again.or(self.outcome.take());
    }

    fn is_forced(&self) -> bool {
        matches!(self.stage, Stage::Judging(_))
    }

    fn stands_despite(&self, seat: Seat) -> Option<Outcome> {
        if let Stage::Judging(guesses) = &self.stage { guesses.lost(seat) } else { None }
    }
}
