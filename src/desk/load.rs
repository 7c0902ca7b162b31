//! Loads a game: reads a turn file, checks it and compares it with the vault.
//!
//! Loading saves nothing, with one exception: if a file is rejected because a player's key has
//! changed, the new key is saved as evidence. After a command succeeds, [`Desk::remember`] saves
//! the new turns.

use super::Desk;
use super::arrival::FUTURE;
use super::chain::Hash;
use super::contacts::Contacts;
use super::error::DeskError;
use super::reasons::{DamagedFile, KeyDifference, StaleKind};
use super::record::{GameRecord, Incoming};
use super::store::{DocName, ReadSet, Store};
use super::transaction::{Draft, Staged};
use crate::board::collect;
use crate::letters::Arrivals;
use crate::rules::{Notes, Seat};
use crate::table::{
    self, DamageKind, Differs, Expects, Finding, HiddenMove, Keys, OpenError, OpenGame,
    StandingClaim, TurnError,
};
use crate::turnfile::{self, Moment, TurnFile};

/// A loaded game, at its latest turn.
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
#[derive(Clone, Debug)]
pub struct LoadedGame {
    /// The latest version of the file that counts, and the position after its last turn.
    pub game: OpenGame,
    /// Records of this vault's seats. Empty if the game isn't in the vault.
    pub records: Vec<GameRecord>,
    /// How the file compares with the version in the vault.
    pub arrival: Arrival,
    /// Set if the vault has a later version than the file.
    pub stale: Option<StaleFile>,
    /// The point at which the rejected version diverges from the version that counts.
    pub differs: Option<Differs>,
    /// Number of the turn that crossed in the mail with a claim. If set, the game is over without a
    /// winner.
    pub crossed: Option<u32>,
    /// Number of a turn with our signature that another vault made, if it has just arrived.
    pub(super) made_elsewhere: Option<u32>,
    /// Whether different players have won in different versions, so that the game is void.
    pub two_wins: bool,
    /// A breach that another version proves.
    pub proved: Option<Finding>,
    /// A seat that, in the previously known file, belongs to another person.
    pub other_person: Option<Seat>,
    /// Whether the last turn is ours and dated so far ahead that no one can have accepted it.
    pub dated_ahead: bool,
    /// Whether the user says that the turn to answer has just arrived, after the deadline.
    pub arrived_late: bool,
    /// A claim that was made before the deadline. It has been removed from `game`.
    pub held_claim: Option<StandingClaim>,
    /// Whether the file has exactly the bytes that pbem would write.
    pub exact: bool,
    /// Where the file is, in the caller's terms (a path, or a name in the page).
    pub place: Option<String>,
    /// The records as they were last saved.
    pub(super) saved_records: Vec<GameRecord>,
    /// The contacts, including the new players in this file. Not saved yet.
    pub(super) met: Option<Contacts>,
    /// Revisions of the documents that were read.
    pub(super) base: ReadSet,
    /// Text of the file as pbem writes it, cached during the comparison.
    pub(super) written: Option<String>,
    /// Hashes of all turns in the file that arrived, including turns that `game` doesn't have.
    pub(super) arriving_hashes: Vec<Hash>,
    /// When each turn arrived in the player's mailbox, if the time is known.
    pub(super) arrivals: Arrivals,
}

/// How a file compares with the version in the vault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arrival {
    /// The game isn't in the vault.
    Unknown,
    /// The file has this many more turns than the vault's version.
    Newer(u32),
    /// The file has nothing new.
    Known,
    /// The file has this many fewer turns than the vault's version.
    Older(u32),
    /// The file ends with our own turn with this number, which we have undone.
    TakenBack(u32),
    /// The file has a different version of the turn with this number, and the file's version
    /// counts.
    Differs(u32),
    /// The file has a different version of the turn with this number, and the vault's version
    /// counts.
    Replaced(u32),
}

/// A file that is older than the version in the vault.
#[derive(Clone, Debug)]
pub struct StaleFile {
    /// The older file.
    pub game: OpenGame,
    /// How the older file differs from the latest version.
    pub behind: StaleKind,
}

/// Why a file is rejected, and the evidence to save despite the rejection: a new key for a known
/// name.
#[derive(Debug)]
pub struct LoadError {
    pub why: Box<DeskError>,
    pub evidence: Option<Staged<()>>,
}

impl LoadError {
    pub(super) fn with(why: DeskError, evidence: Draft) -> Self {
        LoadError { why: Box::new(why), evidence: Some(evidence.stage(())) }
    }
}

