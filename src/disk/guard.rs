//! The single rule for overwriting files outside the vault.
//!
//! A file is overwritten only if all of it, from the first byte to the last, is what pbem itself
//! would write: a turn file of this game. Files in the vault, links and everything else are never
//! overwritten. A file is also never overwritten if it has turns that the vault and the new text
//! both lack: an older file must not replace a newer one.

use std::cell::RefCell;
use std::collections::HashSet;
use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use pbem::table::{self, TurnError};
use pbem::turnfile::{Bytes32, Turn, TurnFile, limits};

use super::file;
use super::location::VaultDir;

/// Why a file isn't overwritten.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum OverwriteDenied {
    /// The file would be in the vault.
    #[error("is in the vault")]
    InVault,
    /// The file is a link.
    #[error("is a link")]
    Link,
    /// A directory, a pipe, or a device.
    #[error("is not a plain file")]
    NotPlain,
    /// The file is read-only or belongs to another user.
    #[error("is read-only or belongs to another user")]
    NotYours,
    /// The file contains something else or more than a turn file of this game.
    #[error("contains something other than this game")]
    Other,
    /// The file is a turn file of this game with turns that the vault hasn't read.
    #[error("has turns that pbem has not read yet")]
    Unread,
    /// The file's content can't be read.
    #[error("cannot be read")]
    Unreadable,
}

/// Applies the rule for overwriting. Clones share what they know about the files that have been
/// read.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    vault: PathBuf,
    known: Rc<RefCell<ReadTurns>>,
}

/// Files that this command has read so far.
#[derive(Debug, Default)]
struct ReadTurns {
    /// The game that was read most recently from a file with nothing else in it, and the bytes of
    /// that file. A command checks the file before signing a turn and again before writing the
    /// file. Because of these bytes, the command doesn't have to parse the file twice.
    alone: Option<(Bytes32, Vec<u8>)>,
    /// Hashes of turns that are in the vault or have been compared with it.
    turns: HashSet<Bytes32>,
    /// Number of turns in the longest of the files with these turns.
    longest: usize,
}

impl ReadTurns {
    /// Whether a file has turns that haven't been read.
    fn lacks(&self, file: &TurnFile) -> bool {
        let lacks = |turn: &Turn| !self.turns.contains(&turn.hash());
        if !file.turns.iter().any(lacks) {
            return false;
        }
        match table::open(file) {
            // Turns after a damaged turn can't be checked. The file still counts as newer if it is
            // longer, because its owner may repair it.
            Ok((table, Some(TurnError::Damage(_)))) => {
                let sound = table.standing().hashes;
                file.turns.len() > self.longest
                    || sound.iter().any(|hash| !self.turns.contains(hash))
            }
            _ => true,
        }
    }
}

impl Guard {
    /// Creates the guard of this vault.
    pub(crate) fn of(dir: &VaultDir) -> Guard {
        Guard { vault: real(dir.path()), known: Rc::default() }
    }

    /// Records that a file with these bytes contains only this game, and that the vault has read
    /// all its turns.
    pub(crate) fn learn(&self, game: &Bytes32, bytes: Vec<u8>) {
        self.known.borrow_mut().alone = Some((*game, bytes));
    }

    /// Records the turns of one file: they are in the vault or have been compared with it.
    pub(crate) fn has_read(&self, turns: impl IntoIterator<Item = Bytes32>) {
        let mut known = self.known.borrow_mut();
        let mut count = 0;
        known.turns.extend(turns.into_iter().inspect(|_| count += 1));
        known.longest = known.longest.max(count);
    }

    /// Checks that these bytes are exactly a turn file of this game, without unread turns.
    fn is_read(&self, game: &Bytes32, bytes: &[u8]) -> Result<(), OverwriteDenied> {
        let known =
            self.known.borrow().alone.as_ref().is_some_and(|(id, of)| id == game && of == bytes);
        if known {
            return Ok(());
        }
        let file = alone(game, bytes).ok_or(OverwriteDenied::Other)?;
        if self.known.borrow().lacks(&file) {
            return Err(OverwriteDenied::Unread);
        }
        self.learn(game, bytes.to_vec());
        Ok(())
    }

    /// Checks whether a new file may be created here.
    pub(crate) fn may_make(&self, path: &Path) -> Result<(), OverwriteDenied> {
        if real(path).starts_with(&self.vault) { Err(OverwriteDenied::InVault) } else { Ok(()) }
    }

