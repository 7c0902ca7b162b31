//! The folder of a club: `club.toml`, `games/`, `rulings/`, `pieces/`, and the logs.
//!
//! A file in `games/` has the game's id and the hash of its last turn in its name, so every version
//! has its own file, and no file ever changes. A longer version is written before the shorter one
//! is removed.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use pbem::table;
use pbem::turnfile::{Bytes32, Ruling, Turn, TurnFile, limits};

use super::club_log;
use super::error::DiskError;
use super::fault::{Faults, Target};
use super::file::{self, Draft, Mode, Patience};
use super::guard::OverwriteDenied;

/// Maximum number of versions of a game, so that a cheat who signs many versions can't fill the
/// disk.
const MOST_VERSIONS: usize = 64;
/// Maximum number of stored turns whose preceding turns haven't arrived yet.
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
    /// Returns the name of the log's file.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Log::Arrivals => "arrivals.jsonl",
            Log::Notices => "notices.jsonl",
        }
    }

    /// Returns the text of this log in the club's folder `root`; empty if there is no log.
    pub(crate) fn read(self, root: &Path) -> Result<String, DiskError> {
        club_log::read(&root.join(self.name()))
    }
}

/// Returns the names of the turn files of the club in this folder, sorted.
pub(crate) fn game_names(root: &Path) -> Result<Vec<String>, DiskError> {
    let mut names = file::names_in(&root.join("games"))?;
    names.retain(|name| Path::new(name).extension().is_some_and(|ending| ending == "toml"));
    Ok(names)
}

/// Result of storing a version of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GameKept {
    /// The version is new.
    New,
    /// The folder already has this version, or a version that continues it.
    Known,
    /// There are too many versions of this game, so one of them isn't kept.
    TooMany,
}

/// An open club folder. While it is open, no other pbem writes there.
#[derive(Debug)]
pub(crate) struct ClubFolder {
    root: PathBuf,
    faults: Faults,
    /// For each game, the first digits of the last turn's hash in each version in the folder.
    versions: BTreeMap<Bytes32, Vec<String>>,
    _lock: Option<File>,
}

/// Takes the lock of a command that sends the club's email, so that no email is sent twice. Other
/// commands can still use the folder meanwhile, because a mail program may be slow, or run
/// `pbem club receive`.
pub(crate) fn lock_mailing(root: &Path) -> Result<Option<File>, DiskError> {
    super::lock_file(&root.join("mailing"), root, Patience::TWO_SECONDS)
}

impl ClubFolder {
    /// Creates a club in a new or empty folder.
    pub(crate) fn create(root: &Path, roster: &str, faults: &Faults) -> Result<(), DiskError> {
        file::make_folder(root)?;
        let path = root.join("club.toml");
        if let Some(there) = file::names_in(root)?.iter().find(|name| !file::is_temporary(name)) {
            return Err(DiskError::Exists(root.join(there)));
        }
        for folder in ["games", "rulings"] {
            file::make_folder(&root.join(folder))?;
        }
        // Write `club.toml` last, because a folder without it isn't a club.
        write_new(&path, roster, faults)
    }

    /// Opens the folder, waiting up to about two seconds if another pbem has it open, and removes
    /// temporary files left by a crash.
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
        log.read(&self.root)
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

    /// Returns the ids of all games.
    pub(crate) fn ids(&self) -> impl Iterator<Item = &Bytes32> {
        self.versions.keys()
    }

    /// Returns all versions of a game.
    pub(crate) fn versions(&self, id: &Bytes32) -> Result<Vec<TurnFile>, DiskError> {
        let heads = self.versions.get(id).into_iter().flatten();
        heads.map(|head| read_game(&self.game_path(id, head))).collect()
    }

    fn game_path(&self, id: &Bytes32, head: &str) -> PathBuf {
        self.root.join("games").join(format!("{}-{head}.toml", hex::encode(id)))
    }

