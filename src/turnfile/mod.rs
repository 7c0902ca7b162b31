//! The turn file: one TOML document that holds one game. Reading, writing, canonical form, limits.
//!
//! Form only: whether the turns are legal, signed and chained is for the layers above. The format
//! is told in full in `docs/turn-file.md`.

mod canonical;
mod fault;
mod fields;
pub mod limits;
mod model;
mod read;
mod schema;
#[cfg(test)]
mod tests;
mod text;
mod values;
mod write;

pub use fault::{FaultKind, ReadFault};
pub use model::{Bytes32, Claim, Header, Moment, Turn, TurnFile};
pub use read::{Reading, read};
pub use text::{BEGIN, END, continues, decode, last_turn};
