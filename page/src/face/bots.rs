//! Bots. They have a separate desk and answer immediately.
//!
//! Each side stores its turn before the opponent sees it. If the store fails in between, the bot
//! makes the same turn at the next request.

use pbem::desk::{Desk, LoadedGame, MemoryStore, NewGame, Staged, Written};
use pbem::rules::{Level, Seat};

use super::{Answer, ApiError, Around, Face, Whose};

impl Face {
    /// Lets bots answer while a bot is due, then opens the game.
    pub(super) fn go_on(&mut self, loaded: LoadedGame, seat: Option<&str>) -> Answer {
        if !loaded.bot_is_due() || loaded.game.standing.breach.is_some() {
            return self.sit(loaded, seat);
        }
        match turn(&mut self.bots, &mut self.around, &loaded)? {
            Answered::Before(text) => self.answered(&text),
            Answered::Now(staged) => {
                self.commit(Whose::Bots, *staged, |face, written| face.answered(&written.text))
            }
        }
    }

    /// Hands the bot's file to the player's desk.
    fn answered(&mut self, text: &str) -> Answer {
        let looked = self.mine.look(text.as_bytes(), None, self.around.now);
        let loaded = looked.map_err(|objection| ApiError::from(*objection.why))?;
        self.take_in(loaded, |face, loaded| face.go_on(loaded, None))
    }

    /// Continues a bot's turn that was interrupted.
    pub(super) fn bots_go_on(&mut self) -> Answer {
        let loaded = self.seated()?.loaded().cloned();
        let loaded = loaded.ok_or_else(|| ApiError::new("request", "No game is open."))?;
        self.go_on(loaded, None)
    }

    /// Lets a bot open the game; the player joins with the first move. The player's vault stores
    /// the game first, so that the bot never opens a game that the vault doesn't know.
    pub(super) fn opened_by_bot(&mut self, game: NewGame) -> Answer {
        let person = game.header.seats.iter().find(|seat| !game.bots.contains_key(*seat));
        let seat = person.cloned().unwrap_or_default();
        let (header, name) = (game.header.clone(), game.name.clone());
        let opener = header.seats.first().cloned().unwrap_or_default();
        let level = game.bots.get(&opener).copied().unwrap_or(Level::Hard);
        let staged = self.mine.expect(game, &seat, &mut self.around)?;
        self.commit(Whose::Mine, staged, move |face, ()| {
            let staged = face.bots.open_as_bot(header, name, level, &mut face.around)?;
            face.commit(Whose::Bots, staged, |face, written| face.answered(&written.text))
        })
    }
}

/// The answer of a bot.
enum Answered {
    /// stored before, but interrupted before the player's desk had it
    Before(String),
    /// not stored yet
    Now(Box<Staged<Written>>),
}

/// Returns the turn of the bot that is due in a player's game.
fn turn(
    desk: &mut Desk<MemoryStore>,
    around: &mut Around,
    person: &LoadedGame,
) -> Result<Answered, ApiError> {
    let now = around.now;
    let due = person.game.standing.due_name().unwrap_or_default().to_owned();
    let level = person.bot(&due).unwrap_or(Level::Hard);
    let text = person.game.file.write();
    let looked = desk.look(text.as_bytes(), None, now);
    let mut loaded = looked.map_err(|objection| ApiError::from(*objection.why))?;
    if loaded.game.standing.turns() > person.game.standing.turns() {
        return Ok(Answered::Before(loaded.game.file.write()));
    }
    loaded.stale = None;
    let mut seat = loaded.game.file.game.seat(&due).unwrap_or(Seat::OPENER);
    if !loaded.game.standing.joined(seat) {
        let looked = desk.look_for_seat(&mut loaded, Some(&due), now);
        seat = looked.map_err(|objection| ApiError::from(*objection.why))?;
    }
    Ok(Answered::Now(Box::new(desk.play_as_bot(&loaded, seat, level, now, around)?)))
}
