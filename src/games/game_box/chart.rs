//! The chart: its dots, how they are called, and how they stand in lines.

use std::fmt;
use std::str::FromStr;

use crate::board::text::plain;
use crate::board::{Grid, Square};

/// A word that is not written as a turn file writes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("it is not written as a turn file writes it")]
pub struct Misread;

/// A red dot, called by a letter and a number: `B5`. Dots are ordered as they are sealed, row by
/// row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Dot(Square);

impl Dot {
    /// The dot of a capital letter and a number from 1 to 99; `None` if it is not written so. A
    /// chart may be smaller.
    fn new(letter: char, digits: &str) -> Option<Dot> {
        let row = u8::try_from(letter).ok().filter(u8::is_ascii_uppercase)? - b'A';
        let number: u8 =
            digits.parse().ok().filter(|number| (1..=Chart::MOST_NUMBERS).contains(number))?;
        digits
            .bytes()
            .all(|digit| digit.is_ascii_digit())
            .then(|| Dot(Square::new(row, number - 1)))
    }

    fn letter(self) -> char {
        char::from(b'A' + self.0.row)
    }

    fn number(self) -> u8 {
        self.0.col + 1
    }

    /// Reads a dot as a person types it: `B5`, `b-5`, `5 B`.
    pub(super) fn read(typed: &str) -> Option<Dot> {
        let plain = plain(typed).to_ascii_uppercase();
        let bare: String = plain.chars().filter(|sign| !" -.,:;'\"".contains(*sign)).collect();
        let (first, last) = (bare.chars().next()?, bare.chars().next_back()?);
        if first.is_ascii_alphabetic() {
            Dot::new(first, &bare[1..])
        } else {
            Dot::new(last, bare.strip_suffix(last)?)
        }
    }
}

impl fmt::Display for Dot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.letter(), self.number())
    }
}

impl FromStr for Dot {
    type Err = Misread;

    fn from_str(text: &str) -> Result<Self, Misread> {
        let mut signs = text.chars();
        let letter = signs.next().ok_or(Misread)?;
        Dot::new(letter, signs.as_str()).filter(|dot| dot.to_string() == text).ok_or(Misread)
    }
}

/// The checking chart, of which every caller has a copy: every crossing of a letter and a number is
/// a dot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chart(Grid);

impl Chart {
    /// The alphabet ends here.
    pub const MOST_LETTERS: u8 = 26;
    /// Two digits: with three, fifteen houses would not fit on a line of a turn file.
    pub const MOST_NUMBERS: u8 = 99;
    /// Most dots of a chart.
    pub const MOST_DOTS: usize = 128;
    /// A chart with more numbers than this is drawn with the letters across, so that it fits a
    /// screen.
    const WIDEST: u8 = 24;

    /// A chart of the first so many letters and numbers; `None` if there are none, or too many.
    pub fn new(letters: u32, numbers: u32) -> Option<Chart> {
        let letters =
            u8::try_from(letters).ok().filter(|n| (1..=Self::MOST_LETTERS).contains(n))?;
        let numbers =
            u8::try_from(numbers).ok().filter(|n| (1..=Self::MOST_NUMBERS).contains(n))?;
        let grid = Grid::new(letters, numbers);
        (grid.area() <= Self::MOST_DOTS).then_some(Chart(grid))
    }

    /// How many dots there are.
    pub fn size(self) -> usize {
        self.0.area()
    }

    /// All dots, in the order in which they are sealed: letter by letter, each from 1 on.
    pub fn dots(self) -> impl Iterator<Item = Dot> {
        self.0.squares().map(Dot)
    }

    /// Is this dot on the chart?
    pub fn contains(self, dot: Dot) -> bool {
        self.0.contains(dot.0)
    }

    /// Where a dot comes among [`dots`](Self::dots).
    pub fn index(self, dot: Dot) -> Option<usize> {
        self.0.index(dot.0)
    }

    /// What stands above the columns of a drawing.
    pub(super) fn heads(self) -> Vec<String> {
        if self.turned() { self.letters() } else { self.numbers() }
    }

    /// The lines of a drawing from top to bottom, each with its label: letters run down and numbers
    /// across, unless that is too wide.
    pub(super) fn lines(self) -> Vec<(String, Vec<Dot>)> {
        let (labels, place): (_, fn(&Dot) -> u8) = if self.turned() {
            (self.numbers(), |dot| dot.0.col)
        } else {
            (self.letters(), |dot| dot.0.row)
        };
        labels
            .into_iter()
            .zip(0..)
            .map(|(label, at)| (label, self.dots().filter(|dot| place(dot) == at).collect()))
            .collect()
    }

    fn turned(self) -> bool {
        self.0.cols() > Self::WIDEST
    }

    fn letters(self) -> Vec<String> {
        (0..self.0.rows()).map(|row| Dot(Square::new(row, 0)).letter().to_string()).collect()
    }

    fn numbers(self) -> Vec<String> {
        (1..=self.0.cols()).map(|number| number.to_string()).collect()
    }

    /// The dots from one to another in a row or a column, both ends included.
    pub(super) fn between(self, one: Dot, other: Dot) -> Option<Vec<Dot>> {
        let (Dot(from), Dot(to)) = (one.min(other), one.max(other));
        let on_line = from.row == to.row || from.col == to.col;
        let inside = |dot: &Dot| {
            (from.row..=to.row).contains(&dot.0.row) && (from.col..=to.col).contains(&dot.0.col)
        };
        (on_line && self.contains(one) && self.contains(other))
            .then(|| self.dots().filter(inside).collect())
    }

    /// `A 1 to 3, 5. C 7`: many dots in few words. They come in the order of the chart.
    pub(super) fn list(dots: &[Dot]) -> String {
        let rows = dots.chunk_by(|a, b| a.letter() == b.letter()).map(|row| {
            let runs = row.chunk_by(|a, b| a.number() + 1 == b.number()).map(|run| match run {
                [from, .., to] if run.len() > 2 => format!("{} to {}", from.number(), to.number()),
                _ => run.iter().map(|dot| dot.number().to_string()).collect::<Vec<_>>().join(", "),
            });
            format!("{} {}", row[0].letter(), runs.collect::<Vec<_>>().join(", "))
        });
        rows.collect::<Vec<_>>().join(". ")
    }
}

impl fmt::Display for Chart {
    /// `A1 to H9`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let corner = Square::new(self.0.rows() - 1, self.0.cols() - 1);
        write!(f, "A1 to {}", Dot(corner))
    }
}
