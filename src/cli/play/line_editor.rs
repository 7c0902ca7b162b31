//! A line editor with the common keys.

use pbem::render::{columns, from_column, split_at_columns};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// Maximum number of characters.
const LONGEST: usize = 4000;

/// A line of text, and the position of the cursor in it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Line {
    signs: Vec<char>,
    at: usize,
}

impl Line {
    /// Creates a line with this text, and the cursor at its end.
    pub(crate) fn new(text: &str) -> Line {
        let signs: Vec<char> = text.chars().collect();
        Line { at: signs.len(), signs }
    }

    /// Returns the text.
    pub(crate) fn text(&self) -> String {
        self.signs.iter().collect()
    }

    /// Handles a key. Control keys never insert text.
    pub(crate) fn key(&mut self, key: KeyEvent) {
        let last = self.signs.len();
        let is_steering = key.modifiers.intersection(KeyModifiers::CONTROL | KeyModifiers::ALT);
        // Some keyboards type characters with Ctrl and Alt together.
        let is_steering = !matches!(is_steering.bits().count_ones(), 0 | 2);
        match (key.code, is_steering) {
            (KeyCode::Char('u'), true) => self.cut(0),
            (KeyCode::Char('w'), true) => self.cut(self.word()),
            (KeyCode::Char('h'), true) | (KeyCode::Backspace, _) => {
                self.cut(self.at.saturating_sub(1));
            }
            (KeyCode::Char('a'), true) | (KeyCode::Home, _) => self.at = 0,
            (KeyCode::Char('e'), true) | (KeyCode::End, _) => self.at = last,
            (KeyCode::Left, _) => self.at = self.at.saturating_sub(1),
            (KeyCode::Right, _) => self.at = (self.at + 1).min(last),
            (KeyCode::Delete, _) if self.at < last => drop(self.signs.remove(self.at)),
            (KeyCode::Char(sign), false) if last < LONGEST => {
                self.signs.insert(self.at, sign);
                self.at += 1;
            }
            _ => {}
        }
    }

    /// Deletes the text between `from` and the cursor.
    fn cut(&mut self, from: usize) {
        self.signs.drain(from..self.at);
        self.at = from;
    }

    /// Returns the start of the word before the cursor.
    fn word(&self) -> usize {
        let before = self.signs.get(..self.at).unwrap_or_default();
        let end = before.iter().rposition(|sign| *sign != ' ').map_or(0, |last| last + 1);
        let word = before.get(..end).unwrap_or_default();
        word.iter().rposition(|sign| *sign == ' ').map_or(0, |gap| gap + 1)
    }

    /// Returns the line with its cursor, or the part of it that fits in `room` columns.
    pub(crate) fn with_cursor(&self, room: usize) -> String {
        let cursor = if self.at == self.signs.len() { '_' } else { '|' };
        let before: String = self.signs.iter().take(self.at).collect();
        let behind: String = self.signs.iter().skip(self.at).collect();
        let (left, right) = (columns(&before), columns(&behind));
        if left + 1 + right <= room {
            return format!("{before}{cursor}{behind}");
        }
        // Show the cursor, and as much text before it as possible.
        let left = left.min(room.saturating_sub(1 + if right > 0 { MORE.len() } else { 0 }));
        let before = ending(&before, left);
        let behind = beginning(&behind, room.saturating_sub(columns(&before) + 1));
        format!("{before}{cursor}{behind}")
    }
}

/// Mark in place of the part of the text that doesn't fit.
const MORE: &str = "..";

/// Returns the text. If it doesn't fit in `room` columns, returns `..` and its end.
pub(crate) fn ending(text: &str, room: usize) -> String {
    let length = columns(text);
    if length <= room {
        return text.to_owned();
    }
    let skip = length + MORE.len() - room.max(MORE.len());
    format!("{MORE}{}", from_column(text, skip))
}

/// Returns the text. If it doesn't fit in `room` columns, returns its start and `..`.
fn beginning(text: &str, room: usize) -> String {
    if columns(text) <= room {
        return text.to_owned();
    }
    format!("{}{MORE}", split_at_columns(text, room.saturating_sub(MORE.len())).0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_line_shows_the_cursor() {
        let mut line = Line::new("agents 1 2 3; plan in building 4");
        assert_eq!(line.with_cursor(40), "agents 1 2 3; plan in building 4_");
        assert_eq!(line.with_cursor(12), "..uilding 4_");
        line.key(KeyEvent::new(KeyCode::Home, KeyModifiers::NONE));
        assert_eq!(line.with_cursor(12), "|agents 1 ..");
        assert_eq!(ending("agents 1 2 3; plan in building 4", 12), "..building 4");
        assert_eq!(ending("agents 1", 12), "agents 1");
    }
}
