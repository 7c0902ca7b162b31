//! When turns first reached the organizer.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::codec;
use crate::turnfile::{Bytes32, Moment};

/// The arrival of a turn at the organizer: one line of `arrivals.jsonl`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Arrival {
    /// Id of the game.
    #[serde(with = "codec::digits")]
    pub game: Bytes32,
    /// Number of the turn.
    pub number: u32,
    pub seat: String,
    /// Hash of the turn. Another version of the same turn counts as a separate arrival.
    #[serde(with = "codec::digits")]
    pub turn: Bytes32,
    /// When the turn arrived, according to the organizer's mail server or clock.
    #[serde(with = "codec::date")]
    pub at: Moment,
}

impl Arrival {
    /// Returns the line for `arrivals.jsonl`, with its line feed.
    pub fn line(&self) -> String {
        // Serializing strings and numbers can't fail.
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }
}

/// When each turn arrived.
///
/// A turn can have several lines in `arrivals.jsonl`: `pbem club receive` also records a file whose
/// last turn isn't the newest turn of the game, because the sender of the file may lack the newer
/// turns.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Arrivals(BTreeMap<Bytes32, (Moment, Moment)>);

impl Arrivals {
    /// Reads `arrivals.jsonl`. Also returns the numbers of unreadable lines. A crash can cut off
    /// the last line; the turn in that line is recorded when it arrives again.
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

    /// Adds an arrival.
    pub fn add(&mut self, arrival: &Arrival) {
        let at = arrival.at;
        let (first, last) = self.0.entry(arrival.turn).or_insert((at, at));
        (*first, *last) = (at.min(*first), at.max(*last));
    }

    /// Returns when the turn with this hash first arrived.
    pub fn of(&self, turn: &Bytes32) -> Option<Moment> {
        self.0.get(turn).map(|(first, _)| *first)
    }

    /// Returns when a file that ends with this turn last arrived.
    pub fn last(&self, turn: &Bytes32) -> Option<Moment> {
        self.0.get(turn).map(|(_, last)| *last)
    }
}
