//! What went wrong.

use chrono::Duration;

use super::contacts::AnotherKey;
use super::damage::Damaged;
use super::document::Fault;
use super::lay::Behind;
use super::memory::Reason;
use super::rulings::RulingFault;
use super::sealed::SHORTEST_PASSPHRASE;
use super::store::{DocName, StoreError};
use super::watched::NoRuling;
use crate::rules::Seat;
use crate::table::{Finding, OpenError, Refusal};
use crate::turnfile::{Bytes32, Moment, ReadFault};

/// Why something was not done. It carries data and nothing secret; what to say of it, and what to
/// do about it, is a face's own.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    /// the documents cannot be read or kept
    #[error(transparent)]
    Store(#[from] StoreError),
    /// a document cannot be used
    #[error("{called}: {fault}")]
    Document {
        /// which
        name: DocName,
        /// what the store calls it
        called: String,
        /// why
        fault: Fault,
    },
    /// a document is gone, but others that rest on it are there
    #[error("{called} is missing, but the rest of the vault is there")]
    Missing {
        /// which
        name: DocName,
        /// what the store calls it
        called: String,
    },
    /// a backup cannot be used
    #[error("the backup cannot be used: {0}")]
    BadBackup(&'static str),
    /// a backup that hands the vault over would leave out games that cannot be read
    #[error("the backup would leave out games that cannot be read")]
    LeftOut(Vec<Trouble>),
    /// a sealed backup does not open
    #[error("the passphrase is another, or the file is not as it was written")]
    WrongPassphrase,
    /// a passphrase that is soon guessed
    #[error("a passphrase has at least {SHORTEST_PASSPHRASE} signs: four words are a good one")]
    ShortPassphrase,
    /// a backup or a document has a format that this pbem does not know
    #[error("it was made by a newer pbem (format {0})")]
    Newer(i64),
    /// these are not the twelve words of an identity
    #[error("these are not the twelve words of an identity: {0}")]
    BadWords(String),
    /// there is a vault already, and another identity shall not take its place
    #[error("there is a vault already")]
    VaultExists,
    /// there is no vault yet
    #[error("there is no vault yet")]
    NoVault,

    /// no game goes by this name, place or id
    #[error("no game of yours is called \"{0}\"")]
    UnknownGame(String),
    /// several games go by this name or beginning of an id
    #[error("\"{word}\" may be any of: {}", names.join(", "))]
    Ambiguous {
        /// what was asked for
        word: String,
        /// the games that it may be
        names: Vec<String>,
    },
    /// the game was taken back before anybody saw it
    #[error("{0} was taken back before it was mailed, so there is no such game")]
    TakenBack(String),
    /// nobody is known by this name
    #[error("no contact is called \"{0}\"")]
    UnknownContact(String),
    /// a contact cannot be added over another
    #[error("there is a contact called \"{0}\" already")]
    ContactExists(String),
    /// a name that cannot stand for a player or a game
    #[error(
        "\"{0}\" cannot be a name: a small letter first, then at most 31 small letters, digits or \
         hyphens"
    )]
    BadName(String),
    /// a setting that does not exist
    #[error("there is no setting \"{0}\"")]
    UnknownSetting(String),
    /// a value that a setting cannot have
    #[error("{key} cannot be \"{value}\": {wanted}")]
    BadSetting {
        /// the setting
        key: &'static str,
        /// the value
        value: String,
        /// what it can be
        wanted: &'static str,
    },

    /// what came is no turn file; without a fault it is empty
    #[error("it cannot be read{}",
        .0.as_ref().map(|fault| format!(": {fault}")).unwrap_or_default())]
    Unreadable(Option<ReadFault>),
    /// a turn file of no game that can be played
    #[error(transparent)]
    NoGame(#[from] OpenError),
    /// a file was changed after it was signed
    #[error("it was changed after it was signed: {}", .0.message)]
    Damaged(Box<Damaged>),
    /// one's own copy of a game cannot be read
    #[error("the copy in the vault cannot be read: {0}")]
    OwnCopy(String),
    /// a name that is pinned to one key came with another
    #[error("this {} is not the {} you know", .0.name, .0.name)]
    AnotherKey(Box<AnotherKey>),
    /// somebody else has joined in the place of a player who is known there
    #[error("somebody else has taken the seat {seat}")]
    AnotherPlayer {
        /// the seat
        seat: String,
        /// the private name of the game that is known
        name: String,
    },
    /// a turn is dated later than it can have been sent
    #[error("turn {turn} by {seat} is dated after this clock")]
    FromTheFuture {
        /// which turn
        turn: u32,
        /// whose
        seat: String,
        /// its date
        sent: Moment,
        /// what time it is here
        now: Moment,
    },

    /// the memory of a game forbids it
    #[error(transparent)]
    Forbidden(#[from] Reason),
    /// the table makes no such turn
    #[error("no such turn can be made")]
    Refused(Refusal),
    /// the file is behind what is known
    #[error("the file is not the newest that is known")]
    Stale(Behind),
    /// a breach of the rules has ended the game
    #[error("a breach of the rules has ended the game")]
    Breach(Finding),
    /// one has no seat in the game, as far as is known here
    #[error("you have no seat in this game")]
    NoSeat,
    /// there are no secrets for a seat that needs them
    #[error("the vault holds no secrets for {0}")]
    NoSecrets(String),
    /// the file would be longer than a turn file can be
    #[error("with this turn the file would have more than {0} bytes")]
    TooLong(usize),

    /// the header makes no game
    #[error("{}", .0.join("; "))]
    BadHeader(Vec<String>),
    /// nobody of this name sits at the table
    #[error("{0} has no seat in this game")]
    NoSuchSeat(String),
    /// it is not known which of these open seats is meant
    #[error("which seat is yours?")]
    WhichSeat(Vec<String>),
    /// all seats, or this one, are taken
    #[error("this seat has been taken already")]
    Joined(Option<String>),
    /// it is somebody else's turn to join
    #[error("players join in turn")]
    NotYourJoin,
    /// the seat is kept for another key
    #[error("the seat {seat} is kept for another key")]
    KeptForAnother {
        /// the seat
        seat: String,
        /// the key
        key: Bytes32,
    },

    /// conditional moves that cannot be carried out; why
    #[error("{0}")]
    BadPlan(String),
    /// a claim has come, and the answer would be dated before it: only if what it answers came late
    #[error("has the turn that you answer only just arrived?")]
    WasItHere,
    /// it is one's own turn, so there is nobody to claim against
    #[error("it is your own turn")]
    YourTurn,
    /// The arbiter of the game has not ruled, so nothing can be claimed.
    #[error("the arbiter has not ruled")]
    NotRuled(Seat),
    /// A ruling is set aside.
    #[error(transparent)]
    Ruling(#[from] RulingFault),
    /// The arbiter can't rule.
    #[error(transparent)]
    NoRuling(#[from] NoRuling),
    /// the game has no deadline
    #[error("this game has no deadline")]
    NoDeadline,
    /// the deadline is still to come
    #[error("the deadline is still to come")]
    TooEarly {
        /// whose
        who: Seat,
        /// how long it is still
        left: Duration,
    },
    /// the game is not over yet
    #[error("this game is not over yet")]
    NotOver,
    /// somebody else opens the next game
    #[error("the next game is opened by {0}")]
    NotYours(String),
}

impl Trouble {
    /// A document cannot be used that lies in no store.
    pub(super) fn document(name: &DocName, fault: Fault) -> Trouble {
        Trouble::Document { name: name.clone(), called: name.to_string(), fault }
    }
}
