//! All setups that fit the public knowledge about a player's setup.

use super::super::Shown;
use super::super::position::State;
use super::super::setup::{AGENTS, Answer};
use super::super::sheet::{Mark, Sheet};
use super::super::square::Square;
use crate::rules::Seat;

/// Returns the bit of a square in a set of squares. All 63 squares fit into one `u64`.
pub(super) fn bit(square: Square) -> u64 {
    1 << square.index()
}

/// Number of bits in a set of squares: one more than there are squares.
const SQUARES: usize = 64;

/// Possible setups, each a set of four squares.
pub(super) struct Sheets(pub(super) Vec<u64>);

impl Sheets {
    /// Returns all setups that fit what is known about the agents of the seat `of`. Checks at most
    /// 595,665 setups.
    pub(super) fn of(state: &State, shown: &Shown, of: Seat) -> Self {
        let sheet = Sheet::new(state, shown, of, true);
        let is_sure = |square: &Square| matches!(sheet.mark(*square), Mark::Found | Mark::Agent);
        let sure: Vec<Square> = Square::all().filter(is_sure).collect();
        let is_free = |square: &Square| sheet.possible(*square) && !sure.contains(square);
        let calls = state.callers[of.other()].calls.iter();
        let answers = calls.filter_map(|past_call| match past_call.answer {
            Some(Answer::Seen(count @ 1..)) => {
                Some((lines(past_call.call.square), u32::from(count)))
            }
            _ => None,
        });
        let free = Square::all().filter(is_free).map(bit).collect();
        let mut search = Search { answers: answers.collect(), free, fitting: Vec::new() };
        if let Some(left) = AGENTS.checked_sub(sure.len()) {
            search.choose(0, left, sure.iter().map(|square| bit(*square)).sum());
        }
        Sheets(search.fitting)
    }

    /// Returns the number of setups for which a call of this square is answered with 0.
    pub(super) fn blind(&self, square: Square) -> u64 {
        let squares = lines(square).iter().fold(bit(square), |all, line| all | line);
        self.0.iter().filter(|sheet| **sheet & squares == 0).count() as u64
    }

    /// Returns, for each square, the number of setups with an agent there.
    pub(super) fn agent_counts(&self) -> [u64; SQUARES] {
        let mut counts = [0; SQUARES];
        for &sheet in &self.0 {
            let mut left = sheet;
            while left != 0 {
                counts[left.trailing_zeros() as usize % SQUARES] += 1;
                left &= left.wrapping_sub(1);
            }
        }
        counts
    }
}

/// Returns the eight lines from a square, each as a set of squares. Only the first agent on a line
/// is seen, so several agents on a line count as one agent.
pub(super) fn lines(square: Square) -> [u64; 8] {
    let mut lines = [0; 8];
    for (line, ray) in lines.iter_mut().zip(square.rays()) {
        *line = ray.map(bit).sum();
    }
    lines
}

/// Returns the number of these lines on which a setup has an agent.
pub(super) fn count_seen(lines: &[u64; 8], sheet: u64) -> u32 {
    lines.iter().map(|line| u32::from(line & sheet != 0)).sum()
}

struct Search {
    answers: Vec<([u64; 8], u32)>,
    free: Vec<u64>,
    fitting: Vec<u64>,
}

impl Search {
    /// Tries all ways to put `left` more agents on free squares, starting at index `from`.
    fn choose(&mut self, from: usize, left: usize, agents: u64) {
        if left == 0 {
            if self.answers.iter().all(|(lines, count)| count_seen(lines, agents) == *count) {
                self.fitting.push(agents);
            }
            return;
        }
        // Adding agents never lowers a count, so a count that is already too high never fits.
        if self.answers.iter().any(|(lines, count)| count_seen(lines, agents) > *count) {
            return;
        }
        for at in from..self.free.len() {
            if let Some(&square) = self.free.get(at) {
                self.choose(at + 1, left - 1, agents | square);
            }
        }
    }
}