    /// Stores a version of a game, and removes the versions that it continues. `chain` has the
    /// hashes of the turns in `game`. If there are too many versions, those with the lowest rank
    /// are not kept.
    pub(crate) fn keep_game(
        &mut self,
        game: &TurnFile,
        chain: &[Bytes32],
    ) -> Result<GameKept, DiskError> {
        let id = game.game.id();
        let Some(head) = chain.last().map(digits) else { return Ok(GameKept::Known) };
        let path = self.game_path(&id, &head);
        let heads = self.versions.get(&id).cloned().unwrap_or_default();
        let (mut leaving, mut others) = (Vec::new(), Vec::new());
        for other in heads.iter().filter(|other| **other != head) {
            let there = read_game(&self.game_path(&id, other))?;
            let hashes: Vec<Bytes32> = there.turns.iter().map(Turn::hash).collect();
            if hashes.starts_with(chain) {
                return Ok(GameKept::Known);
            }
            if chain.starts_with(&hashes) {
                leaving.push((other.clone(), there));
            } else {
                others.push((rank(&there), other.clone(), there));
            }
        }
        others.sort_by_key(|(rank, ..)| Reverse(*rank));
        let is_new = !heads.contains(&head);
        let own = rank(game);
        if is_new && others.get(MOST_VERSIONS - 1).is_some_and(|(rank, ..)| *rank > own) {
            return Ok(GameKept::TooMany);
        }
        if is_new {
            file::make_folder(&self.root.join("games"))?;
            write_new(&path, &game.write(), &self.faults)?;
            self.versions.entry(id).or_default().push(head);
        }
        let surplus = others.split_off(others.len().min(MOST_VERSIONS - 1));
        let is_too_much = !surplus.is_empty();
        leaving.extend(surplus.into_iter().map(|(_, head, there)| (head, there)));
        for (head, there) in leaving {
            self.remove_version(&id, &head, &there)?;
        }
        Ok(match (is_too_much, is_new) {
            (true, _) => GameKept::TooMany,
            (false, true) => GameKept::New,
            (false, false) => GameKept::Known,
        })
    }

    /// Removes a version that isn't kept any longer, unless a person has changed its file.
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

    /// Returns all rulings.
    pub(crate) fn rulings(&self) -> Result<Vec<Ruling>, DiskError> {
        let folder = self.root.join("rulings");
        let mut rulings = Vec::new();
        for name in file::names_in(&folder)? {
            let text = file::read(&folder.join(name), MAX_FILE)?;
            rulings.extend(text.and_then(|text| Ruling::read(text.as_bytes()).ok()));
        }
        Ok(rulings)
    }

    /// Stores a turn that came without the turns before it. Returns false if the turn is already
    /// stored, or if there are too many such turns.
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

    /// Returns the names and contents of the stored turns whose preceding turns haven't arrived
    /// yet.
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

    /// Removes a stored turn that has been added to its game.
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

/// Returns the rank that decides which versions are kept if there are too many: the number of
/// turns, whether the version ends with a claim, and the hash of the last turn. A version ranks
/// above every version that it continues, so the order in which versions arrive doesn't affect
/// which versions are kept.
fn rank(game: &TurnFile) -> (usize, bool, Bytes32) {
    let last = game.turns.last();
    let hash = last.map(Turn::hash).unwrap_or_default();
    (game.turns.len(), last.is_some_and(table::is_claim), hash)
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

/// Parses the name of a game's file: the game's id, and the first digits of the last turn's hash.
fn read_name(name: &str) -> Option<(Bytes32, String)> {
    let (id, head) = name.strip_suffix(".toml")?.split_once('-')?;
    let mut bytes = [0; 32];
    hex::decode_to_slice(id, &mut bytes).ok()?;
    let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    (head.len() == DIGITS && head.bytes().all(is_digit)).then(|| (bytes, head.to_owned()))
}

#[cfg(test)]
mod tests;
