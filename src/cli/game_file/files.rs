//! Reads files from outside, whose contents can be anything, and finds free names for new files.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use pbem::turnfile::{self, Bytes32, Turn, TurnFile, limits};

use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::next::Next;
use crate::cli::report::exit;
use crate::disk::OverwriteDenied;

/// Reads a file, up to the maximum size of a turn file. `name` is its name in errors.
pub(in crate::cli) fn read_file(path: &Path, name: &str) -> Result<Vec<u8>, CliError> {
    let cannot = |error: std::io::Error| {
        CliError::new(exit::TROUBLE, CliErrorKind::Disk, format!("cannot read {name}: {error}"))
    };
    let about = std::fs::metadata(path).map_err(cannot)?;
    if about.is_dir() {
        return Err(CliError::bad_file(
            CliErrorKind::Unreadable,
            format!("{name} is a folder, not a turn file."),
        )
        .then(Next::advice("name a file in that folder")));
    }
    if !about.is_file() {
        return Err(CliError::bad_file(
            CliErrorKind::Unreadable,
            format!("{name} is not a regular file."),
        )
        .then(Next::advice("pipe it into pbem, with - as the file name")));
    }
    read_limited(File::open(path).map_err(cannot)?, about.len(), name)
}

/// Reads standard input, up to the maximum size of a turn file.
pub(in crate::cli) fn read_input() -> Result<Vec<u8>, CliError> {
    read_limited(std::io::stdin().lock(), 0, "standard input")
}

/// Reads up to the maximum size of a turn file. `expected` is the probable number of bytes.
fn read_limited(from: impl Read, expected: u64, name: &str) -> Result<Vec<u8>, CliError> {
    let limit = limits::MAX_BYTES;
    let mut bytes = Vec::with_capacity(usize::try_from(expected).unwrap_or(limit).min(limit) + 1);
    from.take(limit as u64 + 1).read_to_end(&mut bytes).map_err(|error| {
        CliError::new(exit::TROUBLE, CliErrorKind::Disk, format!("cannot read {name}: {error}"))
    })?;
    if bytes.len() > limit {
        let failure = CliError::bad_file(
            CliErrorKind::OverLimit,
            format!(
                "{name} is larger than {} MiB, which is larger than any turn file can be.",
                limit >> 20
            ),
        );
        return Err(failure.then(Next::advice("check whether it is the right file")));
    }
    Ok(bytes)
}

/// Finds a path for a game's file: the default path or, if a different file is there, a free name
/// in the same folder or in one of the other folders.
pub(in crate::cli) fn free_for(
    is_free: impl Fn(&Path) -> Result<(), OverwriteDenied>,
    usual: PathBuf,
    game: &Bytes32,
    name: &str,
    others: &[PathBuf],
) -> Result<PathBuf, CliError> {
    let Err(why) = is_free(&usual) else { return Ok(usual) };
    let digits = hex::encode(game.get(..2).unwrap_or_default());
    let folders = usual.parent().into_iter().chain(others.iter().map(PathBuf::as_path));
    for folder in folders {
        let names = [format!("{name}.toml"), format!("{name}-{digits}.toml")];
        let numbered = (2..=MOST_NAMES).map(|number| format!("{name}-{digits}-{number}.toml"));
        let mut places = names.into_iter().chain(numbered).map(|name| folder.join(name));
        if let Some(free) = places.find(|place| is_free(place).is_ok()) {
            return Ok(free);
        }
    }
    let name = usual.file_name().unwrap_or(usual.as_os_str()).to_string_lossy();
    let message = format!("{name} {why}, and pbem found no free name for the game's file.");
    Err(CliError::bad_file(CliErrorKind::Unknown, message)
        .then(Next::advice(format!("move {name} out of the way, then type the command again"))))
}

/// Highest number to add to a file name if the names without a number are in use.
const MOST_NAMES: u32 = 9;

/// Whether the file at this path begins with these turns.
pub(crate) fn holds(path: &Path, hashes: &[Bytes32]) -> bool {
    lies_there(path).is_some_and(|file| {
        file.turns.iter().map(Turn::hash).collect::<Vec<_>>().starts_with(hashes)
    })
}

/// Returns the turn file at this path; `None` if no turn file can be read there.
pub(crate) fn lies_there(path: &Path) -> Option<TurnFile> {
    read_file(path, "").ok().and_then(|bytes| turnfile::read(&bytes).file)
}
