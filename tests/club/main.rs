//! Clubs: the roster, the standings, and the commands on real games.

#![cfg(unix)]

mod commands;
mod due;
#[path = "../library/play.rs"]
#[expect(dead_code, reason = "the other tests use the rest")]
mod play;
mod ratings;
mod rosters;
mod standings;
mod world;
