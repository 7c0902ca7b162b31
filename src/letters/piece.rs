//! Turns that came without their file, such as from a chat or a phone. They are appended to the
//! known file, which is then verified as usual.

use super::find::{FileError, Source, hold};
use super::parts::Flow;
use super::repair;
use crate::table::OpenGame;
use crate::turnfile::{Bytes32, JoinError, Moment, Piece};

/// Turns without their file, as they arrived. They haven't been checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fragment {
    pub text: String,
    /// Where the input was found; safe to print.
    pub place: String,
    /// When the message with the turns arrived, according to the recipient's mail server.
    pub received: Option<Moment>,
    flow: Flow,
}

/// Why turns cannot be appended to the known file.
#[derive(Clone, PartialEq, Debug)]
pub enum FragmentError {
    /// The game can't be determined.
    Unreadable,
    /// The first turn has this number, and turns before it are missing.
    Gap(u32),
    /// The first turn has this number, and follows a turn that differs from the known turn.
    Another(u32),
    /// The resulting file is damaged.
    Damaged(Box<FileError>),
}

impl Fragment {
    pub(super) fn new(text: &str, flow: Flow, source: &Source<'_>) -> Fragment {
        let (place, received) = (source.place.to_owned(), source.received);
        Fragment { text: text.to_owned(), place, received, flow }
    }

    /// Whether the turns claim to belong to the game with this id in hexadecimal.
    pub fn is_of(&self, id: &str) -> bool {
        repair::candidates(&self.text, self.flow)
            .any(|text| Piece::look(&text).is_some_and(|piece| id.starts_with(piece.game)))
    }

    /// Returns the number of the first turn, if it is readable.
    pub fn first(&self) -> Option<u32> {
        repair::candidates(&self.text, self.flow).find_map(|text| Some(Piece::look(&text)?.first))
    }

    /// Whether the first turn follows the turn with this hash.
    pub fn follows(&self, hash: &Bytes32) -> bool {
        let hash = hex::encode(hash);
        repair::candidates(&self.text, self.flow)
            .any(|text| Piece::look(&text).and_then(|piece| piece.after()) == Some(&*hash))
    }

    /// Returns the first digits of the game id in the text.
    pub fn game(&self) -> Option<String> {
        repair::candidates(&self.text, self.flow)
            .find_map(|text| Some(Piece::look(&text)?.game.to_owned()))
    }

    /// Appends these turns to the known file. Verifies the new turns, but doesn't verify the known
    /// turns again.
    pub fn join(&self, known: &OpenGame) -> Result<OpenGame, FragmentError> {
        let hashes = &known.standing.hashes[..];
        let mut why = FragmentError::Unreadable;
        for text in repair::candidates(&self.text, self.flow) {
            let Some(piece) = Piece::look(&text) else { continue };
            let before = usize::try_from(piece.first).unwrap_or(usize::MAX).saturating_sub(1);
            let failed = match piece.join(&known.file) {
                Ok(file) => match hold(file, None, hashes.get(..before).unwrap_or(hashes)) {
                    Ok(game) => return Ok(game),
                    Err(flaw) => FragmentError::Damaged(flaw),
                },
                Err(JoinError::Gap) => FragmentError::Gap(piece.first),
                Err(JoinError::Another) => FragmentError::Another(piece.first),
                Err(JoinError::Fault(fault)) => {
                    FragmentError::Damaged(Box::new(FileError::new(fault.to_string())))
                }
            };
            if why == FragmentError::Unreadable || matches!(why, FragmentError::Damaged(_)) {
                why = failed;
            }
        }
        Err(why)
    }
}
