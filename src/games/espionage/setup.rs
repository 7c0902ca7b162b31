//! The hidden army: how it is written, read and checked.

use std::fmt;

use super::house::House;
use super::kind::Kind;
use super::place::Place;
use super::state::list;
use crate::board::text::{plain, quoted};
use crate::games::{Numbers, Seat, SetupHelp};

/// A setup has no more lines, comments included.
const MOST_LINES: usize = 64;

/// The kinds on the home squares of one seat, in the order of the sheet. Legal or not.
#[derive(Clone, PartialEq, Eq)]
pub struct Sheet {
    seat: Seat,
    kinds: Vec<Kind>,
}

impl fmt::Debug for Sheet {
    /// Says whose it is, and nothing of what it holds.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sheet").field("seat", &self.seat).finish_non_exhaustive()
    }
}

/// What is wrong with a setup.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// a sign that is no piece
    #[error("row {row}, column {column}: \"{sign}\" is no piece: 1 2 3 4 5 S E M H or a dot")]
    NoPiece {
        /// counted from 1
        row: u8,
        /// its letter
        column: char,
        /// what was read
        sign: String,
    },
    /// a row that is too short or too long
    #[error("row {row}: {read} squares, but a row has {side}")]
    Width {
        /// counted from 1
        row: u8,
        /// squares read
        read: usize,
        /// squares of a row
        side: u8,
    },
    /// a label of a row that is not a home row
    #[error("row {row} is not yours: your rows are {yours}, the front row first")]
    NotYourRow {
        /// as it was labelled
        row: String,
        /// the home rows
        yours: String,
    },
    /// two rows of the same label
    #[error("row {0} stands there twice")]
    Twice(u8),
    /// a labelled row is missing
    #[error("row {0} is missing")]
    Missing(u8),
    /// unlabelled rows, but too few or too many
    #[error("{read} rows, but yours are {due}: {yours}, the front row first")]
    Rows {
        /// rows read
        read: usize,
        /// rows due
        due: usize,
        /// which
        yours: String,
    },
    /// some rows are labelled, some not
    #[error("some rows have labels and some have none: label all of them, or none")]
    Mixed,
    /// a text that cannot be a setup
    #[error("that is too long for a setup: at most {MOST_LINES} lines")]
    TooLong,
    /// too few or too many of a kind
    #[error("{name}: {read} of {due}")]
    Count {
        /// `Captain (3)`
        name: String,
        /// pieces placed
        read: usize,
        /// pieces of the army
        due: usize,
    },
}

impl Sheet {
    /// The kind on a home square; [`Kind::Empty`] for a square that is none.
    pub(super) fn kind(&self, house: &House, place: Place) -> Kind {
        house
            .home_index(self.seat, place)
            .and_then(|at| self.kinds.get(at))
            .copied()
            .unwrap_or(Kind::Empty)
    }

    /// The rows, the front row first: their numbers, counted from 1, and what stands on them.
    fn rows(&self, house: &House) -> Vec<(u8, Vec<Kind>)> {
        let row =
            |row: u8| (0..house.side()).map(|col| self.kind(house, Place::new(col, row))).collect();
        house.home_rows(self.seat).into_iter().map(|at| (at + 1, row(at))).collect()
    }

    /// A sheet of rows, in any order; `None` unless each home row is there once, in its full width.
    fn of_rows(house: &House, seat: Seat, rows: &[(u8, Vec<Kind>)]) -> Option<Sheet> {
        let mut kinds = Vec::new();
        for place in house.home(seat) {
            let (_, row) = rows.iter().find(|(row, kinds)| {
                *row == place.row() && kinds.len() == usize::from(house.side())
            })?;
            kinds.push(*row.get(usize::from(place.0.col))?);
        }
        (rows.len() == usize::from(house.depth())).then_some(Sheet { seat, kinds })
    }

    fn count(&self, kind: Kind) -> usize {
        self.kinds.iter().filter(|placed| **placed == kind).count()
    }
}

