//! Setups as text: returns an empty form, and parses a filled-in form.

use super::kind::Kind;
use super::options::Options;
use super::setup::{Army, Fault, wrong_counts};
use crate::board::text::{joined, plain, quoted};
use crate::rules::{Seat, ensure};

/// Maximum number of lines of a setup, including comments.
pub(super) const MOST_LINES: usize = 64;

/// Returns the home rows of a seat, such as `4 to 1`.
pub(super) fn rows_of(options: &Options, seat: Seat) -> String {
    let rows = options.home_rows(seat);
    let number = |row: Option<&u8>| row.map_or(0, |row| row + 1);
    format!("{} to {}", number(rows.first()), number(rows.last()))
}

/// Returns an empty form, with the front row on top.
pub(super) fn empty(options: &Options, seat: Seat) -> String {
    let who = if seat == Seat::OPENER { "opener" } else { "joiner" };
    let rows = options.home_rows(seat);
    let front = rows.first().map_or(0, |row| row + 1);
    let count = match rows.len() {
        2 => "two",
        3 => "three",
        _ => "four",
    };
    let (pieces, squares) = (options.pieces(), options.home(seat).len());
    let leave = match options.count(Kind::Empty) {
        0 => String::new(),
        empty => format!(" and leave {empty} dots"),
    };
    let army = Kind::pieces().map(|kind| match kind {
        Kind::Spy | Kind::Sapper | Kind::Mine => {
            format!("{} ({}) x{}", kind.sign(), kind.title(), options.count(kind))
        }
        _ => format!("{} x{}", kind.sign(), options.count(kind)),
    });
    let mut lines = vec![
        format!("# Espionage, the {who}'s {count} rows; row {front} is the front."),
        format!("# Put these on {pieces} of the {squares} squares{leave}:"),
        format!("#   {}", joined(army, "  ")),
        format!("#        {}", joined(columns(options), " ")),
    ];
    let dots = " .".repeat(usize::from(options.side()));
    lines.extend(rows.into_iter().map(|row| format!("{:<8}{dots}", format!("row {}:", row + 1))));
    lines.join("\n") + "\n"
}

/// Returns the names of the columns.
fn columns(options: &Options) -> impl Iterator<Item = char> {
    ('A'..).take(usize::from(options.side()))
}

/// A line of a typed setup.
struct Line {
    label: Option<String>,
    signs: Vec<char>,
}

/// Parses a setup as a player types it: one line per row, with labels (`row 4:`, `4:`, `4 |`) in
/// any order, or without labels, the front row first. Skips comments (`#`), blank lines and a line
/// with the names of the columns.
pub(super) fn read(options: &Options, seat: Seat, typed: &str) -> Result<Army, Vec<Fault>> {
    let fits = typed.split(['\n', '/', ';']).nth(MOST_LINES).is_none();
    ensure(fits, vec![Fault::TooLong])?;
    let lines = typed.split('\n').map(|line| line.split('#').next().unwrap_or_default());
    let lines: Vec<Line> = lines
        .flat_map(|line| line.split(['/', ';']))
        .filter_map(|line| read_line(options, line))
        .collect();
    let mut faults = Vec::new();
    let mut rows = Vec::new();
    for (row, signs) in number_rows(options, seat, &lines, &mut faults) {
        rows.push((row, read_row(options, row, signs, &mut faults)));
    }
    let kinds: Vec<Kind> = rows.iter().flat_map(|(_, kinds)| kinds).copied().collect();
    faults.extend(wrong_counts(options, &kinds));
    match Army::of_rows(options, seat, &rows) {
        Some(army) if faults.is_empty() => Ok(army),
        _ => Err(faults),
    }
}

/// Parses a line into its label and symbols; `None` if the line isn't a row.
fn read_line(options: &Options, line: &str) -> Option<Line> {
    let line = plain(line).to_uppercase();
    let body = line.strip_prefix("ROW").unwrap_or(&line).trim_start();
    let digits = body.len() - body.trim_start_matches(|sign: char| sign.is_ascii_digit()).len();
    let (number, rest) = body.split_at(digits);
    let signs = |text: &str| -> Vec<char> {
        text.chars().filter(|sign| !matches!(sign, ' ' | '|' | ',')).collect()
    };
    let rest_signs = signs(rest.trim_start().strip_prefix([':', ')']).unwrap_or(rest));
    // A number without a colon is a label only if the row is complete without that number.
    let marked = body.len() != line.len() || rest.trim_start().starts_with([':', '|', ')']);
    let complete = rest.starts_with(' ') && rest_signs.len() == usize::from(options.side());
    if !number.is_empty() && (marked || complete) {
        return Some(Line { label: Some(number.to_owned()), signs: rest_signs });
    }
    let signs = signs(&line);
    let is_row = !signs.is_empty() && !signs.iter().copied().eq(columns(options));
    is_row.then_some(Line { label: None, signs })
}

fn read_row(options: &Options, row: u8, signs: &[char], faults: &mut Vec<Fault>) -> Vec<Kind> {
    let side = options.side();
    if signs.len() != usize::from(side) {
        faults.push(Fault::Width { row, read: signs.len(), side });
    }
    let kind = |(&sign, column): (&char, char)| match sign {
        '-' | '_' | '\u{b7}' | '*' => Kind::Empty,
        _ => Kind::of_sign(sign).unwrap_or_else(|| {
            faults.push(Fault::NoPiece { row, column, sign: quoted(&sign.to_string()) });
            Kind::Empty
        }),
    };
    signs.iter().zip(columns(options)).map(kind).collect()
}

/// Returns the row number of each line, counted from 1, with the line's symbols. Adds errors to
/// `faults`.
fn number_rows<'a>(
    options: &Options,
    seat: Seat,
    lines: &'a [Line],
    faults: &mut Vec<Fault>,
) -> Vec<(u8, &'a [char])> {
    let home: Vec<u8> = options.home_rows(seat).into_iter().map(|row| row + 1).collect();
    let yours = rows_of(options, seat);
    let labelled = lines.iter().filter(|line| line.label.is_some()).count();
    if labelled == 0 || labelled < lines.len() {
        if labelled > 0 {
            faults.push(Fault::Mixed);
        } else if lines.len() != home.len() {
            faults.push(Fault::Rows { read: lines.len(), due: home.len(), yours });
        }
        return home.into_iter().zip(lines.iter().map(|line| line.signs.as_slice())).collect();
    }
    let mut rows: Vec<(u8, &[char])> = Vec::new();
    for line in lines {
        let label = line.label.as_deref().unwrap_or_default();
        match label.parse().ok().filter(|row| home.contains(row)) {
            None => faults.push(Fault::NotYourRow { row: quoted(label), yours: yours.clone() }),
            Some(row) if rows.iter().any(|(known, _)| *known == row) => {
                faults.push(Fault::Twice(row));
            }
            Some(row) => rows.push((row, &line.signs)),
        }
    }
    let missing = home.into_iter().filter(|row| rows.iter().all(|(known, _)| known != row));
    faults.extend(missing.map(Fault::Missing));
    rows
}
