//! Placing an army by selecting squares.

use super::Espionage;
use super::form;
use super::kind::Kind;
use super::options::Options;
use super::scene;
use super::setup::{Army, Fault};
use super::square::Square;
use crate::rules::scene::{Board, Cell, Role};
use crate::rules::{Pieces, Placed, Seat, Setup};

impl Pieces for Espionage {
    const MANY: bool = true;

    fn stock(options: &Options, _: Seat) -> Vec<(Kind, usize)> {
        Kind::pieces().map(|kind| (kind, options.count(kind))).collect()
    }

    /// The front row first.
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

    /// Entries of a file, complete or not, or a complete form.
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
