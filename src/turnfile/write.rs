//! The one look of a turn file as `pbem` writes it: nothing that a mail program would change.

use super::canonical::MOMENT;
use super::limits::PIECE_COLUMNS;
use super::model::{Bytes32, Claim, Header, Moment, Turn, TurnFile};
use super::text::{BEGIN, END};
use crate::rules::OptionValue;

/// No line is wider.
const COLUMNS: usize = 72;
/// Bytes in a line of a binary value.
const BYTES_IN_LINE: usize = 32;

impl TurnFile {
    /// The file as text: 7-bit ASCII, LF, at most 72 columns, no blank or tab at the end of a line.
    ///
    /// What [`read`](super::read) accepts comes back from it the same.
    pub fn write(&self) -> String {
        let mut page = Page::default();
        page.line(&format!("{BEGIN} - mail it whole, as an attachment or as text"));
        page.line(&format!(
            "# {}, turn {}, made by pbem {}",
            self.game.kind,
            self.turns.len(),
            env!("CARGO_PKG_VERSION")
        ));
        page.line("pbem = 1");
        page.header(&self.game);
        self.turns.iter().for_each(|turn| page.turn(turn));
        self.claim.iter().for_each(|claim| page.claim(claim));
        page.line(END);
        page.text
    }
}

#[derive(Default)]
struct Page {
    text: String,
}

impl Page {
    fn header(&mut self, game: &Header) {
        self.table("[game]");
        self.word("kind", &game.kind);
        self.list("seats", quoted_each(&game.seats));
        self.moment("created", game.created);
        self.word("nonce", &hex::encode(game.nonce));
        self.optional_word("first", game.first.as_deref());
        if !game.options.is_empty() {
            self.table("[game.options]");
            game.options.iter().for_each(|(name, value)| self.option(name, value));
        }
        if !game.keys.is_empty() {
            self.table("[game.keys]");
            game.keys.iter().for_each(|(seat, key)| self.binary(seat, key));
        }
    }

    fn turn(&mut self, turn: &Turn) {
        self.table("[[turn]]");
        self.bare("number", &turn.number.to_string());
        self.word("seat", &turn.seat);
        self.moment("sent", turn.sent);
        self.binary("after", &turn.after);
        self.hashes("instead", &turn.instead);
        self.hashes("link", turn.link.as_slice());
        self.hashes("key", turn.key.as_slice());
        self.hashes("tip", turn.tip.as_slice());
        self.pieces("name", turn.name.as_deref());
        self.pieces("mail", turn.mail.as_deref());
        self.hashes("setup", &turn.setup);
        self.hashes("eyes", &turn.eyes);
        self.list("answer", quoted_each(&turn.answer));
        self.hashes("tokens", &turn.tokens);
        self.list("move", quoted_each(&turn.moves));
        self.hashes("seal", turn.seal.as_slice());
        self.binary("boxes", &turn.boxes);
        self.list("open", quoted_each(&turn.open));
        self.hashes("salts", &turn.salts);
        self.optional_word("offer", turn.offer.as_deref());
        self.pieces("note", turn.note.as_deref());
        self.hashes("seed", turn.seed.as_slice());
        self.list("reveal", quoted_each(&turn.reveal));
        self.binary("signature", &turn.signature);
    }

    fn claim(&mut self, claim: &Claim) {
        self.table("[claim]");
        self.word("seat", &claim.seat);
        self.moment("sent", claim.sent);
        self.binary("after", &claim.after);
        self.binary("signature", &claim.signature);
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn table(&mut self, name: &str) {
        self.line("");
        self.line(name);
    }

    fn bare(&mut self, key: &str, value: &str) {
        self.line(&format!("{key} = {value}"));
    }

    fn word(&mut self, key: &str, word: &str) {
        self.bare(key, &quoted(word));
    }

    fn optional_word(&mut self, key: &str, word: Option<&str>) {
        if let Some(word) = word {
            self.word(key, word);
        }
    }

    fn moment(&mut self, key: &str, moment: Moment) {
        self.bare(key, &moment.format(MOMENT).to_string());
    }

    /// A list on one line if it fits, else one entry a line; nothing if it is empty.
    fn list(&mut self, key: &str, entries: Vec<String>) {
        let line = format!("{key} = [{}]", entries.join(", "));
        if line.len() > COLUMNS {
            self.tall_list(key, entries);
        } else if !entries.is_empty() {
            self.line(&line);
        }
    }

    fn tall_list(&mut self, key: &str, entries: impl IntoIterator<Item = String>) {
        self.line(&format!("{key} = ["));
        for entry in entries {
            self.text.extend(["  ", &entry, ",\n"]);
        }
        self.line("]");
    }

    fn binary(&mut self, key: &str, bytes: &[u8]) {
        if !bytes.is_empty() {
            self.tall_list(
                key,
                bytes.chunks(BYTES_IN_LINE).map(|line| format!("\"{}\"", hex::encode(line))),
            );
        }
    }

    fn hashes(&mut self, key: &str, hashes: &[Bytes32]) {
        self.binary(key, hashes.as_flattened());
    }

    fn pieces(&mut self, key: &str, text: Option<&str>) {
        self.list(key, text.map(pieces).unwrap_or_default());
    }

    fn option(&mut self, name: &str, value: &OptionValue) {
        match value {
            OptionValue::Flag(flag) => self.bare(name, &flag.to_string()),
            OptionValue::Number(n) => self.bare(name, &n.to_string()),
            OptionValue::Word(word) => self.word(name, word),
            OptionValue::Numbers(list) => {
                self.list(name, list.iter().map(ToString::to_string).collect());
            }
            OptionValue::Lines(lines) => self.tall_list(name, quoted_each(lines)),
        }
    }
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

fn quoted_each(texts: &[String]) -> Vec<String> {
    texts.iter().map(|text| quoted(text)).collect()
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
pub(super) fn escaped(ch: char) -> String {
    match ch {
        '"' | '\\' => format!("\\{ch}"),
        _ if is_plain(ch) => ch.to_string(),
        '\0'..='\u{ffff}' => format!("\\u{:04x}", u32::from(ch)),
        _ => format!("\\U{:08x}", u32::from(ch)),
    }
}
