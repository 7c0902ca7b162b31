//! What a game is. A rule book knows seats, positions and secrets, but no files, no cryptography,
//! no clock and no screen.
//!
//! A game has one trait for each noun, implemented where the noun is defined:
//!
//! | trait | of what | says |
//! | --- | --- | --- |
//! | [`Game`] | the rule book | what it is called, its options, its types |
//! | [`Setup`] | what a seat hides | items and values, legal or not, at random |
//! | [`Position`] | what everybody sees | whose step is next, and what a step does |
//! | [`Forfeits`] | the same | what becomes of it when somebody leaves |
//! | [`Move`] | one decision | as typed, as written in a file |
//! | [`Knowledge`] | position + setups | true answers, moves that only the owner can judge |
//! | [`Show`] | position + own setup | scenes, JSON, heat maps |
//! | [`Policy`] | the same | moves made by a bot |
//! | [`Pointing`] | the same | moves and setups made by touching |
//! | [`Boxes`] | Espionage | what one piece is told of another; all others say [`NoBoxes`] |
//!
//! The table does the rest, the same for every game: it seals and reveals setups, settles who
//! begins, keeps what has been opened, and lets players resign or agree on a draw.

mod boxes;
mod forfeits;
mod heat;
mod knowledge;
mod marks;
mod moves;
mod numbers;
mod options;
mod outcome;
mod policy;
mod position;
mod profile;
pub mod scene;
mod seat;
mod setup;
mod shown;
mod tile;
mod touch;

use std::fmt::{Debug, Display};
use std::str::FromStr;

pub use boxes::{BoxSpec, Boxes, NoBoxes, Purpose, Told};
pub use forfeits::{Forfeits, Leaving};
pub use heat::{Best, Class, Heat, Warm, thousandths};
pub use knowledge::{Knowledge, Known, Notes, Private};
pub use marks::marked;
pub use moves::{Move, SealedPart};
pub use numbers::Numbers;
pub use options::{
    OptionFault, OptionKind, OptionMap, OptionMapExt, OptionSpec, OptionValue, check_options,
};
pub use outcome::{EndedBy, Outcome, OutcomeKind};
pub use policy::{Level, Observation, Policies, Policy, policy_at};
pub use position::{Due, Open, Position, Step};
pub use profile::{Chance, Profile, in_manuals};
pub use scene::{Hints, Show};
pub use seat::{BySeat, Names, Seat, list};
pub use setup::{Opening, Sealed, Setup, SetupHelp};
pub use shown::Shown;
pub use tile::Tile;
pub(crate) use touch::sentences;
pub use touch::{Hand, Mark, Pointing, Spot, Touch};

/// One rule book: its name, its options, and the types that it speaks in.
///
/// Texts for people may hold the placeholders of [`Seat`]. Those that stand in turn files
/// (`Item`, `Value`, `Answer`, moves) are plain ASCII, hold none, and never change.
pub trait Game: Sized + Clone + PartialEq + Debug + 'static {
    /// What can be said of it without playing it.
    const PROFILE: Profile;

    /// The options, read.
    type Options: Clone + Debug;
    /// What a seat hides, legal or not. `Debug` must not show it.
    type Setup: Setup<Self>;
    /// An item of a setup: `F6`, `passport-9`.
    type Item: Word + Ord;
    /// What an item can be: `agent`, `empty`.
    type Value: Word;
    /// What everybody sees.
    type Position: Position<Self> + Forfeits<Self> + Knowledge<Self> + Show<Self> + Pointing<Self>;
    /// One whole decision, as it stands in one turn.
    type Move: Move<Self>;
    /// What a seat is asked: `Fiji 6`.
    type Question: Clone + PartialEq + Debug + Display;
    /// What it answers: `HIT`, `2`.
    type Answer: Word;
    /// What numbers are rolled for; `Display` is the purpose that is hashed: `dice`, `card 1`.
    type Roll: Clone + PartialEq + Debug + Display;
    /// What came.
    type Rolled: Clone + PartialEq + Debug;
    /// Why a move cannot be made.
    type Illegal: std::error::Error + Clone + PartialEq;
    /// What is wrong with a setup.
    type Fault: std::error::Error + Clone + PartialEq;
    /// Boxes for the opponent; [`NoBoxes`] in all games but one.
    type Boxes: Boxes<Self>;

    /// Its options, but for those that every game has.
    fn options() -> Vec<OptionSpec> {
        Vec::new()
    }

    /// Reads options that are sound one by one; says which do not go together.
    fn read_options(options: &OptionMap, seats: u8) -> Result<Self::Options, Vec<OptionFault>>;

    /// The position when all setups are hidden.
    fn start(options: &Self::Options, seats: u8) -> Self::Position;

    /// The bots that play it.
    fn policies() -> Policies<Self>;
}

/// A word of a turn file: one spelling, which can be read back.
pub trait Word: Clone + PartialEq + Debug + Display + FromStr + 'static {}

impl<T: Clone + PartialEq + Debug + Display + FromStr + 'static> Word for T {}

/// For a game that never rolls, or is never asked: a type without a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Never {}

impl Display for Never {
    fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {}
    }
}
