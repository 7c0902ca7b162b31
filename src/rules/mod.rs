//! The interface of a kind of game. The rules deal with seats, positions and secrets, but not with
//! files, cryptography, the clock or the screen.
//!
//! There is one trait for each concept:
//!
//! | trait | implemented by | provides |
//! | --- | --- | --- |
//! | [`Game`] | the kind | its name, options and types |
//! | [`Setup`] | the secrets of a seat | items and values, validation, random setups |
//! | [`Position`] | the public position | the next step, and the effect of a step |
//! | [`Forfeits`] | the public position | the effects of a player leaving |
//! | [`Move`] | one decision | parsing typed text and file entries |
//! | [`Knowledge`] | position and setups | true answers, checks of moves that involve secrets |
//! | [`Show`] | position and own setup | scenes, heat maps |
//! | [`AsJson`] | position and own setup | JSON |
//! | [`Policy`] | a bot | moves |
//! | [`Pointing`] | the public position | drafting moves and setups by selecting squares |
//! | [`Pieces`], [`Placing`] | kinds with a fixed number of pieces | setups, and drafting setups |
//! | [`Boxes`] | Espionage | secrets that one opposing piece can read; other kinds: [`NoBoxes`] |
//!
//! The table does the rest, which is the same for every kind: it seals and reveals setups, chooses
//! the first player, keeps opened items, and lets players resign or agree on a draw.

mod as_json;
mod boxes;
mod disclosed;
mod edges;
mod forfeits;
mod heat_map;
mod knowledge;
mod marks;
mod moves;
mod numbers;
mod options;
mod outcome;
mod placing;
mod policy;
mod position;
mod profile;
pub mod scene;
mod seat;
mod setup;
mod tile;
mod touch;
mod words;

use std::fmt::{Debug, Display};
use std::str::FromStr;

pub use as_json::AsJson;
pub use boxes::{BoxSpec, Boxes, Disclosure, NoBoxes, Purpose};
pub use disclosed::Shown;
pub use forfeits::{Forfeits, Leaving};
pub use heat_map::{Best, Class, Heat, Warm, thousandths};
pub use knowledge::{Knowledge, Known, Notes, Private};
pub use marks::marked;
pub(crate) use moves::ensure;
pub use moves::{Move, SealedPart};
pub use numbers::Numbers;
pub use options::{
    OptionError, OptionKind, OptionMap, OptionMapExt, OptionSpec, OptionValue, check_options,
};
pub use outcome::{EndedBy, Outcome, OutcomeKind};
pub(crate) use placing::placing_hand;
pub use placing::{Misplaced, Pieces, Placed, Placing};
pub use policy::{Level, Observation, Policies, Policy, policy_at};
pub use position::{Due, Open, Position, Step};
pub use profile::{Chance, Profile, in_manuals};
pub use scene::{Hints, Preview, Show};
pub use seat::{BySeat, Names, Seat, list};
pub use setup::{Opening, Sealed, Setup, SetupHelp};
pub use tile::Tile;
pub use touch::{Hand, Mark, Pointing, Spot, Touch, moves};
pub(crate) use touch::{one_of, sentences};
pub(crate) use words::{spelled, words};

/// A kind of game: its name, its options, and its types.
///
/// Text for people can contain the placeholders of [`Seat`]. Text in turn files (`Item`, `Value`,
/// `Answer`, moves) is plain ASCII without placeholders, and its format never changes.
pub trait Game: Sized + Clone + PartialEq + Debug + 'static {
    /// Facts about the kind.
    const PROFILE: Profile;

    /// The options of a game, converted from an [`OptionMap`].
    type Options: Clone + Debug;
    /// A setup, legal or not. Its `Debug` output must not show any of its values.
    type Setup: Setup<Self>;
    /// An item of a setup, such as `F6` or `passport-9`.
    type Item: Word + Ord;
    /// The value of an item, such as `agent` or `empty`.
    type Value: Word;
    /// The public position.
    type Position: Position<Self>
        + Forfeits<Self>
        + Knowledge<Self>
        + Show<Self>
        + AsJson<Self>
        + Pointing<Self>;
    /// One complete decision of a player.
    type Move: Move<Self>;
    /// A question to a seat, such as `Fiji 6`. If a false answer opens nothing, this text is the
    /// item of the finding.
    type Question: Clone + PartialEq + Debug + Display;
    /// An answer, such as `HIT` or `2`.
    type Answer: Word;
    /// The purpose of a roll. `Display` writes the text that enters the hash of the roll, such as
    /// `dice` or `card 1`.
    type Roll: Clone + PartialEq + Debug + Display;
    /// The result of a roll.
    type Rolled: Clone + PartialEq + Debug;
    /// Why a move isn't possible.
    type Illegal: std::error::Error + Clone + PartialEq;
    /// An error in a setup.
    type Fault: std::error::Error + Clone + PartialEq;
    /// The boxes of the kind, which only the opponent can read; [`NoBoxes`] in all kinds but one.
    type Boxes: Boxes<Self>;

    /// Returns the kind's own options, without the options that every kind has.
    fn options() -> Vec<OptionSpec> {
        Vec::new()
    }

    /// Converts options, each of which is valid by itself. Returns errors if the options don't fit
    /// together.
    fn read_options(options: &OptionMap, seats: u8) -> Result<Self::Options, Vec<OptionError>>;

    /// Returns the position after all setups are hidden.
    fn start(options: &Self::Options, seats: u8) -> Self::Position;

    /// Returns the piece whose legal moves should be listed after this error, to help the player;
    /// `None` if no list would help.
    fn piece_to_list(_: &Self::Illegal) -> Option<String> {
        None
    }

    /// Returns the bots that play this kind.
    fn policies() -> Policies<Self>;
}

/// A word of a turn file: a value has only one spelling, and parsing that spelling returns the same
/// value.
pub trait Word: Clone + PartialEq + Debug + Display + FromStr + 'static {}

impl<T: Clone + PartialEq + Debug + Display + FromStr + 'static> Word for T {}

/// A type without values, for a kind that never rolls or never asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Never {}

impl Display for Never {
    fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {}
    }
}
