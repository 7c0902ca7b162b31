//! Laying a network line by line: which corners may come next, so that some network is made.

use super::options::Options;
use super::spaces::{Bit, Spaces, Way};
use crate::board::{Grid, Square};

/// Lines are 1 to 9 units long.
const LENGTHS: usize = 10;

/// So many lines are laid to see whether one corner leads on.
const ONE_CORNER: u32 = 20_000;

/// The corners that may come behind these: those from which some whole network can be drawn. At
/// most `patience` lines are laid to find out; a corner of which that does not tell is among them.
/// None if these corners begin no network.
pub(super) fn leads_on(options: &Options, corners: &[Square], patience: u32) -> Vec<Square> {
    let mut patience = patience;
    let Some(chain) = Chain::of(options, corners) else { return Vec::new() };
    let nexts = match chain.end {
        None => {
            options.grid.squares().filter_map(|space| Some((space, chain.begun(space)?))).collect()
        }
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

/// The lines that are laid.
#[derive(Clone, Copy)]
struct Chain {
    grid: Grid,
    /// how many lines of each length are still to be laid
    left: [u8; LENGTHS],
    taken: Spaces,
    end: Option<Bit>,
    /// which ways the next line may go
    ways: &'static [Way],
}

const ROW: &[Way] = &[Way::Left, Way::Right];
const COLUMN: &[Way] = &[Way::Up, Way::Down];
const ANY: &[Way] = &[Way::Left, Way::Right, Way::Up, Way::Down];

impl Chain {
    /// The chain with these corners, if it may be one.
    fn of(options: &Options, corners: &[Square]) -> Option<Chain> {
        let mut left = [0; LENGTHS];
        for length in &options.lengths {
            *left.get_mut(usize::from(*length))? += 1;
        }
        let grid = options.grid;
        let mut chain = Chain { grid, left, taken: Spaces::EMPTY, end: None, ways: ANY };
        for corner in corners {
            chain = match chain.end {
                None => chain.begun(*corner)?,
                Some(_) => chain.longer().into_iter().find(|(next, _)| next == corner)?.1,
            };
        }
        Some(chain)
    }

    fn begun(self, space: Square) -> Option<Chain> {
        let end = Bit::of(space).filter(|_| self.grid.contains(space))?;
        Some(Chain { end: Some(end), taken: Spaces::EMPTY.with(end), ..self })
    }

    /// With one more line, in all ways, the longest first: they are the hardest to lay.
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

    /// Does it begin a whole network? Yes as well, if that takes too long to find out.
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
