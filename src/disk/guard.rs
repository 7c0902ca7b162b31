//! What may be written over: the one rule for every file that is not in the vault.
//!
//! A file is written over only if all of it, from its first byte to its last, is what pbem itself
//! would have put there: a turn file of this very game. Never inside the vault, never through a
//! link, never anything else. And never if the file has turns that neither the vault nor the new
//! text has: an older file must not replace a newer one.

use std::cell::RefCell;
use std::collections::HashSet;
use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use pbem::table::{self, TurnFault};
use pbem::turnfile::{Bytes32, Turn, TurnFile, limits};

use super::file;
use super::place::VaultDir;

/// Why a file is not written over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum Kept {
    /// it would be a file of the vault
    #[error("is in the vault")]
    InVault,
    /// a link leads elsewhere
    #[error("is a link")]
    Link,
    /// a directory, a pipe, a device
    #[error("is not a plain file")]
    NotPlain,
    /// its owner has said so, or is somebody else
    #[error("is not yours to write")]
    NotYours,
    /// something else, or something more, than a turn file of this game
    #[error("holds something else than this game")]
    Other,
    /// a turn file of this game with turns that the vault has not read
    #[error("has turns that pbem has not read yet")]
    Unread,
    /// the disk does not give its content
    #[error("cannot be read")]
    Unreadable,
}

/// Knows where the vault is. Clones know what one of them knows.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    vault: PathBuf,
    known: Rc<RefCell<Known>>,
}

/// What this command has read so far.
#[derive(Debug, Default)]
struct Known {
    /// The last game that was alone in its file, and the bytes of that file. A command checks its
    /// file before it signs and again before it writes, and need not parse it twice.
    alone: Option<(Bytes32, Vec<u8>)>,
    /// Hashes of the turns that were compared with the vault, or are in it.
    turns: HashSet<Bytes32>,
    /// Number of turns in the longest of those files.
    longest: usize,
}

impl Known {
    /// Whether a file has turns that are not known.
    fn lacks(&self, file: &TurnFile) -> bool {
        let lacks = |turn: &Turn| !self.turns.contains(&turn.hash());
        if !file.turns.iter().any(lacks) {
            return false;
        }
        match table::open(file) {
            // Nothing can be read from a damaged turn on. The file still counts as newer if it is
            // longer: its owner may repair it.
            Ok((table, Some(TurnFault::Damage(_)))) => {
                let sound = table.standing().hashes;
                file.turns.len() > self.longest
                    || sound.iter().any(|hash| !self.turns.contains(hash))
            }
            _ => true,
        }
    }
}

impl Guard {
    /// For this vault.
    pub(crate) fn of(dir: &VaultDir) -> Guard {
        Guard { vault: real(dir.path()), known: Rc::default() }
    }

    /// Remembers that a file of these bytes has only this game in it, and that the vault has read
    /// all its turns.
    pub(crate) fn learn(&self, game: &Bytes32, bytes: Vec<u8>) {
        self.known.borrow_mut().alone = Some((*game, bytes));
    }

    /// Remembers the turns of one file: they were compared with the vault, or are in it.
    pub(crate) fn has_read(&self, turns: impl IntoIterator<Item = Bytes32>) {
        let mut known = self.known.borrow_mut();
        let mut count = 0;
        known.turns.extend(turns.into_iter().inspect(|_| count += 1));
        known.longest = known.longest.max(count);
    }

    /// Whether these bytes are a turn file of this game and nothing else, without unread turns.
    fn is_read(&self, game: &Bytes32, bytes: &[u8]) -> Result<(), Kept> {
        let known =
            self.known.borrow().alone.as_ref().is_some_and(|(id, of)| id == game && of == bytes);
        if known {
            return Ok(());
        }
        let file = alone(game, bytes).ok_or(Kept::Other)?;
        if self.known.borrow().lacks(&file) {
            return Err(Kept::Unread);
        }
        self.learn(game, bytes.to_vec());
        Ok(())
    }

    /// May something new be put here, if nothing is there?
    pub(crate) fn may_make(&self, path: &Path) -> Result<(), Kept> {
        if real(path).starts_with(&self.vault) { Err(Kept::InVault) } else { Ok(()) }
    }

