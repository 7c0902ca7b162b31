//! A vault on a disk, turn files, and backups: everything that writes files.
//!
//! The documents are in a private directory, which `docs/vault.md` describes for users. Even after
//! a crash:
//!
//! - no file is half written: the text is written to a temporary file, synced, and then renamed,
//!   under an exclusive lock;
//! - reading creates nothing: a vault is created only by the first commit, or by [`restore`].
//!
//! pbem writes several documents in the order of the changes: a document that others depend on
//! comes first.

mod backup;
mod cleanup;
mod club_folder;
mod club_log;
mod error;
mod fault;
mod file;
mod guard;
mod location;
#[cfg(test)]
mod tests;
mod turn_files;
mod vault_mark;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;
use std::sync::Arc;

use pbem::desk::{
    Change, DocName, DocText, Hash, ReadSet, Receipt, Store, StoreError, document, vault_id,
};
use zeroize::Zeroizing;

pub(crate) use backup::{back_up, read_backup, restore};
#[cfg(all(unix, feature = "tui"))]
pub(crate) use cleanup::ENDING;
#[cfg(feature = "tui")]
pub(crate) use cleanup::ended_by_signals;
#[cfg(unix)]
pub(crate) use cleanup::is_ignored;
pub(crate) use cleanup::with_signals_deferred;
pub(crate) use club_folder::{ClubFolder, GameKept, Log, game_names, lock_mailing};
pub(crate) use error::DiskError;
pub(crate) use fault::{Faults, Target};
#[cfg(test)]
pub(crate) use file::OPENED;
pub(crate) use file::make_folder;
pub(crate) use guard::{Guard, OverwriteDenied};
pub(crate) use location::{Places, VaultDir};
pub(crate) use turn_files::Writer;
pub(crate) use vault_mark::MarkMismatch;

use file::Patience;

/// The documents in a directory. While a `Folder` holds the lock, no other process writes there.
#[derive(Debug)]
pub(crate) struct Folder {
    dir: VaultDir,
    faults: Faults,
    /// The lock file, while it is locked. `None` if there is no vault yet, or if nothing can be
    /// written anyway.
    lock: Option<File>,
    /// Whether to hold the lock between commits.
    keeps: bool,
    patience: Patience,
    cache: Cache,
}

/// Documents that have been read while the lock is held, so that no other process can have changed
/// them. `None` for a document that doesn't exist.
#[derive(Default)]
struct Cache(RefCell<BTreeMap<DocName, Option<DocText>>>);

impl fmt::Debug for Cache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cache").finish_non_exhaustive()
    }
}

impl Cache {
    /// Returns a document from the cache, or the result of `read` if the cache doesn't have it.
    fn get_or_read(
        &self,
        name: &DocName,
        read: impl FnOnce() -> Result<Option<DocText>, DiskError>,
    ) -> Result<Option<DocText>, DiskError> {
        let cached = self.0.borrow().get(name).cloned();
        cached.map_or_else(read, Ok)
    }

    fn insert(&self, name: &DocName, text: Option<&DocText>) {
        self.0.borrow_mut().insert(name.clone(), text.cloned());
    }

    fn remove(&self, name: &DocName) {
        self.0.borrow_mut().remove(name);
    }
}

impl Folder {
    /// Opens the directory without creating anything. If there is a vault, waits up to about two
    /// seconds for another pbem to finish.
    pub(crate) fn open(dir: &VaultDir, faults: &Faults) -> Result<Folder, DiskError> {
        Self::open_with(dir, faults, Patience::TWO_SECONDS)
    }

    fn open_with(dir: &VaultDir, faults: &Faults, patience: Patience) -> Result<Folder, DiskError> {
        let (dir, faults) = (dir.clone(), faults.clone());
        backup::sweep_drafts(file::directory_of(dir.path()));
        let cache = Cache::default();
        let mut folder = Folder { dir, faults, lock: None, keeps: true, patience, cache };
        if !folder.is_blank()? {
            folder.take_lock()?;
            // The vault may have been incomplete when it was read without the lock.
            if folder.is_blank()? {
                folder.lock = None;
            }
        }
        Ok(folder)
    }

