//! What can be touched next, and what comes of it: moves and setups made without typing, the same
//! way in every face.
//!
//! The *draft* is the text that would be typed, or a beginning of it. A touch never does anything
//! but put another draft in its place. So a face knows no game: it paints the scene, offers the
//! touches, and hands the draft of the one that was chosen back in. Typing and touching can be
//! mixed, and the way back is the draft before. A draft that waits for something ends with a sign:
//! `Fiji 6; ` for the call after a HIT, `4C-` for the other end of a row.

use std::fmt::Display;

use serde::Serialize;

use super::scene::Board;
use super::{Game, Numbers, Observation, Seat, Setup};

/// Moves and setups by touching. What is touched is named in the scene: [`Board::id`] and
/// [`Cell::name`](super::scene::Cell::name).
///
/// Four properties hold, and are tried on random games. *True*: a draft in a hand that says
/// [`ready`](Hand::ready) is taken as typed. *Never stuck*: from every draft that is reached by
/// touching, some finished one is, without going back. *Whole*: every move of the bots and every
/// setup is reached. *Quiet*: what the other hides changes nothing.
pub trait Pointing<G: Game> {
    /// The draft of a move. The position is the one in which the seat decides: what it is asked is
    /// answered, what it is told is opened, numbers are rolled. `None` if the draft is no beginning
    /// of anything that may be done, or is spelled otherwise.
    fn touch(seen: Observation<'_, G>, draft: &str) -> Option<Hand>;

    /// The draft of a setup, for a seat that hides one. The numbers are for touches that draw
    /// something at random.
    fn touch_setup(
        options: &G::Options,
        seat: Seat,
        draft: &str,
        numbers: &mut dyn Numbers,
    ) -> Option<Hand>;

    /// How a whole setup stands in a draft.
    fn setup_draft(options: &G::Options, seat: Seat, setup: &G::Setup) -> String {
        setup.write(options, seat).join("; ")
    }
}

/// Something that can be touched.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Spot {
    /// a square: the id of its board, and its name
    Square(&'static str, String),
    /// a piece, where a square is not enough to name it
    Piece(String),
    /// a button beside the boards
    Button(String),
}

/// One thing that can be touched now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Touch {
    /// where
    pub at: Spot,
    /// what it does, for who hears instead of seeing: `call Fiji 6`
    pub does: String,
    /// what stands on it, if it is a button or a piece: `after a HIT ..`
    pub short: String,
    /// what is typed so far, then
    pub draft: String,
}

/// What the draft has put somewhere.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Mark {
    /// where
    pub at: Spot,
    /// what to draw there: `agent`, `call`, `from`, `to`
    pub sign: &'static str,
    /// a number or a letter beside it; often empty
    pub label: String,
}

/// A draft as it lies in the hand.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Hand {
    /// the draft can be signed as it stands: it is read, and legal, on one's own sheet too
    pub ready: bool,
    /// what the draft says, or what is missing, in one sentence
    pub says: String,
    /// what signing it does, for a button: `call`
    pub verb: String,
    /// what the draft has put where
    pub marks: Vec<Mark>,
    /// lines through squares that the draft draws
    pub lines: Vec<Vec<Spot>>,
    /// all that can be touched now, each spot once
    pub touches: Vec<Touch>,
    /// what one would like to touch and cannot now, and why, in a sentence without a full stop
    #[serde(skip)]
    pub barred: Vec<(Spot, String)>,
    /// boards of its own, for a setup; a move is drafted on those of the scene
    pub boards: Vec<Board>,
}

impl Spot {
    /// A square.
    pub fn on(board: &'static str, name: &impl ToString) -> Self {
        Spot::Square(board, name.to_string())
    }
}

/// What is wrong with a draft, as sentences.
pub(crate) fn sentences<F: Display>(faults: &[F]) -> String {
    faults.iter().map(|fault| format!("{fault}.")).collect::<Vec<_>>().join(" ")
}

impl Hand {
    /// A hand with this to say; `ready` if nothing is missing.
    pub fn new(ready: bool, verb: &str, says: impl Into<String>) -> Self {
        Hand { ready, says: says.into(), verb: verb.to_owned(), ..Hand::default() }
    }

    /// Adds a touch of a square.
    pub fn offer(&mut self, at: Spot, does: impl Into<String>, draft: impl Into<String>) {
        let (does, draft) = (does.into(), draft.into());
        self.touches.push(Touch { at, does, short: String::new(), draft });
    }

    /// Adds a button.
    pub fn button(&mut self, name: &str, does: impl Into<String>, draft: impl Into<String>) {
        self.labelled(Spot::Button(name.to_owned()), name, does, draft);
    }

    /// Adds a touch of something with a text on it.
    pub fn labelled(
        &mut self,
        at: Spot,
        short: impl Into<String>,
        does: impl Into<String>,
        draft: impl Into<String>,
    ) {
        let (short, does, draft) = (short.into(), does.into(), draft.into());
        self.touches.push(Touch { at, does, short, draft });
    }

    /// Adds a mark.
    pub fn mark(&mut self, at: Spot, sign: &'static str, label: impl Into<String>) {
        self.marks.push(Mark { at, sign, label: label.into() });
    }
}
