//! Tests of the page in headless Chromium, with real touches on a phone-sized screen, against the
//! program.
//!
//! `just page` builds the page. Without Chromium or the page, these tests print a message and are
//! skipped.

#![cfg(unix)]
#![expect(clippy::needless_pass_by_value, reason = "JSON literals are written at the call")]
#![expect(clippy::print_stdout, reason = "the tests print measurements and skipped tests")]

mod chat;
#[path = "../chromium/mod.rs"]
#[expect(dead_code, reason = "tests/pictures uses more of it")]
mod chromium;
mod driver;
mod games;
mod hostile;
mod looks;
mod newcomers;
mod people;
mod screens;
mod sheets;
mod simulator;
mod speed;
mod turns;
mod vaults;
mod weather;
