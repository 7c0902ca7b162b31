//! Draws boards with the cursor, marks and lines.

use std::borrow::Cow;
use std::collections::BTreeMap;

use pbem::render::{self, Drawn};
use pbem::rules::scene::{Board, Cell, Heads, Role};
use pbem::rules::{Mark, Names, Spot};
use ratatui::style::Style;

use super::drafting::{Drafting, Place, cells};
use crate::cli::play::canvas::{BOLD, CHOSEN, DIM, PLAIN, Pen, REVERSED, columns, of_role};

/// Position of a square on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SquareArea {
    pub place: Place,
    pub x: u16,
    pub y: u16,
    pub width: u16,
}

/// The area for boards: its width, its first line, and the line after its last line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Room {
    pub width: u16,
    pub top: u16,
    pub bottom: u16,
}

/// A board on the screen.
struct VisibleBoard {
    /// Index of the board.
    at: usize,
    drawn: Drawn,
    /// Its first column on the screen.
    x: u16,
    /// Number of hidden columns, if the board is wider than the area.
    hidden: usize,
    /// Lines of the board that aren't scrolled out of sight. They may be more than fit on the
    /// screen.
    lines: Vec<usize>,
}

impl VisibleBoard {
    /// Returns the number of columns with the names of the rows. These columns don't scroll.
    fn fixed(&self) -> usize {
        self.drawn.left - 1
    }

    /// Returns the line on which a row is drawn.
    fn line(&self, row: usize) -> usize {
        self.drawn.rows.get(row).copied().unwrap_or_default()
    }

    fn width(&self) -> usize {
        self.drawn.lines.iter().map(|line| render::columns(line)).max().unwrap_or(0)
    }

    /// Scrolls until the cursor is visible, if the cursor is on this board. If the cursor is below
    /// the boards, shows the player's own side.
    fn scroll(&mut self, drafting: &Drafting, room: Room) {
        let Some(board) = drafting.boards.get(self.at) else { return };
        let (line, column) = match drafting.at {
            Place::Square(at, row, col) if at == self.at => {
                (self.line(row), self.drawn.left + col * board.cell_width)
            }
            Place::Square(..) => return,
            Place::Button(_) => (self.drawn.lines.len(), 0),
        };
        let hidden_columns =
            hidden(column, self.width(), usize::from(room.width.saturating_sub(self.x)));
        // Hide only whole squares, so that no square is cut at its left edge.
        self.hidden = hidden_columns.next_multiple_of(board.cell_width.max(1));
        let (all, most) = (self.drawn.lines.len(), usize::from(room.bottom - room.top));
        if all > most {
            // The column names don't scroll.
            let heads = if board.heads == Heads::Below {
                all - 1..all
            } else {
                let at = usize::from(!board.title.is_empty());
                at..at + 1
            };
            let rest = if heads.end == all { 0..heads.start } else { heads.end..all };
            let most = most.saturating_sub(1);
            let from = rest.start + hidden(line.saturating_sub(rest.start), rest.len(), most);
            self.lines = heads.chain(from..rest.end.min(from + most)).collect();
            self.lines.sort_unstable();
        }
    }

    /// Returns the position of a cell on the screen, if the cell is visible.
    fn spot(&self, (row, col): (usize, usize), pitch: usize, room: Room) -> Option<(u16, u16)> {
        let column = (self.drawn.left + col * pitch).checked_sub(self.hidden)?;
        let column = Some(column).filter(|column| *column >= self.fixed())?;
        let line = self.lines.iter().position(|line| *line == self.line(row))?;
        let (x, y) = (self.x.saturating_add(short(column)), room.top.saturating_add(short(line)));
        (x + 2 < room.width && y < room.bottom).then_some((x, y))
    }
}

/// Returns how many columns or lines to hide before the cursor, if only `room` of `all` fit.
fn hidden(cursor: usize, all: usize, room: usize) -> usize {
    cursor.saturating_sub(room / 2).min(all.saturating_sub(room))
}

