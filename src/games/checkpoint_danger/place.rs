//! The map: 7 regions by 9 columns, and how its squares are named.

use std::fmt;
use std::str::FromStr;

use crate::board::{Grid, Square};

/// The map of each player: seven rows, each named after a region, and nine columns.
pub(super) const GRID: Grid = Grid::new(7, 9);

/// The regions from the top row down; their initials are A to G.
const REGIONS: [&str; 7] = ["Arctic", "Bering", "Canadian", "Desert", "Equator", "Fiji", "Glacier"];

/// A square of the map. It is written `F6` on the sheet and `Fiji 6` in a call; places are ordered
/// row by row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place(Square);

/// A text that is not in the one form in which it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("this is not how it is written")]
pub struct NotCanonical;

impl Place {
    /// All 63, row by row.
    pub fn all() -> impl DoubleEndedIterator<Item = Place> {
        GRID.squares().map(Place)
    }

    /// The place in this row and column, both counted from 0.
    pub(super) fn at(row: usize, col: usize) -> Option<Place> {
        GRID.square(row, col).map(Place)
    }

    /// The region of its row: `Fiji`.
    pub fn region(self) -> &'static str {
        region(self.0.row)
    }

    /// The number of its column, 1 to 9.
    pub fn column(self) -> u8 {
        self.0.col + 1
    }

    /// Its row, counted from 0.
    pub(super) fn row(self) -> u8 {
        self.0.row
    }

    /// Its place in the count row by row, from 0.
    pub(super) fn index(self) -> Option<usize> {
        GRID.index(self.0)
    }

    /// As it is called: `Fiji 6`.
    pub fn name(self) -> String {
        format!("{} {}", self.region(), self.column())
    }

    /// Reads what [`name`](Self::name) writes, and nothing else.
    pub(super) fn from_name(name: &str) -> Result<Place, NotCanonical> {
        let (region, column) = name.split_once(' ').ok_or(NotCanonical)?;
        let row = REGIONS.iter().position(|&known| known == region).ok_or(NotCanonical)?;
        Place::in_row(row, column)
    }

    /// The place in a row whose region a person typed, in full or its first letters.
    pub(super) fn typed(region: &str, column: &str) -> Option<Place> {
        let begins = |name: &str| {
            name.get(..region.len()).is_some_and(|start| start.eq_ignore_ascii_case(region))
        };
        Place::in_row(REGIONS.iter().position(|name| begins(name))?, column).ok()
    }

    fn in_row(row: usize, column: &str) -> Result<Place, NotCanonical> {
        match column.as_bytes() {
            [digit @ b'1'..=b'9'] => Place::at(row, usize::from(digit - b'1')).ok_or(NotCanonical),
            _ => Err(NotCanonical),
        }
    }

    /// What can be seen from here: the eight straight lines, each as far as the map goes and
    /// nearest first.
    pub(super) fn rays(self) -> impl Iterator<Item = impl Iterator<Item = Place>> {
        GRID.rays(self.0).map(|ray| ray.map(Place))
    }

    /// Does a straight line join the two?
    pub(super) fn faces(self, other: Place) -> bool {
        crate::board::Direction::between(self.0, other.0).is_some()
    }

    /// How far the other is along a straight line.
    pub(super) fn distance(self, other: Place) -> u8 {
        self.0.row.abs_diff(other.0.row).max(self.0.col.abs_diff(other.0.col))
    }

    /// The straight line to another place, both included.
    pub(super) fn line(self, to: Place) -> Option<Vec<Place>> {
        Some(GRID.line(self.0, to.0)?.into_iter().map(Place).collect())
    }
}

/// The region of a row, counted from 0.
pub(super) fn region(row: u8) -> &'static str {
    REGIONS.get(usize::from(row)).copied().unwrap_or("?")
}

/// The letter of a row, counted from 0.
pub(super) fn letter(row: u8) -> char {
    region(row).chars().next().unwrap_or('?')
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", letter(self.0.row), self.column())
    }
}

impl FromStr for Place {
    type Err = NotCanonical;

    fn from_str(text: &str) -> Result<Self, NotCanonical> {
        let mut signs = text.chars();
        let initial = signs.next().ok_or(NotCanonical)?;
        let row =
            REGIONS.iter().position(|region| region.starts_with(initial)).ok_or(NotCanonical)?;
        Place::in_row(row, signs.as_str())
    }
}
