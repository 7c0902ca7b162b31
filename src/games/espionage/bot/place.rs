//! How the bots place their pieces.

use super::super::kind::Kind;
use super::super::options::Options;
use super::super::setup::Army;
use super::super::square::Square;
use crate::rules::{Numbers, Seat, Setup};

/// Number of random armies to try.
const DRAWN: usize = 300;

/// Number of random swaps of two squares to try.
const SWAPS: usize = 400;

/// Returns the best of many random armies.
pub(super) fn army(options: &Options, seat: Seat, numbers: &mut dyn Numbers) -> Army {
    let armies = (0..DRAWN).map(|_| Army::random(options, seat, numbers));
    // Of several equally sensible armies, take the first.
    let best = armies.min_by_key(|army| -worth(options, seat, army));
    best.unwrap_or_else(|| Army::random(options, seat, numbers))
}

/// Returns the best of many random armies, improved by swaps of two squares.
pub(super) fn better_army(options: &Options, seat: Seat, numbers: &mut dyn Numbers) -> Army {
    let home = options.home(seat);
    let mut best = army(options, seat, numbers);
    let mut most = worth(options, seat, &best);
    for _ in 0..SWAPS {
        let [one, other] = [(); 2].map(|()| home[numbers.index(home.len())]);
        let army = best.swapped(options, one, other);
        let worth = worth(options, seat, &army);
        if worth >= most {
            (best, most) = (army, worth);
        }
    }
    best
}

/// Returns a score for how sensible an army is. The score is lower if pieces are shut in.
fn worth(options: &Options, seat: Seat, army: &Army) -> i32 {
    let shut_in = i32::try_from(army.shut_in(options).len()).unwrap_or(0);
    sense(options, seat, |square| army.kind(options, square)) - 40 * shut_in
}

/// Returns a score for how sensible a placement is. Prefers the Headquarters in the back and next
/// to Mines; ranks up to Captain in the front row; Colonels, Generals and Spies in the second row;
/// Sappers and Mines in the back.
pub(super) fn sense(options: &Options, seat: Seat, kind: impl Fn(Square) -> Kind) -> i32 {
    let end = i32::from(options.depth()) - 1;
    let mines = |square: Square| -> i32 {
        let beside = square.around(options.grid());
        beside.map(|beside| i32::from(kind(beside) == Kind::Mine)).sum()
    };
    let of_piece = |(deep, square): (i32, Square)| -> i32 {
        match kind(square) {
            Kind::Headquarters => 30 * deep + 12 * mines(square),
            Kind::Mine | Kind::Sapper => 3 * deep,
            Kind::Corporal | Kind::Lieutenant | Kind::Captain => 4 * (end - deep),
            Kind::Colonel | Kind::General => -6 * (deep - 1).abs(),
            Kind::Spy => -4 * (deep - 1).abs(),
            Kind::Empty => 0,
        }
    };
    let row = |(deep, row)| (0..options.side()).map(move |col| (deep, Square::new(col, row)));
    (0..).zip(options.home_rows(seat)).flat_map(row).map(of_piece).sum()
}
