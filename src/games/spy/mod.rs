//! Spy!, the paper game of 1974: each player hides a network of lines, and asks about spaces until
//! one of the players can draw the opponent's network.
//!
//! The setup has one item per space, `hot` or `blank`. An answer opens the items of the spaces that
//! it describes. Only the reveal at the end proves that a warm space is next to a hot space. The
//! first guess of a game is sealed, because the opponent may guess too; the second guess is open.

mod bot;
mod guesses;
mod hint;
mod json;
mod knowledge;
mod legal;
mod list;
mod moves;
mod network;
mod notation;
mod options;
mod position;
mod scene;
mod search;
mod setup;
mod spaces;
#[cfg(test)]
mod tests;
mod touch;
mod words;

use crate::rules::{
    self, Game, Level, Never, NoBoxes, OptionError, OptionMap, OptionSpec, Policies, Profile,
    in_manuals,
};

/// The rules of Spy!
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Spy;

/// The game as one seat sees it.
type Seen<'a> = rules::Observation<'a, Spy>;
type Shown = rules::Shown<Spy>;
type Private = rules::Private<Spy>;

impl Game for Spy {
    const PROFILE: Profile = Profile {
        decline: Some("decline"),
        decides: Some("guess"),
        most_points: 3,
        about: "uncover a hidden network of lines",
        manual: in_manuals(include_str!("../../../docs/games/spy.md")),
        lessons: in_manuals(include_str!("../../../docs/first-games/spy.md")),
        ..Profile::new("spy", "Spy!", "spy")
    };

    type Options = options::Options;
    type Setup = network::Network;
    type Item = words::Item;
    type Value = words::Value;
    type Position = position::State;
    type Move = moves::Move;
    type Question = words::Question;
    type Answer = words::Answer;
    type Roll = Never;
    type Rolled = Never;
    type Illegal = legal::Illegal;
    type Fault = network::Fault;
    type Boxes = NoBoxes;

    fn options() -> Vec<OptionSpec> {
        options::specs()
    }

    fn read_options(options: &OptionMap, _seats: u8) -> Result<options::Options, Vec<OptionError>> {
        options::read(options)
    }

    fn start(options: &options::Options, _seats: u8) -> position::State {
        position::State::new(options)
    }

    fn policies() -> Policies<Self> {
        &[
            (Level::Any, &bot::Sensible),
            (Level::Medium, &bot::Counting { hard: false }),
            (Level::Hard, &bot::Counting { hard: true }),
        ]
    }
}
