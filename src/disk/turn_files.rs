//! Writes the turn file that is mailed, and other files that belong to the player rather than the
//! vault.
//!
//! A replaced file keeps its permissions. A crash may leave a file called `.pbem-tmp-...` next to
//! it, but never half a turn file; the next write in that folder removes this leftover.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use pbem::turnfile::{Bytes32, Turn, TurnFile};

use super::error::DiskError;
use super::fault::{Faults, Target};
use super::file::{self, Draft, Mode, Patience};
use super::guard::{Guard, OverwriteDenied};

/// Result of writing a turn file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct WrittenFile {
    pub(crate) path: PathBuf,
    /// Whether the file was written under another name, such as `game-turn13.toml`, because another
    /// program had it open.
    pub(crate) beside: bool,
}

/// Writes the player's files, following the rule for overwriting.
#[derive(Clone, Debug)]
pub(crate) struct Writer {
    /// The rule for overwriting.
    pub(crate) guard: Guard,
    /// Faults to simulate in tests.
    pub(crate) faults: Faults,
}

impl Writer {
    /// Writes a game's file, replacing an earlier file of the game. Even after an error, the file
    /// has either the whole old text or the whole new text. `turn` is the number of the last turn
    /// in `text`.
    ///
    /// If another program has the file open (Windows can't replace open files), retries for two
    /// seconds and then writes a file with another name.
    pub(crate) fn write_game(
        &self,
        path: &Path,
        text: &str,
        game: &Bytes32,
        turn: u32,
    ) -> Result<WrittenFile, DiskError> {
        self.write_patiently(path, text, game, turn, Patience::TWO_SECONDS)
    }

    pub(super) fn write_patiently(
        &self,
        path: &Path,
        text: &str,
        game: &Bytes32,
        turn: u32,
        patience: Patience,
    ) -> Result<WrittenFile, DiskError> {
        // Turns of the old file that are also in the new text aren't lost, so count them as read.
        let mut may = self.guard.may_write(path, game);
        if may == Err(OverwriteDenied::Unread)
            && let Ok(new) = TurnFile::read(text.as_bytes())
        {
            self.guard.has_read(new.turns.iter().map(Turn::hash));
            may = self.guard.may_write(path, game);
        }
        may.map_err(not_overwritten(path))?;
        let draft = self.draft(path, text)?;
        match draft.replace(path, patience, &self.faults) {
            Ok(()) => Ok(WrittenFile { path: path.to_owned(), beside: false }),
            Err((error, Some(draft))) if file::is_held(&error) => {
                let beside = beside(path, turn);
                self.guard.may_write(&beside, game).map_err(not_overwritten(&beside))?;
                draft
                    .replace(&beside, Patience::NONE, &self.faults)
                    .map_err(|(error, _)| DiskError::when("write", &beside)(error))?;
                Ok(WrittenFile { path: beside, beside: true })
            }
            Err((error, _)) => Err(DiskError::when("write", path)(error)),
        }
    }

    /// Writes text to a new file, or over a file of at most `most` bytes that `is_known` accepts.
    pub(crate) fn write_over(
        &self,
        path: &Path,
        text: &str,
        most: usize,
        is_known: impl FnOnce(&[u8]) -> bool,
    ) -> Result<(), DiskError> {
        let check =
            |bytes: &[u8]| if is_known(bytes) { Ok(()) } else { Err(OverwriteDenied::Other) };
        self.guard.may_replace(path, most, check).map_err(not_overwritten(path))?;
        let draft = self.draft(path, text)?;
        draft
            .replace(path, Patience::TWO_SECONDS, &self.faults)
            .map_err(|(error, _)| DiskError::when("write", path)(error))
    }

    /// Checks that a game's file can be written: the directory exists, accepts a new file, and has
    /// room for `length` bytes. Removes the new file again.
    pub(crate) fn try_game(
        &self,
        path: &Path,
        game: &Bytes32,
        length: usize,
    ) -> Result<(), DiskError> {
        self.guard.may_write(path, game).map_err(not_overwritten(path))?;
        Writer::try_room(path, length)
    }

    /// Does the same as [`try_game`](Self::try_game), but doesn't read the existing file.
    pub(crate) fn try_room(path: &Path, length: usize) -> Result<(), DiskError> {
        file::try_writing(path, length).map_err(DiskError::when("write", path))
    }

    /// Does the same as [`try_game`](Self::try_game) for a file that must be new.
    pub(crate) fn try_new(&self, path: &Path, length: usize) -> Result<(), DiskError> {
        self.guard.may_make(path).map_err(not_overwritten(path))?;
        Writer::try_room(path, length)
    }

    /// Writes a new file. Fails if there is a file, a link or a directory with this name.
    pub(crate) fn write_new(&self, path: &Path, text: &str) -> Result<(), DiskError> {
        self.guard.may_make(path).map_err(not_overwritten(path))?;
        self.write_as(path, text, &Mode::Shared)
    }

    /// Writes a new private file in the folder for rejected files, which may be in the vault.
    pub(crate) fn write_aside(&self, path: &Path, text: &str) -> Result<(), DiskError> {
        self.write_as(path, text, &Mode::Private)
    }

