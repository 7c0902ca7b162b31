//! Searches for all legal networks that fit the known facts.

use std::cmp::Reverse;
use std::ops::ControlFlow;
use std::sync::LazyLock;

use super::network::{Fault, Network};
use super::options::Options;
use super::spaces::{Spaces, WIDEST};
use crate::board::{Direction, Grid, Square};

/// Maximum number of lines that one search draws, which takes a few tenths of a second. A search
/// for all networks of the default field draws a sixth of this number.
pub(super) const MOST_LINES: u32 = 4_000_000;

/// Maximum number of lines to draw when checking whether one corner leads to a network.
const ONE_CORNER: u32 = 20_000;

/// Size of an array that is indexed by the length of a line, 1 to 9 units.
const LENGTHS: usize = 10;

/// Known facts about a network.
#[derive(Clone, Default)]
pub(super) struct Constraint {
    /// Spaces that a line runs through.
    pub(super) hot: Spaces,
    /// Spaces that no line runs through.
    pub(super) blank: Spaces,
    /// Spaces that are next to a line.
    pub(super) warm: Vec<Square>,
}

impl Constraint {
    /// Creates the constraint that exactly these spaces are hot.
    pub(super) fn exactly(hot: Spaces, grid: Grid) -> Self {
        Constraint { hot, blank: grid.squares().collect::<Spaces>().minus(hot), warm: Vec::new() }
    }

    /// Whether the constraint allows a network with exactly these hot spaces.
    pub(super) fn allows(&self, hot: Spaces, grid: Grid) -> bool {
        self.hot.minus(hot).is_empty()
            && self.blank.minus(hot) == self.blank
            && self.warm.iter().all(|space| {
                grid.neighbours(*space, &Direction::STRAIGHT).any(|beside| hot.contains(beside))
            })
    }
}

/// Why a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Extent {
    /// Every network was shown.
    All,
    /// The caller stopped the search.
    Enough,
    /// The limit was reached.
    TooMuch,
}

/// Calls `look` for every legal network that fits `constraint`, with the network's corners and hot
/// spaces. Each network is shown once, drawn from one of its ends.
pub(super) fn networks(
    options: &Options,
    constraint: &Constraint,
    most_lines: u32,
    look: Look<'_>,
) -> Extent {
    let mut search = Search::new(options.grid, &options.lengths, constraint, most_lines, look);
    for start in options.grid.squares().filter(|space| !constraint.blank.contains(*space)) {
        search.corners.push(start);
        search.taken.turn(start, Axis::Row, 1);
        let done = [Axis::Row, Axis::Column]
            .into_iter()
            .try_for_each(|axis| search.extend(start, axis, Spaces::from_iter([start])));
        search.taken.turn(start, Axis::Row, 1);
        search.corners.clear();
        if let ControlFlow::Break(extent) = done {
            return extent;
        }
    }
    Extent::All
}

/// Returns the first legal network that fits the constraint; `None` if no network fits, or if the
/// search takes too long.
pub(super) fn first_network(
    options: &Options,
    constraint: &Constraint,
    most_lines: u32,
) -> Option<Network> {
    let mut found = None;
    networks(options, constraint, most_lines, &mut |corners, _| {
        found = Some(Network::new(corners.to_vec()));
        ControlFlow::Break(())
    });
    found
}

/// Returns the set of hot spaces of each network that fits the constraint, sorted; `None` if the
/// search takes too long.
pub(super) fn fitting(
    options: &Options,
    constraint: &Constraint,
    most_lines: u32,
) -> Option<Vec<Spaces>> {
    let mut fitting = Vec::new();
    let extent = networks(options, constraint, most_lines, &mut |_, hot| {
        fitting.push(hot);
        ControlFlow::Continue(())
    });
    fitting.sort_unstable();
    (extent == Extent::All).then_some(fitting)
}

