//! The bots that sample worlds: possible armies of the opponent.

use std::cmp::Reverse;

use super::super::options::Options;
use super::super::setup::Army;
use super::super::step::{Stride, Strides};
use super::super::{Espionage, Seen};
use super::field::{Field, Go, Hopes, number};
use super::world::Worlds;
use super::{Sensible, place};
use crate::rules::{Numbers, Policy, Seat};

/// A bot, defined by limits on how much it considers. The limits are counts rather than times.
pub(in crate::games::espionage) struct Effort {
    worlds: usize,
    /// Number of random armies to compare for each world. The most sensible army is used.
    armies: usize,
    /// Number of first strides to consider, and number of second strides after each first stride.
    widths: (usize, usize),
    /// Whether to consider the opponent's reply.
    replies: bool,
}

/// Considers its own turn and the opponent's best reply.
pub(in crate::games::espionage) const HARD: Effort =
    Effort { worlds: 40, armies: 30, widths: (9, 6), replies: true };

/// Considers its own turn.
pub(in crate::games::espionage) const MEDIUM: Effort =
    Effort { worlds: 30, armies: 1, widths: (9, 6), replies: false };

/// Number of sampled armies that are used to order candidate moves.
const ORDERING: usize = 12;

impl Policy<Espionage> for Effort {
    fn place(&self, options: &Options, seat: Seat, numbers: &mut dyn Numbers) -> Army {
        let place = if self.replies { place::better_army } else { place::army };
        place(options, seat, numbers)
    }

    fn choose(&self, seen: Seen<'_>, numbers: &mut dyn Numbers) -> Strides {
        let known = Worlds::new(seen);
        let count = if known.is_known() { 1 } else { self.worlds };
        let draw = |_| known.draw(self.armies, numbers);
        let worlds: Vec<Field> = (0..count).map(draw).collect();
        let mut plans = self.plans(seen, &worlds);
        numbers.shuffle(&mut plans);
        let hopes = self.replies.then(|| known.hopes(self.worlds, 1, numbers));
        let moves = seen.position.options.moves;
        let worth = |plan: &Strides| -> i64 {
            let plan = goes(seen, plan, worlds.first());
            worlds.iter().map(|world| after(world.clone(), &plan, moves, hopes.as_ref())).sum()
        };
        let best = plans.iter().map(worth).enumerate().max_by_key(|(_, worth)| *worth);
        match best.and_then(|(at, _)| plans.get(at)) {
            Some(plan) => plan.clone(),
            None => Sensible.choose(seen, numbers),
        }
    }
}

impl Effort {
    /// Returns the turns to consider: the most promising first strides, each followed by the most
    /// promising second strides that are legal no matter how the first stride turns out.
    fn plans(&self, seen: Seen<'_>, worlds: &[Field]) -> Vec<Strides> {
        let (state, own) = (seen.position, seen.private);
        let promising = |first: Option<Stride>, width| {
            let strides = state.own_strides(own, first).into_iter();
            let promise = |stride: &Stride| Reverse(promise(seen, *stride, worlds));
            let mut strides: Vec<Stride> = strides.collect();
            strides.sort_by_cached_key(promise);
            strides.truncate(width);
            strides
        };
        let mut plans = Vec::new();
        for first in promising(None, self.widths.0) {
            if state.options.moves == 1 {
                plans.push(Strides(vec![first]));
                continue;
            }
            let seconds = promising(Some(first), self.widths.1);
            // A player doesn't have to risk a second piece on the square that the first piece
            // attacks, so the first stride alone can be a legal turn.
            if seconds.iter().all(|second| second.to == first.to) {
                plans.push(Strides(vec![first]));
            }
            plans.extend(seconds.into_iter().map(|second| Strides(vec![first, second])));
        }
        plans.retain(|plan| seen.judge(plan).is_ok());
        plans
    }
}

/// Returns the value of a turn in one world. With `hopes`, this is the value after the opponent's
/// reply.
fn after(mut world: Field, plan: &[Go], moves: usize, hopes: Option<&Hopes>) -> i64 {
    for go in plan {
        world.go(*go);
    }
    if let Some(hopes) = hopes.filter(|_| world.headquarters(false).is_some()) {
        world.reply(moves, hopes);
    }
    world.worth()
}

fn promise(seen: Seen<'_>, stride: Stride, worlds: &[Field]) -> i64 {
    let go = goes(seen, &Strides(vec![stride]), worlds.first());
    let promise =
        |world: &Field| go.iter().map(|go| world.promise(*go, &Hopes::new())).sum::<i64>();
    worlds.iter().take(ORDERING).map(promise).sum()
}

/// Converts strides to numbers of pieces and squares, which are the same in all worlds.
fn goes(seen: Seen<'_>, plan: &Strides, world: Option<&Field>) -> Vec<Go> {
    let side = seen.position.options.side();
    let go = |stride: &Stride| {
        let man = world?.on(number(side, stride.from))?;
        Some(Go { man, to: number(side, stride.to) })
    };
    plan.0.iter().filter_map(go).collect()
}
