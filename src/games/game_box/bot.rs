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
        choose(seen, false, numbers)
    }
}

impl Policy<GameBox> for Careful {
    fn choose(&self, seen: Seen<'_>, numbers: &mut dyn Numbers) -> Dot {
        let mut callers = seen.position.callers();
        let one_more = callers
            .any(|(seat, caller)| seat == seen.private.seat && caller.lost + 1 == BOMBS_TO_LOSE);
        choose(seen, one_more, numbers)
    }
}

impl Policy<GameBox> for Loose {
    fn choose(&self, seen: Seen<'_>, numbers: &mut dyn Numbers) -> Dot {
        let prefers_misses = numbers.below(4) == 0;
        choose(seen, prefers_misses, numbers)
    }
}

/// Returns a random dot of the first kind of which there is one. If there is a miss limit, never
/// prefers known misses, because they would put the caller out as well.
fn choose(seen: Seen<'_>, prefers_misses: bool, numbers: &mut dyn Numbers) -> Dot {
    let dots = |is: fn(Option<DotState>) -> bool| seen.position.dots_where(is);
    let fresh = dots(|known| known.is_none());
    let harmless = dots(|known| known.is_some_and(|known| known != DotState::Gun));
    let lists = if prefers_misses && seen.position.options.miss_limit.is_none() {
        [dots(|known| known == Some(DotState::Empty)), fresh, harmless]
    } else {
        [fresh, harmless, dots(|_| true)]
    };
    let dots = lists.into_iter().find(|dots| !dots.is_empty()).unwrap_or_default();
    numbers.pick(&dots).copied().unwrap_or_default()
}
