//! Draws a board: squares with text and shapes, in SVG user units.

use std::fmt::Write;

use super::columns;
use super::markup::{escape, escape_fixed};
use super::strokes::{Strokes, Ways, strokes};
use super::style::class;
use crate::rules::Names;
use crate::rules::scene::{Board, Cell, Heads, Join, Role, Row};

/// Width of a character of the text format.
const UNIT: usize = 12;
/// Height of a row of squares.
const ROW: usize = 34;
/// Height of a line of text: the title, column labels, a band.
pub(super) const LINE: usize = 24;
/// Width of a character in the widest font.
pub(super) const LETTER: usize = 9;
/// Distance from the top of a line to the baseline.
const GROUND: usize = 17;
/// Gap between a board and the table next to it.
const BESIDE: usize = 24;

/// A drawing and its size.
pub(super) struct Picture {
    pub(super) body: String,
    pub(super) width: usize,
    pub(super) height: usize,
}

/// The layout of a board.
struct Plan {
    left: usize,
    pitch: usize,
    /// Width and height of a square.
    square: (usize, usize),
    columns: usize,
}

impl Plan {
    fn new(board: &Board, labels: usize) -> Self {
        let pitch = UNIT * board.cell_width.max(3);
        let joined = board.rows.iter().any(|row| match row {
            Row::Cells { cells, .. } => cells.iter().any(|cell| cell.east == Join::Path),
            Row::Band(_) => false,
        });
        // Joined squares have gaps, and are centered on the first three characters of their cells
        // as in text.
        let square = if joined { (pitch.min(3 * UNIT) + 6, ROW - 6) } else { (pitch - 2, ROW - 2) };
        Plan {
            left: if labels > 0 { labels * LETTER + 10 } else { 4 },
            pitch,
            square,
            columns: board.columns.len(),
        }
    }

    /// Returns the middle of a column.
    fn middle(&self, column: usize) -> usize {
        let middle = if self.square.0 + 2 < self.pitch { 3 * UNIT / 2 } else { self.pitch / 2 };
        self.left + column * self.pitch + middle
    }

    fn width(&self) -> usize {
        self.columns * self.pitch
    }
}

/// Draws the board with its labels and tooltips, without its title and the table next to it.
pub(super) fn squares(board: &Board, names: &Names) -> Picture {
    let widest = |of: fn(&Row) -> &str| {
        board.rows.iter().map(|row| columns(&names.fill(of(row)))).max().unwrap_or(0)
    };
    let plan = Plan::new(board, widest(label_of));
    let mut body = String::new();
    let mut top = 0;
    if board.heads != Heads::Below {
        heads(&mut body, board, names, &plan, top);
        top += LINE;
    }
    let cells = strokes(&board.rows);
    for (row, strokes) in board.rows.iter().zip(&cells) {
        match row {
            Row::Cells { label, name, cells } => {
                let ground = top + ROW / 2 + 5;
                let (left, right) = (plan.left.saturating_sub(8), plan.left + plan.width() + 8);
                side_text(&mut body, "end dim", left, ground, &names.fill(label));
                side_text(&mut body, "dim", right, ground, &names.fill(name));
                for (column, (cell, strokes)) in cells.iter().zip(strokes).enumerate() {
                    let at = (plan.middle(column), top + ROW / 2);
                    if cell.east == Join::Path && column + 1 < cells.len() {
                        let (from, to) =
                            (at.0 + plan.square.0 / 2, plan.middle(column + 1) - plan.square.0 / 2);
                        let _ = writeln!(
                            body,
                            r#"<path class="join" d="M{from} {y}H{to}"/>"#,
                            y = at.1
                        );
                    }
                    draw_cell(&mut body, cell, strokes, names, at, &plan);
                }
                top += ROW;
            }
            Row::Band(text) => {
                band(&mut body, &names.fill(text), &plan, top);
                top += LINE;
            }
        }
    }
    if board.heads != Heads::Above {
        heads(&mut body, board, names, &plan, top + 2);
        top += LINE;
    }
    let names_width = match widest(name_of) {
        0 => 4,
        letters => letters * LETTER + 10,
    };
    Picture { body, width: plan.left + plan.width() + names_width, height: top + 4 }
}

