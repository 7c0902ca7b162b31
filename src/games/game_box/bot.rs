//! The bots. On a random chart, all dots that no one has called are equally good, so a bot only
//! decides when to call such a dot.

use super::caller::BOMBS_TO_LOSE;
use super::chart::Dot;
use super::position::DotState;
use super::{GameBox, Seen};
use crate::rules::{Numbers, Policy};

/// Calls a dot that no one has called. If there is no such dot, calls a dot that is known not to be
/// a gun. We know no strategy that gains more than always calling a new dot.
#[derive(Debug)]
pub(super) struct Random;

/// Plays like [`Random`] until it has lost two bombs. Then prefers to call known misses until the
/// other callers are out, unless the game has a miss limit.
#[derive(Debug)]
pub(super) struct Careful;

/// Plays like [`Random`], but one time in four prefers to call a known miss, unless the game has a
/// miss limit.
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
        // If there is a miss limit, known misses would put the caller out as well.
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

/// Returns a random dot from the first of these lists that isn't empty.
fn pick(lists: [Vec<Dot>; 3], numbers: &mut dyn Numbers) -> Dot {
    let dots = lists.into_iter().find(|dots| !dots.is_empty()).unwrap_or_default();
    numbers.pick(&dots).copied().unwrap_or(Dot { letter: 0, number: 0 })
}
