//! Drafting calls by selecting dots.

use super::GameBox;
use super::position::State;
use crate::rules::{Hand, Observation, Pointing, one_of};

impl Pointing<GameBox> for State {
    fn touch(seen: Observation<'_, GameBox>, draft: &str) -> Option<Hand> {
        let dots = seen.position.options.chart.dots().map(|dot| dot.to_string());
        one_of("chart", "call", "Select a dot to call it.", dots, draft)
    }
}
