//! Writes the canonical form of a turn file, which mail programs don't change and in which every
//! value can be written in only one way.

use std::fmt::Write;

use chrono::SecondsFormat;

use super::limits::PIECE_COLUMNS;
use super::model::{Bytes32, Header, Moment, Turn, TurnFile};
use super::text::{BEGIN, END, TURN};
use crate::crypto;
use crate::rules::OptionValue;

/// First line after the comments: the version of the format.
pub(super) const VERSION: &str = "pbem = 2";
/// Format of date-times.
pub(super) const MOMENT: &str = "%Y-%m-%dT%H:%M:%SZ";
/// Number of bytes per line of a binary value.
pub(super) const BYTES_IN_LINE: usize = 32;
/// Bytes that most turns fit in, as text. Longer ones make the text grow once.
const TURN_BYTES: usize = 768;

impl TurnFile {
    /// Returns the file as text: 7-bit ASCII, LF, at most 72 columns, no whitespace at the end of a
    /// line.
    ///
    /// If [`read`](super::read) accepts some text, writing the resulting file gives the same lines
    /// again, apart from whitespace and comments.
    pub fn write(&self) -> String {
        let (kind, turns, pbem) = (&self.game.kind, self.turns.len(), env!("CARGO_PKG_VERSION"));
        let start = format!(
            "{BEGIN} - mail it whole, as an attachment or as text\n\
             # {kind}, turn {turns}, made by pbem {pbem}\n{VERSION}\n"
        );
        let mut text = String::with_capacity((turns + 2).saturating_mul(TURN_BYTES));
        text.push_str(&start);
        let mut page = Page::set(text);
        page.header(&self.game);
        for turn in &self.turns {
            page.signed(turn);
        }
        page.line(END);
        page.text
    }
}

impl Header {
    /// Returns the text that is hashed: the lines from `[game]` to the first turn, each with a line
    /// feed.
    pub fn text(&self) -> String {
        let mut page = Page::plain();
        page.header(self);
        page.text
    }

    /// Returns the id of the game: the hash of everything that the players agree on before the
    /// first turn.
    pub fn id(&self) -> Bytes32 {
        crypto::game_id(self.text().as_bytes()).0
    }
}

impl Turn {
    /// Returns the text that is hashed: the lines from `[[turn]]` up to but not including
    /// `signature`, each with a line feed.
    pub fn text(&self) -> String {
        let mut page = Page::plain();
        page.turn(self);
        page.text
    }

    /// Returns the text including `signature`.
    pub(super) fn signed_text(&self) -> String {
        let mut page = Page::plain();
        page.signed(self);
        page.text
    }

    /// Returns the hash that is signed, and that the next turn contains in `after`.
    pub fn hash(&self) -> Bytes32 {
        crypto::turn_hash(self.text().as_bytes())
    }
}

/// Text that is written line by line. Keys with empty lists and missing values are left out.
pub(super) struct Page {
    pub(super) text: String,
    /// Whether to format for people: with an empty line before each table, and with indented list
    /// items.
    set: bool,
}

impl Page {
    /// Creates a page for text that is hashed.
    pub(super) fn plain() -> Self {
        Page { text: String::with_capacity(TURN_BYTES), set: false }
    }

    /// Creates a page formatted for people, which begins with this text.
    pub(super) fn set(text: String) -> Self {
        Page { text, set: true }
    }

    fn header(&mut self, game: &Header) {
        self.table("[game]");
        self.word("kind", &game.kind);
        self.entries("seats", &game.seats);
        self.moment("created", game.created);
        self.word("nonce", &hex::encode(game.nonce));
        self.optional_word("first", game.first.as_deref());
        self.optional_word("opener", game.opener.as_deref());
        if !game.options.is_empty() {
            self.table("[game.options]");
            game.options.iter().for_each(|(name, value)| self.option(name, value));
        }
        if !game.keys.is_empty() {
            self.table("[game.keys]");
            game.keys.iter().for_each(|(seat, key)| self.binary(seat, key));
        }
        if let Some(arbiter) = &game.arbiter {
            self.table("[game.arbiter]");
            self.binary("key", &arbiter.key);
            self.bare("grace-days", arbiter.grace_days);
            self.pieces("name", arbiter.name.as_deref());
            self.pieces("mail", arbiter.mail.as_deref());
        }
    }

