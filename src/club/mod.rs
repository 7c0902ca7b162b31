//! A club: players who play many games against each other, and an organizer who gets a copy of
//! each email. Reads the list of players and works out the standings from the turn files, so that
//! anyone with the same files gets the same table.

mod arrival;
mod roster;
mod roster_error;
mod roster_file;

pub use arrival::{Arrival, Arrivals};
pub use roster::{Absence, Decided, Decision, Member, Points, Roster, Section};
pub use roster_error::{RosterError, RosterProblem};
