//! The result of a command, for people and as JSON.

use std::fmt::Write;
use std::path::Path;

use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use pbem::render::{columns, padded, shortened};
use pbem::turnfile::limits;

use super::document::{Block, Document, LABEL};
use super::next::Next;

/// The exit codes of all commands.
pub(crate) mod exit {
    /// Done; for `verify`: complete and everyone honest, or a forfeit.
    pub(crate) const DONE: u8 = 0;
    /// A player cheated.
    pub(crate) const DISHONEST: u8 = 1;
    /// Wrong use of the command line.
    pub(crate) const USAGE: u8 = 2;
    /// Not possible now; for `verify`: the game is still open.
    pub(crate) const NOT_NOW: u8 = 3;
    /// The file is damaged, outdated, unknown or too large.
    pub(crate) const BAD_FILE: u8 = 4;
    /// A problem with the vault or the disk.
    pub(crate) const TROUBLE: u8 = 5;
}

/// Returns a path as a JSON string. Replaces any part of the path that isn't valid Unicode.
pub(super) fn place(path: &Path) -> Value {
    Value::from(path.to_string_lossy())
}

/// Serializes a path as text.
pub(super) fn lossy<S: Serializer>(path: &Path, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&path.to_string_lossy())
}

/// Returns an outcome as a JSON object of this schema.
pub(super) fn object(schema: &'static str, outcome: &impl Serialize) -> Value {
    #[derive(Serialize)]
    struct Object<'a, T> {
        schema: &'static str,
        #[serde(flatten)]
        outcome: &'a T,
    }
    serde_json::to_value(Object { schema, outcome }).unwrap_or_default()
}

