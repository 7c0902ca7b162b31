//! Compares an incoming file with the records in the vault.

use chrono::TimeDelta;

use super::Desk;
use super::chain::{ChainOrder, Hash};
use super::error::DeskError;
use super::load::{Arrival, LoadError, LoadedGame, StaleFile, read_own};
use super::other_versions::ParsedVersion;
use super::reasons::{Forbidden, StaleKind};
use super::record::{Breach, GameRecord, Incoming, Newest};
use super::store::Store;
use crate::rules::Seat;
use crate::table::{Branch, OpenGame, may_change_table, unite};
use crate::turnfile::Moment;

/// Largest tolerated difference between the clocks of two players.
pub(super) const FUTURE: TimeDelta = TimeDelta::hours(24);

impl<S: Store> Desk<S> {
    /// Puts the latest version into `loaded`, from the incoming file or from a record, and updates
    /// the records of all our seats.
    pub(super) fn bring_newest_to_top(
        &self,
        loaded: &mut LoadedGame,
        now: Moment,
    ) -> Result<(), LoadError> {
        self.find_own_seats(loaded, now)?;
        let hashes = &loaded.game.standing.hashes;
        let orders: Vec<ChainOrder> =
            loaded.records.iter().map(|record| record.judge(hashes)).collect();
        loaded.arrival = arrival(&orders);
        if let Some(record) =
            orders.iter().position(|order| matches!(order, ChainOrder::Differs { .. }))
        {
            return self.differs(loaded, record, now);
        }
        if let Some(record) =
            orders.iter().position(|order| matches!(order, ChainOrder::TakenBack { .. }))
        {
            put_newest_on_top(loaded, record, Some(StaleKind::TakenBack))?;
            return Ok(());
        }
        let newest = |record: &usize| loaded.records[*record].newest().map_or(0, Newest::turns);
        let older = (0..orders.len())
            .filter(|record| matches!(orders[*record], ChainOrder::Older { .. }))
            .max_by_key(newest);
        if let Some(record) = older {
            put_newest_on_top(loaded, record, None)?;
        }
        self.take_in(loaded, now)
    }

    /// Updates our records that lack turns of the loaded file.
    fn take_in(&self, loaded: &mut LoadedGame, now: Moment) -> Result<(), LoadError> {
        let hashes = &loaded.game.standing.hashes;
        let is_news = |order| matches!(order, ChainOrder::Newer { .. } | ChainOrder::Unknown);
        let news: Vec<usize> = (0..loaded.records.len())
            .filter(|at| is_news(loaded.records[*at].judge(hashes)))
            .collect();
        let turns = |at: &usize| loaded.records[*at].newest().map_or(0, Newest::turns);
        let Some(known) = news.iter().map(turns).min() else { return Ok(()) };
        check_dates(loaded, known, now)?;
        self.meet(loaded, known, now)?;
        let text = loaded.write();
        let incoming = loaded.incoming(text, now);
        let copies = std::iter::repeat_n(incoming, news.len());
        for (at, incoming) in news.into_iter().zip(copies) {
            loaded.records[at].take_in(incoming);
        }
        note_breach(loaded);
        Ok(())
    }

