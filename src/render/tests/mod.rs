//! The looks, against the screens that the design shows.

mod lines;
mod markup;
mod real;
mod scenes;
mod text;
mod widths;

use crate::rules::scene::{Role, Row};

/// How many squares of a row are drawn.
fn squares(row: &Row) -> usize {
    match row {
        Row::Cells { cells, .. } => cells.iter().filter(|cell| cell.role != Role::Void).count(),
        Row::Band(_) => 0,
    }
}
