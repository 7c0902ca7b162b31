//! Turns data into sentences, which all interfaces show.
//!
//! Notices are whole sentences. Reasons and refusals are clauses without an initial capital or a
//! final period; [`sentence`] adds both. The step that a player can take next is an [`Advice`], for
//! which each interface shows its own command or button.

mod notices;
mod refusals;

use crate::desk::Waiting;
use crate::rules::{Hints, Seat};
use crate::table::{arbiter_words, deadline_words, hints};
use crate::turnfile::{Header, Moment};

pub use notices::{LATE, LOCKED, NoticeText, notice, old_copy, superseded};
pub use refusals::{forbidden, refusal};

/// The reader of a message, and how to format dates for that reader.
#[expect(missing_debug_implementations, reason = "closures have no useful output")]
pub struct Reader<'a> {
    /// Whether the message is for everyone, so that no player is called "you".
    pub public: bool,
    /// The current time.
    pub now: Moment,
    /// Formats a date with its time.
    pub date: &'a dyn Fn(Moment) -> String,
    /// Formats a date without its time.
    pub day: &'a dyn Fn(Moment) -> String,
}

/// An action that a notice or a refusal suggests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Advice {
    /// Verify all files of the game.
    CheckFiles,
    /// Verify the claim.
    CheckClaim,
    /// Compare the safety number of a player.
    CompareKey(Seat),
    /// Take a turn before the claim takes effect.
    MoveFirst,
    /// Cancel an action that waits for the next turn.
    Cancel(Waiting),
    /// Play on the computer to which the vault was moved.
    PlayElsewhere,
    /// Ask for the latest file, or state that this vault never joined the game.
    ReceiveOrNeverJoined,
    /// Ask for the latest files, or state that you signed no later turn.
    ReceiveOrNothingSince,
}

/// Returns a clause with an initial capital, and with a final period unless it already ends with
/// `.`, `?` or `!`.
pub fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    let end = if text.ends_with(['.', '?', '!']) { "" } else { "." };
    format!("{first}{}{end}", chars.as_str())
}

/// Describes the terms of a game: `14 days per turn; unused days carry over to the next one. Hints
/// are allowed.`
pub fn terms(header: &Header) -> String {
    let hints = match hints(header) {
        Hints::Full => "Hints are allowed.",
        Hints::Counts => "Hints may show numbers, but no advice.",
        Hints::None => "No hints are allowed.",
    };
    let arbiter = header.arbiter.as_ref().map(|arbiter| format!(" {}", arbiter_words(arbiter)));
    format!("{} {hints}{}", deadline_words(header), arbiter.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_have_a_capital_and_one_period() {
        assert_eq!(sentence("it is bob's turn"), "It is bob's turn.");
        assert_eq!(sentence("Who are you?"), "Who are you?");
        assert_eq!(sentence(""), ".");
    }
}
