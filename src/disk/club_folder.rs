//! The folder of a club: `club.toml`, `games/`, `rulings/`, `pieces/`, and the logs.
//!
//! A file in `games/` has the game's id and the hash of its last turn in its name, so every version
//! has its own file, and no file ever changes. A longer version is written before the shorter one
//! is removed.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use pbem::turnfile::{Bytes32, Ruling, Turn, TurnFile, limits};

use super::club_log;
use super::error::DiskError;
use super::fault::{Faults, Target};
use super::file::{self, Draft, Mode, Patience};
use super::guard::OverwriteDenied;

/// Maximum number of versions of a game, so that a cheat who signs many can't fill the disk.
const MOST_VERSIONS: usize = 64;
/// Maximum number of turns that wait for the turns before them.
const MOST_PIECES: usize = 256;
/// Maximum size of a file in bytes.
const MAX_FILE: u64 = limits::MAX_BYTES as u64;
/// Number of hexadecimal digits of the last turn's hash in the name of a file.
const DIGITS: usize = 16;

/// A log of the club.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Log {
    /// When turns arrived.
    Arrivals,
    /// Reminders, notices and rulings that were sent.
    Notices,
}

impl Log {
    /// Name of the file.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Log::Arrivals => "arrivals.jsonl",
            Log::Notices => "notices.jsonl",
        }
    }
}

/// Result of storing a version of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GameKept {
    /// It is new.
    New,
    /// The folder has it, or a version that continues it.
    Known,
    /// There are too many versions of this game.
    TooMany,
}

/// An open folder. No other pbem writes there meanwhile.
#[derive(Debug)]
pub(crate) struct ClubFolder {
    root: PathBuf,
    faults: Faults,
    /// First digits of the last turn's hash in each version of a game.
    versions: BTreeMap<Bytes32, Vec<String>>,
    _lock: Option<File>,
}

impl ClubFolder {
    /// Makes a new folder, or uses an empty one.
    pub(crate) fn create(root: &Path, roster: &str, faults: &Faults) -> Result<(), DiskError> {
        file::make_folder(root)?;
        let path = root.join("club.toml");
        if let Some(there) = file::names_in(root)?.iter().find(|name| !file::is_temporary(name)) {
            return Err(DiskError::Exists(root.join(there)));
        }
        for folder in ["games", "rulings"] {
            file::make_folder(&root.join(folder))?;
        }
        // Written last: a folder without it isn't a club.
        write_new(&path, roster, faults)
    }

    /// Opens the folder, waits about two seconds for another pbem, and removes the temporary files
    /// of a crash.
    pub(crate) fn open(root: &Path, faults: &Faults) -> Result<ClubFolder, DiskError> {
        let lock = super::lock_file(&root.join("lock"), root, Patience::TWO_SECONDS)?;
        let (root, faults) = (root.to_owned(), faults.clone());
        let mut folder = ClubFolder { root, faults, versions: BTreeMap::new(), _lock: lock };
        file::sweep(&folder.root);
        for name in ["games", "rulings", "pieces"] {
            let path = folder.root.join(name);
            match fs::symlink_metadata(&path) {
                Ok(there) if !there.is_dir() => return Err(DiskError::NotADirectory(path)),
                Ok(_) => file::sweep(&path),
                Err(_) => {}
            }
        }
        for name in file::names_in(&folder.root.join("games"))? {
            if let Some((id, head)) = read_name(&name) {
                folder.versions.entry(id).or_default().push(head);
            }
        }
        Ok(folder)
    }

    /// Reads a log.
    pub(crate) fn log(&self, log: Log) -> Result<String, DiskError> {
        club_log::read(&self.root.join(log.name()))
    }

    /// Appends whole lines to a log.
    pub(crate) fn append(&self, log: Log, lines: &str) -> Result<(), DiskError> {
        club_log::append(&self.root.join(log.name()), lines, &self.faults)
    }

