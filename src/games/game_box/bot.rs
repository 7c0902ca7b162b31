//! The bots. With a chart made at random all dots that nobody has called are alike, so there is
//! nothing to find but when to call one.

use super::GameBox;
use super::caller::BOMBS_TO_LOSE;
use super::chart::Dot;
use super::position::DotState;
use crate::rules::{Numbers, Observation, Policy};

type Seen<'a> = Observation<'a, GameBox>;

/// A dot that nobody has called yet; when all have been, one that costs nothing. Always to call a
/// fresh one gains as much as anything that has been worked out.
#[derive(Debug)]
pub(super) struct Random;

/// The same, but with two bombs lost it would rather wait for the others to fall.
#[derive(Debug)]
pub(super) struct Careful;

/// One time in four a dot that is known to be a miss.
#[derive(Debug)]
pub(super) struct Loose;

impl Policy<GameBox> for Random {
    fn choose(&self, seen: Seen<'_>, numbers: &mut dyn Numbers) -> Dot {
        let all = seen.position.dots_where(|_| true);
        pick([fresh(seen), harmless(seen), all], numbers)
    }
}

impl Policy<GameBox> for Careful {
    fn choose(&self, seen: Seen<'_>, numbers: &mut dyn Numbers) -> Dot {
        let mut callers = seen.position.callers();
        let one_more = callers
            .any(|(seat, caller)| seat == seen.private.seat && caller.lost + 1 == BOMBS_TO_LOSE);
        // Where misses are counted, to wait is to lose as well.
        if one_more && seen.position.options.miss_limit.is_none() {
            return pick([misses(seen), fresh(seen), harmless(seen)], numbers);
        }
        Random.choose(seen, numbers)
    }
}

impl Policy<GameBox> for Loose {
    fn choose(&self, seen: Seen<'_>, numbers: &mut dyn Numbers) -> Dot {
        if numbers.below(4) == 0 && seen.position.options.miss_limit.is_none() {
            return pick([misses(seen), fresh(seen), harmless(seen)], numbers);
        }
        Random.choose(seen, numbers)
    }
}

fn fresh(seen: Seen<'_>) -> Vec<Dot> {
    seen.position.dots_where(|known| known.is_none())
}

fn harmless(seen: Seen<'_>) -> Vec<Dot> {
    seen.position.dots_where(|known| known.is_some_and(|known| known != DotState::Gun))
}

fn misses(seen: Seen<'_>) -> Vec<Dot> {
    seen.position.dots_where(|known| known == Some(DotState::Empty))
}

/// One of the first of these lists that is not empty.
fn pick(lists: [Vec<Dot>; 3], numbers: &mut dyn Numbers) -> Dot {
    let dots = lists.into_iter().find(|dots| !dots.is_empty()).unwrap_or_default();
    numbers.pick(&dots).copied().unwrap_or(Dot { letter: 0, number: 0 })
}
