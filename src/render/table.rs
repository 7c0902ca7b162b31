//! Boards for the HTML part of an email, where neither style sheets nor drawings work.

use std::fmt::Write;

use super::markup::{escape, escape_fixed};
use super::text::{Drawn, board, slot};
use super::{Look, columns, plain};
use crate::rules::Names;
use crate::rules::scene::{Board, Cell, Heads, Role, Row, Scene};

const FONT: &str =
    "font-family:Consolas,Menlo,'DejaVu Sans Mono',monospace;font-size:14px;line-height:20px";
/// A board with more text columns is wider than a phone's screen.
const PHONE: usize = 36;
/// Minimum width of a cell's text on a wide board.
const SIGN: usize = 3;
/// With this style about 50 columns fit on a phone. A wider board scrolls in its own box.
const SMALL: &str = "font-family:Consolas,Menlo,'DejaVu Sans Mono',monospace;font-size:11px;\
    line-height:15px;margin:0 0 12px 0;overflow-x:auto;max-width:100%";

/// Returns the boards, the tables next to them and the legend for an email, with inline styles
/// only. A board becomes a table. A wide board becomes small preformatted text, which is complete
/// without color.
pub fn html_table(scene: &Scene, names: &Names) -> String {
    let mut out = format!("<div style=\"{FONT};color:#1c1e21;background:#ffffff\">\n");
    let is_small = scene.boards.iter().any(is_wide);
    let text = |lines: &[String]| -> Vec<String> {
        let text = lines.iter().map(|line| names.fill(line));
        text.map(|line| if is_small { known(&line) } else { line }).collect()
    };
    for board in &scene.boards {
        if is_wide(board) {
            small(&mut out, board, names);
        } else {
            table(&mut out, board, names);
        }
        lines(&mut out, &text(&board.aside), escape_fixed);
    }
    lines(&mut out, &text(&scene.legend_with_edges()), parted);
    out.push_str("</div>\n");
    out
}

/// Whether a table can't show the board: it is too wide, or has lines between its squares.
fn is_wide(board: &Board) -> bool {
    board.columns.len() * board.cell_width > PHONE || !board.edges.is_empty()
}

fn lines(out: &mut String, lines: &[String], set: impl Fn(&str) -> String) {
    if !lines.is_empty() {
        let lines: Vec<String> = lines.iter().map(|line| set(line)).collect();
        let _ = writeln!(out, "<p style=\"{FONT};margin:0 0 12px 0\">{}</p>", lines.join("<br>\n"));
    }
}

/// Escapes a line and allows it to break between its parts, which two or more spaces separate.
fn parted(line: &str) -> String {
    let parts: Vec<String> =
        line.split("  ").map(str::trim).filter(|part| !part.is_empty()).map(escape).collect();
    parts.join("&#160;&#160; ")
}

/// Replaces lines, blocks and shapes with ASCII, because on phones they have other widths than
/// letters.
fn known(text: &str) -> String {
    let drawn = |sign: &char| ('\u{2500}'..='\u{25ff}').contains(sign);
    let ascii = Look { ascii: true, ..Look::default() };
    let sign =
        |sign: char| if drawn(&sign) { plain(&sign.to_string(), ascii) } else { sign.to_string() };
    text.chars().map(sign).collect()
}

/// Writes a board as characters that have the same width on every phone, with colored backgrounds.
fn small(out: &mut String, board_shown: &Board, names: &Names) {
    let Drawn { lines, left, rows } = board(board_shown, names);
    let set = |text: String| escape(&known(&text));
    let _ = writeln!(out, "<pre style=\"{SMALL}\">");
    for (at, line) in lines.iter().enumerate() {
        let mut signs = line.chars();
        let row =
            rows.iter().position(|line| *line == at).and_then(|row| board_shown.rows.get(row));
        if let Some(Row::Cells { cells, .. }) = row {
            out.push_str(&set(signs.by_ref().take(left).collect()));
            for cell in cells {
                // The part of the text between this cell and the next has no color.
                let width = columns(&names.fill(&cell.text)).max(SIGN);
                let width = width.min(board_shown.cell_width);
                let text = set(signs.by_ref().take(width).collect());
                let on = set(signs.by_ref().take(board_shown.cell_width - width).collect());
                if matches!(cell.role, Role::Plain | Role::Void) {
                    out.push_str(&text);
                } else {
                    // A border would shift the following text.
                    let style = inline(cell.role).split(";border").next().unwrap_or_default();
                    let tip = title(cell, names);
                    let _ = write!(out, "<span style=\"{style}\"{tip}>{text}</span>");
                }
                out.push_str(&on);
            }
        }
        out.push_str(&set(signs.collect()));
        out.push('\n');
    }
    out.push_str("</pre>\n");
}

