//! The kinds of value that a turn file has, each read exactly or refused.

use chrono::{DateTime, NaiveDateTime, Utc};
use toml::Spanned;
use toml::de::{DeArray, DeInteger, DeValue};

use super::canonical::MOMENT;
use super::fault::{Problem, excerpt};
use super::fields::Field;
use super::limits::{
    LINE_COLUMNS, MAX_ENTRIES, MAX_INTEGER, MAX_LINES, MAX_MAIL, MAX_NAME, MAX_NOTE, MAX_NUMBERS,
    PIECE_COLUMNS, is_entry, is_printable, is_seat_name, is_word, text_problem,
};
use super::model::{Bytes32, Moment};
use super::write::escaped;
use crate::rules::OptionValue;

fn wrong(expected: &str, found: &DeValue<'_>) -> Problem {
    format!("{expected} belongs here, not this {}", found.type_str()).into()
}

fn string<'a>(value: &'a DeValue<'_>) -> Result<&'a str, Problem> {
    value.as_str().ok_or_else(|| wrong("a string", value))
}

/// A list of at least one and at most `most` values.
fn array<'a, 'i>(value: &'a DeValue<'i>, most: usize) -> Result<&'a DeArray<'i>, Problem> {
    let list = value.as_array().ok_or_else(|| wrong("a list", value))?;
    match list.len() {
        0 => Err("this list is empty; leave the key out instead".into()),
        length if length > most => {
            Err(Problem::over(format!("this list has {length} entries, more than {most}")))
        }
        _ => Ok(list),
    }
}

/// A list of strings, each of which passes `fits`.
fn strings(
    value: &DeValue<'_>,
    most: usize,
    fits: fn(&str) -> bool,
    expected: &str,
) -> Result<Vec<String>, Problem> {
    let entry = |entry: &Spanned<DeValue<'_>>| {
        let text = string(entry.get_ref())?;
        if fits(text) {
            Ok(text.to_owned())
        } else {
            Err(format!("`{}` is not {expected}", excerpt(text)).into())
        }
    };
    array(value, most)?.iter().map(entry).collect()
}

pub(super) fn word(field: Field<'_>) -> Result<String, Problem> {
    let text = string(field.value)?;
    if is_word(text) {
        Ok(text.to_owned())
    } else {
        Err(format!(
            "`{}` is not a word of small letters, digits and hyphens, at most 32",
            excerpt(text)
        )
        .into())
    }
}

pub(super) fn seat(field: Field<'_>) -> Result<String, Problem> {
    let text = string(field.value)?;
    if is_seat_name(text) {
        Ok(text.to_owned())
    } else {
        Err(format!("`{}` cannot be a seat", excerpt(text)).into())
    }
}

pub(super) fn seats(field: Field<'_>) -> Result<Vec<String>, Problem> {
    strings(field.value, MAX_ENTRIES, is_seat_name, "a name that a seat can have")
}

/// `answer`, `move`, `open`, `reveal`.
pub(super) fn entries(field: Field<'_>) -> Result<Vec<String>, Problem> {
    strings(field.value, MAX_ENTRIES, is_entry, "an entry of 1 to 66 columns of ASCII")
}

fn integer(found: &DeInteger<'_>) -> Result<i64, Problem> {
    let number = i64::from_str_radix(found.as_str(), found.radix())
        .ok()
        .filter(|n| n.unsigned_abs() <= MAX_INTEGER);
    number
        .ok_or_else(|| Problem::over(format!("{} is too large a number", excerpt(found.as_str()))))
}

/// A number that counts something.
pub(super) fn count(field: Field<'_>) -> Result<u32, Problem> {
    let found = field.value.as_integer().ok_or_else(|| wrong("a whole number", field.value))?;
    u32::try_from(integer(found)?)
        .map_err(|_| format!("{} is not a count", excerpt(found.as_str())).into())
}

/// A date-time in its one form. TOML knows others, which would be other texts with the same
/// meaning.
pub(super) fn moment(field: Field<'_>) -> Result<Moment, Problem> {
    if field.value.as_datetime().is_none() {
        return Err(wrong("a date-time", field.value));
    }
    let read = NaiveDateTime::parse_from_str(field.source, MOMENT).ok();
    read.map(|moment| moment.and_utc())
        .filter(|moment: &DateTime<Utc>| {
            moment.timestamp_subsec_nanos() == 0
                && moment.format(MOMENT).to_string() == field.source
        })
        .ok_or_else(|| {
            format!(
                "`{}` is not a date-time of the form 2026-11-20T12:00:00Z",
                excerpt(field.source)
            )
            .into()
        })
}

fn digits(text: &str) -> Result<Vec<u8>, Problem> {
    let lower = text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
    let bytes = if lower { hex::decode(text).ok() } else { None };
    bytes.ok_or_else(|| {
        format!("`{}` is not an even number of digits 0-9 and a-f", excerpt(text)).into()
    })
}

