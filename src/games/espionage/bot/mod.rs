//! The bots: the weakest plays by a rule of thumb, the others sample worlds, which are random
//! armies that fit the known facts.

mod clever;
mod field;
mod place;
mod world;

pub(super) use clever::{Hard, Medium};
pub(super) use world::Worlds;

use super::Espionage;
use super::kind::Kind;
use super::knowledge::Insights;
use super::step::{Stride, Strides};
use crate::rules::{Numbers, Observation, Policy, Seat};

/// Prefers moving forward, and attacking pieces that are likely to lose.
#[derive(Debug)]
pub(super) struct Sensible;

impl Policy<Espionage> for Sensible {
    fn choose(&self, seen: Observation<'_, Espionage>, numbers: &mut dyn Numbers) -> Strides {
        let (state, own) = (seen.position, seen.private);
        let insights = Insights::of(seen);
        let mut strides = Vec::new();
        for _ in 0..state.options.moves {
            let legal = state.own_strides(own, strides.first().copied());
            let weighed: Vec<(u32, Stride)> =
                legal.into_iter().map(|stride| (weight(seen, &insights, stride), stride)).collect();
            let total: u32 = weighed.iter().map(|(weight, _)| weight).sum();
            let mut at = if total == 0 { 0 } else { numbers.below(total) };
            let drawn = weighed.iter().find(|&&(weight, _)| {
                let here = at < weight;
                at = at.saturating_sub(weight);
                here
            });
            let Some(&(_, stride)) = drawn.or(weighed.first()) else { break };
            strides.push(stride);
        }
        Strides(strides)
    }
}

/// Returns the weight with which this stride is chosen.
fn weight(seen: Observation<'_, Espionage>, insights: &Insights, stride: Stride) -> u32 {
    let (state, own) = (seen.position, seen.private);
    let Some(fight) = state.fight(own.seat, stride) else {
        let (from, to) = (stride.from.row(), stride.to.row());
        return match (from == to, (own.seat == Seat::OPENER) == (to > from)) {
            (true, _) => 4,
            (false, true) => 10,
            (false, false) => 1,
        };
    };
    let attacker = own.setup.kind(&state.options, fight.attacker);
    let may: Vec<Kind> = insights.piece(fight.by.other(), fight.defender).may().iter().collect();
    let won = may.iter().filter(|&&kind| attacker.beats(kind)).count();
    u32::try_from(60 * won / may.len().max(1)).unwrap_or(0)
}