/// Returns the boards that fit next to each other, or else only the board with the cursor.
fn arranged(drafting: &Drafting, names: &Names, room: Room) -> Vec<VisibleBoard> {
    let arrange = |(at, board)| {
        let drawn = render::board(board, names);
        let lines = (0..drawn.lines.len()).collect();
        VisibleBoard { at, drawn, x: 0, hidden: 0, lines }
    };
    let mut all: Vec<VisibleBoard> = drafting.boards.iter().enumerate().map(arrange).collect();
    let width: usize = all.iter().map(|one| one.width() + 1).sum();
    if width > usize::from(room.width) + 1 {
        let front = match drafting.at {
            Place::Square(board, ..) => board,
            Place::Button(_) => all.len().saturating_sub(1),
        };
        all.retain(|one| one.at == front);
    }
    let mut x = 0;
    for one in &mut all {
        one.x = x;
        x = x.saturating_add(short(one.width() + 1));
        one.scroll(drafting, room);
    }
    all
}

/// Returns the height of the tallest board.
pub(super) fn height(drafting: &Drafting, names: &Names) -> u16 {
    let lines = drafting.boards.iter().map(|board| render::board(board, names).lines.len());
    short(lines.max().unwrap_or(0))
}

/// Returns the draft with boards for the width of the screen.
fn fitting<'a>(drafting: &'a Drafting, names: &Names, room: Room) -> Cow<'a, Drafting> {
    let screen = usize::from(room.width);
    let narrower = |board| render::narrower(board, names, screen);
    let narrow: Vec<Option<&Board>> = drafting.boards.iter().map(narrower).collect();
    if narrow.iter().all(Option::is_none) {
        return Cow::Borrowed(drafting);
    }
    let boards = drafting.boards.iter().zip(narrow);
    let boards = boards.map(|(board, narrow)| narrow.unwrap_or(board).clone()).collect();
    let mut drafting = drafting.clone();
    drafting.boards = boards;
    Cow::Owned(drafting)
}

/// Returns the positions of all visible squares.
pub(super) fn layout(drafting: &Drafting, names: &Names, room: Room) -> Vec<SquareArea> {
    let drafting = &fitting(drafting, names, room);
    squares(&arranged(drafting, names, room), drafting, room)
}

fn squares(arranged: &[VisibleBoard], drafting: &Drafting, room: Room) -> Vec<SquareArea> {
    let mut loaded = Vec::new();
    for one in arranged {
        let Some(board) = drafting.boards.get(one.at) else { continue };
        for row in 0..board.rows.len() {
            for col in 0..cells(board, row).len() {
                if let Some((x, y)) = one.spot((row, col), board.cell_width, room) {
                    let place = Place::Square(one.at, row, col);
                    loaded.push(SquareArea { place, x, y, width: short(board.cell_width) });
                }
            }
        }
    }
    loaded
}

/// Draws the boards and returns their height.
pub(super) fn draw(pen: &mut Pen<'_>, drafting: &Drafting, names: &Names, room: Room) -> u16 {
    let drafting = &fitting(drafting, names, room);
    let mut lines = 0;
    let arranged = arranged(drafting, names, room);
    for one in &arranged {
        let (columns, fixed) = (one.hidden, one.fixed());
        let in_sight = one.lines.iter().filter_map(|at| one.drawn.lines.get(*at));
        for (line, y) in in_sight.zip(room.top..room.bottom) {
            let (head, _) = render::split_at_columns(line, fixed);
            let rest = render::from_column(line, fixed + columns);
            pen.put(one.x, y, &(render::padded(head, fixed) + &rest), PLAIN);
            // Mark each edge beyond which the board continues.
            let right = room.width.saturating_sub(1);
            let beyond = one.width().saturating_sub(columns) > usize::from(room.width - one.x);
            let left = one.x.saturating_add(short(fixed));
            let edges = [(left, "<", "]", columns > 0), (right, ">", "[", beyond)];
            for (x, sign, cut, goes_on) in edges {
                if goes_on && (pen.is_bare(x, y) || pen.sign(x, y) == cut) {
                    pen.put(x, y, sign, DIM);
                }
            }
        }
        lines = lines.max(short(one.drawn.lines.len()));
        let x = one.x.saturating_add(short(one.width() + 2));
        lines = lines.max(draw_aside(pen, drafting.boards.get(one.at), names, (x, lines, room)));
    }
    let narrow = drafting.is_narrow();
    let loaded = squares(&arranged, drafting, room);
    for one in &loaded {
        let Some((board, cell)) = at(drafting, one.place) else { continue };
        pen.restyle(one.x, one.y, one.width.min(3), of_role(cell.role));
        let may = narrow && drafting.touch_at(board.id, cell).is_some();
        if may && cell.role == Role::Plain && is_dot(&cell.text) {
            pen.put(one.x + 1, one.y, "+", BOLD);
        } else if may && cell.role != Role::Own {
            let beside = [one.x, one.x + 2, one.x.saturating_sub(1)];
            if let Some(x) = beside.into_iter().find(|x| pen.is_bare(*x, one.y)) {
                pen.put(x, one.y, "+", BOLD);
            }
        }
    }
    draw_lines(pen, drafting, &loaded);
    for one in &loaded {
        let Some((board, cell)) = at(drafting, one.place) else { continue };
        if let Some(mark) = drafting.mark_at(board.id, cell) {
            draw_mark(pen, one, cell, mark);
        }
        if one.place == drafting.at {
            let signs = if pen.theme.look.ascii { (">", "<") } else { ("›", "‹") };
            brackets(pen, one, signs, REVERSED);
        }
    }
    if arranged.len() < drafting.boards.len() {
        name_key(pen, room);
    }
    lines
}

