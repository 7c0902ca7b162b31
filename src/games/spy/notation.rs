//! How spaces, questions, guesses and answers are written; lenient in, one canonical form out.

use std::convert::Infallible;
use std::fmt::{self, Display};
use std::str::FromStr;

use crate::board::Square;
use crate::board::text::{plain, quoted};
use crate::games::Seat;

use super::network::Network;

/// The name of a space: numbers run down, letters across, `4C`.
pub(super) fn name(space: Square) -> String {
    format!("{}{}", u32::from(space.row) + 1, letter(space.col))
}

/// The name of a column.
pub(super) fn letter(col: u8) -> char {
    char::from(b'A' + col % 26)
}

/// Reads the canonical name of a space and nothing else.
pub(super) fn parse_name(text: &str) -> Option<Square> {
    let space = read_spaces(text).ok().filter(|spaces| spaces.len() == 1)?.pop()?;
    (name(space) == text).then_some(space)
}

/// One after the other with a blank between.
pub(super) fn listed<T: Display>(things: impl IntoIterator<Item = T>) -> String {
    let things: Vec<String> = things.into_iter().map(|thing| thing.to_string()).collect();
    things.join(" ")
}

/// No run of spaces could be read out of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Unread;

/// The most spaces that one text may name.
const MOST_SPACES: usize = 32;

/// Words that people put around spaces.
const NOISE: [&str; 14] = [
    "ask", "spy", "on", "at", "row", "column", "col", "space", "spaces", "line", "the", "to",
    "and", "is",
];

/// Reads spaces as people type them: `4C`, `c4`, `4c-4f`, `5F, 5D, 6D`. They need not be on any
/// field.
pub(super) fn read_spaces(typed: &str) -> Result<Vec<Square>, Unread> {
    let mut spaces = Vec::new();
    let mut half = None;
    for part in parts(&plain(typed).to_ascii_lowercase()) {
        if NOISE.contains(&part) {
            continue;
        }
        let part = half_of_name(part).ok_or(Unread)?;
        half = match (half, part) {
            (None, part) => Some(part),
            (Some(Half::Row(row)), Half::Col(col)) | (Some(Half::Col(col)), Half::Row(row)) => {
                spaces.push(Square::new(row, col));
                None
            }
            _ => return Err(Unread),
        };
        if spaces.len() > MOST_SPACES {
            return Err(Unread);
        }
    }
    if half.is_some() || spaces.is_empty() { Err(Unread) } else { Ok(spaces) }
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

/// The runs of letters and the runs of digits; between them may stand what will, but no other
/// letter.
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

/// Reads corners as they stand in a canonical network: names with one blank between, as many as
/// there may be lines.
pub(super) fn parse_network(text: &str) -> Option<Network> {
    let corners: Vec<Square> =
        text.split(' ').take(MOST_SPACES).map(parse_name).collect::<Option<_>>()?;
    let network = Network::new(corners);
    (network.to_string() == text).then_some(network)
}

/// A single space, or a piece of a row or column. Its first space comes first on the sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    from: Square,
    to: Square,
}

/// The most spaces that one may spy on at once.
const LONGEST_ROW: u8 = 5;

impl Span {
    /// One space.
    pub(super) fn one(space: Square) -> Self {
        Span { from: space, to: space }
    }

    /// Everything from one space to another in the same row or column.
    pub(super) fn between(a: Square, b: Square) -> Result<Self, NoSpan> {
        if a.row != b.row && a.col != b.col {
            return Err(NoSpan::Crooked(a, b));
        }
        let span = Span { from: a.min(b), to: a.max(b) };
        if span.len() > LONGEST_ROW { Err(NoSpan::TooLong(span.len())) } else { Ok(span) }
    }

    /// How many spaces it has.
    pub(super) fn len(self) -> u8 {
        self.from
            .row
            .abs_diff(self.to.row)
            .max(self.from.col.abs_diff(self.to.col))
            .saturating_add(1)
    }

    /// Its spaces in the order in which they are answered.
    pub(super) fn spaces(self) -> impl Iterator<Item = Square> {
        let down = u8::from(self.from.row != self.to.row);
        (0..self.len()).map(move |step| {
            Square::new(
                self.from.row.saturating_add(step * down),
                self.from.col.saturating_add(step * (1 - down)),
            )
        })
    }

    /// The two ends.
    pub(super) fn ends(self) -> [Square; 2] {
        [self.from, self.to]
    }
}

/// Why two spaces are not the ends of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NoSpan {
    /// neither in one row nor in one column
    Crooked(Square, Square),
    /// so many spaces
    TooLong(u8),
}

impl Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.from == self.to {
            f.write_str(&name(self.from))
        } else {
            write!(f, "{}-{}", name(self.from), name(self.to))
        }
    }
}

/// A move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// to ask about a space, or several in a row or column
    Ask(Span),
    /// to reconstruct the other's network; `None` is the public part of a guess that is sealed
    Guess(Option<Network>),
    /// not to guess, where the rules ask for a guess
    Decline,
}

impl Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Ask(span) => span.fmt(f),
            Choice::Guess(Some(network)) => write!(f, "guess {network}"),
            Choice::Guess(None) => f.write_str("guess"),
            Choice::Decline => f.write_str("decline"),
        }
    }
}

