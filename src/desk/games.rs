//! The games in a vault: finds games, and reads the records of their seats.

use serde::Deserialize;

use super::chain::Hash;
use super::document::{self, DocumentError, Version};
use super::encoding::{hex_bytes, some_moment};
use super::error::DeskError;
use super::load::put_record;
use super::reasons::Forbidden;
use super::record::{GameRecord, Newest};
use super::store::{DocName, ReadSet, Store};
use super::transaction::{Draft, Staged};
use super::{Desk, VaultDoc};
use crate::turnfile::Moment;

/// Minimum length of an id prefix that [`Desk::find`] accepts.
const PREFIX: usize = 4;
/// Number of bytes to read from the start of a record. They usually contain the record's head.
const HEAD: u64 = 16 << 10;
/// Maximum length of a game's name. Names are short because people type them. A name consists of
/// the kind, the opponent and a number.
const NAME: usize = 64;

/// The head of a record: its plain values, without the file and the turns.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct GameHead {
    #[serde(rename = "version")]
    _version: Version,
    #[serde(with = "hex_bytes")]
    pub id: Hash,
    pub seat: String,
    pub kind: String,
    pub name: String,
    /// Path of the turn file that was last read or written.
    #[serde(default)]
    pub path: Option<String>,
    /// One-line result, if the game is over.
    #[serde(default)]
    pub finished: Option<String>,
    /// When the game ended, if known.
    #[serde(default, with = "some_moment")]
    pub ended: Option<Moment>,
    /// Whether the player has withdrawn the invitation to this game.
    #[serde(default)]
    pub withdrawn: bool,
    /// When the record was restored, or found to be lost; `None` if turns may be signed.
    #[serde(default, with = "some_moment")]
    pub restored: Option<Moment>,
}

impl GameHead {
    /// Whether the game is in progress, and not withdrawn.
    pub fn is_running(&self) -> bool {
        self.finished.is_none() && !self.withdrawn
    }
}

/// Parses a record. Fails if the record's game and seat don't match the name of its document.
pub(super) fn parse_record(name: &DocName, text: &str) -> Result<GameRecord, DocumentError> {
    let record = GameRecord::from_document(text)?;
    if name.as_game() != Some((record.id(), record.seat())) {
        return Err(DocumentError::damaged("it is the record of another game"));
    }
    record.check().map_err(DocumentError::damaged)?;
    Ok(record)
}

impl<S: Store> Desk<S> {
    /// Returns the heads of all records, sorted by the game's name, and an error for each record
    /// that can't be read.
    pub fn heads(&self) -> Result<(Vec<GameHead>, Vec<DeskError>), DeskError> {
        let (mut heads, mut faults) = (Vec::new(), Vec::new());
        for name in self.game_names()? {
            match self.head(&name) {
                Ok(head) => heads.push(head),
                Err(fault) => faults.push(fault),
            }
        }
        heads.sort_by(|one: &GameHead, other| {
            (&one.name, &one.seat).cmp(&(&other.name, &other.seat))
        });
        Ok((heads, faults))
    }

    /// Returns the private name of a game whose record is damaged, if the name can still be read.
    pub fn name_in_damaged(&self, name: &DocName) -> Option<String> {
        let start = self.store.peek(name, HEAD).ok()??;
        let mut plain = start.lines().take_while(|line| !line.starts_with('['));
        let name_here = plain.find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'))?;
        let is_name =
            name_here.len() <= NAME && name_here.bytes().all(|byte| byte.is_ascii_graphic());
        is_name.then(|| name_here.to_owned())
    }

    pub(super) fn game_names(&self) -> Result<impl Iterator<Item = DocName> + use<S>, DeskError> {
        Ok(self.store.names()?.into_iter().filter(|name| name.as_game().is_some()))
    }

    fn head(&self, name: &DocName) -> Result<GameHead, DeskError> {
        let gone = || self.fault(name)(DocumentError::damaged("it was just removed"));
        let start = self.store.peek(name, HEAD)?.ok_or_else(gone)?;
        // Plain values come first in a record, so the first table ends the head. If a value
        // contains text that looks like a table, the head ends inside that value and isn't valid
        // TOML. Then the code below parses the whole record.
        let end = start.find("\n[").unwrap_or(start.len());
        let head = start.get(..end).and_then(|head| toml::from_str::<GameHead>(head).ok());
        let is_it = |head: &GameHead| name.as_game() == Some((&head.id, &head.seat));
        if let Some(head) = head.filter(is_it) {
            return Ok(head);
        }
        let text = self.store.load(name)?.ok_or_else(gone)?;
        parse_record(name, &text).map_err(self.fault(name))?;
        let (above, _) = document::split_file(&text).map_err(self.fault(name))?;
        document::parse(above).map_err(self.fault(name))
    }

