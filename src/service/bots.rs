//! Lets bots answer. Bots have their own vault, and take real turns.

use serde::Serialize;

use super::host::Host;
use crate::desk::{DeskError, LoadedGame};
use crate::rules::{Level, Seat};

/// Maximum number of bot turns in one call.
const MOST_TURNS: usize = 64;

/// A bot's turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct BotTurn {
    /// Number of the turn.
    pub turn: u32,
    pub seat: String,
    /// What happened in the turn, as sentences.
    pub lines: Vec<String>,
}

/// Why the bots' answer didn't reach the game.
#[derive(Debug)]
pub enum ReplyError {
    /// The bot in this seat can't take its turn.
    Stuck { bot: String, error: Box<DeskError> },
    /// The player's vault or the turn file can't be read or written.
    Desk(DeskError),
}

impl From<DeskError> for ReplyError {
    fn from(error: DeskError) -> Self {
        ReplyError::Desk(error)
    }
}

/// Lets the bots answer while it's a bot's turn, and updates the game. Returns the bots' turns.
///
/// After a crash, either the bot's turn is still due, or the turn is only in the bots' vault. The
/// next call continues from there and produces the same turn.
///
/// `is_shown` says that the caller shows these turns to the player. Then the vault counts them as
/// seen.
pub fn reply(
    host: &mut impl Host,
    game: &mut LoadedGame,
    is_shown: bool,
) -> Result<Vec<BotTurn>, ReplyError> {
    // If it is a person's turn, stop, because that turn has to arrive by mail.
    if !game.bot_is_due() || game.game.standing.breach.is_some() {
        return Ok(Vec::new());
    }
    let before = game.game.standing.turns();
    let bot = game.game.standing.due_name().unwrap_or_default().to_owned();
    let answered =
        answer(host, game).map_err(|error| ReplyError::Stuck { bot, error: Box::new(error) })?;
    if game.place.is_none() {
        host.find_place(game)?;
    }
    host.publish(&answered, &answered.game.file.write())?;
    let (desk, outside) = host.desk()?;
    let now = outside.now();
    *game = desk.receive(answered.game, game.place.take(), now)?;
    let turns = game.game.standing.turns();
    for record in game.records.iter_mut().filter(|record| is_shown && !record.bots.is_empty()) {
        record.last_seen_turn = turns;
    }
    desk.remember(game)?;
    let names = &game.game.standing.names;
    let news = game.game.table.news(before).into_iter();
    let turns = news.map(|news| {
        let seat = names.of(news.seat).to_owned();
        BotTurn { turn: news.number, seat, lines: news.lines }
    });
    Ok(turns.collect())
}

/// Returns the bots' own copy of the game after their turns.
fn answer(host: &mut impl Host, person: &LoadedGame) -> Result<LoadedGame, DeskError> {
    let (desk, outside) = host.bot_desk()?;
    let mut game = desk.receive(person.game.clone(), None, outside.now())?;
    // The bots may have answered before a crash, but their turns may be missing from the file.
    game.stale = None;
    desk.remember(&mut game)?;
    for _ in 0..MOST_TURNS {
        let due = game.game.standing.due_name().map(str::to_owned);
        let Some((due, level)) = due.and_then(|due| Some((due.clone(), person.bot(&due)?))) else {
            break;
        };
        game = turn(host, game, &due, level)?;
    }
    Ok(game)
}

/// Takes a bot's turn and saves it.
fn turn(
    host: &mut impl Host,
    mut game: LoadedGame,
    due: &str,
    level: Level,
) -> Result<LoadedGame, DeskError> {
    let (desk, outside) = host.bot_desk()?;
    let now = outside.now();
    let mut seat = game.game.file.game.seat(due).unwrap_or(Seat::OPENER);
    if !game.game.standing.joined(seat) {
        seat = desk.seat_to_take(&mut game, Some(due), now)?;
    }
    let staged = desk.play_as_bot(&game, seat, level, now, outside)?;
    Ok(desk.keep(staged)?.loaded)
}
