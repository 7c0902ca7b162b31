//! A game laid out: a file, read, checked and compared with what is remembered of it.
//!
//! What is new in a file is taken in here in memory only. Whoever has succeeded keeps it
//! ([`Desk::remember`]); nothing is kept of a file that is objected to, but for what shows
//! another key.

use super::Desk;
use super::compare::FUTURE;
use super::contacts::Contacts;
use super::damage::{Changed, Damaged};
use super::memory::Hash;
use super::record::{GameRecord, Incoming};
use super::staged::{Draft, Staged};
use super::store::{Base, DocName, Store};
use super::trouble::Trouble;
use crate::board::collect;
use crate::rules::{Notes, Seat};
use crate::table::{
    self, DamageKind, Differs, Finding, HiddenMove, Keys, OpenError, OpenGame, StandingClaim,
    TurnFault,
};
use crate::turnfile::{self, Moment, TurnFile};

/// A game in the newest state that is known here.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
#[derive(Clone, Debug)]
pub struct LaidOut {
    /// the newest file, and its table
    pub game: OpenGame,
    /// one's own seats, as they are remembered; none if the game is not on the desk
    pub records: Vec<GameRecord>,
    /// how the file that came stood to what was known
    pub arrival: Arrival,
    /// the file that came is behind the newest
    pub stale: Option<Stale>,
    /// where the file that does not stand leaves the one that does
    pub differs: Option<Differs>,
    /// the turn that a claim has crossed, so that the game is over, and nobody has won
    pub crossed: Option<u32>,
    /// different players have won in different files, so that the game is over, and void
    pub two_wins: bool,
    /// a breach in a file beside the newest
    pub proved: Option<Finding>,
    /// a seat that is another person's in the file that was known
    pub other_person: Option<Seat>,
    /// the last turn is one's own, and dated so far ahead that nobody can have taken it in
    pub dated_ahead: bool,
    /// the player says that what is to be answered came late, after a claim was made already
    pub arrived_late: bool,
    /// a claim that has come before its time: it was taken off
    pub held: Option<StandingClaim>,
    /// the bytes that were laid out are the file as pbem writes it, and nothing else
    pub exact: bool,
    /// where the file lies, as the face calls it
    pub place: Option<String>,
    /// the records as they are kept
    pub(super) kept: Vec<GameRecord>,
    /// the contacts with those who are new in this file, to be kept
    pub(super) met: Option<Contacts>,
    /// what has been read
    pub(super) base: Base,
    /// the file as pbem writes it, while it is compared, if it has been written for that
    pub(super) written: Option<String>,
    /// the hashes of all turns that the file has, also of those that were taken off
    pub(super) came: Vec<Hash>,
}

/// What has come of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arrival {
    /// nothing was known of this game
    Unknown,
    /// it has so many turns more than were known
    Newer(u32),
    /// nothing in it is new
    Known,
    /// it has so many turns fewer than are known
    Older(u32),
    /// it goes on with one's own turn of this number, which was taken back
    TakenBack(u32),
    /// it has another turn of this number, which stands in the place of the one that was known
    Differs(u32),
    /// it has another turn of this number, which does not stand
    Replaced(u32),
}

/// An older state of a game than the newest known.
#[derive(Clone, Debug)]
pub struct Stale {
    /// the file that came
    pub game: OpenGame,
    /// how it is behind
    pub behind: Behind,
}

/// In what way a file is behind the newest known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Behind {
    /// it lacks nothing but one's own last turn, which may be one that was signed and not written
    OwnTurn,
    /// it goes on with a turn of one's own that was taken back
    TakenBack,
    /// it lacks turns, or has other ones that do not stand
    Turns,
}

/// Why a file is not taken, and what of it is to be kept all the same: a key that came under a
/// known name.
#[derive(Debug)]
pub struct Objection {
    /// why
    pub why: Box<Trouble>,
    /// what is to be kept
    pub evidence: Option<Staged<()>>,
}

impl Objection {
    pub(super) fn with(why: Trouble, evidence: Draft) -> Self {
        Objection { why: Box::new(why), evidence: Some(evidence.stage(())) }
    }
}

impl<T: Into<Trouble>> From<T> for Objection {
    fn from(why: T) -> Self {
        Objection { why: Box::new(why.into()), evidence: None }
    }
}

