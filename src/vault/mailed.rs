//! Writing the turn file that is mailed.
//!
//! It belongs to the player, not to the vault: a link is followed and stays a link, the file keeps
//! its mode, and a directory is never touched. A crash may leave a file called `.pbem-tmp-...`
//! beside it, never half a turn file; whatever is written there next removes it.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::disk::{self, Draft, Mode, Patience};
use super::error::VaultError;
use super::fault::{Faults, Target};

/// Where a turn file was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// the file
    pub path: PathBuf,
    /// another program held the file, so it was written beside, as `game-turn13.toml`
    pub beside: bool,
}

/// Writes a turn file in the place of what is there: afterwards the old or the new text is there,
/// whole. `turn` is the number of its last turn.
///
/// While another program holds the file (on Windows an open one cannot be replaced), tries for two
/// seconds, and then writes it beside.
pub fn write_turn_file(
    path: &Path,
    text: &str,
    turn: u32,
    faults: &Faults,
) -> Result<Written, VaultError> {
    write(path, text, turn, faults, Patience::TWO_SECONDS)
}

pub(super) fn write(
    path: &Path,
    text: &str,
    turn: u32,
    faults: &Faults,
    patience: Patience,
) -> Result<Written, VaultError> {
    let (target, mode) = follow(path)?;
    let draft = Draft::write(&target, text, &mode, Target::Turn, faults)
        .map_err(VaultError::disk("write", path))?;
    match draft.replace(&target, patience, faults) {
        Ok(()) => Ok(Written { path: path.to_owned(), beside: false }),
        Err((error, Some(draft))) if disk::is_held(&error) => {
            let beside = beside(path, turn);
            let (target, _) = follow(&beside)?;
            draft
                .replace(&target, Patience::NONE, faults)
                .map_err(|(error, _)| VaultError::disk("write", &beside)(error))?;
            Ok(Written { path: beside, beside: true })
        }
        Err((error, _)) => Err(VaultError::disk("write", path)(error)),
    }
}

/// Whether a turn file could be written: whether the directory is there, takes a new file, and has
/// room for the text. Nothing stays.
pub fn try_turn_file(path: &Path, text: &str) -> Result<(), VaultError> {
    let (target, _) = follow(path)?;
    disk::try_writing(&target, text.len()).map_err(VaultError::disk("write", path))
}

/// Writes a turn file that is new, and never over anything: a file, a link or a directory of that
/// name is an error.
pub fn write_new_turn_file(path: &Path, text: &str, faults: &Faults) -> Result<(), VaultError> {
    if path.symlink_metadata().is_ok() {
        return Err(VaultError::Exists(path.to_owned()));
    }
    let draft = Draft::write(path, text, &Mode::Shared, Target::Turn, faults)
        .map_err(VaultError::disk("write", path))?;
    draft.name_new(path, faults).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => VaultError::Exists(path.to_owned()),
        _ => VaultError::disk("write", path)(error),
    })
}

/// The file that a path means, and who may read it.
fn follow(path: &Path) -> Result<(PathBuf, Mode), VaultError> {
    let Ok(named) = fs::symlink_metadata(path) else { return Ok((path.to_owned(), Mode::Shared)) };
    let target = if named.is_symlink() {
        fs::canonicalize(path).map_err(|_| VaultError::DeadLink(path.to_owned()))?
    } else {
        path.to_owned()
    };
    let there = fs::metadata(&target).map_err(VaultError::disk("read", path))?;
    if there.is_file() {
        Ok((target, Mode::Like(there.permissions())))
    } else {
        Err(VaultError::NotAFile(path.to_owned()))
    }
}

