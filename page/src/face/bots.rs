//! Lets the bots answer. They have a separate vault and answer immediately.

use pbem::desk::{Desk, DeskError, LoadedGame, Outside};
use pbem::service::{self, Host, ReplyError};

use super::journal::Journal;
use super::{Answer, ApiError, Face};

/// Publishing does nothing, because the page shows the turn file only on request.
impl Host for Face {
    type Store = Journal;

    fn desk(&mut self) -> Result<(&mut Desk<Journal>, &mut dyn Outside), DeskError> {
        Ok((&mut self.mine, &mut self.around))
    }

    fn bot_desk(&mut self) -> Result<(&mut Desk<Journal>, &mut dyn Outside), DeskError> {
        Ok((&mut self.bots, &mut self.around))
    }

    fn find_place(&mut self, _: &mut LoadedGame) -> Result<(), DeskError> {
        Ok(())
    }

    fn check_place(&mut self, _: usize) -> Result<(), DeskError> {
        Ok(())
    }

    fn publish(&mut self, _: &LoadedGame, _: &str) -> Result<(), DeskError> {
        Ok(())
    }
}

impl Face {
    /// Lets the bots take their turns until a person has to move, then opens the game.
    pub(super) fn go_on(&mut self, mut loaded: LoadedGame, seat: Option<&str>) -> Answer {
        service::reply(self, &mut loaded, false)?;
        self.sit(loaded, seat)
    }

    /// Continues a bot's turn that was interrupted.
    pub(super) fn bots_go_on(&mut self) -> Answer {
        let loaded = self.seated()?.loaded().cloned();
        let loaded = loaded.ok_or_else(|| ApiError::new("request", "No game is open."))?;
        self.go_on(loaded, None)
    }
}

impl From<ReplyError> for ApiError {
    fn from(error: ReplyError) -> Self {
        match error {
            ReplyError::Stuck { error, .. } => (*error).into(),
            ReplyError::Desk(error) => error.into(),
        }
    }
}
