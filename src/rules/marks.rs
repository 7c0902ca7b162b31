//! Parses the names of squares that a player types for pencil marks, using the current scene.

use super::scene::{Board, Row, Scene};
use crate::board::text::plain;

/// Characters that only separate or emphasize names.
const STRESS: [char; 10] = [' ', ',', ';', '.', ':', '!', '\'', '"', '(', ')'];

/// Returns the canonical names of typed squares; `None` if any part doesn't name a square of this
/// scene. Accepts `C4`, `c-4`, `Canadian 4` (with the name of the row), straight lines (`C5-C9`,
/// `C5-9`, `A1 to C3`), and lists of these.
pub fn marked(scene: &Scene, typed: &str) -> Option<Vec<String>> {
    let text = plain(typed);
    let parts = parts(&text)?;
    let mut rest = parts.as_slice();
    let mut names: Vec<&str> = Vec::new();
    while !rest.is_empty() {
        let (letter, number) = square(&mut rest)?;
        let from = find(scene, letter, number)?;
        let line = match rest {
            [part, tail @ ..] if part.sign == Sign::Dash => {
                rest = tail;
                let (letter, number) = end(&mut rest, from)?;
                line(scene, from, find(scene, letter, number)?)?
            }
            _ => vec![from],
        };
        for name in line {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    (!names.is_empty()).then(|| names.into_iter().map(str::to_owned).collect())
}

/// A part of a typed name: alphabetic characters, digits or a dash.
#[derive(Clone, Copy, Debug)]
struct Part<'a> {
    sign: Sign,
    text: &'a str,
    /// Whether no space or punctuation separates this part from the previous part.
    joined: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sign {
    Letters,
    Digits,
    Dash,
}

/// Splits text into parts. Skips the characters in `STRESS`. Returns `None` if the text contains a
/// character that is neither skipped nor part of a name.
fn parts(text: &str) -> Option<Vec<Part<'_>>> {
    let mut parts = Vec::new();
    let mut rest = text;
    loop {
        let trimmed = rest.trim_start_matches(STRESS);
        let joined = trimmed.len() == rest.len();
        let Some(first) = trimmed.chars().next() else { return Some(parts) };
        let (sign, alike): (Sign, fn(char) -> bool) = match first {
            '-' => (Sign::Dash, |sign| sign == '-'),
            '0'..='9' => (Sign::Digits, |sign| sign.is_ascii_digit()),
            first if first.is_alphabetic() => (Sign::Letters, char::is_alphabetic),
            _ => return None,
        };
        let length = trimmed.find(|sign| !alike(sign)).unwrap_or(trimmed.len());
        let (text, after) = trimmed.split_at_checked(length)?;
        let sign = if text.eq_ignore_ascii_case("to") { Sign::Dash } else { sign };
        parts.push(Part { sign, text, joined });
        rest = after;
    }
}

/// A square's name, split into letters and digits.
type Halves<'a> = (&'a str, &'a str);

fn in_order<'a>(one: Part<'a>, other: Part<'a>) -> Option<Halves<'a>> {
    match (one.sign, other.sign) {
        (Sign::Letters, Sign::Digits) => Some((one.text, other.text)),
        (Sign::Digits, Sign::Letters) => Some((other.text, one.text)),
        _ => None,
    }
}

/// Consumes and returns the two halves of a name, which may be in either order and joined by a
/// dash.
fn square<'a>(rest: &mut &[Part<'a>]) -> Option<Halves<'a>> {
    let (halves, tail) = match **rest {
        [one, dash, other, ref tail @ ..] if dash.sign == Sign::Dash => {
            (in_order(one, other)?, tail)
        }
        [one, other, ref tail @ ..] => (in_order(one, other)?, tail),
        _ => return None,
    };
    *rest = tail;
    Some(halves)
}

/// Consumes and returns the end of a line: a whole name, or only the half that differs from the
/// start `from`.
fn end<'a>(rest: &mut &[Part<'a>], from: &'a str) -> Option<Halves<'a>> {
    let (one, tail) = rest.split_first()?;
    // In `C5-9 D1` the D belongs to the next name.
    let begins_another = match tail {
        [next, after, ..] => !next.joined && after.joined && after.sign != Sign::Dash,
        _ => false,
    };
    let is_half = begins_another || tail.first().is_none_or(|next| in_order(*one, *next).is_none());
    if !is_half {
        return square(rest);
    }
    *rest = tail;
    let (letter, number) = halves(from);
    match one.sign {
        Sign::Letters => Some((one.text, number)),
        Sign::Digits => Some((letter, one.text)),
        Sign::Dash => None,
    }
}

/// Splits a canonical name such as `C4` or `4C` into its halves.
fn halves(name: &str) -> Halves<'_> {
    let is_digit = |sign: char| sign.is_ascii_digit();
    (name.trim_matches(is_digit), name.trim_matches(|sign| !is_digit(sign)))
}

/// Finds a square, and returns its canonical name. `letter` is the row's part of the square's name,
/// or the beginning of a word in the name of the row.
fn find<'a>(scene: &'a Scene, letter: &str, number: &str) -> Option<&'a str> {
    let begins = |word: &str| {
        word.get(..letter.len()).is_some_and(|start| start.eq_ignore_ascii_case(letter))
    };
    let rows = || scene.boards.iter().flat_map(|board| &board.rows).filter_map(squares);
    let exact = |name: &&str| {
        let (its_letter, its_number) = halves(name);
        its_letter.eq_ignore_ascii_case(letter) && its_number == number
    };
    let by_letter = rows().flat_map(|(_, names)| names).find(exact);
    by_letter.or_else(|| {
        let mut named_rows = rows().filter(|(name, _)| name.split_whitespace().any(begins));
        named_rows.find_map(|(_, mut names)| names.find(|name| halves(name).1 == number))
    })
}