/// A binary value: lines of 64 digits, only the last perhaps shorter.
pub(super) fn binary(field: Field<'_>) -> Result<Vec<u8>, Problem> {
    lines_of_digits(field.value, usize::MAX)
}

fn lines_of_digits(value: &DeValue<'_>, most: usize) -> Result<Vec<u8>, Problem> {
    let list = array(value, most)?;
    let mut bytes = Vec::with_capacity(list.len() * 32);
    for (index, line) in list.iter().enumerate() {
        let text = string(line.get_ref())?;
        let last = index + 1 == list.len();
        if text.len() != 64 && !(last && (1..64).contains(&text.len())) {
            return Err(format!("`{}` has {} digits, not 64", excerpt(text), text.len()).into());
        }
        bytes.extend(digits(text)?);
    }
    Ok(bytes)
}

fn exactly<const N: usize>(bytes: Vec<u8>) -> Result<[u8; N], Problem> {
    bytes
        .try_into()
        .map_err(|bytes: Vec<u8>| format!("it has {} bytes, not {N}", bytes.len()).into())
}

/// A hash, a key, a link, a seal, a seed.
pub(super) fn bytes32(field: Field<'_>) -> Result<Bytes32, Problem> {
    exactly(lines_of_digits(field.value, MAX_ENTRIES)?)
}

pub(super) fn signature(field: Field<'_>) -> Result<[u8; 64], Problem> {
    exactly(lines_of_digits(field.value, MAX_ENTRIES)?)
}

/// The nonce of the game: the only binary value that is one plain string, being short.
pub(super) fn nonce(field: Field<'_>) -> Result<[u8; 16], Problem> {
    exactly(digits(string(field.value)?)?)
}

/// Several of 32 bytes, one after the other.
pub(super) fn hashes(field: Field<'_>) -> Result<Vec<Bytes32>, Problem> {
    let bytes = lines_of_digits(field.value, MAX_ENTRIES)?;
    match bytes.as_chunks::<32>() {
        (hashes, []) => Ok(hashes.to_vec()),
        _ => Err(format!("it has {} bytes, not a multiple of 32", bytes.len()).into()),
    }
}

pub(super) fn name(field: Field<'_>) -> Result<String, Problem> {
    pieces(field.value, MAX_NAME)
}

pub(super) fn mail(field: Field<'_>) -> Result<String, Problem> {
    pieces(field.value, MAX_MAIL)
}

pub(super) fn note(field: Field<'_>) -> Result<String, Problem> {
    pieces(field.value, MAX_NOTE)
}

/// A text for people, in pieces that are joined.
fn pieces(value: &DeValue<'_>, most: usize) -> Result<String, Problem> {
    let mut whole = String::new();
    for piece in array(value, MAX_ENTRIES)? {
        let piece = string(piece.get_ref())?;
        let columns: usize = piece.chars().map(|ch| escaped(ch).len()).sum();
        if !(1..=PIECE_COLUMNS).contains(&columns) {
            return Err(format!(
                "the piece `{}` is not of 1 to {PIECE_COLUMNS} columns",
                excerpt(piece)
            )
            .into());
        }
        whole.push_str(piece);
    }
    match text_problem(&whole, most) {
        None => Ok(whole),
        Some(problem) if whole.chars().count() > most => {
            Err(Problem::over(format!("it {problem}")))
        }
        Some(problem) => Err(format!("it {problem}").into()),
    }
}

/// The value of an option of a game.
pub(super) fn option(field: Field<'_>) -> Result<OptionValue, Problem> {
    match field.value {
        DeValue::Boolean(flag) => Ok(OptionValue::Flag(*flag)),
        DeValue::Integer(number) => Ok(OptionValue::Number(integer(number)?)),
        DeValue::String(_) => Ok(OptionValue::Word(word(field)?)),
        DeValue::Array(list) if list.first().is_some_and(|first| first.get_ref().is_integer()) => {
            let number = |n: &Spanned<DeValue<'_>>| {
                integer(
                    n.get_ref().as_integer().ok_or_else(|| wrong("a whole number", n.get_ref()))?,
                )
            };
            Ok(OptionValue::Numbers(
                array(field.value, MAX_NUMBERS)?.iter().map(number).collect::<Result<_, _>>()?,
            ))
        }
        DeValue::Array(_) => Ok(OptionValue::Lines(strings(
            field.value,
            MAX_LINES,
            is_line,
            "a line of at most 64 columns of ASCII",
        )?)),
        other => Err(wrong("a flag, a whole number, a word or a list", other)),
    }
}

fn is_line(text: &str) -> bool {
    is_printable(text, LINE_COLUMNS)
}
