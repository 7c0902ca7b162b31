//! What is hashed: the meaning of a table as RFC 8785 canonical JSON, never the text that it was
//! read from.

use std::fmt::{Display, Write};

use super::model::{Bytes32, Claim, Header, Moment, Turn};
use crate::crypto;
use crate::rules::OptionValue;

/// The one form of a date-time.
pub(super) const MOMENT: &str = "%Y-%m-%dT%H:%M:%SZ";

impl Header {
    /// `[game]` in canonical JSON.
    pub fn canonical(&self) -> Vec<u8> {
        let mut json = Object::new();
        json.text("created", &moment(self.created));
        json.optional_text("first", self.first.as_deref());
        json.object("keys", self.keys.iter(), |json, seat, key| json.bytes(seat, key));
        json.text("kind", &self.kind);
        json.bytes("nonce", &self.nonce);
        json.object("options", self.options.iter(), Object::option);
        json.texts("seats", &self.seats);
        json.finish()
    }

    /// The id of the game: the hash of all that was agreed before the first turn.
    pub fn id(&self) -> Bytes32 {
        crypto::game_id(&self.canonical()).0
    }
}

impl Turn {
    /// The turn in canonical JSON, without its signature.
    pub fn canonical(&self) -> Vec<u8> {
        let mut json = Object::new();
        json.bytes("after", &self.after);
        json.texts("answer", &self.answer);
        json.bytes("boxes", &self.boxes);
        json.bytes("eyes", self.eyes.as_flattened());
        json.bytes("instead", self.instead.as_flattened());
        json.bytes("key", self.key.as_slice().as_flattened());
        json.bytes("link", self.link.as_slice().as_flattened());
        json.optional_text("mail", self.mail.as_deref());
        json.texts("move", &self.moves);
        json.optional_text("name", self.name.as_deref());
        json.optional_text("note", self.note.as_deref());
        json.number("number", self.number.into());
        json.optional_text("offer", self.offer.as_deref());
        json.texts("open", &self.open);
        json.texts("reveal", &self.reveal);
        json.bytes("salts", self.salts.as_flattened());
        json.bytes("seal", self.seal.as_slice().as_flattened());
        json.text("seat", &self.seat);
        json.bytes("seed", self.seed.as_slice().as_flattened());
        json.text("sent", &moment(self.sent));
        json.bytes("setup", self.setup.as_flattened());
        json.bytes("tip", self.tip.as_slice().as_flattened());
        json.bytes("tokens", self.tokens.as_flattened());
        json.finish()
    }

    /// The hash that is signed, and that the next turn carries in `after`.
    pub fn hash(&self) -> Bytes32 {
        crypto::turn_hash(&self.canonical())
    }
}

impl Claim {
    /// The claim in canonical JSON, without its signature.
    pub fn canonical(&self) -> Vec<u8> {
        let mut json = Object::new();
        json.bytes("after", &self.after);
        json.text("seat", &self.seat);
        json.text("sent", &moment(self.sent));
        json.finish()
    }

    /// The hash that is signed; its label stands in what is signed, not in the hash.
    pub fn hash(&self) -> Bytes32 {
        crypto::claim_hash(&self.canonical())
    }
}

fn moment(moment: Moment) -> String {
    moment.format(MOMENT).to_string()
}

/// A JSON object in the making. Keys come in ascending order; what is empty is absent.
struct Object {
    json: String,
    last: String,
}

impl Object {
    fn new() -> Self {
        Object { json: "{".to_owned(), last: String::new() }
    }

    fn finish(mut self) -> Vec<u8> {
        self.json.push('}');
        self.json.into_bytes()
    }

    fn put(&mut self, key: &str, value: impl Display) {
        debug_assert!(self.last.as_str() < key, "`{key}` comes after `{}`", self.last);
        key.clone_into(&mut self.last);
        let comma = if self.json.len() > 1 { "," } else { "" };
        // Writing to a string cannot fail.
        let _ = write!(self.json, "{comma}{}:{value}", quoted(key));
    }

    fn text(&mut self, key: &str, value: &str) {
        self.put(key, quoted(value));
    }

    fn optional_text(&mut self, key: &str, value: Option<&str>) {
        if let Some(value) = value {
            self.text(key, value);
        }
    }

    fn number(&mut self, key: &str, value: i64) {
        self.put(key, value);
    }

    /// A binary value: one string of digits, however many lines it has in the file.
    fn bytes(&mut self, key: &str, value: &[u8]) {
        if !value.is_empty() {
            self.text(key, &hex::encode(value));
        }
    }

    fn texts(&mut self, key: &str, list: &[String]) {
        if !list.is_empty() {
            self.put(key, array(list.iter().map(|entry| quoted(entry))));
        }
    }

    fn option(&mut self, name: &str, value: &OptionValue) {
        match value {
            OptionValue::Flag(flag) => self.put(name, flag),
            OptionValue::Number(n) => self.number(name, *n),
            OptionValue::Word(word) => self.text(name, word),
            OptionValue::Numbers(list) => self.put(name, array(list.iter())),
            OptionValue::Lines(lines) => self.texts(name, lines),
        }
    }

    fn object<'a, V: 'a>(
        &mut self,
        key: &str,
        entries: impl Iterator<Item = (&'a String, &'a V)>,
        put: fn(&mut Object, &str, &V),
    ) {
        let mut inner = Object::new();
        entries.for_each(|(name, value)| put(&mut inner, name, value));
        if inner.json.len() > 1 {
            self.put(key, inner.json + "}");
        }
    }
}

fn array(entries: impl Iterator<Item = impl Display>) -> String {
    let entries: Vec<String> = entries.map(|entry| entry.to_string()).collect();
    format!("[{}]", entries.join(","))
}

/// A JSON string with the escapes of RFC 8785: as few as can be.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
