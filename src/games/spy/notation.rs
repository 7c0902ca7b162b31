//! Names of spaces: a number for the row, counted from the top, and a letter for the column,
//! counted from the left. Parsing is tolerant; writing has one canonical form.

use std::fmt::Display;

use super::network::Network;
use crate::board::Square;
use crate::board::text::{joined, plain};

/// Returns the name of a space, such as `4C`.
pub(super) fn name(space: Square) -> String {
    format!("{}{}", u32::from(space.row) + 1, letter(space.col))
}

/// Returns the name of a column.
pub(super) fn letter(col: u8) -> char {
    char::from(b'A' + col % 26)
}

/// Parses the name of a space. Accepts only the canonical name.
pub(super) fn parse_name(text: &str) -> Option<Square> {
    let [space] = read_spaces(text)?[..] else { return None };
    (name(space) == text).then_some(space)
}

/// Joins things with spaces.
pub(super) fn listed<T: Display>(things: impl IntoIterator<Item = T>) -> String {
    joined(things, " ")
}

/// Maximum number of spaces that a player may name at once.
const MOST_SPACES: usize = 32;

/// Words that people type around the names of spaces.
const NOISE: [&str; 15] = [
    "ask", "about", "spy", "on", "at", "row", "column", "col", "space", "spaces", "line", "the",
    "to", "and", "is",
];

/// Parses spaces as people type them: `4C`, `c4`, `4c-4f`, `5F, 5D, 6D`. The spaces may be outside
/// the field. Returns `None` if the text names no space, or contains anything else.
pub(super) fn read_spaces(typed: &str) -> Option<Vec<Square>> {
    let mut spaces = Vec::new();
    let mut half = None;
    for part in parts(&plain(typed).to_ascii_lowercase()) {
        if NOISE.contains(&part) {
            continue;
        }
        half = match (half, half_of_name(part)?) {
            (None, part) => Some(part),
            (Some(Half::Row(row)), Half::Col(col)) | (Some(Half::Col(col)), Half::Row(row)) => {
                spaces.push(Square::new(row, col));
                None
            }
            _ => return None,
        };
        if spaces.len() > MOST_SPACES {
            return None;
        }
    }
    (half.is_none() && !spaces.is_empty()).then_some(spaces)
}

#[derive(Clone, Copy)]
enum Half {
    Row(u8),
    Col(u8),
}

fn half_of_name(part: &str) -> Option<Half> {
    match part.as_bytes() {
        [letter @ b'a'..=b'z'] => Some(Half::Col(letter - b'a')),
        _ => Some(Half::Row(part.parse::<u8>().ok()?.checked_sub(1)?)),
    }
}

/// Splits text into runs of letters and runs of digits. ASCII punctuation and spaces may separate
/// the runs.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(|sign: char| sign.is_ascii_punctuation() || sign == ' ');
        let first = rest.chars().next()?;
        let alike = |sign: char| {
            sign.is_ascii_digit() == first.is_ascii_digit()
                && !sign.is_ascii_punctuation()
                && sign != ' '
        };
        let (part, after) = rest.split_at(rest.find(|sign| !alike(sign)).unwrap_or(rest.len()));
        rest = after;
        Some(part)
    })
}

/// Parses the corners of a canonical network: names separated by single spaces.
pub(super) fn parse_network(text: &str) -> Option<Network> {
    let corners = text.split(' ').take(MOST_SPACES).map(parse_name);
    let network = Network::new(corners.collect::<Option<_>>()?);
    (network.to_string() == text).then_some(network)
}
