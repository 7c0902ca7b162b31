//! How this program hosts the use cases: with vaults and turn files on a disk.

use pbem::desk::{Desk, DeskError, LoadedGame, Outside, Staged, StoreError};
use pbem::service::Host;

use super::context::Context;
use super::failure::CliError;
use super::game_file::{OpenFile, Target};
use crate::disk::Folder;

/// The vaults, and the file of one game.
pub(super) struct OnDisk<'a> {
    pub ctx: &'a mut Context,
    pub target: &'a mut Target,
}

impl<'a> OnDisk<'a> {
    /// Returns the host of a game, and the game.
    pub(super) fn of(ctx: &'a mut Context, file: &'a mut OpenFile) -> (Self, &'a mut LoadedGame) {
        let OpenFile { target, loaded, .. } = file;
        (OnDisk { ctx, target }, loaded)
    }
}

impl Host for OnDisk<'_> {
    type Store = Folder;

    fn desk(&mut self) -> Result<(&mut Desk<Folder>, &mut dyn Outside), DeskError> {
        let (desk, around) = self.ctx.at_desk()?;
        Ok((desk, around))
    }

    fn bot_desk(&mut self) -> Result<(&mut Desk<Folder>, &mut dyn Outside), DeskError> {
        let (desk, around) = self.ctx.bots()?;
        Ok((desk, around))
    }

    fn find_place(&mut self, game: &mut LoadedGame) -> Result<(), DeskError> {
        Ok(self.target.find(self.ctx, game)?)
    }

    fn check_place(&mut self, length: usize) -> Result<(), DeskError> {
        self.ctx.check_clock()?;
        Ok(self.target.check(self.ctx, length)?)
    }

    fn publish(&mut self, game: &LoadedGame, text: &str) -> Result<(), DeskError> {
        self.ctx.has_compared(game);
        Ok(self.target.write(self.ctx, game, text)?)
    }

    fn keep<T>(&mut self, staged: Staged<T>) -> Result<T, DeskError> {
        Ok(self.ctx.keep(staged)?)
    }
}

/// Wraps an error of this program, so that it can pass through a use case; `CliError::from` unpacks
/// it.
impl From<CliError> for DeskError {
    fn from(error: CliError) -> Self {
        DeskError::Store(StoreError::Medium(Box::new(error)))
    }
}
