//! The recipients of a turn file.

use crate::desk::LoadedGame;

/// The recipients of the latest file. The user's own seats and bots need no mail.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Recipients {
    /// The player to move, or all other players if the game is over.
    pub to: Vec<String>,
    /// The other people in the game; empty if the game is over.
    pub cc: Vec<String>,
    /// The arbiter's address, which receives a copy of each turn.
    pub copies: Option<String>,
}

impl Recipients {
    /// Returns the recipients of a game's latest file.
    pub fn of(game: &LoadedGame) -> Self {
        let seats = game.game.file.game.seats.iter();
        let others = seats.filter(|name| game.is_person(name)).cloned();
        let due = game.game.standing.due_name();
        let (to, cc) = others.partition(|name| due.is_none_or(|due| name == due));
        let mut recipients = Recipients { to, cc, copies: None };
        if !recipients.is_empty() {
            let arbiter = game.game.file.game.arbiter.as_ref();
            recipients.copies = arbiter.and_then(|arbiter| arbiter.mail.clone());
        }
        recipients
    }

    /// Whether there is no one to mail.
    pub fn is_empty(&self) -> bool {
        self.to.is_empty() && self.cc.is_empty()
    }
}