    /// Handles an incoming file whose version of a turn differs from the version in this record.
    fn differs(
        &self,
        loaded: &mut LoadedGame,
        record: usize,
        now: Moment,
    ) -> Result<(), LoadError> {
        let known_text = loaded.records[record].newest().map(|newest| newest.text.to_string());
        let known_text = known_text.unwrap_or_default();
        let known = read_own(&known_text, &loaded.records)?;
        let (known, incoming_branch) =
            (ParsedVersion::new(known_text, known), loaded.game.table.branch());
        if let Some(seat) = known.branch.other_table(&incoming_branch) {
            if !may_change_table(&known.branch, &incoming_branch) {
                return Err(another_player(loaded, seat).into());
            }
            loaded.other_person = Some(seat);
            return self.yields(loaded, &known, &incoming_branch, now);
        }
        let mut files = loaded.others()?;
        files.retain(|other| other.branch.other_table(&incoming_branch).is_none());
        let branches =
            [&known.branch, &incoming_branch].into_iter().chain(files.iter().map(|it| &it.branch));
        let branches: Vec<Branch> = branches.cloned().collect();
        match unite(&branches).map_or(0, |union| union.standing) {
            0 => self.stays(loaded, record, &known, &incoming_branch, now),
            1 => self.yields(loaded, &known, &incoming_branch, now),
            other => {
                let text = files.swap_remove(other - 2).text;
                Ok(brings_up(loaded, &text, known, &incoming_branch, now)?)
            }
        }
    }

    /// Handles an incoming file whose version counts, so that it replaces the known version.
    fn yields(
        &self,
        loaded: &mut LoadedGame,
        known: &ParsedVersion,
        incoming_branch: &Branch,
        now: Moment,
    ) -> Result<(), LoadError> {
        let Some(differs) = known.branch.leaves(incoming_branch) else { return Ok(()) };
        may_yield(loaded)?;
        let before = differs.turn.saturating_sub(1);
        check_dates(loaded, before, now)?;
        if loaded.other_person.is_some() {
            self.forget_other_person(loaded, &known.branch)?;
        }
        self.meet(loaded, before, now)?;
        loaded.differs = Some(differs);
        loaded.arrival = Arrival::Differs(differs.turn);
        let files = loaded.others()?.into_iter().chain([known.clone()]).collect();
        let text = loaded.write();
        let incoming = loaded.incoming(text, now);
        for record in &mut loaded.records {
            record.adopt(incoming.clone());
        }
        loaded.keep_beside(incoming_branch, files);
        note_breach(loaded);
        Ok(())
    }

    /// Handles an incoming file whose version doesn't count, because the known version counts.
    fn stays(
        &self,
        loaded: &mut LoadedGame,
        record: usize,
        known: &ParsedVersion,
        incoming_branch: &Branch,
        now: Moment,
    ) -> Result<(), LoadError> {
        let Some(differs) = incoming_branch.leaves(&known.branch) else { return Ok(()) };
        loaded.differs = Some(differs);
        loaded.arrival = Arrival::Replaced(differs.turn);
        let hashes = &loaded.game.standing.hashes;
        let undone = loaded.records.iter().any(|record| record.holds_undone_claim(hashes));
        if !undone && check_dates(loaded, differs.turn.saturating_sub(1), now).is_ok() {
            let text = loaded.write();
            let incoming_version = ParsedVersion::new(text, loaded.game.clone());
            let files = loaded.others()?.into_iter().chain([incoming_version]).collect();
            loaded.keep_beside(&known.branch, files);
        }
        put_newest_on_top(loaded, record, Some(StaleKind::Turns))?;
        self.take_in(loaded, now)
    }

    /// Removes each contact that was added only because of a seat in the known file, if another
    /// person has that seat in the incoming file.
    fn forget_other_person(
        &self,
        loaded: &mut LoadedGame,
        known: &Branch,
    ) -> Result<(), DeskError> {
        let mut contacts = self.met(loaded)?;
        let game = hex::encode(loaded.game.standing.id.0);
        let before = contacts.clone();
        for (seat, key) in loaded.seats().zip(&known.keys) {
            let name = loaded.game.standing.names.of(seat);
            let now = loaded.game.standing.player(seat).and_then(|player| player.key);
            let met_here = contacts.get(name).is_ok_and(|contact| {
                let here = contact.first_game.as_ref() == Some(&game);
                here && !contact.confirmed && Some(contact.key) == *key && *key != now
            });
            if met_here {
                contacts.forget(name)?;
            }
        }
        loaded.met = (contacts != before).then_some(contacts).or(loaded.met.take());
        Ok(())
    }

