//! Claims: a player ends the game because another player missed the deadline.

use chrono::Duration;

use super::turn::Steps;
use super::{Arbiter, Table};
use crate::rules::{EndedBy, Forfeits, Game, Leaving, Names, Outcome, OutcomeKind, Position, Seat};
use crate::turnfile::{Moment, Ruling, Turn};

/// The entry of the TOML key `move` in a claim.
pub(super) const CLAIM: &str = "claim";

/// Whether a turn has the form of a claim.
pub fn is_claim(turn: &Turn) -> bool {
    turn.moves == [CLAIM]
}

/// A claim that has decided the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StandingClaim {
    pub by: Seat,
    /// The player who missed the deadline.
    pub against: Seat,
    /// When the claim was made, according to the claiming player's clock.
    pub sent: Moment,
    /// When the arbiter ruled, in a game with an arbiter.
    pub ruled: Option<Moment>,
}

impl StandingClaim {
    /// Describes the claim to the owner of the seats for which `own` returns true, with dates
    /// formatted by `date`.
    pub fn words(
        &self,
        names: &Names,
        own: impl Fn(Seat) -> bool,
        date: impl Fn(Moment) -> String,
    ) -> String {
        let (by, against) = (names.of(self.by), names.of(self.against));
        let sent = date(self.sent);
        let by = if own(self.by) { "you" } else { by };
        let whose = |seat, name: &str| if own(seat) { "your".into() } else { format!("{name}'s") };
        if let Some(ruled) = self.ruled {
            let (ruled, late) = (date(ruled), whose(self.against, against));
            let claim = whose(self.by, by);
            return format!(
                "On {ruled} the arbiter ruled that {late} time was up, and {claim} claim ended the \
                 game."
            );
        }
        let clock = whose(self.by, by);
        let against = if own(self.against) { "you" } else { against };
        format!(
            "On {sent} ({clock} clock), {by} claimed that {against} had missed the deadline. The \
                claim ended the game."
        )
    }
}

/// Returns the deadline of the current player, from the dates of the last turn and the turn before
/// it.
///
/// A player who answers late and backdates the turn must not cost the next player time. So the
/// deadline is also at least twice `days` after the turn before the last one.
pub fn deadline(days: Duration, last: Moment, before: Option<Moment>) -> Option<Moment> {
    let end = last.checked_add_signed(days)?;
    let end_before = before.and_then(|before| before.checked_add_signed(days * 2));
    Some(end_before.map_or(end, |before| before.max(end)))
}

impl<G: Game> Table<G> {
    /// Returns the time from which the other players may claim unless a turn arrives earlier;
    /// `None` if there is no deadline or there is nothing to claim.
    pub(super) fn deadline(&self) -> Option<Moment> {
        self.due().filter(|_| self.days_per_turn > 0 && !self.is_closed())?;
        let days = Duration::days(i64::from(self.days_per_turn));
        let before = self.history.iter().rev().nth(1);
        deadline(days, self.head.sent, before.map(|played| played.sent))
    }

    /// Whether a turn with this date is late: dated at or after the deadline.
    pub(super) fn is_late(&self, sent: Moment) -> bool {
        self.deadline().is_some_and(|deadline| sent >= deadline)
    }

    /// Whether the game was decided by a claim, a resignation or an agreement, so that there is
    /// nothing left to claim.
    fn is_closed(&self) -> bool {
        let left = [EndedBy::Resignation, EndedBy::Agreement];
        let left = self.outcome().is_some_and(|outcome| left.contains(&outcome.ended_by));
        self.claim.is_some() || left
    }

    /// Returns the seat against which `by` may claim with a turn of this date, or the reason why
    /// the claim isn't allowed.
    pub(super) fn may_claim(&self, by: Seat, sent: Moment) -> Result<Seat, String> {
        let due = self.due().ok_or("the game is over")?;
        let deadline = self.deadline();
        if due == by {
            Err("it is your own turn".to_owned())
        } else if self.days_per_turn == 0 {
            Err("this game has no deadline".to_owned())
        } else if let Some(absent) = self.absent(by, due) {
            Err(format!("{absent} has not joined"))
        } else if let Err(why) = self.position.may_claim(by, due) {
            Err(why)
        } else if let Some(deadline) = deadline.filter(|deadline| sent < *deadline) {
            Err(format!("{due} has until {}", deadline.format("%Y-%m-%d %H:%M UTC")))
        } else if deadline.is_none() {
            Err("the game has already been decided".to_owned())
        } else {
            Ok(due)
        }
    }

