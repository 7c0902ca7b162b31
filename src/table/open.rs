//! From a file to a table, whichever game it holds.

use super::{Session, Table, TurnFault, header_faults};
use crate::games::{Kind, Rules, Visitor};
use crate::turnfile::{Header, TurnFile};

/// Why a file holds no game that can be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OpenError {
    /// the game is none of ours
    #[error("there is no game `{0}` in this pbem")]
    UnknownKind(String),
    /// the header makes no game
    #[error("{}", .0.join("; "))]
    BadHeader(Vec<String>),
}

/// Opens the game of a file and reads its turns up to the first that cannot be taken.
///
/// # Errors
/// [`OpenError`] if the header makes no game. A fault in a turn comes beside the session, which
/// stands where the fault left it.
pub fn open(file: &TurnFile) -> Result<(Box<dyn Session>, Option<TurnFault>), OpenError> {
    open_known(file, 0)
}

/// The same for a file whose first `known` turns somebody has read before, signatures and all:
/// these signatures, by far the most of the work, are not checked again.
///
/// # Errors
/// As [`open`].
pub fn open_known(
    file: &TurnFile,
    known: usize,
) -> Result<(Box<dyn Session>, Option<TurnFault>), OpenError> {
    let mut session = open_header(&file.game)?;
    for (at, turn) in file.turns.iter().enumerate() {
        let read = if at < known { session.read_again(turn) } else { session.read(turn) };
        if let Err(fault) = read {
            return Ok((session, Some(fault)));
        }
    }
    Ok((session, None))
}

/// Opens a game before its first turn.
///
/// # Errors
/// [`OpenError`] if the header makes no game.
pub fn open_header(header: &Header) -> Result<Box<dyn Session>, OpenError> {
    kind_of(header)?.visit(Opener { header })
}

/// Which game a header makes.
pub(super) fn kind_of(header: &Header) -> Result<Kind, OpenError> {
    let kind =
        Kind::from_id(&header.kind).ok_or_else(|| OpenError::UnknownKind(header.kind.clone()))?;
    let faults = header_faults(kind, header);
    if faults.is_empty() { Ok(kind) } else { Err(OpenError::BadHeader(faults)) }
}

struct Opener<'a> {
    header: &'a Header,
}

impl Visitor for Opener<'_> {
    type Output = Result<Box<dyn Session>, OpenError>;

    fn visit<R: Rules>(self) -> Self::Output {
        match Table::<R>::new(self.header) {
            Ok(table) => Ok(Box::new(table)),
            Err(faults) => Err(OpenError::BadHeader(faults)),
        }
    }
}
