//! Seats that this vault has taken before, even if their records are gone. A vault joins a game
//! only once.

use super::chain::Hash;
use super::error::DeskError;
use super::load::LoadedGame;
use super::reasons::Forbidden;
use super::record::GameRecord;
use super::store::{ReadSet, Store};
use super::{Desk, VaultDoc};
use crate::rules::Seat;
use crate::turnfile::{Moment, Turn};

impl<S: Store> Desk<S> {
    /// Checks whether anything in the vault forbids the user to take this seat. A seat that has a
    /// record is always allowed here, because the record decides which turns the seat may sign.
    pub fn may_take(&self, loaded: &LoadedGame, seat: Seat) -> Result<(), DeskError> {
        let standing = &loaded.game.standing;
        let (id, name) = (&standing.id.0, standing.names.of(seat));
        if loaded.records.iter().any(|record| record.seat() == name) {
            return Ok(());
        }
        let about = self.about_upon(&mut ReadSet::new())?;
        if about.as_ref().is_some_and(|about| about.joined.contains(&entry(id, name))) {
            return Err(Forbidden::Joined.into());
        }
        let restored = about.and_then(|about| about.restored);
        if restored.is_some_and(|restored| standing.last_sent <= restored) {
            return Err(Forbidden::Restored.into());
        }
        // Don't look at the contacts: the opponent's contact is saved before our record, and after
        // a crash between the two, the user must still be able to join the game.
        Ok(())
    }
}

impl<S: Store> Desk<S> {
    /// Returns the time after which an opponent must take a turn before we may sign in this seat,
    /// because the file that restores the seat may lack turns that we signed. Returns `None` if the
    /// file can't lack any of our turns. That is certain if the vault was made from the recovery
    /// phrase and never had a record of this seat, and an opponent sent the file's last turn after
    /// the vault was made.
    pub(super) fn may_lack_turns_since(
        &self,
        loaded: &LoadedGame,
        record: &GameRecord,
        now: Moment,
    ) -> Result<Option<Moment>, DeskError> {
        let Some(about) = self.about_upon(&mut ReadSet::new())? else { return Ok(None) };
        let turns = &loaded.game.file.turns;
        let own = |turn: &Turn| turn.seat == record.seat();
        let is_newer = |turn: &Turn| turn.sent > about.created;
        let had_record = about.restored != Some(about.created)
            || about.joined.contains(&entry(record.id(), record.seat()))
            || turns.iter().any(|turn| own(turn) && is_newer(turn));
        if had_record {
            return Ok(Some(now));
        }
        let may_lack = turns.last().is_none_or(|turn| own(turn) || !is_newer(turn));
        Ok(about.restored.filter(|_| may_lack))
    }
}

impl<S: Store> Desk<S> {
    /// Returns this vault's seats whose records are gone, except in games that it has opened and
    /// played no second turn in. Each entry is the id of the game in hexadecimal, and the seat.
    pub fn lost_seats(&self) -> Result<Vec<(String, String)>, DeskError> {
        let Some(about) = self.about_upon(&mut ReadSet::new())? else { return Ok(Vec::new()) };
        let seats: Vec<String> = self
            .game_names()?
            .filter_map(|name| name.as_game().map(|(id, seat)| entry(id, seat)))
            .collect();
        let lost = about.joined.iter().filter(|seat| !seats.contains(seat));
        Ok(lost
            .filter_map(|seat| seat.split_once('.'))
            .map(|(id, seat)| (id.to_owned(), seat.to_owned()))
            .collect())
    }
}

impl VaultDoc {
    /// Adds this seat to the list of taken seats. Returns `None` if the list contains it already.
    pub(super) fn with_seat(mut self, record: &GameRecord) -> Option<VaultDoc> {
        let entry = entry(record.id(), record.seat());
        (!self.joined.contains(&entry)).then(|| {
            self.joined.push(entry);
            self
        })
    }
}

fn entry(id: &Hash, seat: &str) -> String {
    format!("{}.{seat}", hex::encode(id))
}
