//! Renders Markdown pages for a terminal: without markup and pictures, but with
//! backticks around code, and with tables in boxes.

use std::fmt::Write;

use pbem::render;
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use super::document::explained;
use super::next::{GAP, Suggested};

/// Indentation of drawings.
pub(crate) const DRAWN: usize = 2;
/// Minimum width of a table column.
const NARROWEST: usize = 6;

/// Renders a page in lines of at most `width` columns, if words and drawings allow it.
pub(crate) fn set(markdown: &str, width: usize) -> String {
    let mut page = Page { width, ..Page::default() };
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        page.take(event);
    }
    page.out.trim_start().to_owned()
}

/// State while rendering a page.
#[derive(Debug, Default)]
struct Page {
    out: String,
    width: usize,
    /// Words of the current block that aren't in `out` yet.
    words: String,
    /// For each open list, the number of the next item, if the items are numbered.
    lists: Vec<Option<u64>>,
    /// Bullet or number of the next line.
    mark: Option<String>,
    /// Number of open pictures.
    pictures: usize,
    /// Whether the last block is in a list, so that the next item follows without a blank line.
    close: bool,
    table: Vec<Vec<String>>,
}

impl Page {
    fn take(&mut self, event: Event<'_>) {
        match event {
            _ if self.pictures > 0 && event != Event::End(TagEnd::Image) => {}
            Event::Text(text) => self.words.push_str(&text),
            // Without backticks, code such as `.` would read as part of the sentence.
            Event::Code(text) => self.words.extend(["`", &text, "`"]),
            Event::SoftBreak => self.words.push(' '),
            Event::HardBreak => self.words.push('\n'),
            Event::Start(tag) => self.open(&tag),
            Event::End(tag) => self.end(tag),
            _ => {}
        }
    }

    fn open(&mut self, tag: &Tag<'_>) {
        match tag {
            Tag::Image { .. } => self.pictures += 1,
            Tag::CodeBlock(_) => self.paragraph(),
            Tag::List(first) => {
                self.paragraph();
                self.lists.push(*first);
            }
            Tag::Item => {
                let mark = match self.lists.last_mut() {
                    Some(Some(number)) => {
                        *number += 1;
                        format!("{:>2}. ", *number - 1)
                    }
                    _ => "  - ".to_owned(),
                };
                self.mark = Some(mark);
            }
            Tag::Table(_) => self.table.clear(),
            Tag::TableHead | Tag::TableRow => self.table.push(Vec::new()),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Image => self.pictures -= 1,
            TagEnd::Heading(level) => self.heading(level),
            TagEnd::Paragraph | TagEnd::Item => self.paragraph(),
            TagEnd::CodeBlock => self.drawn(),
            TagEnd::List(_) => {
                self.lists.pop();
                self.close = !self.lists.is_empty();
            }
            TagEnd::TableCell => {
                let cell = std::mem::take(&mut self.words).trim().to_owned();
                if let Some(row) = self.table.last_mut() {
                    row.push(cell);
                }
            }
            TagEnd::Table => self.boxed(),
            _ => {}
        }
    }

    fn line(&mut self, line: &str) {
        self.out.push_str(line);
        self.out.push('\n');
    }

    /// Adds a blank line before a block, except between the items of a list.
    fn part(&mut self) {
        if !self.close {
            self.out.push('\n');
        }
        self.close = !self.lists.is_empty();
    }

    fn heading(&mut self, level: HeadingLevel) {
        let text = std::mem::take(&mut self.words);
        self.part();
        let line = match level {
            HeadingLevel::H1 => "═",
            HeadingLevel::H2 => "─",
            _ => "",
        };
        self.line(&text);
        if !line.is_empty() {
            self.line(&line.repeat(render::columns(&text)));
        }
    }

    /// Returns the indentation of lines.
    fn indent(&self) -> String {
        " ".repeat(4 * self.lists.len())
    }