/// Returns the distinct sets in [`fitting`].
pub(super) fn patterns(
    options: &Options,
    constraint: &Constraint,
    most_lines: u32,
) -> Option<Vec<Spaces>> {
    let mut patterns = fitting(options, constraint, most_lines)?;
    patterns.dedup();
    Some(patterns)
}

/// Returns the corners that can come next after these and still allow a complete network, those at
/// the end of the longest lines first, because they are the hardest to place. Draws at most
/// `patience` lines to find out. If more lines are needed for a corner, includes the corner.
/// Returns an empty list if no network begins with the given corners.
pub(super) fn leads_on(options: &Options, corners: &[Square], mut patience: u32) -> Vec<Square> {
    let last = corners.last().copied();
    let joins = |next: &Square| last.is_none_or(|last| Direction::between(last, *next).is_some());
    let mut nexts: Vec<Square> = options.grid.squares().filter(joins).collect();
    nexts.sort_by_key(|next| {
        last.map(|last| (Reverse(distance(last, *next)), next.row != last.row))
    });
    nexts.retain(|next| {
        let network = Network::new([corners, &[*next]].concat());
        let most_lines = patience.min(ONE_CORNER);
        let (leads, drawn) = is_begun(options, &network, most_lines);
        patience -= drawn;
        leads
    });
    nexts
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

    /// Returns the row or column that contains a space, and the position of the space in it.
    #[inline]
    fn of(self, space: Square) -> (usize, u8) {
        match self {
            Axis::Row => (usize::from(space.row), space.col),
            Axis::Column => (usize::from(space.col), space.row),
        }
    }

    /// Returns the space that is this many units back or forward.
    #[inline]
    fn moved(self, from: Square, units: u8, is_back: bool) -> Square {
        let moved = |place: u8| if is_back { place - units } else { place + units };
        match self {
            Axis::Row => Square::new(from.row, moved(from.col)),
            Axis::Column => Square::new(moved(from.row), from.col),
        }
    }
}

/// A set of spaces that quickly tells how far a line can go. Each row and each column has one bit
/// for each of its positions. Spaces outside the field are in the set.
struct Lanes {
    rows: [u16; WIDEST as usize],
    columns: [u16; WIDEST as usize],
}

impl Lanes {
    fn new(grid: Grid, blank: Spaces) -> Self {
        let mut lanes = Lanes { rows: [0; WIDEST as usize], columns: [0; WIDEST as usize] };
        for (row, col) in (0..WIDEST).flat_map(|row| (0..WIDEST).map(move |col| (row, col))) {
            let space = Square::new(row, col);
            if !grid.contains(space) || blank.contains(space) {
                lanes.turn(space, Axis::Row, 1);
            }
        }
        lanes
    }

    /// Adds `length` spaces to the set, starting at `from` and going right or down. If these spaces
    /// are already in the set, removes them.
    #[inline]
    fn turn(&mut self, from: Square, axis: Axis, length: u8) {
        let (lane, place) = axis.of(from);
        let (along, across) = match axis {
            Axis::Row => (&mut self.rows, &mut self.columns),
            Axis::Column => (&mut self.columns, &mut self.rows),
        };
        along[lane] ^= low(length) << place;
        for crossed in across.iter_mut().skip(usize::from(place)).take(usize::from(length)) {
            *crossed ^= 1 << lane;
        }
    }

    /// Returns the number of consecutive spaces outside the set next to `from`: first backward,
    /// then forward.
    #[inline]
    fn free(&self, from: Square, axis: Axis) -> [u32; 2] {
        let (lane, place) = axis.of(from);
        let lane_bits = match axis {
            Axis::Row => self.rows[lane],
            Axis::Column => self.columns[lane],
        };
        let before = u16::BITS - (lane_bits & low(place)).leading_zeros();
        let after = (u32::from(lane_bits) | 1 << u16::BITS) >> (place + 1);
        [u32::from(place) - before, after.trailing_zeros()]
    }
}

