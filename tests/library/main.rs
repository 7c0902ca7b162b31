//! Tests of the pure part through its public face: whole games, honest and not, without a terminal or a disk.

mod play;
mod self_play;
