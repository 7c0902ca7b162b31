//! Starts games: opens a game, joins a game, or prepares a rematch.

use super::Desk;
use super::error::DeskError;
use super::load::{LoadError, LoadedGame, put_record};
use super::record::{Bots, GameRecord};
use super::store::{DocName, ReadSet, Store};
use super::transaction::{Draft, Staged};
use super::turn::SavedTurn;
use super::{Config, Outside};
use crate::audit::{self, VerdictKind};
use crate::board::collect;
use crate::crypto::GameId;
use crate::games::Kind;
use crate::rules::{OptionMap, Seat};
use crate::table::{self, AnyTable, Expects, Keys, OpenGame, Plan, Refusal};
use crate::turnfile::{Header, Moment, TurnFile};

/// A game that is about to be opened.
#[derive(Clone, Debug)]
pub struct NewGame {
    pub header: Header,
    /// Our private name for the game.
    pub name: String,
    /// Where the caller will write the file.
    pub place: Option<String>,
    /// Seats that this vault's bots play.
    pub bots: Bots,
}

impl<S: Store> Desk<S> {
    /// Returns the header of a new game. The first of `seats` opens the game, on the kind's default
    /// side. The header contains the keys of known contacts, so that no one else can take their
    /// seats.
    pub fn header(
        &self,
        kind: Kind,
        seats: Vec<String>,
        options: OptionMap,
        first: Option<String>,
        outside: &mut dyn Outside,
    ) -> Result<Header, DeskError> {
        let nonce = outside.secret();
        let contacts = self.contacts()?;
        let key_of = |name: &String| Some((name.clone(), contacts.get(name).ok()?.key));
        let keys = collect::map(seats.iter().skip(1).filter_map(key_of));
        let created = outside.now();
        let (kind_id, opener) = (kind.id().to_owned(), None);
        let arbiter = None;
        let header =
            Header { kind: kind_id, seats, created, nonce, first, opener, options, keys, arbiter };
        let faults = table::header_faults(kind, &header);
        if faults.is_empty() { Ok(header) } else { Err(DeskError::BadHeader(faults)) }
    }

    /// Returns a free private name for a game of this kind with this opponent.
    pub fn name_for(&self, kind: Kind, with: &str) -> Result<String, DeskError> {
        self.free_name(&format!("{}-{with}", kind.short()))
    }

    /// Returns the keys for a first turn with this setup. The keys have a fresh nonce, so that two
    /// seals never share a salt.
    pub fn fresh(
        &mut self,
        header: &Header,
        seat: Seat,
        setup: Vec<String>,
        outside: &mut dyn Outside,
    ) -> Result<Keys, DeskError> {
        let name = header.seats.get(seat.index());
        let name = name.ok_or_else(|| DeskError::NoSuchSeat(String::new()))?;
        let identity = self.identity_or_new(outside)?;
        let keys = Keys::new(identity, seat, name, &GameId(header.id()), outside.secret());
        Ok(Keys { setup, ..keys })
    }

    /// Opens a game and signs its first turn.
    pub fn begin(
        &self,
        game: NewGame,
        fresh: &Keys,
        plan: &Plan,
        outside: &mut dyn Outside,
    ) -> Result<Staged<SavedTurn>, DeskError> {
        let NewGame { header, name, place, bots } = game;
        let table = AnyTable::new(&header)?;
        let seat = header.opened_by().to_owned();
        let mut record = GameRecord::new(header.id(), seat, header.kind.clone(), name);
        record.bots = bots;
        let file = TurnFile { game: header, turns: Vec::new() };
        let loaded = LoadedGame::fresh(OpenGame::new(file, table), record, place);
        self.take_seat(&loaded, 0, fresh, plan, outside)
    }

    /// Reserves our seat in a game that a bot of this vault is about to open.
    pub fn expect(
        &mut self,
        game: NewGame,
        seat: &str,
        outside: &mut dyn Outside,
    ) -> Result<Staged<()>, DeskError> {
        let NewGame { header, name, place, bots } = game;
        let mut record = GameRecord::new(header.id(), seat, header.kind, name);
        (record.bots, record.path) = (bots, place);
        let key = self.identity_or_new(outside)?.public();
        let mut draft = self.born(outside, Some(&key))?;
        put_record(&mut draft, &record)?;
        Ok(draft.stage(()))
    }

    /// Returns the seat to take in a game: the seat `named`, otherwise the seat that is reserved
    /// for us, otherwise the seat with our name. If we have no name yet, returns the only open
    /// seat.
    ///
    /// Adds the players who have joined to the contacts, which are saved with the game. If a
    /// player's key is rejected, saves only the rejected key, as evidence.
    pub fn seat_to_take(
        &mut self,
        loaded: &mut LoadedGame,
        seat_name: Option<&str>,
        now: Moment,
    ) -> Result<Seat, DeskError> {
        let result = self.look_for_seat(loaded, seat_name, now);
        self.concluded(result)
    }