/// The home rows of a seat for a text: `4 to 1`.
fn rows_of(house: &House, seat: Seat) -> String {
    let rows = house.home_rows(seat);
    let end = |row: Option<&u8>| row.map_or(0, |row| row + 1);
    format!("{} to {}", end(rows.first()), end(rows.last()))
}

/// `Captain (3)`, `Spy (S)`.
fn name(kind: Kind) -> String {
    format!("{} ({})", kind.title(), kind.sign())
}

/// Has each kind as many pieces as the army has?
pub(super) fn check(house: &House, seat: Seat, sheet: &Sheet) -> Vec<Fault> {
    if sheet.seat != seat || sheet.kinds.len() != house.home(seat).len() {
        let read = sheet.kinds.len() / usize::from(house.side());
        return vec![Fault::Rows {
            read,
            due: usize::from(house.depth()),
            yours: rows_of(house, seat),
        }];
    }
    counts(house, |kind| sheet.count(kind))
}

fn counts(house: &House, count: impl Fn(Kind) -> usize) -> Vec<Fault> {
    let wrong = Kind::pieces().filter(|kind| count(*kind) != house.count(*kind));
    wrong
        .map(|kind| Fault::Count { name: name(kind), read: count(kind), due: house.count(kind) })
        .collect()
}

/// A line of a typed setup.
struct Line {
    label: Option<String>,
    signs: Vec<char>,
}

/// Reads a setup as a person types it: a line a row, with labels (`row 4:`, `4:`, `4 |`) in any
/// order, or without, the front row first. Comments (`#`), blank lines and a line with the letters
/// of the columns are passed over.
pub(super) fn read(house: &House, seat: Seat, typed: &str) -> Result<Sheet, Vec<Fault>> {
    if typed.split(['\n', '/', ';']).nth(MOST_LINES).is_some() {
        return Err(vec![Fault::TooLong]);
    }
    let lines = typed.split('\n').map(|line| line.split('#').next().unwrap_or(""));
    let lines: Vec<Line> = lines
        .flat_map(|line| line.split(['/', ';']))
        .filter_map(|line| read_line(house, line))
        .collect();
    let mut faults = Vec::new();
    let numbered = number_rows(house, seat, &lines, &mut faults);
    let mut rows = Vec::new();
    for (row, signs) in numbered {
        if signs.len() != usize::from(house.side()) {
            faults.push(Fault::Width { row, read: signs.len(), side: house.side() });
        }
        let kinds =
            signs.iter().take(usize::from(house.side())).zip('A'..).map(|(sign, column)| {
                let kind = if matches!(sign, '-' | '_' | '\u{b7}' | '*') {
                    Some(Kind::Empty)
                } else {
                    Kind::of_sign(*sign)
                };
                kind.unwrap_or_else(|| {
                    faults.push(Fault::NoPiece { row, column, sign: quoted(&sign.to_string()) });
                    Kind::Empty
                })
            });
        rows.push((row, kinds.collect::<Vec<_>>()));
    }
    faults.extend(counts(house, |kind| {
        rows.iter().flat_map(|(_, row)| row).filter(|placed| **placed == kind).count()
    }));
    match Sheet::of_rows(house, seat, &rows) {
        Some(sheet) if faults.is_empty() => Ok(sheet),
        _ => Err(faults),
    }
}

/// A line without its decoration; `None` if it holds no row.
fn read_line(house: &House, line: &str) -> Option<Line> {
    let line = plain(line).to_uppercase();
    let side = usize::from(house.side());
    let body = line.strip_prefix("ROW").unwrap_or(&line).trim_start();
    let digits = body.len() - body.trim_start_matches(|sign: char| sign.is_ascii_digit()).len();
    let (number, rest) = body.split_at(digits);
    let signs = |text: &str| {
        text.chars().filter(|sign| !matches!(sign, ' ' | '|' | ',')).collect::<Vec<char>>()
    };
    let rest_signs = signs(rest.trim_start().strip_prefix([':', ')']).unwrap_or(rest));
    // Without a colon a number is a label if the row is complete without it.
    let marked = body.len() != line.len() || rest.trim_start().starts_with([':', '|', ')']);
    let labelled =
        !number.is_empty() && (marked || (rest.starts_with(' ') && rest_signs.len() == side));
    let line = if labelled {
        Line { label: Some(number.to_owned()), signs: rest_signs }
    } else {
        Line { label: None, signs: signs(&line) }
    };
    let heads: Vec<char> = ('A'..).take(side).collect();
    (!line.signs.is_empty() && line.signs != heads || line.label.is_some()).then_some(line)
}

