//! The rows of the inbox, within the width of the screen.

use pbem::render::{self, padded, shortened};

/// Maximum width of a game's name in a row; less on a narrow screen.
const LONGEST_NAME: usize = 24;
const NARROW: (usize, usize) = (70, 16);
/// Minimum width of the next-step column, and of a result; if there is less room, another column is
/// left out.
const LEAST: usize = 15;
const LEAST_RESULT: usize = 28;
/// Space between two columns.
const GAP: usize = 2;

/// A row of the inbox.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Row {
    pub name: String,
    pub title: &'static str,
    pub turns: u32,
    /// The next step, the player to move, or the result.
    pub what: String,
    /// The time left, or how long the game has waited; empty if the game is over.
    pub waiting: String,
}

/// Widths of the columns; 0 if a column is left out.
#[derive(Clone, Copy, Debug)]
struct Columns {
    name: usize,
    title: usize,
    turns: usize,
    waiting: usize,
    all: usize,
}

/// Lays out the rows in `width` columns. On a narrow screen it first drops the turn numbers, then
/// the titles; a name that is too long gets its own line.
pub(crate) fn aligned(rows: &[&Row], width: usize) -> Vec<Vec<String>> {
    let columns = Columns::of(rows, width);
    rows.iter().map(|row| columns.lines(row)).collect()
}

impl Columns {
    /// Computes the widths from the contents, with a maximum for names.
    fn of(rows: &[&Row], all: usize) -> Self {
        let widest = |width: &dyn Fn(&Row) -> usize| rows.iter().map(|row| width(row)).max();
        let widest = |width: &dyn Fn(&Row) -> usize| widest(width).unwrap_or(0);
        let longest = if all < NARROW.0 { NARROW.1 } else { LONGEST_NAME };
        let mut columns = Columns {
            name: widest(&|row| {
                Some(render::columns(&row.name)).filter(|width| *width <= longest).unwrap_or(0)
            }),
            title: widest(&|row| row.title.len()),
            turns: "turn ".len() + widest(&|row| row.turns.to_string().len()),
            waiting: widest(&|row| row.waiting.len()),
            all,
        };
        let least = |is_over: bool, least: usize| {
            let what = rows.iter().filter(|row| row.waiting.is_empty() == is_over);
            what.map(|row| render::columns(&row.what)).max().unwrap_or(0).min(least)
        };
        let (next, result) = (least(false, LEAST), least(true, LEAST_RESULT));
        let is_narrow =
            |columns: &Columns| columns.room(columns.waiting) < next || columns.room(0) < result;
        if is_narrow(&columns) {
            columns.turns = 0;
        }
        if is_narrow(&columns) {
            columns.title = 0;
        }
        columns
    }

    /// Returns the width that is left for the next step.
    fn room(&self, waiting: usize) -> usize {
        let before = [self.name, self.title, self.turns];
        let used: usize = before.iter().filter(|width| **width > 0).map(|width| width + GAP).sum();
        self.all.saturating_sub(used + waiting + usize::from(waiting > 0))
    }

    fn lines(&self, row: &Row) -> Vec<String> {
        let fits = render::columns(&row.name) <= self.name;
        let cells = [
            (if fits { row.name.as_str() } else { "" }, self.name),
            (row.title, self.title),
            (&format!("turn {}", row.turns), self.turns),
        ];
        let cells = cells.into_iter().filter(|(_, width)| *width > 0);
        let cells: Vec<String> = cells.map(|(text, width)| padded(text, width)).collect();
        let before = cells.join(&" ".repeat(GAP));
        let waiting = if row.waiting.is_empty() { 0 } else { self.waiting };
        let room = self.room(waiting);
        let what = shortened(&row.what, room);
        let line = format!("{before}{:GAP$}{} {:>waiting$}", "", padded(&what, room), row.waiting);
        let above = (!fits).then(|| shortened(&row.name, self.all));
        above.into_iter().chain([line.trim_end().to_owned()]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// On a narrow screen a result is worth more than the title of the game.
    #[test]
    fn results_are_not_cut_off_at_60_columns() {
        let what = "alice wins: bob resigned";
        let row = |name: &str| Row {
            name: name.to_owned(),
            title: "Checkpoint: Danger!",
            turns: 17,
            what: what.to_owned(),
            waiting: String::new(),
        };
        let (first, second) = (row("cd-bob"), row("cd-bob-rematch-2"));
        for lines in aligned(&[&first, &second], 58) {
            assert!(lines.iter().any(|line| line.contains(what)), "{lines:?}");
        }
        // On a wide screen, nothing is left out.
        for lines in aligned(&[&first, &second], 98) {
            let [line] = lines.as_slice() else { panic!("one line: {lines:?}") };
            assert!(["Checkpoint", "turn 17", what].iter().all(|part| line.contains(part)));
        }
    }
}
