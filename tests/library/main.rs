//! Tests of the library through its public interface: whole games, honest and not, without a
//! terminal or a disk.

#![expect(
    clippy::print_stdout,
    reason = "how many games, cheats and mutations were tried is what a run is read for"
)]

mod armies;
mod cheats;
mod emails;
mod fairness;
mod games;
mod hostile;
mod judging;
mod kit;
mod leaks;
mod longest;
mod meddle;
mod mutations;
mod pieces;
mod play;
mod privacy;
mod recorder;
mod reference;
mod seats;
mod second;
mod self_play;
mod touching;
mod twins;
mod verdicts;
