//! Places for received files: the games folder, and a folder next to it for files that are set
//! aside.
//!
//! pbem makes all file names from the contents of the files. It never uses the name of an
//! attachment.

use std::path::{Path, PathBuf};

use pbem::crypto::{GameId, turn_hash};
use pbem::desk::{ChainOrder, GameRecord, judge};
use pbem::games::Kind;
use pbem::table::OpenGame;
use pbem::turnfile;

use crate::cli::context::Context;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::game_file::{OpenFile, free_for, read_file};
use crate::cli::report::exit;
use crate::disk::{Guard, make_folder};

/// Maximum number of rejected files to keep, so that junk mail can't fill the disk.
const MOST_ASIDE: usize = 200;

/// If the games folder contains at least this number of invitations, further invitations from
/// strangers are set aside.
const MOST_INVITATIONS: usize = 50;
/// Maximum number of invitations to read.
const MOST_LOOKED_AT: usize = 2000;

/// The folders for received files.
#[derive(Debug)]
pub(crate) struct GamesDir {
    /// The folder set as `games-dir`.
    set: Option<PathBuf>,
    /// Folder for new games.
    games: PathBuf,
    /// Folder for files that are set aside, if there is one.
    aside: Option<PathBuf>,
    /// Decides which files can be overwritten.
    guard: Guard,
}

/// Result of setting a file aside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum QuarantineResult {
    /// Saved at this path.
    Kept(PathBuf),
    /// The same text was set aside before.
    Known,
    /// There is no folder for files that are set aside, or the folder is full.
    NoPlace,
}

impl GamesDir {
    /// Returns the folders of this user.
    pub(crate) fn of(ctx: &mut Context) -> Result<GamesDir, CliError> {
        let set = ctx.config()?.get("games-dir")?.map(|dir| ctx.path(dir));
        let vault = ctx.has_vault()?.then(|| ctx.vault_dir().path().to_owned());
        let aside = set.clone().or(vault).map(|dir| dir.join("aside"));
        let (games, guard) = (set.clone().unwrap_or_else(|| ctx.path("")), ctx.writer().guard);
        Ok(GamesDir { set, games, aside, guard })
    }

    /// Returns the path for the latest file of a game: its previous path, unless that path is
    /// outside the games folder.
    ///
    /// A file at this path may have turns of the game that pbem hasn't read;
    /// [`GamesDir::place_beside`] then returns another path.
    pub(crate) fn place_of(&self, record: &GameRecord) -> Result<PathBuf, CliError> {
        self.make_games()?;
        let usual = self.games.join(format!("{}.toml", record.name()));
        let before = record.path.as_ref().map(PathBuf::from);
        let stays = |path: &PathBuf| self.set.as_ref().is_none_or(|dir| path.parent() == Some(dir));
        let before = before.filter(stays).filter(|path| path.parent().is_some_and(Path::is_dir));
        let others = std::slice::from_ref(&self.games);
        let is_place = |path: &Path| self.guard.is_place(path, record.id());
        free_for(is_place, before.unwrap_or(usual), record.id(), record.name(), others)
    }

    /// Returns `place`, or a path next to it if the file there has turns that pbem hasn't read.
    pub(crate) fn place_beside(
        &self,
        place: PathBuf,
        record: &GameRecord,
    ) -> Result<PathBuf, CliError> {
        let may_write = |path: &Path| self.guard.may_write(path, record.id());
        free_for(may_write, place, record.id(), record.name(), std::slice::from_ref(&self.games))
    }

    /// Returns all folders with game files.
    pub(crate) fn folders(&self) -> impl Iterator<Item = &Path> {
        [Some(&self.games), self.aside.as_ref()].into_iter().flatten().map(PathBuf::as_path)
    }

    /// Returns the files in the games folder whose names look like names of invitations, sorted by
    /// name, up to a maximum number.
    pub(crate) fn invitations(&self) -> Vec<PathBuf> {
        let called_so = |path: &PathBuf| {
            let name = path
                .file_name()
                .and_then(|name| name.to_str())
                .and_then(|name| name.strip_suffix(".toml"));
            let parts =
                name.and_then(|name| Some((name.split_once('-')?.0, name.rsplit_once('-')?.1)));
            parts.is_some_and(|(kind, digits)| {
                Kind::ALL.iter().any(|one| one.short() == kind)
                    && [4, 64].contains(&digits.len())
                    && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
            })
        };
        let files = std::fs::read_dir(&self.games)
            .into_iter()
            .flatten()
            .filter_map(|entry| entry.ok().map(|entry| entry.path()));
        let mut files: Vec<PathBuf> = files.filter(called_so).collect();
        files.sort();
        files.truncate(MOST_LOOKED_AT);
        files
    }

    /// Whether there are too many invitations, so that further invitations from strangers are set
    /// aside.
    pub(crate) fn is_crowded(&self) -> bool {
        self.invitations().len() >= MOST_INVITATIONS
    }

    /// Returns the path for a declined invitation.
    fn place_of_declined(&self, game: &OpenGame) -> Option<PathBuf> {
        let (kind, id) = (game.standing.kind.short(), hex::encode(game.standing.id.0));
        Some(self.aside.as_ref()?.join(format!("declined-{kind}-{id}.toml")))
    }

