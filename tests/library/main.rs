//! Tests of the pure part through its public face: whole games, honest and not, without a terminal or a disk.

mod cheats;
mod leaks;
mod mutations;
mod play;
mod reference;
mod self_play;
mod verdicts;
