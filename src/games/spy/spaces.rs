//! Sets of spaces, small enough to copy and quick enough to count a hundred thousand networks.

use std::fmt;

use crate::board::Square;

/// The widest and the longest field: a set has a bit for each of its 256 spaces, whatever the size of the field in play.
pub(super) const WIDEST: u8 = 16;

/// A set of spaces.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(super) struct Spaces([u128; 2]);

impl Spaces {
    pub(super) const EMPTY: Spaces = Spaces([0; 2]);

    /// Adds a space. One that no field has is passed over.
    pub(super) fn insert(&mut self, space: Square) {
        if let Some((word, bit)) = place(space) {
            self.0[word] |= bit;
        }
    }

    pub(super) fn contains(self, space: Square) -> bool {
        place(space).is_some_and(|(word, bit)| self.0[word] & bit != 0)
    }

    pub(super) fn union(self, other: Spaces) -> Spaces {
        Spaces([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }

    pub(super) fn minus(self, other: Spaces) -> Spaces {
        Spaces([self.0[0] & !other.0[0], self.0[1] & !other.0[1]])
    }

    pub(super) fn is_empty(self) -> bool {
        self == Spaces::EMPTY
    }

    pub(super) fn len(self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones()
    }

    /// The spaces in the order of the sheet: row by row.
    pub(super) fn iter(self) -> impl Iterator<Item = Square> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let word = usize::from(left[0] == 0);
            let bit = left[word].trailing_zeros();
            left[word] &= left[word].wrapping_sub(1);
            let index = u8::try_from(bit).ok().filter(|bit| *bit < 128)?;
            Some(Square::new(index / WIDEST + if word == 0 { 0 } else { 8 }, index % WIDEST))
        })
    }
}

impl FromIterator<Square> for Spaces {
    fn from_iter<I: IntoIterator<Item = Square>>(spaces: I) -> Self {
        let mut set = Spaces::EMPTY;
        spaces.into_iter().for_each(|space| set.insert(space));
        set
    }
}

impl fmt::Debug for Spaces {
    /// Says how many there are, since a set may well be a secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Spaces({})", self.len())
    }
}

/// The word and the bit of a space: eight rows of sixteen to a word.
fn place(space: Square) -> Option<(usize, u128)> {
    let on = space.row < WIDEST && space.col < WIDEST;
    on.then(|| (usize::from(space.row >= 8), 1 << (space.row % 8 * WIDEST + space.col)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Grid;

    #[test]
    fn a_set_holds_what_was_put_in_in_the_order_of_the_sheet() {
        let grid = Grid::new(WIDEST, WIDEST);
        let every_third: Vec<Square> = grid.squares().step_by(3).collect();
        let set: Spaces = every_third.iter().rev().copied().collect();
        assert!(set.iter().eq(every_third.iter().copied()));
        assert_eq!(set.len(), 86);
        for (index, space) in grid.squares().enumerate() {
            assert_eq!(set.contains(space), index % 3 == 0);
        }
        assert_eq!(set.minus(set), Spaces::EMPTY);
        assert_eq!(set.union(grid.squares().collect()).len(), 256);
    }

    #[test]
    fn a_space_off_every_field_is_in_no_set() {
        for off in [Square::new(16, 0), Square::new(0, 16), Square::new(255, 255)] {
            let set: Spaces = [off].into_iter().collect();
            assert!(set.is_empty() && !set.contains(off));
        }
    }
}
