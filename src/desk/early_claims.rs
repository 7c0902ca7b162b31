//! Claims that arrive too early, or before our turn that ends the game. A verifier has no clock, so
//! it relies on the dates in the file. A vault has a clock, so a false date can't shorten the time
//! of the vault's player.

use chrono::TimeDelta;

use super::Desk;
use super::error::DeskError;
use super::load::{LoadedGame, put_record};
use super::record::{GameRecord, HeldClaim, Newest};
use super::store::{ReadSet, Store};
use super::transaction::{Draft, Staged};
use crate::rules::Seat;
use crate::table::{self, Intent, OpenGame, Plan, StandingClaim};
use crate::turnfile::{Moment, Turn, TurnFile};

/// What our next turn does about a claim against us that our vault has not taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Held {
    /// It is on time, so the claim doesn't count.
    OnTime,
    /// The turn before it arrived late, so it is still on time.
    ArrivedLate,
    /// It ends the game, so the claim doesn't count.
    Ends,
    /// It is late, so the claim counts.
    TooLate,
}

impl<S: Store> Desk<S> {
    /// Removes a claim that is too early, and all turns after it. A claim is too early if it is
    /// dated later than our clock. It is also too early if it is against one of our seats, and that
    /// seat hasn't had the previous turn for the full time of a turn, or can end the game with a
    /// turn that needs no decision. After the removal, our seat can still answer, and its answer
    /// counts.
    pub(super) fn hold_back(&self, loaded: &mut LoadedGame, now: Moment) -> Result<(), DeskError> {
        let OpenGame { file, .. } = &loaded.game;
        let claims: Vec<usize> = (0..file.turns.len())
            .filter(|at| table::is_claim(&file.turns[*at]))
            .filter(|at| !is_known(&loaded.game, *at, &loaded.records))
            .collect();
        for at in claims {
            let before = loaded.game.back_at(at)?;
            loaded.held_claim = self.too_early(&before, loaded, now)?;
            if loaded.held_claim.is_some() {
                loaded.put_on_top(before);
                break;
            }
        }
        Ok(())
    }

    /// Records the claims in a file that a command only inspects. So pbem asks the player before it
    /// gives an answer an earlier date than such a claim.
    pub fn heed(&self, file: &TurnFile) -> Result<Staged<()>, DeskError> {
        let mut base = ReadSet::new();
        let records = self.records_upon(&file.game.id(), &mut base)?;
        let mut draft = Draft::upon(base);
        let claims = || file.turns.iter().filter(|turn| table::is_claim(turn));
        if records.is_empty() || claims().next().is_none() {
            return Ok(Draft::default().stage(()));
        }
        let branch = table::open(file)?.0.branch();
        for mut record in records {
            let against_it = |turn: &&Turn| {
                let hash = turn.hash();
                let signed = branch.turns.iter().find(|signed| signed.hash == hash);
                let against = signed.and_then(|signed| signed.claims);
                let known = record.newest().is_some_and(|newest| newest.chain.contains(&hash));
                !known && against.is_some() && against == file.game.seat(record.seat())
            };
            let Some(turn) = claims().find(against_it) else { continue };
            let (by, against) = (turn.seat.clone(), record.seat().to_owned());
            record.claim = Some(HeldClaim { after: turn.after, by, against, sent: turn.sent });
            put_record(&mut draft, &record)?;
        }
        Ok(draft.stage(()))
    }

    /// Returns the claim that follows the turns in `before`, if the claim is too early.
    fn too_early(
        &self,
        before: &OpenGame,
        loaded: &LoadedGame,
        now: Moment,
    ) -> Result<Option<StandingClaim>, DeskError> {
        let (file, standing) = (&loaded.game.file, &before.standing);
        let turn = file.turns.get(before.file.turns.len());
        let seats = turn.and_then(|turn| Some((file.game.seat(&turn.seat)?, standing.due?)));
        let (Some(turn), Some((by, against))) = (turn, seats) else { return Ok(None) };
        let own = self.is_own(before, against, &loaded.records)?;
        // An arbiter rules only after the deadline, and after having the last turn for the full
        // time of a turn. So there's no reason to wait longer.
        let hurried = file.game.arbiter.is_none()
            && (turn.sent > now || own && !loaded.had_its_time(before, now));
        let claim = StandingClaim { by, against, sent: turn.sent, ruled: turn.ruled };
        if hurried {
            return Ok(Some(claim));
        }
        let mut earlier = loaded.clone();
        earlier.put_on_top(before.clone());
        Ok(Some(claim).filter(|_| own && self.ends_game(&earlier, now)))
    }

