//! The five rule books, and the interface they share.

pub mod checkpoint_danger;
#[cfg(test)]
pub(crate) mod conformance;
pub mod enemy_agent;
pub mod espionage;
pub mod game_box;
mod kind;
mod numbers;
mod options;
mod rules;
pub mod scene;
mod seat;
pub mod spy;

pub use kind::{Kind, Visitor};
pub use numbers::Numbers;
pub use options::{
    OptionFault, OptionKind, OptionMap, OptionMapExt, OptionSpec, OptionValue, check_options,
};
pub use rules::{
    BoxSpec, Chance, EndedBy, Fact, Hidden, Must, Opening, Outcome, OutcomeKind, Own, Pending,
    Purpose, Rules, Sealed, SetupHelp, Told,
};
pub use seat::{BySeat, Names, Seat};
