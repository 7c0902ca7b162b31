//! What may be written over: the one rule for every file that is not in the vault.
//!
//! A file is written over only if all of it, from its first byte to its last, is what pbem itself
//! would have put there: a turn file of this very game. Never inside the vault, never through a
//! link, never anything else.

use std::cell::RefCell;
use std::fs::{self, File, Metadata};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use pbem::turnfile::{Bytes32, TurnFile, limits};

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
}

/// Knows where the vault is. Clones know what one of them knows.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    vault: PathBuf,
    /// the last game that was found alone in a file, and the bytes of that file: a command looks
    /// at its file before it signs and before it writes, and need not read it anew each time
    alone: Rc<RefCell<Alone>>,
}

/// A game, and the bytes of a file that hold it and nothing else.
type Alone = Option<(Bytes32, Vec<u8>)>;

impl Guard {
    /// For this vault.
    pub(crate) fn of(dir: &VaultDir) -> Guard {
        Guard { vault: real(dir.path()), alone: Rc::default() }
    }

    /// A file of these bytes is this game, and nothing else.
    pub(crate) fn learn(&self, game: &Bytes32, bytes: Vec<u8>) {
        self.alone.replace(Some((*game, bytes)));
    }

    /// Are these bytes a turn file of this game, and nothing else?
    fn is_game(&self, game: &Bytes32, bytes: &[u8]) -> bool {
        let known = self.alone.borrow().as_ref().is_some_and(|(id, of)| id == game && of == bytes);
        let is_game = || TurnFile::read_alone(bytes).is_some_and(|file| file.game.id() == *game);
        if !known && !is_game() {
            return false;
        }
        self.learn(game, bytes.to_vec());
        true
    }

    /// May something new be put here, if nothing is there?
    pub(crate) fn may_make(&self, path: &Path) -> Result<(), Kept> {
        if real(path).starts_with(&self.vault) { Err(Kept::InVault) } else { Ok(()) }
    }

    /// May the file of this game be written here: is nothing there, or the game and nothing else?
    pub(crate) fn may_write(&self, path: &Path, game: &Bytes32) -> Result<(), Kept> {
        self.may_replace(path, limits::MAX_BYTES, |bytes| self.is_game(game, bytes))
    }

    /// May this be written over: is nothing there, or something of at most so many bytes that is
    /// known?
    pub(crate) fn may_replace(
        &self,
        path: &Path,
        most: usize,
        is_known: impl FnOnce(&[u8]) -> bool,
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
        if read(path, most).is_some_and(|bytes| is_known(&bytes)) {
            Ok(())
        } else {
            Err(Kept::Other)
        }
    }
}

/// The whole of a file, if it is not larger than this.
fn read(path: &Path, most: usize) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let limit = u64::try_from(most).ok()?;
    let file: File = file::open_plain(path).ok()??;
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes).ok()?;
    (bytes.len() <= most).then_some(bytes)
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
