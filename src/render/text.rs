//! Boards as text.

use super::{Look, columns, from_column, padded, plain, split_at_columns, wrap};
use crate::rules::Names;
use crate::rules::scene::{Board, Cell, Edges, Heads, Line, Row, Scene};

/// Indent of a board with narrow cells.
const MARGIN: usize = 2;
/// Gap between a board and the table next to it.
const BESIDE: usize = 2;
/// Maximum cell width of an indented board.
const NARROW: usize = 3;

/// Maximum indent of a legend line that is broken because it is too long.
const LEGEND: usize = 6;

/// Maximum width of a symbol in the legend.
const SYMBOL: usize = 3;

/// Returns the boards, the tables next to them, and the legend. Every line ends with a line feed.
pub fn text(scene: &Scene, names: &Names, look: Look) -> String {
    let mut lines = boards(&scene.boards, names, look.width);
    match halves(scene, names, look.width) {
        // Stacked boards have their own legends.
        Some([left, right, shared]) => {
            let [first, second] = [&scene.boards[..1], &scene.boards[1..]];
            lines = [boards(first, names, look.width), left, vec![String::new()]].concat();
            lines.extend([boards(second, names, look.width), right, shared].concat());
        }
        None => lines.extend(legend(scene, names, look.width)),
    }
    let whole: String = lines.iter().flat_map(|line| [line.trim_end(), "\n"]).collect();
    plain(&whole, look)
}

/// Returns the legend in lines of at most `width` columns.
pub fn legend(scene: &Scene, names: &Names, width: usize) -> Vec<String> {
    let lines = scene.legend_with_edges();
    lines.iter().flat_map(|line| legend_line(&names.fill(line), width)).collect()
}

/// Returns the legend of the board with this index in lines of at most `width` columns. If the
/// boards fit next to each other, returns the whole legend.
pub fn legend_of(scene: &Scene, board: usize, names: &Names, width: usize) -> Vec<String> {
    match halves(scene, names, width) {
        Some([left, right, shared]) => [if board == 0 { left } else { right }, shared].concat(),
        None => legend(scene, names, width),
    }
}

/// Returns the legend of the left board, the legend of the right board, and the lines about both.
/// Returns `None` unless there are two boards that don't fit next to each other.
fn halves(scene: &Scene, names: &Names, width: usize) -> Option<[Vec<String>; 3]> {
    let [left, right] = scene.boards.as_slice() else { return None };
    let (pair, column) = side_by_side(left, right, names, width);
    if self::width(&pair) <= width {
        return None;
    }
    let mut parts: [Vec<String>; 3] = Default::default();
    let lines = scene.legend_with_edges();
    let indent = lines.first().map_or(0, |line| line.len() - line.trim_start().len());
    for line in lines {
        let line = names.fill(&line);
        let (before, after) = split_at_columns(&line, column);
        if after.is_empty() || !(before.is_empty() || before.ends_with("  ")) {
            parts[2].extend(legend_line(&line, width));
            continue;
        }
        let after = format!("{:indent$}{}", "", after.trim_start());
        for (part, half) in parts.iter_mut().zip([before, after.as_str()]) {
            part.extend(
                legend_line(half.trim_end(), width).into_iter().filter(|it| !it.is_empty()),
            );
        }
    }
    Some(parts)
}

/// Returns a line of the legend as one or more lines, broken between two entries if it is too long.
fn legend_line(line: &str, width: usize) -> Vec<String> {
    if columns(line.trim_end()) <= width {
        return vec![line.to_owned()];
    }
    let text = line.trim();
    let start = line.len() - line.trim_start_matches(' ').len();
    let indent = " ".repeat(start.min(LEGEND));
    // In some lines, three spaces separate the entries, and two spaces separate a symbol from its
    // meaning. In other lines, two spaces separate the entries.
    let gap = if text.contains("   ") { "   " } else { "  " };
    let mut lines: Vec<String> = Vec::new();
    let mut parts = text.split(gap).map(str::trim).filter(|part| !part.is_empty()).peekable();
    while let Some(part) = parts.next() {
        // A symbol stays on the line of its meaning.
        let is_symbol = columns(part) <= SYMBOL && !part.contains(' ');
        let meaning = parts.next_if(|_| is_symbol).map(|meaning| format!("  {meaning}"));
        let part = &format!("{part}{}", meaning.unwrap_or_default());
        match lines.last_mut().filter(|last| columns(last) + columns(gap) + columns(part) <= width)
        {
            Some(last) => last.extend([gap, part.as_str()]),
            None => lines.push(format!("{indent}{part}")),
        }
    }
    let wrapped = lines.iter().map(|line| wrap(line, width, &indent));
    wrapped.flat_map(|line| line.split('\n').map(str::to_owned).collect::<Vec<_>>()).collect()
}

