//! Reads and writes the turn file, a text file that contains one game, and limits its size.
//!
//! This module checks only the form of a file. The layers above check whether turns are legal,
//! signed and chained. The form is a grammar of lines, defined in `docs/protocol.md`, and hashes
//! are computed over the text.

mod check;
mod fault;
pub mod limits;
mod line_reader;
mod model;
mod parse;
mod parts;
mod piece;
mod read;
mod ruling;
#[cfg(test)]
mod tests;
mod text;
mod write;

pub use fault::{ReadError, ReadErrorKind};
pub use model::{Arbiter, Bytes32, Header, Moment, Turn, TurnFile};
pub use parts::{Part, join_parts, split_piece};
pub use piece::{JoinError, PIECE_BEGIN, PIECE_END, Piece, is_piece_begin};
pub use read::{Reading, id_of, read};
pub use ruling::{RULING_BEGIN, RULING_END, Ruling};
pub use text::{BEGIN, END, continues, decode, last_turn};
