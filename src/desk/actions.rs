//! Actions other than moves: offering a draw, resigning, claiming, and undo.

use super::Desk;
use super::error::DeskError;
use super::load::{LoadedGame, SavedState, put_record};
use super::other_versions::ParsedVersion;
use super::record::{GameRecord, SignedTurn};
use super::store::Store;
use super::transaction::{Draft, Staged};
use super::turn::SavedTurn;
use crate::rules::Seat;
use crate::table::{Expects, Intent, Plan, Refusal};
use crate::turnfile::{self, Moment, Turn};

/// An action to carry out with our next turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Waiting {
    /// A draw offer, sent with the next turn.
    Offer,
    /// A resignation, which becomes the next turn.
    Resignation,
}

/// A turn that was undone.
#[derive(Clone, PartialEq, Debug)]
pub struct UndoneTurn {
    pub number: u32,
    pub turn: Turn,
    /// Text of the file, including the turn.
    pub whole: String,
    /// Text of the file without the turn; `None` if it was the first turn of the game.
    pub before: Option<String>,
    /// Whether the next turn will offer a draw.
    pub offers: bool,
}

impl LoadedGame {
    /// Returns the turn that our seat `at` can undo now. Fails with the reason if there is no such
    /// turn.
    pub fn may_undo(&self, at: usize) -> Result<&SignedTurn, DeskError> {
        let record = self.records.get(at).ok_or(DeskError::NoSeat)?;
        match record.yielded_claim() {
            Some(claim) => Ok(claim),
            None => Ok(record.may_take_back(self.dated_ahead)?),
        }
    }
}

impl<S: Store> Desk<S> {
    /// Makes `what` an action to carry out with our next turn, or cancels it if `waits` is false.
    pub fn wait(
        &self,
        loaded: &LoadedGame,
        at: usize,
        what: Waiting,
        waits: bool,
    ) -> Result<Staged<SavedState>, DeskError> {
        let standing = &loaded.game.standing;
        let seat = self.keys(loaded, at)?.seat;
        if standing.expects == Expects::Over {
            return Err(DeskError::Refused(Refusal::Over));
        }
        let why_not = match what {
            Waiting::Offer => {
                let no_offer = standing.player(seat).and_then(|player| player.no_offer);
                no_offer.map(Refusal::CannotOffer)
            }
            Waiting::Resignation if standing.outcome.is_some() => Some(Refusal::Over),
            Waiting::Resignation => standing.never_leaves().map(Refusal::CannotLeave),
        };
        if let Some(why) = why_not.filter(|_| waits) {
            return Err(DeskError::Refused(why));
        }
        let mut loaded = loaded.clone();
        match what {
            Waiting::Offer => loaded.records[at].offer = waits,
            Waiting::Resignation => loaded.records[at].resign = waits,
        }
        self.stage(&loaded)
    }

    /// Returns the late player if our seat `at` may claim now. Otherwise fails with the reason.
    pub fn may_claim(
        &self,
        loaded: &LoadedGame,
        at: usize,
        now: Moment,
    ) -> Result<Seat, DeskError> {
        let standing = &loaded.game.standing;
        let due = standing.due.ok_or(DeskError::Refused(Refusal::Over))?;
        if loaded.game.file.game.seat(loaded.records.get(at).ok_or(DeskError::NoSeat)?.seat())
            == Some(due)
        {
            return Err(DeskError::YourTurn);
        }
        let decided = standing.outcome.as_ref().map(|_| DeskError::Refused(Refusal::Over));
        let deadline = loaded.deadline().ok_or(decided.unwrap_or(DeskError::NoDeadline))?;
        if now < deadline {
            return Err(DeskError::TooEarly { who: due, left: deadline - now });
        }
        Ok(due)
    }

    /// Claims the game because a player missed the deadline. The claim reveals our setup if it ends
    /// the game.
    pub fn claim(
        &self,
        loaded: &LoadedGame,
        at: usize,
        now: Moment,
    ) -> Result<Staged<SavedTurn>, DeskError> {
        let due = self.may_claim(loaded, at, now)?;
        let keys = self.keys(loaded, at)?;
        let mut plan = Plan::new(now, Intent::Claim);
        if loaded.game.file.game.arbiter.is_some() {
            plan.ruling = Some(loaded.ruling().ok_or(DeskError::NotRuled(due))?);
        }
        self.sign(loaded, at, &keys, &plan, now, Draft::default())
    }

    /// Undoes the last turn. Call this only if the user says that no one has seen the turn.
    pub fn undo(&self, loaded: &LoadedGame, at: usize) -> Result<Staged<UndoneTurn>, DeskError> {
        let record = loaded.records.get(at).ok_or(DeskError::NoSeat)?;
        if let Some(claim) = record.yielded_claim() {
            return undo_claim(loaded, claim.number);
        }
        let mut base = loaded.base.clone();
        self.may_sign_upon(&mut base)?;
        let whole = loaded.game.file.write();
        let mut file = loaded.game.file.clone();
        let turn = file.turns.pop().ok_or(super::Forbidden::NothingToUndo)?;
        let before = file.turns.last().map(|last| (file.write(), last.seat.clone()));
        let mut record = loaded.records.get(at).ok_or(DeskError::NoSeat)?.clone();
        let number = record.take_back(before.clone(), loaded.dated_ahead)?;
        // Offer the draw again with the next turn, because the player may have asked for the offer
        // with an earlier command.
        record.offer = before.is_some() && (record.offer || turn.offer.is_some());
        let offers = record.offer;
        let mut draft = Draft::upon(base);
        put_record(&mut draft, &record)?;
        let before = before.map(|(text, _)| text);
        Ok(draft.stage(UndoneTurn { number, turn, whole, before, offers }))
    }
}

/// Undoes a claim that another turn has replaced. Call this only if the user says that no one has
/// seen the claim. The game then continues with the other turn.
fn undo_claim(loaded: &LoadedGame, number: u32) -> Result<Staged<UndoneTurn>, DeskError> {
    let mut loaded = loaded.clone();
    let claims: Vec<_> = loaded.records.iter_mut().filter_map(GameRecord::forget_claim).collect();
    let holds =
        |other: &ParsedVersion| other.branch.turns.iter().any(|it| claims.contains(&it.hash));
    let (with, without): (Vec<_>, Vec<_>) = loaded.others()?.into_iter().partition(holds);
    let whole = with.into_iter().next().ok_or(super::Forbidden::NothingToUndo)?.text;
    let claim = |turn: &Turn| claims.contains(&turn.hash());
    let turn = turnfile::read(whole.as_bytes()).file.into_iter().flat_map(|file| file.turns);
    let turn = turn.into_iter().find(claim).ok_or(super::Forbidden::NothingToUndo)?;
    let newest = loaded.game.table.branch();
    loaded.keep_beside(&newest, without);
    let mut draft = Draft::upon(loaded.base.clone());
    for record in &loaded.records {
        put_record(&mut draft, record)?;
    }
    let before = Some(loaded.game.file.write());
    Ok(draft.stage(UndoneTurn { number, turn, whole, before, offers: false }))
}
