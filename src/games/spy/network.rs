//! Networks: which ones are legal, and which spaces they make hot.

use std::fmt;

use super::notation::{listed, name};
use super::options::Options;
use super::spaces::{Spaces, WIDEST};
use crate::board::{Grid, Square};

/// A network as written, legal or not: the corners in order, including both free ends. A network
/// may be a secret.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Network {
    corners: Vec<Square>,
}

impl Network {
    pub(super) fn new(corners: Vec<Square>) -> Self {
        Network { corners }
    }

    pub(super) fn corners(&self) -> &[Square] {
        &self.corners
    }

    /// Returns the two ends of each line.
    pub(super) fn lines(&self) -> impl Iterator<Item = (Square, Square)> {
        self.corners.iter().copied().zip(self.corners.iter().copied().skip(1))
    }

    /// Returns the length of each line, in grid units.
    pub(super) fn lengths(&self) -> impl Iterator<Item = u8> {
        self.lines().map(|(from, to)| from.row.abs_diff(to.row).max(from.col.abs_diff(to.col)))
    }

    /// Returns the lengths of the missing lines; `None` if a drawn line doesn't
    /// have one of the lengths.
    pub(super) fn lengths_left(&self, options: &Options) -> Option<Vec<u8>> {
        let mut left = options.lengths.clone();
        for length in self.lengths() {
            left.remove(left.iter().position(|one| *one == length)?);
        }
        Some(left)
    }

    /// Returns the spaces that a line runs through. A line of `n` units runs from the center of a
    /// space to the center of another, so it covers `n + 1` spaces.
    pub(super) fn hot(&self) -> Spaces {
        let corners = self.corners.iter().copied();
        corners.chain(self.lines().flat_map(|(from, to)| spaces_of_line(from, to))).collect()
    }

    /// Returns the errors in the network on this field, according to the rule: "each of a different
    /// length ... drawn either horizontally or vertically, connected together in any order, turn at
    /// right angles at each connection point, may not touch each other except to where one ends and
    /// another starts".
    pub(super) fn faults(&self, options: &Options) -> Vec<Fault> {
        let form = self.faults_of_form(options);
        let straight = self.lines().all(|(from, to)| is_straight(from, to));
        let lengths: Vec<Fault> =
            if straight { self.faults_of_lengths(options).collect() } else { Vec::new() };
        form.into_iter()
            .chain(self.faults_of_corners())
            .chain(lengths)
            .chain(self.faults_of_touch())
            .collect()
    }

    pub(super) fn is_legal(&self, options: &Options) -> bool {
        self.faults(options).is_empty()
    }

    fn faults_of_form(&self, options: &Options) -> Vec<Fault> {
        let lines = options.lengths.len();
        let read = self.corners.len();
        let count = (read != lines + 1).then_some(Fault::Corners { lines, read });
        let outside = self.corners.iter().filter(|corner| !options.grid.contains(**corner));
        let outside = outside.map(|corner| Fault::Outside { space: *corner, grid: options.grid });
        let lines = || (1..).zip(self.lines());
        let crooked = lines().filter(|(_, (from, to))| from.row != to.row && from.col != to.col);
        let crooked = crooked.map(|(line, (from, to))| Fault::Crooked { line, from, to });
        let points = lines().filter(|(_, (from, to))| from == to);
        let points = points.map(|(line, (at, _))| Fault::Point { line, at });
        count.into_iter().chain(outside).chain(crooked).chain(points).collect()
    }

    fn faults_of_corners(&self) -> impl Iterator<Item = Fault> {
        self.corners.array_windows().filter_map(|&[a, b, c]| {
            let straight = is_straight(a, b) && is_straight(b, c);
            (straight && (a.row == b.row) == (b.row == c.row)).then_some(Fault::NoTurn { at: b })
        })
    }

    fn faults_of_lengths(&self, options: &Options) -> impl Iterator<Item = Fault> {
        (1..WIDEST).filter_map(|length| {
            let is_as_long = |one: &u8| *one == length;
            let wanted = options.lengths.iter().copied().filter(is_as_long).count();
            let drawn = self.lengths().filter(is_as_long).count();
            (wanted != drawn).then_some(Fault::Lines { length, wanted, drawn })
        })
    }

