//! Behavior, rule by rule. Many test names follow the sentences of the original rules.

mod arrests;
mod board;
mod chance;
mod checkpoints;
mod games;
mod limits;
mod notation;
mod passports;
mod plan;
mod playing;
mod positions;
mod reference;
mod scene;
mod special;
mod table;
mod touching;
mod winning;