    fn turn(&mut self, turn: &Turn) {
        self.table(TURN);
        self.bare("number", turn.number);
        self.word("seat", &turn.seat);
        self.moment("sent", turn.sent);
        self.binary("after", &turn.after);
        self.hashes("link", turn.link.as_slice());
        self.hashes("key", turn.key.as_slice());
        self.hashes("tip", turn.tip.as_slice());
        self.optional_word("nonce", turn.nonce.map(hex::encode).as_deref());
        self.pieces("name", turn.name.as_deref());
        self.pieces("mail", turn.mail.as_deref());
        self.hashes("setup", &turn.setup);
        self.hashes("eyes", &turn.eyes);
        self.entries("answer", &turn.answer);
        self.hashes("tokens", &turn.tokens);
        self.entries("move", &turn.moves);
        if let Some(ruled) = turn.ruled {
            self.moment("ruled", ruled);
        }
        self.binary("ruling", turn.ruling.as_ref().map_or(&[], <[u8; 64]>::as_slice));
        self.hashes("seal", turn.seal.as_slice());
        self.binary("boxes", &turn.boxes);
        self.entries("open", &turn.open);
        self.hashes("salts", &turn.salts);
        self.optional_word("offer", turn.offer.as_deref());
        self.pieces("note", turn.note.as_deref());
        self.hashes("seed", turn.seed.as_slice());
        self.entries("reveal", &turn.reveal);
    }

    /// Writes a turn with `signature`.
    pub(super) fn signed(&mut self, turn: &Turn) {
        self.turn(turn);
        self.binary("signature", &turn.signature);
    }

    pub(super) fn table(&mut self, name: &str) {
        self.text.push_str(if self.set { "\n" } else { "" });
        self.line(name);
    }

    pub(super) fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    pub(super) fn bare(&mut self, key: &str, value: impl std::fmt::Display) {
        self.key(key);
        // Writing to a string can't fail.
        let _ = writeln!(self.text, "{value}");
    }

    /// Writes a time in the format of [`MOMENT`].
    pub(super) fn moment(&mut self, key: &str, moment: Moment) {
        self.key(key);
        self.line(&moment.to_rfc3339_opts(SecondsFormat::Secs, true));
    }

    /// Writes a key and the equals sign.
    fn key(&mut self, key: &str) {
        self.text.push_str(key);
        self.text.push_str(" = ");
    }

    pub(super) fn word(&mut self, key: &str, word: &str) {
        self.key(key);
        quote(&mut self.text, word);
        self.text.push('\n');
    }

    fn optional_word(&mut self, key: &str, word: Option<&str>) {
        if let Some(word) = word {
            self.word(key, word);
        }
    }

    /// Writes a list with one item per line. `item` writes each item.
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
                self.text.push_str(if self.set { "  " } else { "" });
                item(&mut self.text, it);
                self.text.push_str(",\n");
            }
            self.line("]");
        }
    }

    fn entries(&mut self, key: &str, entries: &[String]) {
        self.list(key, entries, |text, entry| quote(text, entry));
    }

    pub(super) fn binary(&mut self, key: &str, bytes: &[u8]) {
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

/// Writes at most one line of bytes as a string of digits. Most of a turn file is digits, so this
/// doesn't use `hex::encode`, which is slower because it pushes digits one by one.
fn digits(text: &mut String, bytes: &[u8]) {
    let mut line = [b'"'; 2 * BYTES_IN_LINE + 2];
    let length = 2 * bytes.len() + 2;
    let written = hex::encode_to_slice(bytes, &mut line[1..length - 1]);
    debug_assert_eq!(written, Ok(()));
    text.push_str(str::from_utf8(&line[..length]).unwrap_or_default());
}

/// Splits text into quoted strings that are narrow enough that mail programs don't wrap them.
/// Doesn't split an escape.
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

/// Writes text between quotes. Most text needs no escape, and is copied at once.
fn quote(page: &mut String, text: &str) {
    page.push('"');
    if text.chars().all(is_plain) {
        page.push_str(text);
    } else {
        page.extend(text.chars().map(escaped));
    }
    page.push('"');
}

/// Whether this character needs no escape between quotes.
fn is_plain(ch: char) -> bool {
    matches!(ch, ' '..='~') && !matches!(ch, '"' | '\\')
}

/// Returns a character as written between the quotes of a TOML string, in 7-bit ASCII.
fn escaped(ch: char) -> String {
    match ch {
        '"' | '\\' => format!("\\{ch}"),
        _ if is_plain(ch) => ch.to_string(),
        '\0'..='\u{ffff}' => format!("\\u{:04x}", u32::from(ch)),
        _ => format!("\\U{:08x}", u32::from(ch)),
    }
}
