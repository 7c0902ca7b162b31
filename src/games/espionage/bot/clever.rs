//! The bots that think in worlds.

use std::cmp::Reverse;

use super::super::Espionage;
use super::super::options::Options;
use super::super::setup::Army;
use super::super::stride::{Stride, Strides};
use super::field::{Field, Go, number};
use super::world::Worlds;
use super::{Sensible, place};
use crate::rules::{Numbers, Observation, Policy, Seat};

type Seen<'a> = Observation<'a, Espionage>;

/// Looks at what its strides lead to, and at the best reply.
#[derive(Debug)]
pub(in crate::games::espionage) struct Hard;

/// Looks at what its strides lead to.
#[derive(Debug)]
pub(in crate::games::espionage) struct Medium;

/// How much is thought. All effort is counted.
struct Effort {
    worlds: usize,
    /// so many first strides, and so many second ones after each, are looked at
    widths: (usize, usize),
    /// how many hundredths the position after the best reply counts. It is found by looking at an
    /// army that the other cannot see, so it is not to be trusted too far.
    trust: i64,
}

/// So many strides of a reply are looked at, and so many after each.
const REPLIES: (usize, usize) = (8, 5);

const HARD: Effort = Effort { worlds: 30, widths: (9, 6), trust: 30 };
const MEDIUM: Effort = Effort { worlds: 30, widths: (9, 6), trust: 0 };

/// Strides are put in order by so many worlds.
const ORDERING: usize = 12;

impl Policy<Espionage> for Hard {
    fn place(&self, options: &Options, seat: Seat, numbers: &mut dyn Numbers) -> Army {
        place::army(options, seat, numbers)
    }

    fn choose(&self, seen: Seen<'_>, numbers: &mut dyn Numbers) -> Strides {
        HARD.choose(seen, numbers)
    }
}

impl Policy<Espionage> for Medium {
    fn place(&self, options: &Options, seat: Seat, numbers: &mut dyn Numbers) -> Army {
        place::army(options, seat, numbers)
    }

    fn choose(&self, seen: Seen<'_>, numbers: &mut dyn Numbers) -> Strides {
        MEDIUM.choose(seen, numbers)
    }
}

impl Effort {
    fn choose(&self, seen: Seen<'_>, numbers: &mut dyn Numbers) -> Strides {
        let known = Worlds::new(seen);
        let count = if known.is_known() { 1 } else { self.worlds };
        let mut worlds: Vec<Field> = (0..count).map(|_| known.draw(numbers)).collect();
        let mut plans = self.plans(seen, &worlds);
        numbers.shuffle(&mut plans);
        let worth = |plan: &Strides| -> i64 {
            let plan = goes(seen, plan, worlds.first());
            worlds.iter_mut().map(|world| self.worth(world, &plan)).sum()
        };
        let best = plans.iter().map(worth).enumerate().max_by_key(|(_, worth)| *worth);
        match best.and_then(|(at, _)| plans.get(at)) {
            Some(plan) => plan.clone(),
            None => Sensible.choose(seen, numbers),
        }
    }

    /// The turns that are looked at: the most promising strides, and after each the most promising
    /// ones that are legal whatever comes of it.
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
            // Nobody need risk a second piece where the first attacks.
            if seconds.iter().all(|second| second.to == first.to) {
                plans.push(Strides(vec![first]));
            }
            plans.extend(seconds.into_iter().map(|second| Strides(vec![first, second])));
        }
        plans.retain(|plan| seen.judge(plan).is_ok());
        plans
    }

    /// What a turn is worth in one world.
    fn worth(&self, world: &mut Field, plan: &[Go]) -> i64 {
        let mut undone = Vec::new();
        for go in plan {
            undone.extend(world.go(*go));
        }
        let now = world.worth();
        let worth = if self.trust == 0 {
            100 * now
        } else {
            (100 - self.trust) * now + self.trust * reply(world, now)
        };
        for undo in undone.into_iter().rev() {
            world.back(undo);
        }
        worth
    }
}

/// What is left after the other's best two strides.
fn reply(world: &mut Field, now: i64) -> i64 {
    let mut worst = now;
    for first in likeliest(world, None, REPLIES.0) {
        let Some(undo) = world.go(first) else { continue };
        worst = worst.min(world.worth());
        for second in likeliest(world, Some(first.man), REPLIES.1) {
            let Some(undo) = world.go(second) else { continue };
            worst = worst.min(world.worth());
            world.back(undo);
        }
        world.back(undo);
    }
    worst
}

/// The other's most promising strides, but for those of a piece that has moved.
fn likeliest(world: &Field, moved: Option<u8>, width: usize) -> Vec<Go> {
    let mut goes = world.strides(false);
    goes.retain(|go| Some(go.man) != moved);
    goes.sort_by_cached_key(|go| Reverse(world.promise(*go)));
    goes.truncate(width);
    goes
}

fn promise(seen: Seen<'_>, stride: Stride, worlds: &[Field]) -> i64 {
    let go = goes(seen, &Strides(vec![stride]), worlds.first());
    let promise = |world: &Field| go.iter().map(|go| world.promise(*go)).sum::<i64>();
    worlds.iter().take(ORDERING).map(promise).sum()
}

/// The strides with the numbers of pieces and squares, which are the same in all worlds.
fn goes(seen: Seen<'_>, plan: &Strides, world: Option<&Field>) -> Vec<Go> {
    let side = seen.position.options.side();
    let go = |stride: &Stride| {
        let man = world?.on(number(side, stride.from))?;
        Some(Go { man, to: number(side, stride.to) })
    };
    plan.0.iter().filter_map(go).collect()
}