/// Names the key that shows another board, in the first line if there is room.
fn name_key(pen: &mut Pen<'_>, room: Room) {
    let (key, end) = ("Tab: other board", room.width.saturating_sub(1));
    let start = end.saturating_sub(columns(key));
    if (start.saturating_sub(1)..end).all(|x| pen.sign(x, room.top) == " ") {
        pen.put(start, room.top, key, DIM);
    }
}

/// Draws a board's side text next to the board, or below it if there isn't enough room. If the text
/// doesn't fit there either, only the help shows it. If the text is below the board, returns the
/// line after the text, counted from the top of the boards; otherwise returns 0.
fn draw_aside(
    pen: &mut Pen<'_>,
    board: Option<&Board>,
    names: &Names,
    (x, below, room): (u16, u16, Room),
) -> u16 {
    let aside: Vec<String> =
        board.into_iter().flat_map(|board| &board.aside).map(|line| names.fill(line)).collect();
    let width = aside.iter().map(|line| columns(line)).max().unwrap_or(0);
    let height = short(aside.len());
    let (x, first) = if x.saturating_add(width) <= room.width {
        (x, 0)
    } else if width < room.width && room.top + below + height <= room.bottom {
        (1, below)
    } else {
        return 0;
    };
    for (line, y) in aside.iter().zip(room.top + first..room.bottom) {
        pen.put(x, y, line, PLAIN);
    }
    if first > 0 { first + height } else { 0 }
}

fn at(drafting: &Drafting, place: Place) -> Option<(&Board, &Cell)> {
    let Place::Square(board, row, col) = place else { return None };
    let board = drafting.boards.get(board)?;
    Some((board, cells(board, row).get(col)?))
}

fn draw_mark(pen: &mut Pen<'_>, loaded: &SquareArea, cell: &Cell, mark: &Mark) {
    if !mark.label.is_empty() && is_free(cell) {
        pen.put(loaded.x + 1, loaded.y, &mark.label, BOLD);
    }
    let find = |beside: &[u16], signs: &str| {
        let fits = |x: &&u16| pen.is_bare(**x, loaded.y) || signs.contains(pen.sign(**x, loaded.y));
        beside.iter().find(fits).copied()
    };
    let (x, width) = (loaded.x, columns(&cell.text));
    let (before, behind) = if cell.role == Role::Foe && width > 2 {
        // Keep the brackets that show the owner.
        (find(&[x.saturating_sub(1)], ""), find(&[x + width], ""))
    } else {
        // Replace the brackets of the player's own piece or mark.
        (find(&[x, x.saturating_sub(1)], "+[<("), find(&[x + 2, x + 3, x + 4], "+]>)'"))
    };
    if let (Some(before), Some(behind)) = (before, behind) {
        pen.put(before, loaded.y, "{", BOLD);
        pen.put(behind, loaded.y, "}", BOLD);
    }
    pen.restyle(loaded.x, loaded.y, 3, CHOSEN);
}

