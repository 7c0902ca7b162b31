//! Use cases: a player's actions, the same in every interface.
//!
//! A use case takes a loaded game, changes it in place, and returns data, not messages. It doesn't
//! access files, clocks or screens itself: an interface gives it access to what it needs through a
//! [`Host`].
//!
//! A turn and the bots' answer are saved in this order, so that a later command can finish them
//! after a crash at any point: the player's vault, the turn file, the bots' vault, the turn file,
//! the player's vault.

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
