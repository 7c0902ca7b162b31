//! Boards for the HTML part of a mail, where neither style sheets nor drawings arrive.

use std::fmt::Write;

use super::markup::{escape, escape_fixed};
use super::style::inline;
use super::text::cell_slot;
use crate::rules::Names;
use crate::rules::scene::{Board, Cell, Heads, Row, Scene};

const FONT: &str =
    "font-family:Consolas,Menlo,'DejaVu Sans Mono',monospace;font-size:14px;line-height:20px";

/// The boards as tables, with the tables beside them and the legend, for a mail: all styles stand
/// in the elements.
pub fn html_table(scene: &Scene, names: &Names) -> String {
    let mut out = format!("<div style=\"{FONT};color:#1c1e21;background:#ffffff\">\n");
    for board in &scene.boards {
        table(&mut out, board, names);
        fixed(&mut out, &board.aside, names);
    }
    fixed(&mut out, &scene.legend, names);
    out.push_str("</div>\n");
    out
}

/// Lines as they stand.
fn fixed(out: &mut String, lines: &[String], names: &Names) {
    if !lines.is_empty() {
        let lines: Vec<String> = lines.iter().map(|line| escape_fixed(&names.fill(line))).collect();
        let _ = writeln!(out, "<p style=\"{FONT};margin:0 0 12px 0\">{}</p>", lines.join("<br>\n"));
    }
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
    // A band is set in characters, and so must be the squares that it stands above.
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
    let tip = if cell.tip.is_empty() {
        String::new()
    } else {
        format!(" title=\"{}\"", escape(&names.fill(&cell.tip)))
    };
    let text = escape_fixed(&cell_slot(cell, width, names));
    let _ = write!(out, "<td align=\"center\" style=\"{style}\"{tip}>{text}</td>");
}

fn heads(board: &Board, names: &Names) -> String {
    let heads = board.columns.iter().map(|head| {
        format!("<th style=\"{FONT};text-align:center\">{}</th>", escape(&names.fill(head)))
    });
    format!("<tr><td></td>{}<td></td></tr>\n", heads.collect::<String>())
}
