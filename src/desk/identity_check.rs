//! The people in a game. When a key is first seen, it is pinned to a name. From then on, another
//! key under that name is rejected.

use super::Desk;
use super::contacts::{Contacts, FirstContact};
use super::error::DeskError;
use super::load::{LoadError, LoadedGame};
use super::reasons::Forbidden;
use super::record::{GameRecord, SignedTurn};
use super::store::{DocName, Store};
use super::transaction::Draft;
use crate::rules::{Level, Seat};
use crate::turnfile::{Bytes32, Moment, Turn};

/// The status of a key in this vault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum KeyStatus {
    /// The key is unknown.
    No,
    /// The key is our own.
    Own,
    /// The key is pinned to this private name.
    As {
        name: String,
        /// Whether the user has compared the safety number.
        confirmed: bool,
    },
}

impl LoadedGame {
    /// Returns the seat that is reserved for us in a game opened by one of our bots.
    pub(super) fn expected(&self) -> Option<&str> {
        let awaits_us = |record: &&GameRecord| !record.bots.is_empty() && !record.has_joined();
        self.records.iter().find(awaits_us).map(GameRecord::seat)
    }

    /// Whether this seat belongs to another person, who must get mail.
    pub fn is_person(&self, name: &str) -> bool {
        !self.is_own(name) && self.bot(name).is_none()
    }

    /// Whether another person plays in this game.
    pub fn has_people(&self) -> bool {
        self.game.file.game.seats.iter().any(|name| self.is_person(name))
    }

    /// Returns our last turn, unless another person has taken a later turn. If our bots have taken
    /// later turns, those turns are mailed together with ours.
    pub fn last_own(&self) -> Option<&Turn> {
        let turns = self.game.file.turns.iter().rev();
        turns.take_while(|turn| !self.is_person(&turn.seat)).find(|turn| self.is_own(&turn.seat))
    }

    /// Whether this vault has mailed this turn. `None` if the turn isn't one of our turns that
    /// count.
    pub fn was_mailed(&self, turn: &Turn) -> Option<bool> {
        let hash = turn.hash();
        let mut turns = self.records.iter().flat_map(GameRecord::signed_turns);
        turns.find(|turn| turn.hash == hash && !turn.withdrawn).map(|turn| turn.mailed)
    }

    /// Returns our last turn if no other person has taken a later turn and this vault hasn't mailed
    /// it.
    pub fn unsent(&self) -> Option<&Turn> {
        self.last_own().filter(|last| self.was_mailed(last) == Some(false))
    }

    /// Returns the number of our last turn if pbem should remind the user to send it: another
    /// person is waiting for the turn, the turn may be sent, and this vault hasn't mailed it or
    /// shown it as text. Only the user knows whether they have mailed the turn by hand.
    pub fn unmailed(&self) -> Option<u32> {
        let waits = self.has_people() && !self.is_withdrawn() && self.may_send().is_ok();
        let number = self.unsent().map(|last| last.number).or_else(|| self.bot_turn());
        number.filter(|number| waits && !self.was_given(*number))
    }

    /// Returns the number of the last turn if one of our bots signed it, and it isn't our move, so
    /// that the others need this turn.
    pub fn bot_turn(&self) -> Option<u32> {
        let last = self.game.file.turns.last().filter(|last| self.bot(&last.seat).is_some())?;
        (!self.is_mine() && !self.bot_is_due()).then_some(last.number)
    }

    /// Whether this vault has shown the turn with this number as text, or mailed it for a bot.
    pub fn was_given(&self, number: u32) -> bool {
        self.records.iter().any(|record| record.given.is_some_and(|given| given >= number))
    }

    /// Returns the number of our last turn if another person waits for it, and this vault has found
    /// it in a file after a restore: only the user knows whether it was mailed.
    pub fn maybe_mailed(&self) -> Option<u32> {
        let last = self.last_own().filter(|_| self.has_people() && !self.is_mine())?;
        let hash = last.hash();
        let is_it = |turn: &SignedTurn| turn.hash == hash && turn.found && !turn.withdrawn;
        let mut records = self.records.iter().filter(|record| record.given < Some(last.number));
        records.any(|record| record.signed_turns().iter().any(is_it)).then_some(last.number)
    }

