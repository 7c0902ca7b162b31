//! The vault: who one is, whom one knows, the secrets of one's games, and what has been seen of
//! them.
//!
//! It is a private directory, described for people in `docs/vault.md`. Private state never enters a
//! turn file, and nothing outside this module reads or writes it. Three promises are kept here,
//! whatever crashes, copies or backups do:
//!
//! - no file of the vault is ever half written: the text goes to a temporary file, is brought to
//!   the disk, and gets its name then, under an exclusive lock;
//! - no player is led to sign two different turns of one number ([`GameRecord::may_sign`]);
//! - reading makes nothing: a vault comes to be only through [`Vault::open_or_create`] and
//!   [`restore`].
//!
//! Architecture invariant: the vault knows no rules and verifies no signature. A turn is a number,
//! a hash and a text to it; whoever hands one in has checked it. The clock, randomness and the
//! environment are handed in as well.

mod backup;
#[path = "old/config.rs"]
mod config;
#[path = "old/contacts.rs"]
mod contacts;
mod disk;
#[path = "old/error.rs"]
mod error;
mod fault;
#[path = "old/games.rs"]
mod games;
mod mailed;
mod mark;
#[path = "old/memory.rs"]
mod memory;
mod place;
#[path = "old/record/mod.rs"]
mod record;
#[path = "old/secret.rs"]
mod secret;

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

pub use backup::{BackedUp, Restored, backup_name, restore};
pub use config::{Config, SETTINGS, Setting};
pub use contacts::{AnotherKey, Contact, Contacts, Key, Met, OtherKey, Pinned};
pub use error::{ErrorClass, VaultError};
pub use fault::{Faults, Point, Step, Target};
pub use games::GameHead;
pub use mailed::{Written, try_turn_file, write_new_turn_file, write_turn_file};
pub use mark::Copied;
pub use memory::{Difference, Hash, Reason, Seen, Stands, judge, settle};
pub use place::{Places, VaultDir};
pub use record::{
    Arrival, Breach, Evidence, GameRecord, Made, Newest, SealedMove, Secrets, Signed,
};
pub use secret::Secret;

use disk::{Patience, Version};
use secret::{hex_bytes, moment};

/// An open vault. Nobody else can open it until it is dropped.
#[derive(Debug)]
pub struct Vault {
    dir: VaultDir,
    about: About,
    faults: Faults,
    /// holds the lock; `None` only where nothing can be written anyway
    _lock: Option<File>,
}

/// What a new vault is made of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Birth {
    /// random bytes that tell this vault from every other
    pub id: [u8; 16],
    /// now
    pub at: DateTime<Utc>,
}

/// `vault.toml`
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct About {
    version: Version,
    #[serde(with = "hex_bytes")]
    id: [u8; 16],
    #[serde(with = "moment")]
    created: DateTime<Utc>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    retired: Option<Retired>,
}

/// The vault has been handed over to another machine, and signs nothing any more.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Retired {
    #[serde(with = "moment")]
    on: DateTime<Utc>,
    /// the backup that carries it over has surely been written; no later one may take its place
    handed_over: bool,
}

/// `identity.toml`: the key of a person. His name and address are settings, see [`Config`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct StoredIdentity {
    version: Version,
    /// when it was made
    #[serde(with = "moment")]
    pub created: DateTime<Utc>,
    /// the secret Ed25519 key
    pub secret: Secret,
}

impl Vault {
    /// Opens the vault, if there is one. Waits some two seconds for another pbem to finish.
    pub fn open(dir: &VaultDir, faults: &Faults) -> Result<Option<Vault>, VaultError> {
        Self::open_with(dir, faults, Patience::TWO_SECONDS)
    }

    fn open_with(
        dir: &VaultDir,
        faults: &Faults,
        patience: Patience,
    ) -> Result<Option<Vault>, VaultError> {
        if Contents::of(dir)?.is_blank() {
            return Ok(None);
        }
        let lock = take_lock(dir, patience)?;
        if lock.is_some() {
            disk::sweep(dir.path());
            disk::sweep(&dir.games());
        }
        // Looked at again under the lock: what was there before may have been half of something.
        let contents = Contents::of(dir)?;
        if contents.is_blank() {
            return Ok(None);
        }
        if !contents.identity && contents.games > 0 {
            return Err(VaultError::IdentityMissing(dir.identity()));
        }
        let about = disk::read_document(&dir.about())?
            .ok_or_else(|| VaultError::Incomplete(dir.about()))?;
        Ok(Some(Vault { dir: dir.clone(), about, faults: faults.clone(), _lock: lock }))
    }