/// What is remembered of a laid out game, once it is kept.
#[derive(Debug)]
pub struct Remembered {
    records: Vec<GameRecord>,
    base: Base,
}

impl LaidOut {
    /// A game that has not been compared with anything.
    fn bare(game: OpenGame, records: Vec<GameRecord>, place: Option<String>) -> Self {
        LaidOut {
            game,
            records,
            arrival: Arrival::Unknown,
            stale: None,
            differs: None,
            crossed: None,
            two_wins: false,
            proved: None,
            other_person: None,
            dated_ahead: false,
            arrived_late: false,
            held: None,
            exact: false,
            place,
            kept: Vec::new(),
            met: None,
            base: Base::new(),
            written: None,
            came: Vec::new(),
        }
    }

    /// A game that begins now, with the seat of this record.
    pub(super) fn fresh(game: OpenGame, record: GameRecord, place: Option<String>) -> Self {
        let name = DocName::game(*record.id(), record.seat());
        let base = collect::map(name.into_iter().map(|name| (name, super::Revision::NONE)));
        LaidOut { base, ..LaidOut::bare(game, vec![record], place) }
    }

    /// The same with a turn more, which has been read, not kept yet.
    pub(super) fn with_turn(&self, game: OpenGame) -> Self {
        let (arrival, met) = (self.arrival, self.met.clone());
        LaidOut { arrival, met, ..LaidOut::bare(game, self.records.clone(), self.place.clone()) }
    }

    /// All seats of the game.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(u8::try_from(self.game.file.game.seats.len()).unwrap_or(0))
    }

    /// The private name of the game, if it is on the desk.
    pub fn name(&self) -> Option<&str> {
        self.records.first().map(GameRecord::name)
    }

    /// Is this the name of a seat of one's own?
    pub fn is_own(&self, name: &str) -> bool {
        self.records.iter().any(|record| record.seat() == name)
    }

    /// Is it a seat of one's own that is due?
    pub fn is_mine(&self) -> bool {
        self.game.standing.due_name().is_some_and(|due| self.is_own(due))
    }

    /// Those of one's own seats that have joined.
    pub fn joined(&self) -> impl Iterator<Item = usize> {
        (0..self.records.len()).filter(|at| self.records[*at].has_joined())
    }

    /// The own seat of this name, or, if none is named, the one that is due, or the first.
    pub fn own_seat(&self, named: Option<&str>) -> Result<Option<usize>, Trouble> {
        if let Some(name) = named {
            if self.game.file.game.seat(name).is_none() {
                return Err(Trouble::NoSuchSeat(name.to_owned()));
            }
            return Ok(self.joined().find(|at| self.records[*at].seat() == name));
        }
        let due = self.game.standing.due_name();
        let is_due = |at: &usize| Some(self.records[*at].seat()) == due;
        Ok(self.joined().find(is_due).or(self.joined().next()))
    }

    /// The newest state, whatever the file was; only a turn that may not have been written, or
    /// taken out, is still told apart.
    #[must_use]
    pub fn newest(mut self) -> Self {
        self.stale = self.stale.take().filter(|stale| stale.behind != Behind::Turns);
        self
    }

    /// The file, which is written so, as the memory of a seat takes it in.
    pub(super) fn incoming(&self, text: String, now: Moment) -> Incoming {
        let OpenGame { file, standing, .. } = &self.game;
        Incoming {
            text,
            chain: standing.hashes.clone(),
            seats: file.turns.iter().map(|turn| turn.seat.clone()).collect(),
            path: self.place.clone(),
            at: now,
        }
    }

    /// What is remembered now is kept.
    pub fn remembered(&mut self, kept: Remembered) {
        self.met = None;
        self.records.clone_from(&kept.records);
        self.kept = kept.records;
        self.base = kept.base;
    }
}

impl<S: Store> Desk<S> {
    /// Reads a file and compares it with what is remembered. What is objected to is not kept, but
    /// for the evidence.
    pub fn lay_out(
        &mut self,
        bytes: &[u8],
        place: Option<String>,
        now: Moment,
    ) -> Result<LaidOut, Trouble> {
        let looked = self.look(bytes, place, now);
        self.concluded(looked)
    }

