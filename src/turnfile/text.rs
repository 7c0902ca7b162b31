//! Splits bytes into the lines of one turn file.

use std::borrow::Cow;
use std::iter::Peekable;
use std::str::Split;

/// Start of the first line of a turn file.
pub const BEGIN: &str = "# pbem turn file";
/// Start of the last line of a turn file.
pub const END: &str = "# end of pbem turn file";
/// First line of a turn.
pub(super) const TURN: &str = "[[turn]]";

/// Whether `text` contains everything in `known` byte for byte, perhaps with more turns. Both must
/// be in pbem's own form.
pub fn continues(text: &str, known: &str) -> bool {
    let known = substance(known).strip_suffix('\n').and_then(|known| known.strip_suffix(END));
    let rest = known.and_then(|known| substance(text).strip_prefix(known));
    rest.is_some_and(|rest| {
        rest.strip_suffix('\n') == Some(END) || rest.starts_with(&format!("\n{TURN}\n"))
    })
}

/// Returns a file without the lines before its header, because those lines change with every turn.
fn substance(text: &str) -> &str {
    text.find("\n[game]\n").and_then(|at| text.get(at..)).unwrap_or_default()
}

/// Returns the last turn of a file in pbem's own form, up to the end of the file.
pub fn last_turn(text: &str) -> &str {
    let begins = format!("\n{TURN}\n");
    text.rfind(&begins).and_then(|at| text.get(at + 1..)).unwrap_or_default()
}

/// Decodes UTF-8, or UTF-16 with a byte order mark.
///
/// Invalid bytes become U+FFFD: an email around the file may be in any character set, and the
/// parser rejects this character inside the file.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match bytes {
        [0xff, 0xfe, rest @ ..] => Cow::Owned(utf16(rest, u16::from_le_bytes)),
        [0xfe, 0xff, rest @ ..] => Cow::Owned(utf16(rest, u16::from_be_bytes)),
        [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8_lossy(rest),
        // Validating first is much faster if the text is valid.
        _ => str::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes), Cow::Borrowed),
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let (pairs, _) = bytes.as_chunks::<2>();
    char::decode_utf16(pairs.iter().map(|&pair| unit(pair)))
        .map(|ch| ch.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect()
}

/// Start of the first line and of the last line of a turn file, a piece or a ruling file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Marks {
    pub(super) begin: &'static str,
    pub(super) end: &'static str,
}

/// The marks of a turn file.
pub(super) const FILE: Marks = Marks { begin: BEGIN, end: END };

/// A line without surrounding spaces, tabs and CR.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    /// Line number in the input, counted from 1.
    pub(super) number: usize,
    pub(super) text: &'a str,
}

/// How the lines of a file end: with the last line of the file (`Whole`), without that line
/// (`CutOff`), or at the first line of another file (`Another`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ending {
    Whole,
    CutOff,
    Another,
}

/// The lines of a turn file between its marks, without empty lines and comments.
pub(super) struct Lines<'a>(Peekable<Between<'a>>);

struct Between<'a> {
    marks: Marks,
    lines: Split<'a, char>,
    number: usize,
    ending: Option<Ending>,
}

impl<'a> Lines<'a> {
    /// Returns the lines of `text` after the first line with the `begin` mark; `None` if there is
    /// no such line.
    pub(super) fn find(text: &'a str, marks: Marks) -> Option<Self> {
        let mut between = Between { marks, lines: text.split('\n'), number: 0, ending: None };
        loop {
            if between.line()?.text.starts_with(marks.begin) {
                return Some(Lines(between.peekable()));
            }
        }
    }

    pub(super) fn peek(&mut self) -> Option<Line<'a>> {
        self.0.peek()?.as_ref().ok().copied()
    }

    pub(super) fn next(&mut self) -> Option<Line<'a>> {
        self.0.next_if(Result::is_ok)?.ok()
    }

    /// If all lines have been read, returns the line number of the end and how the lines end.
    pub(super) fn ending(&mut self) -> Option<(usize, Ending)> {
        self.0.peek()?.as_ref().err().copied()
    }
}

impl<'a> Between<'a> {
    fn line(&mut self) -> Option<Line<'a>> {
        self.number += 1;
        let text = self.lines.next()?.trim_matches([' ', '\t', '\r']);
        Some(Line { number: self.number, text })
    }
}

/// Yields each line, and finally an `Err` that says how the lines end.
impl<'a> Iterator for Between<'a> {
    type Item = Result<Line<'a>, (usize, Ending)>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ending.is_some() {
            return None;
        }
        loop {
            let ending = match self.line() {
                None => Ending::CutOff,
                Some(line) if line.text.starts_with(self.marks.end) => Ending::Whole,
                Some(line) if line.text.starts_with(self.marks.begin) => Ending::Another,
                Some(line) if line.text.is_empty() || line.text.starts_with('#') => continue,
                Some(line) => return Some(Ok(line)),
            };
            self.ending = Some(ending);
            return Some(Err((self.number, ending)));
        }
    }
}
