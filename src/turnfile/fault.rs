//! What can be wrong with a turn file, and where.

/// What is wrong with a turn file, and where.
///
/// Whatever is quoted from the file is escaped and cut short, so a fault is safe to print.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}{message}", self.place())]
pub struct ReadFault {
    /// what sort of fault
    pub kind: FaultKind,
    /// the turn, counted from 1 by its place in the file; `None` if it is in no turn
    pub turn: Option<u32>,
    /// the key, with the table before it where that is not a turn: `game.options.board`
    pub key: Option<String>,
    /// the line of the text as it was handed in, counted from 1
    pub line: Option<usize>,
    /// what is wrong
    pub message: String,
}

/// The sorts of fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaultKind {
    /// nothing in it looks like a turn file
    NotATurnFile,
    /// damaged, cut off, or not of the form
    Unreadable,
    /// larger than any game can be
    OverLimit,
    /// of a later version of the format
    Newer,
}

impl FaultKind {
    /// What to do about it, for a person.
    pub fn advice(self) -> &'static str {
        match self {
            FaultKind::NotATurnFile => "pbem receive FILE      finds it in a mail, or in a text that is quoted",
            FaultKind::Unreadable => "ask for it to be mailed once more, as an attachment",
            FaultKind::OverLimit => "no game is as large as this; ask for the right file",
            FaultKind::Newer => "get a newer pbem",
        }
    }
}

impl ReadFault {
    /// A fault of the file as a whole.
    pub(super) fn of_file(kind: FaultKind, message: impl Into<String>) -> Self {
        ReadFault { kind, turn: None, key: None, line: None, message: message.into() }
    }

    fn place(&self) -> String {
        let parts = [
            self.turn.map(|turn| format!("turn {turn}")),
            self.line.map(|line| format!("line {line}")),
            self.key.as_ref().map(|key| format!("key {key}")),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        if parts.is_empty() { String::new() } else { format!("{}: ", parts.join(", ")) }
    }
}

/// What is wrong with one value, before it is known where it stands.
#[derive(Debug)]
pub(super) struct Problem {
    pub(super) kind: FaultKind,
    pub(super) message: String,
}

impl Problem {
    pub(super) fn over(message: impl Into<String>) -> Self {
        Problem { kind: FaultKind::OverLimit, message: message.into() }
    }
}

impl<S: Into<String>> From<S> for Problem {
    fn from(message: S) -> Self {
        Problem { kind: FaultKind::Unreadable, message: message.into() }
    }
}

/// Text from outside, made safe to print: escaped, and cut to some forty characters.
pub(super) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut out = String::new();
    for ch in text.chars() {
        if out.len() >= LONGEST {
            out.push_str("...");
            break;
        }
        out.extend(ch.escape_default());
    }
    out
}