    /// Checks that a claim has the arbiter's ruling, if the game has an arbiter.
    pub(super) fn check_ruling(&self, against: Seat, claim: &Turn) -> Result<(), String> {
        let Some(arbiter) = &self.arbiter else { return Ok(()) };
        let (Some(ruled), Some(signature)) = (claim.ruled, claim.ruling) else {
            return Err("the arbiter of this game has not ruled".to_owned());
        };
        let seat = &self.seats[against].name;
        let ruling = Ruling::blank(self.id.0, self.writing(), seat, self.head.hash, ruled);
        self.check_time(arbiter, ruled)?;
        let good = arbiter.verifier.ruling(&ruling.hash(), &signature);
        if good { Ok(()) } else { Err("the arbiter did not sign that ruling".to_owned()) }
    }

    fn check_time(&self, arbiter: &Arbiter, ruled: Moment) -> Result<(), String> {
        let grace = Duration::days(i64::from(arbiter.grace_days));
        let earliest = self.deadline().and_then(|deadline| deadline.checked_add_signed(grace));
        match earliest {
            Some(earliest) if ruled >= earliest => Ok(()),
            Some(earliest) => Err(format!(
                "a ruling counts only if it is dated {} or later",
                earliest.format("%Y-%m-%d %H:%M UTC")
            )),
            None => Err("there is no deadline".to_owned()),
        }
    }

    /// Returns the seats that may claim after the deadline.
    pub(super) fn claimants(&self, due: Seat) -> Vec<Seat> {
        let may = |by: &Seat| {
            *by != due
                && self.absent(*by, due).is_none()
                && self.position.may_claim(*by, due).is_ok()
        };
        Seat::all(self.count()).filter(may).collect()
    }

    /// Returns a seat that must join before the claim is possible, but hasn't joined yet. Without
    /// this check, a game that someone made up with another person's key would lead to a verdict
    /// against that person. Exception: if the other players can continue without `due`, they may
    /// claim against `due` even before it has joined.
    fn absent(&self, by: Seat, due: Seat) -> Option<Seat> {
        let bound = [Some(by), Some(due).filter(|due| !self.position.plays_on_without(*due))];
        bound.into_iter().flatten().find(|seat| !self.seats[*seat].joined)
    }

    /// Carries out a claim. If the claim decides the game, reveals the claiming player's setup too.
    pub(super) fn play_claim<S: Steps<G>>(
        &mut self,
        claim: StandingClaim,
        from: &mut S,
    ) -> Result<(), S::Stop> {
        let StandingClaim { by, against, .. } = claim;
        let outcome = if self.position.plays_on_without(against) {
            self.tell(format!(
                "{against} missed the deadline, and {by}'s claim removes {against} \
                from the game"
            ));
            let outcome = self.position.leave(against, Leaving::Late);
            self.claim = outcome.as_ref().map(|_| claim);
            outcome
        } else {
            self.tell(format!("{by} claims the game: {against} missed the deadline"));
            self.claim = Some(claim);
            self.after_claim(by, against)
        };
        if let Some(outcome) = outcome {
            self.position.end(outcome);
        }
        self.ends_at_length();
        let decided = self.outcome().is_some();
        if decided && self.owes_setup(by) { self.reveal(by, from) } else { Ok(()) }
    }

    /// Returns the outcome after a claim; `None` if another player has already won, so that the
    /// result on the board stays. Otherwise returns the outcome of [`Forfeits::stands_despite`] if
    /// there is one, or a win for `by` in a two-player game, or a void game if there are more
    /// players.
    fn after_claim(&self, by: Seat, against: Seat) -> Option<Outcome> {
        let count = self.count();
        let won = |outcome: &Outcome| {
            outcome.kind == OutcomeKind::Win && !outcome.winners.contains(&against)
        };
        if self.outcome().as_ref().is_some_and(won) {
            return None;
        }
        let reason = match self.arbiter {
            Some(_) => {
                let number = self.writing();
                format!("the arbiter says that {against}'s time for turn {number} ran out")
            }
            None => format!("{against} did not answer in time"),
        };
        Some(match self.position.stands_despite(against) {
            // The same rules apply to a late seat and to a seat that committed a breach, so only
            // `ended_by` changes.
            Some(outcome) => Outcome { ended_by: EndedBy::Claim, ..outcome },
            None if count == 2 => Outcome::win(by, count, EndedBy::Claim, reason),
            None => Outcome::void(count, EndedBy::Claim, reason),
        })
    }

    /// Ends the game without a winner because this turn and a claim crossed in the mail.
    pub(super) fn cross(&mut self, turn: u32) {
        self.void(format!("turn {turn} crossed in the mail with a claim that it was late"));
    }

    /// Ends the game without a winner because its files contradict each other.
    pub(super) fn void(&mut self, reason: String) {
        self.position.end(Outcome::void(self.count(), EndedBy::Claim, reason));
        (self.claim, self.void) = (None, true);
    }
}
