//! How moves are typed and written: `D4-D5, F2-F3`, or `pass`.

use super::moves::{Illegal, off_board};
use super::place::Place;
use super::state::{Orders, State, Step};
use crate::board::text::{plain, quoted};

const PASS: &str = "pass";

/// Reads a move as it is typed: `d4-d5, f2 f3`, `D4xD5; F2>F3`, `pass`.
pub(super) fn read(state: &State, typed: &str) -> Result<Orders, Illegal> {
    let unreadable = || Illegal::Unreadable(quoted(typed));
    let text = plain(typed).to_uppercase();
    if text.eq_ignore_ascii_case(PASS) {
        return Ok(Orders { steps: Vec::new() });
    }
    let words = text
        .split(|sign: char| !sign.is_ascii_alphanumeric())
        .filter(|word| !matches!(*word, "" | "TO" | "X" | "AND" | "THEN"));
    let mut squares = Vec::new();
    for word in words.take(64) {
        let mut rest = word;
        while !rest.is_empty() {
            let (place, after) = read_square(state, rest, unreadable)?;
            squares.push(place);
            // `D4XD5` is how some write an attack.
            rest = after.strip_prefix('X').filter(|rest| !rest.is_empty()).unwrap_or(after);
        }
    }
    if !text.is_ascii() || squares.is_empty() || squares.len() % 2 != 0 {
        return Err(unreadable());
    }
    let steps: Vec<Step> = squares
        .chunks_exact(2)
        .filter_map(|pair| Some(Step { from: *pair.first()?, to: *pair.last()? }))
        .collect();
    if steps.len() > state.house.moves {
        return Err(Illegal::TooMany(state.house.moves));
    }
    Ok(Orders { steps })
}

/// A square at the start of a word in capitals, and the rest of the word.
fn read_square<'a>(
    state: &State,
    word: &'a str,
    unreadable: impl Fn() -> Illegal,
) -> Result<(Place, &'a str), Illegal> {
    let column = word.bytes().next().filter(u8::is_ascii_uppercase).ok_or_else(&unreadable)?;
    let digits = word.bytes().skip(1).take_while(u8::is_ascii_digit).count();
    let (square, rest) = word.split_at_checked(1 + digits).ok_or_else(&unreadable)?;
    let number = square.get(1..).filter(|number| !number.is_empty()).ok_or_else(&unreadable)?;
    let off = || off_board(state, quoted(square));
    let row = number.parse::<u8>().ok().and_then(|row| row.checked_sub(1)).ok_or_else(off)?;
    let place = Place::new(column - b'A', row);
    if state.house.grid().contains(place.0) { Ok((place, rest)) } else { Err(off()) }
}

/// One square, as it is typed.
pub(super) fn read_place(state: &State, typed: &str) -> Result<Place, Illegal> {
    let unreadable = || Illegal::Unreadable(quoted(typed));
    match read_square(state, &plain(typed).to_uppercase(), unreadable)? {
        (place, "") => Ok(place),
        _ => Err(unreadable()),
    }
}

/// The squares of a pencil mark: `C4`, or a straight line of them, `C5-C9`.
pub(super) fn read_line(state: &State, typed: &str) -> Option<Vec<Place>> {
    let text = plain(typed);
    let (from, to) = text.split_once('-').unwrap_or((&text, &text));
    let (from, to) = (read_place(state, from).ok()?, read_place(state, to).ok()?);
    Some(state.house.grid().line(from.0, to.0)?.into_iter().map(Place).collect())
}

/// The canonical form: an entry a step, or `pass`.
pub(super) fn write(orders: &Orders) -> Vec<String> {
    if orders.steps.is_empty() {
        vec![PASS.to_owned()]
    } else {
        orders.steps.iter().map(Step::to_string).collect()
    }
}

/// Reads the canonical form and nothing else.
pub(super) fn parse(state: &State, entries: &[String]) -> Result<Orders, Illegal> {
    if entries.len() > state.house.moves {
        return Err(Illegal::TooMany(state.house.moves));
    }
    if let [pass] = entries
        && pass == PASS
    {
        return Ok(Orders { steps: Vec::new() });
    }
    let step = |entry: &String| {
        let (from, to) = entry.split_once('-')?;
        Some(Step { from: from.parse().ok()?, to: to.parse().ok()? })
    };
    let unreadable = |entry: &String| Illegal::Unreadable(quoted(entry));
    let steps = entries
        .iter()
        .map(|entry| step(entry).ok_or_else(|| unreadable(entry)))
        .collect::<Result<Vec<_>, _>>()?;
    if steps.is_empty() {
        return Err(Illegal::Unreadable(String::new()));
    }
    Ok(Orders { steps })
}
