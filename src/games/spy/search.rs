//! Going through all legal networks that fit what is known.

use std::ops::ControlFlow;

use crate::board::{Direction, Grid, Square};

use super::network::Network;
use super::spaces::Spaces;

/// How much one search may do, in lines laid: some tenths of a second. All 10 x 10 networks take a twentieth of it.
pub(super) const MOST_LINES: u32 = 8_000_000;

/// What is known of a network.
#[derive(Clone, Default)]
pub(super) struct Known {
    /// spaces that a line runs through
    pub(super) hot: Spaces,
    /// spaces that no line runs through
    pub(super) blank: Spaces,
    /// spaces beside which a line runs
    pub(super) warm: Vec<Square>,
}

impl Known {
    /// That these spaces are hot and no others.
    pub(super) fn exactly(hot: Spaces, grid: Grid) -> Self {
        Known { hot, blank: grid.squares().collect::<Spaces>().minus(hot), warm: Vec::new() }
    }

    /// Could these be all the hot spaces?
    pub(super) fn allows(&self, hot: Spaces, grid: Grid) -> bool {
        self.hot.minus(hot).is_empty()
            && self.blank.minus(hot) == self.blank
            && self.warm.iter().all(|space| grid.neighbours(*space, &Direction::STRAIGHT).any(|beside| hot.contains(beside)))
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

/// Shows every legal network that fits `known` to `look`, with its hot spaces; each once, whichever end it is drawn from.
pub(super) fn networks(
    grid: Grid,
    lengths: &[u8],
    known: &Known,
    most_lines: u32,
    look: &mut dyn FnMut(&[Square], Spaces) -> ControlFlow<()>,
) -> Extent {
    let mut left = [0; 10];
    let lengths: Vec<u8> = lengths.iter().copied().filter(|length| usize::from(*length) < left.len()).collect();
    for length in &lengths {
        left[usize::from(*length)] += 1;
    }
    let units = lengths.iter().map(|length| u32::from(*length)).sum();
    let mut search = Search { grid, known, left, lines: lengths.len(), units, budget: most_lines, corners: Vec::new(), look };
    for start in grid.squares().filter(|space| !known.blank.contains(*space)) {
        search.corners.push(start);
        let hot = [start].into_iter().collect();
        let done = [Axis::Row, Axis::Column].into_iter().try_for_each(|axis| search.extend(start, axis, hot));
        search.corners.clear();
        if let ControlFlow::Break(extent) = done {
            return extent;
        }
    }
    Extent::All
}

/// The first legal network that fits.
pub(super) fn first_network(grid: Grid, lengths: &[u8], known: &Known, most_lines: u32) -> Option<Network> {
    let mut found = None;
    networks(grid, lengths, known, most_lines, &mut |corners, _| {
        found = Some(Network::new(corners.to_vec()));
        ControlFlow::Break(())
    });
    found
}

/// The different sets of hot spaces that fit; `None` if there is too much to go through.
pub(super) fn patterns(grid: Grid, lengths: &[u8], known: &Known) -> Option<Vec<Spaces>> {
    let mut patterns = Vec::new();
    let extent = networks(grid, lengths, known, MOST_LINES, &mut |_, hot| {
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

    fn ways(self) -> [Direction; 2] {
        let [up, right, down, left] = Direction::STRAIGHT;
        match self {
            Axis::Row => [left, right],
            Axis::Column => [up, down],
        }
    }
}

/// A chain of lines that grows at one end.
struct Search<'a> {
    grid: Grid,
    known: &'a Known,
    /// how many lines of each length are still to be laid
    left: [u8; 10],
    lines: usize,
    units: u32,
    budget: u32,
    corners: Vec<Square>,
    look: &'a mut dyn FnMut(&[Square], Spaces) -> ControlFlow<()>,
}

impl Search<'_> {
    /// Lays the next line from `end` along `axis`, in all ways. `hot` is what the lines laid so far cover.
    fn extend(&mut self, end: Square, axis: Axis, hot: Spaces) -> ControlFlow<Extent> {
        let missed = self.known.hot.minus(hot);
        if missed.len() > self.units || missed.iter().any(|space| distance(end, space) > self.units) {
            return ControlFlow::Continue(());
        }
        if self.lines == 0 {
            return self.show(hot);
        }
        for way in axis.ways() {
            let (mut at, mut covered) = (end, hot);
            for length in 1..self.left.len() {
                match self.grid.step(at, way) {
                    Some(next) if !covered.contains(next) && !self.known.blank.contains(next) => at = next,
                    _ => break,
                }
                covered.insert(at);
                if self.left[length] > 0 {
                    self.lay(length, at, axis, covered)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn lay(&mut self, length: usize, end: Square, axis: Axis, hot: Spaces) -> ControlFlow<Extent> {
        if self.budget == 0 {
            return ControlFlow::Break(Extent::TooMuch);
        }
        self.budget -= 1;
        let units = u32::try_from(length).unwrap_or(0);
        (self.left[length], self.lines, self.units) = (self.left[length] - 1, self.lines - 1, self.units - units);
        self.corners.push(end);
        let done = self.extend(end, axis.turned(), hot);
        self.corners.pop();
        (self.left[length], self.lines, self.units) = (self.left[length] + 1, self.lines + 1, self.units + units);
        done
    }

    /// Each network is found from both ends; one of them counts.
    fn show(&mut self, hot: Spaces) -> ControlFlow<Extent> {
        let forwards = self.corners.first() < self.corners.last();
        if forwards && self.known.allows(hot, self.grid) {
            return (self.look)(&self.corners, hot).map_break(|()| Extent::Enough);
        }
        ControlFlow::Continue(())
    }
}

fn distance(a: Square, b: Square) -> u32 {
    u32::from(a.row.abs_diff(b.row)) + u32::from(a.col.abs_diff(b.col))
}
