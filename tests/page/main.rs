//! The page in a real browser: Chromium without a window, at the width of a phone, touched with
//! real touches, against the program.
//!
//! `just page` builds it; where there is no Chromium or no page, these tests say so and are
//! skipped.

#![cfg(unix)]
#![expect(clippy::needless_pass_by_value, reason = "what is asked is written where it is asked")]
#![expect(clippy::print_stdout, reason = "a run says what it has skipped, and what it measured")]

mod chat;
#[path = "../chromium/mod.rs"]
#[expect(dead_code, reason = "pictures are looked at with more of it")]
mod chromium;
mod driver;
mod games;
mod hostile;
mod looks;
mod people;
mod screens;
mod sheets;
mod simulator;
mod speed;
mod turns;
mod vaults;
mod weather;