/// Returns the lines of the boards, side by side if the screen is wide enough, otherwise stacked.
fn boards(boards: &[Board], names: &Names, screen: usize) -> Vec<String> {
    if let [left, right] = boards {
        let (pair, _) = side_by_side(left, right, names, screen);
        if width(&pair) <= screen {
            return pair;
        }
    }
    let stacked: Vec<Vec<String>> =
        boards.iter().map(|board| drawn(board, margin(board), names, screen)).collect();
    stacked.join(&String::new())
}

/// Returns the lines of two boards next to each other, and the column where the right board begins.
fn side_by_side(left: &Board, right: &Board, names: &Names, screen: usize) -> (Vec<String>, usize) {
    let gap = if left.rows.iter().any(is_named) { 1 } else { 3 };
    let (left, right) = (drawn(left, margin(left), names, screen), drawn(right, 0, names, screen));
    let column = width(&left) + gap;
    (beside(left, 0, gap, right), column)
}

/// Returns the indent of a board. A board with wide cells isn't indented, because it needs the room
/// for its cells.
fn margin(board: &Board) -> usize {
    if board.cell_width <= NARROW { MARGIN } else { 0 }
}

/// Returns the lines of a board and its table, which is to the right, or below if the screen is too
/// narrow.
fn drawn(board: &Board, margin: usize, names: &Names, screen: usize) -> Vec<String> {
    let board = narrower(board, names, screen).unwrap_or(board);
    let lines = parts(board, margin, names, screen);
    let aside: Vec<String> = board.aside.iter().map(|line| names.fill(line)).collect();
    if aside.is_empty() {
        lines
    } else if width(&lines) + BESIDE + width(&aside) <= screen {
        beside(lines, usize::from(!board.title.is_empty()), BESIDE, aside)
    } else {
        [lines, aside].join(&String::new())
    }
}

/// Removes the table of a board if there is no room for it to the right of the board.
pub fn without_low_table(board: &mut Board, names: &Names, screen: usize) {
    let lines = parts(board, margin(board), names, screen);
    let aside: Vec<String> = board.aside.iter().map(|line| names.fill(line)).collect();
    if width(&lines) + BESIDE + width(&aside) > screen {
        board.aside.clear();
    }
}

/// Returns the version of a board for a narrow screen, if the board is wider than the screen and
/// has such a version.
pub fn narrower<'a>(board: &'a Board, names: &Names, screen: usize) -> Option<&'a Board> {
    let narrow = board.narrow.as_deref()?;
    let lines = grid(board, &board.edges_in_text(), 0, names).lines;
    (width(&lines) > screen).then_some(narrow)
}

/// Returns the lines of a board. On a narrow screen, splits its columns into groups and stacks the
/// groups.
fn parts(board: &Board, margin: usize, names: &Names, screen: usize) -> Vec<String> {
    let edges = board.edges_in_text();
    let whole = grid(board, &edges, margin, names).lines;
    let beside = width(&whole).saturating_sub(board.columns.len() * board.cell_width);
    let room = screen.saturating_sub(beside) / board.cell_width.max(1);
    if width(&whole) <= screen || room == 0 {
        return whole;
    }
    let count = board.columns.len().div_ceil(room);
    let size = board.columns.len().div_ceil(count).max(1);
    let mut rest = board.clone();
    let mut parts = Vec::new();
    while rest.columns.len() > size {
        let part = take_columns(&mut rest, size, names);
        parts.push(grid(&part, &edges, margin, names).lines);
    }
    parts.push(grid(&rest, &edges, margin, names).lines);
    parts.join(&String::new())
}

/// Removes the first columns from a board, and returns them as a separate board.
fn take_columns(board: &mut Board, count: usize, names: &Names) -> Board {
    let mut part = board.clone();
    board.columns.drain(..count);
    part.columns.truncate(count);
    board.title.clear();
    for (left, right) in part.rows.iter_mut().zip(&mut board.rows) {
        match (left, right) {
            (Row::Cells { cells: left, .. }, Row::Cells { cells: right, .. }) => {
                left.truncate(count);
                right.drain(..count);
            }
            (Row::Band(left), Row::Band(right)) => {
                (*left, *right) = split_band(&names.fill(left), count * board.cell_width);
            }
            _ => {}
        }
    }
    part
}

/// Splits a band at a column. Words that begin before the column stay whole.
fn split_band(band: &str, column: usize) -> (String, String) {
    let (left, right) = split_at_columns(band, column);
    let gap = [right.find("  "), right.find('═')].into_iter().flatten().min();
    let is_gap = left.ends_with("  ") || left.ends_with(' ') && right.starts_with(' ');
    let in_word = !left.is_empty() && !left.ends_with('═') && !is_gap;
    let (word, _) = right.split_at(if in_word { gap.unwrap_or(right.len()) } else { 0 });
    let left = format!("{left}{word}");
    (left, padded("", columns(word)) + &from_column(right, columns(word)))
}

