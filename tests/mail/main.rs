//! Tests of mail: its effects on turn files, and `send` and `receive`.

#[cfg(unix)]
#[path = "../cli/ignored_signals.rs"]
mod ignored_signals;
mod mailboxes;
mod mailers;
#[path = "../library/play.rs"]
#[expect(dead_code, reason = "other tests use other parts")]
mod play;
#[cfg(unix)]
mod post;
#[cfg(feature = "smtp")]
mod server;
#[cfg(feature = "smtp")]
mod smtp;
mod transformations;
mod wires;
