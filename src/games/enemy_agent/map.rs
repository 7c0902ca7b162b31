//! A map as it is written: what can be read, before anybody asks whether one could play on it.

use super::board::{Ground, House, read_square};
use crate::board::Square;

/// Most columns: a square is named by one letter.
const MOST_COLUMNS: usize = 26;
/// Most rows; more than a map of 40 lines holds.
const MOST_ROWS: usize = 40;

/// What belongs to one side.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Side {
    /// of each house, in the order of [`House::ALL`]
    pub(super) exits: [Vec<Square>; 3],
    /// the squares before each, west to east
    pub(super) buildings: Vec<Vec<Square>>,
}

/// A map as it was written, sound or not.
pub(super) struct Map {
    /// from the top down
    pub(super) rows: Vec<Vec<Option<Ground>>>,
    pub(super) blue_rows: usize,
    pub(super) doors: Vec<u8>,
    pub(super) sides: [Side; 2],
}

impl Map {
    pub(super) fn read<'a>(lines: impl IntoIterator<Item = &'a str>) -> Result<Map, Vec<String>> {
        let mut rows: Vec<(usize, Vec<Option<Ground>>)> = Vec::new();
        let mut wall: Option<(usize, Vec<&str>)> = None;
        let mut sides = <[Side; 2]>::default();
        let mut faults = Vec::new();
        for line in lines {
            let words: Vec<&str> = line.split_whitespace().collect();
            let Some((&head, rest)) =
                words.split_first().filter(|(head, _)| !head.starts_with('#'))
            else {
                continue;
            };
            match head.to_ascii_lowercase().as_str() {
                "wall" if wall.is_some() => faults.push("there are two walls".to_owned()),
                "wall" => wall = Some((rows.len(), rest.to_vec())),
                "blue" => faults.extend(read_side(&mut sides[0], rest)),
                "red" => faults.extend(read_side(&mut sides[1], rest)),
                label => match (
                    label.parse(),
                    rest.iter()
                        .map(|sign| Ground::of_sign(sign))
                        .collect::<Result<Vec<_>, NoSign>>(),
                ) {
                    (Ok(number), Ok(row)) => rows.push((number, row)),
                    (Ok(number), Err(NoSign)) => {
                        faults.push(format!("row {number} has a sign that is none of . g s Y O b J #, or no blanks between"));
                    }
                    (Err(_), _) => faults.push(format!(
                        "a line begins with `{}`; rows begin with a number",
                        head.escape_default()
                    )),
                },
            }
        }
        let width = rows.first().map_or(0, |(_, row)| row.len());
        if rows.is_empty() || rows.len() > MOST_ROWS || width == 0 || width > MOST_COLUMNS {
            faults.push(format!(
                "there must be 1 to {MOST_ROWS} rows of 1 to {MOST_COLUMNS} squares"
            ));
        } else if rows
            .iter()
            .rev()
            .enumerate()
            .any(|(at, (number, row))| *number != at + 1 || row.len() != width)
        {
            faults.push("the rows must count down to 1 and be of one length".to_owned());
        }
        let (above, signs) = wall.unwrap_or_default();
        if signs.len() != width
            || signs.iter().any(|sign| !matches!(*sign, "=" | "|"))
            || above == 0
            || above >= rows.len()
        {
            faults.push("between two rows there must be one line `wall`, with a sign = or | for each column".to_owned());
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let blue_rows = rows.len() - above;
        let doors = (0..).zip(signs).filter(|(_, sign)| *sign == "|").map(|(col, _)| col).collect();
        Ok(Map { rows: rows.into_iter().map(|(_, row)| row).collect(), blue_rows, doors, sides })
    }
}

/// Reads `hotel A1 A2 A3` or `buildings B1 C1, E1 F1, ...`; says what is wrong.
fn read_side(side: &mut Side, words: &[&str]) -> Option<String> {
    let (what, rest) = words.split_first()?;
    let text = rest.join(" ");
    let lists: Option<Vec<Vec<Square>>> =
        text.split(',').map(|part| part.split_whitespace().map(read_square).collect()).collect();
    let Some(lists) = lists else {
        return Some(format!("`{}` must be followed by squares", what.escape_default()));
    };
    if what.eq_ignore_ascii_case("buildings") {
        side.buildings = lists;
        return None;
    }
    let Some(house) = House::ALL.into_iter().find(|house| what.eq_ignore_ascii_case(house.word()))
    else {
        return Some(format!(
            "`{}` is no hotel, station, jail or buildings",
            what.escape_default()
        ));
    };
    side.exits[house as usize] = lists.into_iter().flatten().collect();
    None
}

impl Ground {
    fn of_sign(sign: &str) -> Result<Option<Ground>, NoSign> {
        Ok(match sign {
            "." => Some(Ground::Plain),
            "g" => Some(Ground::Gray),
            "s" => Some(Ground::Shaded),
            "Y" => Some(Ground::Yellow),
            "O" => Some(Ground::Circle),
            "b" => Some(Ground::Sentry),
            "J" => Some(Ground::Jail),
            "#" => None,
            _ => return Err(NoSign),
        })
    }
}

/// Not a sign of the map.
struct NoSign;
