//! Clubs: the roster, the standings, and the commands on real games.

#![cfg(unix)]
#![expect(clippy::needless_pass_by_value, reason = "JSON literals are written at the call")]
#![expect(clippy::print_stdout, reason = "a run says when there is no browser")]

mod browser;
#[path = "../chromium/mod.rs"]
#[expect(dead_code, reason = "the page's tests use more of it")]
mod chromium;
mod commands;
mod due;
#[path = "../library/play.rs"]
#[expect(dead_code, reason = "the other tests use the rest")]
mod play;
mod ratings;
mod rosters;
mod standings;
mod world;