    /// Opens the directory for a command that only reads. Files are always replaced as a whole, so
    /// reading needs no lock and never waits. A commit takes the lock only while it writes, and
    /// checks that everything it is based on is unchanged.
    pub(crate) fn open_to_read(dir: &VaultDir, faults: &Faults) -> Result<Folder, DiskError> {
        let (dir, faults) = (dir.clone(), faults.clone());
        backup::sweep_drafts(file::directory_of(dir.path()));
        let (patience, cache) = (Patience::NONE, Cache::default());
        let mut folder = Folder { dir, faults, lock: None, keeps: false, patience, cache };
        // Taking the lock also removes what a killed process has left. Skip this if another pbem is
        // running.
        if !folder.is_blank()? && folder.take_lock().is_ok() {
            folder.lock = None;
        }
        Ok(folder)
    }

    /// Returns the reason why the vault with this id seems to be a copy; `None` if it doesn't.
    pub(crate) fn copied(&self, id: &[u8; 16]) -> Option<MarkMismatch> {
        vault_mark::copied(&self.dir, id)
    }

    /// Marks the vault as belonging here, after the player has accepted its location.
    pub(crate) fn accept_location(&self, id: &[u8; 16]) -> Result<(), DiskError> {
        vault_mark::write(&self.dir, id, &self.faults)
    }

    /// Checks that a file can be created in the vault's directory, or in the nearest existing
    /// directory above it, and removes that file again.
    pub(crate) fn try_writing(&self) -> Result<(), DiskError> {
        let place = self.dir.path();
        let there = place.ancestors().find(|above| above.is_dir()).unwrap_or(place);
        let doing = if there == place { "write" } else { "create" };
        file::try_writing(&there.join("new"), 0).map_err(DiskError::when(doing, place))
    }

    /// Whether the directory has no documents, except perhaps the settings.
    fn is_blank(&self) -> Result<bool, DiskError> {
        Ok(self.documents()?.iter().all(|name| *name == DocName::CONFIG))
    }

    fn documents(&self) -> Result<Vec<DocName>, DiskError> {
        let root = self.dir.path();
        match fs::metadata(root) {
            Ok(there) if !there.is_dir() => {
                return Err(DiskError::NotADirectory(root.to_owned()));
            }
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(DiskError::when("read", root)(error));
            }
            _ => {}
        }
        let plain = [DocName::VAULT, DocName::IDENTITY, DocName::CONTACTS, DocName::CONFIG];
        let is_there = |name: &DocName| self.dir.document(name).symlink_metadata().is_ok();
        let mut names: Vec<DocName> = plain.into_iter().filter(is_there).collect();
        let games = file::names_in(&self.dir.games())?;
        names.extend(games.iter().filter_map(|name| DocName::read(&format!("games/{name}"))));
        Ok(names)
    }

    fn read(&self, name: &DocName) -> Result<Option<Zeroizing<String>>, DiskError> {
        file::read(&self.dir.document(name), document::LIMIT)
    }

    fn take_lock(&mut self) -> Result<(), DiskError> {
        if self.lock.is_none() {
            self.lock = lock_file(&self.dir.lock(), self.dir.path(), self.patience)?;
            if self.lock.is_some() {
                file::sweep(self.dir.path());
                file::sweep(&self.dir.games());
                backup::sweep_unfinished(&self.dir);
            }
        }
        Ok(())
    }

    fn write_all(&self, changes: &[Change], base: &ReadSet) -> Result<Receipt, StoreError> {
        // Read from the disk, not from the cache: a player may have moved this folder away and
        // restored another vault in its place, and `vault.toml` says whether a vault may sign.
        for (name, revision) in base {
            let text = self.read(name)?;
            if !revision.is_of(text.as_ref().map(|text| text.as_str())) {
                self.cache.remove(name);
                return Err(StoreError::Moved(name.clone()));
            }
        }
        for change in changes {
            // After a failed write, the contents of the file are unknown.
            self.cache.remove(&change.name);
            self.write(change)?;
            if self.keeps {
                self.cache.insert(&change.name, Some(&change.text));
            }
        }
        Ok(Receipt::of(changes))
    }

    fn write(&self, Change { name, text }: &Change) -> Result<(), DiskError> {
        if *name == DocName::VAULT
            && let (None, Some(id)) = (self.read(name)?, vault_id(text))
        {
            file::make_directory(&self.dir.games())?;
            vault_mark::write(&self.dir, &id, &self.faults)?;
        }
        if name.as_game().is_some() {
            file::make_directory(&self.dir.games())?;
        }
        file::replace_private(&self.dir.document(name), text, Target::Vault, &self.faults)
    }
}

