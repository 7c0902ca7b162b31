//! Errors of the desk.

use chrono::Duration;

use super::chain::Reason;
use super::contacts::AnotherKey;
use super::damage::Damaged;
use super::document::Fault;
use super::encrypted_backup::SHORTEST_PASSPHRASE;
use super::load::Behind;
use super::rulings::RulingFault;
use super::store::{DocName, StoreError};
use super::watched::NoRuling;
use crate::rules::Seat;
use crate::table::{Finding, OpenError, Refusal};
use crate::turnfile::{Bytes32, Moment, ReadFault};

/// Why an action failed. Contains data but no secrets; the user interfaces choose the message and
/// the hint.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("{called}: {fault}")]
    Document {
        name: DocName,
        /// The store's name for the document.
        called: String,
        fault: Fault,
    },
    /// A document is missing that others depend on.
    #[error("{called} is missing, but the rest of the vault is there")]
    Missing {
        name: DocName,
        /// The store's name for the document.
        called: String,
    },
    #[error("can't use the backup: {0}")]
    BadBackup(&'static str),
    /// A backup that hands the vault over must not leave out games that can't be read.
    #[error("the backup would leave out games that cannot be read")]
    LeftOut(Vec<Trouble>),
    /// An encrypted backup can't be decrypted.
    #[error("the passphrase is another, or the file is not as it was written")]
    WrongPassphrase,
    /// The passphrase is too short.
    #[error("a passphrase has at least {SHORTEST_PASSPHRASE} signs: four words are a good one")]
    ShortPassphrase,
    /// A newer pbem wrote the backup or document.
    #[error("it was made by a newer pbem (format {0})")]
    Newer(i64),
    /// The text isn't a valid recovery phrase.
    #[error("these are not the twelve words of an identity: {0}")]
    BadWords(String),
    /// There is already a vault with another identity.
    #[error("there is a vault already")]
    VaultExists,
    #[error("there is no vault yet")]
    NoVault,

    #[error("no game of yours is called \"{0}\"")]
    UnknownGame(String),
    /// Several games match the name or the prefix of an id.
    #[error("\"{word}\" may be any of: {}", names.join(", "))]
    Ambiguous {
        word: String,
        /// Names of the games that match.
        names: Vec<String>,
    },
    /// The game's first turn was undone before anyone saw it.
    #[error("{0} was taken back before it was mailed, so there is no such game")]
    TakenBack(String),
    #[error("no contact is called \"{0}\"")]
    UnknownContact(String),
    #[error("there is a contact called \"{0}\" already")]
    ContactExists(String),
    /// The text isn't a valid name for a player or a game.
    #[error(
        "\"{0}\" cannot be a name: a small letter first, then at most 31 small letters, digits or \
         hyphens"
    )]
    BadName(String),
    #[error("there is no setting \"{0}\"")]
    UnknownSetting(String),
    /// The setting can't have this value.
    #[error("{key} cannot be \"{value}\": {wanted}")]
    BadSetting {
        key: &'static str,
        value: String,
        /// The values that it can have.
        wanted: &'static str,
    },

    /// The input isn't a turn file. `None` if it is empty.
    #[error("it cannot be read{}",
        .0.as_ref().map(|fault| format!(": {fault}")).unwrap_or_default())]
    Unreadable(Option<ReadFault>),
    /// The turn file's header doesn't describe a playable game.
    #[error(transparent)]
    NoGame(#[from] OpenError),
    #[error("it was changed after it was signed: {}", .0.message)]
    Damaged(Box<Damaged>),
    /// Our own copy of the game can't be read.
    #[error("the copy in the vault cannot be read: {0}")]
    OwnCopy(String),
    /// A name that is pinned to one key arrived with another.
    #[error("this {} is not the {} you know", .0.name, .0.name)]
    AnotherKey(Box<AnotherKey>),
    /// Another person has taken the seat of a player whom the vault knows there.
    #[error("somebody else has taken the seat {seat}")]
    AnotherPlayer {
        seat: String,
        /// Private name of the known game.
        name: String,
    },
    /// A turn is dated after our clock.
    #[error("turn {turn} by {seat} is dated after this clock")]
    FromTheFuture {
        turn: u32,
        seat: String,
        /// The turn's date.
        sent: Moment,
        /// The time on our clock.
        now: Moment,
    },

    /// The vault's records forbid it.
    #[error(transparent)]
    Forbidden(#[from] Reason),
    /// The rules don't allow this turn.
    #[error("no such turn can be made")]
    Refused(Refusal),
    /// The file is older than the version in the vault.
    #[error("the file is not the newest that is known")]
    Stale(Behind),
    #[error("a breach of the rules has ended the game")]
    Breach(Finding),
    /// This vault has no seat in the game.
    #[error("you have no seat in this game")]
    NoSeat,
    /// The vault has no secrets for a seat that needs them.
    #[error("the vault has no secrets for {0}")]
    NoSecrets(String),
    /// The file would exceed the maximum size of a turn file, in bytes.
    #[error("with this turn the file would have more than {0} bytes")]
    TooLong(usize),

    /// The header isn't valid.
    #[error("{}", .0.join("; "))]
    BadHeader(Vec<String>),
    /// The game has no seat with this name.
    #[error("{0} has no seat in this game")]
    NoSuchSeat(String),
    /// Several seats are open, and the caller didn't name one.
    #[error("which seat is yours?")]
    WhichSeat(Vec<String>),
    /// This seat, or every seat, is taken.
    #[error("this seat has been taken already")]
    Joined(Option<String>),
    /// Another player must join first.
    #[error("players join in turn")]
    NotYourJoin,
    /// The seat is reserved for another key.
    #[error("the seat {seat} is kept for another key")]
    KeptForAnother { seat: String, key: Bytes32 },

    /// A plan that can't be carried out, and why.
    #[error("{0}")]
    BadPlan(String),
    /// A claim exists and our answer would be dated before it. That is only right if the turn to
    /// answer arrived late, so the caller must ask the player.
    #[error("has the turn that you answer only just arrived?")]
    WasItHere,
    /// It is our own turn, so there is no one to claim against.
    #[error("it is your own turn")]
    YourTurn,
    /// The game's arbiter hasn't ruled, so no one can claim.
    #[error("the arbiter has not ruled")]
    NotRuled(Seat),
    /// A ruling was rejected.
    #[error(transparent)]
    Ruling(#[from] RulingFault),
    /// The arbiter can't rule.
    #[error(transparent)]
    NoRuling(#[from] NoRuling),
    #[error("this game has no deadline")]
    NoDeadline,
    /// The deadline hasn't passed yet.
    #[error("the deadline is still to come")]
    TooEarly {
        who: Seat,
        /// Time left.
        left: Duration,
    },
    #[error("this game is not over yet")]
    NotOver,
    /// Another player opens the rematch.
    #[error("the next game is opened by {0}")]
    NotYours(String),
}

impl Trouble {
    /// Error for a document that isn't in a store.
    pub(super) fn document(name: &DocName, fault: Fault) -> Trouble {
        Trouble::Document { name: name.clone(), called: name.to_string(), fault }
    }
}
