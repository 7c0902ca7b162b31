//! Lines between the squares of a board, for games that are played on a graph.

use std::collections::BTreeMap;
use std::fmt::{self, Display};

use serde::Serialize;

use super::scene::{Board, Row, Scene};

/// Minimum [`cell_width`](Board::cell_width) of a board that leaves room, in text, for a line
/// between two neighbors in a row.
const ROOM: usize = 4;

/// A line between two squares. Each end is a [`Cell::name`](super::scene::Cell::name).
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Edge {
    pub from: String,
    pub to: String,
    pub kind: Line,
}

/// Kind of a line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Line {
    /// Pieces can step along it.
    Path,
    /// Like a path, but hidden underground, so a board in text doesn't draw it but lists it in the
    /// legend.
    Tunnel,
    /// Pieces can't pass between the squares.
    Wall,
}

/// The edges of a board in text: some are drawn, the rest are listed in the legend.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Edges<'a> {
    /// Lines from a square to the next square on the right. The key is the name of the left square.
    pub beside: BTreeMap<&'a str, Line>,
    /// Lines from a square to the square below. The key is the name of the upper square.
    pub below: BTreeMap<&'a str, Line>,
    /// Edges for the legend: tunnels, and all edges that can't be drawn in text because their
    /// squares aren't neighbors or have no room between them.
    pub listed: Vec<&'a Edge>,
}

impl Edge {
    pub fn new(from: impl Display, to: impl Display, kind: Line) -> Self {
        Edge { from: from.to_string(), to: to.to_string(), kind }
    }
}

impl Display for Line {
    /// Writes the plural of the name, for the legend.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Line::Path => "Paths",
            Line::Tunnel => "Tunnels",
            Line::Wall => "Walls",
        })
    }
}

impl Board {
    /// Returns the edges in two groups: edges between neighbors, which are drawn in text, and the
    /// rest, which are listed in the legend.
    pub fn edges_in_text(&self) -> Edges<'_> {
        let mut edges = Edges::default();
        if self.edges.is_empty() {
            return edges;
        }
        let places = self.places();
        for edge in &self.edges {
            let ends = [&edge.from, &edge.to].map(|name| places.get(name.as_str()));
            let [Some(&from), Some(&to)] = ends else { continue };
            let ((row, column), (to_row, to_column)) = (from.min(to), from.max(to));
            let first = if from < to { &edge.from } else { &edge.to };
            match (to_row - row, to_column.abs_diff(column)) {
                _ if edge.kind == Line::Tunnel => edges.listed.push(edge),
                (0, 1) if self.cell_width >= ROOM => {
                    edges.beside.insert(first, edge.kind);
                }
                (1, 0) => {
                    edges.below.insert(first, edge.kind);
                }
                _ => edges.listed.push(edge),
            }
        }
        edges
    }

    /// Returns the row and column of each square that has a name, by name.
    fn places(&self) -> BTreeMap<&str, (usize, usize)> {
        let mut places = BTreeMap::new();
        for (row, board_row) in self.rows.iter().enumerate() {
            let Row::Cells { cells, .. } = board_row else { continue };
            let named_cells = cells.iter().enumerate().filter(|(_, cell)| !cell.name.is_empty());
            places.extend(named_cells.map(|(column, cell)| (cell.name.as_str(), (row, column))));
        }
        places
    }
}

impl Scene {
    /// Returns the legend, followed by a line for each kind of edge that isn't drawn in text:
    /// `Tunnels: A-H  B-J`.
    pub fn legend_with_edges(&self) -> Vec<String> {
        let mut kinds: BTreeMap<Line, String> = BTreeMap::new();
        for edge in self.boards.iter().flat_map(|board| board.edges_in_text().listed) {
            let line = kinds.entry(edge.kind).or_insert_with(|| format!("   {}:", edge.kind));
            line.push_str(if line.ends_with(':') { " " } else { "  " });
            line.extend([&edge.from, "-", &edge.to]);
        }
        self.legend.iter().cloned().chain(kinds.into_values()).collect()
    }
}
