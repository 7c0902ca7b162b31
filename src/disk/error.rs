//! What can go wrong with files.

use std::io;
use std::path::{Path, PathBuf};

use pbem::desk::{StoreError, Trouble};

use super::guard::Kept;

/// A fault of the disk, or of what lies there.
#[derive(Debug, thiserror::Error)]
pub(crate) enum DiskError {
    /// The system refused something.
    #[error("cannot {doing} {}: {source}", path.display())]
    System {
        /// what was tried, as `write`
        doing: &'static str,
        /// with what
        path: PathBuf,
        /// what the system said
        source: io::Error,
    },
    /// A directory, a link or a device stands where a file belongs.
    #[error("{} is not a plain file", .0.display())]
    NotAFile(PathBuf),
    /// Something else stands where a directory belongs.
    #[error("{} is not a folder", .0.display())]
    NotADirectory(PathBuf),
    /// A file is larger than anything that pbem writes.
    #[error("{} is over the limit of {limit} bytes", path.display())]
    TooLarge {
        /// which file
        path: PathBuf,
        /// the limit
        limit: u64,
    },
    /// A file is no text.
    #[error("{} is damaged: not UTF-8 text", .0.display())]
    NotText(PathBuf),
    /// The lock was not free in time.
    #[error("another pbem is at work in {}", .0.display())]
    Locked(PathBuf),
    /// Neither a home was given nor does the platform name one.
    #[error("there is no place for the vault: this system names no folder for data")]
    NoPlace,
    /// A file that must be new exists.
    #[error("{} exists already and is never overwritten", .0.display())]
    Exists(PathBuf),
    /// A file that is not written over.
    #[error("{} {why}, and is left as it is", path.display())]
    Kept {
        /// which file
        path: PathBuf,
        /// why
        why: Kept,
    },
    /// A backup can only be restored where no vault is.
    #[error("there is a vault in {} already", .0.display())]
    NotEmpty(PathBuf),
}

impl DiskError {
    /// For `map_err`: what was being done, and to what.
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

impl From<DiskError> for Trouble {
    fn from(error: DiskError) -> Self {
        Trouble::Store(error.into())
    }
}
