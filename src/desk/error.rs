//! Errors of the desk.

use chrono::Duration;

use super::document::DocumentError;
use super::reasons::{
    DamagedFile, Forbidden, KeyMismatch, NoRuling, RulingError, SHORTEST_PASSPHRASE, StaleKind,
};
use super::store::{DocName, StoreError};
use crate::rules::Seat;
use crate::table::{Finding, OpenError, Refusal, StandingClaim};
use crate::turnfile::{Bytes32, Moment, ReadError};

/// Why an action failed. Contains data but no secrets; the user interfaces choose the message and
/// the hint.
#[derive(Debug, thiserror::Error)]
pub enum DeskError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("{display_name}: {fault}")]
    Document {
        name: DocName,
        /// The store's name for the document.
        display_name: String,
        fault: DocumentError,
    },
    /// A document that other documents depend on is missing.
    #[error("{display_name} is missing, but the rest of the vault is there")]
    Missing {
        name: DocName,
        /// The store's name for the document.
        display_name: String,
    },
    #[error("can't use the backup: {0}")]
    BadBackup(&'static str),
    /// The vault has lost its record of a game.
    #[error("the vault has lost its record of game {game:.4}, in which you are {seat}")]
    LostRecord {
        /// The id in hexadecimal.
        game: String,
        seat: String,
    },
    /// A backup that hands the vault over must not leave out games.
    #[error("the backup would leave out games")]
    LeftOut(Vec<DeskError>),
    /// An encrypted backup can't be decrypted.
    #[error("wrong passphrase, or the file is damaged")]
    WrongPassphrase,
    /// The passphrase is too short.
    #[error(
        "the passphrase is too short: use at least {SHORTEST_PASSPHRASE} characters. Four \
        random words work well"
    )]
    ShortPassphrase,
    /// A newer pbem wrote the backup.
    #[error("the backup was made by a newer pbem (format {0})")]
    Newer(i64),
    /// The text isn't a valid recovery phrase.
    #[error("this isn't a recovery phrase: {0}")]
    BadWords(String),
    /// There is already a vault with another identity.
    #[error("there is already a vault, and pbem doesn't overwrite it")]
    VaultExists,
    #[error("there is no vault yet")]
    NoVault,

    #[error("you have no game named \"{0}\"")]
    UnknownGame(String),
    /// Several games match the name or the prefix of an id.
    #[error("\"{word}\" matches several games: {}", names.join(", "))]
    Ambiguous {
        word: String,
        /// Names of the games that match.
        names: Vec<String>,
    },
    /// The game's first turn was undone before anyone saw it.
    #[error("you undid the first turn of {0} before you mailed it, so the game no longer exists")]
    TakenBack(String),
    #[error("you have no contact named \"{0}\"")]
    UnknownContact(String),
    #[error("you already have a contact named \"{0}\"")]
    ContactExists(String),
    /// The text isn't a valid name for a player or a game.
    #[error(
        "\"{0}\" is not a valid name: use up to 32 lower-case letters, digits and hyphens, \
            starting with a letter"
    )]
    BadName(String),
    #[error("there is no setting \"{0}\"")]
    UnknownSetting(String),
    /// The setting can't have this value.
    #[error("{key} cannot be \"{value}\"; use {wanted}")]
    BadSetting {
        key: &'static str,
        value: String,
        /// The values that the setting accepts.
        wanted: &'static str,
    },

    /// The input isn't a turn file. `None` if it is empty.
    #[error("the file cannot be read{}",
        .0.as_ref().map(|fault| format!(": {fault}")).unwrap_or_default())]
    Unreadable(Option<ReadError>),
    /// The turn file's header doesn't describe a playable game.
    #[error(transparent)]
    NoGame(#[from] OpenError),
    #[error("the file was changed after signing: {}", .0.message)]
    Damaged(Box<DamagedFile>),
    /// Our own copy of the game can't be read.
    #[error("can't read the copy in the vault: {0}")]
    OwnCopy(String),
    /// A name that is pinned to one key arrived with another key.
    #[error("this {} isn't the {} in your contacts", .0.name, .0.name)]
    AnotherKey(Box<KeyMismatch>),
    /// Another person has taken the seat of a known player.
    #[error("another player has already joined as {seat}")]
    AnotherPlayer {
        seat: String,
        /// Private name of the known game.
        name: String,
    },
    /// A turn is dated too far ahead of our clock.
    #[error("turn {turn} by {seat} is dated later than this computer's clock")]
    FromTheFuture {
        turn: u32,
        seat: String,
        /// The turn's date.
        sent: Moment,
        /// The time on our clock.
        now: Moment,
    },

    /// The vault's records forbid the action.
    #[error(transparent)]
    Forbidden(#[from] Forbidden),
    /// The rules don't allow this turn.
    #[error("this turn isn't possible")]
    Refused(Refusal),
    /// The file is older than the version in the vault.
    #[error("the file isn't the latest file of this game")]
    Stale(StaleKind),
    #[error("a breach of the rules has ended the game")]
    Breach(Finding),
    /// This vault has no seat in the game.
    #[error("you are not playing in this game")]
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
    #[error("{0} is not playing in this game")]
    NoSuchSeat(String),
    /// Several seats are open, or no open seat has our name. The caller must name a seat.
    #[error("which seat is yours?")]
    WhichSeat(Vec<String>),
    /// This seat is taken; `None` if every seat is taken.
    #[error("another player already has this seat")]
    Joined(Option<String>),
    /// Another player, named here, must take a turn first.
    #[error("players must join in order, and {0}'s turn comes first")]
    NotYourJoin(String),
    /// The seat is reserved for another key.
    #[error("the seat of {seat} is reserved for another key")]
    KeptForAnother { seat: String, key: Bytes32 },

    /// The plan can't be carried out, for this reason.
    #[error("{0}")]
    BadPlan(String),
    /// A claim exists and our answer would be dated before it. Such a date is right only if the
    /// turn to answer arrived late, so the caller must ask the player.
    #[error("did the turn that you are answering reach you only now, after the deadline?")]
    WasItHere,
    /// A claim exists that our vault has not taken, and our answer would be late.
    #[error("your time is up, and the game has been claimed, so your turn would come too late")]
    ClaimCounts(StandingClaim),
    /// It is our own turn, so we can't claim or plan moves.
    #[error("it is your own turn")]
    YourTurn,
    /// The game's arbiter hasn't ruled, so no one can claim.
    #[error("the arbiter has not ruled")]
    NotRuled(Seat),
    /// A ruling was rejected.
    #[error(transparent)]
    Ruling(#[from] RulingError),
    /// The arbiter can't rule.
    #[error(transparent)]
    NoRuling(#[from] NoRuling),
    #[error("this game has no deadline")]
    NoDeadline,
    /// The deadline hasn't passed yet.
    #[error("the deadline hasn't passed yet")]
    TooEarly {
        who: Seat,
        /// Time left until the deadline.
        left: Duration,
    },
    #[error("this game is not over yet")]
    NotOver,
    /// Another player opens the rematch.
    #[error("{0} must start the next game")]
    NotYours(String),
}

impl DeskError {
    /// Creates the error for a document that isn't in a store.
    pub(super) fn document(name: &DocName, fault: DocumentError) -> DeskError {
        DeskError::Document { name: name.clone(), display_name: name.to_string(), fault }
    }
}
