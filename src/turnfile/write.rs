//! The one look of a turn file: nothing in it that a mail program would change, and nothing that
//! could be said in another way.

use std::fmt::Write;

use chrono::SecondsFormat;

use super::limits::PIECE_COLUMNS;
use super::model::{Bytes32, Header, Moment, Turn, TurnFile};
use super::text::{BEGIN, END, TURN};
use crate::crypto;
use crate::rules::OptionValue;

/// The first line that says something.
pub(super) const VERSION: &str = "pbem = 2";
/// The one form of a date-time.
pub(super) const MOMENT: &str = "%Y-%m-%dT%H:%M:%SZ";
/// Bytes in a line of a binary value.
const BYTES_IN_LINE: usize = 32;

impl TurnFile {
    /// The file as text: 7-bit ASCII, LF, at most 72 columns, no blank or tab at the end of a line.
    ///
    /// What [`read`](super::read) accepts comes back from it the same.
    pub fn write(&self) -> String {
        let (kind, turns, pbem) = (&self.game.kind, self.turns.len(), env!("CARGO_PKG_VERSION"));
        let mut text = format!(
            "{BEGIN} - mail it whole, as an attachment or as text\n\
             # {kind}, turn {turns}, made by pbem {pbem}\n{VERSION}\n"
        );
        let tables = self.turns.iter().map(Turn::signed_text);
        let tables = std::iter::once(self.game.text()).chain(tables);
        for table in tables {
            written(&mut text, &table);
        }
        text + END + "\n"
    }
}

/// Adds the lines of a table, as they are set for people.
pub(super) fn written(text: &mut String, table: &str) {
    for line in table.split_inclusive('\n') {
        // An item of a list alone ends with a comma, a table alone begins with a bracket.
        text.push_str(if line.ends_with(",\n") { "  " } else { "" });
        text.push_str(if line.starts_with('[') { "\n" } else { "" });
        text.push_str(line);
    }
}

impl Header {
    /// What is hashed: its lines from `[game]` to the first turn, a line feed behind each.
    pub fn text(&self) -> String {
        let mut page = Page::default();
        page.line("[game]");
        page.word("kind", &self.kind);
        page.entries("seats", &self.seats);
        page.moment("created", self.created);
        page.word("nonce", &hex::encode(self.nonce));
        page.optional_word("first", self.first.as_deref());
        page.optional_word("opener", self.opener.as_deref());
        if !self.options.is_empty() {
            page.line("[game.options]");
            self.options.iter().for_each(|(name, value)| page.option(name, value));
        }
        if !self.keys.is_empty() {
            page.line("[game.keys]");
            self.keys.iter().for_each(|(seat, key)| page.binary(seat, key));
        }
        page.0
    }

    /// The id of the game: the hash of all that was agreed before the first turn.
    pub fn id(&self) -> Bytes32 {
        crypto::game_id(self.text().as_bytes()).0
    }
}

impl Turn {
    /// What is hashed: its lines from `[[turn]]` to before `signature`, a line feed behind each.
    pub fn text(&self) -> String {
        let mut page = Page::default();
        page.line(TURN);
        page.bare("number", self.number);
        page.word("seat", &self.seat);
        page.moment("sent", self.sent);
        page.binary("after", &self.after);
        page.hashes("link", self.link.as_slice());
        page.hashes("key", self.key.as_slice());
        page.hashes("tip", self.tip.as_slice());
        page.optional_word("nonce", self.nonce.map(hex::encode).as_deref());
        page.pieces("name", self.name.as_deref());
        page.pieces("mail", self.mail.as_deref());
        page.hashes("setup", &self.setup);
        page.hashes("eyes", &self.eyes);
        page.entries("answer", &self.answer);
        page.hashes("tokens", &self.tokens);
        page.entries("move", &self.moves);
        page.hashes("seal", self.seal.as_slice());
        page.binary("boxes", &self.boxes);
        page.entries("open", &self.open);
        page.hashes("salts", &self.salts);
        page.optional_word("offer", self.offer.as_deref());
        page.pieces("note", self.note.as_deref());
        page.hashes("seed", self.seed.as_slice());
        page.entries("reveal", &self.reveal);
        page.0
    }

    /// The same with `signature`.
    pub(super) fn signed_text(&self) -> String {
        let mut page = Page(self.text());
        page.binary("signature", &self.signature);
        page.0
    }

    /// The hash that is signed, and that the next turn carries in `after`.
    pub fn hash(&self) -> Bytes32 {
        crypto::turn_hash(self.text().as_bytes())
    }
}