    /// Returns an error for each pair of lines that share a space against the rules. The error
    /// names the first of these spaces.
    fn faults_of_touch(&self) -> impl Iterator<Item = Fault> {
        let lines: Vec<Vec<Square>> =
            self.lines().map(|(from, to)| spaces_of_line(from, to).collect()).collect();
        let mut faults = Vec::new();
        for (second, spaces) in (1..).zip(&lines) {
            for (first, earlier) in (1..second).zip(&lines) {
                let joint = spaces.first().filter(|_| first + 1 == second);
                let mut shared = spaces.iter().filter(|space| earlier.contains(space));
                let shared = shared.find(|space| Some(*space) != joint);
                faults.extend(shared.map(|&at| Fault::Touch { first, second, at }));
            }
        }
        faults.into_iter()
    }
}

/// Whether a horizontal or vertical line joins these two spaces.
fn is_straight(from: Square, to: Square) -> bool {
    (from.row == to.row) != (from.col == to.col)
}

/// Returns the spaces from one end of a line to the other, including both ends; none if the line
/// isn't horizontal or vertical.
pub(super) fn spaces_of_line(from: Square, to: Square) -> impl Iterator<Item = Square> {
    let straight = from.row == to.row || from.col == to.col;
    // A corner may be outside every field: rows 1 to 255 and columns A to Z can be parsed.
    let line = if straight { Grid::new(u8::MAX, 26).line(from, to) } else { None };
    line.into_iter().flatten()
}

impl fmt::Display for Network {
    /// Writes the canonical form, such as `5F 5D 6D 6A 1A 1G 5G`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&listed(self.corners.iter().map(|corner| name(*corner))))
    }
}

impl fmt::Debug for Network {
    /// Shows only the number of corners, because the network may be a secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Network({} corners)", self.corners.len())
    }
}

/// An error in a network. Lines and rows of a map are counted from 1.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum Fault {
    #[error(
        "`{0}` cannot be read; name the corners in order, including both ends, such as `5F 5D 6D \
            6A 1A 1G 5G`, or draw a map"
    )]
    Unreadable(String),
    #[error(
        "a chain of {lines} lines has {} corners, including both ends, not {read}",
        .lines + 1
    )]
    Corners { lines: usize, read: usize },
    #[error("{} is outside the field, which runs from 1A to {}", name(*.space), last(*.grid))]
    Outside { space: Square, grid: Grid },
    #[error(
        "line {line}, {} to {}, runs neither along a row nor along a column",
        name(*.from),
        name(*.to)
    )]
    Crooked { line: usize, from: Square, to: Square },
    #[error("line {line} starts and ends in {}; a line is at least one unit long", name(*.at))]
    Point { line: usize, at: Square },
    #[error(
        "there is no right angle at {}; each line must be at a right angle to the next one",
        name(*.at)
    )]
    NoTurn { at: Square },
    /// The network has too few or too many lines of one length.
    #[error("{}", count_of_lines(*.length, *.wanted, *.drawn))]
    Lines { length: u8, wanted: usize, drawn: usize },
    #[error(
        "lines {first} and {second} both run through {}; two lines share a space only where \
         one ends and the next one starts",
        name(*.at)
    )]
    Touch { first: usize, second: usize, at: Square },
    #[error("the map needs {rows} rows, not {read}")]
    MapRows { rows: u8, read: usize },
    #[error("row {row} of the map needs {cols} spaces, not {read}")]
    MapColumns { row: usize, cols: u8, read: usize },
    #[error(
        "the lines cover {wanted} spaces in total, so the map needs {wanted} spaces with a `#`, \
         not {read}"
    )]
    MapSpaces { wanted: usize, read: usize },
    /// No legal network fits the map.
    #[error(
        "no chain of lines {0} units long, each at a right angle to the next, runs through \
            exactly these spaces"
    )]
    MapShape(String),
}

fn last(grid: Grid) -> String {
    name(Square::new(grid.rows().saturating_sub(1), grid.cols().saturating_sub(1)))
}

fn count_of_lines(length: u8, wanted: usize, drawn: usize) -> String {
    let units = if length == 1 { "unit" } else { "units" };
    let lines_are = match (wanted, drawn) {
        (1, 0) => return format!("the line of {length} {units} is missing"),
        (_, 0) => return format!("the {wanted} lines of {length} {units} are missing"),
        (0, 1) => "a line is".to_owned(),
        (_, 1) => "one line is".to_owned(),
        _ => format!("{drawn} lines are"),
    };
    let game_has = match wanted {
        0 => ", but this game has no such line".to_owned(),
        1 => "; this game has only one of that length".to_owned(),
        _ => format!("; this game has {wanted} of that length"),
    };
    format!("{lines_are} {length} {units} long{game_has}")
}