    /// Checks whether the latest version may be sent, in any form. Every interface calls this
    /// before mailing or copying turns.
    ///
    /// # Errors
    /// [`Forbidden::Restored`] if a restored vault contains a turn that it hasn't mailed. The
    /// player may have undone and replaced that turn after the backup, so it could exist in
    /// two versions.
    pub fn may_send(&self) -> Result<(), Forbidden> {
        if self.unsent().is_some() && self.records.iter().any(GameRecord::is_restored) {
            return Err(Forbidden::Restored);
        }
        Ok(())
    }

    /// Returns the level of our bot in this seat, or `None` if no bot of this vault plays it.
    pub fn bot(&self, name: &str) -> Option<Level> {
        self.records.iter().find_map(|record| record.bots.get(name).copied())
    }

    /// Whether it is the turn of one of our bots.
    pub fn bot_is_due(&self) -> bool {
        self.game.standing.due_name().is_some_and(|due| self.bot(due).is_some())
    }
}

impl<S: Store> Desk<S> {
    /// Returns what this vault knows about a key.
    pub fn known(&self, key: &Bytes32) -> Result<KeyStatus, DeskError> {
        if self.own_key()?.as_ref() == Some(key) {
            return Ok(KeyStatus::Own);
        }
        let contacts = self.contacts()?;
        let Some(name) = contacts.name_of(key) else { return Ok(KeyStatus::No) };
        Ok(KeyStatus::As { name: name.to_owned(), confirmed: contacts.get(name)?.confirmed })
    }

    /// Returns the contacts, for a caller that adds the new players in this file. Takes the
    /// contacts out of `loaded` if they are there, and otherwise reads the saved contacts.
    pub(super) fn met(&self, loaded: &mut LoadedGame) -> Result<Contacts, DeskError> {
        match loaded.met.take() {
            Some(contacts) => Ok(contacts),
            None => Ok(self.read(&DocName::CONTACTS, &mut loaded.base)?.unwrap_or_default()),
        }
    }

    /// Adds each new player to the contacts: each player whose first turn in this file has a number
    /// above `known`. The contacts are saved with the game.
    pub(super) fn meet(
        &self,
        loaded: &mut LoadedGame,
        known: u32,
        now: Moment,
    ) -> Result<(), LoadError> {
        let game = &loaded.game;
        let first_turn = |name: &str| {
            game.file.turns.iter().find(|turn| turn.seat == name).map(|turn| turn.number)
        };
        let is_new = |name: &str| {
            first_turn(name).is_some_and(|number| number > known)
                && !loaded.is_own(name)
                && loaded.bot(name).is_none()
        };
        let new: Vec<Seat> =
            loaded.seats().filter(|seat| is_new(game.standing.names.of(*seat))).collect();
        if new.is_empty() {
            return Ok(());
        }
        let had = loaded.met.is_some();
        let mut contacts = self.met(loaded)?;
        let before = contacts.clone();
        let standing = &loaded.game.standing;
        for seat in new {
            let Some(player) = standing.player(seat) else { continue };
            let Some(key) = player.key else { continue };
            let met =
                FirstContact { at: now, game: Some(standing.id.0), mail: player.mail.clone() };
            match contacts.pin(standing.names.of(seat), key, met) {
                Err(trouble @ DeskError::AnotherKey(_)) => {
                    // Save the rejected key right away, so that the user can confirm it by its
                    // first digits.
                    let mut draft = Draft::upon(loaded.base.clone());
                    draft.put(DocName::CONTACTS, &contacts)?;
                    return Err(LoadError::with(trouble, draft));
                }
                pinned => pinned?,
            };
        }
        loaded.met = (had || contacts != before).then_some(contacts);
        Ok(())
    }
}
