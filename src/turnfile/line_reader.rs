//! A fast reader for turns in exactly the form that pbem writes. Without this reader, pbem would
//! spend most of the reading time on parts of TOML that pbem never writes.
//!
//! This reader doesn't report errors. If a turn has another form, [`parse`](super::parse) reads it
//! and describes the error. Even if a turn has this form, the caller compares it with what pbem
//! would write.

use chrono::DateTime;

use super::model::{Bytes32, Moment, Turn};
use super::parse::Binary;
use super::text::{Line, TURN};
use super::write::BYTES_IN_LINE;

/// The error if a turn isn't in the form that pbem writes, or if a string in it has an escape.
#[derive(Debug)]
pub(super) struct NeedsFullParser;

/// Reads the turn in these lines, which must begin with `[[turn]]`.
pub(super) fn turn(lines: &[Line<'_>]) -> Result<Turn, NeedsFullParser> {
    let mut page = Page(lines);
    page.line().filter(|line| *line == TURN).ok_or(NeedsFullParser)?;
    let number = page.value("number").and_then(|number| number.parse().ok());
    let seat = page.word("seat")?;
    let sent = page.value("sent").and_then(|sent| DateTime::parse_from_rfc3339(sent).ok());
    let turn = Turn {
        number: number.ok_or(NeedsFullParser)?,
        seat: seat.ok_or(NeedsFullParser)?,
        sent: sent.ok_or(NeedsFullParser)?.to_utc(),
        after: page.binary("after")?,
        link: page.hash("link")?,
        key: page.hash("key")?,
        tip: page.hash("tip")?,
        nonce: page.nonce("nonce")?,
        name: page.text("name")?,
        mail: page.text("mail")?,
        setup: page.binary("setup")?,
        eyes: page.binary("eyes")?,
        answer: page.entries("answer")?,
        tokens: page.binary("tokens")?,
        moves: page.entries("move")?,
        ruled: page.moment("ruled")?,
        ruling: page.signature("ruling")?,
        seal: page.hash("seal")?,
        boxes: page.binary("boxes")?,
        open: page.entries("open")?,
        salts: page.binary("salts")?,
        offer: page.word("offer")?,
        note: page.text("note")?,
        seed: page.hash("seed")?,
        reveal: page.entries("reveal")?,
        signature: page.binary("signature")?,
    };
    if page.0.is_empty() { Ok(turn) } else { Err(NeedsFullParser) }
}

/// The lines that haven't been read yet.
struct Page<'a>(&'a [Line<'a>]);

impl<'a> Page<'a> {
    fn line(&mut self) -> Option<&'a str> {
        let (line, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(line.text)
    }

    /// If the next line is `key = value`, consumes it and returns the value.
    fn value(&mut self, key: &str) -> Option<&'a str> {
        let value = self.0.first()?.text.strip_prefix(key)?.strip_prefix(" = ")?;
        self.line();
        Some(value)
    }

    fn word(&mut self, key: &str) -> Result<Option<String>, NeedsFullParser> {
        let word = self.value(key).map(unquoted).transpose()?;
        Ok(word.map(str::to_owned))
    }

    fn nonce(&mut self, key: &str) -> Result<Option<[u8; 16]>, NeedsFullParser> {
        let Some(digits) = self.value(key).map(unquoted).transpose()? else { return Ok(None) };
        let mut nonce = [0; 16];
        hex::decode_to_slice(digits, &mut nonce).map_err(|_| NeedsFullParser)?;
        Ok(Some(nonce))
    }

    /// If the next lines are a list with this key, passes its items to `each`.
    fn list(
        &mut self,
        key: &str,
        mut each: impl FnMut(&'a str) -> Result<(), NeedsFullParser>,
    ) -> Result<(), NeedsFullParser> {
        match self.value(key) {
            None => return Ok(()),
            Some("[") => {}
            Some(_) => return Err(NeedsFullParser),
        }
        loop {
            match self.line().ok_or(NeedsFullParser)? {
                "]" => return Ok(()),
                item => each(unquoted(item.strip_suffix(',').ok_or(NeedsFullParser)?)?)?,
            }
        }
    }

    fn entries(&mut self, key: &str) -> Result<Vec<String>, NeedsFullParser> {
        let mut entries = Vec::new();
        self.list(key, |item| {
            entries.push(item.to_owned());
            Ok(())
        })?;
        Ok(entries)
    }

    fn text(&mut self, key: &str) -> Result<Option<String>, NeedsFullParser> {
        let pieces = self.entries(key)?;
        Ok((!pieces.is_empty()).then(|| pieces.concat()))
    }

    fn binary<B: Binary>(&mut self, key: &str) -> Result<B, NeedsFullParser> {
        let mut bytes = Vec::new();
        self.list(key, |item| {
            let mut line = [0; BYTES_IN_LINE];
            let line = line.get_mut(..item.len() / 2).ok_or(NeedsFullParser)?;
            hex::decode_to_slice(item, line).map_err(|_| NeedsFullParser)?;
            bytes.extend_from_slice(line);
            Ok(())
        })?;
        B::of(bytes).ok_or(NeedsFullParser)
    }

    fn moment(&mut self, key: &str) -> Result<Option<Moment>, NeedsFullParser> {
        let Some(text) = self.value(key) else { return Ok(None) };
        let moment = DateTime::parse_from_rfc3339(text).map_err(|_| NeedsFullParser)?;
        Ok(Some(moment.to_utc()))
    }

    fn signature(&mut self, key: &str) -> Result<Option<[u8; 64]>, NeedsFullParser> {
        let bytes: Vec<u8> = self.binary(key)?;
        if bytes.is_empty() {
            Ok(None)
        } else {
            bytes.try_into().map(Some).map_err(|_| NeedsFullParser)
        }
    }

    fn hash(&mut self, key: &str) -> Result<Option<Bytes32>, NeedsFullParser> {
        match self.binary::<Vec<Bytes32>>(key)?[..] {
            [] => Ok(None),
            [hash] => Ok(Some(hash)),
            _ => Err(NeedsFullParser),
        }
    }
}

/// Returns the text between quotes, if it contains no escapes.
fn unquoted(text: &str) -> Result<&str, NeedsFullParser> {
    let text = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    text.filter(|text| !text.contains('\\')).ok_or(NeedsFullParser)
}