    /// Does the same as [`Desk::seat_to_take`], but saves nothing.
    pub fn look_for_seat(
        &self,
        loaded: &mut LoadedGame,
        seat_name: Option<&str>,
        now: Moment,
    ) -> Result<Seat, LoadError> {
        if let Some(finding) = &loaded.game.standing.breach {
            return Err(DeskError::Breach(finding.clone()).into());
        }
        let seat = self.open_seat(loaded, seat_name)?;
        let name = loaded.game.standing.names.of(seat);
        if let Some(key) = loaded.game.file.game.keys.get(name)
            && self.own_key()?.as_ref() != Some(key)
        {
            return Err(DeskError::KeptForAnother { seat: name.to_owned(), key: *key }.into());
        }
        self.meet(loaded, 0, now)?;
        Ok(seat)
    }

    fn open_seat(&self, loaded: &LoadedGame, seat_name: Option<&str>) -> Result<Seat, DeskError> {
        let (header, standing) = (&loaded.game.file.game, &loaded.game.standing);
        let config = self.config()?;
        let own = config.name();
        let seat_name =
            seat_name.or(loaded.expected()).or(own.filter(|name| header.seat(name).is_some()));
        let open: Vec<Seat> = loaded.seats().filter(|seat| !standing.joined(*seat)).collect();
        let seat = match (seat_name, open.as_slice()) {
            (Some(name), _) => {
                header.seat(name).ok_or_else(|| DeskError::NoSuchSeat(name.to_owned()))?
            }
            (None, [only]) if own.is_none() => *only,
            (None, []) => return Err(DeskError::Joined(None)),
            (None, open) => {
                let names = open.iter().map(|seat| standing.names.of(*seat).to_owned());
                return Err(DeskError::WhichSeat(names.collect()));
            }
        };
        if standing.joined(seat) {
            return Err(DeskError::Joined(Some(standing.names.of(seat).to_owned())));
        }
        match standing.due {
            Some(due) if due != seat => {
                Err(DeskError::NotYourJoin(standing.names.of(due).to_owned()))
            }
            Some(_) => Ok(seat),
            None => Err(DeskError::Refused(Refusal::Over)),
        }
    }

    /// Returns the seats that no one has taken, except seats that are reserved for another key.
    pub fn open_seats(&self, game: &OpenGame) -> Result<Vec<Seat>, DeskError> {
        let own = self.own_key()?;
        let (header, standing) = (&game.file.game, &game.standing);
        let free = |seat: &Seat| {
            let key = header.keys.get(standing.names.of(*seat));
            !standing.joined(*seat) && key.is_none_or(|key| Some(*key) == own)
        };
        let seats = Seat::all(u8::try_from(header.seats.len()).unwrap_or(0));
        Ok(seats.filter(free).collect())
    }

    /// Whether we could take the next turn of this file in order to join the game.
    pub fn may_join(&self, game: &OpenGame) -> Result<bool, DeskError> {
        let standing = &game.standing;
        let due = standing.due.filter(|due| !standing.joined(*due));
        let config = self.config()?;
        let me = config.name().filter(|me| game.file.game.seat(me).is_some());
        Ok(due.is_some_and(|due| me.is_none_or(|me| me == standing.names.of(due))))
    }

    /// Takes a seat and signs its first turn.
    ///
    /// # Errors
    ///
    /// Fails if this vault may have joined the game before. With `never`, skips this check, because
    /// the user says that the vault has never joined the game.
    pub fn join(
        &self,
        loaded: &LoadedGame,
        fresh: &Keys,
        plan: &Plan,
        never: bool,
        outside: &mut dyn Outside,
    ) -> Result<Staged<SavedTurn>, DeskError> {
        if !never {
            self.may_take(loaded, fresh.seat)?;
        }
        let mut loaded = loaded.clone();
        let at = self.own_record(&mut loaded, fresh.seat, plan.sent)?;
        self.take_seat(&loaded, at, fresh, plan, outside)
    }

