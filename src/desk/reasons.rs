//! Why a file or an action is refused: the data that errors of the desk carry.

use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::turnfile::Moment;

/// A public key.
pub type Key = [u8; 32];

/// Why the vault's records forbid an action.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Forbidden {
    /// The vault has been handed over to another machine.
    #[error("this vault was moved to another computer on {}", on.format("%-d %b %Y"))]
    Retired { on: DateTime<Utc> },
    /// The vault was restored, or has lost its record of the game, so it may not know our newest
    /// turn.
    #[error(
        "this vault was restored, or has lost its record of the game, so it may not know your \
            latest turn"
    )]
    Restored,
    /// This vault has taken the seat before, but the seat's record is gone.
    #[error("you have joined this game before, but your vault has lost the game's record")]
    Joined,
    /// A breach has ended the game.
    #[error("turn {number} breaks the rules, which ends the game")]
    Ended {
        /// Number of the turn that proves the breach.
        number: u32,
    },
    /// This seat has claimed the game, which revealed its setup. The other players must not be able
    /// to use that knowledge, so the seat signs no further turns.
    #[error("your claim has revealed your setup, so you can't continue this game")]
    Claimed,
    /// The turn doesn't follow the newest known turn.
    #[error("the turn doesn't follow the latest turn in this vault")]
    OtherHistory,
    /// There is no turn to undo.
    #[error("the last turn of this game isn't yours, so there is nothing to undo")]
    NothingToUndo,
    /// Someone has answered the turn.
    #[error("turn {number} has been answered, so you can't take it back")]
    Answered { number: u32 },
    /// The turn has been mailed.
    #[error("turn {number} has been mailed, so you can't take it back")]
    Mailed { number: u32 },
}

/// A name that is pinned to one key arrived with another key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeyMismatch {
    pub name: String,
    /// The key that the name is pinned to.
    pub known: Key,
    /// When that key was first seen.
    pub since: DateTime<Utc>,
    /// The key that arrived.
    pub offered: Key,
}

/// A file that is damaged, or was changed after it was signed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DamagedFile {
    /// Number of the first turn that can't be accepted.
    pub turn: u32,
    /// Seat that took the turn, if readable.
    pub seat: Option<String>,
    /// Description of the error, with names filled in.
    pub message: String,
    /// Whether the turn itself may be intact but doesn't belong at this place in the file.
    pub misplaced: bool,
    /// The first TOML key whose value differs from our own copy, if we have a copy.
    pub changed: Option<KeyDifference>,
    /// Our own undamaged copy.
    pub good: Option<GoodCopy>,
}

/// The vault's undamaged copy of a game, for a file of the game that is damaged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GoodCopy {
    /// Private name of the game.
    pub name: String,
    /// Number of turns in the copy.
    pub turns: u32,
    /// Whether the damaged turn is our own and the copy has at least as many turns as the file.
    pub is_all: bool,
}

/// A TOML key of a turn whose value differs from our own copy.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct KeyDifference {
    pub turn: u32,
    /// Seat that took the turn.
    pub seat: String,
    pub key: &'static str,
    /// Value in the file. If the value is long, only the part around the change.
    pub here: String,
    /// Value in our own copy.
    pub own_copy: String,
}

/// How a file differs from the later version in the vault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StaleKind {
    /// Only our last turn is missing. We may have signed it without writing its file.
    OwnTurn,
    /// The file ends with one of our turns that we have undone.
    TakenBack,
    /// Turns are missing, or some turns are versions that don't count.
    Turns,
}

/// Why a ruling is rejected.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RulingError {
    /// The ruling is about a game that isn't in the vault.
    #[error("this ruling is about a game that is not in your vault")]
    UnknownGame,
    /// The game's arbiter didn't sign the ruling.
    #[error("the arbiter of the game did not sign this ruling")]
    BadSignature,
    /// The ruling follows a turn that isn't in the vault.
    #[error("this ruling follows a turn that you do not have")]
    UnknownTurn,
}

/// Why an arbiter can't rule.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoRuling {
    /// No turn is missing, or no player may claim.
    #[error("no player is late in this game")]
    NothingMissing,
    /// The player still has time.
    #[error("you can't rule against {who} before {}", until.format("%Y-%m-%d %H:%M UTC"))]
    TooEarly {
        /// The player whose turn is missing.
        who: String,
        until: Moment,
    },
    /// Another version of the file contains the missing turn.
    #[error("you have already received this turn from {0}, so it was on time")]
    Arrived(String),
}

/// Minimum length of a passphrase, in characters.
pub(crate) const SHORTEST_PASSPHRASE: usize = 8;