    /// Whether the file of this game may be written here: nothing is there, or an older file of
    /// the game and nothing else.
    pub(crate) fn may_write(&self, path: &Path, game: &Bytes32) -> Result<(), Kept> {
        self.may_replace(path, limits::MAX_BYTES, |bytes| self.is_read(game, bytes))
    }

    /// Whether the file of this game belongs here, once its turns were read: nothing is there, or
    /// a file of the game, newer or older, and nothing else.
    pub(crate) fn is_place(&self, path: &Path, game: &Bytes32) -> Result<(), Kept> {
        self.may_replace(path, limits::MAX_BYTES, |bytes| {
            alone(game, bytes).map(drop).ok_or(Kept::Other)
        })
    }

    /// Whether a file may be overwritten: nothing is there, or something of at most `most` bytes
    /// that the check accepts.
    pub(crate) fn may_replace(
        &self,
        path: &Path,
        most: usize,
        check: impl FnOnce(&[u8]) -> Result<(), Kept>,
    ) -> Result<(), Kept> {
        self.may_make(path)?;
        let Ok(about) = fs::symlink_metadata(path) else { return Ok(()) };
        if about.is_symlink() {
            return Err(Kept::Link);
        }
        if !about.is_file() {
            return Err(Kept::NotPlain);
        }
        if about.permissions().readonly() || !is_own(&about) {
            return Err(Kept::NotYours);
        }
        check(&read(path, most)?.ok_or(Kept::Other)?)
    }

    /// Removes an earlier file of a game that is stored elsewhere. Removes it only if its bytes are
    /// what pbem writes for the first turns of the game, and it has no other name.
    pub(crate) fn remove_earlier(&self, path: &Path, game: &TurnFile) -> Result<(), Kept> {
        let Ok(about) = fs::symlink_metadata(path) else { return Ok(()) };
        if has_links(&about) {
            return Err(Kept::Link);
        }
        self.may_replace(path, limits::MAX_BYTES, |bytes| {
            let count = alone(&game.game.id(), bytes).ok_or(Kept::Other)?.turns.len();
            let mut earlier = game.clone();
            earlier.turns.truncate(count);
            if earlier.write().as_bytes() == bytes { Ok(()) } else { Err(Kept::Other) }
        })?;
        fs::remove_file(path).map_err(|_| Kept::NotYours)
    }
}

/// The turn file in these bytes, if it is of this game and there is nothing else.
fn alone(game: &Bytes32, bytes: &[u8]) -> Option<TurnFile> {
    TurnFile::read_alone(bytes).filter(|file| file.game.id() == *game)
}

/// The whole of a file, if it is not larger than this.
fn read(path: &Path, most: usize) -> Result<Option<Vec<u8>>, Kept> {
    let unreadable = |_: io::Error| Kept::Unreadable;
    let Some(file) = file::open_plain(path).map_err(|_| Kept::Unreadable)? else {
        return Ok(None);
    };
    let mut bytes = Vec::new();
    let limit = u64::try_from(most).unwrap_or(u64::MAX);
    File::take(file, limit.saturating_add(1)).read_to_end(&mut bytes).map_err(unreadable)?;
    Ok((bytes.len() <= most).then_some(bytes))
}

/// A path without links in the folders above it; what is not there yet counts as it is called.
fn real(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut rest = Vec::new();
    for above in path.ancestors() {
        // The last part itself may be a link, which is another matter.
        let found =
            if rest.is_empty() && above.is_symlink() { None } else { above.canonicalize().ok() };
        if let Some(found) = found {
            return rest.iter().rev().fold(found, |path, part| path.join(part));
        }
        rest.extend(above.file_name().map(std::ffi::OsStr::to_owned));
    }
    path
}

/// Does a file belong to whoever runs this? Root may write everywhere, and shall not by mistake.
#[cfg(unix)]
fn is_own(about: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    about.uid() == rustix::process::geteuid().as_raw()
}

#[cfg(not(unix))]
fn is_own(_: &Metadata) -> bool {
    true
}

/// Whether a file is a link, or has more than one name.
#[cfg(unix)]
fn has_links(about: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    about.is_symlink() || about.nlink() > 1
}

#[cfg(not(unix))]
fn has_links(about: &Metadata) -> bool {
    about.is_symlink()
}
