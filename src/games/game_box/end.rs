//! The end of a game, and the sentences about it.

use super::HITS_TO_WIN;
use super::call::Answer;
use super::position::DotState;
use crate::rules::{EndedBy, Outcome, Seat};

/// How the callers' game ends.
pub(super) enum End {
    ThreeHits(Seat),
    LastLeft(Seat),
    Draw(&'static str),
}

impl End {
    pub(super) fn outcome(&self, seats: u8, by: EndedBy) -> Outcome {
        match self {
            End::ThreeHits(seat) => {
                Outcome::win(*seat, seats, by, format!("{seat} was the first with three hits"))
            }
            End::LastLeft(seat) => {
                Outcome::win(*seat, seats, by, format!("{seat} was the last caller left"))
            }
            End::Draw(why) => Outcome::draw(seats, by, *why),
        }
    }

    /// Returns a sentence about the end of the game. [`End::ThreeHits`] needs no sentence, because
    /// the sentence about the last call already says that the caller wins.
    pub(super) fn sentence(&self) -> Option<String> {
        match self {
            End::ThreeHits(_) => None,
            End::LastLeft(seat) => Some(format!("{seat} is the last caller left and wins")),
            End::Draw(why) => Some(format!("a draw: {why}")),
        }
    }
}

/// Returns the effect of an answer on its caller, as text to append to the answer. `count` is the
/// number of such answers to the caller so far, `before` the knowledge about the dot before the
/// call.
pub(super) fn comes_of_it(
    answer: Answer,
    count: u32,
    before: Option<DotState>,
    out: bool,
) -> String {
    let nth = match count {
        1 => "first",
        2 => "second",
        _ => "third",
    };
    match (answer, before) {
        (Answer::Hit, _) if count >= HITS_TO_WIN => format!(" ({nth} hit: wins)"),
        (Answer::Hit, _) => format!(" ({nth} hit)"),
        (Answer::Gun, _) if out => format!(" ({nth} bomb: out)"),
        (Answer::Gun, _) => format!(" ({nth} bomb)"),
        (Answer::Miss, _) if out => format!(" (miss {count}: out)"),
        (Answer::Miss, Some(DotState::Removed { by })) => format!(" ({by} hit the house there)"),
        (Answer::Miss, Some(_)) => " (called before)".to_owned(),
        (Answer::Miss, None) => String::new(),
    }
}