/// Returns the name of a row, and the names of its squares; `None` for a band.
fn squares(row: &Row) -> Option<(&str, impl Iterator<Item = &str>)> {
    match row {
        Row::Cells { name, cells, .. } => {
            let names = cells.iter().map(|cell| cell.name.as_str());
            Some((name, names.filter(|name| !name.is_empty())))
        }
        Row::Band(_) => None,
    }
}

/// Returns the squares on the straight line from one square to another, including both squares but
/// not gaps in the board. Returns `None` if no straight line connects them.
fn line<'a>(scene: &'a Scene, from: &str, to: &str) -> Option<Vec<&'a str>> {
    scene.boards.iter().find_map(|board| line_on(board, from, to))
}

fn line_on<'a>(board: &'a Board, from: &str, to: &str) -> Option<Vec<&'a str>> {
    let cells = |row: &'a Row| match row {
        Row::Cells { cells, .. } => Some(cells.as_slice()),
        Row::Band(_) => None,
    };
    let rows: Vec<_> = board.rows.iter().filter_map(cells).collect();
    let place = |name: &str| {
        rows.iter()
            .enumerate()
            .find_map(|(row, cells)| Some((row, cells.iter().position(|cell| cell.name == name)?)))
    };
    let ((row, column), (last_row, last_column)) = (place(from)?, place(to)?);
    let (down, right) = (last_row.abs_diff(row), last_column.abs_diff(column));
    if down != 0 && right != 0 && down != right {
        return None;
    }
    let along = |from: usize, to: usize, step| match from.cmp(&to) {
        std::cmp::Ordering::Less => from + step,
        std::cmp::Ordering::Equal => from,
        std::cmp::Ordering::Greater => from - step,
    };
    let at = |step| {
        let cells = rows.get(along(row, last_row, step))?;
        Some(cells.get(along(column, last_column, step))?.name.as_str())
    };
    let names = (0..=down.max(right)).filter_map(at);
    Some(names.filter(|name| !name.is_empty()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::scene::{Cell, Role};

    /// Returns a board with a row of three squares, a wall, and two rows without a middle square.
    /// `name` returns the name of a square, and `region` is the name of row C.
    fn scene(name: fn(char, u8) -> String, region: &str) -> Scene {
        let row = |letter: char, holes: &[u8]| Row::Cells {
            label: letter.to_string(),
            name: if letter == 'C' { format!("C {region}") } else { String::new() },
            cells: (1..=3)
                .map(|number| {
                    if holes.contains(&number) {
                        return Cell::new(" ", Role::Void);
                    }
                    Cell::new(".", Role::Plain).named(name(letter, number))
                })
                .collect(),
        };
        let wall = Row::Band("---".to_owned());
        let rows = vec![row('A', &[]), wall, row('B', &[2]), row('C', &[2])];
        let board = Board { rows, cell_width: 3, ..Board::default() };
        Scene { boards: vec![Board::default(), board], ..Scene::default() }
    }

    fn by_letter(typed: &str) -> Option<String> {
        let scene = scene(|letter, number| format!("{letter}{number}"), "Canadian");
        Some(marked(&scene, typed)?.join(" "))
    }

    #[test]
    fn a_square_is_typed_in_many_ways() {
        for typed in ["C3", "c3", " c-3 ", "3 C", "3c", "С3", "(C 3)", "C\u{2013}3", "Canadian 3"]
        {
            assert_eq!(by_letter(typed).as_deref(), Some("C3"), "{typed}");
        }
        let by_number = scene(|letter, number| format!("{number}{letter}"), "");
        assert_eq!(marked(&by_number, "c1 3C"), Some(vec!["1C".to_owned(), "3C".to_owned()]));
    }

    #[test]
    fn lines_run_straight_and_pass_over_holes() {
        assert_eq!(by_letter("A1-A3").as_deref(), Some("A1 A2 A3"));
        assert_eq!(by_letter("A3-1").as_deref(), Some("A3 A2 A1"));
        assert_eq!(by_letter("A1 to C1").as_deref(), Some("A1 B1 C1"));
        assert_eq!(by_letter("c1-c3").as_deref(), Some("C1 C3"));
        assert_eq!(by_letter("A1-C3").as_deref(), Some("A1 C3"), "a diagonal");
        assert_eq!(by_letter("A1-A1").as_deref(), Some("A1"));
    }

    #[test]
    fn several_are_taken_once_each() {
        assert_eq!(by_letter("A1-3 B1, A2 canadian-1").as_deref(), Some("A1 A2 A3 B1 C1"));
        assert_eq!(by_letter("A1-3 1B").as_deref(), Some("A1 A2 A3 B1"));
    }

    #[test]
    fn what_is_no_square_is_refused() {
        for typed in
            ["", "B2", "D1", "C4", "C", "3", "C3 x", "-C3", "C3-", "A1-B3", "A1-B2", "to", "C#3"]
        {
            assert_eq!(by_letter(typed), None, "{typed}");
        }
    }
}
