//! Splits a mailbox in the mbox format into messages; any other input is a single message.

use super::parts::MAX_MESSAGE;

/// Maximum length of a line, or part of a line, in bytes.
pub(super) const LONGEST_LINE: usize = 64 * 1024;

/// A message, or the reason why it was not read.
pub(super) type Entry = Result<Vec<u8>, &'static str>;

/// Finds the starts of messages in a mailbox. A file that does not begin like a mailbox is a single
/// message.
#[derive(Debug)]
pub struct Bounds {
    /// Whether the input began like a mailbox.
    is_mailbox: Option<bool>,
    empty_before: bool,
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds { is_mailbox: None, empty_before: true }
    }
}

impl Bounds {
    /// Takes the next line, or a part of a long line. Returns whether a message begins with the
    /// line.
    pub fn starts(&mut self, line: &[u8]) -> bool {
        let starts = self.empty_before && is_from_line(line);
        self.empty_before = line.trim_ascii().is_empty();
        *self.is_mailbox.get_or_insert(starts) && starts
    }
}

/// Reads a mailbox line by line.
#[derive(Debug)]
pub(super) struct Messages {
    message: Vec<u8>,
    too_large: bool,
    bounds: Bounds,
}

impl Messages {
    /// Creates a reader at the start of a mailbox.
    pub(super) fn new() -> Self {
        Messages { message: Vec::new(), too_large: false, bounds: Bounds::default() }
    }

    /// Takes the next line, or a part of a long line. Returns the message that ends before the
    /// line, if there is one.
    pub(super) fn line(&mut self, line: &[u8]) -> Option<Entry> {
        if self.bounds.starts(line) {
            return self.end();
        }
        self.too_large |= self.message.len() + line.len() > MAX_MESSAGE;
        if self.too_large {
            self.message = Vec::new();
        } else {
            self.message.extend_from_slice(line);
        }
        None
    }

    /// Returns the last message.
    pub(super) fn end(&mut self) -> Option<Entry> {
        let message = std::mem::take(&mut self.message);
        if std::mem::take(&mut self.too_large) {
            return Some(Err("it is too large to contain a turn file, so pbem didn't read it"));
        }
        (!message.is_empty()).then_some(Ok(message))
    }
}

/// Whether the line is `From bob@example.org Sat Nov 21 08:15:00 2026`, and not a sentence with
/// the same first word.
fn is_from_line(line: &[u8]) -> bool {
    let Some(rest) = line.strip_prefix(b"From ") else { return false };
    let rest = String::from_utf8_lossy(rest);
    let two = |part: Option<&str>| {
        part.is_some_and(|part| part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let is_time = |word: &str| {
        let mut parts = word.split(':');
        two(parts.next()) && two(parts.next())
    };
    let is_year = |word: &str| word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
    rest.split_whitespace().any(is_time) && rest.split_whitespace().any(is_year)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(bytes: &[u8]) -> Vec<Entry> {
        let mut messages = Messages::new();
        let lines = bytes.split_inclusive(|byte| *byte == b'\n');
        let mut entries: Vec<Entry> = lines.filter_map(|line| messages.line(line)).collect();
        entries.extend(messages.end());
        entries
    }

    fn messages(text: &str) -> Vec<String> {
        let entries = entries(text.as_bytes()).into_iter();
        let text = |bytes| String::from_utf8(bytes).expect("a text");
        entries.map(|entry| entry.map(text).expect("not too large")).collect()
    }

    #[test]
    fn mailbox_is_split_at_its_from_lines() {
        let mailbox = "From bob@example.org Sat Nov 21 08:15:00 2026\nSubject: 1\n\n\
                       From here on it is 12:00 somewhere.\n\n\
                       From - Sat Nov 21 08:16:00 2026\nSubject: 2\n\n>From bob\n";
        assert_eq!(
            messages(mailbox),
            ["Subject: 1\n\nFrom here on it is 12:00 somewhere.\n\n", "Subject: 2\n\n>From bob\n"]
        );
        let one = "Subject: 1\n\nFrom bob@example.org Sat Nov 21 08:15:00 2026\n";
        assert_eq!(messages(one), [one]);
        assert_eq!(messages(""), [""; 0]);
    }

    #[test]
    fn oversized_message_is_skipped_and_the_next_is_read() {
        let from = "From bob@example.org Sat Nov 21 08:15:00 2026\n";
        let large = "x".repeat(MAX_MESSAGE + 1);
        let mailbox = format!("{from}{large}\n\n{from}small\n");
        let lengths = entries(mailbox.as_bytes()).into_iter().map(Result::ok);
        let lengths: Vec<_> = lengths.map(|bytes| bytes.map(|bytes| bytes.len())).collect();
        assert_eq!(lengths, [None, Some(6)]);
    }
}