    /// Whether this invitation was declined.
    pub(crate) fn has_declined(&self, game: &OpenGame) -> bool {
        self.place_of_declined(game).is_some_and(|path| path.symlink_metadata().is_ok())
    }

    /// Sets a declined invitation aside, so that pbem no longer offers it if the same email arrives
    /// again. Returns false if there is no folder for declined invitations; in that case, the file
    /// stays where it is.
    pub(crate) fn decline(
        &self,
        ctx: &Context,
        game: &OpenGame,
        path: &Path,
    ) -> Result<bool, CliError> {
        let cannot = |error: std::io::Error| {
            let message = format!("can't move {} away: {error}", path.display());
            CliError::new(exit::TROUBLE, CliErrorKind::Disk, message)
        };
        let Some(place) = self.place_of_declined(game) else { return Ok(false) };
        if place.symlink_metadata().is_err() {
            make(place.parent().unwrap_or(&place))?;
            ctx.writer().write_aside(&place, &game.file.write())?;
        }
        // The file isn't removed if it contains more than the invitation, or if it is an email.
        self.guard.has_read(game.standing.hashes.iter().copied());
        let is_there = path.symlink_metadata().is_ok();
        if is_there && self.guard.may_write(path, &game.standing.id.0).is_ok() {
            std::fs::remove_file(path).map_err(cannot)?;
        }
        Ok(true)
    }

    /// Returns the path for the file of an invitation, and how the invitation compares with the
    /// file that exists there.
    pub(crate) fn place_of_invitation(
        &self,
        game: &OpenGame,
    ) -> Result<(PathBuf, ChainOrder), CliError> {
        self.make_games()?;
        let id = game.standing.id;
        let opener = game.file.game.opened_by();
        let name = format!("{}-{opener}-{}", game.standing.kind.short(), digits(&id));
        let usual = self.games.join(format!("{name}.toml"));
        let whole = format!("{name}-{}", hex::encode(id.0));
        let path = free_for(|path| self.guard.is_place(path, &id.0), usual, &id.0, &whole, &[])?;
        let known = read_file(&path, "").ok().and_then(|bytes| turnfile::read(&bytes).file);
        let known: Vec<_> = known
            .map(|file| file.turns.iter().map(turnfile::Turn::hash).collect())
            .unwrap_or_default();
        Ok((path, judge(&known, &game.standing.hashes)))
    }

    /// Sets text aside, in a file whose name describes the text. Never overwrites a file.
    pub(crate) fn keep_aside(
        &self,
        ctx: &Context,
        file_stem: &str,
        text: &str,
    ) -> Result<QuarantineResult, CliError> {
        let Some(folder) = &self.aside else { return Ok(QuarantineResult::NoPlace) };
        make(folder)?;
        let hash = turn_hash(text.as_bytes());
        let path = folder
            .join(format!("{file_stem}-{}.toml", hex::encode(hash.get(..8).unwrap_or_default())));
        if path.symlink_metadata().is_ok() {
            return Ok(QuarantineResult::Known);
        }
        if std::fs::read_dir(folder).map_or(0, Iterator::count) >= MOST_ASIDE {
            return Ok(QuarantineResult::NoPlace);
        }
        ctx.writer().write_aside(&path, text)?;
        Ok(QuarantineResult::Kept(path))
    }

    fn make_games(&self) -> Result<(), CliError> {
        self.set.as_deref().map_or(Ok(()), make)
    }
}

/// Returns the first digits of a game's id, as in the subject of emails.
pub(crate) fn digits(id: &GameId) -> String {
    hex::encode(id.0.get(..2).unwrap_or_default())
}

/// Returns this path or, if a file exists there, a numbered path, such as `army-2.txt` for
/// `army.txt`. Returns `None` if all paths up to `army-99.txt` exist.
pub(super) fn free_name(path: &Path) -> Option<PathBuf> {
    numbered(path).find(|path| path.symlink_metadata().is_err())
}

/// Returns this path, then the numbered paths: for `army.txt`, `army-2.txt` to `army-99.txt`.
fn numbered(path: &Path) -> impl Iterator<Item = PathBuf> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let end = path.extension().map(|end| format!(".{}", end.display())).unwrap_or_default();
    let later = (2..=99).map(move |number| path.with_file_name(format!("{stem}-{number}{end}")));
    std::iter::once(path.to_owned()).chain(later)
}

fn make(folder: &Path) -> Result<(), CliError> {
    Ok(make_folder(folder)?)
}

/// Returns the path for the draft of this turn, if the user names no other path.
pub(crate) fn draft_place(ctx: &Context, loaded: &OpenFile, turn: u32) -> PathBuf {
    let name = loaded.name();
    let stem = name.strip_suffix(".toml").unwrap_or(&name);
    let folder = loaded.target.path.as_ref().and_then(|path| path.parent());
    let folder = folder.map_or_else(|| ctx.path(""), Path::to_owned);
    folder.join(format!("{stem}-turn{turn}.eml"))
}

/// Returns the drafts of this turn, in the order in which they were written.
pub(crate) fn drafts(ctx: &Context, loaded: &OpenFile, turn: u32) -> Vec<PathBuf> {
    let first = draft_place(ctx, loaded, turn);
    numbered(&first).take_while(|path| path.symlink_metadata().is_ok()).collect()
}