    fn take_seat(
        &self,
        loaded: &LoadedGame,
        at: usize,
        fresh: &Keys,
        plan: &Plan,
        outside: &mut dyn Outside,
    ) -> Result<Staged<SavedTurn>, DeskError> {
        let (draft, about) = self.birth(outside, Some(&fresh.identity.public()))?;
        let seat = loaded.records.get(at).map_or("", GameRecord::seat);
        let mut base = ReadSet::new();
        let mut config: Config = self.read(&DocName::CONFIG, &mut base)?.unwrap_or_default();
        let mut last = Draft::upon(base);
        // The first seat name that the user plays under becomes the `name` setting.
        if config.name().is_none() {
            config.set("name", seat)?;
            last.put(DocName::CONFIG, &config)?;
        }
        // Write the list of taken seats after the record. Otherwise, a crash between the two writes
        // could leave a seat that is on the list but has no record, and pbem would refuse to take
        // that seat.
        let record =
            loaded.records.get(at).filter(|_| fresh.seat != loaded.game.file.game.opening_seat());
        if let Some(about) = record.and_then(|record| about.with_seat(record)) {
            last.put(DocName::VAULT, &about)?;
        }
        let staged = self.sign(loaded, at, fresh, plan, plan.sent, draft)?;
        let after = last.base_after();
        Ok(staged.and(last).map(|mut written| {
            // The result must contain the revisions that the documents have after the commit.
            for (name, revision) in &mut written.loaded.base {
                if let Some(new) = after.get(name) {
                    revision.clone_from(new);
                }
            }
            written
        }))
    }

    /// Returns the index of our record for a seat, and creates the record if there is none. An
    /// existing record may be left over from a first turn that was undone.
    fn own_record(
        &self,
        loaded: &mut LoadedGame,
        seat: Seat,
        now: Moment,
    ) -> Result<usize, DeskError> {
        let standing = &loaded.game.standing;
        let seat = standing.names.of(seat).to_owned();
        if let Some(at) = loaded.records.iter().position(|record| record.seat() == seat) {
            return Ok(at);
        }
        let name = match loaded.name() {
            Some(name) => name.to_owned(),
            None => self.name_for(standing.kind, loaded.game.file.game.opened_by())?,
        };
        let mut record = GameRecord::new(standing.id.0, seat, standing.kind.id(), name);
        record.take_in(loaded.incoming(loaded.game.file.write(), now));
        self.record(record.id(), record.seat(), &mut loaded.base)?;
        loaded.records.push(record);
        Ok(loaded.records.len() - 1)
    }

    /// Returns the header of a rematch with the same players and house rules, opened by our seat
    /// `at`. In a two-player kind, the players alternate going first.
    pub fn header_of_next(
        &self,
        loaded: &LoadedGame,
        at: usize,
        outside: &mut dyn Outside,
    ) -> Result<Header, DeskError> {
        let OpenGame { file, standing, .. } = &loaded.game;
        let old = &file.game;
        let opener = loaded.opener_of_next(at)?;
        let from = old.seats.iter().position(|name| name == opener).unwrap_or(0);
        let seats = old.seats.iter().cycle().skip(from).take(old.seats.len()).cloned().collect();
        let first = first_of_next(&loaded.game);
        let header = self.header(standing.kind, seats, old.options.clone(), first, outside)?;
        Ok(Header { arbiter: old.arbiter.clone(), ..header })
    }
}

impl LoadedGame {
    /// Whether we have started this game and no one else has joined it.
    pub fn is_own_invitation(&self) -> bool {
        self.game.standing.expects == Expects::Join
            && self.game.file.turns.iter().all(|turn| self.is_own(&turn.seat))
            && self.joined().next().is_some()
    }

    /// Whether we have withdrawn or declined the invitation to this game.
    pub fn is_withdrawn(&self) -> bool {
        !self.records.is_empty() && self.records.iter().all(|record| record.withdrawn)
    }

    /// Withdraws our invitation: we no longer wait for the others to join. If one of them joins
    /// after all, the game comes back.
    pub fn withdraw(&mut self) {
        for record in &mut self.records {
            record.withdrawn = true;
        }
    }

    /// Returns the name of the seat that opens the rematch: our seat `at`, or one of its bots.
    ///
    /// # Errors
    ///
    /// Fails if the game isn't over, or if another player opens the rematch.
    pub fn opener_of_next(&self, at: usize) -> Result<&str, DeskError> {
        let OpenGame { file, standing, .. } = &self.game;
        let verdict = audit::verify_open(&self.game);
        if verdict.kind == VerdictKind::Open && verdict.result.is_none() {
            return Err(DeskError::NotOver);
        }
        let me = self.records.get(at).ok_or(DeskError::NoSeat)?.seat();
        let winner = verdict.result.as_ref().and_then(|result| result.winners.first().copied());
        let opener = table::opener_of_next(standing.kind, &file.game, winner);
        let opener = opener.map_or(me, |opener| standing.names.of(opener));
        if opener != me && self.bot(opener).is_none() {
            return Err(DeskError::NotYours(opener.to_owned()));
        }
        Ok(opener)
    }
}

/// Returns the player who goes first in the next game of a two-player kind: the player who didn't
/// go first in this game.
pub fn first_of_next(game: &OpenGame) -> Option<String> {
    let first = game.standing.first.filter(|_| game.standing.kind.seats() == (2..=2))?;
    let mut seats = Seat::all(2).filter(|seat| *seat != first);
    seats.next().map(|seat| game.standing.names.of(seat).to_owned())
}