/// Why a text is no move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum NoChoice {
    /// it says `guess` and no more
    NoCorners,
    /// several spaces that are no row
    NoSpan(NoSpan),
    /// three or more spaces that do not fill a row
    Loose,
    /// it makes no sense
    Unread(String),
}

/// Reads a move as people type it.
pub(super) fn read_choice(typed: &str) -> Result<Choice, NoChoice> {
    let text = plain(typed);
    let unread = || NoChoice::Unread(quoted(typed));
    let (word, rest) = text.split_once([' ', ':']).unwrap_or((&text, ""));
    match word.to_ascii_lowercase().as_str() {
        "guess" if rest.trim().is_empty() => Err(NoChoice::NoCorners),
        "guess" => read_spaces(rest)
            .map(|corners| Choice::Guess(Some(Network::new(corners))))
            .map_err(|Unread| unread()),
        "decline" | "pass" if rest.is_empty() => Ok(Choice::Decline),
        _ => read_span(&read_spaces(&text).map_err(|Unread| unread())?).map(Choice::Ask),
    }
}

/// A row is named by its two ends, or by all its spaces.
fn read_span(spaces: &[Square]) -> Result<Span, NoChoice> {
    let (Some(first), Some(last)) = (spaces.iter().min(), spaces.iter().max()) else {
        return Err(NoChoice::Loose);
    };
    let span = Span::between(*first, *last).map_err(NoChoice::NoSpan)?;
    let mut named = spaces.to_vec();
    named.sort_unstable();
    named.dedup();
    let fills = named.len() <= 2 || named.into_iter().eq(span.spaces());
    if fills { Ok(span) } else { Err(NoChoice::Loose) }
}

/// Reads the canonical form of a move and nothing else.
pub(super) fn parse_choice(text: &str) -> Option<Choice> {
    let choice = match text.split_once(' ') {
        Some(("guess", corners)) => Choice::Guess(Some(parse_network(corners)?)),
        Some(_) => return None,
        None if text == "guess" => Choice::Guess(None),
        None if text == "decline" => Choice::Decline,
        None => {
            let (from, to) = text.split_once('-').unwrap_or((text, text));
            Choice::Ask(Span::between(parse_name(from)?, parse_name(to)?).ok()?)
        }
    };
    (choice.to_string() == text).then_some(choice)
}

/// What is sealed: each space of the field, and a guess before it is opened.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Item {
    /// a space of one's own field
    Space(Square),
    /// the guess of this turn
    Guess(u32),
}

impl Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Item::Space(space) => f.write_str(&name(*space)),
            Item::Guess(turn) => write!(f, "guess-{turn}"),
        }
    }
}

impl FromStr for Item {
    type Err = fmt::Error;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let item = match text.strip_prefix("guess-") {
            Some(turn) => turn.parse().ok().map(Item::Guess),
            None => parse_name(text).map(Item::Space),
        };
        item.filter(|item| item.to_string() == text).ok_or(fmt::Error)
    }
}

/// What an item holds.
#[derive(Clone, PartialEq, Eq)]
pub enum Value {
    /// a line runs through the space
    Hot,
    /// no line does
    Blank,
    /// what was sealed as a guess, whatever it says: an unfit one must be readable to be proved
    Guess(String),
}

impl Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Value::Hot => "hot",
            Value::Blank => "blank",
            Value::Guess(text) => text,
        })
    }
}

impl FromStr for Value {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(match text {
            "hot" => Value::Hot,
            "blank" => Value::Blank,
            _ => Value::Guess(text.to_owned()),
        })
    }
}

impl fmt::Debug for Value {
    /// Shows no guess.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Value::Hot => "Hot",
            Value::Blank => "Blank",
            Value::Guess(_) => "Guess(..)",
        })
    }
}

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Question {
    /// what one space is like
    Space {
        /// on whose field
        of: Seat,
        /// which space
        space: Square,
    },
    /// whether an open guess is right
    Guess {
        /// whose network was to be found
        of: Seat,
        /// the guess
        network: Network,
    },
}

impl Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Question::Space { space, .. } => f.write_str(&name(*space)),
            Question::Guess { network, .. } => write!(f, "guess {network}"),
        }
    }
}

/// What is answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// a line, or two joined ones, runs through the space
    Hot,
    /// none does, but one runs through a space beside it
    Warm,
    /// neither
    Cold,
    /// the guess has all hot spaces right
    Right,
    /// it has not; the first space in the order of the sheet that it takes for hot and that is
    /// blank
    Wrong(Square),
}

impl Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Hot => f.write_str("hot"),
            Answer::Warm => f.write_str("warm"),
            Answer::Cold => f.write_str("cold"),
            Answer::Right => f.write_str("right"),
            Answer::Wrong(space) => write!(f, "wrong {}", name(*space)),
        }
    }
}

impl FromStr for Answer {
    type Err = fmt::Error;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(match text {
            "hot" => Answer::Hot,
            "warm" => Answer::Warm,
            "cold" => Answer::Cold,
            "right" => Answer::Right,
            _ => Answer::Wrong(text.strip_prefix("wrong ").and_then(parse_name).ok_or(fmt::Error)?),
        })
    }
}
