//! What can go wrong with the vault, and what to do then.

use std::io;
use std::path::{Path, PathBuf};

use super::contacts::AnotherKey;
use super::memory::Reason;

/// A fault of the vault, of the disk, or of a request to them. No variant carries anything secret.
#[derive(Debug, thiserror::Error)]
pub enum VaultError {
    /// The system refused something.
    #[error("cannot {doing} {}: {source}", path.display())]
    Disk {
        /// what was tried, as `write`
        doing: &'static str,
        /// with what
        path: PathBuf,
        /// what the system said
        source: io::Error,
    },
    /// A directory, a link or a device stands where a file of the vault belongs.
    #[error("{} is not a plain file", .0.display())]
    NotAFile(PathBuf),
    /// Something else stands where a directory belongs.
    #[error("{} is not a directory", .0.display())]
    NotADirectory(PathBuf),
    /// A file is larger than anything that pbem writes.
    #[error("{} is over the limit of {limit} bytes", path.display())]
    TooLarge {
        /// which file
        path: PathBuf,
        /// the limit
        limit: u64,
    },
    /// A file of the vault cannot be understood. The text itself is never quoted: it may be secret.
    #[error("{} is damaged{}: {what}", path.display(), line.map(|line| format!(" (line {line})")).unwrap_or_default())]
    Damaged {
        /// which file
        path: PathBuf,
        /// where in it, counted from 1
        line: Option<usize>,
        /// what is wrong
        what: &'static str,
    },
    /// A file has a format that this pbem does not know.
    #[error("{} was made by a newer pbem (format {found})", path.display())]
    Newer {
        /// which file
        path: PathBuf,
        /// its format
        found: i64,
    },
    /// The lock was not free in time.
    #[error("another pbem is at work in {}", .0.display())]
    Locked(PathBuf),
    /// Neither a home was given nor does the platform name one.
    #[error("there is no place for the vault: this system names no directory for data")]
    NoPlace,
    /// The vault's own file is gone, but its contents are not.
    #[error("{} is missing, but the rest of the vault is there", .0.display())]
    Incomplete(PathBuf),
    /// The key is gone, but games that were played with it are there.
    #[error("{} is missing, but games that were played with it are there", .0.display())]
    IdentityMissing(PathBuf),
    /// A second identity would replace the first.
    #[error("{} exists already; it is never replaced", .0.display())]
    IdentityExists(PathBuf),
    /// No game goes by this name, path or id.
    #[error("no game of yours is called \"{0}\"")]
    UnknownGame(String),
    /// Several games go by this name or beginning of an id.
    #[error("\"{word}\" may be any of: {}", names.join(", "))]
    Ambiguous {
        /// what was asked for
        word: String,
        /// the games that it may be
        names: Vec<String>,
    },
    /// A game is in the vault already.
    #[error("the game {name} is in the vault already, with this seat")]
    GameExists {
        /// its private name
        name: String,
    },
    /// Nobody is known by this name.
    #[error("no contact is called \"{0}\"")]
    UnknownContact(String),
    /// A contact cannot be added over another.
    #[error("there is a contact called \"{0}\" already")]
    ContactExists(String),
    /// A name that cannot stand for a player or a game.
    #[error(
        "\"{0}\" cannot be a name: a small letter first, then at most 31 small letters, digits or hyphens"
    )]
    BadName(String),
    /// A setting that does not exist.
    #[error("there is no setting \"{0}\"")]
    UnknownSetting(String),
    /// A value that a setting cannot have.
    #[error("{key} cannot be \"{value}\": {wanted}")]
    BadSetting {
        /// the setting
        key: &'static str,
        /// the value
        value: String,
        /// what it can be
        wanted: &'static str,
    },
    /// A name that is pinned to one key came with another.
    #[error("this {} is not the {} you know", .0.name, .0.name)]
    AnotherKey(Box<AnotherKey>),
    /// The vault's memory forbids it.
    #[error(transparent)]
    Refused(#[from] Reason),
    /// A file that must be new exists.
    #[error("{} exists already and is never overwritten", .0.display())]
    Exists(PathBuf),
    /// A link that leads nowhere.
    #[error("{} is a link that leads nowhere", .0.display())]
    DeadLink(PathBuf),
    /// A backup can only be restored where no vault is.
    #[error("there is a vault in {} already", .0.display())]
    NotEmpty(PathBuf),
    /// A file that is no sound backup.
    #[error("{} is no sound backup: {what}", path.display())]
    BadBackup {
        /// which file
        path: PathBuf,
        /// what is wrong
        what: &'static str,
    },
}