/// Draws the board with its title and the table next to it, for a standalone picture.
pub(super) fn whole_board(board: &Board, names: &Names) -> Picture {
    let inner = squares(board, names);
    let title = names.fill(&board.title);
    let top = if title.is_empty() { 0 } else { LINE };
    let width = inner.width.max(columns(&title) * LETTER);
    let mut body = String::new();
    if !title.is_empty() {
        let _ = writeln!(
            body,
            r#"<text class="title middle" x="{}" y="{GROUND}">{}</text>"#,
            width / 2,
            escape(&title)
        );
    }
    let _ = writeln!(body, r#"<g transform="translate({} {top})">"#, (width - inner.width) / 2);
    body.push_str(&inner.body);
    body.push_str("</g>\n");
    let aside: Vec<String> = board.aside.iter().map(|line| names.fill(line)).collect();
    let (height, mut whole) = (top + inner.height, width);
    if !aside.is_empty() {
        let lines = lines(&aside, width + BESIDE, top);
        body.push_str(&lines.body);
        whole = lines.width;
    }
    Picture { body, width: whole, height: height.max(top + aside.len() * LINE) }
}

/// Draws preformatted lines of text, stacked.
pub(super) fn lines(lines: &[String], x: usize, top: usize) -> Picture {
    let mut body = String::new();
    for (at, line) in lines.iter().enumerate() {
        if !line.is_empty() {
            side_text(&mut body, "", x, top + at * LINE + GROUND, line);
        }
    }
    let widest = lines.iter().map(|line| columns(line)).max().unwrap_or(0);
    Picture { body, width: x + widest * LETTER, height: top + lines.len() * LINE }
}

fn label_of(row: &Row) -> &str {
    if let Row::Cells { label, .. } = row { label } else { "" }
}

fn name_of(row: &Row) -> &str {
    if let Row::Cells { name, .. } = row { name } else { "" }
}

fn side_text(body: &mut String, class: &str, x: usize, y: usize, text: &str) {
    if !text.is_empty() {
        let class = if class.is_empty() { String::new() } else { format!(r#" class="{class}""#) };
        let _ = writeln!(body, r#"<text{class} x="{x}" y="{y}">{}</text>"#, escape_fixed(text));
    }
}

fn heads(body: &mut String, board: &Board, names: &Names, plan: &Plan, top: usize) {
    for (column, head) in board.columns.iter().enumerate() {
        side_text(body, "middle dim", plan.middle(column), top + GROUND, &names.fill(head));
    }
}

/// Draws a square around its center.
fn draw_cell(
    body: &mut String,
    cell: &Cell,
    strokes: &Strokes,
    names: &Names,
    (x, y): (usize, usize),
    plan: &Plan,
) {
    if cell.role == Role::Void {
        return;
    }
    let (width, height) = plan.square;
    let _ = write!(body, r#"<g class="cell {}">"#, class(cell.role));
    if !cell.tip.is_empty() {
        let _ = write!(body, "<title>{}</title>", escape(&names.fill(&cell.tip)));
    }
    let _ = write!(
        body,
        r#"<rect x="{}" y="{}" width="{width}" height="{height}" rx="3"/>"#,
        x.saturating_sub(width / 2),
        y.saturating_sub(height / 2)
    );
    lines_of(body, strokes.ways, (x, y), (plan.pitch / 2, ROW / 2));
    sign(body, &names.fill(&strokes.sign), strokes.ways != Ways::default(), (x, y), width);
    body.push_str("</g>\n");
}

/// Draws lines from the center of a square to its edges.
fn lines_of(body: &mut String, ways: Ways, (x, y): (usize, usize), (across, down): (usize, usize)) {
    let ends = [
        (x, y.saturating_sub(down)),
        (x + across, y),
        (x, y + down),
        (x.saturating_sub(across), y),
    ];
    let mut path = String::new();
    for (to_x, to_y) in ways.iter().zip(ends).filter_map(|(runs, end)| runs.then_some(end)) {
        let _ = write!(path, "M{x} {y}L{to_x} {to_y}");
    }
    if !path.is_empty() {
        let _ = write!(body, r#"<path class="line" d="{path}"/>"#);
    }
}

/// Draws the text of a square: a shape if there is one for it, otherwise characters.
fn sign(body: &mut String, text: &str, over: bool, (x, y): (usize, usize), width: usize) {
    let _ = match text {
        "" => Ok(()),
        "·" => write!(body, r#"<circle class="dot" cx="{x}" cy="{y}" r="2"/>"#),
        "●" => write!(body, r#"<circle class="full" cx="{x}" cy="{y}" r="6"/>"#),
        "○" => write!(body, r#"<circle class="ring" cx="{x}" cy="{y}" r="6"/>"#),
        "■" => write!(body, r#"<path class="full" d="M{} {}h12v12h-12z"/>"#, x - 6, y - 6),
        "▲" => write!(body, r#"<path class="full" d="M{} {}h18l-9 -16z"/>"#, x - 9, y + 7),
        "×" => write!(body, r#"<path class="ring" d="M{} {}l10 10m0 -10l-10 10"/>"#, x - 5, y - 5),
        "░" => write!(body, r#"<path class="hatch" d="{}"/>"#, hatch((x, y), false)),
        "▒" => write!(body, r#"<path class="hatch" d="{}"/>"#, hatch((x, y), true)),
        letters => {
            let wide = columns(letters) * LETTER;
            let room = width.saturating_sub(4);
            let squeezed = if wide > room {
                format!(r#" textLength="{room}" lengthAdjust="spacingAndGlyphs""#)
            } else {
                String::new()
            };
            let class = if over { "middle over" } else { "middle" };
            write!(
                body,
                r#"<text class="{class}" x="{x}" y="{}"{squeezed}>{}</text>"#,
                y + 5,
                escape_fixed(letters)
            )
        }
    };
}

/// Replaces the characters for hatching in a legend line with text that looks like the
/// drawing.
pub(super) fn legend_line(line: &str) -> String {
    line.replace('░', "///").replace('▒', "XXX")
}

/// Returns a path with three diagonal lines, or three in each direction.
fn hatch((x, y): (usize, usize), crossed: bool) -> String {
    let (left, top, bottom) = (x - 14, y - 6, y + 6);
    let one_way = format!("M{left} {bottom}l12 -12m-4 12l12 -12m-4 12l12 -12");
    if crossed {
        format!("{one_way}M{left} {top}l12 12m-4 -12l12 12m-4 -12l12 12")
    } else {
        one_way
    }
}

/// Draws a line of text across the board, with its walls, each character at its place in the text
/// format.
fn band(body: &mut String, text: &str, plan: &Plan, top: usize) {
    let signs: Vec<char> = text.chars().collect();
    let (mut path, mut at) = (String::new(), 0);
    body.push_str(r#"<g class="band">"#);
    while let Some(sign) = signs.get(at) {
        let (x, middle) = (plan.left + at * UNIT, top + LINE / 2);
        let rest = &signs[at..];
        at += match sign {
            ' ' => 1,
            '═' => {
                let run = rest.iter().take_while(|sign| **sign == '═').count();
                let length = run * UNIT;
                let _ = write!(path, "M{x} {}h{length}M{x} {}h{length}", middle - 2, middle + 2);
                run
            }
            '╞' | '╡' | '│' => {
                let _ = write!(path, "M{} {}v16", x + UNIT / 2, middle - 8);
                1
            }
            _ => {
                let letters = words(rest);
                let run = columns(&letters);
                let (class, x) = if at == 0 { ("", x) } else { ("middle", x + run * UNIT / 2) };
                side_text(body, class, x, top + GROUND, &letters);
                run
            }
        };
    }
    if !path.is_empty() {
        let _ = write!(body, r#"<path d="{path}"/>"#);
    }
    body.push_str("</g>\n");
}

/// Returns the text up to a wall, or up to two spaces.
fn words(signs: &[char]) -> String {
    let ends = |at: &usize| match (signs.get(*at), signs.get(at + 1)) {
        (Some('═' | '╞' | '╡' | '│') | None, _) => true,
        (Some(' '), next) => matches!(next, None | Some(' ' | '═' | '╞' | '╡' | '│')),
        _ => false,
    };
    let end = (0..signs.len()).find(ends).unwrap_or(signs.len());
    signs.iter().take(end).collect()
}