/// Lines without blanks at their ends. What is empty is left out.
#[derive(Default)]
struct Page(String);

impl Page {
    fn line(&mut self, line: &str) {
        self.0.push_str(line);
        self.0.push('\n');
    }

    fn bare(&mut self, key: &str, value: impl std::fmt::Display) {
        self.key(key);
        // Writing to a string cannot fail.
        let _ = writeln!(self.0, "{value}");
    }

    /// As [`MOMENT`] has it.
    fn moment(&mut self, key: &str, moment: Moment) {
        self.bare(key, moment.to_rfc3339_opts(SecondsFormat::Secs, true));
    }

    /// What stands before a value.
    fn key(&mut self, key: &str) {
        self.0.push_str(key);
        self.0.push_str(" = ");
    }

    fn word(&mut self, key: &str, word: &str) {
        self.key(key);
        self.line(&quoted(word));
    }

    fn optional_word(&mut self, key: &str, word: Option<&str>) {
        if let Some(word) = word {
            self.word(key, word);
        }
    }

    /// A list, each item in a line of its own, written by what is handed in.
    fn list<T>(
        &mut self,
        key: &str,
        items: impl IntoIterator<Item = T>,
        mut item: impl FnMut(&mut String, T),
    ) {
        let mut items = items.into_iter().peekable();
        if items.peek().is_some() {
            self.key(key);
            self.line("[");
            for it in items {
                item(&mut self.0, it);
                self.0.push_str(",\n");
            }
            self.line("]");
        }
    }

    fn entries(&mut self, key: &str, entries: &[String]) {
        self.list(key, entries, |text, entry| text.push_str(&quoted(entry)));
    }

    fn binary(&mut self, key: &str, bytes: &[u8]) {
        self.list(key, bytes.chunks(BYTES_IN_LINE), digits);
    }

    fn hashes(&mut self, key: &str, hashes: &[Bytes32]) {
        self.binary(key, hashes.as_flattened());
    }

    fn pieces(&mut self, key: &str, text: Option<&str>) {
        let pieces = text.map(pieces).unwrap_or_default();
        self.list(key, pieces, |text, piece| text.push_str(&piece));
    }

    fn option(&mut self, name: &str, value: &OptionValue) {
        match value {
            OptionValue::Flag(flag) => self.bare(name, flag),
            OptionValue::Number(n) => self.bare(name, n),
            OptionValue::Word(word) => self.word(name, word),
            OptionValue::Numbers(list) => {
                self.list(name, list, |text, n| text.push_str(&n.to_string()));
            }
            OptionValue::Lines(lines) => self.entries(name, lines),
        }
    }
}

/// At most a line of bytes as a string of digits. Most of a turn file is these, and `hex::encode`
/// pushes digit by digit.
fn digits(text: &mut String, bytes: &[u8]) {
    let mut line = [b'"'; 2 * BYTES_IN_LINE + 2];
    let length = 2 * bytes.len() + 2;
    let written = hex::encode_to_slice(bytes, &mut line[1..length - 1]);
    debug_assert_eq!(written, Ok(()));
    text.push_str(str::from_utf8(&line[..length]).unwrap_or_default());
}

/// A text in quoted pieces, none wider than a mail program would leave alone; an escape is never
/// cut.
fn pieces(text: &str) -> Vec<String> {
    let mut pieces = Vec::new();
    let mut piece = String::new();
    for ch in text.chars().map(escaped) {
        if piece.len() + ch.len() > PIECE_COLUMNS {
            pieces.push(format!("\"{piece}\""));
            piece.clear();
        }
        piece.push_str(&ch);
    }
    pieces.push(format!("\"{piece}\""));
    pieces
}

fn quoted(text: &str) -> String {
    if text.chars().all(is_plain) {
        return format!("\"{text}\"");
    }
    format!("\"{}\"", text.chars().map(escaped).collect::<String>())
}

/// Does this character stand for itself between quotes?
fn is_plain(ch: char) -> bool {
    matches!(ch, ' '..='~') && !matches!(ch, '"' | '\\')
}

/// A character as it stands between the quotes of a TOML string, in 7-bit ASCII.
fn escaped(ch: char) -> String {
    match ch {
        '"' | '\\' => format!("\\{ch}"),
        _ if is_plain(ch) => ch.to_string(),
        '\0'..='\u{ffff}' => format!("\\u{:04x}", u32::from(ch)),
        _ => format!("\\U{:08x}", u32::from(ch)),
    }
}
