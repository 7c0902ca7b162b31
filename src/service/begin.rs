//! Starts and joins games.

use super::bots::{self, ReplyError};
use super::host::Host;
use super::play::{PlayError, PlayedTurn, check_note, keep, publish};
use crate::desk::{Bots, DeskError, LoadedGame, NewGame, SavedTurn};
use crate::rules::{Level, Seat};
use crate::table::{Intent, Plan};
use crate::turnfile::{Header, Moment};

/// A player's first turn.
#[derive(Clone, Debug)]
pub struct FirstTurn {
    pub seat: Seat,
    /// The values to hide; empty if the seat hides nothing.
    pub setup: Vec<String>,
    /// The first move, in kinds of games that players join with a move.
    pub intent: Intent,
    /// A message to the other players.
    pub note: Option<String>,
    /// The player's displayed name, if it differs from the seat.
    pub full_name: Option<String>,
    /// Whether the user says that this vault has never joined this game.
    pub never_joined: bool,
}

/// A game that has begun.
#[derive(Debug)]
pub struct StartedGame {
    /// The game, with the bots' first turns.
    pub game: LoadedGame,
    /// Whether this is the first game in the vault.
    pub is_first: bool,
}

/// Opens a game with the player's first turn, and lets the bots answer.
pub fn begin(
    host: &mut impl Host,
    mut new: NewGame,
    first: FirstTurn,
) -> Result<(LoadedGame, PlayedTurn), PlayError> {
    check_note(first.note.as_deref())?;
    register_bots(host, &mut new.header, &new.bots)?;
    let (desk, outside) = host.desk()?;
    let keys = desk.fresh(&new.header, first.seat, first.setup.clone(), outside)?;
    let plan = plan(outside.now(), desk.config()?.mail(), first);
    let staged = desk
        .begin(new, &keys, &plan, outside)
        .map_err(|error| PlayError::refused(Some(keys.seat), error))?;
    let SavedTurn { loaded: mut game, at, sketch, text } = keep(host, staged)?;
    let played_turn = publish(host, &mut game, at, sketch, &text)?;
    Ok((game, played_turn))
}

/// Takes a seat with the player's first turn, and lets the bots answer.
pub fn join(
    host: &mut impl Host,
    game: &mut LoadedGame,
    first: FirstTurn,
) -> Result<PlayedTurn, PlayError> {
    check_note(first.note.as_deref())?;
    host.find_place(game)?;
    let (desk, outside) = host.desk()?;
    let never = first.never_joined;
    let keys = desk.fresh(&game.game.file.game, first.seat, first.setup.clone(), outside)?;
    let plan = plan(outside.now(), desk.config()?.mail(), first);
    let staged = desk
        .join(game, &keys, &plan, never, outside)
        .map_err(|error| PlayError::refused(Some(keys.seat), error))?;
    let SavedTurn { loaded, at, sketch, text } = keep(host, staged)?;
    *game = loaded;
    publish(host, game, at, sketch, &text)
}

fn plan(now: Moment, mail: Option<&str>, first: FirstTurn) -> Plan {
    let FirstTurn { intent, note, full_name: name, .. } = first;
    Plan { note, name, mail: mail.map(str::to_owned), ..Plan::new(now, intent) }
}

/// Puts the bots' key into a header, so that no one else can take their seats.
fn register_bots(host: &mut impl Host, header: &mut Header, bots: &Bots) -> Result<(), DeskError> {
    if bots.is_empty() {
        return Ok(());
    }
    let (desk, outside) = host.bot_desk()?;
    let staged = desk.establish(outside)?;
    let key = desk.keep(staged)?;
    header.keys.extend(bots.keys().map(|seat| (seat.clone(), key)));
    Ok(())
}

/// Lets a bot open a game. The player joins later, with the first move.
///
/// The player's vault saves the game first, so that a bot never opens a game that its player's
/// vault doesn't know.
pub fn opened_by_bot(host: &mut impl Host, mut new: NewGame) -> Result<StartedGame, ReplyError> {
    register_bots(host, &mut new.header, &new.bots)?;
    let (header, name, place) = (new.header.clone(), new.name.clone(), new.place.clone());
    let seat = header.seats.iter().find(|seat| !new.bots.contains_key(*seat)).cloned();
    let level = new.bots.get(header.opened_by()).copied().unwrap_or(Level::Hard);
    let (desk, outside) = host.desk()?;
    let is_first = desk.has_no_game()?;
    let staged = desk.expect(new, seat.as_deref().unwrap_or_default(), outside)?;
    host.keep(staged)?;
    let (desk, outside) = host.bot_desk()?;
    let staged = desk.open_as_bot(header, name, level, outside)?;
    let first_turn = desk.keep(staged)?;
    host.publish(&first_turn.loaded, &first_turn.text)?;
    let (desk, outside) = host.desk()?;
    let now = outside.now();
    let mut game = desk.receive(first_turn.loaded.game, place, now)?;
    desk.remember(&mut game)?;
    bots::reply(host, &mut game, false)?;
    Ok(StartedGame { game, is_first })
}
