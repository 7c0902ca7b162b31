//! A club: players who play many games against each other, and an organizer who gets a copy of each
//! email. This module reads the list of players and works out the standings from the turn files, so
//! that anyone with the same files gets the same table.

mod arrival;
mod codec;
mod due;
mod facts;
mod games;
mod json;
mod page;
mod ratings;
mod roster;
mod roster_error;
mod roster_file;
mod standings;

pub use arrival::{Arrival, Arrivals};
pub use due::{Item, Lateness, Times, due};
pub use facts::{
    Arbitrated, Facts, FindingFacts, Hash, Missing, OverruledFacts, RuledFacts, SeatFacts,
};
pub use games::{ClubGame, Games, Unscored};
pub use page::{MARK, ReplayAt, page};
pub use ratings::{Rating, ratings};
pub use roster::{Absence, Decided, Decision, Member, Points, Roster, Section};
pub use roster_error::{RosterError, RosterProblem};
pub use roster_file::as_points;
pub use standings::{Place, quarters, standings};
