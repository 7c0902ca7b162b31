//! One scene in; text, a linear list, SVG, HTML or JSON out.
//!
//! A look changes how a scene is shown, never what it says: each of them shows the same facts, and
//! none by colour alone. Nothing here does I/O. Widths of text are columns of a terminal, in which
//! some characters take two columns, and some none.
//!
//! Architecture invariant: what comes out is whole. Text ends in a line feed, a page needs no other
//! file, and every text that goes into markup has been escaped.

mod json;
mod lines;
mod markup;
mod pack;
mod page;
mod picture;
mod plain;
mod replay;
mod strokes;
mod style;
mod table;
#[cfg(test)]
mod tests;
mod text;
pub mod when;

pub use crate::board::text::{columns, from_column, padded, split_at_columns};
pub use json::json;
pub use lines::{list, rows, shortened, wrap};
pub use page::{Head, html, svg};
pub use plain::{Look, plain};
pub use replay::{Frame, replay};
pub use table::html_table;
pub use text::{Drawn, board, text};

/// How many columns a screen has.
const SCREEN: usize = 80;
