//! A bot that calls at random.

use super::GameBox;
use super::chart::Dot;
use super::position::DotState;
use crate::rules::{Numbers, Observation, Policy};

/// A dot that nobody has called yet; when all have been, one that costs nothing.
#[derive(Debug)]
pub(super) struct Random;

impl Policy<GameBox> for Random {
    fn choose(&self, seen: Observation<'_, GameBox>, numbers: &mut dyn Numbers) -> Dot {
        let state = seen.position;
        let fresh = state.dots_where(|known| known.is_none());
        let harmless = state.dots_where(|known| known != Some(DotState::Gun));
        let all = state.dots_where(|_| true);
        let dots = [fresh, harmless, all].into_iter().find(|dots| !dots.is_empty());
        numbers.pick(&dots.unwrap_or_default()).copied().unwrap_or(Dot { letter: 0, number: 0 })
    }
}
