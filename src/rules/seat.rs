//! Who sits at the table.

use std::fmt;
use std::ops::{Index, IndexMut};

/// A place at the table, counted from 0 in the order of `[game] seats`.
///
/// In a text a seat is written as a placeholder, `{0}`, and [`Names::fill`] puts the player's name
/// there: the rule books know seats, not people.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat(pub u8);

impl Seat {
    /// The first seat, which opens the game and writes its first turn, unless a header says that
    /// the other does.
    pub const OPENER: Seat = Seat(0);
    /// The second.
    pub const JOINER: Seat = Seat(1);

    /// The opponent, in a game of two.
    #[must_use]
    pub fn other(self) -> Seat {
        Seat(1 - self.0.min(1))
    }

    /// This seat as an index.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The placeholder of the name in capitals, for the head of a board.
    pub fn upper(self) -> String {
        format!("{{{}^}}", self.0)
    }

    /// The placeholder of the name in a table: filled up with blanks to `width` columns, a longer
    /// name cut to it.
    pub fn padded(self, width: usize) -> String {
        format!("{{{}:{width}}}", self.0)
    }

    /// The first `count` seats.
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
    /// A value for each of `seats` seats.
    pub fn from_fn(seats: u8, value: impl FnMut(Seat) -> T) -> Self {
        BySeat(Seat::all(seats).map(value).collect())
    }

    /// How many seats there are.
    pub fn seats(&self) -> u8 {
        u8::try_from(self.0.len()).unwrap_or(u8::MAX)
    }

    /// The value of a seat, if there is such a seat.
    pub fn get(&self, seat: Seat) -> Option<&T> {
        self.0.get(seat.index())
    }

    /// Seats and values, in order.
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

/// The players' names, to be put where a text says `{0}`, `{0^}` or `{0:8}`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Names(Vec<String>);

impl Names {
    /// Names in the order of the seats.
    pub fn new(names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Names(names.into_iter().map(Into::into).collect())
    }

    /// The name of a seat; `?` for one that does not exist.
    pub fn of(&self, seat: Seat) -> &str {
        self.0.get(seat.index()).map_or("?", String::as_str)
    }

    /// Puts the names where `text` has the placeholders of [`Seat`].
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

    /// The name that the placeholder at the start of `text` stands for, and the placeholder's
    /// length.
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

/// `bob`, `bob and carol`, `bob, carol and dave`
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
