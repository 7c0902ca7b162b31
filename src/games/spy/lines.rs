//! Draws a network line by line. Finds the corners that can come next and still allow a complete
//! network.

use super::options::Options;
use super::spaces::{Bit, Spaces, Way};
use crate::board::{Grid, Square};

/// Size of an array that is indexed by the length of a line, 1 to 9 units.
const LENGTHS: usize = 10;

/// Maximum number of lines to draw when checking whether one corner leads to a network.
const ONE_CORNER: u32 = 20_000;

/// Returns the corners that can come next and still allow a complete network. Draws at most
/// `patience` lines to find out. If more lines are needed for a corner, includes the corner.
/// Returns an empty list if no network begins with the given corners.
pub(super) fn leads_on(options: &Options, corners: &[Square], patience: u32) -> Vec<Square> {
    let mut patience = patience;
    let Some(chain) = Chain::of(options, corners) else { return Vec::new() };
    let nexts = match chain.end {
        None => options
            .grid
            .squares()
            .filter_map(|space| Some((space, chain.starting_at(space)?)))
            .collect(),
        Some(_) => chain.longer(),
    };
    let leads = |(space, chain): (Square, Chain)| {
        let mut left = patience.min(ONE_CORNER);
        let before = left;
        let leads = chain.is_part(&mut left);
        patience -= before - left;
        leads.then_some(space)
    };
    nexts.into_iter().filter_map(leads).collect()
}

/// The lines drawn so far.
#[derive(Clone, Copy)]
struct Chain {
    grid: Grid,
    /// Number of lines of each length that haven't been drawn.
    left: [u8; LENGTHS],
    taken: Spaces,
    end: Option<Bit>,
    /// Directions in which the next line may go.
    ways: &'static [Way],
}

const ROW: &[Way] = &[Way::Left, Way::Right];
const COLUMN: &[Way] = &[Way::Up, Way::Down];
const ANY: &[Way] = &[Way::Left, Way::Right, Way::Up, Way::Down];

impl Chain {
    /// Returns the chain with these corners, if it is valid.
    fn of(options: &Options, corners: &[Square]) -> Option<Chain> {
        let mut left = [0; LENGTHS];
        for length in &options.lengths {
            *left.get_mut(usize::from(*length))? += 1;
        }
        let grid = options.grid;
        let mut chain = Chain { grid, left, taken: Spaces::EMPTY, end: None, ways: ANY };
        for corner in corners {
            chain = match chain.end {
                None => chain.starting_at(*corner)?,
                Some(_) => chain.longer().into_iter().find(|(next, _)| next == corner)?.1,
            };
        }
        Some(chain)
    }

    fn starting_at(self, space: Square) -> Option<Chain> {
        let end = Bit::of(space).filter(|_| self.grid.contains(space))?;
        Some(Chain { end: Some(end), taken: Spaces::EMPTY.with(end), ..self })
    }

    /// Returns all chains with one more line than this one. The longest lines come first, because
    /// they are the hardest to place.
    fn longer(self) -> Vec<(Square, Chain)> {
        let mut chains = Vec::new();
        for &way in self.ways {
            let Some(mut end) = self.end else { continue };
            let mut taken = self.taken;
            for length in 1..LENGTHS {
                match end.step(way, self.grid) {
                    Some(next) if !taken.has(next) => end = next,
                    _ => break,
                }
                taken = taken.with(end);
                if self.left[length] > 0 {
                    let mut left = self.left;
                    left[length] -= 1;
                    let ways = if matches!(way, Way::Left | Way::Right) { COLUMN } else { ROW };
                    chains.push((length, Chain { left, taken, end: Some(end), ways, ..self }));
                }
            }
        }
        chains.sort_by_key(|(length, _)| std::cmp::Reverse(*length));
        let space = |chain: &Chain| chain.end.map(Bit::space);
        chains.into_iter().filter_map(|(_, chain)| Some((space(&chain)?, chain))).collect()
    }

    /// Whether the chain is part of a complete network. Also returns true if the search takes too
    /// long.
    fn is_part(self, patience: &mut u32) -> bool {
        if self.left == [0; LENGTHS] {
            return true;
        }
        self.longer().into_iter().any(|(_, chain)| {
            if *patience == 0 {
                return true;
            }
            *patience -= 1;
            chain.is_part(patience)
        })
    }
}
