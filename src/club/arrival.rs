//! When turns first reached the organizer.

use std::collections::BTreeMap;

use chrono::SecondsFormat;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::turnfile::{Bytes32, Moment};

/// A turn reached the organizer: one line of `arrivals.jsonl`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Arrival {
    /// Id of the game.
    #[serde(serialize_with = "to_hex", deserialize_with = "from_hex")]
    pub game: Bytes32,
    /// Number of the turn.
    pub number: u32,
    pub seat: String,
    /// Hash of the turn. Another version of the same turn arrives on its own.
    #[serde(serialize_with = "to_hex", deserialize_with = "from_hex")]
    pub turn: Bytes32,
    /// When it arrived, by the organizer's mail server or clock.
    #[serde(serialize_with = "to_date", deserialize_with = "from_date")]
    pub at: Moment,
}

fn to_hex<S: Serializer>(bytes: &Bytes32, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&hex::encode(bytes))
}

fn from_hex<'de, D: Deserializer<'de>>(from: D) -> Result<Bytes32, D::Error> {
    let mut bytes = [0; 32];
    let digits = String::deserialize(from)?;
    hex::decode_to_slice(&digits, &mut bytes).map_err(serde::de::Error::custom)?;
    Ok(bytes)
}

fn to_date<S: Serializer>(moment: &Moment, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&moment.to_rfc3339_opts(SecondsFormat::Secs, true))
}

fn from_date<'de, D: Deserializer<'de>>(from: D) -> Result<Moment, D::Error> {
    String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
}

impl Arrival {
    /// Returns the line for `arrivals.jsonl`, with its line feed.
    pub fn line(&self) -> String {
        // Serializing strings and numbers can't fail.
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }
}

/// The first arrival of each turn.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Arrivals(BTreeMap<Bytes32, Moment>);

impl Arrivals {
    /// Reads `arrivals.jsonl`. Returns the numbers of unreadable lines as well: a crash can cut the
    /// last line, and that turn arrives again.
    pub fn read(text: &str) -> (Self, Vec<usize>) {
        let (mut all, mut bad) = (Arrivals::default(), Vec::new());
        for (line, number) in text.lines().zip(1..) {
            match serde_json::from_str::<Arrival>(line) {
                Ok(arrival) => all.add(&arrival),
                Err(_) if line.trim().is_empty() => {}
                Err(_) => bad.push(number),
            }
        }
        (all, bad)
    }

    /// Adds an arrival. The earliest one of each turn counts.
    pub fn add(&mut self, arrival: &Arrival) {
        let first = self.0.entry(arrival.turn).or_insert(arrival.at);
        *first = arrival.at.min(*first);
    }

    /// Returns when the turn with this hash first arrived.
    pub fn of(&self, turn: &Bytes32) -> Option<Moment> {
        self.0.get(turn).copied()
    }
}
