//! The closed set of games. This is the only place that lists them: a sixth is one folder and one
//! line here.

use std::fmt;
use std::ops::RangeInclusive;

use super::options::OptionSpec;
use super::rules::Rules;
use super::{checkpoint_danger, enemy_agent, espionage, game_box, spy};

/// Something to be done with the rule book of a game, whichever it is.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it with the rule book `R`.
    fn visit<R: Rules>(self) -> Self::Output;
}

macro_rules! kinds {
    ($($kind:ident => $rules:ty),+ $(,)?) => {
        /// Which game.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Kind {
            $(
                #[doc = concat!("the rule book [`", stringify!($kind), "`](", stringify!($rules), ")")]
                $kind,
            )+
        }

        impl Kind {
            /// All games, in the order in which they are listed to people.
            pub const ALL: &'static [Kind] = &[$(Kind::$kind),+];

            /// Opens the rule book of this game.
            pub fn visit<V: Visitor>(self, visitor: V) -> V::Output {
                match self {
                    $(Kind::$kind => visitor.visit::<$rules>(),)+
                }
            }
        }
    };
}

kinds! {
    CheckpointDanger => checkpoint_danger::CheckpointDanger,
    Spy => spy::Spy,
    GameBox => game_box::GameBox,
    EnemyAgent => enemy_agent::EnemyAgent,
    Espionage => espionage::Espionage,
}

/// What can be said of a game without playing it.
struct Facts {
    id: &'static str,
    title: &'static str,
    seats: RangeInclusive<u8>,
    manual: &'static str,
}

struct ReadFacts;

impl Visitor for ReadFacts {
    type Output = Facts;

    fn visit<R: Rules>(self) -> Facts {
        Facts { id: R::ID, title: R::TITLE, seats: R::SEATS, manual: R::MANUAL }
    }
}

struct ReadOptions;

impl Visitor for ReadOptions {
    type Output = Vec<OptionSpec>;

    fn visit<R: Rules>(self) -> Vec<OptionSpec> {
        R::options()
    }
}

impl Kind {
    /// The game with this `kind` in turn files.
    pub fn from_id(id: &str) -> Option<Kind> {
        Kind::ALL.iter().copied().find(|kind| kind.id() == id)
    }

    /// The game of this rule book.
    pub fn of<R: Rules>() -> Kind {
        Kind::from_id(R::ID).unwrap_or(Kind::ALL[0])
    }

    /// Its `kind` in turn files and on the command line.
    pub fn id(self) -> &'static str {
        self.visit(ReadFacts).id
    }

    /// The name that people know it by.
    pub fn title(self) -> &'static str {
        self.visit(ReadFacts).title
    }

    /// How many may play.
    pub fn seats(self) -> RangeInclusive<u8> {
        self.visit(ReadFacts).seats
    }

    /// How to play.
    pub fn manual(self) -> &'static str {
        self.visit(ReadFacts).manual
    }

    /// Its own options.
    pub fn options(self) -> Vec<OptionSpec> {
        self.visit(ReadOptions)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_found_by_its_id() {
        for kind in Kind::ALL {
            assert_eq!(Kind::from_id(kind.id()), Some(*kind));
        }
        assert_eq!(Kind::from_id("chess"), None);
    }
}
