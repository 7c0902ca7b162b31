//! Parses the lines of one table with `toml` and `serde`.
//!
//! TOML allows many forms that a turn file doesn't. So the parsed values are valid only if writing
//! them gives the same lines again.

use std::collections::BTreeMap;

use chrono::NaiveDateTime;
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};
use toml::value::Datetime;

use super::fault::{excerpt, sentence};
use super::model::{Bytes32, Moment};
use super::text::Line;
use super::write::MOMENT;
use crate::board::collect;
use crate::rules::OptionMap;

/// An error and the index of its line in the table.
pub(super) struct LineError {
    pub(super) at: usize,
    pub(super) message: String,
}

/// Parses the values of a table.
pub(super) fn table<T: DeserializeOwned>(lines: &[Line<'_>]) -> Result<T, LineError> {
    let mut text = String::with_capacity(lines.iter().map(|line| line.text.len() + 1).sum());
    for line in lines {
        text.push_str(line.text);
        text.push('\n');
    }
    toml::from_str(&text).map_err(|error| {
        let start = error.span().map_or(0, |span| span.start);
        let at = text.bytes().take(start).filter(|&byte| byte == b'\n').count();
        LineError { at, message: sentence(error.message()) }
    })
}

/// Checks that the written text has the same lines as the text that was read.
pub(super) fn same_lines(read: &[Line<'_>], written: &str) -> Result<(), LineError> {
    let mut written = written.lines();
    for (at, line) in read.iter().enumerate() {
        let wanted = written.next();
        if wanted != Some(line.text) {
            let message = match wanted {
                Some(wanted) => {
                    format!("`{}` ought to be `{}`", excerpt(line.text), excerpt(wanted))
                }
                None => format!("`{}` doesn't belong here", excerpt(line.text)),
            };
            return Err(LineError { at, message });
        }
    }
    match written.next() {
        None => Ok(()),
        Some(wanted) => {
            Err(LineError { at: read.len(), message: format!("`{}` is missing", excerpt(wanted)) })
        }
    }
}

/// Parses `[game.options]`.
pub(super) fn options(lines: &[Line<'_>]) -> Result<OptionMap, LineError> {
    table(lines)
}

/// Parses `[game.keys]`.
pub(super) fn keys(lines: &[Line<'_>]) -> Result<BTreeMap<String, Bytes32>, LineError> {
    #[derive(Deserialize)]
    struct Key(#[serde(deserialize_with = "binary")] Bytes32);

    let keys: BTreeMap<String, Key> = table(lines)?;
    Ok(collect::map(keys.into_iter().map(|(seat, Key(key))| (seat, key))))
}

/// A value that a turn file contains as lines of hex digits.
pub(super) trait Binary: Sized {
    fn of(bytes: Vec<u8>) -> Option<Self>;
}

impl<const N: usize> Binary for [u8; N] {
    fn of(bytes: Vec<u8>) -> Option<Self> {
        bytes.try_into().ok()
    }
}

impl Binary for Option<Bytes32> {
    fn of(bytes: Vec<u8>) -> Option<Self> {
        Binary::of(bytes).map(Some)
    }
}

impl Binary for Vec<u8> {
    fn of(bytes: Vec<u8>) -> Option<Self> {
        Some(bytes)
    }
}

impl Binary for Vec<Bytes32> {
    fn of(bytes: Vec<u8>) -> Option<Self> {
        let (hashes, rest) = bytes.as_chunks();
        rest.is_empty().then(|| hashes.to_vec())
    }
}

pub(super) fn binary<'de, D: Deserializer<'de>, B: Binary>(from: D) -> Result<B, D::Error> {
    bytes(&Vec::<String>::deserialize(from)?.concat()).map_err(D::Error::custom)
}

/// Parses a nonce, which is short enough to be one string.
pub(super) fn nonce<'de, D: Deserializer<'de>>(from: D) -> Result<[u8; 16], D::Error> {
    bytes(&String::deserialize(from)?).map_err(D::Error::custom)
}

pub(super) fn some_nonce<'de, D: Deserializer<'de>>(from: D) -> Result<Option<[u8; 16]>, D::Error> {
    nonce(from).map(Some)
}

fn bytes<B: Binary>(digits: &str) -> Result<B, String> {
    let bytes = hex::decode(digits).map_err(|_| {
        "this value needs digits 0-9 and a-f, two for \
        each byte"
    })?;
    let length = bytes.len();
    B::of(bytes).ok_or_else(|| format!("this value has {length} bytes, which is the wrong length"))
}

/// Parses a name, an email address or a note, which a file contains as a list of short strings.
pub(super) fn text<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    Ok(Some(Vec::<String>::deserialize(from)?.concat()))
}

pub(super) fn some_binary<'de, D: Deserializer<'de>, B: Binary>(
    from: D,
) -> Result<Option<B>, D::Error> {
    binary(from).map(Some)
}

pub(super) fn some_moment<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Moment>, D::Error> {
    moment(from).map(Some)
}

pub(super) fn moment<'de, D: Deserializer<'de>>(from: D) -> Result<Moment, D::Error> {
    let read = Datetime::deserialize(from)?.to_string();
    NaiveDateTime::parse_from_str(&read, MOMENT)
        .map(|moment| moment.and_utc())
        .map_err(|_| D::Error::custom("a date and time must look like 2026-11-20T12:00:00Z"))
}
