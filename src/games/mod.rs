//! The five rule books, and the interface they share.

#[cfg(test)]
pub(crate) mod conformance;
pub mod espionage;
mod numbers;
mod options;
mod rules;
pub mod scene;
mod seat;

pub use numbers::Numbers;
pub use options::{OptionFault, OptionKind, OptionMap, OptionMapExt, OptionSpec, OptionValue, check_options};
pub use rules::{
    BoxSpec, Chance, EndedBy, Fact, Hidden, Must, Opening, Outcome, OutcomeKind, Own, Pending, Purpose, Rules, Sealed, SetupHelp, Told,
};
pub use seat::{BySeat, Names, Seat};
