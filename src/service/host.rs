//! The interface's part of a use case: access to vaults and files.

use crate::desk::{Desk, DeskError, LoadedGame, Outside, Staged, Store};

/// Two vaults, and a place for turn files.
///
/// An interface passes its own errors as [`StoreError::Medium`](crate::desk::StoreError::Medium).
pub trait Host {
    /// Storage of both vaults.
    type Store: Store;

    /// Returns the player's desk.
    fn desk(&mut self) -> Result<(&mut Desk<Self::Store>, &mut dyn Outside), DeskError>;

    /// Returns the desk of the player's bots.
    fn bot_desk(&mut self) -> Result<(&mut Desk<Self::Store>, &mut dyn Outside), DeskError>;

    /// Finds the place of the turn file, before anything is signed.
    fn find_place(&mut self, game: &mut LoadedGame) -> Result<(), DeskError>;

    /// Checks that a turn file of this length can be published at the place that
    /// [`find_place`](Self::find_place) has just found. If it can't, the turn isn't saved.
    fn check_place(&mut self, length: usize) -> Result<(), DeskError>;

    /// Publishes the turn file. A vault has already saved the last turn in it.
    fn publish(&mut self, game: &LoadedGame, text: &str) -> Result<(), DeskError>;

    /// Saves a staged change in the player's vault.
    fn keep<T>(&mut self, staged: Staged<T>) -> Result<T, DeskError> {
        self.desk()?.0.keep(staged)
    }
}
