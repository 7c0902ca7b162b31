//! Claims that come too early. A verifier has no clock: whose deadline has passed it takes from the
//! dates. A vault has one, so that no false date makes its player lose the time that he has.

use chrono::TimeDelta;

use super::Desk;
use super::lay::{LaidOut, put_record};
use super::record::{GameRecord, HeldClaim};
use super::staged::{Draft, Staged};
use super::store::{Base, Store};
use super::trouble::Trouble;
use crate::rules::Seat;
use crate::table::{self, OpenGame, StandingClaim};
use crate::turnfile::{Moment, Turn, TurnFile};

impl<S: Store> Desk<S> {
    /// Takes off a claim that is dated ahead of the clock here, or that is made against a seat of
    /// this desk which has not had the turn before it for the days that a turn may take, and
    /// whatever stands behind it. So that seat can still answer, and its answer goes before.
    pub(super) fn hold_back(
        &self,
        game: OpenGame,
        records: &[GameRecord],
        now: Moment,
    ) -> Result<(OpenGame, Option<StandingClaim>), Trouble> {
        // The arbiter has waited for both clocks, so nothing is gained by waiting longer.
        if game.file.game.arbiter.is_some() {
            return Ok((game, None));
        }
        let claims: Vec<usize> = (0..game.file.turns.len())
            .filter(|at| table::is_claim(&game.file.turns[*at]))
            .filter(|at| !is_known(&game, *at, records))
            .collect();
        for at in claims {
            let before = game.back_at(at)?;
            if let Some(claim) = self.too_early(&before, &game.file, records, now)? {
                return Ok((before, Some(claim)));
            }
        }
        Ok((game, None))
    }

    /// Remembers the claims in a file that has only been looked at, so that its player is asked
    /// before an answer is dated back.
    pub fn heed(&self, file: &TurnFile) -> Result<Staged<()>, Trouble> {
        let mut base = Base::new();
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

    /// The claim that stands behind this part of the file, if it has to wait.
    fn too_early(
        &self,
        before: &OpenGame,
        file: &TurnFile,
        records: &[GameRecord],
        now: Moment,
    ) -> Result<Option<StandingClaim>, Trouble> {
        let standing = &before.standing;
        let turn = file.turns.get(before.file.turns.len());
        let seats = turn.and_then(|turn| Some((file.game.seat(&turn.seat)?, standing.due?)));
        let (Some(turn), Some((by, against))) = (turn, seats) else { return Ok(None) };
        let own = self.is_own(before, against, records)?;
        let hurried = own && !had_its_time(before, records, now);
        let claim = StandingClaim { by, against, sent: turn.sent, ruled: None };
        Ok((turn.sent > now || hurried).then_some(claim))
    }

    /// Does somebody at this desk sit there, also if nothing is remembered of it?
    fn is_own(&self, game: &OpenGame, seat: Seat, records: &[GameRecord]) -> Result<bool, Trouble> {
        let name = game.standing.names.of(seat);
        let key = game.standing.player(seat).and_then(|player| player.key);
        let bears_own_key = key.is_some() && key == self.own_key()?;
        Ok(bears_own_key || records.iter().any(|record| record.seat() == name))
    }
}

impl LaidOut {
    /// Lets every own seat know of a claim that was held back; or brings one to mind that came
    /// before, as long as nothing has been played since.
    pub(super) fn remember_claim(&mut self) {
        let (names, after) = (&self.game.standing.names, self.game.standing.head());
        if let Some(StandingClaim { by, against, sent, .. }) = self.held {
            let (by, against) = (names.of(by).to_owned(), names.of(against).to_owned());
            let claim = HeldClaim { after, by, against, sent };
            for record in &mut self.records {
                record.claim = Some(claim.clone());
            }
            return;
        }
        let header = &self.game.file.game;
        self.held = self.records.iter().find_map(|record| {
            let claim = record.claim.as_ref().filter(|claim| claim.after == after)?;
            let (by, against) = (header.seat(&claim.by)?, header.seat(&claim.against)?);
            Some(StandingClaim { by, against, sent: claim.sent, ruled: None })
        });
    }
}

/// Was this turn taken in before, or made here?
fn is_known(game: &OpenGame, at: usize, records: &[GameRecord]) -> bool {
    let turn = &game.file.turns[at];
    let hash = turn.hash();
    records.iter().any(|record| {
        let kept = record.newest().and_then(|newest| newest.chain.get(at));
        record.seat() == turn.seat || kept == Some(&hash)
    })
}

/// Has the last turn of this game been here for the days that a turn may take? If there is another
/// one behind it here, it was answered.
fn had_its_time(game: &OpenGame, records: &[GameRecord], now: Moment) -> bool {
    let days = TimeDelta::days(game.standing.days_per_turn.into());
    let turns = game.file.turns.len();
    records.iter().filter_map(GameRecord::newest).any(|newest| {
        newest.chain.len() > turns || (newest.chain.len() == turns && now - newest.taken >= days)
    })
}
