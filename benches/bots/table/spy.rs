//! Spy! with only one player who asks: rounds until one pattern of hot spaces is left, over all
//! networks.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::{Counted, entropy};

const SIDE: usize = 10;
const LINES: usize = 6;

/// A set of spaces, one bit each.
type Spaces = u128;

/// A pattern of hot spaces.
struct Pattern {
    hot: Spaces,
    warm: Spaces,
    /// number of networks with this pattern
    networks: u64,
}

pub(super) fn table() -> String {
    let patterns = patterns();
    let networks: u64 = patterns.iter().map(|pattern| pattern.networks).sum();
    let mut text = format!("## Spy!\n\n{networks} networks, {} patterns\n\n", patterns.len());
    text += "Rounds until one pattern is left\n\n";
    text += &Counted::head("rounds");
    let mut left = String::new();
    let orders: [(&str, &[usize]); 3] = [
        ("single spaces", &[]),
        ("shortest numbered square first", &[2, 2, 3, 3, 4, 5]),
        ("longest numbered square first", &[5, 4, 3, 3, 2, 2]),
    ];
    for (name, order) in orders {
        let mut solver = Solver { order, rounds: Counted::default(), bits: Vec::new() };
        solver.ask(&patterns.iter().collect::<Vec<_>>(), 0);
        text += &solver.rounds.row(name);
        let bits = solver.bits.iter().map(|bits| format!("{:.2}", bits / networks as f64));
        let _ = writeln!(left, "| {name} | {} |", bits.collect::<Vec<_>>().join(" "));
    }
    text += "\nBits left before round 1, 2, ..\n\n| policy | bits |\n|---|---|\n";
    text + &left
}

fn space(row: usize, col: usize) -> Spaces {
    1 << (row * SIDE + col)
}

/// All patterns, each with the number of its networks.
fn patterns() -> Vec<Pattern> {
    let mut hot: BTreeMap<Spaces, u64> = BTreeMap::new();
    for (row, col) in (0..SIDE).flat_map(|row| (0..SIDE).map(move |col| (row, col))) {
        for across in [true, false] {
            lay((row, col), across, [false; LINES], space(row, col), &mut hot);
        }
    }
    let pattern = |(hot, ends): (Spaces, u64)| {
        let warm = beside(hot) & !hot;
        // The search finds each network from both of its ends.
        Pattern { hot, warm, networks: ends / 2 }
    };
    hot.into_iter().map(pattern).collect()
}

/// Draws the remaining lines from here, each at a right angle to the last.
fn lay(
    (row, col): (usize, usize),
    across: bool,
    laid: [bool; LINES],
    hot: Spaces,
    found: &mut BTreeMap<Spaces, u64>,
) {
    if laid == [true; LINES] {
        *found.entry(hot).or_default() += 1;
        return;
    }
    for units in (1..=LINES).filter(|units| !laid[units - 1]) {
        for way in [-1, 1] {
            let (down, right) = if across { (0, way) } else { (way, 0) };
            let mut end = Some((row, col, hot));
            for _ in 0..units {
                end = end.and_then(|(row, col, hot)| {
                    let row = row.checked_add_signed(down).filter(|row| *row < SIDE)?;
                    let col = col.checked_add_signed(right).filter(|col| *col < SIDE)?;
                    (hot & space(row, col) == 0).then(|| (row, col, hot | space(row, col)))
                });
            }
            let Some((row, col, hot)) = end else { continue };
            let mut laid = laid;
            laid[units - 1] = true;
            lay((row, col), !across, laid, hot, found);
        }
    }
}

/// The spaces above, below, left and right of these.
fn beside(hot: Spaces) -> Spaces {
    let mut beside = 0;
    for (row, col) in (0..SIDE).flat_map(|row| (0..SIDE).map(move |col| (row, col))) {
        if hot & space(row, col) != 0 {
            beside |= if row > 0 { space(row - 1, col) } else { 0 };
            beside |= if row + 1 < SIDE { space(row + 1, col) } else { 0 };
            beside |= if col > 0 { space(row, col - 1) } else { 0 };
            beside |= if col + 1 < SIDE { space(row, col + 1) } else { 0 };
        }
    }
    beside
}

struct Solver<'a> {
    /// number of spaces to ask for in each round; one if all are used up
    order: &'a [usize],
    rounds: Counted,
    /// remaining bits after each round, summed over all networks
    bits: Vec<f64>,
}

impl Solver<'_> {
    fn ask(&mut self, left: &[&Pattern], round: usize) {
        let networks: u64 = left.iter().map(|pattern| pattern.networks).sum();
        if self.bits.len() <= round {
            self.bits.resize(round + 1, 0.0);
        }
        self.bits[round] += networks as f64 * entropy(left.iter().map(|pattern| pattern.networks));
        if left.len() == 1 {
            self.rounds.add(round, networks);
            return;
        }
        let length = self.order.get(round).copied().unwrap_or(1);
        let mut best: Option<(f64, Vec<u64>)> = None;
        for row in rows(length) {
            let mut classes = vec![0; 3_usize.pow(u32::try_from(length).expect("five at most"))];
            for pattern in left {
                classes[answer(pattern, &row)] += pattern.networks;
            }
            let worth = entropy(classes.iter().copied());
            // Tolerates rounding: a different order of the sum is not an improvement.
            if best.as_ref().is_none_or(|(most, _)| worth > most + 1e-9) {
                best = Some((worth, row.iter().map(|at| u64::from(at.trailing_zeros())).collect()));
            }
        }
        let (_, row) = best.expect("a row");
        let row: Vec<Spaces> = row.into_iter().map(|at| 1 << at).collect();
        let mut parts: BTreeMap<usize, Vec<&Pattern>> = BTreeMap::new();
        for pattern in left {
            parts.entry(answer(pattern, &row)).or_default().push(pattern);
        }
        for part in parts.values() {
            self.ask(part, round + 1);
        }
    }
}

/// Cold, warm or hot for each space, as one number.
fn answer(pattern: &Pattern, row: &[Spaces]) -> usize {
    row.iter().fold(0, |answers, at| {
        let hot = 2 * usize::from(pattern.hot & at != 0);
        3 * answers + hot + usize::from(pattern.warm & at != 0)
    })
}

/// All rows of this length, across and down.
fn rows(length: usize) -> Vec<Vec<Spaces>> {
    let mut rows = Vec::new();
    for (row, col) in (0..SIDE).flat_map(|row| (0..SIDE).map(move |col| (row, col))) {
        if col + length <= SIDE {
            rows.push((0..length).map(|nth| space(row, col + nth)).collect());
        }
        if row + length <= SIDE && length > 1 {
            rows.push((0..length).map(|nth| space(row + nth, col)).collect());
        }
    }
    rows
}
