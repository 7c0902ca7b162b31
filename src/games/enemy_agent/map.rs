//! Parses a map, without checking whether it can be played.

use super::board::{Ground, House, Square};
use crate::board::NotCanonical;
use crate::rules::ensure;

/// Maximum number of columns of a map. The columns are named A to Z.
const MOST_COLUMNS: usize = 26;
/// Maximum number of rows of a map. A map has at most 40 lines.
const MOST_ROWS: usize = 40;

/// Parts of the board that belong to one side.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Side {
    /// Exits of each house, in the order of [`House::ALL`].
    pub(super) exits: [Vec<Square>; 3],
    /// Squares in front of each building, west to east.
    pub(super) buildings: Vec<Vec<Square>>,
}

/// A map as written, valid or not.
pub(super) struct Map {
    /// Rows from the top down.
    pub(super) rows: Vec<Vec<Option<Ground>>>,
    pub(super) blue_rows: usize,
    pub(super) doors: Vec<u8>,
    pub(super) sides: [Side; 2],
}

/// The contents of a map, collected line by line.
#[derive(Default)]
struct Lines<'a> {
    /// The number at the beginning of each row, and the squares of the row.
    rows: Vec<(usize, Vec<Option<Ground>>)>,
    /// Number of rows above the wall, and the symbols of the wall.
    wall: Option<(usize, Vec<&'a str>)>,
    sides: [Side; 2],
    faults: Vec<String>,
}

impl Map {
    pub(super) fn read<'a>(lines: impl IntoIterator<Item = &'a str>) -> Result<Map, Vec<String>> {
        let mut read = Lines::default();
        lines.into_iter().for_each(|line| read.line(line));
        let Lines { rows, wall, sides, mut faults } = read;
        let width = rows.first().map_or(0, |(_, row)| row.len());
        let counts_down = rows
            .iter()
            .rev()
            .zip(1..)
            .all(|((number, row), at)| *number == at && row.len() == width);
        if rows.is_empty() || rows.len() > MOST_ROWS || width == 0 || width > MOST_COLUMNS {
            faults.push(format!(
                "there must be 1 to {MOST_ROWS} rows of 1 to {MOST_COLUMNS} squares"
            ));
        } else if !counts_down {
            let counting = "the row numbers must count down to 1, and all rows must have the same \
                            length";
            faults.push(counting.to_owned());
        }
        let (above, signs) = wall.unwrap_or_default();
        let is_sound = signs.len() == width && signs.iter().all(|sign| matches!(*sign, "=" | "|"));
        if !is_sound || above == 0 || above >= rows.len() {
            let wall = "between two rows there must be one `wall` line, with one character \
                        (= or |) for each column";
            faults.push(wall.to_owned());
        }
        ensure(faults.is_empty(), faults)?;
        let blue_rows = rows.len() - above;
        let doors = (0..).zip(signs).filter(|(_, sign)| *sign == "|").map(|(col, _)| col).collect();
        Ok(Map { rows: rows.into_iter().map(|(_, row)| row).collect(), blue_rows, doors, sides })
    }
}

impl<'a> Lines<'a> {
    fn line(&mut self, line: &'a str) {
        let mut words = line.split_whitespace();
        let Some(head) = words.next().filter(|head| !head.starts_with('#')) else { return };
        let rest: Vec<&str> = words.collect();
        let [blue, red] = &mut self.sides;
        match head {
            "wall" if self.wall.is_some() => self.faults.push("there are two walls".to_owned()),
            "wall" => self.wall = Some((self.rows.len(), rest)),
            "blue" => self.faults.extend(read_side(blue, &rest)),
            "red" => self.faults.extend(read_side(red, &rest)),
            label => match label.parse::<usize>().ok().filter(|row| row.to_string() == label) {
                Some(number) => self.row(number, &rest),
                None => self.faults.push(format!(
                    "a line begins with `{}`, but it must begin with `blue`, `red`, `wall` or a \
                     row number",
                    head.escape_default()
                )),
            },
        }
    }

    fn row(&mut self, number: usize, signs: &[&str]) {
        let ground = |sign: &&str| match *sign {
            "#" => Ok(None),
            sign => sign.parse().map(Some),
        };
        match signs.iter().map(ground).collect() {
            Ok(row) => self.rows.push((number, row)),
            Err(NotCanonical) => self.faults.push(format!(
                "row {number} can only have the characters . g s Y O b J #, with spaces between \
                    them"
            )),
        }
    }
}

/// Parses the part of a line after `blue` or `red`: `hotel A1 A2 A3` or `buildings B1 C1, E1 F1,
/// ...`. Adds the squares to `side`. Returns the error, if any.
fn read_side(side: &mut Side, words: &[&str]) -> Option<String> {
    let (what, rest) = words.split_first().unwrap_or((&"", &[]));
    let house = what.parse::<House>().ok();
    let is_known = match house {
        Some(house) => !side.exits[house as usize].is_empty(),
        None if *what == "buildings" => !side.buildings.is_empty(),
        None => {
            let what = what.escape_default();
            return Some(format!(
                "after `blue` or `red`, write hotel, station, jail or buildings, not `{what}`"
            ));
        }
    };
    if is_known {
        return Some(format!("one side has two `{what}` lines"));
    }
    let text = rest.join(" ");
    let squares = |part: &str| part.split_whitespace().map(|word| word.parse().ok()).collect();
    let lists: Option<Vec<Vec<Square>>> = text.split(',').map(squares).collect();
    match (house, lists.as_deref()) {
        (Some(house), Some([exits])) => side.exits[house as usize].clone_from(exits),
        (None, Some(buildings)) => side.buildings = buildings.to_vec(),
        _ => return Some(format!("`{what}` must be followed by squares such as A1")),
    }
    None
}