    /// Whether there is a version of this game.
    pub(crate) fn has_game(&self, id: &Bytes32) -> bool {
        self.versions.contains_key(id)
    }

    /// Whether there is a version of this game that ends with this turn.
    pub(crate) fn has_head(&self, id: &Bytes32, head: &Bytes32) -> bool {
        let digits = digits(head);
        self.versions.get(id).is_some_and(|heads| heads.contains(&digits))
    }

    /// Ids of all games.
    pub(crate) fn ids(&self) -> impl Iterator<Item = &Bytes32> {
        self.versions.keys()
    }

    /// All versions of a game.
    pub(crate) fn versions(&self, id: &Bytes32) -> Result<Vec<TurnFile>, DiskError> {
        let heads = self.versions.get(id).into_iter().flatten();
        heads.map(|head| read_game(&self.game_path(id, head))).collect()
    }

    fn game_path(&self, id: &Bytes32, head: &str) -> PathBuf {
        self.root.join("games").join(format!("{}-{head}.toml", hex::encode(id)))
    }

    /// Stores a version of a game, and removes the versions that it continues.
    pub(crate) fn keep_game(&mut self, game: &TurnFile) -> Result<GameKept, DiskError> {
        let id = game.game.id();
        let chain: Vec<Bytes32> = game.turns.iter().map(Turn::hash).collect();
        let Some(head) = chain.last().map(digits) else { return Ok(GameKept::Known) };
        let path = self.game_path(&id, &head);
        let heads = self.versions.get(&id).cloned().unwrap_or_default();
        let mut earlier = Vec::new();
        for other in heads.iter().filter(|other| **other != head) {
            let there = read_game(&self.game_path(&id, other))?;
            let hashes: Vec<Bytes32> = there.turns.iter().map(Turn::hash).collect();
            if hashes.starts_with(&chain) {
                return Ok(GameKept::Known);
            }
            if chain.starts_with(&hashes) {
                earlier.push((other.clone(), there));
            }
        }
        let mut kept = GameKept::Known;
        if !heads.contains(&head) {
            if heads.len() >= MOST_VERSIONS + earlier.len() {
                return Ok(GameKept::TooMany);
            }
            file::make_folder(&self.root.join("games"))?;
            write_new(&path, &game.write(), &self.faults)?;
            self.versions.entry(id).or_default().push(head);
            kept = GameKept::New;
        }
        for (head, there) in earlier {
            self.remove_version(&id, &head, &there)?;
        }
        Ok(kept)
    }

    /// Removes a version whose turns are in another one, unless a person has changed the file.
    fn remove_version(
        &mut self,
        id: &Bytes32,
        head: &str,
        game: &TurnFile,
    ) -> Result<(), DiskError> {
        let path = self.game_path(id, head);
        if file::read(&path, MAX_FILE)?.is_some_and(|text| *text == game.write()) {
            fs::remove_file(&path).map_err(DiskError::when("remove", &path))?;
            self.versions.entry(*id).or_default().retain(|other| other != head);
        }
        Ok(())
    }

    /// Stores a ruling. Returns its path.
    pub(crate) fn keep_ruling(&self, ruling: &Ruling) -> Result<PathBuf, DiskError> {
        let name = format!(
            "{}-turn{}-{}.toml",
            hex::encode(ruling.game),
            ruling.number,
            digits(&ruling.after)
        );
        let path = self.root.join("rulings").join(name);
        file::make_folder(&self.root.join("rulings"))?;
        write_new(&path, &ruling.write(), &self.faults)?;
        Ok(path)
    }

    /// All rulings.
    pub(crate) fn rulings(&self) -> Result<Vec<Ruling>, DiskError> {
        let folder = self.root.join("rulings");
        let mut rulings = Vec::new();
        for name in file::names_in(&folder)? {
            let text = file::read(&folder.join(name), MAX_FILE)?;
            rulings.extend(text.and_then(|text| Ruling::read(text.as_bytes()).ok()));
        }
        Ok(rulings)
    }

