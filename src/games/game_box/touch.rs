//! Drafting calls and setups by selecting dots.

use super::position::State;
use super::{GameBox, Options};
use crate::rules::{Hand, Numbers, Observation, Pointing, Seat, one_of, placing_hand};

impl Pointing<GameBox> for State {
    fn touch(seen: Observation<'_, GameBox>, draft: &str) -> Option<Hand> {
        let dots = seen.position.options.chart.dots().map(|dot| dot.to_string());
        one_of("chart", "call", "Touch a dot to call it.", dots, draft)
    }

    fn touch_setup(
        options: &Options,
        seat: Seat,
        draft: &str,
        numbers: &mut dyn Numbers,
    ) -> Option<Hand> {
        placing_hand::<GameBox>(options, seat, draft, numbers)
    }
}
