//! Squares and their notation: `D4` is column D, row 4. Each piece is named by the square on which
//! it started.

use std::fmt;
use std::str::FromStr;

use crate::board::{self, Coord, Direction, Grid, NotCanonical};

/// The larger of the two boards.
const WHOLE: Grid = Grid::new(10, 10);

/// A square of the board. Ordered row by row from row 1, within a row from column A.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Square(pub(super) board::Square);

impl Square {
    /// Creates the square in this column and row, counted from 0.
    pub(super) const fn new(col: u8, row: u8) -> Self {
        Square(board::Square::new(row, col))
    }

    /// Whether a piece can move from this square to `to`: one square along a row or a column.
    pub(super) fn leads_to(self, to: Square) -> bool {
        self.rows_to(to).saturating_add(self.0.col.abs_diff(to.0.col)) == 1
    }

    /// Whether the squares are next to each other, including diagonally.
    pub(super) fn touches(self, other: Square) -> bool {
        self != other && self.rows_to(other) <= 1 && self.0.col.abs_diff(other.0.col) <= 1
    }

    fn rows_to(self, other: Square) -> u8 {
        self.0.row.abs_diff(other.0.row)
    }

    /// Returns the neighbors of this square along its row and column that are on the board.
    pub(super) fn around(self, grid: Grid) -> impl Iterator<Item = Square> {
        grid.neighbours(self.0, &Direction::STRAIGHT).map(Square)
    }

    /// Returns the number of the row, 1 to 10.
    pub(super) fn row(self) -> u8 {
        self.0.row.saturating_add(1)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Coord { letter: self.0.col, number: self.0.row }.fmt(f)
    }
}

impl FromStr for Square {
    type Err = NotCanonical;

    fn from_str(text: &str) -> Result<Self, NotCanonical> {
        let Coord { letter, number } = text.parse()?;
        WHOLE.square(number.into(), letter.into()).map(Square).ok_or(NotCanonical)
    }
}