    /// Stores a turn that came without the turns before it. Returns whether it is new.
    pub(crate) fn keep_piece(&self, name: &str, text: &str) -> Result<bool, DiskError> {
        let folder = self.root.join("pieces");
        let path = folder.join(format!("{name}.txt"));
        if path.symlink_metadata().is_ok() || file::names_in(&folder)?.len() >= MOST_PIECES {
            return Ok(false);
        }
        file::make_folder(&folder)?;
        write_new(&path, text, &self.faults)?;
        Ok(true)
    }

    /// Names and texts of the turns that wait for the turns before them.
    pub(crate) fn pieces(&self) -> Result<Vec<(String, String)>, DiskError> {
        let folder = self.root.join("pieces");
        let mut pieces = Vec::new();
        for name in file::names_in(&folder)? {
            let Some(stem) = name.strip_suffix(".txt") else { continue };
            let text = file::read(&folder.join(&name), MAX_FILE)?;
            pieces.extend(text.map(|text| (stem.to_owned(), text.to_string())));
        }
        Ok(pieces)
    }

    /// Removes a turn that has found its place.
    pub(crate) fn remove_piece(&self, name: &str) -> Result<(), DiskError> {
        let path = self.root.join("pieces").join(format!("{name}.txt"));
        fs::remove_file(&path).map_err(DiskError::when("remove", &path))
    }
}

/// Reads a version of a game.
fn read_game(path: &Path) -> Result<TurnFile, DiskError> {
    let text = file::read(path, MAX_FILE)?;
    let text = text.ok_or_else(|| DiskError::NotAFile(path.to_owned()))?;
    TurnFile::read(text.as_bytes())
        .map_err(|_| DiskError::Kept { path: path.to_owned(), why: OverwriteDenied::Other })
}

/// Writes a file that must not exist.
fn write_new(path: &Path, text: &str, faults: &Faults) -> Result<(), DiskError> {
    if path.symlink_metadata().is_ok() {
        return Err(DiskError::Exists(path.to_owned()));
    }
    let draft = Draft::write(path, text, &Mode::Shared, Target::Club, faults)
        .map_err(DiskError::when("write", path))?;
    draft.name_new(path, faults).map_err(DiskError::when("write", path))
}

fn digits(hash: &Bytes32) -> String {
    let mut digits = hex::encode(hash);
    digits.truncate(DIGITS);
    digits
}