/// Returns a word as it has to be typed in a shell (bash, zsh and fish, or cmd and PowerShell):
/// quoted if necessary.
pub(super) fn quoted(word: &str) -> String {
    // In PowerShell, a comma separates arguments, and `@` at the start has a meaning of its own.
    let special = if cfg!(windows) { "\\" } else { ",@%" };
    let is_plain =
        |sign: char| sign.is_alphanumeric() || "-_./:=+".contains(sign) || special.contains(sign);
    // In zsh, a word that starts with `=` names a program.
    if !word.is_empty() && !word.starts_with('=') && word.chars().all(is_plain) {
        word.to_owned()
    } else if cfg!(windows) || !word.contains(['"', '$', '`', '\\', '!']) {
        format!("\"{word}\"")
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// The result of a command.
#[derive(Clone, Debug, Default)]
pub(super) struct Report {
    /// The text for people.
    pub body: Document,
    /// Next steps; the first follows `Next:`.
    pub next: Vec<Next>,
    /// Warnings for standard error.
    pub warnings: Vec<String>,
    /// The JSON object.
    pub json: Value,
    /// Whether the JSON is a list whose elements are printed one per line.
    pub json_lines: bool,
    /// The exit code.
    pub exit: u8,
    /// A turn file or page for standard output; everything else then goes to standard error.
    pub file: Option<String>,
    /// Text for the terminal's clipboard.
    pub clipboard: Option<String>,
    /// Whether a turn was signed.
    pub signed: bool,
    /// Whether to show the text in a pager if it is long.
    pub long: bool,
}

impl Report {
    /// Creates a report with this JSON object.
    pub(super) fn new(json: Value) -> Self {
        Report { json, ..Report::default() }
    }

    /// Creates a report with this outcome as its JSON object.
    pub(super) fn of(schema: &'static str, outcome: &impl Serialize) -> Self {
        Report::new(object(schema, outcome))
    }

    /// Adds a line, or several. A line that is too long continues with the same indentation.
    pub(super) fn line(&mut self, line: impl AsRef<str>) {
        self.body.lines(line.as_ref());
    }

    /// Adds a paragraph.
    pub(super) fn say(&mut self, text: impl AsRef<str>) {
        self.line(text);
    }

    /// Adds a paragraph that begins with `start`. Further lines are aligned with the text after
    /// `start`.
    pub(super) fn hanging(&mut self, start: &str, text: impl AsRef<str>) {
        let hang = columns(start);
        self.body.paragraph(format!("{start}{}", text.as_ref()), hang);
    }

    /// Adds a label with its text: `Wrote     game.toml`. Further lines of the text are indented.
    pub(super) fn row(&mut self, label: &str, text: impl Into<String>) {
        self.body.push(Block::Row { label: label.to_owned(), text: text.into() });
    }

    /// Adds an indented command with its explanation.
    pub(super) fn command(&mut self, next: Next) {
        self.body.push(Block::Next { start: "  ".to_owned(), next });
    }

    /// Adds lines that stay as they are.
    pub(super) fn drawing(&mut self, text: impl Into<String>) {
        self.body.push(Block::Drawing(text.into()));
    }

    /// Adds rows of cells, with two spaces between columns. A column is as wide as its widest cell,
    /// but not wider than its maximum in `most`.
    pub(super) fn columns<const N: usize>(&mut self, rows: &[[String; N]], most: [usize; N]) {
        let widest = |at: usize| rows.iter().map(|row| columns(&row[at])).max().unwrap_or(0);
        let widths: [usize; N] = std::array::from_fn(|at| widest(at).min(most[at]));
        for row in rows {
            let cells = row.iter().zip(widths).map(|(cell, width)| padded(cell, width));
            let line = cells.collect::<Vec<_>>().join("  ");
            self.line(shortened(line.trim_end(), SCREEN));
        }
    }

    /// Adds a next step.
    pub(super) fn then(&mut self, next: Next) {
        self.next.push(next);
    }

    /// Returns the JSON output, one object per line.
    pub(super) fn json_text(&self) -> String {
        match &self.json {
            Value::Array(lines) if self.json_lines => lines.iter().map(one_line).collect(),
            _ => one_line(&self.to_json()),
        }
    }

    /// Returns the JSON object. A turn file for standard output is part of the object.
    pub(super) fn to_json(&self) -> Value {
        let json = if self.json.is_null() {
            json!({"schema": "pbem-text/1", "text": self.body.lay_out(SCREEN)})
        } else {
            self.json.clone()
        };
        match &self.file {
            Some(text) if json.is_object() => {
                serde_json::to_value(JsonWithFile { json, text }).unwrap_or_default()
            }
            _ => json,
        }
    }

    /// Returns the text with the next steps.
    pub(super) fn document(&self) -> Document {
        let mut document = self.body.clone();
        document.append(next_steps(&self.next, if document.has_rows() { LABEL } else { 0 }));
        document
    }
}

/// The object of a report, with a turn file for standard output.
#[derive(Serialize)]
struct JsonWithFile<'a> {
    #[serde(flatten)]
    json: Value,
    text: &'a str,
}

/// The label of next steps.
const NEXT: &str = "Next:";

/// Returns the next steps, with a label of at least `width` columns.
pub(super) fn next_steps(next: &[Next], width: usize) -> Document {
    let width = width.max(NEXT.len());
    let mut document = Document::default();
    for (at, next) in next.iter().enumerate() {
        let start = format!("{:<width$} ", if at == 0 { NEXT } else { "" });
        document.push(Block::Next { start, next: next.clone() });
    }
    document
}

/// Maximum width of lines.
pub(super) const SCREEN: usize = 80;

/// Escapes control characters, because the name of a file can contain them.
pub(super) fn harmless(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut safe, ch| {
        if ch != '\n' && limits::is_unprintable(ch) {
            safe.extend(ch.escape_unicode());
        } else {
            safe.push(ch);
        }
        safe
    })
}

/// Returns a JSON object on one line, with its control characters escaped.
pub(super) fn one_line(json: &Value) -> String {
    let text = json.to_string().chars().fold(String::new(), |mut safe, ch| {
        let mut units = [0; 2];
        if limits::is_unprintable(ch) {
            ch.encode_utf16(&mut units).iter().for_each(|unit| {
                let _ = write!(safe, "\\u{unit:04x}");
            });
        } else {
            safe.push(ch);
        }
        safe
    });
    text + "\n"
}
