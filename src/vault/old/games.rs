//! The games of the vault: finding one, reading and keeping its record.

use std::io::Read;
use std::path::PathBuf;

use serde::Deserialize;

use super::disk::{self, Version};
use super::error::VaultError;
use super::memory::{Hash, Reason};
use super::record::{GameRecord, Newest, Signed};
use super::secret::hex_bytes;
use super::{Vault, is_name};

/// The shortest beginning of an id that is looked for.
const PREFIX: usize = 4;
/// The head of a record, which is all that is read to find a game, is shorter than this.
const HEAD: u64 = 16 << 10;
/// Names of games are short, since they are typed: a word for the kind, the opponent's name, a
/// number.
const NAME: usize = 64;

/// What a game is called, without what was played.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct GameHead {
    version: Version,
    /// the full id
    #[serde(with = "hex_bytes")]
    pub id: Hash,
    /// one's own seat
    pub seat: String,
    /// which game
    pub kind: String,
    /// the private name
    pub name: String,
    /// the turn file that was last read or written
    #[serde(default)]
    pub path: Option<String>,
    /// how it came out, once it is over
    #[serde(default)]
    pub finished: Option<String>,
    /// whether no turn may be made until the opponents' newest file has been read
    #[serde(default)]
    pub restored: bool,
}

/// The name of a game's file, `<full id>.<seat>.toml`, taken apart.
fn parse_file_name(name: &str) -> Option<(Hash, &str)> {
    let (id, seat) = name.strip_suffix(".toml")?.split_once('.')?;
    let mut bytes = [0; 32];
    hex::decode_to_slice(id, &mut bytes).ok()?;
    (is_name(seat) && id.bytes().all(|byte| !byte.is_ascii_uppercase())).then_some((bytes, seat))
}

/// Whether a file in `games` is the record of a game. Others are left alone.
pub(super) fn is_game_file(name: &str) -> bool {
    parse_file_name(name).is_some()
}

/// Understands the record of a game, which must be the one that its file is named after.
pub(super) fn parse_record(path: &std::path::Path, text: &str) -> Result<GameRecord, VaultError> {
    let record: GameRecord = disk::parse_document(path, text)?;
    let damaged = |what| VaultError::Damaged { path: path.to_owned(), line: None, what };
    let named = path.file_name().and_then(|name| name.to_str()).and_then(parse_file_name);
    if named != Some((*record.id(), record.seat())) {
        return Err(damaged("it is the record of another game"));
    }
    record.check().map_err(damaged)?;
    Ok(record)
}

impl Vault {
    fn game_path(&self, id: &Hash, seat: &str) -> PathBuf {
        self.dir.games().join(format!("{}.{seat}.toml", hex::encode(id)))
    }

    /// All games, by name, and what is wrong with those that cannot be read.
    pub fn heads(&self) -> Result<(Vec<GameHead>, Vec<VaultError>), VaultError> {
        let (mut heads, mut faults) = (Vec::new(), Vec::new());
        for name in disk::names_in(&self.dir.games())? {
            let Some((id, seat)) = parse_file_name(&name) else { continue };
            match self.head(&id, seat) {
                Ok(head) => heads.push(head),
                Err(fault) => faults.push(fault),
            }
        }
        heads.sort_by(|one, other| (&one.name, &one.seat).cmp(&(&other.name, &other.seat)));
        Ok((heads, faults))
    }

    fn head(&self, id: &Hash, seat: &str) -> Result<GameHead, VaultError> {
        let path = self.game_path(id, seat);
        let Some(file) = disk::open_plain(&path)? else {
            return Err(VaultError::Damaged { path, line: None, what: "it has just gone" });
        };
        let mut start = Vec::new();
        file.take(HEAD).read_to_end(&mut start).map_err(VaultError::disk("read", &path))?;
        // Plain values come first in a record, so the first table ends the head. Should a value
        // look like a table, the head is cut short, is no TOML, and the whole is read.
        let end = start.windows(2).position(|pair| pair == b"\n[").unwrap_or(start.len());
        let head = start
            .get(..end)
            .and_then(|head| std::str::from_utf8(head).ok())
            .and_then(|head| toml::from_str::<GameHead>(head).ok());
        if let Some(head) = head.filter(|head| head.id == *id && head.seat == seat) {
            return Ok(head);
        }
        let text = disk::read(&path, disk::FILE_LIMIT)?.unwrap_or_default();
        parse_record(&path, &text)?;
        disk::parse_document(&path, &text)
    }

    /// The game called `word`: a private name, the path of the file that was last read or written
    /// for it, or the beginning of its id, in this order. Several heads are seats of one game;
    /// several games are an error that names them.
    pub fn find(&self, word: &str) -> Result<Vec<GameHead>, VaultError> {
        let (heads, faults) = self.heads()?;
        let paths: Vec<PathBuf> = [std::path::absolute(word), std::fs::canonicalize(word)]
            .into_iter()
            .flatten()
            .collect();
        let is_prefix = word.len() >= PREFIX && word.bytes().all(|byte| byte.is_ascii_hexdigit());
        let digits = word.to_ascii_lowercase();
        let by_name = |head: &GameHead| head.name == word;
        let by_path = |head: &GameHead| {
            head.path.as_ref().is_some_and(|path| paths.iter().any(|other| other.as_path() == path))
        };
        let by_id = |head: &GameHead| is_prefix && hex::encode(head.id).starts_with(&digits);
        let ways: [&dyn Fn(&GameHead) -> bool; 3] = [&by_name, &by_path, &by_id];
        for way in ways {
            let found: Vec<GameHead> = heads.iter().filter(|head| way(head)).cloned().collect();
            match found.first() {
                None => {}
                Some(first) if found.iter().all(|head| head.id == first.id) => return Ok(found),
                Some(_) => {
                    let names = found.into_iter().map(|head| head.name).collect();
                    return Err(VaultError::Ambiguous { word: word.to_owned(), names });
                }
            }
        }
        // What was meant may be the game that cannot be read.
        Err(faults
            .into_iter()
            .next()
            .unwrap_or_else(|| VaultError::UnknownGame(word.escape_debug().take(80).collect())))
    }

