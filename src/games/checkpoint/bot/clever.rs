//! The bots that count all setups that fit the known facts.

use super::super::Checkpoint;
use super::super::call::{Call, Calls, LONGEST_QUEUE};
use super::super::square::Square;
use super::know::{Sheets, bit, count_seen, lines};
use super::{Seen, Sensible};
use crate::games::entropy::{BIT, entropy, log2};
use crate::rules::{Numbers, Policy};

/// Maximum size of the sample of fitting setups that is used to rate calls. To find certain hits,
/// all fitting setups are counted.
const SAMPLE: usize = 20_000;

/// Calls certain hits first, then the square with the best balance of three values: the information
/// in the answer, the chance of a HIT, and the information that the call reveals about the bot's
/// own setup.
#[derive(Debug)]
pub(in crate::games::checkpoint) struct Hard;

/// Picks a random setup that fits the known facts. Of the squares with an agent in this setup,
/// calls the likeliest.
#[derive(Debug)]
pub(in crate::games::checkpoint) struct Medium;

/// Chooses two moves out of five, on average, like [`Medium`], and the rest like [`Sensible`].
#[derive(Debug)]
pub(in crate::games::checkpoint) struct Easy;

impl Policy<Checkpoint> for Easy {
    fn choose(&self, seen: Seen<'_>, numbers: &mut dyn Numbers) -> Calls {
        if numbers.below(5) < 2 {
            Medium.choose(seen, numbers)
        } else {
            Sensible.choose(seen, numbers)
        }
    }
}

impl Policy<Checkpoint> for Medium {
    fn choose(&self, seen: Seen<'_>, numbers: &mut dyn Numbers) -> Calls {
        let sheets = Sheets::of(seen.position, seen.shown, seen.private.seat.other());
        let counts = sheets.agent_counts();
        let imagined = numbers.pick(&sheets.0).copied().unwrap_or(0);
        let on_it = |square: &Square| imagined & bit(*square) != 0 && is_fresh(seen, *square);
        // Of several equally likely squares, take the first in row order.
        let best = Square::all().filter(on_it).rev().max_by_key(|square| counts[square.index()]);
        match best {
            Some(square) => Calls(vec![call(seen, square)]),
            None => Sensible.choose(seen, numbers),
        }
    }
}

impl Policy<Checkpoint> for Hard {
    fn choose(&self, seen: Seen<'_>, numbers: &mut dyn Numbers) -> Calls {
        let sheets = Sheets::of(seen.position, seen.shown, seen.private.seat.other());
        let (counts, all) = (sheets.agent_counts(), sheets.0.len() as u64);
        let fresh: Vec<Square> = Square::all().filter(|at| is_fresh(seen, *at)).collect();
        let is_sure = |square: &Square| all > 0 && counts[square.index()] == all;
        // Call all certain hits first, then the square whose call is worth the most.
        let mut squares: Vec<Square> = fresh.iter().copied().filter(is_sure).collect();
        if all != 1 {
            let worth = Worth::new(seen, &sheets);
            let open = fresh.iter().copied().filter(|square| !is_sure(square));
            squares.extend(open.rev().max_by_key(|square| worth.of(*square).whole()));
        }
        squares.truncate(LONGEST_QUEUE);
        if squares.is_empty() || all == 0 {
            return Sensible.choose(seen, numbers);
        }
        Calls(squares.into_iter().map(|square| call(seen, square)).collect())
    }
}

pub(super) fn is_fresh(seen: Seen<'_>, square: Square) -> bool {
    seen.position.callers[seen.private.seat].call_of(square).is_none()
}

/// Returns the call of this square, with the words "Checkpoint Danger" if they are required. If
/// bluffs are allowed, always adds the words, because then the words reveal nothing.
pub(super) fn call(seen: Seen<'_>, square: Square) -> Call {
    let danger = seen.position.options.danger_bluff || seen.private.setup.holds(square);
    Call { danger, square }
}

/// Estimates the value of calls.
pub(super) struct Worth<'a> {
    seen: Seen<'a>,
    /// A sample of the opponent's setups that fit the known facts.
    sample: Vec<u64>,
    /// For each square, the number of setups with an agent there, among the caller's setups that
    /// are possible from the opponent's point of view.
    mine: [u64; 64],
    /// Number of the caller's setups that are possible from the opponent's point of view.
    pub(super) all_mine: u64,
}

/// Value of a call.
pub(super) struct Value {
    /// Expected information from the answer, in units of [`BIT`].
    pub(super) bits: u64,
    /// Number of setups for which the call is a HIT, out of the `of` setups in the sample.
    hits: u64,
    of: u64,
    /// Information that the call reveals about the caller's own setup, in units of [`BIT`].
    pub(super) leak: i64,
}

impl Value {
    /// Returns the total value `H(answer) + 2 P(HIT) - leak / 2`, in units of [`BIT`]. `H` is the
    /// entropy and `P` the probability.
    pub(super) fn whole(&self) -> i64 {
        let worth = self.bits + self.hits * 2 * BIT / self.of.max(1);
        i64::try_from(worth).unwrap_or(i64::MAX) - self.leak / 2
    }
}

impl<'a> Worth<'a> {
    pub(super) fn new(seen: Seen<'a>, sheets: &Sheets) -> Self {
        let step = sheets.0.len().div_ceil(SAMPLE).max(1);
        let sample = sheets.0.iter().copied().step_by(step).collect();
        let own = Sheets::of(seen.position, seen.shown, seen.private.seat);
        Worth { seen, sample, mine: own.agent_counts(), all_mine: own.0.len() as u64 }
    }

    pub(super) fn of(&self, square: Square) -> Value {
        let (lines, here) = (lines(square), bit(square));
        let mut classes = [0_u64; 10];
        for sheet in &self.sample {
            let answer = if sheet & here == 0 { count_seen(&lines, *sheet) as usize } else { 9 };
            if let Some(class) = classes.get_mut(answer) {
                *class += 1;
            }
        }
        Value {
            bits: entropy(&classes),
            hits: classes[9],
            of: self.sample.len() as u64,
            leak: self.leak(square),
        }
    }

    /// Returns how much the call reveals about the caller's own setup.
    fn leak(&self, square: Square) -> i64 {
        let Seen { position, shown, private } = self.seen;
        if position.options.danger_bluff || shown.value(private.seat, &square).is_some() {
            return 0;
        }
        let with_agent = self.mine[square.index()];
        let left =
            if private.setup.holds(square) { with_agent } else { self.all_mine - with_agent };
        i64::try_from(log2(self.all_mine).saturating_sub(log2(left))).unwrap_or(0)
    }
}
