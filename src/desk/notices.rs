//! Notices about a game: news for a player besides the moves.

use chrono::TimeDelta;

use super::Desk;
use super::actions::Waiting;
use super::early_claims::Held;
use super::error::DeskError;
use super::load::{Arrival, LoadedGame};
use super::reasons::Forbidden;
use super::store::Store;
use crate::rules::Seat;
use crate::table::{Differs, StandingClaim};
use crate::turnfile::Moment;

/// Something that a player must know about a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Notice {
    /// We can't sign turns in this game.
    Locked(Forbidden),
    /// The file that just arrived has another version of a turn, and that version counts.
    Replaced(Differs),
    /// The file contains a turn with our signature, but this vault didn't sign that turn.
    MadeElsewhere { turn: u32 },
    /// A turn and a claim crossed in the mail, so no one has won.
    Crossed {
        /// The number that both turns have.
        turn: u32,
    },
    /// Different players have won in different files, so the game is void.
    TwoWins,
    /// A turn in another version of the file proves a breach.
    Proved { turn: u32, who: Seat },
    /// In the version that counts now, a different person has this seat than in the known file.
    OtherPerson(Seat),
    /// A player missed the deadline.
    Late {
        who: Seat,
        /// The deadline.
        since: Moment,
    },
    /// A player has claimed the game.
    Claimed(StandingClaim),
    /// There is a claim that our vault has not taken.
    ClaimHeld(StandingClaim, Held),
    /// An action will be carried out with our next turn.
    Waits(Waiting),
    /// One of our seats has a plan, whether or not the opponent has answered yet.
    Ahead {
        /// Index of the seat's record.
        at: usize,
    },
}

impl<S: Store> Desk<S> {
    /// Returns all notices about a game. With `public`, leaves out notices that only this vault's
    /// player may see.
    pub fn notices(
        &self,
        loaded: &LoadedGame,
        public: bool,
        now: Moment,
    ) -> Result<Vec<Notice>, DeskError> {
        if let Some(turn) = loaded.crossed {
            return Ok(vec![Notice::Crossed { turn }]);
        }
        if loaded.two_wins {
            return Ok(vec![Notice::TwoWins]);
        }
        let locked = self.lock(loaded)?.map(Notice::Locked);
        let other_person = loaded.other_person.map(Notice::OtherPerson);
        let elsewhere = loaded.made_elsewhere.map(|turn| Notice::MadeElsewhere { turn });
        let private = [locked, loaded.replaced(), other_person, elsewhere];
        let private = private.into_iter().flatten().filter(|_| !public);
        let late = loaded.late(now).map(|(who, since)| Notice::Late { who, since });
        let held = self.held_claim(loaded, now).map(|(claim, held)| Notice::ClaimHeld(claim, held));
        let claims = [loaded.claim().map(Notice::Claimed), held];
        let proved = loaded.proved.as_ref();
        let proved = proved.map(|it| Notice::Proved { turn: it.turn, who: it.seat });
        let open = proved.into_iter().chain(late).chain(claims.into_iter().flatten());
        let waits = loaded.waits().filter(|_| !public).map(Notice::Waits);
        let ahead = (0..loaded.records.len()).filter(|at| loaded.conditional(*at).is_some());
        let ahead = ahead.filter(|_| !public).map(|at| Notice::Ahead { at });
        Ok(private.chain(open).chain(waits).chain(ahead).collect())
    }

    /// Returns the reason why we can't sign turns in this game, no matter whose turn it is. Returns
    /// `None` if we can, if no seat is ours, or if the game is over.
    pub fn lock(&self, loaded: &LoadedGame) -> Result<Option<Forbidden>, DeskError> {
        let Some(record) = loaded.records.first().filter(|_| loaded.game.standing.due.is_some())
        else {
            return Ok(None);
        };
        let retired = self.may_sign()?.err();
        Ok(retired.or(record.lock(loaded.game.standing.forced).err()))
    }
}

impl LoadedGame {
    fn replaced(&self) -> Option<Notice> {
        let stands = matches!(self.arrival, Arrival::Differs(_));
        let same_person = self.other_person.is_none();
        self.differs.filter(|_| stands && same_person).map(Notice::Replaced)
    }

    /// Returns the number of our first turn that only the incoming file has.
    pub(super) fn turn_made_elsewhere(&self) -> Option<u32> {
        let mut known = self.records.iter().zip(&self.saved_records);
        known.find_map(|(record, saved)| {
            let is_new = |hash| saved.signed_turns().iter().all(|turn| turn.hash != hash);
            record.signed_turns().iter().find(|turn| is_new(turn.hash)).map(|turn| turn.number)
        })
    }

    /// Whether a resignation is pending for this seat, and its next turn can carry it out.
    pub fn resigns(&self, at: usize) -> bool {
        let waits = self.records.get(at).is_some_and(|record| record.resign);
        waits && self.game.standing.cannot_leave.is_none()
    }

    /// Returns the action that is pending for our next turn, if the game isn't decided yet.
    fn waits(&self) -> Option<Waiting> {
        let mut records = self.records.iter().filter(|_| self.game.standing.outcome.is_none());
        records.find_map(|record| match record {
            record if record.resign => Some(Waiting::Resignation),
            record if record.offer => Some(Waiting::Offer),
            _ => None,
        })
    }

    /// Returns the deadline of the current player, from which this vault may claim. If our turn is
    /// the last, the next player has the full time of a turn from when we signed the turn or, if
    /// later, pbem mailed it, even if the turn has an earlier date.
    pub fn deadline(&self) -> Option<Moment> {
        let standing = &self.game.standing;
        let (deadline, head) = (standing.deadline?, standing.head());
        let starts = self.records.iter().filter_map(|record| record.sent_later(&head)).max();
        let starts = starts.filter(|_| !self.is_mine());
        let days = TimeDelta::days(standing.days_per_turn.into());
        let end = starts.and_then(|starts| starts.checked_add_signed(days));
        Some(end.map_or(deadline, |end| end.max(deadline)))
    }

    /// Returns the player who missed the deadline, and the deadline; `None` if no one is late.
    pub fn late(&self, now: Moment) -> Option<(Seat, Moment)> {
        let (deadline, due) = (self.deadline()?, self.game.standing.due?);
        (now >= deadline).then_some((due, deadline))
    }

    /// Returns the claim in the latest file, if there is one.
    pub fn claim(&self) -> Option<StandingClaim> {
        self.game.standing.claim
    }
}
