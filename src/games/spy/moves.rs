//! Moves: questions, guesses, and declining to guess.

use std::fmt::{self, Display};
use std::ops::ControlFlow;

use super::legal::Illegal;
use super::network::{Network, spaces_of_line};
use super::notation::{name, parse_name, parse_network, read_spaces};
use super::position::State;
use super::search::{Constraint, MOST_LINES, networks};
use super::words::{Item, Value};
use super::{Seen, Spy};
use crate::board::Square;
use crate::board::text::{plain, quoted};
use crate::rules::{self, SealedPart, ensure};

/// Maximum number of spaces in one question.
const LONGEST_ROW: u8 = 5;

/// A single space, or a part of a row or column. `from` comes before `to` in the order of the
/// setup.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Span {
    from: Square,
    to: Square,
}

impl Span {
    /// Creates the span of a single space.
    pub(super) fn one(space: Square) -> Self {
        Span { from: space, to: space }
    }

    /// Returns the span from one space to another in the same row or column.
    pub(super) fn between(a: Square, b: Square) -> Result<Self, Illegal> {
        ensure(a.row == b.row || a.col == b.col, Illegal::Crooked(a, b))?;
        let span = Span { from: a.min(b), to: a.max(b) };
        ensure(span.len() <= LONGEST_ROW, Illegal::TooLong(span.len()))?;
        Ok(span)
    }

    /// Returns the span that a player means by these spaces: its two ends, or all its spaces. A
    /// list, such as `4C, 4D`, must name all spaces.
    fn of(spaces: &[Square], is_list: bool) -> Result<Self, Illegal> {
        let (Some(first), Some(last)) = (spaces.iter().min(), spaces.iter().max()) else {
            return Err(Illegal::Loose);
        };
        let span = Span::between(*first, *last)?;
        let mut sorted = spaces.to_vec();
        sorted.sort_unstable();
        let fills = sorted.len() <= 2 && !is_list || sorted.into_iter().eq(span.spaces());
        if fills { Ok(span) } else { Err(Illegal::Loose) }
    }

    /// Returns the number of spaces.
    pub(super) fn len(self) -> u8 {
        let units = self.from.row.abs_diff(self.to.row).max(self.from.col.abs_diff(self.to.col));
        units.saturating_add(1)
    }

    /// Returns the spaces in the order in which they are answered.
    pub(super) fn spaces(self) -> impl Iterator<Item = Square> {
        spaces_of_line(self.from, self.to)
    }

    /// Returns the two ends.
    pub(super) fn ends(self) -> [Square; 2] {
        [self.from, self.to]
    }
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

/// A player's decision.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Move {
    /// Ask about a space, or several in a row or column.
    Ask(Span),
    /// Reconstruct the opponent's network. `None` is a sealed guess, whose corners aren't public.
    Guess(Option<Network>),
    /// Make no guess, in a turn in which the rules demand a guess or this.
    Decline,
}

impl Move {
    /// Parses only the canonical form.
    pub(super) fn canonical(text: &str) -> Option<Self> {
        let mv = match (text, text.split_once(' '), text.split_once('-')) {
            ("guess", ..) => Move::Guess(None),
            ("decline", ..) => Move::Decline,
            (_, Some(("guess", corners)), _) => Move::Guess(Some(parse_network(corners)?)),
            (_, _, ends) => {
                let (from, to) = ends.unwrap_or((text, text));
                Move::Ask(Span::between(parse_name(from)?, parse_name(to)?).ok()?)
            }
        };
        (mv.to_string() == text).then_some(mv)
    }
}

impl Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Ask(span) => span.fmt(f),
            Move::Guess(Some(network)) => write!(f, "guess {network}"),
            Move::Guess(None) => f.write_str("guess"),
            Move::Decline => f.write_str("decline"),
        }
    }
}

impl rules::Move<Spy> for Move {
    fn read(typed: &str, seen: &Seen<'_>) -> Result<Self, Illegal> {
        let text = plain(typed);
        let spaces = |text| read_spaces(text).ok_or_else(|| Illegal::Unread(quoted(typed)));
        let (word, rest) = text.split_once([' ', ':']).unwrap_or((&text, ""));
        match word.to_ascii_lowercase().as_str() {
            "guess" if rest.trim().is_empty() => Err(Illegal::NoCorners),
            "guess" => Ok(Move::Guess(Some(Network::new(spaces(rest)?)))),
            "decline" | "pass" if rest.is_empty() => Ok(Move::Decline),
            _ => {
                let is_list = text.contains(',') || text.to_ascii_lowercase().contains(" and ");
                let is_several = text.split(';').filter(|part| !part.trim().is_empty()).count() > 1;
                let (spaces, grid) = (spaces(&text)?, seen.position.options.grid);
                match (spaces.iter().find(|space| !grid.contains(**space)), spaces.as_slice()) {
                    (Some(outside), _) => Err(Illegal::Outside(*outside, grid)),
                    (None, [first, ..]) if is_several => {
                        Err(Illegal::Several(*first, Span::of(&spaces, true).ok()))
                    }
                    _ => Span::of(&spaces, is_list).map(Move::Ask),
                }
            }
        }
    }

    /// Parses a move in a turn file. A declared guess must hide its corners; any other guess must
    /// show them.
    fn parse(entries: &[String], position: &State) -> Result<Self, Illegal> {
        let text = entries.join("; ");
        let mv = Move::canonical(&text).ok_or_else(|| Illegal::NotCanonical(quoted(&text)))?;
        match &mv {
            Move::Guess(Some(_)) if position.may_declare().is_some() => Err(Illegal::NotSealed),
            Move::Guess(None) if position.may_declare().is_none() => Err(Illegal::NoCorners),
            _ => Ok(mv),
        }
    }

    fn write(&self) -> Vec<String> {
        vec![self.to_string()]
    }

    fn conceal(self, position: &State, turn: u32) -> (Self, Option<SealedPart<Spy>>) {
        match self {
            Move::Guess(Some(network)) if position.may_declare().is_some() => {
                let sealed = (Item::Guess(turn), Value::Guess(network.to_string()));
                (Move::Guess(None), Some(sealed))
            }
            _ => (self, None),
        }
    }

    fn concealed(&self, position: &State, turn: u32) -> Option<Item> {
        let declares = *self == Move::Guess(None) && position.may_declare().is_some();
        declares.then_some(Item::Guess(turn))
    }

    /// Finds the sealed guess by trying all networks that fit on the field, each with its corners
    /// in both directions.
    fn find_concealed(position: &State, _: &Item, is: &dyn Fn(&Value) -> bool) -> Option<Value> {
        let mut found = None;
        networks(&position.options, &Constraint::default(), MOST_LINES, &mut |corners, _| {
            let turned = corners.iter().rev().copied().collect();
            let ways = [corners.to_vec(), turned].map(Network::new);
            let mut values = ways.iter().map(|network| Value::Guess(network.to_string()));
            found = values.find(|value| is(value));
            if found.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        found
    }
}
