//! Pencil marks on a player's own board.

use super::host::Host;
use crate::desk::{DeskError, LoadedGame};
use crate::table::PencilError;

/// Why no marks were saved.
#[derive(Debug)]
pub enum MarkError {
    /// The typed text can't be parsed.
    Typed(PencilError),
    /// The vault can't be read or written.
    Desk(DeskError),
}

/// Changes the pencil marks of our seat `at` as typed, such as `x C4 C5-C9; ? B2` or `clear all`,
/// and saves them.
pub fn mark(
    host: &mut impl Host,
    game: &mut LoadedGame,
    at: usize,
    typed: &str,
) -> Result<(), MarkError> {
    let mut marks = game.records[at].marks.clone();
    game.game.table.pencil(&mut marks, typed).map_err(MarkError::Typed)?;
    game.records[at].marks = marks;
    let (desk, _) = host.desk().map_err(MarkError::Desk)?;
    desk.remember(game).map_err(MarkError::Desk)
}
