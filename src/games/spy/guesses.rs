//! The guesses that end a game: the steps after the second guess, the score, and leaving the game
//! after a declared guess.

use super::Spy;
use super::network::Network;
use super::position::{Stage, State};
use super::words::{Item, Question};
use crate::rules::{BySeat, Due, EndedBy, Forfeits, Open, Outcome, OutcomeKind, Sealed, Seat};

/// Both guesses, or one guess that the opponent declined to match.
#[derive(Clone, Debug)]
pub(super) struct Guesses {
    /// Seat that declared the sealed guess.
    pub(super) by: Seat,
    /// The item that contains the declaring player's sealed guess.
    pub(super) item: Item,
    /// The opponent's open guess; `None` if the opponent has declined.
    pub(super) response: Option<Network>,
    /// Whether the opponent of the declaring player has revealed the network.
    pub(super) revealed: bool,
    /// Whether the sealed guess is right; `None` until the guess is opened.
    pub(super) opened: Option<bool>,
    /// Whether the opponent's open guess is right; `None` until the guess is answered.
    pub(super) answered: Option<bool>,
}

impl Guesses {
    /// Returns the next step. The responding player reveals the network in the same file as the
    /// response, because the network no longer has to stay hidden. Then the declaring player opens
    /// the sealed guess and answers the open guess.
    pub(super) fn due(&self) -> Due<Spy> {
        let seat = self.by;
        if !self.revealed {
            return Due::Reveal(seat.other());
        }
        match &self.response {
            _ if self.opened.is_none() => {
                Due::Open { seat, opens: vec![Open::Item(Sealed { seat, item: self.item })] }
            }
            Some(network) if self.answered.is_none() => {
                let question = Question::Guess { of: seat, network: network.clone() };
                Due::Answer { seat, question, or_move: false }
            }
            _ => Due::Over(self.outcome()),
        }
    }

    /// Returns the outcome if all guesses are judged.
    pub(super) fn over(&self) -> Option<Outcome> {
        if let Due::Over(outcome) = self.due() { Some(outcome) } else { None }
    }

    /// Returns the outcome of the judged guesses. Rule: "A correct reconstruction counts as a
    /// single victory for the player. An incorrect reconstruction counts as a double victory for
    /// the opponent."
    fn outcome(&self) -> Outcome {
        let (by, other) = (self.by, self.by.other());
        let declared = self.opened == Some(true);
        let responded = self.response.as_ref().map(|_| self.answered == Some(true));
        let points = |own: Option<bool>, foe: Option<bool>| {
            u32::from(own == Some(true)) + 2 * u32::from(foe == Some(false))
        };
        let (mine, theirs) = (points(Some(declared), responded), points(responded, Some(declared)));
        let score = format!("{mine} to {theirs}");
        let reason = match (declared, responded) {
            (true, None) => format!("{by} has found the network of {other}"),
            (false, None) => format!("{by} has guessed wrong: a double victory for {other}"),
            (true, Some(true)) => format!("both have guessed right, {score}"),
            (false, Some(false)) => format!("both have guessed wrong, {score}"),
            (true, Some(false)) => {
                format!("{by} has guessed right and {other} wrong: a triple victory")
            }
            (false, Some(true)) => {
                format!("{other} has guessed right and {by} wrong: a triple victory")
            }
        };
        let even = mine == theirs;
        let ahead = if mine > theirs { by } else { other };
        Outcome {
            winners: if even { Vec::new() } else { vec![ahead] },
            kind: if even { OutcomeKind::Draw } else { OutcomeKind::Win },
            points: BySeat::from_fn(2, |seat| if seat == by { mine } else { theirs }),
            ended_by: EndedBy::Board,
            reason,
        }
    }

    /// Returns the outcome that stands no matter what else `seat` does wrong; `None` if the seat
    /// hasn't declared a guess, or if the declared guess is right. A declared guess counts as wrong
    /// if the seat doesn't open it as a network. A wrong guess is a double victory for the
    /// opponent. It is a triple victory if the opponent has made an open guess that is right or not
    /// answered yet.
    pub(super) fn lost(&self, seat: Seat) -> Option<Outcome> {
        if self.by != seat || self.opened == Some(true) {
            return None;
        }
        let other = seat.other();
        let reason = match self.opened {
            None => format!(
                "{seat}'s sealed guess was not opened, or is not a network, so the guess counts as \
                 wrong"
            ),
            Some(_) => format!("{seat} has guessed wrong, and has broken the rules as well"),
        };
        let mut outcome = Outcome::win(other, 2, EndedBy::Breach, reason);
        let right = self.response.is_some() && self.answered != Some(false);
        outcome.points[other] = 2 + u32::from(right);
        Some(outcome)
    }
}

impl Forfeits<Spy> for State {
    fn may_leave(&self) -> Result<(), &'static str> {
        match self.stage {
            Stage::Declared { .. } | Stage::Judging(_) => {
                Err("a guess has been made, and that decides the game")
            }
            _ => Ok(()),
        }
    }

    /// Only a response to a declared guess takes precedence over a claim.
    fn outlasts_claims(&self) -> bool {
        matches!(self.stage, Stage::Declared { .. })
    }

    /// Treats the response to the declared guess as declined.
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
