//! Splits a piece or a whole file into several parts and joins them again, because chats limit the
//! length of a message.
//!
//! Each part begins and ends like a piece and has its number in its first line, so the parts can be
//! pasted in any order, with other text between them.

use std::collections::BTreeMap;

use super::model::TurnFile;
use super::piece::{DIGITS, OF_GAME, PIECE_BEGIN, PIECE_END, Piece, game};
use super::text::{BEGIN, END};

/// Precedes the number of a part.
const PART: &str = "part ";
/// Separates the number of a part from the number of parts.
const OF: &str = " of ";
/// Maximum number of parts of a piece or a file.
const MOST: usize = 64;

/// The first line of a part.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Part<'a> {
    /// First digits of the game's id.
    pub game: &'a str,
    /// Number of parts.
    pub count: usize,
    /// Number of the first turn in the piece; 1 for a whole file.
    pub first: u32,
    /// Number of this part, counted from 1.
    pub number: usize,
}

impl<'a> Part<'a> {
    /// Parses the first line of a part. Other text may precede it in the line.
    pub fn parse(line: &'a str) -> Option<Part<'a>> {
        let line = line.get(line.find(PIECE_BEGIN)?..)?;
        let digits = game(line)?;
        let (numbers, rest) = line.strip_prefix(PIECE_BEGIN)?.split_once(OF_GAME)?;
        let (number, count) = numbers.strip_prefix(PART)?.split_once(OF)?;
        let first = rest.get(digits.len()..)?.strip_prefix(TURN)?.trim();
        let (number, count) = (number.parse().ok()?, count.parse().ok()?);
        let is_sound = (1..=count).contains(&number) && count <= MOST;
        is_sound.then_some(Part { game: digits, count, first: first.parse().ok()?, number })
    }

    fn heading(&self) -> String {
        let Part { game, count, first, number } = self;
        format!("{PIECE_BEGIN}{PART}{number}{OF}{count}{OF_GAME}{game}{TURN}{first}\n")
    }

    fn ending(&self) -> String {
        format!("{PIECE_END}{PART}{}{OF}{}\n", self.number, self.count)
    }
}

/// Precedes the number of the first turn.
const TURN: &str = ", turn ";

/// Splits the text of a piece into parts of at most `most` bytes. (Turn files are ASCII, so this is
/// also the number of characters.) Returns `None` if a line is too long, or if there would be too
/// many parts.
pub fn split_piece(text: &str, most: usize) -> Option<Vec<String>> {
    let piece = Piece::look(text)?;
    split(text, piece.game, piece.first, most)
}

impl TurnFile {
    /// Splits a whole file into parts of at most `most` bytes, for a player who has no turn of the
    /// game. Returns `None` if a line is too long, or if there would be too many parts.
    pub fn split(&self, most: usize) -> Option<Vec<String>> {
        let id = hex::encode(self.game.id());
        split(&self.write(), id.get(..DIGITS)?, 1, most)
    }
}

/// Splits the lines between the first and the last line into parts, and leaves out comments and
/// empty lines.
fn split(text: &str, game: &str, first: u32, most: usize) -> Option<Vec<String>> {
    let lines: Vec<&str> = text.lines().collect();
    let (_, lines) = lines.split_first()?;
    let (_, lines) = lines.split_last()?;
    // Reserve room for a first and a last line whose numbers have the maximum number of digits.
    let widest = Part { game, count: MOST, first, number: MOST };
    let room = most.checked_sub(widest.heading().len() + widest.ending().len())?;
    let mut bodies = vec![String::new()];
    for line in lines.iter().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if line.len() + 1 > room {
            return None;
        }
        if bodies.last().is_none_or(|body| body.len() + line.len() + 1 > room) {
            bodies.push(String::new());
        }
        let body = bodies.last_mut()?;
        body.push_str(line);
        body.push('\n');
    }
    let count = Some(bodies.len()).filter(|count| *count <= MOST)?;
    let part = |(body, number): (String, usize)| {
        let part = Part { count, number, ..widest };
        part.heading() + &body + &part.ending()
    };
    Some(bodies.into_iter().zip(1..).map(part).collect())
}

/// Joins the parts among `texts` into pieces and whole files, and keeps all other entries
/// unchanged. If a part is missing, concatenates the remaining parts, including their first and
/// last lines.
pub fn join_parts(texts: Vec<&str>) -> Vec<String> {
    let mut parts: BTreeMap<(&str, usize, u32), BTreeMap<usize, &str>> = BTreeMap::new();
    let mut rest = Vec::new();
    for text in texts {
        match text.lines().next().and_then(Part::parse) {
            Some(Part { game, count, first, number }) => {
                parts.entry((game, count, first)).or_default().insert(number, text);
            }
            None => rest.push(text.to_owned()),
        }
    }
    for ((game, count, first), parts) in parts {
        if parts.len() == count {
            rest.push(joined(game, first, parts.values()));
        } else {
            rest.push(parts.into_values().collect());
        }
    }
    rest
}

fn joined<'a>(game: &str, first: u32, parts: impl Iterator<Item = &'a &'a str>) -> String {
    let (begin, end) = match first {
        1 => (BEGIN.to_owned(), END.to_owned()),
        _ => (format!("{PIECE_BEGIN}parts{OF_GAME}{game}"), format!("{PIECE_END}parts")),
    };
    let mut text = begin + "\n";
    for part in parts {
        let lines = part.lines().skip(1).filter(|line| !line.contains(PIECE_END));
        lines.for_each(|line| text.extend([line, "\n"]));
    }
    text + &end + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece() -> String {
        let game = "6103ab4bfe6a44a4";
        let lines = format!("  \"{}\",\n", "6103".repeat(15)).repeat(90);
        format!(
            "# pbem, one turn of game {game}\npbem = 2\n\n[[turn]]\nnumber = 2\n\
             setup = [\n{lines}]\n# end of one turn\n"
        )
    }

    /// Returns the lines that aren't empty or comments.
    fn content(text: &str) -> Vec<&str> {
        text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect()
    }

    #[test]
    fn parts_join_in_any_order() {
        let piece = piece();
        let mut parts = split_piece(&piece, 1900).expect("it fits");
        assert!(parts.len() > 2 && parts.iter().all(|part| part.len() <= 1900), "{parts:?}");
        parts.reverse();
        parts.push(parts[0].clone());
        let joined = join_parts(parts.iter().map(String::as_str).collect());
        assert_eq!(joined.len(), 1);
        assert_eq!(content(&joined[0]), content(&piece));
    }

    #[test]
    fn parts_stay_apart_while_one_is_missing() {
        let parts = split_piece(&piece(), 1900).expect("it fits");
        let some: Vec<&str> = parts.iter().skip(1).map(String::as_str).collect();
        assert_eq!(join_parts(some.clone()), [some.concat()]);
        let part = Part::parse(parts[1].lines().next().expect("a line")).expect("a part");
        assert_eq!((part.number, part.count, part.first), (2, parts.len(), 2));
    }

    #[test]
    fn nothing_else_is_a_part() {
        for line in [
            "# pbem, one turn of game 6103ab4bfe6a44a4",
            "# pbem, part 0 of 2 of game 6103ab4bfe6a44a4, turn 2",
            "# pbem, part 3 of 2 of game 6103ab4bfe6a44a4, turn 2",
            "# pbem, part 1 of 99999999 of game 6103ab4bfe6a44a4, turn 2",
            "# pbem, part 1 of 2 of game 6103ab4bfe6a44a4",
        ] {
            assert_eq!(Part::parse(line), None, "{line}");
        }
        assert_eq!(split_piece(&piece(), 90), None);
    }
}
