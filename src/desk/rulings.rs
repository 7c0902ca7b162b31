//! Rulings of an arbiter, as a player's vault keeps them until a claim needs them.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::Desk;
use super::document::Version;
use super::lay::{LaidOut, put_record};
use super::memory::Hash;
use super::secret::{hex_bytes, moment};
use super::staged::{Draft, Staged};
use super::store::{Base, Store};
use super::trouble::Trouble;
use crate::crypto::Verifier;
use crate::turnfile::{Moment, Ruling};

/// Maximum number of rulings that a game keeps, so that forged mail can't fill the disk.
const MOST: usize = 16;

/// A ruling that a vault keeps.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct HeldRuling {
    /// The number of the turn that did not come.
    pub number: u32,
    /// The seat whose turn it was.
    pub seat: String,
    /// The hash of the turn before.
    #[serde(with = "hex_bytes")]
    pub after: Hash,
    /// When the arbiter ruled.
    #[serde(with = "moment")]
    pub ruled: DateTime<Utc>,
    /// The arbiter's signature.
    #[serde(with = "hex_bytes")]
    pub signature: [u8; 64],
}

impl HeldRuling {
    /// Returns the ruling in the game with this id.
    pub fn ruling(&self, game: Hash) -> Ruling {
        let HeldRuling { number, seat, after, ruled, signature } = self.clone();
        Ruling { game, number, seat, after, ruled, signature }
    }
}

impl From<&Ruling> for HeldRuling {
    fn from(ruling: &Ruling) -> Self {
        let Ruling { number, seat, after, ruled, signature, .. } = ruling.clone();
        HeldRuling { number, seat, after, ruled, signature }
    }
}

/// What came of a ruling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RulingArrival {
    /// It is kept, and a claim may use it.
    New,
    /// It was kept before.
    Known,
    /// The turn has come, so the ruling changes nothing.
    Answered,
}

/// A ruling that was taken in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TakenRuling {
    /// The private name of the game.
    pub name: String,
    /// The seat whose time is up.
    pub seat: String,
    /// Whether that is one of this vault's own seats.
    pub own: bool,
    /// What came of it.
    pub arrival: RulingArrival,
}

/// Why a ruling is set aside.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RulingFault {
    /// It is about a game that this vault doesn't know.
    #[error("this ruling is about a game that is not in your vault")]
    UnknownGame,
    /// The arbiter of the game did not sign it.
    #[error("the arbiter of the game did not sign this ruling")]
    BadSignature,
    /// It is about a turn that this vault doesn't have.
    #[error("this ruling follows a turn that you do not have")]
    UnknownTurn,
}

impl<S: Store> Desk<S> {
    /// Keeps a ruling in a game of one's own.
    ///
    /// # Errors
    /// Returns [`Trouble::Ruling`] if it can't be used, and why.
    pub fn take_ruling(
        &self,
        ruling: &Ruling,
        now: Moment,
    ) -> Result<Staged<TakenRuling>, Trouble> {
        if !self.has_game(&ruling.game)? {
            return Err(RulingFault::UnknownGame.into());
        }
        let laid = self.open(&ruling.game, now)?;
        let arbiter = laid.game.file.game.arbiter.as_ref();
        let arbiter = arbiter.and_then(|arbiter| Verifier::new(&arbiter.key));
        if !arbiter.is_some_and(|arbiter| arbiter.ruling(&ruling.hash(), &ruling.signature)) {
            return Err(RulingFault::BadSignature.into());
        }
        let before = usize::try_from(ruling.number).unwrap_or(usize::MAX).checked_sub(2);
        let standing = &laid.game.standing;
        let chain = &standing.hashes;
        if before.and_then(|before| chain.get(before)) != Some(&ruling.after) {
            return Err(RulingFault::UnknownTurn.into());
        }
        let name = laid.name().unwrap_or_default().to_owned();
        let (seat, own) = (ruling.seat.clone(), laid.is_own(&ruling.seat));
        let taken = |arrival| TakenRuling { name, seat, own, arrival };
        if standing.head() != ruling.after {
            return Ok(Draft::default().stage(taken(RulingArrival::Answered)));
        }
        if standing.due_name() != Some(&ruling.seat) {
            return Err(RulingFault::UnknownTurn.into());
        }
        if laid.ruling().is_some() {
            return Ok(Draft::default().stage(taken(RulingArrival::Known)));
        }
        let mut base = Base::new();
        let records = self.records_upon(&ruling.game, &mut base)?;
        let mut draft = Draft::upon(base);
        for mut record in records {
            let excess = (record.rulings.len() + 1).saturating_sub(MOST);
            record.rulings.drain(..excess);
            record.rulings.push(ruling.into());
            put_record(&mut draft, &record)?;
        }
        Ok(draft.stage(taken(RulingArrival::New)))
    }
}

impl LaidOut {
    /// The ruling that a claim made now would carry, if there is one.
    pub fn ruling(&self) -> Option<Ruling> {
        let standing = &self.game.standing;
        let (after, due) = (standing.head(), standing.due_name());
        let mut held = self.records.iter().flat_map(|record| &record.rulings);
        let held = held.find(|held| held.after == after && due == Some(held.seat.as_str()));
        held.map(|held| held.ruling(standing.id.0))
    }
}

/// A game that the owner of this vault is the arbiter of.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Watched {
    pub(super) version: Version,
    #[serde(with = "hex_bytes")]
    pub(super) id: Hash,
    /// The private name of the game.
    pub(super) name: String,
    /// When each turn first arrived.
    #[serde(default)]
    pub(super) arrivals: Vec<TurnArrival>,
    /// The rulings that were signed.
    #[serde(default)]
    pub(super) rulings: Vec<HeldRuling>,
    /// The files, none of which is the beginning of another.
    #[serde(default)]
    pub(super) files: Vec<String>,
}

impl Watched {
    /// Turns may have arrived after the backup was made: an arbiter who restores one gives every
    /// player the full time again.
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
