//! Turns that came without the file that they go on, as a chat or a phone carries them: joined to
//! the file that is known here, and then a whole file like any other.

use super::find::{Flaw, hold};
use super::mend;
use super::parts::Flow;
use crate::table::OpenGame;
use crate::turnfile::{Piece, Unjoined};

/// Some turns, as they stood in what came in. Nothing of them has been checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loose {
    /// as it came in
    pub text: String,
    /// where it was, safe to print
    pub place: String,
    flow: Flow,
}

/// Why turns make no file with the one that is known.
#[derive(Clone, PartialEq, Debug)]
pub enum NotJoined {
    /// nobody could say of which game they are
    Unreadable,
    /// the first of them bears this number, and turns before it are missing
    Gap(u32),
    /// the first of them, of this number, goes on from another turn than the one that is known
    Another(u32),
    /// with them the file does not hold
    Damaged(Box<Flaw>),
}

impl Loose {
    pub(super) fn new(text: &str, flow: Flow, place: &str) -> Loose {
        Loose { text: text.to_owned(), place: place.to_owned(), flow }
    }

    /// Does it say to be of the game with this id, in digits?
    pub fn is_of(&self, id: &str) -> bool {
        mend::candidates(&self.text, self.flow)
            .any(|text| Piece::look(&text).is_some_and(|piece| id.starts_with(piece.game)))
    }

    /// The number of the first turn, if it can be read.
    pub fn first(&self) -> Option<u32> {
        mend::candidates(&self.text, self.flow).find_map(|text| Some(Piece::look(&text)?.first))
    }

    /// The first digits of the id that it names.
    pub fn game(&self) -> Option<String> {
        mend::candidates(&self.text, self.flow)
            .find_map(|text| Some(Piece::look(&text)?.game.to_owned()))
    }

    /// The file that goes on with these turns, whole to its end. The known one is believed.
    pub fn join(&self, known: &OpenGame) -> Result<OpenGame, NotJoined> {
        let hashes = &known.standing.hashes[..];
        let mut why = NotJoined::Unreadable;
        for text in mend::candidates(&self.text, self.flow) {
            let Some(piece) = Piece::look(&text) else { continue };
            let before = usize::try_from(piece.first).unwrap_or(usize::MAX).saturating_sub(1);
            let failed = match piece.join(&known.file) {
                Ok(file) => match hold(file, None, hashes.get(..before).unwrap_or(hashes)) {
                    Ok(game) => return Ok(game),
                    Err(flaw) => NotJoined::Damaged(flaw),
                },
                Err(Unjoined::Gap) => NotJoined::Gap(piece.first),
                Err(Unjoined::Another) => NotJoined::Another(piece.first),
                Err(Unjoined::Fault(fault)) => {
                    NotJoined::Damaged(Box::new(Flaw::new(fault.to_string())))
                }
            };
            if why == NotJoined::Unreadable || matches!(why, NotJoined::Damaged(_)) {
                why = failed;
            }
        }
        Err(why)
    }
}
