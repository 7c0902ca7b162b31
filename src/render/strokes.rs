//! Lines between cells, which the text format draws with box characters.

use super::text::slot;
use crate::rules::scene::{Cell, Join, Row};

/// Whether a line leaves a cell up, right, down, left.
pub(super) type Ways = [bool; 4];

/// Contents of a cell: lines, and text on them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Strokes {
    pub(super) ways: Ways,
    pub(super) sign: String,
}

/// Returns the cells of all rows; a band has none.
pub(super) fn strokes(rows: &[Row]) -> Vec<Vec<Strokes>> {
    let cells = |row: &Row| {
        if let Row::Cells { cells, .. } = row {
            cells.iter().map(of_cell).collect()
        } else {
            Vec::new()
        }
    };
    let mut all: Vec<Vec<Strokes>> = rows.iter().map(cells).collect();
    for row in &mut all {
        for at in 1..row.len() {
            if let [left, right] = &mut row[at - 1..=at] {
                continue_line(&mut left.ways[1], &mut right.ways[3]);
            }
        }
    }
    for at in 1..all.len() {
        if let [upper, lower] = &mut all[at - 1..=at] {
            upper
                .iter_mut()
                .zip(lower)
                .for_each(|(upper, lower)| continue_line(&mut upper.ways[2], &mut lower.ways[0]));
        }
    }
    all
}

/// Text may hide the line below it, but a line that reaches a cell continues there.
fn continue_line(one: &mut bool, other: &mut bool) {
    (*one, *other) = (*one || *other, *one || *other);
}

fn of_cell(cell: &Cell) -> Strokes {
    let signs: Vec<char> = slot(&cell.text, Join::Gap, 3).chars().collect();
    match signs.as_slice() {
        [left, middle, right] if cell.text.chars().any(|sign| ways(sign).is_some()) => {
            let mut strokes =
                Strokes { ways: ways(*middle).unwrap_or_default(), sign: String::new() };
            strokes.ways[1] |= *right == '─';
            strokes.ways[3] |= *left == '─';
            if ways(*middle).is_none() {
                strokes.sign = middle.to_string();
            }
            strokes
        }
        _ => Strokes { ways: Ways::default(), sign: cell.text.trim().to_owned() },
    }
}

fn ways(sign: char) -> Option<Ways> {
    let [up, right, down, left] = match sign {
        '─' => [0, 1, 0, 1],
        '│' => [1, 0, 1, 0],
        '┌' => [0, 1, 1, 0],
        '┐' => [0, 0, 1, 1],
        '└' => [1, 1, 0, 0],
        '┘' => [1, 0, 0, 1],
        '├' => [1, 1, 1, 0],
        '┤' => [1, 0, 1, 1],
        '┬' => [0, 1, 1, 1],
        '┴' => [1, 1, 0, 1],
        '┼' => [1, 1, 1, 1],
        _ => return None,
    };
    Some([up == 1, right == 1, down == 1, left == 1])
}
