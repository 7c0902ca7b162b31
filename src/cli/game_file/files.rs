//! Files that may be anything.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use pbem::turnfile::{self, Bytes32, limits};

use crate::cli::failure::{Failure, FailureKind};
use crate::cli::report::exit;

/// Reads a file that may be anything, called so in what is said of it, but not more of it than a
/// turn file can have.
pub(in crate::cli) fn read_file(path: &Path, shown: &str) -> Result<Vec<u8>, Failure> {
    let cannot = |error: std::io::Error| {
        Failure::new(exit::TROUBLE, FailureKind::Disk, format!("cannot read {shown}: {error}"))
    };
    let about = std::fs::metadata(path).map_err(cannot)?;
    if about.is_dir() {
        return Err(Failure::bad_file(
            FailureKind::Unreadable,
            format!("{shown} is a folder, not a turn file."),
        )
        .then("name the file in it"));
    }
    if !about.is_file() {
        return Err(Failure::bad_file(
            FailureKind::Unreadable,
            format!("{shown} is no plain file."),
        ));
    }
    read_limited(File::open(path).map_err(cannot)?, shown)
}

/// Reads standard input, as far as a turn file can reach.
pub(in crate::cli) fn read_input() -> Result<Vec<u8>, Failure> {
    read_limited(std::io::stdin().lock(), "standard input")
}

fn read_limited(from: impl Read, called: &str) -> Result<Vec<u8>, Failure> {
    let limit = limits::MAX_BYTES;
    let mut bytes = Vec::new();
    from.take(limit as u64 + 1).read_to_end(&mut bytes).map_err(|error| {
        Failure::new(exit::TROUBLE, FailureKind::Disk, format!("cannot read {called}: {error}"))
    })?;
    if bytes.len() > limit {
        let failure = Failure::bad_file(
            FailureKind::OverLimit,
            format!(
                "{called} is larger than {} MiB, and no game is as large as this.",
                limit >> 20
            ),
        );
        return Err(failure.then("look whether it is the right file"));
    }
    Ok(bytes)
}

/// Where the newest file of a game may be written: at its usual place, or at `other` if something
/// else lies there now.
pub(in crate::cli) fn free_for(
    usual: PathBuf,
    game: &Bytes32,
    other: &Path,
) -> Result<PathBuf, Failure> {
    let free = |path: &Path| path.symlink_metadata().is_err() || holds(path, game);
    if free(&usual) {
        return Ok(usual);
    }
    if free(other) {
        return Ok(other.to_owned());
    }
    let name = usual.file_name().unwrap_or(usual.as_os_str()).to_string_lossy();
    let message = format!("{name} is not this game any more, and is not overwritten.");
    Err(Failure::bad_file(FailureKind::Unknown, message)
        .then("move it out of the way, and type it again"))
}

/// Does this file hold the game, whole or damaged?
fn holds(path: &Path, game: &Bytes32) -> bool {
    read_file(path, "")
        .is_ok_and(|bytes| turnfile::read(&bytes).file.is_some_and(|file| file.game.id() == *game))
}
