//! Error messages for people with a page and no command line.

use pbem::crypto::safety_number;
use pbem::desk::{DeskError, Forbidden, StaleKind, StoreError};
use pbem::rules::Names;
use pbem::service::PlayError;
use pbem::table::Refusal;
use serde_json::{Value, json};

use super::list;

/// A failed request.
#[derive(Debug)]
pub(super) struct ApiError {
    /// one word, for the page
    kind: &'static str,
    /// for people
    message: String,
    /// data for a way out, for the page
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

    /// Trouble at a table where these people sit.
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
                    "The seat {seat} is reserved for a player with the safety number {}. Is your \
                     vault in another browser?",
                    safety_number(key)
                ),
            ),
            DeskError::NotYourJoin => {
                ("due", "Players join in order, and another player is next.".to_owned())
            }
            DeskError::WhichSeat(open) => {
                return ApiError::new("which-seat", format!("Who are you? {}", list(open)))
                    .with(json!(open));
            }
            DeskError::FromTheFuture { turn, seat, .. } => (
                "future",
                format!(
                    "Turn {turn} by {seat} has a date in the future. Check the date of your device."
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
            ApiError::new("note", format!("This note can't be sent: {problem}."))
        }
        PlayError::SignedAlready => DeskError::Stale(StaleKind::OwnTurn).into(),
        PlayError::OldCopy(stale) => DeskError::Stale(stale.behind).into(),
        PlayError::NoSeat => DeskError::NoSeat.into(),
        PlayError::Breach => {
            ApiError::new("breach", "A player broke the rules, which ended the game.")
        }
        PlayError::NotYourTurn { .. } => ApiError::new("due", "It's not your turn."),
        PlayError::Claimed => ApiError::new("over", "This game is over."),
        PlayError::WouldResign => ApiError::new("not-now", "Your next turn resigns, as planned."),
    }
}

/// Adds an initial capital and a period.
pub(super) fn sentence(text: &str) -> String {
    let mut signs = text.chars();
    let first = signs.next().map(|sign| sign.to_uppercase().to_string()).unwrap_or_default();
    let end = if text.ends_with(['.', '?', '!']) { "" } else { "." };
    format!("{first}{}{end}", signs.as_str())
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
        StaleKind::OwnTurn => "You have signed a turn already, and it waits to be sent.",
        StaleKind::TakenBack | StaleKind::Turns => {
            "This is an old copy. Open the game from your list."
        }
    }
    .to_owned()
}

/// Describes why this vault can't sign, with the next step.
pub(super) fn forbidden(reason: &Forbidden) -> String {
    match reason {
        Forbidden::Retired { on } => format!(
            "You moved this vault to another place on {}, so it can't sign here. Play in the new \
             place.",
            on.format("%-d %b %Y")
        ),
        Forbidden::Restored => {
            "This vault was restored, and may not know your last turns. Ask for \
                             the newest file of this game and open it here; then you can play on."
                .to_owned()
        }
        other => sentence(&other.to_string()),
    }
}

fn refused(refusal: &Refusal, names: &Names) -> ApiError {
    let fill = |text: &str| sentence(&names.fill(text));
    let (kind, message) = match refusal {
        Refusal::Over => ("over", "This game is over.".to_owned()),
        Refusal::NotYourTurn { due } => ("due", format!("It's {}'s turn.", names.of(*due))),
        Refusal::SetupNeeded => ("setup", "Choose your setup first.".to_owned()),
        Refusal::MoveNeeded { .. } => ("move", "It's also your move.".to_owned()),
        Refusal::Illegal { why, .. } => ("illegal", fill(why)),
        Refusal::CannotLeave(why) | Refusal::CannotOffer(why) => ("not-now", fill(why)),
        Refusal::CannotClaim(why) => ("not-now", fill(why)),
        Refusal::NoOffer => ("not-now", "The last turn contains no draw offer.".to_owned()),
        Refusal::BadBox { question } => (
            "bad-box",
            fill(&format!(
                "the sealed answer about {question} breaks the rules. Dispute it: this proves it \
                 to everyone, and you win the game"
            )),
        ),
        Refusal::NothingToDispute => {
            ("not-now", "All sealed answers to you are correct.".to_owned())
        }
        Refusal::Inconsistent(message) => ("vault", fill(message)),
    };
    ApiError::new(kind, message)
}