/// Says which row each line is, counted from 1.
fn number_rows<'a>(
    house: &House,
    seat: Seat,
    lines: &'a [Line],
    faults: &mut Vec<Fault>,
) -> Vec<(u8, &'a [char])> {
    let home: Vec<u8> = house.home_rows(seat).into_iter().map(|row| row + 1).collect();
    let labelled = lines.iter().filter(|line| line.label.is_some()).count();
    if labelled == 0 || labelled < lines.len() {
        if labelled > 0 {
            faults.push(Fault::Mixed);
        } else if lines.len() != home.len() {
            faults.push(Fault::Rows {
                read: lines.len(),
                due: home.len(),
                yours: rows_of(house, seat),
            });
        }
        return home.into_iter().zip(lines.iter().map(|line| &line.signs[..])).collect();
    }
    let mut rows: Vec<(u8, &[char])> = Vec::new();
    for line in lines {
        let label = line.label.as_deref().unwrap_or("");
        match label.parse().ok().filter(|row| home.contains(row)) {
            None => {
                faults.push(Fault::NotYourRow { row: quoted(label), yours: rows_of(house, seat) })
            }
            Some(row) if rows.iter().any(|(known, _)| *known == row) => {
                faults.push(Fault::Twice(row))
            }
            Some(row) => rows.push((row, &line.signs)),
        }
    }
    faults.extend(
        home.into_iter()
            .filter(|row| rows.iter().all(|(known, _)| known != row))
            .map(Fault::Missing),
    );
    rows
}

/// The canonical form: an entry a row, the front row first, such as `row 4: 1 . S E 5 . . M 3 2`.
pub(super) fn write(house: &House, sheet: &Sheet) -> Vec<String> {
    let row = |(row, kinds): (u8, Vec<Kind>)| {
        kinds.iter().fold(format!("row {row}:"), |text, kind| format!("{text} {}", kind.sign()))
    };
    sheet.rows(house).into_iter().map(row).collect()
}

/// Reads the canonical form and nothing else.
pub(super) fn parse(house: &House, seat: Seat, entries: &[String]) -> Option<Sheet> {
    if entries.len() != usize::from(house.depth()) {
        return None;
    }
    let mut rows = Vec::new();
    for (entry, row) in entries.iter().zip(house.home_rows(seat)) {
        let cells = entry.strip_prefix(&format!("row {}:", row + 1))?.strip_prefix(' ')?;
        let kind =
            |cell: &str| cell.chars().next().filter(|_| cell.len() == 1).and_then(Kind::of_sign);
        rows.push((row + 1, cells.split(' ').take(16).map(kind).collect::<Option<Vec<_>>>()?));
    }
    let sheet = Sheet::of_rows(house, seat, &rows)?;
    (write(house, &sheet) == entries).then_some(sheet)
}

/// Every arrangement of the army is equally likely.
pub(super) fn random(house: &House, seat: Seat, numbers: &mut dyn Numbers) -> Sheet {
    let mut kinds: Vec<Kind> = Kind::ALL
        .into_iter()
        .flat_map(|kind| std::iter::repeat_n(kind, house.count(kind)))
        .collect();
    numbers.shuffle(&mut kinds);
    Sheet { seat, kinds }
}

pub(super) fn help(house: &House, seat: Seat) -> SetupHelp {
    let (pieces, squares) = (house.pieces(), house.home(seat).len());
    SetupHelp {
        what: format!(
            "Place {pieces} pieces on the {squares} squares of rows {}",
            rows_of(house, seat)
        ),
        example: None,
    }
}

