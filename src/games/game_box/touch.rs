//! Drafting calls and setups by selecting dots.

use super::chart::{Dot, read_dot};
use super::position::State;
use super::{GameBox, Options};
use crate::rules::{Hand, Numbers, Observation, Pointing, Seat, Spot, placing_hand};

impl Pointing<GameBox> for State {
    /// Selecting a dot replaces the call.
    fn touch(seen: Observation<'_, GameBox>, draft: &str) -> Option<Hand> {
        let called = if draft.is_empty() { None } else { Some(read_dot(draft)?) };
        let read = called.map(|_| seen.read(draft));
        let says = match &read {
            None => "Touch a dot to call it.".to_owned(),
            Some(Ok(dot)) => format!("You call {dot}."),
            Some(Err(illegal)) => format!("{illegal}."),
        };
        let legal = called.filter(|_| matches!(read, Some(Ok(_))));
        let mut hand = Hand::new(legal.is_some(), "call", says);
        if let Some(dot) = legal {
            hand.mark(spot(dot), "call", "");
        }
        for dot in seen.position.options.chart.dots() {
            if called == Some(dot) {
                hand.offer(spot(dot), format!("do not call {dot}"), "");
            } else {
                hand.offer(spot(dot), format!("call {dot}"), dot.to_string());
            }
        }
        Some(hand)
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

fn spot(dot: Dot) -> Spot {
    Spot::on("chart", &dot)
}