    fn paragraph(&mut self) {
        let text = std::mem::take(&mut self.words);
        if text.is_empty() {
            return;
        }
        self.part();
        let indent = self.indent();
        let first = self.mark.take().map_or(indent.clone(), |mark| {
            indent.get(mark.len()..).unwrap_or_default().to_owned() + &mark
        });
        self.out.push_str(&render::wrap(&(first + &text), self.width, &indent));
        self.out.push('\n');
    }

    /// Adds a drawing; wraps lines that are too long.
    fn drawn(&mut self) {
        let text = std::mem::take(&mut self.words);
        self.part();
        let indent = self.indent() + &" ".repeat(DRAWN);
        for line in text.lines() {
            let room = self.width.saturating_sub(indent.len());
            for line in fitted(line, room) {
                self.out.push_str(format!("{indent}{line}").trim_end());
                self.out.push('\n');
            }
        }
    }

    fn boxed(&mut self) {
        let mut rows = std::mem::take(&mut self.table);
        if rows.first().is_some_and(|head| head.iter().all(String::is_empty)) {
            rows.remove(0);
        }
        self.part();
        let indent = self.indent();
        let width = self.width.saturating_sub(indent.len());
        let table = if cuts_a_command(&rows, width) { listed(&rows) } else { boxed(&rows, width) };
        for line in table.lines() {
            let line =
                render::wrap(&(indent.clone() + line), self.width, &(indent.clone() + "    "));
            self.line(&line);
        }
    }
}

/// Whether a box of this width would split a command, so that users couldn't copy it.
fn cuts_a_command(rows: &[Vec<String>], width: usize) -> bool {
    let (widths, _) = widths(rows, width);
    let is_cut = |(cell, width): (&String, &usize)| {
        let wrapped = render::wrap(cell, *width, "");
        wrapped.lines().any(|line| render::columns(line) > *width && render::is_command(line))
    };
    rows.iter().any(|row| row.iter().zip(&widths).any(is_cut))
}

/// Returns a table as a list: for each row its first cell, and below it the other cells.
fn listed(rows: &[Vec<String>]) -> String {
    let mut out = String::new();
    for row in rows.iter().skip(1) {
        let [first, rest @ ..] = row.as_slice() else { continue };
        let _ = writeln!(out, "  - {first}:");
        for cell in rest {
            let _ = writeln!(out, "    {cell}");
        }
    }
    out
}

/// Splits a line of a drawing if it is too long: moves the part after the last gap to a separate
/// line.
fn fitted(line: &str, room: usize) -> Vec<String> {
    if render::columns(line) <= room {
        return vec![line.to_owned()];
    }
    if render::is_command(line)
        && let Some((command, why)) = line.split_once(GAP)
    {
        let (line, why) = (command.trim_end().to_owned(), why.to_owned());
        let command = explained(&Suggested { line, why, column: 0 }, 0, room);
        return command.lines().map(str::to_owned).collect();
    }
    let Some((head, tail)) = line.rsplit_once("   ") else {
        return render::wrap_words(line, room, "      ").lines().map(str::to_owned).collect();
    };
    let (head, tail) = (head.trim_end(), tail.trim_start());
    let near = format!("{head}   {tail}");
    if head.is_empty() || render::columns(&near) <= room {
        return vec![near];
    }
    let tail = render::wrap_words(&format!("      {tail}"), room, "      ");
    std::iter::once(head).chain(tail.lines()).map(str::to_owned).collect()
}

/// Draws rows of cells in a box of at most `width` columns. The first row is the head.
fn boxed(rows: &[Vec<String>], width: usize) -> String {
    let (widths, pad) = widths(rows, width);
    let rule = |left: &str, cross: &str, right: &str| {
        let lines: Vec<String> = widths.iter().map(|width| "─".repeat(width + 2 * pad)).collect();
        format!("{left}{}{right}\n", lines.join(cross))
    };
    let set = rows.iter().map(|row| set_row(row, &widths, pad)).collect::<Vec<_>>();
    let apart = set.iter().skip(1).any(|lines| lines.lines().count() > 1);
    let mut out = rule("┌", "┬", "┐");
    for (at, lines) in set.iter().enumerate() {
        if at == 1 || at > 1 && apart {
            out.push_str(&rule("├", "┼", "┤"));
        }
        out.push_str(lines);
    }
    out + &rule("└", "┴", "┘")
}

