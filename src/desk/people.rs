//! Who sits at the table: keys are pinned to names when they are first seen, and a known name with
//! another key is refused.

use super::Desk;
use super::contacts::{Contacts, Met};
use super::lay::{LaidOut, Objection};
use super::record::GameRecord;
use super::staged::Draft;
use super::store::{DocName, Store};
use super::trouble::Trouble;
use crate::rules::{Level, Seat};
use crate::turnfile::{Bytes32, Moment, Turn};

/// What a desk knows of a key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Known {
    /// nothing
    No,
    /// it is its own
    Own,
    /// it is pinned to this private name
    As {
        /// the name
        name: String,
        /// whether the safety number has been compared
        confirmed: bool,
    },
}

impl LaidOut {
    /// The seat that is kept for oneself in a game that a bot has opened.
    pub(super) fn expected(&self) -> Option<&str> {
        let kept = |record: &&GameRecord| !record.bots.is_empty() && !record.has_joined();
        self.records.iter().find(kept).map(GameRecord::seat)
    }

    /// Does somebody else have this seat, so that he has to be written to?
    pub fn is_person(&self, name: &str) -> bool {
        !self.is_own(name) && self.bot(name).is_none()
    }

    /// Does anybody else play, who has to be written to?
    pub fn has_people(&self) -> bool {
        self.game.file.game.seats.iter().any(|name| self.is_person(name))
    }

    /// The last turn of one's own, if people have made none since: what bots have answered goes
    /// along with it.
    pub fn last_own(&self) -> Option<&Turn> {
        let turns = self.game.file.turns.iter().rev();
        turns.take_while(|turn| !self.is_person(&turn.seat)).find(|turn| self.is_own(&turn.seat))
    }

    /// Has this turn been mailed from here? `None` if it was not made here.
    pub fn was_mailed(&self, turn: &Turn) -> Option<bool> {
        let hash = turn.hash();
        let mut made = self.records.iter().flat_map(GameRecord::made);
        made.find(|made| made.hash == hash && !made.withdrawn).map(|made| made.mailed)
    }

    /// The number of one's last turn, if people wait for it, and it has neither been mailed from
    /// here nor given out as a text: whether it was mailed by hand, only the player knows.
    pub fn unmailed(&self) -> Option<u32> {
        let last = self.last_own().filter(|_| self.has_people())?;
        let given = self.records.iter().any(|record| record.given == Some(last.number));
        (self.was_mailed(last) == Some(false) && !given).then_some(last.number)
    }

    /// Does a bot of this vault play the seat of this name, and how well?
    pub fn bot(&self, name: &str) -> Option<Level> {
        self.records.iter().find_map(|record| record.bots.get(name).copied())
    }

    /// Is it a bot of this vault that is due?
    pub fn bot_is_due(&self) -> bool {
        self.game.standing.due_name().is_some_and(|due| self.bot(due).is_some())
    }
}

impl<S: Store> Desk<S> {
    /// What is known of a key.
    pub fn known(&self, key: &Bytes32) -> Result<Known, Trouble> {
        if self.own_key()?.as_ref() == Some(key) {
            return Ok(Known::Own);
        }
        let contacts = self.contacts()?;
        let Some(name) = contacts.name_of(key) else { return Ok(Known::No) };
        Ok(Known::As { name: name.to_owned(), confirmed: contacts.get(name)?.confirmed })
    }

    /// The contacts, with those who have been met in this file.
    pub(super) fn met(&self, laid: &mut LaidOut) -> Result<Contacts, Trouble> {
        match laid.met.take() {
            Some(contacts) => Ok(contacts),
            None => Ok(self.read(&DocName::CONTACTS, &mut laid.base)?.unwrap_or_default()),
        }
    }

    /// Meets the players whose first turn is in this file but not among the first `known` turns.
    /// They are pinned when what is new is kept.
    pub(super) fn meet(
        &self,
        laid: &mut LaidOut,
        known: u32,
        now: Moment,
    ) -> Result<(), Objection> {
        let game = &laid.game;
        let first_turn = |name: &str| {
            game.file.turns.iter().find(|turn| turn.seat == name).map(|turn| turn.number)
        };
        let is_new = |name: &str| {
            first_turn(name).is_some_and(|number| number > known)
                && !laid.is_own(name)
                && laid.bot(name).is_none()
        };
        let new: Vec<Seat> =
            laid.seats().filter(|seat| is_new(game.standing.names.of(*seat))).collect();
        if new.is_empty() {
            return Ok(());
        }
        let had = laid.met.is_some();
        let mut contacts = self.met(laid)?;
        let before = contacts.clone();
        let standing = &laid.game.standing;
        for seat in new {
            let Some(player) = standing.player(seat) else { continue };
            let Some(key) = player.key else { continue };
            let met = Met { at: now, game: Some(standing.id.0), mail: player.mail.clone() };
            match contacts.pin(standing.names.of(seat), key, met) {
                Err(trouble @ Trouble::AnotherKey(_)) => {
                    // Noted at once, so that it can be confirmed by its first digits.
                    let mut draft = Draft::upon(laid.base.clone());
                    draft.put(DocName::CONTACTS, &contacts)?;
                    return Err(Objection::with(trouble, draft));
                }
                pinned => pinned?,
            };
        }
        laid.met = (had || contacts != before).then_some(contacts);
        Ok(())
    }
}
