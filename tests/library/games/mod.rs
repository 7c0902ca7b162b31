//! Facts that the tests over all games can't find out by playing a game: one module for each kind,
//! named after its module in `src/games/`. A new kind needs a file here and no line in any other
//! test.

use pbem::games::Kind;

use crate::cheats::table::{Attempt, Cheat};
use crate::longest::Most;
use crate::play::fewest;

/// Options as typed, without the defaults.
pub(crate) type Options = &'static [(&'static str, &'static str)];

/// Facts about a kind for the tests over all games. The defaults fit a small game without options.
pub(crate) struct Facts {
    /// The cheats that only this kind allows.
    pub(crate) cheats: &'static [&'static [Cheat]],
    /// Attempts for which there is no cheat in this list, with the reason.
    pub(crate) absent: &'static [(Attempt, &'static str)],
    /// Options worth testing, with the number of seats. Empty for the defaults.
    pub(crate) variants: &'static [(usize, Options)],
    /// Options for a game that ends soon, if the default game is slow to play.
    pub(crate) soon: Options,
    /// Options for a small board, for tests that play many games.
    pub(crate) small: Options,
    /// Maximum size of each key in a turn, for the longest possible file.
    pub(crate) longest: &'static [Most],
}

impl Facts {
    pub(crate) const NONE: Facts =
        Facts { cheats: &[], absent: &[], variants: &[], soon: &[], small: &[], longest: &[] };
}

macro_rules! make_modules {
    ([] $($(#[$meta:meta])* $module:ident::$game:ident,)+) => {
        $($(#[$meta])* mod $module;)+

        /// Returns what the tests know about a kind.
        pub(crate) fn facts(kind: Kind) -> &'static Facts {
            match kind {
                $($(#[$meta])* Kind::$game => &$module::FACTS,)+
            }
        }
    };
}
pbem::for_each_game!(make_modules);

/// Returns options to test for a kind, with the number of seats.
pub(crate) fn variants(kind: Kind) -> Vec<(usize, Options)> {
    match facts(kind).variants {
        [] => vec![(fewest(kind), &[])],
        variants => variants.to_vec(),
    }
}
