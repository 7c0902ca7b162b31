//! The result of a command, for people and as JSON.

use std::fmt::Write;
use std::path::Path;

use serde_json::{Value, json};

use pbem::turnfile::limits;

use super::narrow::explained;

/// The exit codes of all commands.
pub(crate) mod exit {
    /// Done; for `verify`: complete and everyone honest, or a forfeit.
    pub(crate) const DONE: u8 = 0;
    /// A player cheated.
    pub(crate) const DISHONEST: u8 = 1;
    /// Wrong use of the command line.
    pub(crate) const USAGE: u8 = 2;
    /// Not possible now; for `verify`: open.
    pub(crate) const NOT_NOW: u8 = 3;
    /// The file is damaged, outdated, unknown or too large.
    pub(crate) const BAD_FILE: u8 = 4;
    /// A problem with the vault or the disk.
    pub(crate) const TROUBLE: u8 = 5;
}

/// A path as JSON, which is text; a path may not be.
pub(super) fn place(path: &Path) -> Value {
    Value::from(path.to_string_lossy())
}

/// A word as typed in a shell: quoted if necessary.
pub(super) fn quoted(word: &str) -> String {
    let is_plain = |sign: char| sign.is_alphanumeric() || "-_./:=+@,%".contains(sign);
    if !word.is_empty() && word.chars().all(|sign| is_plain(sign) || cfg!(windows) && sign == '\\')
    {
        word.to_owned()
    } else if cfg!(windows) || !word.contains(['"', '$', '`', '\\', '!']) {
        format!("\"{word}\"")
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// The result of a command.
#[expect(clippy::struct_excessive_bools, reason = "each is a property of the output")]
#[derive(Clone, Debug, Default)]
pub(super) struct Report {
    /// The text for people, in whole lines.
    pub text: String,
    /// Next steps; the first follows `Next:`.
    pub next: Vec<String>,
    /// Warnings for standard error.
    pub warnings: Vec<String>,
    /// The JSON object.
    pub json: Value,
    /// Whether the JSON is a list, to print one element on each line.
    pub json_lines: bool,
    /// The exit code.
    pub exit: u8,
    /// A turn file or page for standard output; everything else then goes to standard error.
    pub file: Option<String>,
    /// Text for the terminal's clipboard.
    pub clipboard: Option<String>,
    /// Whether a turn was signed.
    pub signed: bool,
    /// Whether the text has rows, with which `Next:` is aligned.
    pub rows: bool,
    /// Whether to show a long text in a pager.
    pub long: bool,
}

impl Report {
    /// A report with this JSON object.
    pub(super) fn new(json: Value) -> Self {
        Report { json, ..Report::default() }
    }

    /// Adds a line.
    pub(super) fn line(&mut self, line: impl AsRef<str>) {
        self.text.push_str(line.as_ref());
        self.text.push('\n');
    }

    /// Adds a text, wrapped.
    pub(super) fn say(&mut self, text: impl AsRef<str>) {
        self.line(pbem::render::wrap(text.as_ref(), SCREEN, ""));
    }

    /// Adds a label with its text: `Wrote     game.toml`. Further lines of the text are indented.
    pub(super) fn row(&mut self, label: &str, text: impl AsRef<str>) {
        self.rows = true;
        let text = pbem::render::wrap(text.as_ref(), SCREEN - LABEL - 1, "");
        for (at, line) in text.lines().enumerate() {
            let label = if at == 0 { label } else { "" };
            self.line(format!("{label:<LABEL$} {line}").trim_end());
        }
    }

    /// Adds a next step.
    pub(super) fn then(&mut self, next: impl Into<String>) {
        self.next.push(next.into());
    }

    /// The JSON output, one object a line.
    pub(super) fn json_text(&self) -> String {
        match &self.json {
            Value::Array(lines) if self.json_lines => lines.iter().map(one_line).collect(),
            _ => one_line(&self.to_json()),
        }
    }

    /// The JSON output. A turn file for standard output is part of the object.
    pub(super) fn to_json(&self) -> Value {
        let mut json = if self.json.is_null() {
            json!({"schema": "pbem-text/1", "text": self.text})
        } else {
            self.json.clone()
        };
        if let (Some(file), Some(object)) = (&self.file, json.as_object_mut()) {
            object.insert("text".to_owned(), json!(file));
        }
        json
    }

    /// The text with the next steps.
    pub(super) fn to_text(&self) -> String {
        let mut text = self.text.clone();
        next_lines(&mut text, &self.next, if self.rows { LABEL } else { NEXT.len() });
        text
    }
}

pub(super) const NEXT: &str = "Next:";
/// Width of the labels of rows.
const LABEL: usize = 9;

pub(super) fn next_lines(text: &mut String, next: &[String], width: usize) {
    for (at, line) in next.iter().enumerate() {
        let label = if at == 0 { NEXT } else { "" };
        // Keep a command on one line, so that it can be copied.
        let line = if line.starts_with("pbem ") {
            explained(line, width + 1, SCREEN)
        } else if line.contains('"') {
            line.clone()
        } else {
            let line = pbem::render::wrap(line, SCREEN - width - 1, "");
            line.replace('\n', &format!("\n{:width$} ", ""))
        };
        let _ = writeln!(text, "{label:<width$} {line}");
    }
}

/// A message for standard error, starting with `pbem:`.
pub(super) fn in_lines(message: &str) -> String {
    let mut text = String::new();
    for (at, line) in message.lines().enumerate() {
        let line = pbem::render::wrap(
            &format!("{}{line}", if at == 0 { "pbem: " } else { "  " }),
            SCREEN,
            "  ",
        );
        let _ = writeln!(text, "{line}");
    }
    text
}

/// Maximum width of lines.
pub(super) const SCREEN: usize = 80;

/// Removes control characters: a file can have any name.
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

/// One JSON object on one line, without control characters.
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