impl<T: Into<DeskError>> From<T> for LoadError {
    fn from(why: T) -> Self {
        LoadError { why: Box::new(why.into()), evidence: None }
    }
}

/// The records of a game that has been saved, and the revisions of the saved documents.
#[derive(Debug)]
pub struct SavedState {
    records: Vec<GameRecord>,
    base: ReadSet,
}

impl LoadedGame {
    /// Creates a game that hasn't been compared with the vault.
    pub(super) fn bare(game: OpenGame, records: Vec<GameRecord>, place: Option<String>) -> Self {
        LoadedGame {
            game,
            records,
            arrival: Arrival::Unknown,
            stale: None,
            differs: None,
            crossed: None,
            made_elsewhere: None,
            two_wins: false,
            proved: None,
            other_person: None,
            dated_ahead: false,
            arrived_late: false,
            held_claim: None,
            exact: false,
            place,
            saved_records: Vec::new(),
            met: None,
            base: ReadSet::new(),
            written: None,
            arriving_hashes: Vec::new(),
            arrivals: Arrivals::new(),
        }
    }

    /// Creates a game that isn't in the vault yet. The seat of this record is our only seat in the
    /// game.
    pub(super) fn fresh(game: OpenGame, record: GameRecord, place: Option<String>) -> Self {
        let name = DocName::game(*record.id(), record.seat());
        let base = collect::map(name.into_iter().map(|name| (name, super::Revision::NONE)));
        LoadedGame { base, ..LoadedGame::bare(game, vec![record], place) }
    }

    /// Returns a copy in which `game` has one more turn. The copy isn't saved yet.
    pub(super) fn with_turn(&self, game: OpenGame) -> Self {
        let (arrival, met) = (self.arrival, self.met.clone());
        LoadedGame {
            arrival,
            met,
            ..LoadedGame::bare(game, self.records.clone(), self.place.clone())
        }
    }

    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(u8::try_from(self.game.file.game.seats.len()).unwrap_or(0))
    }

    /// Returns the private name of the game, if it is in the vault.
    pub fn name(&self) -> Option<&str> {
        self.records.first().map(GameRecord::name)
    }

    /// Whether `name` is the name of one of our seats.
    pub fn is_own(&self, name: &str) -> bool {
        self.records.iter().any(|record| record.seat() == name)
    }

    /// Whether it is the turn of one of our seats.
    pub fn is_mine(&self) -> bool {
        self.game.standing.due_name().is_some_and(|due| self.is_own(due))
    }

    /// Whether it is the turn of one of our seats, and that turn joins the game.
    pub fn must_join(&self) -> bool {
        self.is_mine() && self.game.standing.expects == Expects::Join
    }

    /// Returns the indices of our seats that have joined.
    pub fn joined(&self) -> impl Iterator<Item = usize> {
        (0..self.records.len()).filter(|at| self.records[*at].has_joined())
    }

    /// Returns the index of our seat with the name `seat_name`. Without a name, returns our seat
    /// whose turn it is or, if there is none, our first seat. Ignores our seats that haven't
    /// joined.
    pub fn own_seat(&self, seat_name: Option<&str>) -> Result<Option<usize>, DeskError> {
        if let Some(name) = seat_name {
            if self.game.file.game.seat(name).is_none() {
                return Err(DeskError::NoSuchSeat(name.to_owned()));
            }
            return Ok(self.joined().find(|at| self.records[*at].seat() == name));
        }
        let due = self.game.standing.due_name();
        let is_due = |at: &usize| Some(self.records[*at].seat()) == due;
        Ok(self.joined().find(is_due).or(self.joined().next()))
    }

    /// Drops `stale` if it is [`StaleKind::Turns`]. Keeps `stale` if the older file lacks only our
    /// last turn, which may not have been written to a file, or ends with a turn that we have
    /// undone.
    #[must_use]
    pub fn newest(mut self) -> Self {
        self.stale = self.stale.take().filter(|stale| stale.behind != StaleKind::Turns);
        self
    }

    /// Returns the file as input for [`GameRecord::take_in`].
    pub(super) fn incoming(&self, text: String, now: Moment) -> Incoming {
        let OpenGame { file, standing, .. } = &self.game;
        Incoming {
            text,
            chain: standing.hashes.clone(),
            seats: file.turns.iter().map(|turn| turn.seat.clone()).collect(),
            sent: standing.last_sent,
            path: self.place.clone(),
            at: self.arrived(&self.game, now),
        }
    }

    /// Updates the game after its records have been saved.
    pub fn remembered(&mut self, saved: SavedState) {
        self.met = None;
        self.records.clone_from(&saved.records);
        self.saved_records = saved.records;
        self.base = saved.base;
    }
}

