//! Bots: their names, their seats, and the turns that they take in their own vault.

use super::begin::NewGame;
use super::load::LoadedGame;
use super::record::Bots;
use super::transaction::Staged;
use super::turn::SavedTurn;
use super::{Desk, DeskError, Outside, Store};
use crate::board::collect;
use crate::rules::{Level, Seat};
use crate::table::{AnyTable, Intent, Plan, Refusal};
use crate::turnfile::{Header, Moment};

/// Returns the name of a bot for the turn file. The name tells the other players that they play
/// against a program.
fn full_name(level: Level) -> String {
    format!("pbem bot ({level})")
}

/// Returns the seats of a game: people first, then bots. If `one_opens`, one bot comes before all
/// people.
pub fn seats_with_bots(me: &str, with: &[String], bots: &Bots, one_opens: bool) -> Vec<String> {
    let mut seats = vec![me.to_owned()];
    seats.extend(with.iter().cloned());
    // Sort by length first, so that `bot-10` comes after `bot-2`.
    let mut names: Vec<String> = bots.keys().cloned().collect();
    names.sort_by_key(|name| (name.len(), name.clone()));
    seats.append(&mut names);
    if let Some(front) = seats.get_mut(..with.len() + 2).filter(|_| one_opens) {
        front.rotate_right(1);
    }
    seats
}

impl<S: Store> Desk<S> {
    /// Returns names for the seats of bots with these levels: `bot`, `bot-2` and so on. Skips names
    /// that a person has.
    pub fn name_bots(
        &self,
        levels: impl IntoIterator<Item = Level>,
        me: &str,
        with: &[String],
    ) -> Result<Bots, DeskError> {
        let contacts = self.contacts()?;
        let is_free =
            |name: &String| name != me && !with.contains(name) && contacts.get(name).is_err();
        let numbered = (2_u64..).map(|number| format!("bot-{number}"));
        let names = std::iter::once("bot".to_owned()).chain(numbered).filter(is_free);
        Ok(collect::map(names.zip(levels)))
    }

    /// Opens a game as a bot. `self` must be the bots' desk.
    pub fn open_as_bot(
        &mut self,
        header: Header,
        name: String,
        level: Level,
        outside: &mut dyn Outside,
    ) -> Result<Staged<SavedTurn>, DeskError> {
        let table = AnyTable::new(&header)?;
        let mut fresh = self.fresh(&header, header.opening_seat(), Vec::new(), outside)?;
        fresh.setup = table.place(&fresh, level);
        let mut plan = Plan::new(outside.now(), Intent::Bot { level, seed: None });
        plan.name = Some(full_name(level));
        let game = NewGame { header, name, place: None, bots: Bots::new() };
        self.begin(game, &fresh, &plan, outside)
    }

    /// Takes the turn of the bot in this seat, joining the game if necessary. `self` must be the
    /// bots' desk.
    pub fn play_as_bot(
        &mut self,
        loaded: &LoadedGame,
        seat: Seat,
        level: Level,
        now: Moment,
        outside: &mut dyn Outside,
    ) -> Result<Staged<SavedTurn>, DeskError> {
        let mut plan = Plan::new(now, Intent::Bot { level, seed: None });
        let standing = &loaded.game.standing;
        if !standing.joined(seat) {
            let mut fresh = self.fresh(&loaded.game.file.game, seat, Vec::new(), outside)?;
            fresh.setup = loaded.game.table.place(&fresh, level);
            plan.name = Some(full_name(level));
            return self.join(loaded, &fresh, &plan, false, outside);
        }
        let at = loaded.own_seat(Some(standing.names.of(seat)))?.ok_or(DeskError::NoSeat)?;
        match self.play(loaded, at, &plan) {
            Err(DeskError::Refused(Refusal::BadBox { .. })) => {
                plan.intent = Intent::Dispute;
                self.play(loaded, at, &plan)
            }
            played => played,
        }
    }
}
