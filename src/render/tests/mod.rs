//! The formats, compared with the screens in the design.

mod lines;
mod markup;
mod real;
mod scenes;
mod text;
mod widths;

use crate::rules::scene::{Role, Row};

/// Returns the number of squares that are drawn in a row.
fn squares(row: &Row) -> usize {
    match row {
        Row::Cells { cells, .. } => cells.iter().filter(|cell| cell.role != Role::Void).count(),
        Row::Band(_) => 0,
    }
}
