//! Drafting: choosing moves and setups by selecting squares and buttons instead of typing. This
//! works in the same way in every user interface.
//!
//! The *draft* is the text that a player would type, or its beginning. Selecting something only
//! replaces the draft. So a user interface needs no knowledge of the kind: it draws the scene,
//! offers the [`Touch`]es, and passes back the draft of the selected `Touch`. Players can mix
//! typing and selecting, and undo by returning to the previous draft. An incomplete draft ends with
//! a separator: `Fiji 6; ` before the call after a HIT, `4C-` before the other end of a row.

use std::collections::BTreeSet;
use std::fmt::Display;

use serde::Serialize;

use super::scene::Board;
use super::{Game, Numbers, Observation, Seat, Setup};

/// Drafting moves and setups. Selectable squares are named by [`Board::id`] and
/// [`Cell::name`](super::scene::Cell::name).
///
/// Tests check four properties on random games. *True*: if a hand is [`ready`](Hand::ready), its
/// draft is accepted as typed. *Never stuck*: every reachable draft can be finished without going
/// back. *Complete*: every move of the bots and every setup is reachable. *Quiet*: opponents'
/// secrets don't affect the hands.
pub trait Pointing<G: Game> {
    /// Returns the choices for a draft of a move. The next step must be this seat's decision: all
    /// questions are answered, all boxes are opened, and all numbers are rolled. Returns `None` if
    /// the draft isn't the beginning of a possible move in the spelling that drafts use.
    fn touch(seen: Observation<'_, G>, draft: &str) -> Option<Hand>;

    /// Returns the choices for a draft of a setup. Selections that choose at random use `numbers`.
    fn touch_setup(
        options: &G::Options,
        seat: Seat,
        draft: &str,
        numbers: &mut dyn Numbers,
    ) -> Option<Hand> {
        G::Setup::touch(options, seat, draft, numbers)
    }
}

/// Something that can be selected.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Spot {
    /// A square: the id of its board, and its name.
    Square(&'static str, String),
    /// A piece, if its square isn't enough to identify it.
    Piece(String),
    /// A button next to the boards.
    Button(String),
}

/// One thing that can be selected now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Touch {
    pub at: Spot,
    /// Effect of selecting the spot, for screen readers: `call Fiji 6`.
    pub does: String,
    /// Label, for a button or a piece: `after a HIT ..`.
    pub short: String,
    /// The resulting draft.
    pub draft: String,
}

/// A mark that the draft puts on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Mark {
    pub at: Spot,
    /// Symbol to draw at that spot: `agent`, `call`, `from`, `to`.
    pub sign: &'static str,
    /// A number or character to draw next to the symbol; often empty.
    pub label: String,
}

/// The choices and marks for a draft.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Hand {
    /// Whether the draft can be signed: it is complete, and legal even considering the player's own
    /// secrets.
    pub ready: bool,
    /// One sentence that describes the draft, or asks for the missing part.
    pub says: String,
    /// Label for a button that signs: `call`.
    pub verb: String,
    /// Marks that the draft puts on the board.
    pub marks: Vec<Mark>,
    /// Lines that the draft draws through squares.
    pub lines: Vec<Vec<Spot>>,
    /// Everything that can be selected now, each spot once.
    pub touches: Vec<Touch>,
    /// Spots that a player may want to select but can't now, each with the reason as a sentence
    /// without a period.
    #[serde(skip)]
    pub barred: Vec<(Spot, String)>,
    /// The boards for drafting a setup; empty for a move, which is drafted on the boards of the
    /// scene.
    pub boards: Vec<Board>,
}

impl Spot {
    pub fn on(board: &'static str, name: &impl ToString) -> Self {
        Spot::Square(board, name.to_string())
    }
}

/// Returns the errors of a draft as sentences.
pub(crate) fn sentences<F: Display>(faults: &[F]) -> String {
    faults.iter().map(|fault| format!("{fault}.")).collect::<Vec<_>>().join(" ")
}

impl Hand {
    /// Creates a hand without choices. `says` describes the draft, and `ready` says whether it can
    /// be signed.
    pub fn new(ready: bool, verb: &str, says: impl Into<String>) -> Self {
        Hand { ready, says: says.into(), verb: verb.to_owned(), ..Hand::default() }
    }

    /// Adds a choice without a label, such as a square.
    pub fn offer(&mut self, at: Spot, does: impl Into<String>, draft: impl Into<String>) {
        let (does, draft) = (does.into(), draft.into());
        self.touches.push(Touch { at, does, short: String::new(), draft });
    }

    /// Adds a button.
    pub fn button(&mut self, name: &str, does: impl Into<String>, draft: impl Into<String>) {
        self.labelled(Spot::Button(name.to_owned()), name, does, draft);
    }

    /// Adds a choice with a label.
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

/// Returns all drafts that can be signed. Follows every choice, beginning with the empty draft;
/// returns `None` if there are more than `most` drafts. This lists the legal moves of any kind
/// without extra code in that kind.
pub fn moves(hand: impl Fn(&str) -> Option<Hand>, most: usize) -> Option<Vec<String>> {
    let (mut drafts, mut open, mut moves) = (BTreeSet::new(), vec![String::new()], Vec::new());
    while let Some(draft) = open.pop() {
        if !drafts.insert(draft.clone()) {
            continue;
        }
        if drafts.len() > most {
            return None;
        }
        let Some(hand) = hand(&draft) else { continue };
        open.extend(hand.touches.into_iter().rev().map(|touch| touch.draft));
        if hand.ready {
            moves.push(draft);
        }
    }
    Some(moves)
}

/// Returns the choices for a move that selects one of these squares. `ask` is the sentence that
/// asks the player to select a square.
pub(crate) fn one_of(
    board: &'static str,
    verb: &str,
    ask: &str,
    names: impl Iterator<Item = String>,
    draft: &str,
) -> Option<Hand> {
    let mut hand = Hand::new(false, verb, ask);
    for name in names {
        let at = Spot::on(board, &name);
        if name == draft {
            (hand.ready, hand.says) = (true, format!("You {verb} {draft}."));
            hand.mark(at.clone(), "call", "");
            hand.offer(at, format!("take back {name}"), "");
        } else {
            hand.offer(at, format!("{verb} {name}"), name);
        }
    }
    (hand.ready || draft.is_empty()).then_some(hand)
}
