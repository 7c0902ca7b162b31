//! The games. To add a game, create a folder here, and add a `mod` line and a line in the list
//! below.

mod checkpoint;
mod enemy_agent;
mod entropy;
mod espionage;
mod game_box;
#[cfg(any(test, feature = "fault-points"))]
mod hideout;
#[cfg(any(test, feature = "fault-points"))]
mod night_pursuit;
mod random;
mod spy;

pub(crate) use checkpoint::Checkpoint;
pub(crate) use enemy_agent::EnemyAgent;
pub(crate) use espionage::Espionage;
pub(crate) use game_box::GameBox;
#[cfg(any(test, feature = "fault-points"))]
pub(crate) use hideout::Hideout;
#[cfg(any(test, feature = "fault-points"))]
pub(crate) use night_pursuit::NightPursuit;
pub(crate) use spy::Spy;

/// Passes the list of kinds to a macro that generates code for each kind. Test builds export this
/// macro: `tests/library/games/` uses it to declare a module for each kind.
///
/// The last two kinds are toys. They exist only in test builds, to show that a new kind needs no
/// change in any other module.
#[cfg_attr(any(test, feature = "fault-points"), macro_export)]
macro_rules! for_each_game {
    ($then:ident $($args:tt)*) => {
        $then! {
            [$($args)*]
            checkpoint::Checkpoint,
            spy::Spy,
            game_box::GameBox,
            enemy_agent::EnemyAgent,
            espionage::Espionage,
            #[cfg(any(test, feature = "fault-points"))]
            hideout::Hideout,
            #[cfg(any(test, feature = "fault-points"))]
            night_pursuit::NightPursuit,
        }
    };
}

/// Runs code with the type of a [`Kind`]: `with_game!(kind, G => work::<G>())`.
macro_rules! with_game {
    ($kind:expr, $game:ident => $body:expr) => {
        for_each_game!(match_kind ($kind) $game ($body))
    };
}

macro_rules! match_kind {
    (
        [($which:expr) $name:ident ($body:expr)]
        $($(#[$meta:meta])* $module:ident::$game:ident,)+
    ) => {
        match $which {
            $(
                $(#[$meta])*
                $crate::games::Kind::$game => { type $name = $crate::games::$game; $body }
            )+
        }
    };
}

// These modules use the macros above, so they come after them.
#[cfg(test)]
pub(crate) mod conformance;
mod kind;
mod lessons;
pub use kind::Kind;
