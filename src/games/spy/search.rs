//! Going through all legal networks that fit what is known.

use std::ops::ControlFlow;

use super::network::Network;
use super::spaces::{Bit, Spaces, Way};
use crate::board::{Direction, Grid, Square};

/// How much one search may do, in lines laid: some tenths of a second. All networks of the usual
/// field take a sixth of it.
pub(super) const MOST_LINES: u32 = 4_000_000;

/// Lines are 1 to 9 units long.
const LENGTHS: usize = 10;

/// What is known of a network.
#[derive(Clone, Default)]
pub(super) struct Constraint {
    /// spaces that a line runs through
    pub(super) hot: Spaces,
    /// spaces that no line runs through
    pub(super) blank: Spaces,
    /// spaces beside which a line runs
    pub(super) warm: Vec<Square>,
}

impl Constraint {
    /// That these spaces are hot and no others.
    pub(super) fn exactly(hot: Spaces, grid: Grid) -> Self {
        Constraint { hot, blank: grid.squares().collect::<Spaces>().minus(hot), warm: Vec::new() }
    }

    /// Could these be all the hot spaces?
    pub(super) fn allows(&self, hot: Spaces, grid: Grid) -> bool {
        self.hot.minus(hot).is_empty()
            && self.blank.minus(hot) == self.blank
            && self.warm.iter().all(|space| {
                grid.neighbours(*space, &Direction::STRAIGHT).any(|beside| hot.contains(beside))
            })
    }
}

/// How a search came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Extent {
    /// every network was shown
    All,
    /// whoever looked had seen enough
    Enough,
    /// there was too much to do
    TooMuch,
}

/// Shows every legal network that fits `constraint` to `look`, with its hot spaces; each once,
/// whichever end it is drawn from.
pub(super) fn networks(
    grid: Grid,
    lengths: &[u8],
    constraint: &Constraint,
    most_lines: u32,
    look: &mut dyn FnMut(&[Square], Spaces) -> ControlFlow<()>,
) -> Extent {
    let mut left = [0; LENGTHS];
    let lengths: Vec<u8> =
        lengths.iter().copied().filter(|length| usize::from(*length) < left.len()).collect();
    for length in &lengths {
        left[usize::from(*length)] += 1;
    }
    let units = lengths.iter().map(|length| u32::from(*length)).sum();
    let mut search = Search {
        grid,
        constraint,
        left,
        lines: lengths.len(),
        units,
        first: 0,
        budget: most_lines,
        corners: Vec::new(),
        look,
    };
    for start in
        grid.squares().filter(|space| !constraint.blank.contains(*space)).filter_map(Bit::of)
    {
        search.corners.push(start);
        let taken = constraint.blank.with(start);
        let done = [Axis::Row, Axis::Column]
            .into_iter()
            .try_for_each(|axis| search.extend(start, axis, taken));
        search.corners.clear();
        if let ControlFlow::Break(extent) = done {
            return extent;
        }
    }
    Extent::All
}

/// The first legal network that fits.
pub(super) fn first_network(
    grid: Grid,
    lengths: &[u8],
    constraint: &Constraint,
    most_lines: u32,
) -> Option<Network> {
    let mut found = None;
    networks(grid, lengths, constraint, most_lines, &mut |corners, _| {
        found = Some(Network::new(corners.to_vec()));
        ControlFlow::Break(())
    });
    found
}

/// The different sets of hot spaces that fit; `None` if there is too much to go through.
pub(super) fn patterns(
    grid: Grid,
    lengths: &[u8],
    constraint: &Constraint,
    most_lines: u32,
) -> Option<Vec<Spaces>> {
    let mut patterns = Vec::new();
    let extent = networks(grid, lengths, constraint, most_lines, &mut |_, hot| {
        patterns.push(hot);
        ControlFlow::Continue(())
    });
    patterns.sort_unstable();
    patterns.dedup();
    (extent == Extent::All).then_some(patterns)
}

#[derive(Clone, Copy)]
enum Axis {
    Row,
    Column,
}

impl Axis {
    fn turned(self) -> Axis {
        match self {
            Axis::Row => Axis::Column,
            Axis::Column => Axis::Row,
        }
    }

    fn ways(self) -> [Way; 2] {
        match self {
            Axis::Row => [Way::Left, Way::Right],
            Axis::Column => [Way::Up, Way::Down],
        }
    }
}

/// A chain of lines that grows at one end. Each network could be laid from both of its ends; it is
/// laid from that of the shorter line.
struct Search<'a> {
    grid: Grid,
    constraint: &'a Constraint,
    /// how many lines of each length are still to be laid
    left: [u8; LENGTHS],
    lines: usize,
    units: u32,
    /// the length of the first line
    first: usize,
    budget: u32,
    corners: Vec<Bit>,
    look: &'a mut dyn FnMut(&[Square], Spaces) -> ControlFlow<()>,
}

impl Search<'_> {
    /// Lays the next line from `end` along `axis`, in all ways. `taken` is what no line may run
    /// through: what the lines laid so far cover, and what is known to be blank.
    fn extend(&mut self, end: Bit, axis: Axis, taken: Spaces) -> ControlFlow<Extent> {
        let missed = self.constraint.hot.minus(taken);
        if missed.len() > self.units || missed.bits().any(|bit| bit.distance(end) > self.units) {
            return ControlFlow::Continue(());
        }
        if self.lines == 0 {
            return self.show(taken.minus(self.constraint.blank));
        }
        for way in axis.ways() {
            let (mut at, mut taken) = (end, taken);
            for length in 1..self.left.len() {
                match at.step(way, self.grid) {
                    Some(next) if !taken.has(next) => at = next,
                    _ => break,
                }
                taken = taken.with(at);
                if self.left[length] > 0 {
                    self.lay(length, at, axis, taken)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn lay(&mut self, length: usize, end: Bit, axis: Axis, taken: Spaces) -> ControlFlow<Extent> {
        if self.budget == 0 {
            return ControlFlow::Break(Extent::TooMuch);
        }
        self.budget -= 1;
        let units = u32::try_from(length).unwrap_or(0);
        if self.corners.len() == 1 {
            self.first = length;
        }
        (self.left[length], self.lines, self.units) =
            (self.left[length] - 1, self.lines - 1, self.units - units);
        self.corners.push(end);
        // One that is at least as long as the first must be left for the other end.
        let ends = if self.lines == 0 {
            length >= self.first
        } else {
            self.left[self.first..].iter().any(|left| *left > 0)
        };
        let done =
            if ends { self.extend(end, axis.turned(), taken) } else { ControlFlow::Continue(()) };
        self.corners.pop();
        (self.left[length], self.lines, self.units) =
            (self.left[length] + 1, self.lines + 1, self.units + units);
        done
    }

    /// Where both ends are of one length, a network is found from both of them; one counts.
    fn show(&mut self, hot: Spaces) -> ControlFlow<Extent> {
        let last = match self.corners.as_slice() {
            [.., before, end] => before.distance(*end) as usize,
            _ => 0,
        };
        let backwards = last == self.first && self.corners.first() > self.corners.last();
        if backwards || !self.constraint.allows(hot, self.grid) {
            return ControlFlow::Continue(());
        }
        let corners: Vec<Square> = self.corners.iter().map(|corner| corner.space()).collect();
        (self.look)(&corners, hot).map_break(|()| Extent::Enough)
    }
}
