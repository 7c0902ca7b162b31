//! Espionage: two armies with hidden ranks, Spies that see the pieces next to them, Sappers, Mines,
//! and a Headquarters to take.
//!
//! Every home square is sealed, including empty ones. The empty squares are opened when both armies
//! are sealed. After that, each piece is named by the square on which it started. Boxes contain
//! what Spies see and how fights end, so players don't need extra emails to tell each other these
//! facts; `boxes.rs` says which boxes a file must contain.

mod bot;
mod boxes;
mod form;
mod hints;
mod json;
mod kind;
mod knowledge;
mod legal;
mod list;
mod options;
mod play;
mod scene;
mod setup;
mod square;
mod state;
mod step;
#[cfg(test)]
mod tests;
mod touch;

use crate::rules::{
    self, Game, Level, OptionError, OptionMap, OptionSpec, Policies, Profile, in_manuals,
};

/// The rules of Espionage.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Espionage;

/// The game as one seat sees it.
type Seen<'a> = rules::Observation<'a, Espionage>;
type Shown = rules::Shown<Espionage>;
type Private = rules::Private<Espionage>;

impl Game for Espionage {
    const PROFILE: Profile = Profile {
        about: "two armies whose ranks are hidden",
        manual: in_manuals(include_str!("../../../docs/games/espionage.md")),
        lessons: in_manuals(include_str!("../../../docs/first-games/espionage.md")),
        ..Profile::new("espionage", "Espionage", "esp")
    };

    type Options = options::Options;
    type Setup = setup::Army;
    type Item = square::Square;
    type Value = kind::Kind;
    type Position = state::State;
    type Move = step::Strides;
    type Question = state::Fight;
    type Answer = kind::Clash;
    type Roll = play::Volcanoes;
    type Rolled = Vec<square::Square>;
    type Illegal = legal::Illegal;
    type Fault = setup::Fault;
    type Boxes = Self;

    fn options() -> Vec<OptionSpec> {
        options::Options::specs()
    }

    fn read_options(options: &OptionMap, _seats: u8) -> Result<options::Options, Vec<OptionError>> {
        options::Options::read(options)
    }

    fn start(options: &options::Options, _seats: u8) -> state::State {
        state::State::new(*options)
    }

    fn policies() -> Policies<Self> {
        &[(Level::Any, &bot::Sensible), (Level::Medium, &bot::MEDIUM), (Level::Hard, &bot::HARD)]
    }
}
