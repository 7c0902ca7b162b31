//! Explains why a turn isn't possible.

use super::Advice;
use crate::desk::Forbidden;
use crate::rules::Names;
use crate::table::Refusal;
use crate::turnfile::Moment;

/// Returns the reason why the rules don't allow a turn. `names` are the names of the players.
pub fn refusal(refusal: &Refusal, names: &Names) -> String {
    let text = match refusal {
        Refusal::Over => "this game is over".to_owned(),
        Refusal::NotYourTurn { due } => format!("it is {}'s turn", names.of(*due)),
        Refusal::SetupNeeded => "you must choose a setup".to_owned(),
        Refusal::MoveNeeded { answers } if answers.is_empty() => "it is your move".to_owned(),
        Refusal::MoveNeeded { .. } => {
            "it is your move too: answer and move in the same turn".to_owned()
        }
        Refusal::Illegal { why, .. } => why.clone(),
        Refusal::Inconsistent(message) => message.clone(),
        Refusal::CannotLeave(why) => format!("not possible now: {why}"),
        Refusal::CannotClaim(why) => format!("you can't claim the game: {why}"),
        Refusal::NoOffer => "no draw was offered in the last turn".to_owned(),
        Refusal::CannotOffer(why) => format!("you can't offer a draw: {why}"),
        Refusal::BadBox { question } => format!("the box for {question} has the wrong contents"),
        Refusal::NothingToDispute => {
            "nothing to dispute: all of your opponent's boxes have the right contents".to_owned()
        }
    };
    names.fill(&text)
}

/// Returns the reason why the vault doesn't allow a turn, and an action to suggest. `day` formats a
/// date.
pub fn forbidden(reason: &Forbidden, day: impl Fn(Moment) -> String) -> (String, Option<Advice>) {
    let advice = match reason {
        Forbidden::Retired { on } => {
            let text = format!("this vault was moved to another computer on {}", day(*on));
            return (text, Some(Advice::PlayElsewhere));
        }
        Forbidden::Joined => Some(Advice::ReceiveOrNeverJoined),
        Forbidden::Restored => Some(Advice::ReceiveOrNothingSince),
        Forbidden::Ended { .. }
        | Forbidden::Claimed
        | Forbidden::OtherHistory
        | Forbidden::NothingToUndo
        | Forbidden::Answered { .. }
        | Forbidden::Mailed { .. } => None,
    };
    (reason.to_string(), advice)
}
