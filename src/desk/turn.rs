//! Takes a turn, and saves it before anyone can see it.

use chrono::TimeDelta;

use super::Desk;
use super::early_claims::Held;
use super::error::DeskError;
use super::load::{LoadedGame, put_record};
use super::reasons::StaleKind;
use super::record::{GameRecord, NewTurn, SealedMove};
use super::store::Store;
use super::transaction::{Draft, Staged};
use crate::table::{Composed, Intent, Keys, OpenGame, Plan, Standing};
use crate::turnfile::{Moment, limits};

/// A turn that has been signed and saved.
#[derive(Clone, Debug)]
pub struct SavedTurn {
    /// The game, including the turn.
    pub loaded: LoadedGame,
    /// Index of our seat that took the turn.
    pub at: usize,
    /// Summary of the turn.
    pub sketch: TurnSummary,
    /// Text of the file, including the turn.
    pub text: String,
}

/// Summary of a turn, without its signature, seals and salts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
pub struct TurnSummary {
    pub number: u32,
    /// Answers, as written in the turn.
    pub answer: Vec<String>,
    /// Moves, as written in the turn.
    pub moves: Vec<String>,
    /// Whether the turn seals the content of the move, such as a guess.
    pub sealed: bool,
    /// The questions that the turn answers, with the answers.
    pub answered: Vec<(String, String)>,
    /// The player's move, if it was dropped because the answers ended the player's turn.
    pub dropped: Option<String>,
    /// Whether the turn reveals the setup.
    pub revealed: bool,
    /// Whether the turn offers a draw.
    pub offered: bool,
    /// Whether the turn declines a draw that another player has offered.
    pub declined: bool,
    /// Why a pending draw offer wasn't sent with this turn.
    pub no_offer: Option<&'static str>,
    /// The turn's date, if it is earlier than the time of signing.
    pub dated_back: Option<Moment>,
}

impl TurnSummary {
    /// Creates the summary of a turn that was composed at the time `now` in the position `before`.
    fn new(composed: Composed, before: &Standing, now: Moment) -> Self {
        let Composed { turn, answered, dropped, revealed, no_offer, .. } = composed;
        let (number, answer, moves) = (turn.number, turn.answer, turn.moves);
        let (sealed, offered) = (turn.seal.is_some(), turn.offer.is_some());
        let ends = matches!(moves.as_slice(), [only] if ["accept", "resign"].contains(&&**only));
        TurnSummary {
            number,
            answer,
            moves,
            sealed,
            answered,
            dropped,
            revealed,
            offered,
            declined: before.offer.is_some() && !ends,
            no_offer,
            dated_back: Some(turn.sent).filter(|sent| *sent < now),
        }
    }
}

impl Staged<SavedTurn> {
    /// Returns the length of the file in bytes, so that callers can check it before they save the
    /// turn.
    pub fn length(&self) -> usize {
        self.payload().text.len()
    }
}

impl<S: Store> Desk<S> {
    /// Takes the next turn of our seat `at`.
    pub fn play(
        &self,
        loaded: &LoadedGame,
        at: usize,
        plan: &Plan,
    ) -> Result<Staged<SavedTurn>, DeskError> {
        let (keys, prepared) = self.prepared(loaded, at, plan)?;
        self.sign(loaded, at, &keys, &prepared, plan.sent, Draft::default())
    }

    /// Returns a summary of the turn that [`play`](Self::play) would take. Signs nothing.
    pub fn rehearse(
        &self,
        loaded: &LoadedGame,
        at: usize,
        plan: &Plan,
    ) -> Result<TurnSummary, DeskError> {
        let (keys, prepared) = self.prepared(loaded, at, plan)?;
        let composed = loaded.game.table.compose(&keys, &prepared);
        let (composed, _) = composed.map_err(DeskError::Refused)?;
        Ok(TurnSummary::new(composed, &loaded.game.standing, plan.sent))
    }

    fn prepared(
        &self,
        loaded: &LoadedGame,
        at: usize,
        plan: &Plan,
    ) -> Result<(Keys, Plan), DeskError> {
        let record = loaded.records.get(at).ok_or(DeskError::NoSeat)?;
        if let Some(stale) =
            loaded.stale.as_ref().filter(|stale| stale.behind != StaleKind::TakenBack)
        {
            return Err(DeskError::Stale(stale.behind));
        }
        if let Some(finding) = &loaded.game.standing.breach {
            return Err(DeskError::Breach(finding.clone()));
        }
        let (keys, sent) = (self.keys(loaded, at)?, dated(loaded, record, plan.sent));
        let held = self.held_claim(loaded, plan.sent);
        match held.filter(|(claim, _)| claim.against == keys.seat) {
            Some((_, Held::ArrivedLate)) if !loaded.arrived_late => {
                return Err(DeskError::WasItHere);
            }
            Some((claim, Held::TooLate)) => return Err(DeskError::ClaimCounts(claim)),
            _ => {}
        }
        let mut plan = Plan { sent, ..plan.clone() };
        if record.resign && plan.intent == Intent::Nothing {
            let resign = Plan { intent: Intent::Resign, ..plan.clone() };
            // A player can't resign in every turn.
            if loaded.game.table.compose(&keys, &resign).is_ok() {
                plan = resign;
            }
        }
        if plan.intent == Intent::Nothing {
            plan.intent = self.as_foreseen(loaded, at, plan.sent)?;
        }
        let leaves = matches!(plan.intent, Intent::Accept | Intent::Resign);
        plan.offer_if_possible = record.offer && !leaves;
        Ok((keys, plan))
    }

