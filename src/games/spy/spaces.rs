//! Sets of spaces. A set is small enough to copy, and fast enough to count a hundred thousand
//! networks.

use std::fmt;

use crate::board::Square;

/// Number of rows and number of columns of the largest field. A set has a bit for each of the 256
/// spaces of this field, no matter how large the current field is.
pub(super) const WIDEST: u8 = 16;

/// A set of spaces.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(super) struct Spaces([u128; 2]);

impl Spaces {
    pub(super) const EMPTY: Spaces = Spaces([0; 2]);

    /// Adds a space. Ignores spaces outside every field.
    pub(super) fn insert(&mut self, space: Square) {
        if let Some(Bit(bit)) = Bit::of(space) {
            self.0[usize::from(bit >> 7)] |= 1 << (bit & 127);
        }
    }

    pub(super) fn contains(self, space: Square) -> bool {
        Bit::of(space).is_some_and(|bit| self.has(bit))
    }

    #[inline]
    pub(super) fn has(self, Bit(bit): Bit) -> bool {
        self.0[usize::from(bit >> 7)] >> (bit & 127) & 1 == 1
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

    /// Returns the spaces in the order of the setup: row by row.
    pub(super) fn iter(self) -> impl Iterator<Item = Square> {
        self.bits().map(Bit::space)
    }

    /// Returns the spaces as bits.
    pub(super) fn bits(self) -> impl Iterator<Item = Bit> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let word = usize::from(left[0] == 0);
            let bit = u8::try_from(left[word].trailing_zeros()).ok().filter(|bit| *bit < 128)?;
            left[word] &= left[word].wrapping_sub(1);
            Some(Bit(if word == 0 { bit } else { bit | 128 }))
        })
    }
}

/// For each space, the number of sets that contain the space, in the order of the bits.
pub(super) struct Counts([u64; 256]);

impl Counts {
    /// Counts all spaces at the same time: each `Spaces` in `digits` contains the same binary digit
    /// of all counters.
    pub(super) fn of(sets: &[Spaces]) -> Self {
        let mut digits: Vec<Spaces> = Vec::new();
        for set in sets {
            let mut carry = *set;
            for digit in &mut digits {
                let both = digit.minus(digit.minus(carry));
                *digit = digit.union(carry).minus(both);
                carry = both;
                if carry.is_empty() {
                    break;
                }
            }
            if !carry.is_empty() {
                digits.push(carry);
            }
        }
        let mut counts = [0; 256];
        for digit in digits.into_iter().rev() {
            for count in &mut counts {
                *count *= 2;
            }
            digit.bits().for_each(|bit| counts[bit.index()] += 1);
        }
        Counts(counts)
    }

    pub(super) fn at(&self, space: Square) -> u64 {
        Bit::of(space).map_or(0, |bit| self.0[bit.index()])
    }
}

/// A space as the number of its bit, counted row by row on the largest field.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Bit(u8);

impl Bit {
    pub(super) fn of(space: Square) -> Option<Self> {
        (space.row < WIDEST && space.col < WIDEST).then(|| Bit(space.row * WIDEST + space.col))
    }

    pub(super) fn space(self) -> Square {
        Square::new(self.0 / WIDEST, self.0 % WIDEST)
    }

    /// Returns the number of the bit, from 0 to 255.
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
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
    /// Shows only the number of spaces, because a set may be a secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Spaces({})", self.len())
    }
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
