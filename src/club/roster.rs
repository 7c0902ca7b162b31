//! The list of players and sections: `club.toml`.

use chrono::NaiveDate;

use super::roster_error::RosterError;
use super::roster_file;
use crate::crypto::{GameId, KeyWord, safety_number};
use crate::games::Kind;
use crate::rules::{OptionMap, OptionValue};
use crate::table::option_specs;
use crate::turnfile::{Arbiter, Bytes32};

/// The contents of `club.toml`, checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Roster {
    /// Name of the club.
    pub name: String,
    /// Email address that gets copies of the turns.
    pub mail: Option<String>,
    /// Key of the arbiter; `None` in a club without rulings.
    pub arbiter: Option<Bytes32>,
    /// Days that the arbiter waits after the notice.
    pub grace_days: u32,
    pub away: Vec<Absence>,
    pub sections: Vec<Section>,
    pub players: Vec<Member>,
    pub decided: Vec<Decided>,
}

/// A player of the club.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    pub name: String,
    pub key: KeyWord,
}

/// A time when a player is away, from the first day to the last, both inclusive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Absence {
    pub player: String,
    pub from: NaiveDate,
    pub until: NaiveDate,
}

/// Games of one kind under the same house rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    pub name: String,
    pub kind: Kind,
    /// Number of games that count, for each pair (or each group) of players.
    pub games: usize,
    pub points: Points,
    /// Names of the players.
    pub players: Vec<String>,
    /// The options in `club.toml`. The other options have their defaults.
    pub options: OptionMap,
}

/// How a section scores a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Points {
    /// 1 for a win, 0.5 for a draw.
    #[default]
    Result,
    /// The points that the game's own rules give.
    Board,
}

/// The club's own score for a game without a result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decided {
    pub game: Decision,
    /// Half points of each player.
    pub half_points: Vec<(String, u32)>,
    pub reason: String,
}

/// The game that a [`Decided`] is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    /// The game with this id.
    Id(GameId),
    /// A game in this section that never began.
    NotBegun {
        /// Name of the section.
        section: String,
    },
}

impl Roster {
    /// Reads `club.toml`.
    ///
    /// # Errors
    ///
    /// Returns the first error, with its line.
    pub fn read(text: &str) -> Result<Roster, RosterError> {
        roster_file::read(text)
    }

    /// Returns the player with this key.
    pub fn player_with(&self, key: &Bytes32) -> Option<&str> {
        let number = safety_number(key);
        let owner = self.players.iter().find(|player| match &player.key {
            KeyWord::Key(own) => own == key,
            KeyWord::Number(own) => *own == number,
        });
        owner.map(|player| player.name.as_str())
    }

    /// Returns the player's key, if `club.toml` has the key itself and not only its safety number.
    pub fn key_of(&self, player: &str) -> Option<Bytes32> {
        let player = self.players.iter().find(|known| known.name == player)?;
        if let KeyWord::Key(key) = player.key { Some(key) } else { None }
    }

    /// Returns the arbiter as in the header of a game.
    pub fn arbiter(&self) -> Option<Arbiter> {
        let (name, mail) = (Some(self.name.clone()), self.mail.clone());
        let grace_days = self.grace_days;
        self.arbiter.map(|key| Arbiter { key, grace_days, name, mail })
    }
}

impl Section {
    /// Returns all options of the section's games, defaults included.
    pub fn all_options(&self) -> OptionMap {
        let specs = option_specs(self.kind).into_iter();
        let mut all: OptionMap = specs.map(|spec| (spec.name.to_owned(), spec.default)).collect();
        all.extend(self.options.clone());
        all
    }

    /// Returns the options that differ in a game: the name, the game's value, and the section's
    /// value.
    pub fn other_options(
        &self,
        options: &OptionMap,
    ) -> Vec<(String, Option<OptionValue>, OptionValue)> {
        let wanted = self.all_options().into_iter();
        let differ = wanted.filter(|(name, value)| options.get(name) != Some(value));
        differ.map(|(name, value)| (name.clone(), options.get(&name).cloned(), value)).collect()
    }
}
