//! Checkpoint: Danger! with only one caller, without the Danger rule: misses before all four agents
//! are found, over all 595,665 sheets.

use std::fmt::Write;

use super::{Counted, entropy};

const ROWS: usize = 7;
const COLS: usize = 9;
const SQUARES: usize = ROWS * COLS;
const AGENTS: u32 = 4;

/// The answers: a number of lines, or a HIT.
const HIT: usize = 9;

/// Value of a call for a policy: the bits of its answer, and the probability of a HIT.
type Worth = fn(bits: f64, hit: f64) -> f64;

pub(super) fn table() -> String {
    let (sheets, lines) = (sheets(), lines());
    let mut text = String::from(
        "## Checkpoint: Danger!\n\nFirst calls, a quarter of the map: bits of the answer, chance \
         of a 0 in hundredths\n\n",
    );
    text += "| | 1 | 2 | 3 | 4 | 5 |\n|---|---|---|---|---|---|\n";
    for (row, letter) in ["A", "B", "C", "D"].iter().enumerate() {
        let cell = |col: usize| {
            let classes = classes(&sheets, &lines, row * COLS + col);
            let zero = 100.0 * classes[0] as f64 / sheets.len() as f64;
            format!("{:.3}, {zero:.1}", entropy(classes))
        };
        let cells: Vec<String> = (0..5).map(cell).collect();
        let _ = writeln!(text, "| **{letter}** | {} |", cells.join(" | "));
    }
    let _ = writeln!(text, "\nMisses before the fourth agent, over {} sheets\n", sheets.len());
    text += &Counted::head("misses");
    let policies: [(&str, Worth); 5] = [
        ("likeliest square", |_, hit| hit),
        ("most bits", |bits, _| bits),
        ("bits + P(HIT)", |bits, hit| bits + hit),
        ("bits + 2 P(HIT)", |bits, hit| bits + 2.0 * hit),
        ("bits + 3 P(HIT)", |bits, hit| bits + 3.0 * hit),
    ];
    for (name, worth) in policies {
        let mut solver = Solver { lines: &lines, worth, misses: Counted::default() };
        solver.call(&sheets, 0, 0, 0);
        text += &solver.misses.row(name);
    }
    text
}

/// All ways to put four agents on the map, one bit per square.
fn sheets() -> Vec<u64> {
    let below = |limit: usize| 0..limit;
    let mut sheets = Vec::new();
    for a in below(SQUARES) {
        for b in below(a) {
            for c in below(b) {
                sheets.extend(below(c).map(|d| 1_u64 << a | 1 << b | 1 << c | 1 << d));
            }
        }
    }
    sheets
}

/// The squares on each of the eight lines from each square.
fn lines() -> Vec<[u64; 8]> {
    const WAYS: [(isize, isize); 8] =
        [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
    let line = |from: usize, (down, right): (isize, isize)| {
        let (mut row, mut col, mut line) = (from / COLS, from % COLS, 0);
        loop {
            match (row.checked_add_signed(down), col.checked_add_signed(right)) {
                (Some(next), Some(across)) if next < ROWS && across < COLS => {
                    (row, col) = (next, across);
                    line |= 1 << (row * COLS + col);
                }
                _ => return line,
            }
        }
    };
    (0..SQUARES).map(|from| WAYS.map(|way| line(from, way))).collect()
}

fn answer(lines: &[u64; 8], square: usize, sheet: u64) -> usize {
    if sheet >> square & 1 == 1 {
        return HIT;
    }
    lines.iter().filter(|line| *line & sheet != 0).count()
}

fn classes(sheets: &[u64], lines: &[[u64; 8]], square: usize) -> [u64; 10] {
    let mut classes = [0; 10];
    for sheet in sheets {
        classes[answer(&lines[square], square, *sheet)] += 1;
    }
    classes
}

struct Solver<'a> {
    lines: &'a [[u64; 8]],
    worth: Worth,
    misses: Counted,
}

impl Solver<'_> {
    /// Continues with the best call, the first of equal ones, for all of these sheets.
    fn call(&mut self, sheets: &[u64], called: u64, found: u32, misses: usize) {
        if sheets.len() <= 1 || found == AGENTS {
            self.misses.add(misses, sheets.len() as u64);
            return;
        }
        let mut best = (f64::NEG_INFINITY, 0);
        for square in (0..SQUARES).filter(|square| called >> square & 1 == 0) {
            let classes = classes(sheets, self.lines, square);
            let hit = classes[HIT] as f64 / sheets.len() as f64;
            // Calls certain agents first, because that costs nothing.
            let worth =
                if hit >= 1.0 { f64::INFINITY } else { (self.worth)(entropy(classes), hit) };
            // Tolerates rounding: a different order of the sum is not an improvement.
            if worth > best.0 + 1e-9 {
                best = (worth, square);
            }
        }
        let square = best.1;
        let mut parts: [Vec<u64>; 10] = Default::default();
        for sheet in sheets {
            parts[answer(&self.lines[square], square, *sheet)].push(*sheet);
        }
        for (answer, part) in parts.iter().enumerate().filter(|(_, part)| !part.is_empty()) {
            let hit = answer == HIT;
            let misses = misses + usize::from(!hit);
            self.call(part, called | 1 << square, found + u32::from(hit), misses);
        }
    }
}
