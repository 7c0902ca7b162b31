//! The chart: its dots, how they are called, and how they stand in lines.

use std::fmt;
use std::str::FromStr;

use super::text::plain;

/// A word that is not written as a turn file writes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("it is not written as a turn file writes it")]
pub struct Misread;

/// A red dot, called by a letter and a number: `B5`. Dots are ordered as they are sealed, row by row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Dot {
    /// 0 for A
    letter: u8,
    /// from 1
    number: u8,
}

impl Dot {
    /// The dot of a capital letter and a number from 1 to 99; `None` if it is not written so. A chart may be smaller.
    fn new(letter: char, digits: &str) -> Option<Dot> {
        let letter = u8::try_from(letter).ok().filter(u8::is_ascii_uppercase)? - b'A';
        let number = digits.parse().ok().filter(|number| (1..=Chart::MOST_NUMBERS).contains(number))?;
        digits.bytes().all(|digit| digit.is_ascii_digit()).then_some(Dot { letter, number })
    }

    /// Reads a dot as a person types it: `B5`, `b-5`, `5 B`.
    pub(super) fn read(typed: &str) -> Option<Dot> {
        let plain = plain(typed).to_ascii_uppercase();
        let bare: String = plain.chars().filter(|sign| !" -.,:;'\"".contains(*sign)).collect();
        let (first, last) = (bare.chars().next()?, bare.chars().next_back()?);
        if first.is_ascii_alphabetic() { Dot::new(first, &bare[1..]) } else { Dot::new(last, bare.strip_suffix(last)?) }
    }
}

impl fmt::Display for Dot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", letter_name(self.letter), self.number)
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

fn letter_name(letter: u8) -> char {
    char::from(b'A' + letter)
}

/// The checking chart, of which every caller has a copy: every crossing of a letter and a number is a dot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chart {
    letters: u8,
    numbers: u8,
}

impl Chart {
    /// The alphabet ends here.
    pub const MOST_LETTERS: u8 = 26;
    /// Two digits: with three, fifteen houses would not fit on a line of a turn file.
    pub const MOST_NUMBERS: u8 = 99;
    /// Most dots of a chart.
    pub const MOST_DOTS: u16 = 128;
    /// A chart with more numbers than this is drawn with the letters across, so that it fits a screen.
    const WIDEST: u8 = 24;

    /// A chart of the first so many letters and numbers; `None` if there are none, or too many.
    pub fn new(letters: u32, numbers: u32) -> Option<Chart> {
        let letters = u8::try_from(letters).ok().filter(|n| (1..=Self::MOST_LETTERS).contains(n))?;
        let numbers = u8::try_from(numbers).ok().filter(|n| (1..=Self::MOST_NUMBERS).contains(n))?;
        (u16::from(letters) * u16::from(numbers) <= Self::MOST_DOTS).then_some(Chart { letters, numbers })
    }

    /// How many dots there are.
    pub fn size(self) -> usize {
        usize::from(self.letters) * usize::from(self.numbers)
    }

    /// All dots, in the order in which they are sealed: letter by letter, each from 1 on.
    pub fn dots(self) -> impl Iterator<Item = Dot> {
        (0..self.letters).flat_map(move |letter| (1..=self.numbers).map(move |number| Dot { letter, number }))
    }

    /// Is this dot on the chart?
    pub fn contains(self, dot: Dot) -> bool {
        dot.letter < self.letters && (1..=self.numbers).contains(&dot.number)
    }

    /// Where a dot comes among [`dots`](Self::dots).
    pub fn index(self, dot: Dot) -> Option<usize> {
        let index = usize::from(dot.letter) * usize::from(self.numbers) + usize::from(dot.number) - 1;
        self.contains(dot).then_some(index)
    }

    fn turned(self) -> bool {
        self.numbers > Self::WIDEST
    }

    /// What stands above the columns of a drawing.
    pub(super) fn heads(self) -> Vec<String> {
        if self.turned() { self.letter_names() } else { self.number_names() }
    }

    /// The lines of a drawing from top to bottom, each with its label: letters run down and numbers across, unless that is too wide.
    pub(super) fn lines(self) -> Vec<(String, Vec<Dot>)> {
        let line = |along: &dyn Fn(&Dot) -> bool| self.dots().filter(along).collect();
        if self.turned() {
            let numbers = self.number_names().into_iter().zip(1..);
            numbers.map(|(label, number)| (label, line(&|dot| dot.number == number))).collect()
        } else {
            let letters = self.letter_names().into_iter().zip(0..);
            letters.map(|(label, letter)| (label, line(&|dot| dot.letter == letter))).collect()
        }
    }

    /// The dots from one to another in a row or a column, both ends included.
    pub(super) fn between(self, one: Dot, other: Dot) -> Option<Vec<Dot>> {
        let (from, to) = (one.min(other), one.max(other));
        let on_line = one.letter == other.letter || one.number == other.number;
        let inside = |dot: &Dot| (from.letter..=to.letter).contains(&dot.letter) && (from.number..=to.number).contains(&dot.number);
        (on_line && self.contains(one) && self.contains(other)).then(|| self.dots().filter(inside).collect())
    }

    /// `A 1 to 3, 5. C 7`: many dots in few words.
    pub(super) fn list(self, dots: &[Dot]) -> String {
        let mut rows = Vec::new();
        for letter in 0..self.letters {
            let mut runs: Vec<(u8, u8)> = Vec::new();
            for dot in dots.iter().filter(|dot| dot.letter == letter) {
                match runs.last_mut() {
                    Some((_, end)) if *end + 1 == dot.number => *end = dot.number,
                    _ => runs.push((dot.number, dot.number)),
                }
            }
            let runs: Vec<String> = runs
                .into_iter()
                .map(|(from, to)| match to - from {
                    0 => from.to_string(),
                    1 => format!("{from}, {to}"),
                    _ => format!("{from} to {to}"),
                })
                .collect();
            if !runs.is_empty() {
                rows.push(format!("{} {}", letter_name(letter), runs.join(", ")));
            }
        }
        rows.join(". ")
    }

    fn letter_names(self) -> Vec<String> {
        (0..self.letters).map(|letter| letter_name(letter).to_string()).collect()
    }

    fn number_names(self) -> Vec<String> {
        (1..=self.numbers).map(|number| number.to_string()).collect()
    }
}

impl fmt::Display for Chart {
    /// `A1 to H9`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "A1 to {}{}", letter_name(self.letters - 1), self.numbers)
    }
}