/// Adds `right` to the right of `left`. The first line of `right` is next to line `from` of `left`.
fn beside(left: Vec<String>, from: usize, gap: usize, right: Vec<String>) -> Vec<String> {
    let column = width(&left) + gap;
    let height = left.len().max(from + right.len());
    let mut left = left.into_iter();
    let mut right = std::iter::repeat_n(String::new(), from).chain(right);
    let line =
        |_| padded(&left.next().unwrap_or_default(), column) + &right.next().unwrap_or_default();
    (0..height).map(line).collect()
}

fn width(lines: &[String]) -> usize {
    lines.iter().map(|line| columns(line.trim_end())).max().unwrap_or(0)
}

fn is_named(row: &Row) -> bool {
    matches!(row, Row::Cells { name, .. } if !name.is_empty())
}

/// A board as text, and the positions of its squares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drawn {
    /// Lines, without the table next to the board.
    pub lines: Vec<String>,
    /// Number of columns before the first cell of each row.
    pub left: usize,
    /// For each row, its index in `lines`.
    pub rows: Vec<usize>,
}

/// Draws a board without its table, for callers that overlay the drawing. Each cell is
/// [`cell_width`](Board::cell_width) columns wide.
pub fn board(board: &Board, names: &Names) -> Drawn {
    grid(board, &board.edges_in_text(), margin(board), names)
}

/// Returns the number of columns before the frame.
fn left(board: &Board, margin: usize) -> usize {
    let labels = board
        .rows
        .iter()
        .map(|row| if let Row::Cells { label, .. } = row { columns(label) } else { 0 });
    margin + labels.max().unwrap_or(0) + 1
}

/// Draws a board without its table: title, column labels, frame, rows, and lines between squares.
fn grid(board: &Board, edges: &Edges<'_>, margin: usize, names: &Names) -> Drawn {
    let left = left(board, margin);
    let inner = board.columns.len() * board.cell_width;
    let edge = if board.frame { "│" } else { " " };
    let border = |from: char, to: char| {
        board.frame.then(|| format!("{:left$}{from}{}{to}", "", "─".repeat(inner)))
    };
    let title = (!board.title.is_empty()).then(|| {
        let title = names.fill(&board.title);
        let start = (2 * left + 2 + inner).saturating_sub(columns(&title)) / 2;
        format!("{:start$}{title}", "")
    });
    let heads: String =
        board.columns.iter().map(|head| slot(&names.fill(head), None, board.cell_width)).collect();
    let heads = format!("{:left$} {heads}", "");
    let row = |row: &Row| match row {
        Row::Cells { label, name, cells } => {
            let beside = |cell: &Cell| edges.beside.get(cell.name.as_str()).copied();
            let fill = |cell: &Cell| slot(&names.fill(&cell.text), beside(cell), board.cell_width);
            let cells: String = cells.iter().map(fill).collect();
            format!(
                "{label:>width$} {edge}{}{edge} {}",
                padded(&cells, inner),
                names.fill(name),
                width = left - 1
            )
        }
        Row::Band(band) => {
            format!("{:left$}{edge}{}{edge}", "", padded(&names.fill(band), inner))
        }
    };
    let above = (board.heads != Heads::Below).then(|| heads.clone());
    let below = (board.heads != Heads::Above).then_some(heads);
    let mut lines: Vec<String> = title.into_iter().chain(above).chain(border('┌', '┐')).collect();
    let mut rows = Vec::new();
    for board_row in &board.rows {
        rows.push(lines.len());
        lines.push(row(board_row));
        lines.extend(row_below(board_row, edges, board.cell_width).as_ref().map(row));
    }
    lines.extend(border('└', '┘').into_iter().chain(below));
    let lines = lines.iter().map(|line| line.trim_end().to_owned()).collect();
    Drawn { lines, left: left + 1, rows }
}

/// Returns the band that shows the edges between a row and the next row; `None` if there are no
/// edges.
fn row_below(row: &Row, edges: &Edges<'_>, width: usize) -> Option<Row> {
    let Row::Cells { cells, .. } = row else { return None };
    let below = |cell: &Cell| edges.below.get(cell.name.as_str());
    let sign = |cell: &Cell| match below(cell) {
        Some(Line::Wall) => "───",
        Some(_) => " │",
        None => "",
    };
    let line = || Row::Band(cells.iter().map(|cell| padded(sign(cell), width)).collect());
    cells.iter().any(|cell| below(cell).is_some()).then(line)
}

/// Pads the text of a cell. One character is centered in three columns; two characters start at the
/// second column, and three or more at the first. If a line leads to the next cell, a space
/// separates the line from text of one or two characters.
pub(super) fn slot(text: &str, beside: Option<Line>, width: usize) -> String {
    let slot = if columns(text) < 3 { padded(&format!(" {text} "), 3) } else { text.to_owned() };
    let (slot, _) = split_at_columns(&slot, width);
    let gap = width.saturating_sub(columns(slot));
    let filler = match beside {
        None => String::new(),
        Some(Line::Wall) => "│".repeat(gap.min(1)),
        Some(_) => "─".repeat(gap),
    };
    format!("{slot}{}", padded(&filler, gap))
}
