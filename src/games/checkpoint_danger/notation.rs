//! Calls, and how people type squares: `Fiji 6`, `fiji-6`, `F6`, `Checkpoint Danger! Desert 3`,
//! `danger D3`.

use std::fmt;

use super::Illegal;
use super::place::{NotCanonical, Place};
use crate::board::text::{plain, quoted};

/// The words that go before the square of one's own agent, as they are written.
const WORDS: &str = "Checkpoint Danger, ";

/// The most calls that one move may hold.
pub(super) const LONGEST_QUEUE: usize = 20;

/// A square that is called, plainly or with the words "Checkpoint Danger". Written `Fiji 6` or
/// `Checkpoint Danger, Fiji 6`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Call {
    /// said with the words: the caller's own agent is there
    pub danger: bool,
    /// the square
    pub place: Place,
}

impl Call {
    /// A call without the words.
    pub fn plain(place: Place) -> Self {
        Call { danger: false, place }
    }

    /// A call with the words.
    pub fn danger(place: Place) -> Self {
        Call { danger: true, place }
    }

    /// Reads what `Display` writes, and nothing else.
    pub(super) fn parse(entry: &str) -> Result<Self, NotCanonical> {
        match entry.strip_prefix(WORDS) {
            Some(name) => Place::from_name(name).map(Call::danger),
            None => Place::from_name(entry).map(Call::plain),
        }
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}{} {}",
            if self.danger { WORDS } else { "" },
            self.place.region(),
            self.place.column()
        )
    }
}

/// Calls as they are listed: `Fiji 6; Canadian 3`.
pub(super) fn join(calls: &[Call]) -> String {
    calls.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

/// Reads one call or a queue of them as a person types it.
pub(super) fn read_calls(typed: &str) -> Result<Vec<Call>, Illegal> {
    let text = plain(typed);
    let mut calls = Vec::new();
    for part in text.split(';') {
        let mut words = Words::of(part);
        while words.peek().is_some() {
            calls.push(read_call(&mut words).ok_or_else(|| Illegal::Unreadable(quoted(part)))?);
            if calls.len() > LONGEST_QUEUE {
                return Err(Illegal::TooMany);
            }
        }
    }
    if calls.is_empty() { Err(Illegal::NoCall) } else { Ok(calls) }
}

/// Reads the entries of a move, and nothing else than what is written there.
pub(super) fn parse_calls(entries: &[String]) -> Result<Vec<Call>, Illegal> {
    if entries.len() > LONGEST_QUEUE {
        return Err(Illegal::TooMany);
    }
    entries
        .iter()
        .map(|entry| Call::parse(entry).map_err(|_| Illegal::NotCanonical(quoted(entry))))
        .collect()
}

fn read_call(words: &mut Words<'_>) -> Option<Call> {
    let checkpoint = words.skip("checkpoint");
    let danger = words.skip("danger") || words.skip("checkpointdanger");
    // The first word alone is half of the phrase: it would be wrong to guess what was meant.
    (danger || !checkpoint).then_some(())?;
    Some(Call { danger, place: words.place()? })
}

/// Reads a list of squares; a part that names none comes back as it was typed.
pub(super) fn read_places(typed: &str) -> Vec<Result<Place, String>> {
    let text = plain(typed);
    let mut words = Words::of(&text);
    let mut places = Vec::new();
    let mut unread = 0;
    while words.peek().is_some() && unread < MOST_UNREAD {
        let from = words.rest;
        let place = words.place();
        unread += usize::from(place.is_none());
        let read = from.strip_suffix(words.rest).unwrap_or(from);
        places.push(place.ok_or_else(|| quoted(read.trim_matches([' ', ',', ';']))));
    }
    places
}

/// So many unreadable squares are told; what has more is some other text.
const MOST_UNREAD: usize = 5;

/// Reads the squares of a pencil mark: single ones, and lines from one square to another, `C5-C9`,
/// `C5-9` or `C5 to C9`.
pub(super) fn read_marked(typed: &str) -> Option<Vec<Place>> {
    let text = plain(typed);
    let mut words = Words::of(&text);
    let mut places: Vec<Place> = Vec::new();
    while words.peek().is_some() {
        let from = words.place()?;
        let line = if words.dash() || words.skip("to") {
            from.line(words.place_or_column(from)?)?
        } else {
            vec![from]
        };
        for place in line {
            if !places.contains(&place) {
                places.push(place);
            }
        }
    }
    (!places.is_empty()).then_some(places)
}

/// A typed text, word by word. Signs that only part or stress words (`,`, `!`) are passed over.
struct Words<'a> {
    rest: &'a str,
}

impl<'a> Words<'a> {
    fn of(text: &'a str) -> Self {
        Words { rest: text }
    }

    /// The next word, number or sign, without taking it.
    fn peek(&self) -> Option<&'a str> {
        let rest =
            self.rest.trim_start_matches([' ', ',', ';', '.', ':', '!', '\'', '"', '(', ')']);
        let first = rest.chars().next()?;
        let kin: fn(char) -> bool = match first {
            sign if sign.is_alphabetic() => char::is_alphabetic,
            sign if sign.is_ascii_digit() => |sign| sign.is_ascii_digit(),
            _ => return rest.get(..first.len_utf8()),
        };
        rest.get(..rest.find(|sign| !kin(sign)).unwrap_or(rest.len()))
    }

    fn next(&mut self) -> Option<&'a str> {
        let word = self.peek()?;
        let at = self.rest.find(word)?;
        self.rest = self.rest.get(at + word.len()..)?;
        Some(word)
    }

    /// Takes the next word if it is this one.
    fn skip(&mut self, word: &str) -> bool {
        let there = self.peek().is_some_and(|next| next.eq_ignore_ascii_case(word));
        if there {
            self.next();
        }
        there
    }

    fn dash(&mut self) -> bool {
        self.skip("-")
    }

    /// A region and a column. What is no square is taken all the same, so that the reading can go
    /// on behind it.
    fn place(&mut self) -> Option<Place> {
        let region = self.next()?;
        if !region.starts_with(char::is_alphabetic) {
            return None;
        }
        self.dash();
        self.peek().filter(|word| word.starts_with(|sign: char| sign.is_ascii_digit()))?;
        Place::typed(region, self.next()?)
    }

    /// A place, or a column of the row of `from`.
    fn place_or_column(&mut self, from: Place) -> Option<Place> {
        if self.peek()?.starts_with(|sign: char| sign.is_ascii_digit()) {
            return Place::typed(from.region(), self.next()?);
        }
        self.place()
    }
}
