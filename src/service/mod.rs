//! Use cases: what a player can do, in every interface.
//!
//! A use case takes a loaded game, changes it in place, and returns data without words. It has no
//! access to files, clocks or screens of its own; an interface lends it what it needs as a
//! [`Host`].
//!
//! Turns are saved in this order, so that a crash at any point can be finished later: the player's
//! vault, the turn file, the bots' vault, the turn file, the player's vault.

mod begin;
mod bots;
mod host;
mod mark;
mod play;
mod recipients;

pub use begin::{FirstTurn, StartedGame, begin, join, opened_by_bot};
pub use bots::{BotTurn, ReplyError, reply};
pub use host::Host;
pub use mark::{MarkError, mark};
pub use play::{
    PlanDropped, PlayError, PlayedTurn, TurnOutcome, TurnRequest, claim, finish, play, rehearse,
};
pub use recipients::Recipients;

#[cfg(test)]
mod tests;