/// Returns a number in which the lowest `bits` bits are set.
#[inline]
fn low(bits: u8) -> u16 {
    u16::try_from((1_u32 << bits) - 1).unwrap_or(u16::MAX)
}

/// Returns the index in [`LINES_FROM`] of a line with this first space, direction and length.
#[inline]
fn index(first: Square, axis: Axis, length: usize) -> usize {
    let start = usize::from(first.row) * usize::from(WIDEST) + usize::from(first.col);
    (2 * start + axis as usize) * LENGTHS + length
}

/// The spaces of every line on the largest field, in the order of [`index`], without spaces outside
/// the field.
static LINES_FROM: LazyLock<Vec<Spaces>> = LazyLock::new(|| {
    let mut lines = Vec::new();
    let starts = (0..WIDEST).flat_map(|row| (0..WIDEST).map(move |col| Square::new(row, col)));
    for (start, axis) in starts.flat_map(|start| [(start, Axis::Row), (start, Axis::Column)]) {
        let mut covered = Spaces::EMPTY;
        for length in (0..WIDEST).take(LENGTHS) {
            lines.push(covered);
            covered.insert(axis.moved(start, length, false));
        }
    }
    lines
});

/// Looks at the corners and the hot spaces of a network.
type Look<'a> = &'a mut dyn FnMut(&[Square], Spaces) -> ControlFlow<()>;

/// A chain of lines that grows at one end. Each network could be drawn from either of its ends; the
/// search starts with the shorter of the two lines at the ends.
struct Search<'a> {
    /// Spaces that a line must run through.
    hot: Spaces,
    /// Sets of spaces; each set must contain at least one hot space.
    warm: Vec<Spaces>,
    /// The lines in [`LINES_FROM`].
    lines_from: &'static [Spaces],
    /// Spaces that no line may run through, including those of the lines drawn so far.
    taken: Lanes,
    /// Number of lines of each length that haven't been drawn.
    left: [u8; LENGTHS],
    /// Bit set of the lengths for which lines are left to draw.
    open: u32,
    lines: usize,
    units: u32,
    /// Length of the first line.
    first: usize,
    budget: u32,
    corners: Vec<Square>,
    look: Look<'a>,
}

impl<'a> Search<'a> {
    fn new(
        grid: Grid,
        lengths: &[u8],
        constraint: &Constraint,
        budget: u32,
        look: Look<'a>,
    ) -> Self {
        let beside = |space: &Square| grid.neighbours(*space, &Direction::STRAIGHT).collect();
        let mut search = Search {
            hot: constraint.hot,
            warm: constraint.warm.iter().map(beside).collect(),
            lines_from: &LINES_FROM,
            taken: Lanes::new(grid, constraint.blank),
            left: [0; LENGTHS],
            open: 0,
            lines: 0,
            units: 0,
            first: 0,
            budget,
            corners: Vec::new(),
            look,
        };
        for &length in lengths.iter().filter(|length| usize::from(**length) < LENGTHS) {
            search.left[usize::from(length)] += 1;
            search.open |= 1 << length;
            search.lines += 1;
            search.units += u32::from(length);
        }
        search
    }

    /// Draws the next line from `end` along `axis` in every possible way. `covered` contains the
    /// spaces of the lines drawn so far.
    fn extend(&mut self, end: Square, axis: Axis, covered: Spaces) -> ControlFlow<Extent> {
        if !self.hot.is_empty() {
            let missed = self.hot.minus(covered);
            let too_far = |space: Square| distance(space, end) > self.units;
            if missed.len() > self.units || missed.iter().any(too_far) {
                return ControlFlow::Continue(());
            }
        }
        let [back, on] = self.taken.free(end, axis);
        for (free, is_back) in [(back, true), (on, false)] {
            // A bit set of the lengths that still have a line to draw and that fit into the free
            // spaces.
            let mut lengths = self.open & ((2 << free) - 1);
            while lengths != 0 {
                let length = lengths.trailing_zeros() as usize;
                self.lay(length, is_back, (end, axis), covered)?;
                lengths &= lengths - 1;
            }
        }
        ControlFlow::Continue(())
    }

