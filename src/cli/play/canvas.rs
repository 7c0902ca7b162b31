//! Draws text into the cells of the screen.

use pbem::render::{self, Look, shortened};
use pbem::rules::scene::Role;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

/// The theme of the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Theme {
    /// Unicode or ASCII.
    pub look: Look,
    /// Whether to use the terminal's sixteen colors.
    pub colour: bool,
}

/// Draws into a buffer with a theme.
pub(crate) struct Pen<'a> {
    pub buffer: &'a mut Buffer,
    pub theme: Theme,
}

pub(crate) const PLAIN: Style = Style::new();
pub(crate) const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);
pub(crate) const DIM: Style = Style::new().add_modifier(Modifier::DIM);
pub(crate) const REVERSED: Style = Style::new().add_modifier(Modifier::REVERSED);
pub(crate) const CHOSEN: Style =
    Style::new().add_modifier(Modifier::BOLD).add_modifier(Modifier::UNDERLINED);
pub(crate) const ASKED: Style = Style::new().fg(Color::Yellow).add_modifier(Modifier::BOLD);

impl Pen<'_> {
    /// Returns the number of columns and lines.
    pub(crate) fn size(&self) -> (u16, u16) {
        (self.buffer.area.width, self.buffer.area.height)
    }

    /// Writes text, starting at column `x`, up to the edge of the canvas.
    pub(crate) fn put(&mut self, x: u16, y: u16, text: &str, style: Style) {
        let (width, height) = self.size();
        if x < width && y < height {
            let text = render::plain(text, self.theme.look);
            let style = self.fit(style);
            self.buffer.set_stringn(x, y, text, usize::from(width - x), style);
        }
    }

    /// Writes text so that it ends before column `end`.
    pub(crate) fn put_before(&mut self, end: u16, y: u16, text: &str, style: Style) {
        self.put(end.saturating_sub(columns(text)), y, text, style);
    }

    /// Changes the style of `width` columns, starting at column `x`.
    pub(crate) fn restyle(&mut self, x: u16, y: u16, width: u16, style: Style) {
        let style = self.fit(style);
        let area = Rect::new(x, y, width, 1).intersection(self.buffer.area);
        self.buffer.set_style(area, style);
    }

    /// Returns the symbol at a position, or an empty string beyond the edge.
    pub(crate) fn sign(&self, x: u16, y: u16) -> &str {
        self.buffer.cell((x, y)).map_or("", |cell| cell.symbol())
    }

    /// Whether a cell is blank, or part of a horizontal line.
    pub(crate) fn is_bare(&self, x: u16, y: u16) -> bool {
        matches!(self.sign(x, y), " " | "─" | "-")
    }

    /// Draws a line in reverse video, with text on the left and on the right. Uses the first
    /// combination of wordings that fits. If no combination fits, shortens the left text and leaves
    /// out the right text.
    pub(crate) fn bar(&mut self, y: u16, left: &[String], right: &[&str]) {
        let (width, _) = self.size();
        let room = width.saturating_sub(2);
        let both = right.iter().flat_map(|right| left.iter().map(move |left| (left, right)));
        let mut fitting = both.filter(|(left, right)| columns(left) + columns(right) + 2 <= room);
        let (left, right) = match (fitting.next(), left.last()) {
            (Some((left, right)), _) => (left.clone(), *right),
            (None, Some(left)) => (shortened(left, usize::from(room)), ""),
            (None, None) => return,
        };
        self.put(1, y, &left, BOLD);
        self.put_before(width.saturating_sub(1), y, right, BOLD);
        self.restyle(0, y, width, REVERSED);
    }

    /// Draws the line that lists the keys: all of them, or on a narrow screen only the most
    /// important.
    pub(crate) fn keys(&mut self, all: &str, few: &str) {
        let (width, height) = self.size();
        let keys = if columns(all) + 1 > width { few } else { all };
        self.put(1, height.saturating_sub(1), keys, DIM);
    }

    /// Writes text, starting at column `x`, with `..` in place of the part that doesn't fit.
    pub(crate) fn put_whole(&mut self, x: u16, y: u16, text: &str, style: Style) {
        let room = self.size().0.saturating_sub(x + 1);
        self.put(x, y, &shortened(text, usize::from(room)), style);
    }

    /// Clears lines.
    pub(crate) fn wipe(&mut self, lines: std::ops::Range<u16>) {
        self.wipe_to(self.size().0, lines);
    }

    /// Clears the first `width` columns of lines.
    pub(crate) fn wipe_to(&mut self, width: u16, lines: std::ops::Range<u16>) {
        let width = width.min(self.size().0);
        for y in lines {
            self.put(0, y, &" ".repeat(usize::from(width)), PLAIN);
            self.buffer.set_style(Rect::new(0, y, width, 1), Style::reset());
        }
    }

    fn fit(&self, style: Style) -> Style {
        if self.theme.colour { style } else { Style { fg: None, bg: None, ..style } }
    }
}

/// Returns the width of the text in columns.
pub(crate) fn columns(text: &str) -> u16 {
    u16::try_from(render::columns(text)).unwrap_or(u16::MAX)
}

/// Returns the style of a cell. Color is never the only difference: the symbols differ too.
pub(crate) fn of_role(role: Role) -> Style {
    match role {
        Role::Own => Style::new().fg(Color::Blue).add_modifier(Modifier::BOLD),
        Role::Foe => Style::new().fg(Color::Red),
        Role::Hit => Style::new().fg(Color::Red).add_modifier(Modifier::BOLD),
        Role::Answer => Style::new().fg(Color::Green),
        Role::Asked => ASKED,
        Role::RuledOut | Role::Ground => DIM,
        Role::Plain | Role::Void => PLAIN,
    }
}