    /// Creates the missing records of seats that have our key. A record is missing if the vault was
    /// lost and only its identity was restored. A seat with another key is never ours, so this
    /// fails if a record exists for such a seat.
    fn find_own_seats(&self, loaded: &mut LoadedGame, now: Moment) -> Result<(), LoadError> {
        let Some(own) = self.own_key()? else { return Ok(()) };
        for seat in loaded.seats() {
            let standing = &loaded.game.standing;
            let player = standing.player(seat).filter(|player| player.joined);
            let (Some(key), name) = (player.and_then(|player| player.key), standing.names.of(seat))
            else {
                continue;
            };
            match (loaded.records.iter().any(|record| record.seat() == name), key == own) {
                (true, false) => return Err(another_player(loaded, seat).into()),
                (false, true) => self.restore_seat(loaded, seat, now)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn restore_seat(
        &self,
        loaded: &mut LoadedGame,
        seat: Seat,
        now: Moment,
    ) -> Result<(), DeskError> {
        let standing = &loaded.game.standing;
        let with = loaded.seats().find(|other| *other != seat).unwrap_or(seat);
        let name = match loaded.name() {
            Some(name) => name.to_owned(),
            None => self.name_for(standing.kind, standing.names.of(with))?,
        };
        let (id, seat) = (standing.id.0, standing.names.of(seat).to_owned());
        let mut record = GameRecord::new(id, seat, standing.kind.id(), name);
        record.restored = self.may_lack_turns_since(loaded, &record, now)?;
        self.record(record.id(), record.seat(), &mut loaded.base)?;
        loaded.records.push(record);
        Ok(())
    }
}

/// Makes one of the other versions in the vault the latest version, because the incoming file has
/// shown that this version counts.
fn brings_up(
    loaded: &mut LoadedGame,
    text: &str,
    known: ParsedVersion,
    incoming_branch: &Branch,
    now: Moment,
) -> Result<(), DeskError> {
    let written = loaded.write();
    let incoming_version = ParsedVersion::new(written, loaded.game.clone());
    let files = loaded.others()?.into_iter().chain([known, incoming_version]).collect();
    let top = read_own(text, &loaded.records)?;
    let newest = top.table.branch();
    let game = loaded.put_on_top(top);
    loaded.differs = incoming_branch.leaves(&newest);
    loaded.arrival = Arrival::Replaced(loaded.differs.map_or(0, |differs| differs.turn));
    loaded.stale = Some(StaleFile { game, behind: StaleKind::Turns });
    let incoming = Incoming { path: None, ..loaded.incoming(text.to_owned(), now) };
    for record in &mut loaded.records {
        record.adopt(incoming.clone());
    }
    loaded.keep_beside(&newest, files);
    note_breach(loaded);
    Ok(())
}

fn another_player(loaded: &LoadedGame, seat: Seat) -> DeskError {
    let name = loaded.name().unwrap_or_default().to_owned();
    DeskError::AnotherPlayer { seat: loaded.game.standing.names.of(seat).to_owned(), name }
}

/// Returns an error if our records show that a breach has ended a two-player game. No later file
/// can reopen the game.
fn may_yield(loaded: &LoadedGame) -> Result<(), Forbidden> {
    let breach = loaded.records.iter().find_map(GameRecord::breach);
    match breach.filter(|breach| !loaded.game.standing.hashes.contains(&breach.hash)) {
        Some(breach) if loaded.seats().count() == 2 => {
            Err(Forbidden::Ended { number: breach.number })
        }
        _ => Ok(()),
    }
}

/// Rejects turns with a date more than [`FUTURE`] later than our clock.
fn check_dates(loaded: &LoadedGame, known: u32, now: Moment) -> Result<(), DeskError> {
    let latest = now.checked_add_signed(FUTURE).unwrap_or(now);
    let new = loaded.game.file.turns.iter().skip(known as usize);
    match new.clone().find(|turn| turn.sent > latest) {
        None => Ok(()),
        Some(turn) => {
            let (turn, seat, sent) = (turn.number, turn.seat.clone(), turn.sent);
            Err(DeskError::FromTheFuture { turn, seat, sent, now })
        }
    }
}

/// Combines the comparisons with all our records into one result: the comparison with the highest
/// rank.
fn arrival(orders: &[ChainOrder]) -> Arrival {
    let rank = |order: &&ChainOrder| match order {
        ChainOrder::Differs { .. } => 5,
        ChainOrder::TakenBack { .. } => 4,
        ChainOrder::Newer { .. } => 3,
        ChainOrder::Older { .. } => 2,
        ChainOrder::Same => 1,
        ChainOrder::Unknown => 0,
    };
    orders.iter().max_by_key(rank).copied().map_or(Arrival::Unknown, Arrival::from)
}

/// If the latest turn proves a breach, records the breach, which ends the game.
fn note_breach(loaded: &mut LoadedGame) {
    let standing = &loaded.game.standing;
    let Some(finding) = &standing.breach else { return };
    let breach = Breach {
        number: standing.turns(),
        hash: standing.hashes.last().copied().unwrap_or_default(),
        seat: standing.names.of(finding.seat).to_owned(),
    };
    for record in &mut loaded.records {
        record.end_by_breach(breach.clone());
    }
}

/// Replaces an older incoming file with the latest version, and keeps the older file as `stale`.
fn put_newest_on_top(
    loaded: &mut LoadedGame,
    record: usize,
    behind: Option<StaleKind>,
) -> Result<(), DeskError> {
    let record: &GameRecord = &loaded.records[record];
    let Some(newest) = record.newest() else {
        return Err(DeskError::TakenBack(record.name().to_owned()));
    };
    let lacks_one = newest.turns() == loaded.game.standing.turns() + 1;
    let lacks_own = lacks_one && loaded.is_own(&newest.last_seat);
    let behind = behind.unwrap_or(if lacks_own { StaleKind::OwnTurn } else { StaleKind::Turns });
    let newest = read_own(&newest.text, &loaded.records)?;
    let game = loaded.put_on_top(newest);
    loaded.stale = Some(StaleFile { game, behind });
    Ok(())
}

impl From<ChainOrder> for Arrival {
    fn from(order: ChainOrder) -> Self {
        match order {
            ChainOrder::Unknown => Arrival::Unknown,
            ChainOrder::Same => Arrival::Known,
            ChainOrder::Newer { by } => Arrival::Newer(by),
            ChainOrder::Older { by } => Arrival::Older(by),
            ChainOrder::TakenBack { number } => Arrival::TakenBack(number),
            ChainOrder::Differs { at } => Arrival::Differs(at),
        }
    }
}

impl LoadedGame {
    /// Returns the text of the current file as pbem writes it.
    pub(super) fn write(&mut self) -> String {
        self.written.take().unwrap_or_else(|| self.game.file.write())
    }

    /// Replaces the file being compared and returns the previous file.
    pub(super) fn put_on_top(&mut self, game: OpenGame) -> OpenGame {
        self.written = None;
        std::mem::replace(&mut self.game, game)
    }

    /// Returns the turn hashes of everything that was compared: the incoming file, the latest
    /// version, and each record before the update.
    pub fn compared(&self) -> impl Iterator<Item = &[Hash]> {
        let saved = self.saved_records.iter().filter_map(GameRecord::newest);
        let saved = saved.map(|newest| newest.chain.as_slice());
        [self.arriving_hashes.as_slice(), &self.game.standing.hashes].into_iter().chain(saved)
    }

    /// Whether the records, as they were last saved, say that this game waits for a newer file
    /// because the vault was restored.
    pub fn was_waiting(&self) -> bool {
        self.saved_records.iter().any(GameRecord::is_restored)
    }
}