    /// Opens the vault, and makes it first if there is none.
    pub fn open_or_create(
        dir: &VaultDir,
        birth: &Birth,
        faults: &Faults,
    ) -> Result<Vault, VaultError> {
        if let Some(vault) = Self::open(dir, faults)? {
            return Ok(vault);
        }
        disk::make_directory(dir.path())?;
        {
            let _lock = take_lock(dir, Patience::TWO_SECONDS)?;
            if Contents::of(dir)?.is_blank() {
                disk::make_directory(&dir.games())?;
                let about =
                    About { version: Version, id: birth.id, created: birth.at, retired: None };
                mark::write(dir, &about.id, faults)?;
                disk::write_document(&dir.about(), &about, faults)?;
            }
        }
        Self::open(dir, faults)?.ok_or_else(|| VaultError::Incomplete(dir.about()))
    }

    /// Whether it was made of this, and was not there before.
    pub fn is_born_of(&self, birth: &Birth) -> bool {
        self.about.id == birth.id
    }

    /// Where the vault is.
    pub fn path(&self) -> &Path {
        self.dir.path()
    }

    /// The identity, if one has been made.
    pub fn identity(&self) -> Result<Option<StoredIdentity>, VaultError> {
        disk::read_document(&self.dir.identity())
    }

    /// Makes the identity, from 32 random bytes. There is never a second one.
    pub fn create_identity(
        &self,
        secret: Secret,
        at: DateTime<Utc>,
    ) -> Result<StoredIdentity, VaultError> {
        if self.identity()?.is_some() {
            return Err(VaultError::IdentityExists(self.dir.identity()));
        }
        let identity = StoredIdentity { version: Version, created: at, secret };
        disk::write_document(&self.dir.identity(), &identity, &self.faults)?;
        Ok(identity)
    }

    /// The contacts.
    pub fn contacts(&self) -> Result<Contacts, VaultError> {
        disk::read_document(&self.dir.contacts()).map(Option::unwrap_or_default)
    }

    /// Keeps the contacts.
    pub fn save_contacts(&self, contacts: &Contacts) -> Result<(), VaultError> {
        disk::write_document(&self.dir.contacts(), contacts, &self.faults)
    }

    /// The settings.
    pub fn config(&self) -> Result<Config, VaultError> {
        disk::read_document(&self.dir.config()).map(Option::unwrap_or_default)
    }

    /// Keeps the settings.
    pub fn save_config(&self, config: &Config) -> Result<(), VaultError> {
        disk::write_document(&self.dir.config(), config, &self.faults)
    }

    /// Whether this vault may sign at all: not once it was handed over.
    pub fn may_sign(&self) -> Result<(), Reason> {
        self.about
            .retired
            .as_ref()
            .map_or(Ok(()), |retired| Err(Reason::Retired { on: retired.on }))
    }
}

/// What there is of a vault.
struct Contents {
    about: bool,
    identity: bool,
    contacts: bool,
    games: usize,
}

impl Contents {
    fn of(dir: &VaultDir) -> Result<Self, VaultError> {
        match fs::metadata(dir.path()) {
            Ok(there) if !there.is_dir() => {
                return Err(VaultError::NotADirectory(dir.path().to_owned()));
            }
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(VaultError::disk("read", dir.path())(error));
            }
            _ => {}
        }
        let is_there = |path: &Path| path.symlink_metadata().is_ok();
        let games =
            disk::names_in(&dir.games())?.iter().filter(|name| games::is_game_file(name)).count();
        Ok(Contents {
            about: is_there(&dir.about()),
            identity: is_there(&dir.identity()),
            contacts: is_there(&dir.contacts()),
            games,
        })
    }

    fn is_blank(&self) -> bool {
        !self.about && !self.identity && !self.contacts && self.games == 0
    }
}

/// Takes the lock of a vault. `None` where there is no lock file and none can be made: then nothing
/// else can be written either.
fn take_lock(dir: &VaultDir, patience: Patience) -> Result<Option<File>, VaultError> {
    let path = dir.lock();
    loop {
        let Some(file) = open_lock(&path)? else { return Ok(None) };
        let attempt = || file.try_lock();
        match patience.keep_trying(attempt, |error| matches!(error, TryLockError::WouldBlock)) {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(VaultError::Locked(dir.path().to_owned())),
            Err(TryLockError::Error(error)) => return Err(VaultError::disk("lock", &path)(error)),
        }
        // The lock counts only if it is still the file of that name: a restore may have put another
        // vault there.
        if disk::is_still(&path, &file) {
            return Ok(Some(file));
        }
    }
}

fn open_lock(path: &Path) -> Result<Option<File>, VaultError> {
    if let Some(file) = disk::open_plain(path)? {
        return Ok(Some(file));
    }
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(path) {
        Ok(file) => Ok(Some(file)),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => disk::open_plain(path),
        Err(error)
            if matches!(
                error.kind(),
                io::ErrorKind::ReadOnlyFilesystem | io::ErrorKind::PermissionDenied
            ) =>
        {
            Ok(None)
        }
        Err(error) => Err(VaultError::disk("lock", path)(error)),
    }
}

/// Whether a text can be the private name of a person: what a seat is called in a turn file.
pub fn is_name(text: &str) -> bool {
    let mut bytes = text.bytes();
    text.len() <= 32
        && bytes.next().is_some_and(|first| first.is_ascii_lowercase())
        && bytes.all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}