impl<S: Store> Desk<S> {
    /// Loads a file and compares it with the vault. If the file is rejected, saves the evidence,
    /// and otherwise saves nothing.
    pub fn load_bytes(
        &mut self,
        bytes: &[u8],
        place: Option<String>,
        now: Moment,
    ) -> Result<LoadedGame, DeskError> {
        let result = self.look(bytes, place, now);
        self.concluded(result)
    }

    /// Compares a parsed file with the vault. If the file is rejected, saves the evidence, and
    /// otherwise saves nothing.
    pub fn receive(
        &mut self,
        game: OpenGame,
        place: Option<String>,
        now: Moment,
    ) -> Result<LoadedGame, DeskError> {
        let result = self.look_at(game, place, now);
        self.concluded(result)
    }

    /// Opens a game at the latest version in the vault.
    pub fn open(&self, id: &Hash, now: Moment) -> Result<LoadedGame, DeskError> {
        let records = self.records(id)?;
        let first = records.first().ok_or_else(|| DeskError::UnknownGame(hex::encode(id)))?;
        let newest = records.iter().find_map(GameRecord::newest);
        let newest = newest.ok_or_else(|| DeskError::TakenBack(first.name().to_owned()))?;
        let result = self.look(newest.text.as_bytes(), first.path.clone(), now);
        result.map_err(|objection| *objection.why)
    }

    /// If the file was rejected, saves the evidence. Returns the result in any case.
    pub(super) fn concluded<T>(&mut self, result: Result<T, LoadError>) -> Result<T, DeskError> {
        result.or_else(|objection| {
            if let Some(evidence) = objection.evidence {
                self.keep(evidence)?;
            }
            Err(*objection.why)
        })
    }

    /// Does the same as [`Desk::load_bytes`], but saves nothing.
    pub fn look(
        &self,
        bytes: &[u8],
        place: Option<String>,
        now: Moment,
    ) -> Result<LoadedGame, LoadError> {
        let reading = turnfile::read(bytes);
        let Some(file) = reading.file else {
            return Err(DeskError::Unreadable(reading.fault).into());
        };
        let mut base = ReadSet::new();
        let records = self.records_upon(&file.game.id(), &mut base)?;
        let (game, fault, written) = read_turns(file, &records)?;
        let damaged = |turn, message, misplaced| {
            let damaged = DamagedFile::find(turn, message, &game.file, &records);
            Err(DeskError::Damaged(Box::new(DamagedFile { misplaced, ..damaged })).into())
        };
        if let Some(fault) = &reading.fault {
            return damaged(game.standing.turns() + 1, fault.to_string(), false);
        }
        if let Some(TurnError::Damage(damage)) = fault {
            let misplaced = damage.kind == DamageKind::BadChain;
            return damaged(damage.turn, game.standing.names.fill(&damage.message), misplaced);
        }
        let exact = written.as_ref().is_some_and(|written| written.as_bytes() == bytes);
        let bare = LoadedGame::bare(game, records, place);
        Ok(LoadedGame { exact, ..self.compare(LoadedGame { base, written, ..bare }, now)? })
    }

    /// Does the same as [`Desk::receive`], but saves nothing.
    pub fn look_at(
        &self,
        game: OpenGame,
        place: Option<String>,
        now: Moment,
    ) -> Result<LoadedGame, LoadError> {
        self.look_at_mail(game, place, &Arrivals::new(), now)
    }

    pub(super) fn compare(
        &self,
        mut loaded: LoadedGame,
        now: Moment,
    ) -> Result<LoadedGame, LoadError> {
        loaded.saved_records.clone_from(&loaded.records);
        let OpenGame { file, standing, .. } = &loaded.game;
        let unread = file.turns.iter().skip(standing.hashes.len());
        let hashes = standing.hashes.iter().copied().chain(unread.map(turnfile::Turn::hash));
        loaded.arriving_hashes = hashes.collect();
        self.hold_back(&mut loaded, now)?;
        self.bring_newest_to_top(&mut loaded, now)?;
        loaded.made_elsewhere = loaded.turn_made_elsewhere();
        loaded.judge_together()?;
        loaded.remember_claim();
        loaded.dated_ahead = loaded.game.file.turns.last().is_some_and(|turn| {
            loaded.is_own(&turn.seat) && turn.sent > now.checked_add_signed(FUTURE).unwrap_or(now)
        });
        loaded.written = None;
        Ok(loaded)
    }