    fn write_as(&self, path: &Path, text: &str, mode: &Mode) -> Result<(), DiskError> {
        if path.symlink_metadata().is_ok() {
            return Err(DiskError::Exists(path.to_owned()));
        }
        let draft = Draft::write(path, text, mode, Target::Turn, &self.faults)
            .map_err(DiskError::when("write", path))?;
        draft.name_new(path, &self.faults).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => DiskError::Exists(path.to_owned()),
            _ => DiskError::when("write", path)(error),
        })
    }

    /// Writes a draft of the text with the permissions of the file that it will replace.
    fn draft(&self, path: &Path, text: &str) -> Result<Draft, DiskError> {
        let there = fs::symlink_metadata(path);
        let mode = there.map_or(Mode::Shared, |there| Mode::Like(there.permissions()));
        Draft::write(path, text, &mode, Target::Turn, &self.faults)
            .map_err(DiskError::when("write", path))
    }
}

/// Returns a function for `map_err`: it creates the error for a file that pbem doesn't overwrite.
fn not_overwritten(path: &Path) -> impl FnOnce(OverwriteDenied) -> DiskError {
    let path = path.to_owned();
    move |why| DiskError::Kept { path, why }
}

/// Returns `game-turn13.toml` for `game.toml`.
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

    use super::super::location::{Places, VaultDir};
    use super::*;

    const SHORT: Patience = Patience { tries: 3, pause: Duration::ZERO };

    /// Two versions of one game, and its id.
    fn game() -> (String, String, Bytes32) {
        let text = include_str!("../../examples/checkpoint-danger.toml");
        let whole = TurnFile::read(text.as_bytes()).expect("an example");
        let mut shorter = whole.clone();
        shorter.turns.pop();
        (shorter.write(), whole.write(), whole.game.id())
    }

    fn writer_with(vault: &Path, faults: Faults) -> Writer {
        let dir = VaultDir::locate(Some(vault), None, &Places::default()).expect("a place");
        Writer { guard: Guard::of(&dir), faults }
    }

    fn writer() -> Writer {
        writer_with(Path::new("/nowhere/vault"), Faults::none())
    }

    #[test]
    fn a_turn_file_is_replaced_whole() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("game.toml");
        let (shorter, longer, id) = game();
        for text in [shorter.replace('\n', "\r\n"), longer] {
            let written = writer().write_game(&path, &text, &id, 1).expect("it can be written");
            assert_eq!(written, WrittenFile { path: path.clone(), beside: false });
            assert_eq!(fs::read_to_string(&path).expect("it is there"), text);
        }
        assert_eq!(file::names_in(dir.path()).expect("a directory"), ["game.toml"]);
    }

    #[test]
    fn what_is_not_the_game_from_the_first_byte_to_the_last_is_kept() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("game.toml");
        let (shorter, longer, id) = game();
        let other = include_str!("../../examples/spy.toml");
        let no_end: String = shorter.lines().take(40).collect();
        let above = format!("Dear alice,\n{shorter}");
        let comment = shorter.replacen("[game]", "# mine\n[game]", 1);
        for text in [other, &above, &format!("{shorter}\nbob"), &format!("{shorter}{other}")]
            .into_iter()
            .chain([no_end.as_str(), comment.as_str(), "", "precious"])
        {
            fs::write(&path, text).expect("it can be written");
            let refused = writer().write_game(&path, &longer, &id, 1);
            assert!(
                matches!(refused, Err(DiskError::Kept { why: OverwriteDenied::Other, .. })),
                "{text}"
            );
            assert_eq!(fs::read_to_string(&path).expect("it is there"), text);
        }
    }

    #[test]
    fn nothing_is_ever_written_in_the_vault() {
        let dir = tempfile::tempdir().expect("a directory");
        let vault = dir.path().join("vault");
        fs::create_dir_all(vault.join("games")).expect("folders");
        let (shorter, longer, id) = game();
        let writer = writer_with(&vault, Faults::none());
        let path = vault.join("games/game.toml");
        fs::write(&path, &shorter).expect("it can be written");
        let in_vault =
            |done| matches!(done, Err(DiskError::Kept { why: OverwriteDenied::InVault, .. }));
        assert!(in_vault(writer.write_game(&path, &longer, &id, 1).map(drop)));
        assert!(in_vault(writer.try_game(&path, &id, 1)));
        for new in ["new", "games/new", "games/../new", "not/there/yet"] {
            assert!(in_vault(writer.write_new(&vault.join(new), "x")), "{new}");
        }
        assert!(in_vault(writer.write_over(&vault.join("new"), "x", 9, |_| true)));
        assert_eq!(fs::read_to_string(&path).expect("it is there"), shorter);
    }

    #[test]
    fn trying_leaves_nothing_and_finds_what_is_in_the_way() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("game.toml");
        writer().try_game(&path, &[0; 32], 4).expect("it could be written");
        assert!(file::names_in(dir.path()).expect("a directory").is_empty());
        assert!(matches!(
            writer().try_game(dir.path(), &[0; 32], 4),
            Err(DiskError::Kept { why: OverwriteDenied::NotPlain, .. })
        ));
        assert!(matches!(
            writer().try_game(&dir.path().join("nowhere").join("game.toml"), &[0; 32], 4),
            Err(DiskError::System { .. })
        ));
    }

    #[test]
    fn a_held_file_is_tried_again_and_then_written_beside() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("game.toml");
        let (shorter, longer, id) = game();
        fs::write(&path, &shorter).expect("it can be written");
        let busy_disk = |times| {
            let busy_disk = Faults::failing("turn.rename", io::ErrorKind::ResourceBusy, times);
            writer_with(Path::new("/nowhere/vault"), busy_disk.expect("a setting"))
        };
        let write =
            |times, text: &str| busy_disk(times).write_patiently(&path, text, &id, 13, SHORT);

        let soon_free = write(2, &longer).expect("the third try succeeds");
        assert!(!soon_free.beside);
        assert_eq!(fs::read_to_string(&path).expect("it is there"), longer);

        fs::write(&path, &shorter).expect("it can be written");
        let written = write(3, &longer).expect("it is written beside");
        assert_eq!(
            written,
            WrittenFile { path: dir.path().join("game-turn13.toml"), beside: true }
        );
        assert_eq!(fs::read_to_string(&path).expect("it is there"), shorter);
        assert_eq!(fs::read_to_string(&written.path).expect("it is there"), longer);
    }

    #[test]
    fn older_file_never_replaces_a_newer_one() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("game.toml");
        let (shorter, longer, id) = game();
        fs::write(&path, &longer).expect("it can be written");
        let writer = writer();
        let refused = writer.write_game(&path, &shorter, &id, 1);
        assert!(
            matches!(refused, Err(DiskError::Kept { why: OverwriteDenied::Unread, .. })),
            "{refused:?}"
        );
        assert!(writer.try_game(&path, &id, 4).is_err());
        assert_eq!(fs::read_to_string(&path).expect("it is there"), longer);
        // Once the vault has read all turns of the longer file (as after an undo), the shorter file
        // may replace it.
        let turns = TurnFile::read(longer.as_bytes()).expect("an example").turns;
        writer.guard.has_read(turns.iter().map(Turn::hash));
        writer.write_game(&path, &shorter, &id, 1).expect("all its turns were read");
        assert_eq!(fs::read_to_string(&path).expect("it is there"), shorter);
    }

    #[test]
    fn a_new_file_never_overwrites() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("game.toml");
        writer().write_new(&path, "one").expect("it is new");
        assert!(matches!(writer().write_new(&path, "two"), Err(DiskError::Exists(_))));
        assert_eq!(fs::read_to_string(&path).expect("it is there"), "one");
        assert!(matches!(writer().write_new(dir.path(), "two"), Err(DiskError::Exists(_))));
    }

    #[test]
    fn a_missing_directory_is_not_made() {
        let dir = tempfile::tempdir().expect("a directory");
        let missing = dir.path().join("nowhere").join("game.toml");
        assert!(matches!(
            writer().write_game(&missing, "text", &[0; 32], 1),
            Err(DiskError::System { .. })
        ));
    }

    #[test]
    #[cfg(unix)]
    fn a_link_is_never_written_through_and_the_mode_of_a_file_is_kept() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let dir = tempfile::tempdir().expect("a directory");
        let (real, link) = (dir.path().join("real.toml"), dir.path().join("link.toml"));
        let (shorter, longer, id) = game();
        fs::write(&real, &shorter).expect("it can be written");
        fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).expect("a mode");
        symlink(&real, &link).expect("a link");
        for _ in 0..2 {
            assert!(matches!(
                writer().write_game(&link, &longer, &id, 1),
                Err(DiskError::Kept { why: OverwriteDenied::Link, .. })
            ));
            // A link to a missing file is rejected too.
            symlink(dir.path().join("not-there"), dir.path().join("dead")).ok();
            assert!(writer().write_game(&dir.path().join("dead"), &longer, &id, 1).is_err());
        }
        assert_eq!(fs::read_to_string(&real).expect("it is there"), shorter);
        writer().write_game(&real, &longer, &id, 1).expect("it is the game");
        assert_eq!(real.metadata().expect("it is there").permissions().mode() & 0o777, 0o640);
        fs::set_permissions(&real, fs::Permissions::from_mode(0o440)).expect("a mode");
        assert!(matches!(
            writer().write_game(&real, &shorter, &id, 1),
            Err(DiskError::Kept { why: OverwriteDenied::NotYours, .. })
        ));
    }

    #[test]
    #[cfg(unix)]
    fn a_new_turn_file_is_not_private() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("game.toml");
        let plain = dir.path().join("plain");
        writer().write_new(&path, "text").expect("it is new");
        fs::write(&plain, "as the mask has it").expect("it can be written");
        let mode = |path: &Path| path.metadata().expect("it is there").permissions().mode() & 0o777;
        assert_eq!(mode(&path), mode(&plain) & 0o644);
    }
}