/// Puts brackets around a square. If there are no gaps for brackets, only the style marks the
/// square, and the line below the boards names it.
fn brackets(pen: &mut Pen<'_>, loaded: &SquareArea, signs: (&str, &str), style: Style) {
    let end = loaded.x + 2;
    for (x, sign) in [(loaded.x, signs.0), (end, signs.1)] {
        if pen.is_bare(x, loaded.y) || pen.sign(x, loaded.y) == "+" {
            pen.put(x, loaded.y, sign, BOLD);
        }
    }
    pen.restyle(loaded.x, loaded.y, 3, style);
}

fn is_dot(text: &str) -> bool {
    matches!(text, "·" | "." | "")
}

/// Whether a cell is empty, or shows only the ground.
fn is_free(cell: &Cell) -> bool {
    is_dot(&cell.text) || cell.role == Role::Ground
}

/// Directions in which a line leaves a square.
const UP: u8 = 1;
const RIGHT: u8 = 2;
const DOWN: u8 = 4;
const LEFT: u8 = 8;

/// Draws the lines of the draft, along rows and columns.
fn draw_lines(pen: &mut Pen<'_>, drafting: &Drafting, loaded: &[SquareArea]) {
    let by_name: BTreeMap<(&str, &str), &SquareArea> = loaded
        .iter()
        .filter_map(|one| {
            let (board, cell) = at(drafting, one.place)?;
            Some(((board.id, cell.name.as_str()), one))
        })
        .collect();
    let find = |spot: &Spot| match spot {
        Spot::Square(board, name) => by_name.get(&(*board, name.as_str())).copied(),
        _ => None,
    };
    let mut ways: BTreeMap<(u16, u16), u8> = BTreeMap::new();
    let lines = drafting.hand.iter().flat_map(|hand| &hand.lines);
    for pair in lines.flat_map(|line| line.windows(2)) {
        let [Some(from), Some(to)] = [0, 1].map(|at| pair.get(at).and_then(find)) else { continue };
        let columns = loaded.iter().filter(|one| one.y == from.y).map(|one| one.x);
        let rows = loaded.iter().filter(|one| one.x == from.x).map(|one| one.y);
        if from.y == to.y {
            let between = columns.filter(|x| (from.x.min(to.x)..=from.x.max(to.x)).contains(x));
            join(&mut ways, between.map(|x| (x, from.y)).collect(), (LEFT, RIGHT));
        } else if from.x == to.x {
            let between = rows.filter(|y| (from.y.min(to.y)..=from.y.max(to.y)).contains(y));
            join(&mut ways, between.map(|y| (from.x, y)).collect(), (UP, DOWN));
        }
    }
    for one in loaded {
        let Some(ways) = ways.get(&(one.x, one.y)) else { continue };
        let Some((board, cell)) = at(drafting, one.place) else { continue };
        if !is_free(cell) || drafting.mark_at(board.id, cell).is_some() {
            continue;
        }
        let [left, right] = [LEFT, RIGHT].map(|way| if ways & way > 0 { "─" } else { " " });
        pen.put(one.x, one.y, left, CHOSEN);
        pen.put(one.x + 1, one.y, corner(*ways), BOLD);
        pen.put(one.x + 2, one.y, right, CHOSEN);
    }
}

/// Connects squares in one row or column, including both ends. `back` and `on` are the directions
/// to the previous and to the next square.
fn join(ways: &mut BTreeMap<(u16, u16), u8>, mut squares: Vec<(u16, u16)>, (back, on): (u8, u8)) {
    squares.sort_unstable();
    squares.dedup();
    for pair in squares.windows(2) {
        if let [first, second] = pair {
            *ways.entry(*first).or_default() |= on;
            *ways.entry(*second).or_default() |= back;
        }
    }
}

fn corner(ways: u8) -> &'static str {
    const SIGNS: [&str; 16] =
        ["·", "│", "─", "└", "│", "│", "┌", "├", "─", "┘", "─", "┴", "┐", "┤", "┬", "┼"];
    SIGNS.get(usize::from(ways)).copied().unwrap_or("┼")
}

fn short(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}
