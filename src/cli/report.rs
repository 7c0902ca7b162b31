//! What a command says: done, or why not. One place prints both, for people and for programs.

use std::fmt::Write;
use std::path::Path;

use serde_json::{Value, json};

use pbem::turnfile::limits;

use super::narrow::explained;

/// The exit codes, the same for every command.
pub(crate) mod exit {
    /// done; for `verify`: complete and everyone honest, or forfeit
    pub(crate) const DONE: u8 = 0;
    /// somebody was dishonest
    pub(crate) const DISHONEST: u8 = 1;
    /// wrong use of the command line
    pub(crate) const USAGE: u8 = 2;
    /// not possible now; for `verify`: open
    pub(crate) const NOT_NOW: u8 = 3;
    /// the file is damaged, stale, unknown or over a limit
    pub(crate) const BAD_FILE: u8 = 4;
    /// vault or disk trouble
    pub(crate) const TROUBLE: u8 = 5;
}

/// A path for programs. JSON is text, which a path need not be.
pub(super) fn place(path: &Path) -> Value {
    Value::from(path.to_string_lossy())
}

/// A word as it is typed in a shell: in quotes where it would fall apart, or be another.
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

/// What a command has done.
#[derive(Clone, Debug, Default)]
pub(super) struct Report {
    /// for people, whole lines
    pub text: String,
    /// what to type or do next: the first goes behind `Next:`
    pub next: Vec<String>,
    /// goes to standard error
    pub warnings: Vec<String>,
    /// the one object for programs
    pub json: Value,
    /// the exit code
    pub exit: u8,
    /// a turn file or a page that belongs on standard output; then all else goes to standard error
    pub file: Option<String>,
    /// goes into the clipboard of the terminal
    pub clipboard: Option<String>,
    /// the game in which a turn was signed
    pub signed: Option<String>,
    /// whether there are rows, under which `Next:` is set
    pub rows: bool,
    /// something to read: what is longer than the screen is shown in a pager
    pub long: bool,
}

impl Report {
    /// A report with this object for programs.
    pub(super) fn new(json: Value) -> Self {
        Report { json, ..Report::default() }
    }

    /// Adds a line.
    pub(super) fn line(&mut self, line: impl AsRef<str>) {
        self.text.push_str(line.as_ref());
        self.text.push('\n');
    }

    /// Adds a text, in as many lines as it needs.
    pub(super) fn say(&mut self, text: impl AsRef<str>) {
        self.line(pbem::render::wrap(text.as_ref(), SCREEN, ""));
    }

    /// Adds a line of a label and what it labels: `Wrote     game.toml`. What has several lines is
    /// set under itself.
    pub(super) fn row(&mut self, label: &str, text: impl AsRef<str>) {
        self.rows = true;
        let text = pbem::render::wrap(text.as_ref(), SCREEN - LABEL - 1, "");
        for (at, line) in text.lines().enumerate() {
            let label = if at == 0 { label } else { "" };
            self.line(format!("{label:<LABEL$} {line}").trim_end());
        }
    }

    /// Adds something to do next.
    pub(super) fn then(&mut self, next: impl Into<String>) {
        self.next.push(next.into());
    }

    /// For programs. A turn file that belongs on standard output is part of the one object there.
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

    /// The text with its last lines.
    pub(super) fn to_text(&self) -> String {
        let mut text = self.text.clone();
        next_lines(&mut text, &self.next, if self.rows { LABEL } else { NEXT.len() });
        text
    }
}

pub(super) const NEXT: &str = "Next:";
/// The width of the labels of rows.
const LABEL: usize = 9;

pub(super) fn next_lines(text: &mut String, next: &[String], width: usize) {
    for (at, line) in next.iter().enumerate() {
        let label = if at == 0 { NEXT } else { "" };
        // A command is left whole, so that it can be copied.
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

/// A message as it stands on standard error: the first line says who speaks.
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

/// The widest line.
pub(super) const SCREEN: usize = 80;

/// A text without anything that could steer a terminal: a file may have any name.
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

/// One JSON object in one line, without anything that could steer a terminal.
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
