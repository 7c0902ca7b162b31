//! An arbiter's rulings. A player's vault keeps them until a claim needs them.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::Desk;
use super::chain::Hash;
use super::document::Version;
use super::encoding::{hex_bytes, moment};
use super::error::DeskError;
use super::held_ruling::HeldRuling;
use super::load::{LoadedGame, put_record};
use super::reasons::RulingError;
use super::store::{ReadSet, Store};
use super::transaction::{Draft, Staged};
use crate::crypto::Verifier;
use crate::turnfile::{Moment, Ruling};

/// Maximum number of rulings in a record, so that forged mail can't fill the disk.
const MOST: usize = 16;

/// Result of receiving a ruling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RulingArrival {
    /// The ruling is new, and a claim may use it.
    New,
    /// The vault already has the ruling.
    Known,
    /// The turn that the ruling calls missing has arrived, so the ruling changes nothing.
    Answered,
}

/// A ruling that was accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TakenRuling {
    pub name: String,
    /// The seat that missed the deadline.
    pub seat: String,
    /// Whether `seat` is one of our seats.
    pub own: bool,
    pub arrival: RulingArrival,
}

impl<S: Store> Desk<S> {
    /// Saves a ruling about one of our games.
    ///
    /// # Errors
    ///
    /// Returns [`DeskError::Ruling`] if the ruling can't be used.
    pub fn take_ruling(
        &self,
        ruling: &Ruling,
        now: Moment,
    ) -> Result<Staged<TakenRuling>, DeskError> {
        if !self.has_game(&ruling.game)? {
            return Err(RulingError::UnknownGame.into());
        }
        let loaded = self.open(&ruling.game, now)?;
        let arbiter = loaded.game.file.game.arbiter.as_ref();
        let arbiter = arbiter.and_then(|arbiter| Verifier::new(&arbiter.key));
        if !arbiter.is_some_and(|arbiter| arbiter.ruling(&ruling.hash(), &ruling.signature)) {
            return Err(RulingError::BadSignature.into());
        }
        let before = usize::try_from(ruling.number).unwrap_or(usize::MAX).checked_sub(2);
        let standing = &loaded.game.standing;
        let chain = &standing.hashes;
        if before.and_then(|before| chain.get(before)) != Some(&ruling.after) {
            return Err(RulingError::UnknownTurn.into());
        }
        let name = loaded.name().unwrap_or_default().to_owned();
        let (seat, own) = (ruling.seat.clone(), loaded.is_own(&ruling.seat));
        let taken_ruling = |arrival| TakenRuling { name, seat, own, arrival };
        // A claim that relies on this ruling isn't the missing turn.
        if standing.claim.is_some_and(|claim| claim.ruled == Some(ruling.ruled)) {
            return Ok(Draft::default().stage(taken_ruling(RulingArrival::Known)));
        }
        if standing.head() != ruling.after {
            return Ok(Draft::default().stage(taken_ruling(RulingArrival::Answered)));
        }
        if standing.due_name() != Some(&ruling.seat) {
            return Err(RulingError::UnknownTurn.into());
        }
        if loaded.ruling().is_some() {
            return Ok(Draft::default().stage(taken_ruling(RulingArrival::Known)));
        }
        let mut base = ReadSet::new();
        let records = self.records_upon(&ruling.game, &mut base)?;
        let mut draft = Draft::upon(base);
        for mut record in records {
            let excess = (record.rulings.len() + 1).saturating_sub(MOST);
            record.rulings.drain(..excess);
            record.rulings.push(ruling.into());
            put_record(&mut draft, &record)?;
        }
        Ok(draft.stage(taken_ruling(RulingArrival::New)))
    }
}

impl LoadedGame {
    /// Returns the ruling that a claim would contain now, if this vault has one.
    pub fn ruling(&self) -> Option<Ruling> {
        let standing = &self.game.standing;
        let (after, due) = (standing.head(), standing.due_name());
        let mut rulings = self.records.iter().flat_map(|record| &record.rulings);
        let ruling =
            rulings.find(|ruling| ruling.after == after && due == Some(ruling.seat.as_str()));
        ruling.map(|ruling| ruling.ruling(standing.id.0))
    }

    /// Whether the game has an arbiter whose ruling hasn't arrived.
    pub fn needs_ruling(&self) -> bool {
        self.game.file.game.arbiter.is_some() && self.ruling().is_none()
    }
}

/// A game that this vault's owner arbitrates.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Watched {
    pub(super) version: Version,
    #[serde(with = "hex_bytes")]
    pub(super) id: Hash,
    pub(super) name: String,
    /// When each turn first arrived.
    #[serde(default)]
    pub(super) arrivals: Vec<TurnArrival>,
    /// Rulings signed by this vault.
    #[serde(default)]
    pub(super) rulings: Vec<HeldRuling>,
    /// Versions of the file. No version is a prefix of another.
    #[serde(default)]
    pub(super) files: Vec<String>,
}

impl Watched {
    /// Updates the arrival times after a restore at the time `at`. Turns may have arrived after the
    /// backup was made. So an arbiter who restores a backup gives every player the full time again.
    pub(super) fn restored(&mut self, at: Moment) {
        for arrival in &mut self.arrivals {
            arrival.at = arrival.at.max(at);
        }
    }
}

/// When a turn first arrived.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct TurnArrival {
    #[serde(with = "hex_bytes")]
    pub(super) turn: Hash,
    #[serde(with = "moment")]
    pub(super) at: DateTime<Utc>,
}
