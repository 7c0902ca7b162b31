//! The words of a turn file: sealed items and values, questions, answers.

use std::convert::Infallible;
use std::fmt::{self, Display};
use std::str::FromStr;

use super::network::Network;
use super::notation::{name, parse_name};
use crate::board::{NotCanonical, Square};
use crate::rules::Seat;

/// A sealed item: a space of the field, or a guess.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Item {
    /// A space of the player's own field.
    Space(Square),
    /// The guess made in the turn with this number.
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
    type Err = NotCanonical;

    fn from_str(text: &str) -> Result<Self, NotCanonical> {
        let item = match text.strip_prefix("guess-") {
            Some(turn) => turn.parse().ok().map(Item::Guess),
            None => parse_name(text).map(Item::Space),
        };
        item.filter(|item| item.to_string() == text).ok_or(NotCanonical)
    }
}

/// The value of an item.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Value {
    /// A line runs through the space.
    Hot,
    /// No line runs through the space.
    Blank,
    /// The text that was sealed as a guess. Any text can be parsed as a guess, so that an invalid
    /// guess can be proved.
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

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(match text {
            "hot" => Value::Hot,
            "blank" => Value::Blank,
            _ => Value::Guess(text.to_owned()),
        })
    }
}

impl fmt::Debug for Value {
    /// Hides the corners of a guess, because the guess may be a secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Value::Guess(_) = self { f.write_str("Guess(..)") } else { Display::fmt(self, f) }
    }
}

/// A question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Question {
    /// The state of one space on this seat's field.
    Space { of: Seat, space: Square },
    /// Whether an open guess has found the network of this seat.
    Guess { of: Seat, network: Network },
}

impl Question {
    /// Returns the seat whose network the question is about. That seat answers.
    pub(super) fn of(&self) -> Seat {
        match self {
            Question::Space { of, .. } | Question::Guess { of, .. } => *of,
        }
    }
}

impl Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Question::Space { space, .. } => f.write_str(&name(*space)),
            Question::Guess { network, .. } => write!(f, "guess {network}"),
        }
    }
}

/// An answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    /// One line runs through the space, or two lines join there.
    Hot,
    /// No line runs through the space, but a line runs through a neighboring space.
    Warm,
    /// No line runs through the space or a neighboring space.
    Cold,
    /// The guess has exactly the hot spaces of the network.
    Right,
    /// The guess is wrong. Contains the first blank space, in the order of the setup, that the
    /// guess makes hot.
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
    type Err = NotCanonical;

    fn from_str(text: &str) -> Result<Self, NotCanonical> {
        let words = [Answer::Hot, Answer::Warm, Answer::Cold, Answer::Right].into_iter();
        let wrong = text.strip_prefix("wrong ").and_then(parse_name).map(Answer::Wrong);
        words.chain(wrong).find(|answer| answer.to_string() == text).ok_or(NotCanonical)
    }
}
