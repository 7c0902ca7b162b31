//! The recipients of a turn file.

use crate::desk::LoadedGame;

/// The recipients of the latest file. The user's own seats and bots need no mail.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Recipients {
    /// The player to move; after the end, everyone else.
    pub to: Vec<String>,
    /// The other players.
    pub cc: Vec<String>,
}

impl Recipients {
    /// Returns the recipients of a game's latest file.
    pub fn of(game: &LoadedGame) -> Self {
        let seats = game.game.file.game.seats.iter();
        let others = seats.filter(|name| game.is_person(name)).cloned();
        let Some(due) = game.game.standing.due_name() else {
            return Recipients { to: others.collect(), cc: Vec::new() };
        };
        let (to, cc) = others.partition(|name| name == due);
        Recipients { to, cc }
    }

    /// Whether there is no one to mail.
    pub fn is_empty(&self) -> bool {
        self.to.is_empty() && self.cc.is_empty()
    }
}
