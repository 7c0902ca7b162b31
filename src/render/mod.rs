//! Renders a scene as text, a linear list, a web page or JSON.
//!
//! All formats show the same facts, and no fact is shown only by color. Nothing here does I/O. Text
//! widths are terminal columns; some characters take two columns, and some none.
//!
//! Architecture invariant: output is complete. Text ends with a line feed, a page needs no other
//! file, and all text in markup has been escaped.

mod commands;
mod json;
mod lines;
mod markup;
mod pack;
mod page;
mod plain;
mod replay;
mod table;
#[cfg(test)]
mod tests;
mod text;
pub mod when;

pub use crate::board::text::{columns, from_column, padded, split_at_columns};
pub use commands::{COMMANDS, is_command};
pub use json::json;
pub use lines::{list, rows, shortened, wrap, wrap_words};
pub use markup::escape;
pub use page::{Head, page};
pub use plain::{Look, plain};
pub use replay::{Frame, replay};
pub use table::html_table;
pub use text::{Drawn, board, legend, legend_of, narrower, text, without_low_table};
