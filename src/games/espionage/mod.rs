//! Espionage: two armies whose ranks are hidden, Spies that see what stands next to them, Sappers,
//! Mines, and a Headquarters to take.
//!
//! Every home square is sealed, empty ones too. The empties are opened when both have sealed; from
//! then on a piece is named by the square it started from. What Spies see and how fights end
//! travels in boxes, without a question or a mail of its own; which boxes a file must carry is in
//! `boxes.rs`.

mod advice;
mod bot;
mod boxes;
mod form;
mod json;
mod kind;
mod knowledge;
mod legal;
mod list;
mod muster;
mod options;
mod play;
mod scene;
mod setup;
mod square;
mod state;
mod stride;
#[cfg(test)]
mod tests;
mod touch;

use crate::rules::{
    Game, Level, OptionFault, OptionMap, OptionSpec, Policies, Profile, in_manuals,
};

/// The rule book of Espionage.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Espionage;

impl Game for Espionage {
    const PROFILE: Profile = Profile {
        manual: in_manuals(include_str!("../../../docs/games/espionage.md")),
        lessons: in_manuals(include_str!("../../../docs/first-games/espionage.md")),
        ..Profile::new("espionage", "Espionage", "esp")
    };

    type Options = options::Options;
    type Setup = setup::Army;
    type Item = square::Square;
    type Value = kind::Kind;
    type Position = state::State;
    type Move = stride::Strides;
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

    fn read_options(options: &OptionMap, _seats: u8) -> Result<options::Options, Vec<OptionFault>> {
        options::Options::read(options)
    }

    fn start(options: &options::Options, _seats: u8) -> state::State {
        state::State::new(*options)
    }

    fn policies() -> Policies<Self> {
        &[(Level::Any, &bot::Sensible), (Level::Medium, &bot::Medium), (Level::Hard, &bot::Hard)]
    }
}
