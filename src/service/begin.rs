//! Games that bots take part in from the start.

use super::bots::{self, ReplyError};
use super::host::Host;
use crate::desk::{Bots, DeskError, LoadedGame, NewGame};
use crate::rules::Level;
use crate::turnfile::Header;

/// A game that has begun.
#[derive(Debug)]
pub struct Begun {
    /// The game, with all turns that could be made immediately.
    pub game: LoadedGame,
    /// Whether it is the first game of this vault.
    pub is_first: bool,
}

/// Puts the bots' key into a header, so that no one else can take their seats.
pub fn register_bots(
    host: &mut impl Host,
    header: &mut Header,
    bots: &Bots,
) -> Result<(), DeskError> {
    if bots.is_empty() {
        return Ok(());
    }
    let (desk, outside) = host.bot_desk()?;
    let staged = desk.establish(outside)?;
    let key = desk.keep(staged)?;
    header.keys.extend(bots.keys().map(|seat| (seat.clone(), key)));
    Ok(())
}

/// Lets a bot open a game; the player joins with the first move.
///
/// The player's vault saves the game first, so that a bot never opens a game that its player's
/// vault doesn't know.
pub fn opened_by_bot(host: &mut impl Host, mut new: NewGame) -> Result<Begun, ReplyError> {
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
    let opened = desk.keep(staged)?;
    host.publish(&opened.loaded, &opened.text)?;
    let (desk, outside) = host.desk()?;
    let now = outside.now();
    let mut game = desk.receive(opened.loaded.game, place, now)?;
    desk.remember(&mut game)?;
    bots::reply(host, &mut game)?;
    Ok(Begun { game, is_first })
}