    /// Compares a file that has been read with what is remembered.
    pub fn receive(
        &mut self,
        game: OpenGame,
        place: Option<String>,
        now: Moment,
    ) -> Result<LaidOut, Trouble> {
        let looked = self.look_at(game, place, now);
        self.concluded(looked)
    }

    /// A game in the newest state that is remembered.
    pub fn open(&self, id: &Hash, now: Moment) -> Result<LaidOut, Trouble> {
        let records = self.records(id)?;
        let first = records.first().ok_or_else(|| Trouble::UnknownGame(hex::encode(id)))?;
        let newest = records.iter().find_map(GameRecord::newest);
        let newest = newest.ok_or_else(|| Trouble::TakenBack(first.name().to_owned()))?;
        let looked = self.look(newest.text.as_bytes(), first.path.clone(), now);
        looked.map_err(|objection| *objection.why)
    }

    /// Keeps the evidence of an objection, and gives what was looked at.
    pub(super) fn concluded<T>(&mut self, looked: Result<T, Objection>) -> Result<T, Trouble> {
        looked.or_else(|objection| {
            if let Some(evidence) = objection.evidence {
                self.keep(evidence)?;
            }
            Err(*objection.why)
        })
    }

    /// As [`Desk::lay_out`], but keeps nothing.
    pub fn look(
        &self,
        bytes: &[u8],
        place: Option<String>,
        now: Moment,
    ) -> Result<LaidOut, Objection> {
        let reading = turnfile::read(bytes);
        let Some(file) = reading.file else {
            return Err(Trouble::Unreadable(reading.fault).into());
        };
        let mut base = Base::new();
        let records = self.records_upon(&file.game.id(), &mut base)?;
        let (game, fault, written) = read_turns(file, &records)?;
        let damaged = |turn, message, misplaced| {
            let damaged = Damaged::find(turn, message, &game.file, &records);
            Err(Trouble::Damaged(Box::new(Damaged { misplaced, ..damaged })).into())
        };
        if let Some(fault) = &reading.fault {
            return damaged(game.standing.turns() + 1, fault.to_string(), false);
        }
        if let Some(TurnFault::Damage(damage)) = fault {
            let misplaced = damage.kind == DamageKind::BadChain;
            return damaged(damage.turn, game.standing.names.fill(&damage.message), misplaced);
        }
        let exact = written.as_ref().is_some_and(|written| written.as_bytes() == bytes);
        Ok(LaidOut { exact, ..self.compare(game, written, records, base, place, now)? })
    }

    /// As [`Desk::receive`], but keeps nothing.
    pub fn look_at(
        &self,
        game: OpenGame,
        place: Option<String>,
        now: Moment,
    ) -> Result<LaidOut, Objection> {
        let mut base = Base::new();
        let records = self.records_upon(&game.standing.id.0, &mut base)?;
        self.compare(game, None, records, base, place, now)
    }

    fn compare(
        &self,
        game: OpenGame,
        written: Option<String>,
        records: Vec<GameRecord>,
        base: Base,
        place: Option<String>,
        now: Moment,
    ) -> Result<LaidOut, Objection> {
        let kept = records.clone();
        let came = game.file.turns.iter().map(turnfile::Turn::hash).collect();
        let (game, held) = self.hold_back(game, &records, now)?;
        let written = written.filter(|_| held.is_none());
        let bare = LaidOut::bare(game, records, place);
        let mut laid = LaidOut { held, kept, base, written, came, ..bare };
        self.bring_newest_to_top(&mut laid, now)?;
        laid.judge_together()?;
        laid.remember_claim();
        laid.dated_ahead = laid.game.file.turns.last().is_some_and(|turn| {
            laid.is_own(&turn.seat) && turn.sent > now.checked_add_signed(FUTURE).unwrap_or(now)
        });
        laid.written = None;
        Ok(laid)
    }

