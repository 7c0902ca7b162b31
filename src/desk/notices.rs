//! What hangs over a game beside its moves.

use super::Desk;
use super::lay::LaidOut;
use super::memory::Reason;
use super::store::Store;
use super::trouble::Trouble;
use crate::rules::Seat;
use crate::table::{Standing, StandingClaim};
use crate::turnfile::Moment;

/// Something that a player must know of his game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Notice {
    /// no turn can be made here
    Locked(Reason),
    /// somebody has signed two different turns of one number; both are kept as evidence
    Forked {
        /// who
        who: String,
        /// their number
        turn: u32,
    },
    /// a deadline has passed
    Late {
        /// whose
        who: Seat,
        /// when
        since: Moment,
    },
    /// a claim stands
    Claimed(StandingClaim),
}

impl<S: Store> Desk<S> {
    /// Everything that hangs over a game; for the `public` nothing that only its players know.
    pub fn notices(
        &self,
        laid: &LaidOut,
        public: bool,
        now: Moment,
    ) -> Result<Vec<Notice>, Trouble> {
        let locked = self.lock(laid)?.map(Notice::Locked);
        let private = [locked, laid.forked()].into_iter().flatten().filter(|_| !public);
        let late = late(&laid.game.standing, now).map(|(who, since)| Notice::Late { who, since });
        let open = [late, laid.claim().map(Notice::Claimed)].into_iter().flatten();
        Ok(private.chain(open).collect())
    }

    /// Why no turn of a running game can be made here, whoever is due.
    pub fn lock(&self, laid: &LaidOut) -> Result<Option<Reason>, Trouble> {
        let Some(record) = laid.records.first().filter(|_| laid.game.standing.due.is_some()) else {
            return Ok(None);
        };
        let retired = self.may_sign()?.err();
        Ok(retired.or(record.is_restored().then_some(Reason::Restored)))
    }
}

impl LaidOut {
    fn forked(&self) -> Option<Notice> {
        let kept = self.records.iter().find_map(|record| record.evidence().first())?;
        let turn = self.game.file.turns.get((kept.number as usize).checked_sub(1)?)?;
        Some(Notice::Forked { who: turn.seat.clone(), turn: kept.number })
    }

    /// The claim that stands in the newest file.
    pub fn claim(&self) -> Option<StandingClaim> {
        self.game.standing.claim
    }
}

/// Whose deadline has passed, and when.
pub fn late(standing: &Standing, now: Moment) -> Option<(Seat, Moment)> {
    let (deadline, due) = (standing.deadline?, standing.due?);
    (now >= deadline).then_some((due, deadline))
}
