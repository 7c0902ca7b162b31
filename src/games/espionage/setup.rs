//! The hidden army: its text form and validation.

use std::fmt;

use super::Espionage;
use super::form::{self, MOST_LINES};
use super::kind::Kind;
use super::options::Options;
use super::scene;
use super::square::Square;
use crate::board::text::joined;
use crate::rules::scene::{Board, Cell, Role};
use crate::rules::{Hand, Numbers, Pieces, Placed, Seat, Setup, SetupHelp, placing_hand};

/// The kinds on the home squares of one seat, in the order of the setup. Legal or not.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Army {
    seat: Seat,
    kinds: Vec<Kind>,
}

impl fmt::Debug for Army {
    /// Shows only the seat.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Army").field("seat", &self.seat).finish_non_exhaustive()
    }
}

impl Army {
    /// Returns the kind on a home square; [`Kind::Empty`] for any other square.
    pub(super) fn kind(&self, options: &Options, square: Square) -> Kind {
        let at = options.home_index(self.seat, square);
        at.and_then(|at| self.kinds.get(at)).copied().unwrap_or(Kind::Empty)
    }

    /// Returns the army with the contents of two home squares swapped.
    pub(super) fn swapped(&self, options: &Options, one: Square, other: Square) -> Army {
        let at = |square| options.home_index(self.seat, square);
        let mut kinds = self.kinds.clone();
        if let (Some(one), Some(other)) = (at(one), at(other)) {
            kinds.swap(one, other);
        }
        Army { kinds, ..*self }
    }

    /// Creates an army from rows in any order, each with its number, counted from 1. Returns `None`
    /// unless the rows are exactly the home rows, each in its full width.
    pub(super) fn of_rows(options: &Options, seat: Seat, rows: &[(u8, Vec<Kind>)]) -> Option<Army> {
        let side = usize::from(options.side());
        let mut kinds = Vec::new();
        for square in options.home(seat) {
            let is_its =
                |(row, kinds): &&(u8, Vec<Kind>)| *row == square.row() && kinds.len() == side;
            let (_, row) = rows.iter().find(is_its)?;
            kinds.push(*row.get(usize::from(square.0.col))?);
        }
        (rows.len() == usize::from(options.depth())).then_some(Army { seat, kinds })
    }

    /// Returns the home squares whose kind satisfies `holds`.
    fn squares(&self, options: &Options, holds: impl Fn(Kind) -> bool) -> Vec<Square> {
        let home = options.home(self.seat).into_iter();
        home.filter(|&square| holds(self.kind(options, square))).collect()
    }

    /// Returns the squares of the pieces that can move but can't reach the front row, because Mines
    /// and the Headquarters block the way forever.
    pub(super) fn shut_in(&self, options: &Options) -> Vec<Square> {
        let free = self.squares(options, |kind| kind == Kind::Empty || kind.walks());
        let front = options.home_rows(self.seat).first().map(|row| row + 1);
        let is_front = |square: &Square| Some(square.row()) == front;
        let mut reached: Vec<Square> = free.iter().copied().filter(is_front).collect();
        let mut next = 0;
        while let Some(&from) = reached.get(next) {
            next += 1;
            let around = from.around(options.grid());
            let fresh: Vec<Square> =
                around.filter(|to| free.contains(to) && !reached.contains(to)).collect();
            reached.extend(fresh);
        }
        let mut walkers = self.squares(options, Kind::walks);
        walkers.retain(|square| !reached.contains(square));
        walkers
    }
}

impl Setup<Espionage> for Army {
    fn help(options: &Options, seat: Seat) -> Option<SetupHelp> {
        let (pieces, squares) = (options.pieces(), options.home(seat).len());
        let rows = form::rows_of(options, seat);
        Some(SetupHelp {
            ask: format!("Place {pieces} pieces on the {squares} squares of rows {rows}"),
            done: "has placed an army".to_owned(),
            example: None,
            form: form::empty(options, seat),
        })
    }

    fn items(options: &Options, seat: Seat) -> Vec<Square> {
        options.home(seat)
    }

    fn value(&self, options: &Options, item: &Square) -> Kind {
        self.kind(options, *item)
    }

    fn read(options: &Options, seat: Seat, typed: &str) -> Result<Self, Vec<Fault>> {
        form::read(options, seat, typed)
    }

    fn parse(options: &Options, seat: Seat, entries: &[String]) -> Option<Self> {
        if entries.len() != usize::from(options.depth()) {
            return None;
        }
        let sign =
            |cell: &str| cell.chars().next().filter(|_| cell.len() == 1).and_then(Kind::of_sign);
        let row = |(entry, row): (&String, u8)| {
            let cells = entry.strip_prefix(&format!("row {}: ", row + 1))?;
            let kinds = cells.split(' ').take(16).map(sign).collect::<Option<Vec<_>>>()?;
            Some((row + 1, kinds))
        };
        let rows = entries.iter().zip(options.home_rows(seat)).map(row);
        let army = Army::of_rows(options, seat, &rows.collect::<Option<Vec<_>>>()?)?;
        (army.write(options, seat) == entries).then_some(army)
    }

    /// Writes one entry per row, the front row first, such as `row 4: 1 . S E 5 . . M 3 2`.
    fn write(&self, options: &Options, _seat: Seat) -> Vec<String> {
        let row = |row: u8| {
            let squares = (0..options.side()).map(|col| Square::new(col, row));
            let signs = squares.map(|square| self.kind(options, square).sign());
            signs.fold(format!("row {}:", row + 1), |text, sign| format!("{text} {sign}"))
        };
        options.home_rows(self.seat).into_iter().map(row).collect()
    }

