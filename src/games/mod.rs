//! The games. A new one is a folder here, its `mod` line, and its line in the list.

mod bits;
mod checkpoint;
mod enemy_agent;
mod espionage;
mod game_box;
#[cfg(any(test, feature = "fault-points"))]
mod hideout;
mod lots;
mod spy;

pub(crate) use checkpoint::Checkpoint;
pub(crate) use enemy_agent::EnemyAgent;
pub(crate) use espionage::Espionage;
pub(crate) use game_box::GameBox;
#[cfg(any(test, feature = "fault-points"))]
pub(crate) use hideout::Hideout;
pub(crate) use spy::Spy;

/// Hands the list of games to a macro: whatever needs one arm a game is made from it.
///
/// The last is a toy. It is there in tests only, to show that nothing above needs to know a game.
macro_rules! for_each_game {
    ($then:ident $($args:tt)*) => {
        $then! {
            [$($args)*]
            Checkpoint,
            Spy,
            GameBox,
            EnemyAgent,
            Espionage,
            #[cfg(any(test, feature = "fault-points"))]
            Hideout,
        }
    };
}

/// `with_game!(kind, G => work::<G>())`: work with the rule book of a [`Kind`].
macro_rules! with_game {
    ($kind:expr, $game:ident => $body:expr) => {
        for_each_game!(match_kind ($kind) $game ($body))
    };
}

macro_rules! match_kind {
    ([($which:expr) $name:ident ($body:expr)] $($(#[$meta:meta])* $game:ident,)+) => {
        match $which {
            $(
                $(#[$meta])*
                $crate::games::Kind::$game => { type $name = $crate::games::$game; $body }
            )+
        }
    };
}

// After the macros, which they need.
#[cfg(test)]
pub(crate) mod conformance;
mod kind;
pub use kind::Kind;
