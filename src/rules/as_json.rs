//! Positions as JSON, for programs.

use serde_json::{Map, Value as Json};

use super::{Game, Observation, Shown};

/// Writes a position as JSON. Implementations must not show any part of a setup, except the
/// viewer's own setup and the public parts of all setups.
pub trait AsJson<G: Game> {
    /// Returns the public position.
    fn json(&self, shown: &Shown<G>) -> Json;

    /// Returns what a seat knows in addition to the public position.
    fn private_json(&self, _seen: Observation<'_, G>) -> Json {
        Json::Object(Map::new())
    }
}
