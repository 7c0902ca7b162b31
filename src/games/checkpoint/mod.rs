//! Checkpoint: Danger! (Ideal, 1978). Two players each hide four agents on a map of 7 by 9 squares
//! and call the opponent's squares. The answer is HIT, or the number of agents that are seen from
//! the called square along the eight straight lines. The first player to find all four agents wins.
//!
//! The setup has 63 items, each `agent` or `empty`. A call also opens the caller's own square of
//! the same name, which has an agent if the call has the words "Checkpoint Danger", and otherwise
//! is empty. The answers HIT and 0 are proved at once by opening squares. An answer from 1 to 4
//! opens only the called square, and the number is checked at the end.

mod bot;
mod call;
mod json;
mod list;
mod position;
mod scene;
mod setup;
mod sheet;
mod square;
#[cfg(test)]
mod tests;
mod touch;

pub(crate) use position::State;
pub(crate) use setup::Network;

use crate::rules::{
    self, Game, Level, Never, NoBoxes, OptionError, OptionMap, OptionMapExt, OptionSpec, Policies,
    Profile, in_manuals,
};

/// The rules of Checkpoint: Danger!
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Checkpoint;

const DANGER_BLUFF: &str = "allow-danger-bluff";
const REPEAT_CALLS: &str = "allow-repeat-calls";

/// House rules of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Options {
    /// Whether callers may say "Checkpoint Danger" for any square.
    danger_bluff: bool,
    /// Whether a square may be called again.
    repeat_calls: bool,
}

/// The game as one seat sees it.
type Seen<'a> = rules::Observation<'a, Checkpoint>;
type Shown = rules::Shown<Checkpoint>;
type Private = rules::Private<Checkpoint>;

impl Game for Checkpoint {
    const PROFILE: Profile = Profile {
        about: "find four hidden agents on a map",
        manual: in_manuals(include_str!("../../../docs/games/checkpoint-danger.md")),
        lessons: in_manuals(include_str!("../../../docs/first-games/checkpoint-danger.md")),
        ..Profile::new("checkpoint-danger", "Checkpoint: Danger!", "cd")
    };

    type Options = Options;
    type Setup = Network;
    type Item = square::Square;
    type Value = setup::Value;
    type Position = State;
    type Move = call::Calls;
    type Question = position::Question;
    type Answer = setup::Answer;
    type Roll = Never;
    type Rolled = Never;
    type Illegal = position::Illegal;
    type Fault = setup::Fault;
    type Boxes = NoBoxes;

    fn options() -> Vec<OptionSpec> {
        let bluff = "callers may say \"Checkpoint Danger\" for any square, and must say it for \
                     a square with their own agent";
        let repeat = "a player may call a square again";
        vec![
            OptionSpec::flag(DANGER_BLUFF, false, bluff),
            OptionSpec::flag(REPEAT_CALLS, false, repeat),
        ]
    }

    fn read_options(options: &OptionMap, _seats: u8) -> Result<Options, Vec<OptionError>> {
        let (bluff, repeat) = (options.flag(DANGER_BLUFF), options.flag(REPEAT_CALLS));
        Ok(Options { danger_bluff: bluff, repeat_calls: repeat })
    }

    fn start(options: &Options, _seats: u8) -> State {
        State::new(*options)
    }

    fn policies() -> Policies<Self> {
        &[
            (Level::Any, &bot::Sensible),
            (Level::Easy, &bot::Easy),
            (Level::Medium, &bot::Medium),
            (Level::Hard, &bot::Hard),
        ]
    }
}