/// The sort of an error; the command line makes its exit code of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorClass {
    /// The vault or the disk is in trouble.
    Trouble,
    /// Another pbem has the vault.
    Locked,
    /// Several games are meant.
    Ambiguous,
    /// No such game.
    UnknownGame,
    /// A pinned name came with another key.
    AnotherKey,
    /// Not possible now.
    Refused,
    /// The request itself is wrong.
    Usage,
}

impl VaultError {
    /// For `map_err`: what was being done, and to what.
    pub(super) fn disk(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> VaultError {
        let path = path.to_owned();
        move |source| VaultError::Disk { doing, path, source }
    }

    /// The sort of this error.
    pub fn class(&self) -> ErrorClass {
        match self {
            VaultError::Locked(_) => ErrorClass::Locked,
            VaultError::Ambiguous { .. } => ErrorClass::Ambiguous,
            VaultError::UnknownGame(_) => ErrorClass::UnknownGame,
            VaultError::AnotherKey(_) => ErrorClass::AnotherKey,
            VaultError::Refused(_) => ErrorClass::Refused,
            VaultError::UnknownContact(_)
            | VaultError::ContactExists(_)
            | VaultError::BadName(_)
            | VaultError::UnknownSetting(_)
            | VaultError::BadSetting { .. }
            | VaultError::Exists(_) => ErrorClass::Usage,
            _ => ErrorClass::Trouble,
        }
    }

    /// What the player can do about it, where there is something to say.
    pub fn hint(&self) -> Option<String> {
        Some(match self {
            VaultError::Disk { source, .. } => match source.kind() {
                io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                    "Make room on the disk and type it again: nothing is lost.".to_owned()
                }
                io::ErrorKind::ReadOnlyFilesystem => {
                    "This disk cannot be written to. Choose another place, for the vault with --home.".to_owned()
                }
                io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
                    "Look whether the name is right, and whether its folder is there.".to_owned()
                }
                io::ErrorKind::PermissionDenied => "Look whose file it is, and who may write there.".to_owned(),
                _ => return None,
            },
            VaultError::NotAFile(_) | VaultError::NotADirectory(_) => "Move it out of the way; pbem did not put it there.".to_owned(),
            VaultError::TooLarge { .. } | VaultError::Damaged { .. } => {
                "Leave the file as it is, and put back a good copy of it, or restore a backup elsewhere with --home.".to_owned()
            }
            VaultError::Newer { .. } => "Use that newer pbem.".to_owned(),
            VaultError::Locked(_) => "Wait until it has finished, then type it again.".to_owned(),
            VaultError::NoPlace => "Name a directory with --home, or in PBEM_HOME.".to_owned(),
            VaultError::Incomplete(_) | VaultError::IdentityMissing(_) => {
                "Put the file back from a backup: without it the games in this vault cannot be continued.".to_owned()
            }
            VaultError::UnknownSetting(_) => format!("Settings: {}", super::config::names().collect::<Vec<_>>().join(", ")),
            VaultError::NotEmpty(path) => {
                format!("Restore into another place with --home, or move {} away first. Never run both.", path.display())
            }
            VaultError::BadBackup { .. } => "Try an older backup, or copy this one once more from where it came.".to_owned(),
            VaultError::Refused(reason) => return reason.hint(),
            _ => return None,
        })
    }
}