    /// Stages the new turns and the path or name of the file.
    pub fn stage(&self, loaded: &LoadedGame) -> Result<Staged<SavedState>, DeskError> {
        let mut draft = Draft::upon(loaded.base.clone());
        if let Some(contacts) = &loaded.met {
            draft.put(DocName::CONTACTS, contacts)?;
        }
        let mut records = loaded.records.clone();
        let place = loaded.place.as_ref().filter(|_| loaded.stale.is_none());
        for (at, record) in records.iter_mut().enumerate() {
            record.path = place.cloned().or_else(|| record.path.take());
            if loaded.saved_records.get(at) != Some(&*record) {
                put_record(&mut draft, record)?;
            }
        }
        let base = draft.base_after();
        Ok(draft.stage(SavedState { records, base }))
    }

    /// Saves the new turns and the path or name of the file.
    pub fn remember(&mut self, loaded: &mut LoadedGame) -> Result<(), DeskError> {
        let staged = self.stage(loaded)?;
        let saved = self.keep(staged)?;
        loaded.remembered(saved);
        Ok(())
    }

    /// Returns the first difference between the turn `turn` of a file and our own copy of that
    /// turn, if we have a copy.
    pub fn changed(&self, turn: u32, file: &TurnFile) -> Result<Option<KeyDifference>, DeskError> {
        Ok(KeyDifference::find(turn, file, &self.records(&file.game.id())?))
    }

    /// Returns the secrets of our seat `at`.
    pub fn keys(&self, loaded: &LoadedGame, at: usize) -> Result<Keys, DeskError> {
        let record = loaded.records.get(at).ok_or(DeskError::NoSeat)?;
        let missing = || DeskError::NoSecrets(record.name().to_owned());
        let seat = loaded.game.file.game.seat(record.seat()).ok_or_else(missing)?;
        let identity = self.identity()?.ok_or_else(missing)?;
        let turns = &loaded.game.file.turns;
        let nonce = turns.iter().find(|turn| turn.seat == record.seat() && turn.nonce.is_some());
        // A seat that hides nothing and contributes no random numbers has no nonce.
        let nonce = nonce.and_then(|turn| turn.nonce).unwrap_or_default();
        let mut keys = Keys::new(identity, seat, record.seat(), &loaded.game.standing.id, nonce);
        let marks = record.marks.iter();
        let marks = marks.filter_map(|(square, sign)| Some((square.clone(), sign.chars().next()?)));
        let hidden = record
            .hidden()
            .map(|hidden| HiddenMove { item: hidden.item.clone(), value: hidden.value.clone() });
        keys.setup = record.setup().to_vec();
        keys.hidden = hidden.collect();
        keys.notes =
            Notes { marks: collect::map(marks), eliminate: self.config()?.auto_eliminate() };
        loaded.game.table.find_hidden(&mut keys);
        Ok(keys)
    }
}

/// Adds the record of a seat to a draft.
pub(super) fn put_record(draft: &mut Draft, record: &GameRecord) -> Result<(), DeskError> {
    let name = DocName::game(*record.id(), record.seat());
    let name =
        name.ok_or_else(|| DeskError::BadName(record.seat().escape_debug().take(80).collect()))?;
    draft.put_record(name, record)
}

/// Checks the turns of a file, skipping turns that were checked before. If this finds damage,
/// checks all turns again to locate it. Also returns the file as pbem writes it, if the vault has
/// records of the game.
fn read_turns(
    file: TurnFile,
    records: &[GameRecord],
) -> Result<(OpenGame, Option<TurnError>, Option<String>), OpenError> {
    let written = (!records.is_empty()).then(|| file.write());
    let text = written.as_deref().unwrap_or_default();
    let known = records.iter().map(|record| record.known_turns(text));
    let known = known.max_by_key(|known| known.len()).unwrap_or_default();
    let (table, fault) = match table::open_known(&file, known)? {
        (_, Some(TurnError::Damage(_))) if !known.is_empty() => table::open(&file)?,
        opened => opened,
    };
    Ok((OpenGame::new(file, table), fault, written))
}

/// Parses our own copy of a game, and checks its turns.
pub(super) fn read_own(text: &str, records: &[GameRecord]) -> Result<OpenGame, DeskError> {
    let unreadable = |message: String| DeskError::OwnCopy(message);
    let file = TurnFile::read(text.as_bytes()).map_err(|fault| unreadable(fault.to_string()))?;
    match read_turns(file, records).map_err(|error| unreadable(error.to_string()))? {
        (_, Some(TurnError::Damage(damage)), _) => Err(unreadable(damage.message)),
        (game, _, _) => Ok(game),
    }
}