    /// What is new in a laid out game, and where its file lies, for the store to keep.
    pub fn stage(&self, laid: &LaidOut) -> Result<Staged<Remembered>, Trouble> {
        let mut draft = Draft::upon(laid.base.clone());
        if let Some(contacts) = &laid.met {
            draft.put(DocName::CONTACTS, contacts)?;
        }
        let mut records = laid.records.clone();
        let place = laid.place.as_ref().filter(|_| laid.stale.is_none());
        for (at, record) in records.iter_mut().enumerate() {
            record.path = place.cloned().or_else(|| record.path.take());
            if laid.kept.get(at) != Some(&*record) {
                put_record(&mut draft, record)?;
            }
        }
        let base = draft.base_after();
        Ok(draft.stage(Remembered { records, base }))
    }

    /// Keeps what is new in a laid out game, and where its file lies.
    pub fn remember(&mut self, laid: &mut LaidOut) -> Result<(), Trouble> {
        let staged = self.stage(laid)?;
        let kept = self.keep(staged)?;
        laid.remembered(kept);
        Ok(())
    }

    /// Where a turn of a file differs from one's own copy of the game, if there is one.
    pub fn changed(&self, turn: u32, file: &TurnFile) -> Result<Option<Changed>, Trouble> {
        Ok(Changed::find(turn, file, &self.records(&file.game.id())?))
    }

    /// The secrets of one of one's own seats.
    pub fn keys(&self, laid: &LaidOut, at: usize) -> Result<Keys, Trouble> {
        let record = laid.records.get(at).ok_or(Trouble::NoSeat)?;
        let missing = || Trouble::NoSecrets(record.name().to_owned());
        let seat = laid.game.file.game.seat(record.seat()).ok_or_else(missing)?;
        let identity = self.identity()?.ok_or_else(missing)?;
        let turns = &laid.game.file.turns;
        let nonce = turns.iter().find(|turn| turn.seat == record.seat() && turn.nonce.is_some());
        // A seat that neither hides anything nor draws numbers has none, and needs none.
        let nonce = nonce.and_then(|turn| turn.nonce).unwrap_or_default();
        let mut keys = Keys::new(identity, seat, record.seat(), &laid.game.standing.id, nonce);
        let marks = record.marks.iter();
        let marks = marks.filter_map(|(square, sign)| Some((square.clone(), sign.chars().next()?)));
        let hidden = record
            .hidden()
            .map(|hidden| HiddenMove { item: hidden.item.clone(), value: hidden.value.clone() });
        keys.setup = record.setup().to_vec();
        keys.hidden = hidden.collect();
        keys.notes =
            Notes { marks: collect::map(marks), eliminate: self.config()?.auto_eliminate() };
        laid.game.table.find_hidden(&mut keys);
        Ok(keys)
    }
}

/// Puts the record of a seat into a draft.
pub(super) fn put_record(draft: &mut Draft, record: &GameRecord) -> Result<(), Trouble> {
    let name = DocName::game(*record.id(), record.seat());
    let name =
        name.ok_or_else(|| Trouble::BadName(record.seat().escape_debug().take(80).collect()))?;
    draft.put(name, record)
}

/// Reads the turns of a file. What has been checked before is believed; if the rest then does not
/// fit, all is checked, to say where. Gives the file as pbem writes it as well, if it was needed.
fn read_turns(
    file: TurnFile,
    records: &[GameRecord],
) -> Result<(OpenGame, Option<TurnFault>, Option<String>), OpenError> {
    let written = (!records.is_empty()).then(|| file.write());
    let text = written.as_deref().unwrap_or_default();
    let known = records.iter().map(|record| record.known_turns(text));
    let known = known.max_by_key(|known| known.len()).unwrap_or_default();
    let (table, fault) = match table::open_known(&file, known)? {
        (_, Some(TurnFault::Damage(_))) if !known.is_empty() => table::open(&file)?,
        opened => opened,
    };
    Ok((OpenGame::new(file, table), fault, written))
}

/// Reads one's own copy of a game.
pub(super) fn read_own(text: &str, records: &[GameRecord]) -> Result<OpenGame, Trouble> {
    let unreadable = |message: String| Trouble::OwnCopy(message);
    let file = TurnFile::read(text.as_bytes()).map_err(|fault| unreadable(fault.to_string()))?;
    match read_turns(file, records).map_err(|error| unreadable(error.to_string()))? {
        (_, Some(TurnFault::Damage(damage)), _) => Err(unreadable(damage.message)),
        (game, _, _) => Ok(game),
    }
}
