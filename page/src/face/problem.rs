//! What was not done, in words for who has a page before him and no command line.

use pbem::crypto::safety_number;
use pbem::desk::{DeskError, Forbidden, StaleKind, StoreError};
use pbem::rules::Names;
use pbem::table::Refusal;
use serde_json::{Value, json};

use super::list;

/// Why something was not done.
#[derive(Debug)]
pub(super) struct ApiError {
    /// for the page: one word
    kind: &'static str,
    /// for people
    message: String,
    /// what the page can do about it
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
                ("moved", "This vault was changed elsewhere. Load the page again.".to_owned())
            }
            DeskError::Store(_) => ("store", "The vault could not be kept.".to_owned()),
            DeskError::Document { .. } | DeskError::Missing { .. } | DeskError::OwnCopy(_) => {
                let help = "Restore a saved vault, or the twelve words.";
                ("vault", format!("The vault in this browser is spoilt: {trouble}. {help}"))
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
                ("breach", "A breach of the rules has ended the game.".to_owned())
            }
            DeskError::KeptForAnother { seat, key } => (
                "kept",
                format!(
                    "The seat {seat} is kept for another player, with the safety number {}. Is \
                     your vault in another browser?",
                    safety_number(key)
                ),
            ),
            DeskError::NotYourJoin => {
                ("due", "Players join in turn, and somebody else is next.".to_owned())
            }
            DeskError::WhichSeat(open) => {
                return ApiError::new("which-seat", format!("Who are you? {}", list(open)))
                    .with(json!(open));
            }
            DeskError::FromTheFuture { turn, seat, .. } => (
                "future",
                format!("Turn {turn} by {seat} is dated later than now. Is the clock here right?"),
            ),
            other => ("trouble", sentence(&other.to_string())),
        };
        ApiError::new(kind, message)
    }
}

/// With a capital at the beginning and a full stop.
pub(super) fn sentence(text: &str) -> String {
    let mut signs = text.chars();
    let first = signs.next().map(|sign| sign.to_uppercase().to_string()).unwrap_or_default();
    let end = if text.ends_with(['.', '?', '!']) { "" } else { "." };
    format!("{first}{}{end}", signs.as_str())
}

fn another_key(name: &str) -> String {
    format!(
        "This {name} is not the {name} whom you know: it is another key. Somebody else may be \
         writing in that name, or {name} has begun anew without the old key. Ask, and not by mail, \
         for the safety number."
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

/// Why no turn can be made here, and what to do.
pub(super) fn forbidden(reason: &Forbidden) -> String {
    match reason {
        Forbidden::Retired { on } => format!(
            "This vault was moved elsewhere on {}, and signs nothing here any more. Play where it \
             is now.",
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
        Refusal::NotYourTurn { due } => ("due", format!("It is {}'s turn.", names.of(*due))),
        Refusal::SetupNeeded => ("setup", "Your setup comes first.".to_owned()),
        Refusal::MoveNeeded { .. } => ("move", "It is your move too.".to_owned()),
        Refusal::Illegal(message) => ("illegal", fill(message)),
        Refusal::CannotLeave(why) | Refusal::CannotOffer(why) => ("not-now", fill(why)),
        Refusal::CannotClaim(why) => ("not-now", fill(why)),
        Refusal::NoOffer => ("not-now", "No draw was offered in the last turn.".to_owned()),
        Refusal::BadBox { question } => (
            "bad-box",
            fill(&format!(
                "a box that should tell you about {question} does not hold what it must. Dispute \
                 it: that proves it to anybody, and wins the game"
            )),
        ),
        Refusal::NothingToDispute => ("not-now", "Every box addressed to you is good.".to_owned()),
        Refusal::Inconsistent(message) => ("vault", fill(message)),
    };
    ApiError::new(kind, message)
}
