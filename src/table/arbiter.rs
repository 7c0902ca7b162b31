//! The arbiter of a game, whose signature every claim needs.

use super::Table;
use crate::crypto::Verifier;
use crate::rules::Game;
use crate::turnfile::{self, Bytes32};

/// The arbiter, with the key prepared to check rulings.
#[derive(Clone, Debug)]
pub(super) struct Arbiter {
    pub(super) verifier: Verifier,
    pub(super) grace_days: u32,
}

impl Arbiter {
    /// Prepares the key of an arbiter. Returns `None` if the key is invalid. (The key in a valid
    /// header never is.)
    pub(super) fn new(arbiter: &turnfile::Arbiter) -> Option<Self> {
        let grace_days = arbiter.grace_days;
        Verifier::new(&arbiter.key).map(|verifier| Arbiter { verifier, grace_days })
    }
}

impl<G: Game> Table<G> {
    /// Whether this is the arbiter's key. A player with this key can't take a seat.
    pub(super) fn is_arbiter(&self, key: &Bytes32) -> bool {
        self.arbiter.as_ref().is_some_and(|arbiter| arbiter.verifier.key() == *key)
    }
}

/// Describes the arbiter to a player who is about to join.
pub fn arbiter_words(arbiter: &turnfile::Arbiter) -> String {
    let name = arbiter.name.as_ref().map_or_else(String::new, |name| format!(", {name}"));
    let copies = match arbiter.mail {
        Some(_) => "who gets a copy of each turn",
        None => "who needs a copy of each turn from you",
    };
    format!(
        "The game has an arbiter{name}, {copies} and decides when a player's time is up. The \
         arbiter can't see what you hide. If the arbiter and your opponent worked together, they \
         could make you lose an unfinished game. The false ruling would be in the file for \
         everyone to see."
    )
}
