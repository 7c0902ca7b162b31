//! Seats and the names of their players.

use std::fmt;
use std::ops::{Index, IndexMut};

/// A seat, counted from 0 in the order of `[game] seats`.
///
/// In text, a seat is written as a placeholder, such as `{0}`, because the rules know seats rather
/// than people. [`Names::fill`] replaces the placeholder with the player's name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat(pub u8);

impl Seat {
    /// The first seat, which opens the game with the first turn, unless the header names another
    /// opener.
    pub const OPENER: Seat = Seat(0);
    /// The second seat.
    pub const JOINER: Seat = Seat(1);

    /// Returns the opponent in a two-player game.
    #[must_use]
    pub fn other(self) -> Seat {
        Seat(1 - self.0.min(1))
    }

    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Returns the placeholder for the name in upper case, used in the title of a board.
    pub fn upper(self) -> String {
        format!("{{{}^}}", self.0)
    }

    /// Returns the placeholder for the name in a table, padded or cut to `width` columns.
    pub fn padded(self, width: usize) -> String {
        format!("{{{}:{width}}}", self.0)
    }

    /// Returns the first `count` seats.
    pub fn all(count: u8) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator {
        (0..count).map(Seat)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{}}}", self.0)
    }
}

/// One value for each seat.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BySeat<T>(Vec<T>);

impl<T> BySeat<T> {
    /// Creates a value for each of `seats` seats.
    pub fn from_fn(seats: u8, value: impl FnMut(Seat) -> T) -> Self {
        BySeat(Seat::all(seats).map(value).collect())
    }

    /// Returns the number of seats.
    pub fn seats(&self) -> u8 {
        u8::try_from(self.0.len()).unwrap_or(u8::MAX)
    }

    /// Returns the value of a seat, if there is such a seat.
    pub fn get(&self, seat: Seat) -> Option<&T> {
        self.0.get(seat.index())
    }

    /// Returns the seats with their values, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Seat, &T)> + ExactSizeIterator {
        Seat::all(self.seats()).zip(&self.0)
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}

/// The players' names, which replace the placeholders `{0}`, `{0^}` and `{0:8}` in text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Names(Vec<String>);

impl Names {
    /// Creates the names in the order of the seats.
    pub fn new(names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Names(names.into_iter().map(Into::into).collect())
    }

    /// Returns the name of a seat; `?` if there is no such seat.
    pub fn of(&self, seat: Seat) -> &str {
        self.0.get(seat.index()).map_or("?", String::as_str)
    }

    /// Returns `text` with the placeholders of [`Seat`] replaced with the names.
    pub fn fill(&self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(at) = rest.find('{') {
            out.push_str(&rest[..at]);
            rest = &rest[at..];
            let Some((name, length)) = self.placeholder(rest) else {
                out.push('{');
                rest = &rest[1..];
                continue;
            };
            out.push_str(&name);
            rest = &rest[length..];
        }
        out.push_str(rest);
        out
    }

    /// Returns the name for the placeholder at the start of `text`, and the length of the
    /// placeholder.
    fn placeholder(&self, text: &str) -> Option<(String, usize)> {
        let end = text.find('}')?;
        let inside = &text[1..end];
        let name = |digits: &str| self.0.get(digits.parse::<usize>().ok()?);
        let text = if let Some(digits) = inside.strip_suffix('^') {
            name(digits)?.to_uppercase()
        } else if let Some((digits, width)) = inside.split_once(':') {
            let width = usize::from(width.parse::<u8>().ok()?);
            format!("{:width$.width$}", name(digits)?)
        } else {
            name(inside)?.clone()
        };
        Some((text, end + 1))
    }
}

/// Joins names for a sentence: `bob`, `bob and carol`, or `bob, carol and dave`.
pub fn list<S: AsRef<str>>(names: &[S]) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    match names.as_slice() {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_where_seats_were() {
        let names = Names::new(["alice", "bob"]);
        assert_eq!(names.fill("{1} calls {x} {7} {0}: {1^}{"), "bob calls {x} {7} alice: BOB{");
        assert_eq!(names.fill(&format!("{} to {}", Seat(0), Seat(1).upper())), "alice to BOB");
        assert_eq!(
            names.fill(&format!("{}|{}|{{0:x}}", Seat(1).padded(5), Seat(0).padded(3))),
            "bob  |ali|{0:x}"
        );
    }
}