    /// Finds a game by its private name, by the path of its file, or by a prefix of its id, in this
    /// order. Returns several heads if several seats of the game are ours; fails with the names if
    /// several games match.
    pub fn find(
        &self,
        word: &str,
        is_place: impl Fn(&str) -> bool,
    ) -> Result<Vec<GameHead>, DeskError> {
        let (heads, faults) = self.heads()?;
        let is_prefix = word.len() >= PREFIX && word.bytes().all(|byte| byte.is_ascii_hexdigit());
        let digits = word.to_ascii_lowercase();
        let by_name = |head: &GameHead| head.name == word;
        let by_place = |head: &GameHead| head.path.as_ref().is_some_and(|path| is_place(path));
        let by_id = |head: &GameHead| is_prefix && hex::encode(head.id).starts_with(&digits);
        let ways: [&dyn Fn(&GameHead) -> bool; 3] = [&by_name, &by_place, &by_id];
        for way in ways {
            let found: Vec<GameHead> = heads.iter().filter(|head| way(head)).cloned().collect();
            match found.first() {
                None => {}
                Some(first) if found.iter().all(|head| head.id == first.id) => return Ok(found),
                Some(_) => {
                    let names = found.into_iter().map(|head| head.name).collect();
                    return Err(DeskError::Ambiguous { word: word.to_owned(), names });
                }
            }
        }
        // The user may mean the game whose record can't be read.
        let unknown = || DeskError::UnknownGame(word.escape_debug().take(80).collect());
        Err(faults.into_iter().next().unwrap_or_else(unknown))
    }

    /// Whether this vault has no games.
    pub fn has_no_game(&self) -> Result<bool, DeskError> {
        Ok(self.game_names()?.next().is_none())
    }

    /// Whether this vault has a record of the game.
    pub fn has_game(&self, id: &Hash) -> Result<bool, DeskError> {
        Ok(!self.store.records_of(id)?.is_empty())
    }

    /// Returns a name that no game has yet: `wanted` if it is free, and otherwise `wanted-2` and so
    /// on.
    pub fn free_name(&self, wanted: &str) -> Result<String, DeskError> {
        let plain = wanted
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
        if wanted.is_empty() || wanted.len() > NAME || !plain {
            return Err(DeskError::BadName(wanted.escape_debug().take(80).collect()));
        }
        let (heads, unreadable) = self.heads()?;
        let numbered = (2_u64..).map(|number| format!("{wanted}-{number}"));
        let names = std::iter::once(wanted.to_owned()).chain(numbered);
        let is_free = |name: &String| heads.iter().all(|head| head.name != *name);
        // Unreadable records have names too, so skip one free name for each of these records.
        Ok(names.filter(is_free).nth(unreadable.len()).unwrap_or_else(|| wanted.to_owned()))
    }

    /// Returns our running game whose file is at a place for which `is_place` returns true.
    pub fn game_at(&self, is_place: impl Fn(&str) -> bool) -> Result<Option<GameHead>, DeskError> {
        let here = |head: &GameHead| {
            head.finished.is_none() && head.path.as_ref().is_some_and(|path| is_place(path))
        };
        for head in self.heads()?.0.into_iter().filter(here) {
            let record = self.record(&head.id, &head.seat, &mut ReadSet::new())?;
            if record.is_some_and(|record| record.newest().is_some()) {
                return Ok(Some(head));
            }
        }
        Ok(None)
    }

    /// Returns the record of a seat.
    pub(super) fn record(
        &self,
        id: &Hash,
        seat: &str,
        base: &mut ReadSet,
    ) -> Result<Option<GameRecord>, DeskError> {
        let Some(name) = DocName::game(*id, seat) else { return Ok(None) };
        let text = self.load(&name, base)?;
        let parsed = text.map(|text| parse_record(&name, &text)).transpose();
        parsed.map_err(self.fault(&name))
    }

    /// Returns the records of all our seats in a game. All records have the same latest file, no
    /// matter which seat took the last turn. A turn that one seat has undone is removed from the
    /// other records too.
    pub fn records(&self, id: &Hash) -> Result<Vec<GameRecord>, DeskError> {
        self.records_upon(id, &mut ReadSet::new())
    }

