//! Enemy Agent (Milton Bradley, 1975): Travelers cross the Border Wall, find the opponent's Master
//! Plan and bring it home.
//!
//! Three of each side's six Travelers are Secret Agents. Only Agents learn where the plan is, and
//! only they can carry it. Dice decide how many people can move and how far; cards decide which
//! Travelers pass a Checkpoint; Inspectors arrest.
//!
//! A move is a list of orders. Orders that don't need the opponent are carried out immediately. An
//! order that needs a card, a Passport or an answer waits, and so do all orders after it. They are
//! carried out in the opponent's next turn, before the opponent's own move.

mod arrest;
mod board;
mod bot;
mod execute;
mod facts;
mod hints;
mod illegal;
mod json;
mod legal;
mod map;
mod options;
mod order_draft;
mod orders;
mod path;
mod person;
mod position;
mod scene;
mod setup;
mod state;
#[cfg(test)]
mod tests;
mod touch;

use std::fmt;

use crate::rules::{
    self, Chance, Game, Level, NoBoxes, OptionError, OptionMap, OptionSpec, Policies, Profile,
    in_manuals,
};

pub(crate) use options::Options;
pub(crate) use setup::Dossier;
pub(crate) use state::State;

/// The rules of Enemy Agent.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct EnemyAgent;

/// The game as one seat sees it.
type Seen<'a> = rules::Observation<'a, EnemyAgent>;
type Shown = rules::Shown<EnemyAgent>;
type Private = rules::Private<EnemyAgent>;

impl Game for EnemyAgent {
    const PROFILE: Profile = Profile {
        sides: Some(["blue", "red"]),
        chance: Chance::Throughout,
        about: "slip past the wall, steal the plan",
        manual: in_manuals(include_str!("../../../docs/games/enemy-agent.md")),
        lessons: in_manuals(include_str!("../../../docs/first-games/enemy-agent.md")),
        ..Profile::new("enemy-agent", "Enemy Agent", "ea")
    };

    type Options = Options;
    type Setup = Dossier;
    type Item = person::Item;
    type Value = person::Value;
    type Position = State;
    type Move = orders::Orders;
    type Question = person::Question;
    type Answer = person::Answer;
    type Roll = Roll;
    type Rolled = Rolled;
    type Illegal = illegal::Illegal;
    type Fault = setup::Fault;
    type Boxes = NoBoxes;

    fn options() -> Vec<OptionSpec> {
        options::specs()
    }

    fn read_options(options: &OptionMap, _seats: u8) -> Result<Options, Vec<OptionError>> {
        options::read(options)
    }

    fn start(options: &Options, _seats: u8) -> State {
        State::new(options)
    }

    fn piece_to_list(illegal: &illegal::Illegal) -> Option<String> {
        match illegal {
            illegal::Illegal::NoWay { who, .. } => Some(who.to_string()),
            _ => None,
        }
    }

    fn policies() -> Policies<Self> {
        &[(Level::Any, &bot::Sensible), (Level::Hard, &bot::Knowing)]
    }
}

/// The purpose of a roll.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Roll {
    /// Both dice of a turn.
    Dice,
    /// The Checkpoint card with this number, counted from 1 in each move.
    Card(u32),
}

impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Roll::Dice => f.write_str("dice"),
            Roll::Card(number) => write!(f, "card {number}"),
        }
    }
}

/// The result of a roll.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rolled {
    Dice(Throw),
    Card(Card),
}

/// The dice of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Throw {
    /// Number of people that may move, from the colored die.
    people: u8,
    /// Number of squares that each of them moves, from the regular die.
    squares: u8,
}

impl Throw {
    /// Returns how far this many people may move: `4 squares each`.
    fn reach(self, people: u8) -> String {
        let squares = illegal::plural(self.squares, "square", "squares");
        let each = if people == 1 { "" } else { " each" };
        format!("{} {squares}{each}", self.squares)
    }
}

impl fmt::Display for Throw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let people = illegal::plural(self.people, "person", "people");
        write!(f, "{} {people}, {}", self.people, self.reach(self.people))
    }
}

/// A Checkpoint card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Card {
    Pass,
    /// DO NOT PASS.
    Stop,
}