fn table(out: &mut String, board: &Board, names: &Names) {
    let title = names.fill(&board.title);
    if !title.is_empty() {
        let _ = writeln!(
            out,
            "<p style=\"{FONT};font-weight:bold;margin:0 0 4px 0\">{}</p>",
            escape(&title)
        );
    }
    // A band is preformatted text, so the squares below it must be preformatted too.
    let tight = board.rows.iter().any(|row| matches!(row, Row::Band(_)));
    let (spacing, padding) = if tight { (0, "2px 0") } else { (2, "2px") };
    let _ = writeln!(
        out,
        "<table cellspacing=\"{spacing}\" cellpadding=\"0\" \
        style=\"border-collapse:separate;margin:0 0 12px 0\">"
    );
    let heads = heads(board, names);
    if board.heads != Heads::Below {
        out.push_str(&heads);
    }
    let fill = |text: &str| escape_fixed(&names.fill(text));
    for row in &board.rows {
        out.push_str("<tr>");
        match row {
            Row::Cells { label, name, cells } => {
                let style = format!("{FONT};text-align:right;padding:0 6px");
                let _ = write!(out, "<th style=\"{style}\">{}</th>", fill(label));
                for one in cells {
                    cell(out, one, board.cell_width, padding, names);
                }
                let _ = write!(out, "<td style=\"{FONT};padding:0 6px\">{}</td>", fill(name));
            }
            Row::Band(text) => {
                let span = board.columns.len() + 1;
                let _ = write!(
                    out,
                    "<td></td><td colspan=\"{span}\" style=\"{FONT};padding:0\">{}</td>",
                    fill(text)
                );
            }
        }
        out.push_str("</tr>\n");
    }
    if board.heads != Heads::Above {
        out.push_str(&heads);
    }
    out.push_str("</table>\n");
}

fn cell(out: &mut String, cell: &Cell, width: usize, padding: &str, names: &Names) {
    let style = format!("{FONT};text-align:center;padding:{padding};{}", inline(cell.role));
    let tip = title(cell, names);
    let text = escape_fixed(&slot(&names.fill(&cell.text), None, width));
    let _ = write!(out, "<td align=\"center\" style=\"{style}\"{tip}>{text}</td>");
}

/// Returns the inline style for a role. It is inline because mail programs drop style sheets. Color
/// is never the only sign of a role.
fn inline(role: Role) -> &'static str {
    match role {
        Role::Plain => "background:#f3f4f6",
        Role::Own => "background:#d9e7ff;font-weight:bold",
        Role::Foe => "background:#ffe3d4;font-style:italic",
        Role::Hit => "background:#ffd0d0;font-weight:bold;border:2px solid #1c1e21",
        Role::Answer => "background:#e0f2da",
        Role::RuledOut => "background:#ffffff;color:#5f656d",
        Role::Asked => "background:#fff0b8;font-weight:bold;border:2px dashed #1c1e21",
        Role::Ground => "background:#ece5d5",
        Role::Void => "border:0",
    }
}

/// Returns the tooltip of a cell as an attribute.
fn title(cell: &Cell, names: &Names) -> String {
    if cell.tip.is_empty() {
        String::new()
    } else {
        format!(" title=\"{}\"", escape(&names.fill(&cell.tip)))
    }
}

fn heads(board: &Board, names: &Names) -> String {
    let heads = board.columns.iter().map(|head| {
        format!("<th style=\"{FONT};text-align:center\">{}</th>", escape(&names.fill(head)))
    });
    format!("<tr><td></td>{}<td></td></tr>\n", heads.collect::<String>())
}
