//! Bots, which have a desk of their own and answer at once.
//!
//! Each side keeps its turn before the other sees it. If the store fails in between, a bot is due,
//! and makes the same turn when it is asked again.

use pbem::desk::{Desk, LoadedGame, MemoryStore, NewGame, Staged, Written};
use pbem::rules::{Level, Seat};

use super::{Answer, ApiError, Around, Face, Whose};

impl Face {
    /// Lets the bots answer who are due, and sits down at the game then.
    pub(super) fn go_on(&mut self, laid: LoadedGame, seat: Option<&str>) -> Answer {
        if !laid.bot_is_due() || laid.game.standing.breach.is_some() {
            return self.sit(laid, seat);
        }
        match turn(&mut self.bots, &mut self.around, &laid)? {
            Answered::Before(text) => self.answered(&text),
            Answered::Now(staged) => {
                self.commit(Whose::Bots, *staged, |face, written| face.answered(&written.text))
            }
        }
    }

    /// A bot has answered: the file comes to the person's desk.
    fn answered(&mut self, text: &str) -> Answer {
        let looked = self.mine.look(text.as_bytes(), None, self.around.now);
        let laid = looked.map_err(|objection| ApiError::from(*objection.why))?;
        self.take_in(laid, |face, laid| face.go_on(laid, None))
    }

    /// Goes on where a bot was cut short.
    pub(super) fn bots_go_on(&mut self) -> Answer {
        let laid = self.seated()?.laid().cloned();
        let laid = laid.ok_or_else(|| ApiError::new("request", "No game is open."))?;
        self.go_on(laid, None)
    }

    /// A bot opens the game, and one joins with the first move. One's own place comes first: a game
    /// that a bot has opened and that nobody knows of is none.
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
    /// it was kept before, and cut short before the person's desk had it
    Before(String),
    /// it is still to be kept
    Now(Box<Staged<Written>>),
}

/// The turn of the bot that is due in a game of a person.
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
    let mut laid = looked.map_err(|objection| ApiError::from(*objection.why))?;
    if laid.game.standing.turns() > person.game.standing.turns() {
        return Ok(Answered::Before(laid.game.file.write()));
    }
    laid.stale = None;
    let mut seat = laid.game.file.game.seat(&due).unwrap_or(Seat::OPENER);
    if !laid.game.standing.joined(seat) {
        let looked = desk.look_for_seat(&mut laid, Some(&due), now);
        seat = looked.map_err(|objection| ApiError::from(*objection.why))?;
    }
    Ok(Answered::Now(Box::new(desk.play_as_bot(&laid, seat, level, now, around)?)))
}
