//! Seats that were taken here before, whatever has become of their records: a game is joined once.

use super::lay::LaidOut;
use super::memory::{Hash, Reason};
use super::record::GameRecord;
use super::store::{Base, Store};
use super::trouble::Trouble;
use super::{About, Desk};
use crate::rules::Seat;

impl<S: Store> Desk<S> {
    /// May this seat be taken, as far as anything shows that is kept here? Where there is a record,
    /// that decides.
    pub(super) fn may_take(&self, laid: &LaidOut, seat: Seat) -> Result<(), Trouble> {
        let standing = &laid.game.standing;
        let (id, name) = (&standing.id.0, standing.names.of(seat));
        if laid.records.iter().any(|record| record.seat() == name) {
            return Ok(());
        }
        let about = self.about_upon(&mut Base::new())?;
        if about.as_ref().is_some_and(|about| about.joined.contains(&entry(id, name))) {
            return Err(Reason::Joined.into());
        }
        let restored = about.and_then(|about| about.restored);
        if restored.is_some_and(|restored| standing.last_sent <= restored) {
            return Err(Reason::Restored.into());
        }
        // Contacts show nothing: they are kept before the record, so a crash in between would leave
        // a game that can neither be joined nor played.
        Ok(())
    }
}

impl<S: Store> Desk<S> {
    /// Whether this vault may have had a record of this seat before, so that the file that brings
    /// the game back may lack turns that were signed here. Only a vault that was made from words
    /// starts without records.
    pub(super) fn had_record(&self, laid: &LaidOut, record: &GameRecord) -> Result<bool, Trouble> {
        let Some(about) = self.about_upon(&mut Base::new())? else { return Ok(false) };
        let mut own = laid.game.file.turns.iter().filter(|turn| turn.seat == record.seat());
        Ok(about.restored != Some(about.created)
            || about.joined.contains(&entry(record.id(), record.seat()))
            || own.any(|turn| turn.sent > about.created))
    }
}

impl About {
    /// With this seat among those that were taken; `None` if it is there already.
    pub(super) fn with_seat(mut self, record: &GameRecord) -> Option<About> {
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