    /// Checks whether this game's file may be written here. Allowed if no file is here, or if the
    /// file here contains a turn file of this game without unread turns, and nothing else.
    pub(crate) fn may_write(&self, path: &Path, game: &Bytes32) -> Result<(), OverwriteDenied> {
        self.may_replace(path, limits::MAX_BYTES, |bytes| self.is_read(game, bytes))
    }

    /// Checks whether this game's file may be written here once the turns of the existing file have
    /// been read. Allowed if no file is here, or if the file here contains a newer or older turn
    /// file of this game, and nothing else.
    pub(crate) fn is_place(&self, path: &Path, game: &Bytes32) -> Result<(), OverwriteDenied> {
        self.may_replace(path, limits::MAX_BYTES, |bytes| {
            alone(game, bytes).map(drop).ok_or(OverwriteDenied::Other)
        })
    }

    /// Checks whether a file may be written here. Allowed if no file is here, or if the file here
    /// has at most `most` bytes and `check` accepts it.
    pub(crate) fn may_replace(
        &self,
        path: &Path,
        most: usize,
        check: impl FnOnce(&[u8]) -> Result<(), OverwriteDenied>,
    ) -> Result<(), OverwriteDenied> {
        self.may_make(path)?;
        let Ok(about) = fs::symlink_metadata(path) else { return Ok(()) };
        if about.is_symlink() {
            return Err(OverwriteDenied::Link);
        }
        if !about.is_file() {
            return Err(OverwriteDenied::NotPlain);
        }
        if about.permissions().readonly() || !is_own(&about) {
            return Err(OverwriteDenied::NotYours);
        }
        check(&read(path, most)?.ok_or(OverwriteDenied::Other)?)
    }

    /// Removes an earlier file of a game that is stored elsewhere. Fails unless the file's bytes
    /// are what pbem writes for the first turns of the game, and the file has no other name (hard
    /// link).
    pub(crate) fn remove_earlier(
        &self,
        path: &Path,
        game: &TurnFile,
    ) -> Result<(), OverwriteDenied> {
        let Ok(about) = fs::symlink_metadata(path) else { return Ok(()) };
        if has_links(&about) {
            return Err(OverwriteDenied::Link);
        }
        self.may_replace(path, limits::MAX_BYTES, |bytes| {
            let count = alone(&game.game.id(), bytes).ok_or(OverwriteDenied::Other)?.turns.len();
            let mut earlier = game.clone();
            earlier.turns.truncate(count);
            if earlier.write().as_bytes() == bytes { Ok(()) } else { Err(OverwriteDenied::Other) }
        })?;
        fs::remove_file(path).map_err(|_| OverwriteDenied::NotYours)
    }
}

/// Parses these bytes if they are exactly a turn file of this game.
fn alone(game: &Bytes32, bytes: &[u8]) -> Option<TurnFile> {
    TurnFile::read_alone(bytes).filter(|file| file.game.id() == *game)
}

/// Reads a whole file. Returns `None` if there is no file, or if it is larger than `most` bytes.
fn read(path: &Path, most: usize) -> Result<Option<Vec<u8>>, OverwriteDenied> {
    let unreadable = |_: io::Error| OverwriteDenied::Unreadable;
    let Some(file) = file::open_plain(path).map_err(|_| OverwriteDenied::Unreadable)? else {
        return Ok(None);
    };
    let mut bytes = Vec::new();
    let limit = u64::try_from(most).unwrap_or(u64::MAX);
    File::take(file, limit.saturating_add(1)).read_to_end(&mut bytes).map_err(unreadable)?;
    Ok((bytes.len() <= most).then_some(bytes))
}

/// Resolves links in the folders of a path. Parts that don't exist yet keep their names.
fn real(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut rest = Vec::new();
    for above in path.ancestors() {
        // The last part itself may be a link, which the caller checks.
        let found =
            if rest.is_empty() && above.is_symlink() { None } else { above.canonicalize().ok() };
        if let Some(found) = found {
            return rest.iter().rev().fold(found, |path, part| path.join(part));
        }
        rest.extend(above.file_name().map(std::ffi::OsStr::to_owned));
    }
    path
}

/// Whether a file belongs to the current user. Without this check, root could overwrite other
/// users' files by mistake.
#[cfg(unix)]
fn is_own(about: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    about.uid() == rustix::process::geteuid().as_raw()
}

#[cfg(not(unix))]
fn is_own(_: &Metadata) -> bool {
    true
}

/// Whether a file is a link or has several names (hard links).
#[cfg(unix)]
fn has_links(about: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    about.is_symlink() || about.nlink() > 1
}

#[cfg(not(unix))]
fn has_links(about: &Metadata) -> bool {
    about.is_symlink()
}
