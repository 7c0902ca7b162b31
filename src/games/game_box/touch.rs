//! Drafting calls by selecting dots.

use super::position::State;
use super::{GameBox, Seen};
use crate::rules::{Hand, Pointing, one_of};

impl Pointing<GameBox> for State {
    fn touch(seen: Seen<'_>, draft: &str) -> Option<Hand> {
        let dots = seen.position.options.chart.dots().map(|dot| dot.to_string());
        one_of("chart", "call", "Select a dot to call it.", dots, draft)
    }
}