    pub(super) fn records_upon(
        &self,
        id: &Hash,
        base: &mut ReadSet,
    ) -> Result<Vec<GameRecord>, DeskError> {
        let mut records = Vec::new();
        for name in self.store.records_of(id)? {
            if let Some((_, seat)) = name.as_game() {
                records.extend(self.record(id, seat, base)?);
            }
        }
        level(&mut records);
        Ok(records)
    }

    /// Records that the turn with this number and the hash `sent` was mailed, so that this turn and
    /// our earlier turns can't be undone. Skips a record that has another turn with this number and
    /// not the turn `sent`. `at` is the time at which pbem mailed the turn; `None` if the player
    /// sent it.
    pub fn mailed(
        &self,
        id: &Hash,
        number: u32,
        sent: Hash,
        at: Option<Moment>,
    ) -> Result<Staged<()>, DeskError> {
        let mut base = ReadSet::new();
        let records = self.records_upon(id, &mut base)?;
        let mut draft = Draft::upon(base);
        for mut record in records {
            let turns = record.signed_turns();
            let is_own = turns.iter().any(|turn| turn.hash == sent);
            if is_own || !turns.iter().any(|turn| turn.number == number) {
                record.mailed(number, at);
                if !is_own {
                    record.given = Some(number);
                }
                put_record(&mut draft, &record)?;
            }
        }
        Ok(draft.stage(()))
    }

    /// Lets all restored games continue, because the user confirms that the vault has every turn
    /// that they have signed. The payload has the names of the running games.
    pub fn nothing_since(&self) -> Result<Staged<Vec<String>>, DeskError> {
        let (mut base, mut names, mut records) = (ReadSet::new(), Vec::new(), Vec::new());
        for head in self.heads()?.0.into_iter().filter(|head| head.restored.is_some()) {
            let Some(record) = self.record(&head.id, &head.seat, &mut base)? else { continue };
            if record.newest().is_some() && !record.is_over() && !record.withdrawn {
                names.push(head.name);
            }
            records.push(record);
        }
        let about = self.about_upon(&mut base)?.ok_or(DeskError::NoVault)?;
        let mut draft = Draft::upon(base);
        if about.restored.is_some() {
            draft.put(DocName::VAULT, &VaultDoc { restored: None, ..about })?;
        }
        for mut record in records {
            record.restored = None;
            put_record(&mut draft, &record)?;
        }
        Ok(draft.stage(names))
    }

    /// Checks whether this vault may sign turns, and whether the record's seat may sign a turn
    /// after the turn with the hash `after`. Returns the vault's document, if there is one.
    pub(super) fn may_sign_in(
        &self,
        record: &GameRecord,
        after: &Hash,
        forced: bool,
        base: &mut ReadSet,
    ) -> Result<Option<VaultDoc>, DeskError> {
        let about = self.may_sign_upon(base)?;
        record.may_sign(after, forced)?;
        Ok(about)
    }

    /// Checks whether this vault may sign turns. A vault that has been handed over may not.
    pub fn may_sign(&self) -> Result<Result<(), Forbidden>, DeskError> {
        match self.may_sign_upon(&mut ReadSet::new()) {
            Err(DeskError::Forbidden(reason)) => Ok(Err(reason)),
            other => other.map(|_| Ok(())),
        }
    }

    /// Fails if the vault has been handed over. Returns its document, if there is one.
    pub(super) fn may_sign_upon(&self, base: &mut ReadSet) -> Result<Option<VaultDoc>, DeskError> {
        let about = self.about_upon(base)?;
        match about.as_ref().and_then(|about| about.retired.as_ref()) {
            Some(retired) => Err(Forbidden::Retired { on: retired.on }.into()),
            None => Ok(about),
        }
    }
}

/// Gives all records of one game the same latest file.
fn level(records: &mut [GameRecord]) {
    if records.len() < 2 {
        return;
    }
    let turns = records.iter().flat_map(GameRecord::signed_turns);
    let taken_back: Vec<Hash> = turns.filter(|turn| turn.withdrawn).map(|turn| turn.hash).collect();
    let sound = |newest: &&Newest| !newest.chain.iter().any(|hash| taken_back.contains(hash));
    let newest = records.iter().filter_map(GameRecord::newest).filter(sound);
    let Some(leader) = newest.max_by_key(|newest| newest.turns()).cloned() else { return };
    for record in records {
        record.follow(&leader, &taken_back);
    }
}
