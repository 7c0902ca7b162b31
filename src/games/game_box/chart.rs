//! The chart: its dots, their typed form, and the drawing.

use std::fmt;

use crate::board::Coord;
use crate::board::text::plain;

/// A red dot, named by its row and column: `B5`. The order of dots is the order in which they are
/// sealed: row by row.
pub(super) type Dot = Coord;

/// Parses a dot as a player types it: `B5`, `b-5`, `5 B`.
pub(super) fn read_dot(typed: &str) -> Option<Dot> {
    let plain = plain(typed).to_ascii_uppercase();
    let bare: String = plain.chars().filter(|sign| !" -.,:;'\"".contains(*sign)).collect();
    let letter = |sign: &char| sign.is_ascii_uppercase();
    let (letter, digits) = if let Some(first) = bare.chars().next().filter(letter) {
        (first, bare.strip_prefix(first)?)
    } else {
        let last = bare.chars().next_back()?;
        (last, bare.strip_suffix(last)?)
    };
    let bare_digits = digits.bytes().all(|digit| digit.is_ascii_digit());
    let number: u8 = digits.parse().ok().filter(|_| bare_digits)?;
    format!("{letter}{number}").parse().ok()
}

/// The checking chart. It has one dot for each combination of a row (A, B, ..) and a column (1, 2,
/// ..). Every caller has a copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Chart {
    letters: u8,
    numbers: u8,
}

impl Chart {
    /// Length of the alphabet.
    pub(super) const MOST_LETTERS: u8 = 26;
    /// The largest number with two digits. With three-digit numbers, fifteen houses would not fit
    /// on a line of a turn file.
    pub(super) const MOST_NUMBERS: u8 = 99;
    pub(super) const MOST_DOTS: usize = 128;
    /// Maximum number of columns in a drawing. On a wider chart, rows and columns are exchanged in
    /// the drawing, so that it fits on a screen.
    const WIDEST: u8 = 24;

    /// Creates a chart of this size; `None` if it has no dots, or too many.
    pub(super) fn new(letters: u32, numbers: u32) -> Option<Chart> {
        let within = |count: u32, most: u8| {
            u8::try_from(count).ok().filter(|count| (1..=most).contains(count))
        };
        let letters = within(letters, Self::MOST_LETTERS)?;
        let numbers = within(numbers, Self::MOST_NUMBERS)?;
        let chart = Chart { letters, numbers };
        (chart.size() <= Self::MOST_DOTS).then_some(chart)
    }

    /// Returns the number of dots.
    pub(super) fn size(self) -> usize {
        usize::from(self.letters) * usize::from(self.numbers)
    }

    /// Returns all dots in the order in which they are sealed: row by row.
    pub(super) fn dots(self) -> impl Iterator<Item = Dot> {
        (0..self.letters)
            .flat_map(move |letter| (0..self.numbers).map(move |number| Dot { letter, number }))
    }

    pub(super) fn contains(self, dot: Dot) -> bool {
        dot.letter < self.letters && dot.number < self.numbers
    }

    /// Returns the column labels of a drawing.
    pub(super) fn heads(self) -> Vec<String> {
        if self.turned() { self.letters() } else { self.numbers() }
    }

    /// Returns the rows of a drawing from top to bottom, each with its label. If the chart is too
    /// wide, the rows of the drawing are the columns of the chart.
    pub(super) fn lines(self) -> Vec<(String, Vec<Dot>)> {
        let (labels, line_of): (_, fn(&Dot) -> u8) = if self.turned() {
            (self.numbers(), |dot| dot.number)
        } else {
            (self.letters(), |dot| dot.letter)
        };
        let line = |at| self.dots().filter(|dot| line_of(dot) == at).collect();
        labels.into_iter().zip(0..).map(|(label, at)| (label, line(at))).collect()
    }

    fn turned(self) -> bool {
        self.numbers > Self::WIDEST
    }

    fn letters(self) -> Vec<String> {
        ('A'..='Z').take(self.letters.into()).map(String::from).collect()
    }

    fn numbers(self) -> Vec<String> {
        (1..=self.numbers).map(|number| number.to_string()).collect()
    }
}

impl fmt::Display for Chart {
    /// Writes `A1 to H9`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let corner = Dot { letter: self.letters - 1, number: self.numbers - 1 };
        write!(f, "A1 to {corner}")
    }
}
