//! A ruling, as a record stores it.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::chain::Hash;
use super::encoding::{hex_bytes, moment};
use crate::turnfile::Ruling;

/// A ruling in a vault. The record or the document that contains it has the game's id.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct HeldRuling {
    /// Number of the missing turn.
    pub number: u32,
    /// Seat that had to take the turn.
    pub seat: String,
    /// Hash of the previous turn.
    #[serde(with = "hex_bytes")]
    pub after: Hash,
    #[serde(with = "moment")]
    pub ruled: DateTime<Utc>,
    #[serde(with = "hex_bytes")]
    pub signature: [u8; 64],
}

impl HeldRuling {
    /// Returns the ruling for the game with this id.
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
