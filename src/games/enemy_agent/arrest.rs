//! Inquiries and arrests.

use super::carry::{Awaiting, wait_for};
use super::ends;
use super::events::Event;
use super::person::{Person, Role};
use super::state::{Place, State};

/// Turns that an Inspector sits in Jail after a first false arrest.
const DUTY: u32 = 2;

/// A Traveler asks for the plan: whoever must tell him knows his Passport. A Tourist is told
/// nothing; what was opened before is known at once.
pub(super) fn inquire(state: &mut State, who: Person, events: &mut Vec<Event>) {
    let Some(building) = state.may_ask(who) else { return };
    let role = state.passport(who);
    state.figure_mut(who).landed = None;
    events.push(Event::Asked { who, building, role });
    match (role, state.plan_lies_in(who.seat().other(), building)) {
        (Some(Role::Tourist), _) => {}
        (Some(Role::Agent), Some(is)) => told(state, who, building, is, events),
        _ => wait_for(state, Awaiting::Plan { by: who, building }),
    }
}

/// An Agent is told whether the plan is there. If it is, he takes it.
pub(super) fn told(
    state: &mut State,
    who: Person,
    building: u8,
    is: bool,
    events: &mut Vec<Event>,
) {
    events.push(Event::Told { who, building, is });
    if is {
        state.carriers[who.seat().other().index()] = Some(who);
    }
}

/// An Inspector arrests the Traveler on whose square he has landed.
pub(super) fn arrest(state: &mut State, by: Person, of: Person, events: &mut Vec<Event>) {
    match state.passport(of) {
        Some(role) => settle(state, by, of, role, events),
        None => wait_for(state, Awaiting::Passport { by, of }),
    }
}

/// The Passport says whether the arrest was right.
pub(super) fn settle(
    state: &mut State,
    by: Person,
    of: Person,
    role: Role,
    events: &mut Vec<Event>,
) {
    let seat = by.seat();
    match role {
        Role::Agent => {
            let carried = state.carries(of);
            state.figure_mut(of).place = Place::Out;
            state.figure_mut(of).landed = None;
            if carried {
                state.carriers[seat.index()] = None;
            }
            let home = (1..=4).find(|&building| state.building(seat, building) == Some(true));
            events.push(Event::Arrested { who: of, by, back: home.filter(|_| carried) });
        }
        Role::Tourist => {
            let count = state.false_arrests[seat.index()].saturating_add(1);
            state.false_arrests[seat.index()] = count;
            let free = state.turns[seat.index()] + DUTY + 1;
            state.figure_mut(by).place =
                if count.is_multiple_of(2) { Place::Out } else { Place::Jail { free } };
            events.push(Event::FalseArrest { who: of, by, count });
        }
    }
    ends::look(state);
}