/// Returns the widths of the columns, and the number of spaces on each side of a cell. Columns are
/// as wide as their cells; if the table is then too wide, the widest columns shrink. If even that
/// isn't enough, as in a table of many short cells, cells have no spaces around them.
fn widths(rows: &[Vec<String>], width: usize) -> (Vec<usize>, usize) {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widest = |at: usize| {
        let cells = rows.iter().filter_map(|row| row.get(at));
        cells.map(|cell| render::columns(cell)).max().unwrap_or(0).max(1)
    };
    let natural: Vec<usize> = (0..columns).map(widest).collect();
    let most = |pad: usize| {
        let room = width.saturating_sub((2 * pad + 1) * columns + 1);
        let sum = |most: usize| natural.iter().map(|width| *width.min(&most)).sum::<usize>();
        (NARROWEST..=room.max(NARROWEST)).rev().find(|most| sum(*most) <= room)
    };
    let padded = [1, 0].into_iter().find_map(|pad| Some((most(pad)?, pad)));
    let (most, pad) = padded.unwrap_or((NARROWEST, 0));
    (natural.into_iter().map(|width| width.min(most)).collect(), pad)
}

fn set_row(row: &[String], widths: &[usize], pad: usize) -> String {
    let cell = |(at, width): (usize, &usize)| -> Vec<String> {
        let text = row.get(at).map_or("", String::as_str);
        render::wrap(text, *width, "").lines().flat_map(|line| pieces(line, *width)).collect()
    };
    let cells: Vec<Vec<String>> = widths.iter().enumerate().map(cell).collect();
    let height = cells.iter().map(Vec::len).max().unwrap_or(0).max(1);
    let mut out = String::new();
    for line in 0..height {
        for (cell, width) in cells.iter().zip(widths) {
            let text = cell.get(line).map_or("", String::as_str);
            let blank = " ".repeat(pad);
            let _ = write!(out, "│{blank}{}{blank}", render::padded(text, *width));
        }
        out.push_str("│\n");
    }
    out
}

/// Breaks a word that is wider than its column.
fn pieces(line: &str, width: usize) -> Vec<String> {
    let mut pieces = Vec::new();
    let mut rest = line;
    while !rest.is_empty() {
        // A wide character takes two columns, however narrow the table is.
        let (piece, behind) = render::split_at_columns(rest, width.max(2));
        pieces.push(piece.to_owned());
        rest = behind;
    }
    pieces
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;
    use pbem::games::Kind;

    use super::*;

    #[test]
    fn page_is_rendered_without_markup() {
        let page = "# Title\n\nSome `code`, **bold** and a [link](x.md) in one line of text.\n\n\
            ![picture](x.png)\n\n1. One.\n2. Two is longer than a line of this page can be.\n\n\
            ```\ncommand                          what it does\n```\n\n\
            | typed | called |\n|---|---|\n| `F6` | a call that is longer than its column |\n";
        assert_snapshot!(set(page, 40), @r"
        Title
        ═════

        Some `code`, bold and a link in one line
        of text.

         1. One.
         2. Two is longer than a line of this
            page can be.

          command   what it does

        ┌───────┬──────────────────────────────┐
        │ typed │ called                       │
        ├───────┼──────────────────────────────┤
        │ `F6`  │ a call that is longer than   │
        │       │ its column                   │
        └───────┴──────────────────────────────┘
        ");
    }

    #[test]
    fn the_page_of_every_game_fits_on_a_screen() {
        for kind in Kind::published() {
            for width in [60, 80] {
                let set = set(kind.manual(), width);
                let wide: Vec<&str> =
                    set.lines().filter(|line| render::columns(line) > width).collect();
                assert!(width < 80 || wide.is_empty(), "{kind}: {wide:#?}");
                assert!(!set.contains("**"), "{kind}");
            }
        }
    }
}