/// `game-turn13.toml` for `game.toml`.
fn beside(path: &Path, turn: u32) -> PathBuf {
    let mut name = path.file_stem().map_or_else(OsString::new, OsString::from);
    name.push(format!("-turn{turn}"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const SHORT: Patience = Patience { tries: 3, pause: Duration::ZERO };

    #[test]
    fn a_turn_file_is_replaced_whole() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("game.toml");
        for text in ["one", "two\r\n"] {
            let written =
                write_turn_file(&path, text, 1, &Faults::none()).expect("it can be written");
            assert_eq!(written, Written { path: path.clone(), beside: false });
            assert_eq!(fs::read_to_string(&path).expect("it is there"), text);
        }
        assert_eq!(disk::names_in(dir.path()).expect("a directory"), ["game.toml"]);
    }

    #[test]
    fn trying_leaves_nothing_and_finds_what_is_in_the_way() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("game.toml");
        try_turn_file(&path, "text").expect("it could be written");
        assert!(disk::names_in(dir.path()).expect("a directory").is_empty());
        assert!(matches!(try_turn_file(dir.path(), "text"), Err(VaultError::NotAFile(_))));
        assert!(matches!(
            try_turn_file(&dir.path().join("nowhere").join("game.toml"), "text"),
            Err(VaultError::Disk { .. })
        ));
    }

    #[test]
    fn a_held_file_is_tried_again_and_then_written_beside() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("game.toml");
        fs::write(&path, "old").expect("it can be written");
        let held = |times| {
            Faults::failing("turn.rename", io::ErrorKind::ResourceBusy, times).expect("a setting")
        };

        let soon_free = write(&path, "new", 13, &held(2), SHORT).expect("the third try succeeds");
        assert!(!soon_free.beside);
        assert_eq!(fs::read_to_string(&path).expect("it is there"), "new");

        let written = write(&path, "newer", 13, &held(3), SHORT).expect("it is written beside");
        assert_eq!(written, Written { path: dir.path().join("game-turn13.toml"), beside: true });
        assert_eq!(fs::read_to_string(&path).expect("it is there"), "new");
        assert_eq!(fs::read_to_string(&written.path).expect("it is there"), "newer");
    }

    #[test]
    fn a_new_file_never_overwrites() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("game.toml");
        write_new_turn_file(&path, "one", &Faults::none()).expect("it is new");
        assert!(matches!(
            write_new_turn_file(&path, "two", &Faults::none()),
            Err(VaultError::Exists(_))
        ));
        assert_eq!(fs::read_to_string(&path).expect("it is there"), "one");
        assert!(matches!(
            write_new_turn_file(dir.path(), "two", &Faults::none()),
            Err(VaultError::Exists(_))
        ));
    }

    #[test]
    fn a_directory_is_refused_and_a_missing_one_is_not_made() {
        let dir = tempfile::tempdir().expect("a directory");
        assert!(matches!(
            write_turn_file(dir.path(), "text", 1, &Faults::none()),
            Err(VaultError::NotAFile(_))
        ));
        let missing = dir.path().join("nowhere").join("game.toml");
        assert!(matches!(
            write_turn_file(&missing, "text", 1, &Faults::none()),
            Err(VaultError::Disk { .. })
        ));
    }

    #[test]
    #[cfg(unix)]
    fn a_link_stays_a_link_and_the_mode_is_kept() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let dir = tempfile::tempdir().expect("a directory");
        let (real, link) = (dir.path().join("real.toml"), dir.path().join("link.toml"));
        fs::write(&real, "old").expect("it can be written");
        fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).expect("a mode");
        symlink(&real, &link).expect("a link");
        write_turn_file(&link, "new", 1, &Faults::none()).expect("it can be written");
        assert!(link.symlink_metadata().expect("it is there").is_symlink());
        assert_eq!(fs::read_to_string(&real).expect("it is there"), "new");
        assert_eq!(real.metadata().expect("it is there").permissions().mode() & 0o777, 0o640);

        fs::remove_file(&real).expect("it was there");
        assert!(matches!(
            write_turn_file(&link, "new", 1, &Faults::none()),
            Err(VaultError::DeadLink(_))
        ));
        assert!(!real.exists());
    }

    #[test]
    #[cfg(unix)]
    fn a_new_turn_file_is_not_private() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("game.toml");
        let plain = dir.path().join("plain");
        write_new_turn_file(&path, "text", &Faults::none()).expect("it is new");
        fs::write(&plain, "as the mask has it").expect("it can be written");
        let mode = |path: &Path| path.metadata().expect("it is there").permissions().mode() & 0o777;
        assert_eq!(mode(&path), mode(&plain) & 0o644);
    }
}
