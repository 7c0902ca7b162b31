//! Errors of reading and writing files.

use std::io;
use std::path::{Path, PathBuf};

use pbem::desk::{DeskError, StoreError};

use super::guard::OverwriteDenied;

/// Why a file can't be read or written.
#[derive(Debug, thiserror::Error)]
pub(crate) enum DiskError {
    /// The system returned an error.
    #[error("cannot {doing} {}: {source}", path.display())]
    System {
        /// The action, such as `write`.
        doing: &'static str,
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// There is a directory, a link or a device instead of a file.
    #[error("{} is not a plain file", .0.display())]
    NotAFile(PathBuf),
    /// There is something else instead of a directory.
    #[error("{} is not a folder", .0.display())]
    NotADirectory(PathBuf),
    /// A file is larger than anything that pbem writes.
    #[error("{} is over the limit of {limit} bytes", path.display())]
    TooLarge { path: PathBuf, limit: u64 },
    /// A file isn't text.
    #[error("{} is damaged: not UTF-8 text", .0.display())]
    NotText(PathBuf),
    /// Another pbem didn't release the lock in time.
    #[error("another pbem command is using the vault in {}", .0.display())]
    Locked(PathBuf),
    /// The user chose no folder for the vault, and the platform has no data folder.
    #[error("found no folder for the vault: this system has no data folder")]
    NoPlace,
    /// A file that must be new already exists.
    #[error("{} already exists, and pbem doesn't overwrite it", .0.display())]
    Exists(PathBuf),
    /// A file must not be overwritten, for this reason.
    #[error("{} {why}, so pbem left it unchanged", path.display())]
    Kept { path: PathBuf, why: OverwriteDenied },
    /// A backup can only be restored if there is no vault.
    #[error("there is already a vault in {}", .0.display())]
    NotEmpty(PathBuf),
}

impl DiskError {
    /// Returns a function for `map_err` that adds the action and the path to an error of the
    /// system.
    pub(super) fn when(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> DiskError {
        let path = path.to_owned();
        move |source| DiskError::System { doing, path, source }
    }
}

impl From<DiskError> for StoreError {
    fn from(error: DiskError) -> Self {
        StoreError::Medium(Box::new(error))
    }
}

impl From<DiskError> for DeskError {
    fn from(error: DiskError) -> Self {
        DeskError::Store(error.into())
    }
}
