//! How a game ends.

use crate::games::{EndedBy, Outcome, Seat};

use super::board::side_name;
use super::events::Event;
use super::person::Person;
use super::state::State;

/// Agents of each side.
pub(super) const AGENTS: usize = 3;

/// The plan is home: the first Agent to do it wins.
pub(super) fn home(state: &mut State, who: Person, over: bool, events: &mut Vec<Event>) {
    events.push(Event::Home { who, over });
    let seat = who.seat();
    let way = if over { "over the wall" } else { "through a checkpoint" };
    let reason = format!("{seat} brought the Master Plan of {} home {way}", seat.other());
    state.end(Outcome::win(seat, 2, EndedBy::Board, reason));
}

/// Has somebody lost too much? Both Inspectors and all Agents, while the other has an Agent: the
/// other wins. All Agents on both sides: nobody can win any more.
pub(super) fn look(state: &mut State) {
    let no_agents = |seat: Seat| state.agents_lost(seat) >= AGENTS;
    if Seat::all(2).all(no_agents) {
        let reason = "no Agent is left on either side";
        return state.end(Outcome::draw(2, EndedBy::Board, reason));
    }
    if let Some(loser) =
        Seat::all(2).find(|&seat| no_agents(seat) && state.inspectors_left(seat) == 0)
    {
        let reason =
            format!("{} has neither Agents nor Inspectors left ({})", loser, side_name(loser));
        state.end(Outcome::win(loser.other(), 2, EndedBy::Board, reason));
    }
}
