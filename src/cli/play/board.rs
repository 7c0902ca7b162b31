//! Boards in cells of the screen, with cursor, marks and lines.

use std::collections::BTreeMap;

use pbem::render::{self, Drawn};
use pbem::rules::scene::{Board, Cell, Role};
use pbem::rules::{Mark, Names, Spot};
use ratatui::style::Style;

use super::drafting::{Drafting, Place, cells};
use super::pen::{BOLD, CHOSEN, PLAIN, Pen, REVERSED, of_role};

/// Where a square was drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Laid {
    pub place: Place,
    pub x: u16,
    pub y: u16,
    pub width: u16,
}

/// The boards that fit beside each other, else the one that the cursor is on, from this line on:
/// each with its column.
fn arranged(drafting: &Drafting, names: &Names, width: u16) -> Vec<(usize, u16, Drawn)> {
    let drawn: Vec<Drawn> =
        drafting.boards.iter().map(|board| render::board(board, names)).collect();
    let wide = |drawn: &Drawn| {
        let widest = drawn.lines.iter().map(|line| line.chars().count()).max();
        u16::try_from(widest.unwrap_or(0)).unwrap_or(u16::MAX)
    };
    let all: u16 = drawn.iter().map(|drawn| wide(drawn).saturating_add(1)).sum();
    let front = match drafting.at {
        Place::Square(board, ..) => board,
        Place::Button(_) => drawn.len().saturating_sub(1),
    };
    let mut x = 0;
    let mut arranged = Vec::new();
    for (at, drawn) in drawn.into_iter().enumerate() {
        if all.saturating_sub(1) <= width || at == front {
            let next = x + wide(&drawn) + 1;
            arranged.push((at, x, drawn));
            x = next;
        }
    }
    arranged
}

/// Where every square stands, if the boards begin at this line.
pub(super) fn layout(drafting: &Drafting, names: &Names, width: u16, top: u16) -> Vec<Laid> {
    let mut laid = Vec::new();
    for (at, x, drawn) in arranged(drafting, names, width) {
        let Some(board) = drafting.boards.get(at) else { continue };
        let pitch = short(board.cell_width);
        for row in 0..board.rows.len() {
            for col in 0..cells(board, row).len() {
                let x = x + short(drawn.left) + short(col).saturating_mul(pitch);
                let y = top + short(drawn.top + row);
                laid.push(Laid { place: Place::Square(at, row, col), x, y, width: pitch });
            }
        }
    }
    laid
}

/// Draws the boards from a line on; how many lines they take.
pub(super) fn draw(pen: &mut Pen<'_>, drafting: &Drafting, names: &Names, top: u16) -> u16 {
    let (width, height) = pen.size();
    let mut lines = 0;
    for (at, x, drawn) in arranged(drafting, names, width) {
        for (y, line) in drawn.lines.iter().enumerate() {
            pen.put(x, top + short(y), line, PLAIN);
        }
        lines = lines.max(short(drawn.lines.len()));
        let aside = drafting.boards.get(at).map(|board| board.aside.as_slice()).unwrap_or_default();
        let widest = drawn.lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        for (y, line) in aside.iter().enumerate() {
            pen.put(x + short(widest) + 2, top + short(y), &names.fill(line), PLAIN);
        }
    }
    let narrow = drafting.is_narrow();
    let laid = layout(drafting, names, width, top);
    for one in laid.iter().filter(|one| one.y < height) {
        let Some((board, cell)) = at(drafting, one.place) else { continue };
        pen.restyle(one.x, one.y, one.width.min(3), of_role(cell.role));
        let may = narrow && drafting.touch_at(board.id, cell).is_some();
        if may && cell.role == Role::Plain && is_dot(&cell.text) {
            pen.put(one.x + 1, one.y, "+", BOLD);
        }
    }
    draw_lines(pen, drafting, &laid);
    for one in laid.iter().filter(|one| one.y < height) {
        let Some((board, cell)) = at(drafting, one.place) else { continue };
        if let Some(mark) = drafting.mark_at(board.id, cell) {
            draw_mark(pen, one, cell, mark);
        }
        if one.place == drafting.at {
            brackets(pen, one, ("›", "‹"), REVERSED);
        }
    }
    lines
}

fn at(drafting: &Drafting, place: Place) -> Option<(&Board, &Cell)> {
    let Place::Square(board, row, col) = place else { return None };
    let board = drafting.boards.get(board)?;
    Some((board, cells(board, row).get(col)?))
}

fn draw_mark(pen: &mut Pen<'_>, laid: &Laid, cell: &Cell, mark: &Mark) {
    if !mark.label.is_empty() && is_dot(&cell.text) {
        pen.put(laid.x + 1, laid.y, &mark.label, BOLD);
    }
    brackets(pen, laid, ("{", "}"), CHOSEN);
}

/// Signs in the gaps beside a square; where there is no gap the style must do, and the line below
/// the boards names the square.
fn brackets(pen: &mut Pen<'_>, laid: &Laid, signs: (&str, &str), style: Style) {
    let end = laid.x + 2;
    for (x, sign) in [(laid.x, signs.0), (end, signs.1)] {
        if pen.is_bare(x, laid.y) {
            pen.put(x, laid.y, sign, BOLD);
        }
    }
    pen.restyle(laid.x, laid.y, 3, style);
}

fn is_dot(text: &str) -> bool {
    matches!(text, "·" | "." | "")
}

/// Which way a line leaves a square.
const UP: u8 = 1;
const RIGHT: u8 = 2;
const DOWN: u8 = 4;
const LEFT: u8 = 8;

/// Lines that the draft draws, along rows and columns.
fn draw_lines(pen: &mut Pen<'_>, drafting: &Drafting, laid: &[Laid]) {
    let by_name: BTreeMap<(&str, &str), &Laid> = laid
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
        let columns = laid.iter().filter(|one| one.y == from.y).map(|one| one.x);
        let rows = laid.iter().filter(|one| one.x == from.x).map(|one| one.y);
        if from.y == to.y {
            let between = columns.filter(|x| (from.x.min(to.x)..=from.x.max(to.x)).contains(x));
            join(&mut ways, between.map(|x| (x, from.y)).collect(), (LEFT, RIGHT));
        } else if from.x == to.x {
            let between = rows.filter(|y| (from.y.min(to.y)..=from.y.max(to.y)).contains(y));
            join(&mut ways, between.map(|y| (from.x, y)).collect(), (UP, DOWN));
        }
    }
    for ((x, y), ways) in ways {
        let [left, right] = [LEFT, RIGHT].map(|way| if ways & way > 0 { "─" } else { " " });
        if pen.is_bare(x + 1, y) || is_dot_at(pen, x + 1, y) {
            pen.put(x, y, left, CHOSEN);
            pen.put(x + 1, y, corner(ways), BOLD);
            pen.put(x + 2, y, right, CHOSEN);
        }
    }
}

fn is_dot_at(pen: &Pen<'_>, x: u16, y: u16) -> bool {
    pen.buffer.cell((x, y)).is_some_and(|cell| matches!(cell.symbol(), "·" | "." | "+"))
}

/// Joins squares that stand in one row or column, first and last included.
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

