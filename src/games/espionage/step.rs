//! Moves and their notation: `D4-D5, F2-F3`, or `pass`.

use std::fmt;

use super::legal::Illegal;
use super::square::Square;
use super::state::State;
use super::{Espionage, Seen};
use crate::board::text::{plain, quoted};
use crate::rules::{Move, ensure};

pub(super) const PASS: &str = "pass";

/// Words without a meaning in a typed move. The news contains some of them: `D4-D5 and attacks with
/// F2-F3`.
const FILLERS: [&str; 8] = ["", "TO", "X", "AND", "THEN", "MOVES", "ATTACKS", "WITH"];

/// Maximum number of words to read in a typed move.
const MOST_WORDS: usize = 64;

/// A move of one piece by one square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stride {
    pub(super) from: Square,
    pub(super) to: Square,
}

/// Strides of different pieces, carried out in order. An empty list is a pass.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Strides(pub(super) Vec<Stride>);

impl Stride {
    fn parse(entry: &str) -> Option<Self> {
        let (from, to) = entry.split_once('-')?;
        Some(Stride { from: from.parse().ok()?, to: to.parse().ok()? })
    }
}

impl fmt::Display for Stride {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from, self.to)
    }
}

impl Move<Espionage> for Strides {
    /// Parses a typed move, such as `d4-d5, f2 f3`, `D4xD5; F2>F3` or `pass`.
    fn read(typed: &str, seen: &Seen<'_>) -> Result<Self, Illegal> {
        let unreadable = || Illegal::Unreadable(quoted(typed));
        let text = plain(typed).to_uppercase();
        if text.eq_ignore_ascii_case(PASS) {
            return Ok(Strides(Vec::new()));
        }
        let words = text
            .split(|sign: char| !sign.is_ascii_alphanumeric())
            .filter(|word| !FILLERS.contains(word));
        let mut squares = Vec::new();
        for word in words.take(MOST_WORDS) {
            let mut rest = word;
            while !rest.is_empty() {
                let (square, after) = read_square(seen.position, rest, unreadable)?;
                squares.push(square);
                // Some people write an attack as `D4XD5`.
                rest = after.strip_prefix('X').filter(|rest| !rest.is_empty()).unwrap_or(after);
            }
        }
        let (pairs, odd) = squares.as_chunks();
        if !text.is_ascii() || pairs.is_empty() || !odd.is_empty() {
            return Err(unreadable());
        }
        let most = seen.position.options.moves;
        ensure(pairs.len() <= most, Illegal::TooMany(most))?;
        Ok(Strides(pairs.iter().map(|&[from, to]| Stride { from, to }).collect()))
    }

    /// Checks only the squares: until the planned turn, pieces can move and fall.
    fn check_planned(typed: &str, seen: &Seen<'_>) -> Result<(), Illegal> {
        let mut first = None;
        for stride in Self::read(typed, seen)?.0 {
            seen.position.check_planned(stride, first)?;
            first = Some(stride);
        }
        Ok(())
    }

    fn parse(entries: &[String], position: &State) -> Result<Self, Illegal> {
        let unreadable = |entry: &str| Illegal::Unreadable(quoted(entry));
        match entries {
            [] => Err(unreadable("")),
            [pass] if pass == PASS => Ok(Strides(Vec::new())),
            _ if entries.len() > position.options.moves => {
                Err(Illegal::TooMany(position.options.moves))
            }
            _ => {
                let stride = |entry: &String| Stride::parse(entry).ok_or(unreadable(entry));
                entries.iter().map(stride).collect::<Result<_, _>>().map(Strides)
            }
        }
    }

    fn write(&self) -> Vec<String> {
        if self.0.is_empty() {
            vec![PASS.to_owned()]
        } else {
            self.0.iter().map(Stride::to_string).collect()
        }
    }
}

/// Parses one typed square.
pub(super) fn read_one_square(state: &State, typed: &str) -> Result<Square, Illegal> {
    let unreadable = || Illegal::Unreadable(quoted(typed));
    match read_square(state, &plain(typed).to_uppercase(), unreadable)? {
        (square, "") => Ok(square),
        _ => Err(unreadable()),
    }
}

/// Parses a square at the start of an upper-case word, and returns the rest of the word.
fn read_square<'a>(
    state: &State,
    word: &'a str,
    unreadable: impl Fn() -> Illegal,
) -> Result<(Square, &'a str), Illegal> {
    let column = word.bytes().next().filter(u8::is_ascii_uppercase).ok_or_else(&unreadable)?;
    let digits = word.bytes().skip(1).take_while(u8::is_ascii_digit).count();
    let (name, rest) = word.split_at_checked(1 + digits).ok_or_else(&unreadable)?;
    let number = name.get(1..).filter(|number| !number.is_empty()).ok_or_else(&unreadable)?;
    let off = || state.off_board(quoted(name));
    let row = number.parse::<u8>().ok().and_then(|row| row.checked_sub(1)).ok_or_else(off)?;
    let square = Square::new(column - b'A', row);
    if state.options.grid().contains(square.0) { Ok((square, rest)) } else { Err(off()) }
}
