//! The bots: the weakest plays by a rule of thumb, the others sample worlds, which are random
//! armies that fit the known facts.

mod clever;
mod field;
mod place;
mod world;

pub(super) use clever::{HARD, MEDIUM};
pub(super) use world::Worlds;

use super::kind::Kind;
use super::knowledge::Insights;
use super::step::{Stride, Strides};
use super::{Espionage, Seen};
use crate::rules::{Numbers, Policy, Seat};

/// Prefers moving forward, and attacking pieces that are likely to lose.
#[derive(Debug)]
pub(super) struct Sensible;

impl Policy<Espionage> for Sensible {
    fn choose(&self, seen: Seen<'_>, numbers: &mut dyn Numbers) -> Strides {
        let (state, own) = (seen.position, seen.private);
        let insights = Insights::of(seen);
        let mut strides = Vec::new();
        for _ in 0..state.options.moves {
            let legal = state.own_strides(own, strides.first().copied());
            let weight = |stride: &Stride| weight(seen, &insights, *stride);
            let weights: Vec<u32> = legal.iter().map(weight).collect();
            let drawn = numbers.weighted(&weights).unwrap_or_default();
            let Some(&stride) = legal.get(drawn) else { break };
            strides.push(stride);
        }
        Strides(strides)
    }
}

/// Returns the weight with which this stride is chosen.
fn weight(seen: Seen<'_>, insights: &Insights, stride: Stride) -> u32 {
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