/// An empty form, the front row on top.
pub(super) fn form(house: &House, seat: Seat) -> String {
    let who = if seat == Seat::OPENER { "opener" } else { "joiner" };
    let rows = house.home_rows(seat);
    let front = rows.first().map_or(0, |row| row + 1);
    let (pieces, squares, empty) =
        (house.pieces(), house.home(seat).len(), house.count(Kind::Empty));
    let leave = if empty == 0 { String::new() } else { format!(" and leave {empty} dots") };
    let army = Kind::pieces().map(|kind| match kind {
        Kind::Spy | Kind::Sapper | Kind::Mine => {
            format!("{} ({}) x{}", kind.sign(), kind.title(), house.count(kind))
        }
        _ => format!("{} x{}", kind.sign(), house.count(kind)),
    });
    let heads = ('A'..)
        .take(usize::from(house.side()))
        .fold(String::new(), |text, head| format!("{text} {head}"));
    let mut lines = vec![
        format!(
            "# Espionage, the {who}'s {} rows; row {front} is the front.",
            count_word(rows.len())
        ),
        format!("# Put these on {pieces} of the {squares} squares{leave}:"),
        format!("#   {}", army.collect::<Vec<_>>().join("  ")),
        format!("#        {}", heads.trim_start()),
    ];
    let dots = " .".repeat(usize::from(house.side()));
    lines.extend(rows.into_iter().map(|row| format!("{:<8}{dots}", format!("row {}:", row + 1))));
    lines.join("\n") + "\n"
}

fn count_word(rows: usize) -> &'static str {
    match rows {
        2 => "two",
        3 => "three",
        _ => "four",
    }
}

/// The setup in one line: what stays where it is, and what can never leave.
pub(super) fn describe(house: &House, seat: Seat, sheet: &Sheet) -> String {
    let on = |kind: Kind| {
        house.home(seat).into_iter().filter(move |place| sheet.kind(house, *place) == kind)
    };
    let (pieces, headquarters, mines) =
        (house.pieces(), list(on(Kind::Headquarters)), list(on(Kind::Mine)));
    let text = format!("{pieces} pieces, Headquarters on {headquarters}, Mines on {mines}");
    match list(shut_in(house, seat, sheet)) {
        none if none.is_empty() => text,
        squares => format!("{text}; shut in behind your own Mines: {squares}"),
    }
}

/// The pieces that could move but never reach the front, since Mines and the Headquarters never
/// make way.
fn shut_in(house: &House, seat: Seat, sheet: &Sheet) -> Vec<Place> {
    let free =
        |place: &Place| !matches!(sheet.kind(house, *place), Kind::Mine | Kind::Headquarters);
    let home: Vec<Place> = house.home(seat).into_iter().filter(free).collect();
    let front = house.home_rows(seat).first().copied();
    let mut reached: Vec<Place> =
        home.iter().copied().filter(|place| Some(place.0.row) == front).collect();
    let mut next = 0;
    while let Some(from) = reached.get(next).copied() {
        next += 1;
        let fresh: Vec<Place> = from
            .around(house.grid())
            .filter(|to| home.contains(to) && !reached.contains(to))
            .collect();
        reached.extend(fresh);
    }
    home.into_iter()
        .filter(|place| !reached.contains(place) && sheet.kind(house, *place).walks())
        .collect()
}

/// An army placed by hand, legal or not, the front row first.
#[cfg(test)]
pub(super) fn sheet_of(house: &House, seat: Seat, rows: &[&str]) -> Sheet {
    let numbers = house.home_rows(seat);
    let rows: Vec<(u8, Vec<Kind>)> = numbers
        .iter()
        .zip(rows)
        .map(|(row, text)| {
            (row + 1, text.chars().map(|sign| Kind::of_sign(sign).expect("a sign")).collect())
        })
        .collect();
    Sheet::of_rows(house, seat, &rows).expect("full rows")
}