    /// The seats of a game that are in this vault.
    pub fn seats(&self, id: &Hash) -> Result<Vec<String>, VaultError> {
        let names = disk::names_in(&self.dir.games())?;
        Ok(names
            .iter()
            .filter_map(|name| parse_file_name(name))
            .filter(|(of, _)| of == id)
            .map(|(_, seat)| seat.to_owned())
            .collect())
    }

    /// The private names of all games.
    pub fn names(&self) -> Result<Vec<String>, VaultError> {
        self.heads().map(|(heads, _)| heads.into_iter().map(|head| head.name).collect())
    }

    /// `wanted`, or `wanted-2` and so on: a name that no game has yet.
    pub fn free_name(&self, wanted: &str) -> Result<String, VaultError> {
        let plain = wanted
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
        if wanted.is_empty() || wanted.len() > NAME || !plain {
            return Err(VaultError::BadName(wanted.escape_debug().take(80).collect()));
        }
        let taken = self.names()?;
        let numbered = (2_u64..).map(|number| format!("{wanted}-{number}"));
        let mut names = std::iter::once(wanted.to_owned()).chain(numbered);
        Ok(names.find(|name| !taken.contains(name)).unwrap_or_else(|| wanted.to_owned()))
    }

    /// The record of a seat of a game.
    pub fn game(&self, id: &Hash, seat: &str) -> Result<Option<GameRecord>, VaultError> {
        if !is_name(seat) {
            return Ok(None);
        }
        let path = self.game_path(id, seat);
        disk::read(&path, disk::FILE_LIMIT)?.map(|text| parse_record(&path, &text)).transpose()
    }

    /// The records of all seats of a game that are in this vault. They know the same newest file,
    /// whichever of them was the last to play; what one has taken back, the others have never seen.
    pub fn records(&self, id: &Hash) -> Result<Vec<GameRecord>, VaultError> {
        let mut records = Vec::new();
        for seat in self.seats(id)? {
            records.extend(self.game(id, &seat)?);
        }
        let taken_back: Vec<Hash> = records
            .iter()
            .flat_map(GameRecord::made)
            .filter(|made| made.withdrawn)
            .map(|made| made.hash)
            .collect();
        let sound = |newest: &&Newest| !newest.chain.iter().any(|hash| taken_back.contains(hash));
        let leader = records
            .iter()
            .filter_map(GameRecord::newest)
            .filter(sound)
            .max_by_key(|newest| newest.turns())
            .cloned();
        for record in &mut records {
            if let Some(leader) = &leader {
                record.follow(leader, &taken_back);
            }
        }
        Ok(records)
    }

    /// Keeps a record, in the place of the one before.
    pub fn save(&self, record: &GameRecord) -> Result<(), VaultError> {
        if !is_name(record.seat()) {
            return Err(VaultError::BadName(record.seat().escape_debug().take(80).collect()));
        }
        disk::make_directory(&self.dir.games())?;
        disk::write_document(&self.game_path(record.id(), record.seat()), record, &self.faults)
    }

    /// Keeps the record of a game that is new to the vault.
    pub fn save_new(&self, record: &GameRecord) -> Result<(), VaultError> {
        match self.game(record.id(), record.seat())? {
            Some(there) => Err(VaultError::GameExists { name: there.name().to_owned() }),
            None => self.save(record),
        }
    }

    /// Remembers a signed turn, on the disk, if it may be signed at all. Only after this may its
    /// file be written.
    ///
    /// On an error `record` is unchanged. The turn may be on the disk all the same, if that failed
    /// in the last moment: the next call then finds it with [`GameRecord::recorded_turn_for`].
    pub fn sign(&self, record: &mut GameRecord, signed: Signed) -> Result<(), VaultError> {
        self.may_sign()?;
        // What is on the disk decides, not what somebody has had in his hands for a while.
        let kept = self.game(record.id(), record.seat())?;
        if kept.is_some_and(|kept| !record.remembers(&kept)) {
            return Err(Reason::Changed.into());
        }
        let mut next = record.clone();
        next.sign(signed)?;
        self.save(&next)?;
        *record = next;
        Ok(())
    }

    /// Takes the last turn back, on the disk: see [`GameRecord::undo`]. Gives its number.
    pub fn undo(
        &self,
        record: &mut GameRecord,
        before: Option<(String, String)>,
    ) -> Result<u32, VaultError> {
        self.may_sign()?;
        let mut next = record.clone();
        let number = next.undo(before)?;
        self.save(&next)?;
        *record = next;
        Ok(number)
    }

    /// The person says that nothing was played since the backup that this vault comes from. Gives
    /// the names of the games in which turns may be made again.
    pub fn nothing_since(&self) -> Result<Vec<String>, VaultError> {
        let mut names = Vec::new();
        for head in self.heads()?.0.into_iter().filter(|head| head.restored) {
            let Some(mut record) = self.game(&head.id, &head.seat)? else { continue };
            record.restored = false;
            self.save(&record)?;
            names.extend(record.newest().map(|_| head.name));
        }
        Ok(names)
    }

    /// Whether turns of this game may be made at all.
    pub fn may_sign_in(
        &self,
        record: &GameRecord,
        number: u32,
        after: &Hash,
    ) -> Result<(), Reason> {
        self.may_sign()?;
        record.may_sign(number, after)
    }
}
