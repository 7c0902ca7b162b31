//! Calls, such as `B5` or `b-5`, and the Checker's replies to calls and to callers who leave.

use std::fmt;

use super::chart::{Dot, read_dot};
use super::position::State;
use super::setup::Holding;
use super::{GameBox, Seen};
use crate::board::NotCanonical;
use crate::board::text::quoted;
use crate::rules::{Move, spelled, words};

impl Move<GameBox> for Dot {
    fn read(typed: &str, seen: &Seen<'_>) -> Result<Self, Illegal> {
        read_dot(typed).ok_or_else(|| Illegal::no_dot(typed, seen.position))
    }

    fn check_planned(typed: &str, seen: &Seen<'_>) -> Result<(), Illegal> {
        seen.judge(&Self::read(typed, seen)?)
    }

    fn parse(entries: &[String], position: &State) -> Result<Self, Illegal> {
        let [entry] = entries else { return Err(Illegal::OneCall(entries.len())) };
        entry.parse().map_err(|NotCanonical| Illegal::no_dot(entry, position))
    }

    fn write(&self) -> Vec<String> {
        vec![self.to_string()]
    }
}

/// A question to the Checker. Between the turns of two callers, the Checker always has a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Question {
    /// A call.
    Call(Dot),
    /// A caller has left during that caller's own turn.
    Leaving,
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Question::Call(dot) => dot.fmt(f),
            Question::Leaving => f.write_str("a leaving"),
        }
    }
}

words! {
    /// The answer to a call.
    pub(crate) enum Answer {
        /// The dot is empty, or the house on it has already been hit.
        Miss = "MISS",
        /// A house is on the dot. The house is removed from the chart.
        Hit = "HIT",
        /// A gun is on the dot. The gun costs the caller a bomb, and stays.
        Gun = "GUN",
    }
}

impl Answer {
    /// Returns what is on a dot if the first call of the dot gets this answer.
    pub(super) fn holding(self) -> Holding {
        let holding = Holding::ALL.into_iter().find(|what| Answer::from(*what) == self);
        holding.unwrap_or(Holding::Empty)
    }
}

impl From<Holding> for Answer {
    fn from(holding: Holding) -> Self {
        match holding {
            Holding::Empty => Answer::Miss,
            Holding::House => Answer::Hit,
            Holding::Gun => Answer::Gun,
        }
    }
}

/// The Checker's reply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reply {
    /// The reply to a call.
    Call(Answer),
    /// The reply to a caller who leaves.
    Out,
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Call(answer) => answer.fmt(f),
            Reply::Out => f.write_str("OUT"),
        }
    }
}

spelled!(Reply: Answer::ALL.map(Reply::Call).into_iter().chain([Reply::Out]));

/// Why a call isn't possible.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum Illegal {
    #[error(
        "`{read}` is not a call. A call is a row and a column of the chart, {chart}, such \
         as {example}"
    )]
    NotADot { read: String, chart: String, example: String },
    #[error("a turn is one call, not {0}: name a single dot")]
    OneCall(usize),
    #[error("{dot} is not on the chart, which runs from {chart}")]
    OffChart { dot: Dot, chart: String },
}

impl Illegal {
    fn no_dot(typed: &str, state: &State) -> Illegal {
        Illegal::NotADot {
            read: quoted(typed),
            chart: state.options.chart.to_string(),
            example: state.example().map(|dot| dot.to_string()).unwrap_or_default(),
        }
    }
}
