//! Goals of one side, and the value of a walk for reaching them.

use super::super::board::{Board, Ground, Reach, Square};
use super::super::orders::Then;
use super::super::path::Walk;
use super::super::person::{Person, Role};
use super::super::state::passport;
use super::watch::Watch;
use super::{Seen, found};
use crate::rules::Numbers;

/// Goals of one side in this position: its own area, the Buildings to search, and the opposing
/// Travelers to chase. Each goal has the number of steps from each square.
pub(super) struct Goals<'a> {
    seen: Seen<'a>,
    home: Reach,
    buildings: Reach,
    thieves: Reach,
    /// Estimates of the danger of arrest and of roles; `None` for the simpler bot.
    watch: Option<Watch<'a>>,
}

impl<'a> Goals<'a> {
    pub(super) fn new(seen: Seen<'a>, knows: bool) -> Self {
        let (state, board) = (seen.position, seen.position.board());
        let (seat, other) = (seen.private.seat, seen.private.seat.other());
        let is_home = |square: &Square| board.side(*square) == seat;
        let home: Vec<Square> = board.squares().filter(is_home).collect();
        let watch = knows.then(|| Watch::new(seen));
        let known = found(seen).filter(|_| knows);
        let open = |at: &u8| {
            known.is_none_or(|(plan, there)| there && plan == *at)
                && state.plan_lies_in(other, *at, seen.shown) != Some(false)
        };
        let fronts = (1..=4).filter(open).flat_map(|at| board.front(other, at).to_vec());
        let carrier = state.carriers[seat];
        let is_near = |who: Person| state.square_of(who).is_some_and(|at| board.side(at) == seat);
        let is_shown = |who: Person| passport(seen.shown, who) == Some(Role::Agent) && is_near(who);
        let has_shown_agent = knows && Person::travelers(other).any(is_shown);
        let suspects = Person::travelers(other).filter(|&who| match carrier {
            Some(carrier) => who == carrier,
            None if has_shown_agent => is_shown(who),
            None => passport(seen.shown, who) != Some(Role::Tourist),
        });
        let thieves = suspects.filter_map(|who| state.square_of(who)).filter(is_home);
        Goals {
            home: board.reach(&home),
            buildings: board.reach(&fronts.collect::<Vec<_>>()),
            thieves: board.reach(&thieves.collect::<Vec<_>>()),
            watch,
            seen,
        }
    }

    fn board(&self) -> &Board {
        self.seen.position.board()
    }

    /// Returns the number of steps that a walk saves a person on the way to the goal of `reach`.
    fn gain(&self, who: Person, end: Square, reach: &Reach) -> i32 {
        self.steps(who, reach) - self.steps_from(end, reach)
    }

    fn steps_from(&self, square: Square, reach: &Reach) -> i32 {
        self.board().steps(reach, square).map_or(0, i32::from)
    }

    /// Returns the number of steps from a person to the goal of `reach`.
    fn steps(&self, who: Person, reach: &Reach) -> i32 {
        let state = self.seen.position;
        if let Some(square) = state.square_of(who) {
            return self.steps_from(square, reach);
        }
        let exits = state.exits(who).iter();
        exits.map(|&exit| self.steps_from(exit, reach)).min().unwrap_or(0) + 1
    }

    /// Returns the action at the end of a walk, and the value of the walk together with that
    /// action.
    pub(super) fn worth(&self, who: Person, walk: Walk, numbers: &mut dyn Numbers) -> (Then, i32) {
        let luck = i32::try_from(numbers.below(4)).unwrap_or(0);
        let (then, worth) = if who.is_inspector() {
            self.of_inspector(who, walk, numbers)
        } else {
            self.of_traveler(who, walk)
        };
        (then, worth + luck)
    }

    fn of_traveler(&self, who: Person, walk: Walk) -> (Then, i32) {
        let crosses = walk.crossing.is_some();
        let risk = self.watch.as_ref().map_or(0, |watch| watch.risk(who, walk));
        if self.seen.position.carries(who) {
            let gain = self.gain(who, walk.end, &self.home);
            return (Then::Stay, 20 * gain + 40 * i32::from(crosses) - risk);
        }
        let agent = self.seen.private.setup.role(who) == Role::Agent;
        let there = walk.exact && self.board().steps(&self.buildings, walk.end) == Some(0);
        let gain = self.gain(who, walk.end, &self.buildings);
        if self.watch.is_some() {
            // An Agent doesn't ask in the turn of the landing. A turn later, the Agent can ask
            // before moving, and until then the opponent may think that the Agent is a Tourist.
            let worth = gain * if agent { 4 } else { 1 } + 30 * i32::from(there && agent);
            let shown = !agent && passport(self.seen.shown, who).is_some();
            return (Then::Stay, if shown { gain.min(1) } else { worth - risk });
        }
        let worth = gain * if agent { 3 } else { 2 } + 12 * i32::from(there && agent);
        (if there && agent && !crosses { Then::Ask } else { Then::Stay }, worth)
    }

    fn of_inspector(&self, who: Person, walk: Walk, numbers: &mut dyn Numbers) -> (Then, i32) {
        let state = self.seen.position;
        let to = self.board().ground(walk.end);
        let safe = state.options.sentry_safe && to == Some(Ground::Sentry);
        let suspect = state.suspects(who, walk.end).next().filter(|_| walk.exact && !safe);
        let reluctance = 1 + u32::from(state.false_arrests[who.seat()]);
        if let Some(suspect) = suspect {
            let worth = match passport(self.seen.shown, suspect) {
                _ if state.carries(suspect) => 400,
                Some(Role::Agent) if self.watch.is_some() => 300,
                Some(Role::Agent) => 60,
                None if let Some(watch) = &self.watch => watch.arrest(suspect),
                None if numbers.below(reluctance) == 0 => 15,
                _ => 0,
            };
            if worth > 0 {
                return (Then::Arrest(suspect), worth);
            }
        }
        let hunted = if state.carriers[who.seat()].is_some() { 10 } else { 2 };
        let from_circle = state.ground_of(who) == Some(Ground::Circle);
        let worth = hunted * self.gain(who, walk.end, &self.thieves) + 500 * i32::from(from_circle)
            - 6 * i32::from(to == Some(Ground::Circle));
        (Then::Stay, worth)
    }
}
