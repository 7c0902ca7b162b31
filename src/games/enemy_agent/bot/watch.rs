//! Estimates of danger (where the opponent's Inspectors can go) and of roles (the probability that
//! a Traveler is an Agent).

use std::collections::BTreeMap;

use super::super::board::Square;
use super::super::path::{Walk, counts};
use super::super::person::{Person, Role};
use super::super::setup::AGENTS;
use super::super::state::{State, passport};
use super::Seen;
use crate::rules::Seat;

/// Estimates how dangerous each square is and how much an arrest is worth. The weights were tuned
/// in a few thousand games against the simpler bot.
pub(super) struct Watch<'a> {
    seen: Seen<'a>,
    /// For each square, the number of throws, out of six, that let an opposing Inspector end on
    /// that square.
    danger: BTreeMap<Square, u8>,
    /// Whether the bot takes less risk with its Agents, for one of two reasons: only one of its
    /// Agents is left, or the opponent has no Agent left to bring the plan home, so there is no
    /// hurry.
    careful: bool,
}

impl<'a> Watch<'a> {
    pub(super) fn new(seen: Seen<'a>) -> Self {
        let (state, seat) = (seen.position, seen.private.seat);
        let lost = |seat| state.agents_lost(seat);
        let careful = lost(seat) + 1 >= AGENTS || lost(seat.other()) >= AGENTS;
        Watch { seen, danger: danger(state, seat.other()), careful }
    }

    /// Returns the cost of the danger of arrest at a Traveler's destination, minus the cost of the
    /// danger at the current square.
    pub(super) fn risk(&self, who: Person, walk: Walk) -> i32 {
        let sixths = |square| self.danger.get(&square).map_or(0, |throws| i32::from(*throws));
        let before = self.seen.position.square_of(who).map_or(0, sixths);
        let more = sixths(walk.end) - before;
        let agent = self.seen.private.setup.role(who) == Role::Agent;
        let known = passport(self.seen.shown, who).is_some();
        match (agent, known) {
            _ if self.seen.position.carries(who) => 10 * more,
            (false, _) => 0,
            (true, known) => more * if self.careful { 10 } else { 1 } * if known { 2 } else { 1 },
        }
    }

    /// Returns the value of arresting a person whose Passport isn't open. A side's first false
    /// arrest only costs two turns, but the second costs an Inspector.
    pub(super) fn arrest(&self, suspect: Person) -> i32 {
        let (state, own) = (self.seen.position, self.seen.private);
        let odds = odds(self.seen, suspect.seat());
        let building = state.square_of(suspect).and_then(|at| state.board().building_at(at));
        let is_there = building.is_some_and(|at| own.setup.plans.contains(&at));
        let costs_one = !state.false_arrests[own.seat].is_multiple_of(2);
        let cost = if costs_one { 20 } else { 0 };
        (odds * if is_there { 300 } else { 100 } - (100 - odds) * cost) / 100
    }
}

/// Returns the probability, in percent, that a Traveler of this side whose Passport isn't open is
/// an Agent.
fn odds(seen: Seen<'_>, seat: Seat) -> i32 {
    let role = |who: Person| passport(seen.shown, who);
    let agents = Person::travelers(seat).filter(|who| role(*who) == Some(Role::Agent)).count();
    let open = Person::travelers(seat).filter(|who| role(*who).is_none()).count();
    let odds = 100 * AGENTS.saturating_sub(agents) / open.max(1);
    i32::try_from(odds).unwrap_or(0)
}

fn danger(state: &State, foe: Seat) -> BTreeMap<Square, u8> {
    state.throws_to(foe, |then, who| {
        let may_go = then.in_play(who) && then.duty_left(who) == 0;
        if may_go { counts(then, who) } else { Vec::new() }
    })
}
