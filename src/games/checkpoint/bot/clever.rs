//! The bots that know all sheets that fit.

use super::super::Checkpoint;
use super::super::call::{Call, Calls, LONGEST_QUEUE};
use super::super::square::Square;
use super::know::{Sheets, bit, lines, seen};
use super::{Seen, Sensible};
use crate::games::bits::{BIT, entropy, log2};
use crate::rules::{Numbers, Policy};

/// So many of the sheets that fit are enough to choose by; all are counted.
const SAMPLE: usize = 20_000;

/// Calls what tells most, and little of its own sheet.
#[derive(Debug)]
pub(in crate::games::checkpoint) struct Hard;

/// Imagines one sheet that fits, and calls of its squares the one that is likeliest.
#[derive(Debug)]
pub(in crate::games::checkpoint) struct Medium;

/// Two calls of five as [`Medium`], the others as [`Sensible`].
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
        let held = sheets.held();
        let imagined = numbers.pick(&sheets.0).copied().unwrap_or(0);
        let share = |square: &Square| square.index().and_then(|at| held.get(at)).copied();
        let on_it = |square: &Square| imagined & bit(*square) != 0 && is_fresh(seen, *square);
        // Of equal ones the first, row by row.
        let best = Square::all().filter(on_it).rev().max_by_key(share);
        match best {
            Some(square) => Calls(vec![call(seen, square)]),
            None => Sensible.choose(seen, numbers),
        }
    }
}

impl Policy<Checkpoint> for Hard {
    fn choose(&self, seen: Seen<'_>, numbers: &mut dyn Numbers) -> Calls {
        let sheets = Sheets::of(seen.position, seen.shown, seen.private.seat.other());
        let (held, all) = (sheets.held(), sheets.0.len() as u64);
        let share = |square: Square| square.index().and_then(|at| held.get(at)).copied();
        let fresh: Vec<Square> = Square::all().filter(|at| is_fresh(seen, *at)).collect();
        let is_sure = |square: &Square| all > 0 && share(*square) == Some(all);
        // What is certain goes before; the answers to all else are wanted first.
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
    seen.position.caller(seen.private.seat).call_of(square).is_none()
}

/// A call of this square, with the words where they must be said. Where they may be a bluff they
/// are always said, since then they tell nothing.
pub(super) fn call(seen: Seen<'_>, square: Square) -> Call {
    let danger = seen.position.options.danger_bluff || seen.private.setup.holds(square);
    Call { danger, square }
}

/// What calls are worth.
pub(super) struct Worth<'a> {
    seen: Seen<'a>,
    /// some of the sheets that fit
    sample: Vec<u64>,
    /// on how many of the sheets that the other thinks possible each square holds an agent
    mine: [u64; 64],
    /// how many those are
    pub(super) all_mine: u64,
}

/// What a call is worth.
pub(super) struct Value {
    /// how much its answer tells, in parts of a bit
    pub(super) bits: u64,
    /// how many of `of` sheets make it a HIT
    hits: u64,
    of: u64,
    /// how much it tells of the caller's own sheet, in parts of a bit
    pub(super) leak: i64,
}

impl Value {
    /// `H(answer) + 2 P(HIT) - leak / 2`, in parts of a bit.
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
        Worth { seen, sample, mine: own.held(), all_mine: own.0.len() as u64 }
    }

    pub(super) fn of(&self, square: Square) -> Value {
        let (lines, here) = (lines(square), bit(square));
        let mut classes = [0_u64; 10];
        for sheet in &self.sample {
            let answer = if sheet & here == 0 { seen(&lines, *sheet) as usize } else { 9 };
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

    /// How much the call tells of the caller's own sheet.
    fn leak(&self, square: Square) -> i64 {
        let Seen { position, shown, private } = self.seen;
        if position.options.danger_bluff || shown.value(private.seat, &square).is_some() {
            return 0;
        }
        let held = square.index().and_then(|at| self.mine.get(at)).copied().unwrap_or(0);
        let left = if private.setup.holds(square) { held } else { self.all_mine - held };
        i64::try_from(log2(self.all_mine).saturating_sub(log2(left))).unwrap_or(0)
    }
}
