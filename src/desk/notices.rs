//! What hangs over a game beside its moves.

use super::Desk;
use super::end::Waiting;
use super::lay::{Arrival, LaidOut};
use super::memory::Reason;
use super::store::Store;
use super::trouble::Trouble;
use crate::rules::Seat;
use crate::table::{Differs, Standing, StandingClaim};
use crate::turnfile::Moment;

/// Something that a player must know of his game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Notice {
    /// no turn can be made here
    Locked(Reason),
    /// the file that has just come in has another turn of this number, which stands
    Replaced(Differs),
    /// a turn of one's own has come in that was not made here
    MadeElsewhere {
        /// its number
        turn: u32,
    },
    /// a turn and a claim in its place have crossed, so that nobody has won
    Crossed {
        /// the number of both
        turn: u32,
    },
    /// different players have won in different files, so that the game is void
    TwoWins,
    /// a turn in a file beside the newest proves a breach
    Proved {
        /// the turn
        turn: u32,
        /// who made it
        who: Seat,
    },
    /// the game goes on with another person in this seat than the known file had
    OtherPerson(Seat),
    /// a deadline has passed
    Late {
        /// whose
        who: Seat,
        /// when
        since: Moment,
    },
    /// a claim stands
    Claimed(StandingClaim),
    /// a claim has come before its time, and was not taken in
    ClaimHeld(StandingClaim),
    /// something waits for the next turn of one's own
    Waits(Waiting),
    /// conditional moves of one's seat wait for an answer, or have it
    Ahead {
        /// where the record of the seat stands
        at: usize,
    },
}

impl<S: Store> Desk<S> {
    /// Everything that hangs over a game; for the `public` nothing that only its players know.
    pub fn notices(
        &self,
        laid: &LaidOut,
        public: bool,
        now: Moment,
    ) -> Result<Vec<Notice>, Trouble> {
        if let Some(turn) = laid.crossed {
            return Ok(vec![Notice::Crossed { turn }]);
        }
        if laid.two_wins {
            return Ok(vec![Notice::TwoWins]);
        }
        let locked = self.lock(laid)?.map(Notice::Locked);
        let other_person = laid.other_person.map(Notice::OtherPerson);
        let private = [locked, laid.replaced(), other_person, laid.made_elsewhere()];
        let private = private.into_iter().flatten().filter(|_| !public);
        let late = late(&laid.game.standing, now).map(|(who, since)| Notice::Late { who, since });
        let claims = [laid.claim().map(Notice::Claimed), laid.held.map(Notice::ClaimHeld)];
        let proved = laid.proved.as_ref();
        let proved = proved.map(|it| Notice::Proved { turn: it.turn, who: it.seat });
        let open = proved.into_iter().chain(late).chain(claims.into_iter().flatten());
        let waits = laid.waits().filter(|_| !public).map(Notice::Waits);
        let ahead = (0..laid.records.len()).filter(|at| laid.conditional(*at).is_some());
        let ahead = ahead.filter(|_| !public).map(|at| Notice::Ahead { at });
        Ok(private.chain(open).chain(waits).chain(ahead).collect())
    }

    /// Why no turn of a running game can be made here, whoever is due.
    pub fn lock(&self, laid: &LaidOut) -> Result<Option<Reason>, Trouble> {
        let Some(record) = laid.records.first().filter(|_| laid.game.standing.due.is_some()) else {
            return Ok(None);
        };
        let retired = self.may_sign()?.err();
        Ok(retired.or(record.lock(laid.game.standing.forced).err()))
    }
}

impl LaidOut {
    fn replaced(&self) -> Option<Notice> {
        let stands = matches!(self.arrival, Arrival::Differs(_));
        let same_person = self.other_person.is_none();
        self.differs.filter(|_| stands && same_person).map(Notice::Replaced)
    }

    fn made_elsewhere(&self) -> Option<Notice> {
        let mut known = self.records.iter().zip(&self.kept);
        let turn = known.find_map(|(record, kept)| {
            let is_new = |hash| kept.made().iter().all(|made| made.hash != hash);
            record.made().iter().find(|made| is_new(made.hash)).map(|made| made.number)
        })?;
        Some(Notice::MadeElsewhere { turn })
    }

    /// Is the next turn of this seat, if it is due, the resignation that waits?
    pub fn resigns(&self, at: usize) -> bool {
        let waits = self.records.get(at).is_some_and(|record| record.resign);
        waits && self.game.standing.may_leave
    }

    /// What waits for the next turn of one's own, as long as it may go along with one.
    fn waits(&self) -> Option<Waiting> {
        let mut records = self.records.iter().filter(|_| self.game.standing.outcome.is_none());
        records.find_map(|record| match record {
            record if record.resign => Some(Waiting::Resignation),
            record if record.offer => Some(Waiting::Offer),
            _ => None,
        })
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
