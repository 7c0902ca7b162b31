//! Suggestions: what the user can do next.

use std::fmt;

use pbem::render::{columns, padded};
use serde::{Serialize, Serializer};

/// What separates a command from its explanation on one line. A shell takes the explanation as a
/// comment, so the whole line can be pasted.
pub(super) const GAP: &str = "  # ";

/// A suggestion.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Next {
    /// A command that the user can copy.
    Command(Suggested),
    /// A sentence, which may contain a command.
    Advice(String),
}

/// A suggested command.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Suggested {
    /// The command as it has to be typed.
    pub line: String,
    /// The explanation; may be empty.
    pub why: String,
    /// The column of the explanation, to align several of them; 0 if it follows the command.
    pub column: usize,
}

impl Next {
    /// Creates a suggested command.
    pub(super) fn command(line: impl Into<String>) -> Next {
        Next::Command(Suggested { line: line.into(), why: String::new(), column: 0 })
    }

    /// Creates a suggestion in words.
    pub(super) fn advice(text: impl Into<String>) -> Next {
        Next::Advice(text.into())
    }

    /// Explains the command.
    #[must_use]
    pub(super) fn why(self, why: impl Into<String>) -> Next {
        self.aligned(why, 0)
    }

    /// Explains the command, with the explanation at this column.
    #[must_use]
    pub(super) fn aligned(self, text: impl Into<String>, at: usize) -> Next {
        match self {
            Next::Command(command) => {
                Next::Command(Suggested { why: text.into(), column: at, ..command })
            }
            advice @ Next::Advice(_) => advice,
        }
    }

    /// Adds arguments to the command. They begin with a space.
    #[must_use]
    pub(super) fn with(self, arguments: &str) -> Next {
        match self {
            Next::Command(command) => {
                Next::Command(Suggested { line: command.line + arguments, ..command })
            }
            advice @ Next::Advice(_) => advice,
        }
    }

    /// Whether this suggests exactly this command.
    pub(super) fn is(&self, line: &str) -> bool {
        matches!(self, Next::Command(command) if command.line == line)
    }

    /// Returns the advice; `None` for a command.
    #[cfg(feature = "tui")]
    pub(super) fn as_advice(&self) -> Option<&str> {
        match self {
            Next::Command(_) => None,
            Next::Advice(text) => Some(text),
        }
    }
}

impl Suggested {
    /// Returns the command, followed by what separates it from its explanation.
    fn start(&self) -> String {
        padded(&self.line, self.column.saturating_sub(columns(GAP))) + GAP
    }
}

impl fmt::Display for Suggested {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.why.is_empty() {
            return f.write_str(&self.line);
        }
        write!(f, "{}{}", self.start(), self.why)
    }
}

/// Writes the suggestion on one line.
impl fmt::Display for Next {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Next::Command(command) => command.fmt(f),
            Next::Advice(text) => f.write_str(text),
        }
    }
}

impl Serialize for Next {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
