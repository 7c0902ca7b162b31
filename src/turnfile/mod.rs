//! The turn file: one TOML document that holds one game. Reading, writing, canonical form, limits.

mod model;

pub use model::{Bytes32, Claim, Header, Moment, Turn, TurnFile};