    /// Signs the next turn at the time `now`. The changes in `draft` are saved before the turn.
    pub(super) fn sign(
        &self,
        loaded: &LoadedGame,
        at: usize,
        keys: &Keys,
        plan: &Plan,
        now: Moment,
        mut draft: Draft,
    ) -> Result<Staged<SavedTurn>, DeskError> {
        let standing = &loaded.game.standing;
        let (number, after) = (standing.turns().saturating_add(1), standing.head());
        let mut base = loaded.base.clone();
        let forced = standing.forced;
        let about = self.may_sign_in(&loaded.records[at], &after, forced, &mut base)?;
        let (composed, table) =
            loaded.game.table.compose(keys, plan).map_err(DeskError::Refused)?;
        let mut file = loaded.game.file.clone();
        file.turns.push(composed.turn.clone());
        let text = file.write();
        if text.len() > limits::MAX_BYTES {
            return Err(DeskError::TooLong(limits::MAX_BYTES));
        }
        let hidden = composed.hidden.iter();
        let hidden = hidden
            .map(|hidden| SealedMove { item: hidden.item.clone(), value: hidden.value.clone() });
        let signed = NewTurn {
            number,
            hash: composed.turn.hash(),
            after,
            claims: plan.intent == Intent::Claim && composed.revealed,
            forced,
            setup: if composed.turn.setup.is_empty() { Vec::new() } else { keys.setup.clone() },
            hidden: hidden.collect(),
            file: text.clone(),
            path: loaded.place.clone(),
            at: plan.sent,
            signed: now,
        };
        let game = OpenGame::new(file, table);
        let mut next = loaded.with_turn(game);
        next.records[at].sign(signed)?;
        // A resignation stays pending until a turn allows it.
        next.records[at].resign &=
            plan.intent == Intent::Nothing || standing.cannot_leave.is_some();
        if let Intent::Move(moves) = &plan.intent {
            let foreseen = loaded.foreseen(at).filter(|foreseen| foreseen.moves == *moves);
            next.look_ahead(at, foreseen.and_then(|foreseen| foreseen.later));
        }
        // List a game that we opened only now, so that games that are opened at the same time don't
        // interfere.
        let about = about.filter(|_| !loaded.records[at].signed_turns().is_empty());
        draft.rest_on(base);
        if let Some(about) = about.and_then(|about| about.with_seat(&next.records[at])) {
            draft.put(super::DocName::VAULT, &about)?;
        }
        put_signed(&mut draft, &mut next, at, &text, plan.sent)?;
        let sketch = TurnSummary::new(composed, standing, now);
        Ok(draft.stage(SavedTurn { loaded: next, at, sketch, text }))
    }
}

/// If a turn is signed after the deadline but still counts as on time, its date is this long before
/// the deadline. If the player undoes the turn and signs a new one, the new turn gets a later date.
/// This value leaves room for such dates.
const SPARE: TimeDelta = TimeDelta::seconds(60);

/// Returns the date for a turn that is signed now. Adds a second for each undone turn with the same
/// number, so that the new turn has the latest date and counts.
fn dated(loaded: &LoadedGame, record: &GameRecord, now: Moment) -> Moment {
    let before = loaded.game.file.turns.last().map_or(now, |turn| turn.sent);
    let number = loaded.game.standing.turns().saturating_add(1);
    let taken_back = record.signed_turns().iter().filter(|turn| turn.number == number).count();
    let later = TimeDelta::seconds(i64::try_from(taken_back).unwrap_or(0));
    in_time(loaded, record, now).max(before) + later
}

/// Returns the date for a turn that is signed now, before [`dated`] adds any seconds. The date is
/// `now`, with one exception: if our vault hasn't had the file for the full time of a turn, the
/// date is at the latest [`SPARE`] before the deadline. In that case we aren't late, no matter how
/// the file's turns are dated.
fn in_time(loaded: &LoadedGame, record: &GameRecord, now: Moment) -> Moment {
    let standing = &loaded.game.standing;
    let (Some(deadline), Some(newest)) = (standing.deadline, record.newest()) else { return now };
    let days = TimeDelta::days(standing.days_per_turn.into());
    if now - newest.taken < days { now.min(deadline - SPARE) } else { now }
}

/// Adds the records to a draft. The record of the seat that took the turn comes first, because it
/// contains the turn's secrets. The records of our other seats follow.
fn put_signed(
    draft: &mut Draft,
    next: &mut LoadedGame,
    at: usize,
    text: &str,
    now: Moment,
) -> Result<(), DeskError> {
    if let Some(contacts) = next.met.take() {
        draft.put(super::DocName::CONTACTS, &contacts)?;
    }
    put_record(draft, &next.records[at])?;
    if next.records.len() > 1 {
        let incoming = next.incoming(text.to_owned(), now);
        for other in (0..next.records.len()).filter(|other| *other != at) {
            next.records[other].take_in(incoming.clone());
            put_record(draft, &next.records[other])?;
        }
    }
    next.saved_records.clone_from(&next.records);
    next.base = draft.base_after();
    Ok(())
}
