//! What a player wants to do in his turn, what comes of it, and why nothing may come of it.

use super::keys::HiddenMove;
use crate::rules::{Level, Seat};
use crate::turnfile::{Bytes32, Moment, Ruling, Turn};

/// What a player wants to do in his turn.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Intent {
    /// whatever is due without a decision of his
    #[default]
    Nothing,
    /// this move, as typed
    Move(String),
    /// to resign
    Resign,
    /// to accept the draw that was offered
    Accept,
    /// to claim the game, the deadline of the seat that is due having passed
    Claim,
    /// to prove that a box addressed to him is bad
    Dispute,
    /// to leave it to a bot
    Bot {
        /// how well it plays
        level: Level,
        /// where its numbers come from, in demos and tests; else they follow from the secrets of
        /// its seat, so that it makes the same move again
        seed: Option<Bytes32>,
    },
}

impl Intent {
    /// Whatever a bot makes of these numbers that is quick and knows all rules.
    pub fn any(seed: Bytes32) -> Intent {
        Intent::Bot { level: Level::Any, seed: Some(seed) }
    }
}

/// A turn that is to be made: all that is neither rules nor secrets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// when
    pub sent: Moment,
    /// what to do
    pub intent: Intent,
    /// offer a draw with it
    pub offer: bool,
    /// offer a draw with it, if one can be offered
    pub offer_if_possible: bool,
    /// a line to the others
    pub note: Option<String>,
    /// the player's name for people, written in his first turn
    pub name: Option<String>,
    /// his address, written in his first turn
    pub mail: Option<String>,
    /// The arbiter's word that a claim carries.
    pub ruling: Option<Ruling>,
}

impl Plan {
    /// Nothing but an intent.
    pub fn new(sent: Moment, intent: Intent) -> Self {
        let (offer, offer_if_possible) = (false, false);
        Plan {
            sent,
            intent,
            offer,
            offer_if_possible,
            note: None,
            name: None,
            mail: None,
            ruling: None,
        }
    }
}

/// A finished, signed turn, and what to tell its maker.
#[derive(Clone, Debug)]
pub struct Composed {
    /// the turn
    pub turn: Turn,
    /// the part of the move that was sealed: to be kept, it will have to be opened
    pub hidden: Option<HiddenMove>,
    /// questions answered and the answers
    pub answered: Vec<(String, String)>,
    /// the move that was ordered but could not be made, the turn being another's after the answers
    pub dropped: Option<String>,
    /// whether the turn shows the setup
    pub revealed: bool,
    /// why it offers no draw, where one should have gone along if possible
    pub no_offer: Option<&'static str>,
}

/// Why no turn was made. Nothing has been changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// the game is over
    Over,
    /// it is another's turn
    NotYourTurn {
        /// whose it is
        due: Seat,
    },
    /// the setup has to be chosen first
    SetupNeeded,
    /// a move is due with the answers; here they are
    MoveNeeded {
        /// questions and the answers to them
        answers: Vec<(String, String)>,
    },
    /// the move cannot be read or is against the rules, or a note could not stand in a turn file
    Illegal(String),
    /// nobody can resign, or accept, here; and why
    CannotLeave(&'static str),
    /// nothing can be claimed here; and why
    CannotClaim(String),
    /// there is no offer to accept
    NoOffer,
    /// a draw cannot be offered here; and why
    CannotOffer(&'static str),
    /// a box addressed to this seat is bad, so that it cannot answer: it can dispute
    BadBox {
        /// what the box was about
        question: String,
    },
    /// every box addressed to this seat is good
    NothingToDispute,
    /// the secrets do not belong to this game, or the turn would not be taken by a reader
    Inconsistent(String),
}