impl Store for Folder {
    fn names(&self) -> Result<Vec<DocName>, StoreError> {
        Ok(self.documents()?)
    }

    fn records_of(&self, id: &Hash) -> Result<Vec<DocName>, StoreError> {
        let start = format!("{}.", hex::encode(id));
        let names = file::names_in(&self.dir.games())?;
        let names = names.iter().filter(|name| name.starts_with(&start));
        Ok(names.filter_map(|name| DocName::read(&format!("games/{name}"))).collect())
    }

    fn load(&self, name: &DocName) -> Result<Option<DocText>, StoreError> {
        Ok(self.cache.get_or_read(name, || {
            let text = self.read(name)?.map(Arc::new);
            if self.keeps && self.lock.is_some() {
                self.cache.insert(name, text.as_ref());
            }
            Ok(text)
        })?)
    }

    fn peek(&self, name: &DocName, bytes: u64) -> Result<Option<DocText>, StoreError> {
        let path = self.dir.document(name);
        Ok(self.cache.get_or_read(name, || Ok(file::read_start(&path, bytes)?.map(Arc::new)))?)
    }

    fn display_name(&self, name: &DocName) -> String {
        self.dir.document(name).display().to_string()
    }

    fn commit(&mut self, changes: &[Change], base: &ReadSet) -> Result<Receipt, StoreError> {
        file::make_directory(self.dir.path())?;
        self.take_lock()?;
        let written = self.write_all(changes, base);
        if !self.keeps {
            self.lock = None;
        }
        written
    }
}

/// Takes the lock of a folder. Returns `None` if there is no lock file and none can be created, in
/// which case nothing else can be written either.
fn lock_file(path: &Path, dir: &Path, patience: Patience) -> Result<Option<File>, DiskError> {
    loop {
        let Some(file) = open_lock(path)? else { return Ok(None) };
        let attempt = || file.try_lock();
        match patience.retry(attempt, |error| matches!(error, TryLockError::WouldBlock)) {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(DiskError::Locked(dir.to_owned())),
            Err(TryLockError::Error(error)) => return Err(DiskError::when("lock", path)(error)),
        }
        // The lock counts only if the path still leads to this file, because a restore may have put
        // another vault at this path.
        if file::is_still(path, &file) {
            return Ok(Some(file));
        }
    }
}

fn open_lock(path: &Path) -> Result<Option<File>, DiskError> {
    if let Some(file) = file::open_plain(path)? {
        return Ok(Some(file));
    }
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(path) {
        Ok(file) => Ok(Some(file)),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => file::open_plain(path),
        Err(error)
            if matches!(
                error.kind(),
                io::ErrorKind::ReadOnlyFilesystem | io::ErrorKind::PermissionDenied
            ) =>
        {
            Ok(None)
        }
        Err(error) => Err(DiskError::when("lock", path)(error)),
    }
}
