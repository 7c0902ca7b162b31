//! Error messages for people who use the web page instead of the command line.

use pbem::crypto::safety_number;
use pbem::desk::{DeskError, Forbidden, StaleKind, StoreError, Waiting};
use pbem::rules::Names;
use pbem::service::PlayError;
use pbem::table::Refusal;
use pbem::turnfile::Moment;
use pbem::words::{self, Advice, sentence};
use serde_json::{Value, json};

use super::list;

/// A failed request.
#[derive(Debug)]
pub(super) struct ApiError {
    /// One word, for the page.
    kind: &'static str,
    /// The explanation for people.
    message: String,
    /// Data with which the page can offer a solution.
    more: Value,
}

impl ApiError {
    pub(super) fn new(kind: &'static str, message: impl Into<String>) -> Self {
        ApiError { kind, message: message.into(), more: Value::Null }
    }

    pub(super) fn with(self, more: Value) -> Self {
        ApiError { more, ..self }
    }

    pub(super) fn to_json(&self) -> Value {
        json!({"error": self.kind, "message": self.message, "more": self.more})
    }

    /// Converts an error that occurred in a game with these players.
    pub(super) fn at(names: &Names, trouble: DeskError) -> Self {
        match trouble {
            DeskError::Refused(refusal) => refused(&refusal, names),
            other => other.into(),
        }
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        DeskError::Store(error).into()
    }
}

impl From<DeskError> for ApiError {
    fn from(trouble: DeskError) -> Self {
        let (kind, message) = match &trouble {
            DeskError::Store(StoreError::Moved(_)) => {
                ("moved", "This vault was changed in another tab. Reload the page.".to_owned())
            }
            DeskError::Store(_) => ("store", "The browser could not save the vault.".to_owned()),
            DeskError::Document { .. } | DeskError::Missing { .. } | DeskError::OwnCopy(_) => {
                let help = "Restore a backup, or type your recovery phrase.";
                ("vault", format!("The vault in this browser is damaged: {trouble}. {help}"))
            }
            DeskError::AnotherKey(another) => {
                return ApiError::new("another-key", another_key(&another.name)).with(json!({
                    "name": another.name, "known": safety_number(&another.known),
                    "offered": safety_number(&another.offered),
                    "key": hex::encode(another.offered),
                }));
            }
            DeskError::Refused(refusal) => return refused(refusal, &Names::new([""; 0])),
            DeskError::Forbidden(reason) => ("forbidden", forbidden(reason)),
            DeskError::Stale(behind) => ("stale", stale(*behind)),
            DeskError::Breach(_) => {
                ("breach", "A player broke the rules, which ended the game.".to_owned())
            }
            DeskError::KeptForAnother { seat, key } => (
                "kept",
                format!(
                    "The seat named {seat} is reserved for a player with the safety number {}. If \
                     you are that player, use the browser that has your vault.",
                    safety_number(key)
                ),
            ),
            DeskError::NotYourJoin(due) => (
                "due",
                format!(
                    "Players join in order. It is {due}'s turn first: wait for the file with \
                     {due}'s turn."
                ),
            ),
            DeskError::WhichSeat(open) => {
                let question = format!("Who are you? Free seats: {}.", list(open));
                return ApiError::new("which-seat", question).with(json!(open));
            }
            DeskError::FromTheFuture { turn, seat, .. } => (
                "future",
                format!(
                    "Turn {turn} by {seat} has a date in the future. Check the date on your device."
                ),
            ),
            other => ("trouble", sentence(&other.to_string())),
        };
        ApiError::new(kind, message)
    }
}

/// Describes why no turn was made, with the players' names.
pub(super) fn not_played(names: &Names, error: PlayError) -> ApiError {
    match error {
        PlayError::Desk { error, .. } | PlayError::NotPublished { error, .. } => {
            ApiError::at(names, *error)
        }
        PlayError::Reply(error) => error.into(),
        PlayError::BadNote(problem) => {
            ApiError::new("note", format!("This note can't be sent: it {problem}."))
        }
        PlayError::SignedAlready => DeskError::Stale(StaleKind::OwnTurn).into(),
        PlayError::OldCopy(stale) => DeskError::Stale(stale.behind).into(),
        PlayError::NoSeat => DeskError::NoSeat.into(),
        PlayError::Breach => {
            ApiError::new("breach", "A player broke the rules, which ended the game.")
        }
        PlayError::NotYourTurn { .. } => ApiError::new("due", "It's not your turn."),
        PlayError::Claimed => ApiError::new("over", "This game is over."),
        PlayError::WouldResign => ApiError::new(
            "not-now",
            "You planned to resign with your next turn, so this turn was not made. To cancel the \
             resignation, move.",
        ),
    }
}

fn another_key(name: &str) -> String {
    format!(
        "This {name} has a different key from the {name} you know. Someone else may be using the \
         name, or {name} lost the old key and started again. Ask {name} for the safety number, but \
         not by email."
    )
}

fn stale(behind: StaleKind) -> String {
    match behind {
        StaleKind::OwnTurn => "You have already signed a turn, but you haven't sent it yet.",
        StaleKind::TakenBack | StaleKind::Turns => {
            "This is an old copy. Open the game from your list."
        }
    }
    .to_owned()
}

/// Describes why this vault can't sign, with the next step.
pub(super) fn forbidden(reason: &Forbidden) -> String {
    let (why, advice) = words::forbidden(reason, day);
    with_advice(sentence(&why), advice)
}

/// Formats a date without its time.
pub(super) fn day(moment: Moment) -> String {
    moment.format("%-d %b %Y").to_string()
}

/// Appends the next step to the text, unless the page has a button for that step.
pub(super) fn with_advice(text: String, advice: Option<Advice>) -> String {
    let Some(advice) = advice else { return text };
    let next = match advice {
        Advice::PlayElsewhere => "Continue on the computer that you moved the vault to.",
        Advice::ReceiveOrNeverJoined | Advice::ReceiveOrNothingSince => {
            "Ask for the newest file of this game and open it here; then you can continue."
        }
        Advice::Cancel(Waiting::Resignation) => "A move cancels the resignation.",
        Advice::CheckFiles
        | Advice::CheckClaim
        | Advice::CompareKey(_)
        | Advice::MoveFirst
        | Advice::Cancel(Waiting::Offer) => return text,
    };
    format!("{text} {next}")
}

fn refused(refusal: &Refusal, names: &Names) -> ApiError {
    let mut message = sentence(&words::refusal(refusal, names));
    let kind = match refusal {
        Refusal::Over => "over",
        Refusal::NotYourTurn { .. } => "due",
        Refusal::SetupNeeded => "setup",
        Refusal::MoveNeeded { .. } => "move",
        Refusal::Illegal { .. } => "illegal",
        Refusal::CannotLeave(_)
        | Refusal::CannotOffer(_)
        | Refusal::CannotClaim(_)
        | Refusal::NoOffer
        | Refusal::NothingToDispute => "not-now",
        Refusal::BadBox { .. } => {
            message += " Dispute it: that proves the fault to everyone, and you win the game.";
            "bad-box"
        }
        Refusal::Inconsistent(_) => "vault",
    };
    ApiError::new(kind, message)
}