    /// Checks the number of pieces of each kind.
    fn faults(&self, options: &Options, seat: Seat) -> Vec<Fault> {
        if self.seat != seat || self.kinds.len() != options.home(seat).len() {
            return vec![Fault::Rows {
                read: self.kinds.len() / usize::from(options.side()),
                due: usize::from(options.depth()),
                yours: form::rows_of(options, seat),
            }];
        }
        wrong_counts(options, &self.kinds)
    }

    /// Returns a random army; every arrangement is equally likely.
    fn random(options: &Options, seat: Seat, numbers: &mut dyn Numbers) -> Self {
        let all = Kind::ALL.into_iter();
        let mut kinds: Vec<Kind> =
            all.flat_map(|kind| std::iter::repeat_n(kind, options.count(kind))).collect();
        numbers.shuffle(&mut kinds);
        Army { seat, kinds }
    }

    fn find(options: &Options, seat: Seat, is: &dyn Fn(&Square, &Kind) -> bool) -> Option<Self> {
        let kind = |square: Square| Kind::ALL.into_iter().find(|kind| is(&square, kind));
        let kinds = options.home(seat).into_iter().map(kind).collect::<Option<_>>()?;
        Some(Army { seat, kinds })
    }

    fn touch(
        options: &Options,
        seat: Seat,
        draft: &str,
        numbers: &mut dyn Numbers,
    ) -> Option<Hand> {
        placing_hand::<Espionage>(options, seat, draft, numbers)
    }

    /// Describes the army by its pieces that never move, and by its pieces that are shut in.
    fn describe(&self, options: &Options, _seat: Seat) -> String {
        let on = |kind: Kind| joined(self.squares(options, |other| other == kind), ", ");
        let (pieces, headquarters, mines) =
            (options.pieces(), on(Kind::Headquarters), on(Kind::Mine));
        let text = format!("{pieces} pieces, Headquarters on {headquarters}, Mines on {mines}");
        match joined(self.shut_in(options), ", ") {
            none if none.is_empty() => text,
            squares => format!("{text}; enclosed by the army's own Mines: {squares}"),
        }
    }
}

impl Pieces for Espionage {
    const MANY: bool = true;

    fn stock(options: &Options, _: Seat) -> Vec<(Kind, usize)> {
        Kind::pieces().map(|kind| (kind, options.count(kind))).collect()
    }

    /// Returns the home squares, the front row first.
    fn cells(options: &Options, seat: Seat) -> Vec<Square> {
        let row = |row| (0..options.side()).map(move |col| Square::new(col, row));
        options.home_rows(seat).into_iter().flat_map(row).collect()
    }

    fn board(options: &Options, seat: Seat, cell: &dyn Fn(&Square) -> Cell) -> Board {
        scene::board(options.side(), "YOUR ARMY", &options.home_rows(seat), cell)
    }

    fn piece(kind: &Kind) -> Cell {
        Cell::new(kind.sign(), Role::Own)
    }

    fn noun(kind: &Kind) -> &'static str {
        kind.title()
    }

    /// Parses either the entries of a turn file, even if pieces are missing, or a complete form.
    fn typed(options: &Options, seat: Seat, typed: &str) -> (Placed<Espionage>, Vec<Fault>) {
        let entries: Vec<String> = typed.split("; ").map(str::to_owned).collect();
        let army = Army::parse(options, seat, &entries);
        let army = army.map_or_else(|| form::read(options, seat, typed), Ok);
        let pieces = |army: Army| {
            let kinds =
                Self::cells(options, seat).into_iter().map(|at| (at, army.kind(options, at)));
            Placed::of(kinds.filter(|(_, kind)| *kind != Kind::Empty))
        };
        army.map_or_else(|faults| (Placed::of([]), faults), |army| (pieces(army), Vec::new()))
    }
}

/// Returns an error for each kind with too few or too many pieces.
pub(super) fn wrong_counts(options: &Options, kinds: &[Kind]) -> Vec<Fault> {
    let count = |kind: Kind| {
        let read = kinds.iter().filter(|&&placed| placed == kind).count();
        Fault::Count { kind, read, due: options.count(kind) }
    };
    let is_wrong = |fault: &Fault| matches!(fault, Fault::Count { read, due, .. } if read != due);
    Kind::pieces().map(count).filter(is_wrong).collect()
}

/// An error in a setup. Rows are counted from 1.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum Fault {
    #[error(
        "row {row}, column {column}: \"{sign}\" is not a piece: use 1 2 3 4 5 S E M H or a dot"
    )]
    NoPiece { row: u8, column: char, sign: String },
    #[error("row {row} needs {side} squares, not {read}")]
    Width { row: u8, read: usize, side: u8 },
    #[error("row {row} is not yours: your rows are {yours}, the front row first")]
    NotYourRow { row: String, yours: String },
    #[error("row {0} appears twice")]
    Twice(u8),
    #[error("row {0} is missing")]
    Missing(u8),
    #[error("a setup needs {due} rows, not {read}: rows {yours}, the front row first")]
    Rows { read: usize, due: usize, yours: String },
    #[error("some rows have labels and some have none: label all of them, or none")]
    Mixed,
    #[error("that is too long for a setup: at most {MOST_LINES} lines")]
    TooLong,
    #[error("{} ({}): this setup has {read}, but the army has {due}", .kind.title(), .kind.sign())]
    Count { kind: Kind, read: usize, due: usize },
}