/// Reads the name of a game's file: its id, and the first digits of its last turn's hash.
fn read_name(name: &str) -> Option<(Bytes32, String)> {
    let (id, head) = name.strip_suffix(".toml")?.split_once('-')?;
    let mut bytes = [0; 32];
    hex::decode_to_slice(id, &mut bytes).ok()?;
    let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    (head.len() == DIGITS && head.bytes().all(is_digit)).then(|| (bytes, head.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game() -> TurnFile {
        let text = include_str!("../../examples/checkpoint-danger.toml");
        TurnFile::read(text.as_bytes()).expect("an example")
    }

    fn cut(turns: usize) -> TurnFile {
        let mut game = game();
        game.turns.truncate(turns);
        game
    }

    fn club() -> (tempfile::TempDir, PathBuf) {
        let dir = tempfile::tempdir().expect("a directory");
        let root = dir.path().join("club");
        ClubFolder::create(&root, "club = 1\n", &Faults::none()).expect("it is new");
        (dir, root)
    }

    fn files(root: &Path) -> BTreeMap<String, String> {
        let games = root.join("games");
        let names = file::names_in(&games).expect("a folder").into_iter();
        let read = |name: &String| fs::read_to_string(games.join(name)).expect("a file");
        names.map(|name| (name.clone(), read(&name))).collect()
    }

    fn keep(root: &Path, game: &TurnFile) -> GameKept {
        let mut folder = ClubFolder::open(root, &Faults::none()).expect("a club");
        folder.keep_game(game).expect("it is stored")
    }

    #[test]
    fn longer_version_replaces_the_shorter_in_any_order() {
        let expected = {
            let (_dir, root) = club();
            assert_eq!(keep(&root, &game()), GameKept::New);
            files(&root)
        };
        let (_dir, root) = club();
        for turns in [3, 1, 5, 5, 2] {
            keep(&root, &cut(turns));
            assert_eq!(files(&root).len(), 1);
        }
        assert_eq!(keep(&root, &game()), GameKept::New);
        assert_eq!(keep(&root, &game()), GameKept::Known);
        assert_eq!(files(&root), expected);
        assert!(expected.values().all(|text| *text == game().write()));
    }

    #[test]
    fn versions_that_differ_are_both_kept() {
        let (_dir, root) = club();
        let mut other = cut(4);
        other.turns[3].note = Some("another version".to_owned());
        for game in [&cut(2), &other, &game(), &cut(4), &other] {
            keep(&root, game);
        }
        let folder = ClubFolder::open(&root, &Faults::none()).expect("a club");
        let mut kept = folder.versions(&other.game.id()).expect("they are read");
        kept.sort_by_key(|game| game.turns.len());
        assert_eq!(
            kept.iter().map(TurnFile::write).collect::<Vec<_>>(),
            [other.write(), game().write()]
        );
    }

    #[test]
    fn crash_at_any_write_is_repaired_by_a_second_run() {
        for step in ["create", "write", "rest", "sync", "rename", "sync-directory", "done"] {
            let (_dir, root) = club();
            keep(&root, &cut(3));
            let fault = Faults::failing(&format!("club.{step}"), std::io::ErrorKind::Other, 1);
            let mut folder = ClubFolder::open(&root, &fault.expect("a point")).expect("a club");
            assert!(folder.keep_game(&game()).is_err(), "{step}");
            drop(folder);
            keep(&root, &game());
            let names: Vec<_> = files(&root).into_keys().collect();
            let head = digits(&game().turns.last().expect("a turn").hash());
            assert_eq!(names, [format!("{}-{head}.toml", hex::encode(game().game.id()))], "{step}");
        }
    }

    #[test]
    #[cfg(unix)]
    fn links_and_foreign_files_are_neither_followed_nor_overwritten() {
        use std::os::unix::fs::symlink;
        let (dir, root) = club();
        keep(&root, &game());
        let name = files(&root).into_keys().next().expect("a name");
        let (path, mine) = (root.join("games").join(&name), dir.path().join("mine"));
        fs::write(&mine, "mine").expect("it can be written");
        for turn in [0, 1] {
            fs::remove_file(&path).expect("it is there");
            if turn == 0 {
                symlink(&mine, &path).expect("a link");
            } else {
                fs::write(&path, "mine").expect("it can be written");
            }
            let mut folder = ClubFolder::open(&root, &Faults::none()).expect("a club");
            assert!(folder.versions(&game().game.id()).is_err());
            let mut other = game();
            other.turns.pop();
            assert!(folder.keep_game(&other).is_err());
            assert_eq!(fs::read_to_string(&path).expect("it is there"), "mine");
        }
        let games = root.join("games");
        fs::rename(&games, dir.path().join("elsewhere")).expect("it is moved");
        symlink(dir.path().join("elsewhere"), &games).expect("a link");
        let opened = ClubFolder::open(&root, &Faults::none());
        assert!(matches!(opened, Err(DiskError::NotADirectory(_))));
    }

    #[test]
    fn new_club_needs_an_empty_folder() {
        let (dir, root) = club();
        let again = ClubFolder::create(&root, "club = 1\n", &Faults::none());
        assert!(matches!(again, Err(DiskError::Exists(_))));
        fs::write(dir.path().join("letter"), "mine").expect("it can be written");
        assert!(ClubFolder::create(dir.path(), "club = 1\n", &Faults::none()).is_err());
        assert!(!dir.path().join("club.toml").exists());
    }
}
