//! Squares, and how they are written: `D4` is column D, row 4. A piece is named by the square it
//! started from.

use std::fmt;
use std::str::FromStr;

use crate::board::{Direction, Grid, Square};

/// A square of the board. Ordered row by row from row 1, in a row from column A.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place(pub Square);

impl Place {
    /// The square in this column and row, counted from 0.
    pub const fn new(col: u8, row: u8) -> Self {
        Place(Square::new(row, col))
    }

    /// Can a piece step from here to there: one square along a row or a column?
    pub(super) fn steps_to(self, to: Place) -> bool {
        self.0.row.abs_diff(to.0.row).saturating_add(self.0.col.abs_diff(to.0.col)) == 1
    }

    /// Are the two next to each other, diagonally counted too?
    pub(super) fn touches(self, other: Place) -> bool {
        self != other
            && self.0.row.abs_diff(other.0.row) <= 1
            && self.0.col.abs_diff(other.0.col) <= 1
    }

    /// The squares that a piece can step to, as far as the board goes.
    pub(super) fn around(self, grid: Grid) -> impl Iterator<Item = Place> {
        grid.neighbours(self.0, &Direction::STRAIGHT).map(Place)
    }

    /// Its row, counted from 1.
    pub(super) fn row(self) -> u8 {
        self.0.row.saturating_add(1)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'A'.saturating_add(self.0.col)), self.row())
    }
}

impl FromStr for Place {
    type Err = ();

    /// Reads the canonical form and nothing else: a capital and a number without leading zero, at
    /// most `J10`.
    fn from_str(text: &str) -> Result<Self, ()> {
        let mut signs = text.chars();
        let column = signs
            .next()
            .filter(char::is_ascii_uppercase)
            .and_then(|sign| u8::try_from(sign).ok())
            .ok_or(())?;
        let row: u8 = signs.as_str().parse().map_err(|_| ())?;
        let place = Place::new(column - b'A', row.checked_sub(1).ok_or(())?);
        if Grid::new(10, 10).contains(place.0) && place.to_string() == text {
            Ok(place)
        } else {
            Err(())
        }
    }
}
