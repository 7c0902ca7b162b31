//! A player's intent for a turn, and the result: the turn, or the reason why there is none.

use super::keys::HiddenMove;
use crate::rules::{Level, Seat};
use crate::turnfile::{Bytes32, Moment, Ruling, Turn};

/// A player's intent for a turn.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Intent {
    /// Do only what is due and needs no decision.
    #[default]
    Nothing,
    /// A move, as typed.
    Move(String),
    /// Resign.
    Resign,
    /// Accept the offered draw.
    Accept,
    /// Claim the game because the current player missed the deadline.
    Claim,
    /// Prove that a box addressed to this player is bad.
    Dispute,
    /// Let a bot decide.
    Bot {
        level: Level,
        /// Seed for the bot's random numbers, in demos and tests. Without a seed, the numbers come
        /// from the secrets of the bot's seat, so that the bot makes the same move if it has to
        /// choose again in the same turn.
        seed: Option<Bytes32>,
    },
}

impl Intent {
    /// Returns the intent of a typed move, or [`Intent::Nothing`] if the text is empty.
    pub fn typed(text: String) -> Intent {
        if text.trim().is_empty() { Intent::Nothing } else { Intent::Move(text) }
    }

    /// Returns an intent that lets [`Level::Any`], a fast bot that knows all rules, decide with
    /// random numbers from this seed.
    pub fn any(seed: Bytes32) -> Intent {
        Intent::Bot { level: Level::Any, seed: Some(seed) }
    }
}

/// What a player decides about a turn before pbem composes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    pub sent: Moment,
    pub intent: Intent,
    /// Whether to offer a draw. If the rules don't allow an offer, the turn is refused.
    pub offer: bool,
    /// Whether to offer a draw if the rules allow an offer. If they don't, the turn has no offer.
    pub offer_if_possible: bool,
    /// A note for the other players.
    pub note: Option<String>,
    /// The player's display name, for the player's first turn.
    pub name: Option<String>,
    /// The player's email address, for the player's first turn.
    pub mail: Option<String>,
    /// The arbiter's ruling that a claim needs.
    pub ruling: Option<Ruling>,
}

impl Plan {
    /// Creates a plan with only an intent.
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

/// A finished, signed turn, and information for its player.
#[derive(Clone, Debug)]
pub struct Composed {
    pub turn: Turn,
    /// The sealed part of the move. The caller must keep it, because a later turn must open it.
    pub hidden: Option<HiddenMove>,
    /// Questions and their answers.
    pub answered: Vec<(String, String)>,
    /// The player's move, if it was dropped because the answers ended the player's turn.
    pub dropped: Option<String>,
    /// Whether the turn reveals the setup.
    pub revealed: bool,
    /// Why the turn doesn't offer a draw, although the plan was to offer a draw if possible.
    pub no_offer: Option<&'static str>,
}

/// Why pbem composed no turn. Nothing has been changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    Over,
    /// It is another seat's turn.
    NotYourTurn {
        due: Seat,
    },
    /// The player must choose a setup first.
    SetupNeeded,
    /// The player must choose a move, which comes after these answers in the turn.
    MoveNeeded {
        /// Questions and their answers.
        answers: Vec<(String, String)>,
    },
    /// The setup or the move can't be parsed or is against the rules, or a turn file can't contain
    /// the note, the name or the address.
    Illegal {
        why: String,
        /// The piece whose legal moves should be listed to help the player.
        piece: Option<String>,
    },
    /// Resigning, or accepting a draw, isn't possible now, for this reason.
    CannotLeave(&'static str),
    /// A claim isn't possible now, for this reason.
    CannotClaim(String),
    /// There is no offer to accept.
    NoOffer,
    /// A draw offer isn't possible now, for this reason.
    CannotOffer(&'static str),
    /// A box addressed to this seat is bad, so the seat can't answer. It can dispute the box.
    BadBox {
        /// The question that the box was about.
        question: String,
    },
    /// Every box addressed to this seat is good.
    NothingToDispute,
    /// The secrets don't belong to this game, or a reader would reject the turn.
    Inconsistent(String),
}

impl Refusal {
    /// Creates the refusal of a setup, a move or a note, for this reason.
    pub(super) fn illegal(why: impl Into<String>) -> Self {
        Refusal::Illegal { why: why.into(), piece: None }
    }
}