    /// Whether our next turn needs no decision and ends the game, such as the last reveal. A claim
    /// never counts against such a turn, whatever its date (rules 13.3 and 13.19 of the protocol).
    pub(super) fn ends_game(&self, loaded: &LoadedGame, now: Moment) -> bool {
        let plan = Plan::new(now, Intent::Nothing);
        (0..loaded.records.len()).any(|at| {
            let Ok(keys) = self.keys(loaded, at) else { return false };
            let Ok((composed, table)) = loaded.game.table.compose(&keys, &plan) else {
                return false;
            };
            let mut file = loaded.game.file.clone();
            file.turns.push(composed.turn);
            OpenGame::new(file, table).standing.due.is_none()
        })
    }

    /// Returns what our next turn does about the claim that was removed from the file; `None` if
    /// there is no such claim.
    pub(super) fn held_claim(
        &self,
        loaded: &LoadedGame,
        now: Moment,
    ) -> Option<(StandingClaim, Held)> {
        let claim = loaded.held_claim?;
        let late = loaded.late(now).is_some();
        let taken = loaded.records.iter().filter_map(GameRecord::newest).map(|it| it.taken).max();
        let days = TimeDelta::days(loaded.game.standing.days_per_turn.into());
        let held = match late {
            _ if self.ends_game(loaded, now) => Held::Ends,
            // In a game with an arbiter, only the ruling says who is late.
            _ if loaded.game.file.game.arbiter.is_some() => Held::TooLate,
            false => Held::OnTime,
            true if taken.is_some_and(|taken| now - taken < days) => Held::ArrivedLate,
            true => Held::TooLate,
        };
        Some((claim, held))
    }

    /// Whether this vault owns the seat: the seat has our key, or we have a record of it.
    fn is_own(
        &self,
        game: &OpenGame,
        seat: Seat,
        records: &[GameRecord],
    ) -> Result<bool, DeskError> {
        let name = game.standing.names.of(seat);
        let key = game.standing.player(seat).and_then(|player| player.key);
        let bears_own_key = key.is_some() && key == self.own_key()?;
        Ok(bears_own_key || records.iter().any(|record| record.seat() == name))
    }
}

impl LoadedGame {
    /// Whether the player has had the last turn of `game` for the full time of a turn, or has
    /// already answered that turn.
    fn had_its_time(&self, game: &OpenGame, now: Moment) -> bool {
        let days = TimeDelta::days(game.standing.days_per_turn.into());
        let turns = game.file.turns.len();
        let had = |newest: &Newest| {
            newest.chain.len() > turns
                || (newest.chain.len() == turns && now - newest.taken >= days)
        };
        now - self.arrived(game, now) >= days
            || self.records.iter().filter_map(GameRecord::newest).any(had)
    }

    /// If a claim was removed from the file, stores that claim in the records of all our seats.
    /// Otherwise, sets `held_claim` to the claim in those records, if no turn has been added since
    /// the claim was stored.
    pub(super) fn remember_claim(&mut self) {
        let (names, after) = (&self.game.standing.names, self.game.standing.head());
        if let Some(StandingClaim { by, against, sent, .. }) = self.held_claim {
            let (by, against) = (names.of(by).to_owned(), names.of(against).to_owned());
            let claim = HeldClaim { after, by, against, sent };
            for record in &mut self.records {
                record.claim = Some(claim.clone());
            }
            return;
        }
        let header = &self.game.file.game;
        self.held_claim = self.records.iter().find_map(|record| {
            let claim = record.claim.as_ref().filter(|claim| claim.after == after)?;
            let (by, against) = (header.seat(&claim.by)?, header.seat(&claim.against)?);
            Some(StandingClaim { by, against, sent: claim.sent, ruled: None })
        });
    }
}

/// Whether this vault already has this turn: one of our seats took it, or it is in a record.
fn is_known(game: &OpenGame, at: usize, records: &[GameRecord]) -> bool {
    let turn = &game.file.turns[at];
    let hash = turn.hash();
    records.iter().any(|record| {
        let hash_there = record.newest().and_then(|newest| newest.chain.get(at));
        record.seat() == turn.seat || hash_there == Some(&hash)
    })
}
