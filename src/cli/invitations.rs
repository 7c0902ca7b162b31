//! Games that one has been invited to and has not joined: files in the games folder, of which the
//! vault knows nothing.

use std::path::{Path, PathBuf};

use pbem::desk::Known;
use pbem::table::{self, OpenGame};
use pbem::turnfile;
use serde_json::{Value, json};

use super::context::Context;
use super::failure::Failure;
use super::filing::Shelf;
use super::game_file::read_file;
use super::report::place;

/// An invitation that lies in the games folder.
#[derive(Debug)]
pub(super) struct Invitation {
    /// who has opened the game
    pub from: String,
    /// the game
    pub game: OpenGame,
    /// where it lies
    pub path: PathBuf,
    /// what to do with it
    pub next: String,
}

impl Invitation {
    /// For programs.
    pub(super) fn to_json(&self) -> Value {
        json!({
            "game": self.game.standing.kind.id(), "id": self.game.standing.id.to_string(),
            "from": self.from, "file": place(&self.path), "next": self.next,
        })
    }
}

/// Those that can still be accepted. What cannot be read is none.
pub(super) fn invitations(ctx: &mut Context) -> Result<Vec<Invitation>, Failure> {
    let paths = Shelf::of(ctx)?.invitations();
    among(ctx, paths)
}

/// Those among these files, each game once.
pub(super) fn among(ctx: &mut Context, paths: Vec<PathBuf>) -> Result<Vec<Invitation>, Failure> {
    let mut invitations: Vec<(bool, Invitation)> = Vec::new();
    for path in paths {
        let reading = read_file(&path, "")
            .ok()
            .map(|bytes| turnfile::read(&bytes))
            .filter(|reading| reading.fault.is_none());
        let Some(file) = reading.and_then(|reading| reading.file) else { continue };
        let id = file.game.id();
        let is_same = |(_, one): &(bool, Invitation)| one.game.standing.id.0 == id;
        let known = ctx.desk()?.has_game(&id)? || invitations.iter().any(is_same);
        let Some((table, None)) = table::open(&file).ok().filter(|_| !known) else { continue };
        let game = OpenGame::new(file, table);
        if ctx.desk()?.open_seats(&game)?.is_empty() {
            continue;
        }
        let next = what_to_do(ctx, &game, &path)?;
        let from = game.file.game.opened_by().to_owned();
        let stranger = is_stranger(ctx, &game)?;
        invitations.push((stranger, Invitation { from, game, path, next }));
    }
    // However many strangers write, those whom one knows come first.
    invitations.sort_by_key(|(stranger, _)| *stranger);
    Ok(invitations.into_iter().map(|(_, invitation)| invitation).take(MOST_SHOWN).collect())
}

/// Most invitations that are shown.
const MOST_SHOWN: usize = 50;

/// Was the game opened by somebody who is none of one's contacts?
pub(super) fn is_stranger(ctx: &mut Context, game: &OpenGame) -> Result<bool, Failure> {
    let Some(key) = game.standing.key(game.file.game.opening_seat()) else { return Ok(true) };
    Ok(matches!(ctx.desk()?.known(&key)?, Known::No))
}

/// What somebody does with an invitation that lies here.
pub(super) fn what_to_do(
    ctx: &mut Context,
    game: &OpenGame,
    path: &Path,
) -> Result<String, Failure> {
    Ok(if ctx.desk()?.may_join(game)? {
        format!("pbem join {}", path.display())
    } else {
        "wait for the file in which it is your turn to join".to_owned()
    })
}