    fn lay(
        &mut self,
        length: usize,
        is_back: bool,
        (from, axis): (Square, Axis),
        covered: Spaces,
    ) -> ControlFlow<Extent> {
        if self.budget == 0 {
            return ControlFlow::Break(Extent::TooMuch);
        }
        self.budget -= 1;
        let units = u8::try_from(length).unwrap_or(0);
        if self.corners.len() == 1 {
            self.first = length;
        }
        (self.left[length], self.lines, self.units) =
            (self.left[length] - 1, self.lines - 1, self.units - u32::from(units));
        self.open ^= u32::from(self.left[length] == 0) << length;
        // The last line of a network must be at least as long as the first line, so one of the
        // lines left to draw must be.
        let ends =
            if self.lines == 0 { length >= self.first } else { self.open >> self.first != 0 };
        let mut done = ControlFlow::Continue(());
        if ends {
            let end = axis.moved(from, units, is_back);
            let first = if is_back { end } else { axis.moved(from, 1, false) };
            let covered = covered.union(self.lines_from[index(first, axis, length)]);
            self.corners.push(end);
            done = if self.lines == 0 {
                self.show(covered)
            } else {
                self.taken.turn(first, axis, units);
                let done = self.extend(end, axis.turned(), covered);
                self.taken.turn(first, axis, units);
                done
            };
            self.corners.pop();
        }
        self.open |= 1 << length;
        (self.left[length], self.lines, self.units) =
            (self.left[length] + 1, self.lines + 1, self.units + u32::from(units));
        done
    }

    /// Shows a complete network if it fits and hasn't been shown yet. If the first and the last
    /// line have the same length, the search finds the network from both ends; only one of the two
    /// is shown.
    fn show(&mut self, hot: Spaces) -> ControlFlow<Extent> {
        let last = match self.corners.as_slice() {
            [.., before, end] => distance(*before, *end) as usize,
            _ => 0,
        };
        let backwards = last == self.first && self.corners.first() > self.corners.last();
        let fits = |beside: &Spaces| !beside.minus(hot).eq(beside);
        if backwards || !self.hot.minus(hot).is_empty() || !self.warm.iter().all(fits) {
            return ControlFlow::Continue(());
        }
        (self.look)(&self.corners, hot).map_break(|()| Extent::Enough)
    }
}

/// Whether lines can follow that complete this network. Also returns the number of lines drawn to
/// find out, at most `most_lines`; if that isn't enough, assumes that lines can follow.
fn is_begun(options: &Options, network: &Network, most_lines: u32) -> (bool, u32) {
    let is_open = |fault: &Fault| matches!(fault, Fault::Corners { .. } | Fault::Lines { .. });
    let Some(left) = network.lengths_left(options) else { return (false, 0) };
    if left.is_empty() || !network.faults(options).iter().all(is_open) {
        return (network.is_legal(options), 0);
    }
    let (axes, end): (&[Axis], Square) = match *network.corners() {
        [.., before, end] if before.row == end.row => (&[Axis::Column], end),
        [.., _, end] => (&[Axis::Row], end),
        [start] => (&[Axis::Row, Axis::Column], start),
        [] => return (false, 0),
    };
    let taken = Constraint { blank: network.hot(), ..Constraint::default() };
    let look = &mut |_: &[Square], _| ControlFlow::Break(());
    let mut search = Search::new(options.grid, &left, &taken, most_lines, look);
    // Two corners, because this isn't the first line, which must not be longer than the last.
    search.corners = vec![end; 2];
    let leads = axes.iter().any(|axis| search.extend(end, *axis, taken.blank).is_break());
    (leads, most_lines - search.budget)
}

/// Manhattan distance between two squares.
fn distance(a: Square, b: Square) -> u32 {
    u32::from(a.row.abs_diff(b.row)) + u32::from(a.col.abs_diff(b.col))
}
