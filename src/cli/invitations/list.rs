//! Games that one has been invited to and has not joined: files in the games folder, of which the
//! vault knows nothing.

use std::path::{Path, PathBuf};

use pbem::desk::Known;
use pbem::table::{self, OpenGame};
use pbem::turnfile::{self, TurnFile};
use serde_json::{Value, json};

use crate::cli::context::Context;
use crate::cli::failure::CliError;
use crate::cli::game_file::read_file;
use crate::cli::games_dir::{GamesDir, digits};
use crate::cli::report::place;

/// An invitation that lies in the games folder.
#[derive(Debug)]
pub(crate) struct Invitation {
    /// who has opened the game
    pub from: String,
    /// the game
    pub game: OpenGame,
    /// where it lies
    pub path: PathBuf,
    /// what lies there is a letter that holds it
    pub is_letter: bool,
    /// what to do with it
    pub next: String,
}

impl Invitation {
    /// For programs.
    pub(crate) fn to_json(&self) -> Value {
        json!({
            "game": self.game.standing.kind.id(), "id": self.game.standing.id.to_string(),
            "from": self.from, "file": place(&self.path), "next": self.next,
        })
    }
}

/// A game that lies in a file.
#[derive(Debug)]
pub(crate) struct FoundFile {
    /// the file
    pub path: PathBuf,
    /// its turns
    pub file: TurnFile,
    /// it is a letter, or a mailbox, that holds the game
    pub is_letter: bool,
}

/// The turn file at this place, if it is one and nothing else.
pub(crate) fn turn_file(path: &Path) -> Option<TurnFile> {
    let reading = turnfile::read(&read_file(path, "").ok()?);
    reading.file.filter(|_| reading.fault.is_none())
}

/// Those that can still be accepted. What cannot be read is none.
pub(crate) fn invitations(ctx: &mut Context) -> Result<Vec<Invitation>, CliError> {
    let shelf = GamesDir::of(ctx)?;
    among(ctx, received(&shelf))
}

/// What lies where `receive` puts invitations.
pub(crate) fn received(shelf: &GamesDir) -> impl Iterator<Item = FoundFile> {
    let paths = shelf.invitations().into_iter();
    paths.filter_map(|path| Some(FoundFile { file: turn_file(&path)?, path, is_letter: false }))
}

/// Those among these files, each game once.
pub(crate) fn among(
    ctx: &mut Context,
    lying: impl Iterator<Item = FoundFile>,
) -> Result<Vec<Invitation>, CliError> {
    let mut invitations: Vec<(bool, Invitation)> = Vec::new();
    for lying in lying {
        let id = lying.file.game.id();
        let is_same = |(_, one): &(bool, Invitation)| one.game.standing.id.0 == id;
        let known = ctx.desk()?.has_game(&id)? || invitations.iter().any(is_same);
        let opened = if known { None } else { table::open(&lying.file).ok() };
        let Some((table, None)) = opened else { continue };
        let FoundFile { path, file, is_letter } = lying;
        let game = OpenGame::new(file, table);
        if ctx.desk()?.open_seats(&game)?.is_empty() {
            continue;
        }
        let next = what_to_do(ctx, &game)?;
        let from = game.file.game.opened_by().to_owned();
        let stranger = is_stranger(ctx, &game)?;
        invitations.push((stranger, Invitation { from, game, path, is_letter, next }));
    }
    // However many strangers write, those whom one knows come first.
    invitations.sort_by_key(|(stranger, _)| *stranger);
    Ok(invitations.into_iter().map(|(_, invitation)| invitation).take(MOST_SHOWN).collect())
}

/// Most invitations that are shown.
const MOST_SHOWN: usize = 50;

/// Was the game opened by somebody who is none of one's contacts?
pub(crate) fn is_stranger(ctx: &mut Context, game: &OpenGame) -> Result<bool, CliError> {
    let Some(key) = game.standing.key(game.file.game.opening_seat()) else { return Ok(true) };
    Ok(matches!(ctx.desk()?.known(&key)?, Known::No))
}

/// The command that accepts an invitation found here. Its digits find it in the games folder and
/// in new mail, whatever the file is called.
pub(crate) fn what_to_do(ctx: &mut Context, game: &OpenGame) -> Result<String, CliError> {
    Ok(if ctx.desk()?.may_join(game)? {
        let short = digits(&game.standing.id);
        let is_free = ctx.desk()?.find(&short, |_| false).is_err();
        let word = if is_free { short } else { game.standing.id.to_string() };
        format!("pbem join {word}")
    } else {
        "wait for the file that you can join with".to_owned()
    })
}
