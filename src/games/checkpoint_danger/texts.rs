//! What is said: events, and why a call cannot be made.

use std::fmt;

use super::notation::{Call, LONGEST_QUEUE, join};
use super::place::Place;
use super::setup::{AGENTS, Answer, Network, Value};
use crate::games::Seat;

/// Something that happened.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// a seat has hidden its agents
    Hidden(Seat),
    /// who begins
    Begins(Seat),
    /// a call, and what was queued behind it
    Called {
        /// who calls
        seat: Seat,
        /// what
        call: Call,
        /// the rest of the queue
        then: Vec<Call>,
    },
    /// the next call of a queue, made after a HIT
    WentOn(Seat, Call),
    /// an answer
    Answered {
        /// who answers
        seat: Seat,
        /// to what
        call: Call,
        /// the answer
        answer: Answer,
        /// how many agents of this seat have been found by now
        found: usize,
    },
    /// the rest of a queue that was never called
    Dropped(Seat, Vec<Call>),
    /// a seat has shown what a square holds that it called out of a queue
    Showed(Seat, Place, Value),
    /// the last agent was found
    FoundAll {
        /// who found it
        winner: Seat,
    },
    /// every square was called, and there were no four agents
    NotThere {
        /// who called them
        winner: Seat,
    },
    /// both have called so often that the game is drawn
    Exhausted,
    /// a seat has shown its sheet
    Revealed(Seat, Network),
    /// a seat gave up
    Resigned(Seat),
    /// both agreed on a draw
    Agreed,
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Hidden(seat) => write!(f, "{seat} has hidden four agents"),
            Event::Begins(seat) => write!(f, "{seat} begins"),
            Event::Called { seat, call, then } if then.is_empty() => {
                write!(f, "{seat} calls {call}")
            }
            Event::Called { seat, call, then } => {
                write!(f, "{seat} calls {call}, and after a HIT: {}", join(then))
            }
            Event::WentOn(seat, call) => write!(f, "{seat} goes on: {call}"),
            Event::Answered { seat, call, answer: Answer::Hit, found } => {
                write!(f, "{seat} answers HIT to {call}: {found} of {AGENTS} found")
            }
            Event::Answered { seat, call, answer, .. } => {
                write!(f, "{seat} answers {answer} to {call}")
            }
            Event::Dropped(seat, calls) => {
                write!(f, "no new agent found, so {seat} never called: {}", join(calls))
            }
            Event::Showed(seat, place, value) => {
                write!(f, "{seat} shows {}: {value}", place.name())
            }
            Event::FoundAll { winner } => {
                write!(f, "{winner} found all four agents of {}", winner.other())
            }
            Event::NotThere { winner } => write!(
                f,
                "{winner} called every square, and {} has not shown four agents",
                winner.other()
            ),
            Event::Exhausted => {
                write!(f, "both have called {} times: a draw", super::play::CALLS_TO_A_DRAW)
            }
            Event::Revealed(seat, network) => {
                write!(f, "{seat} had agents on {}", network.describe())
            }
            Event::Resigned(seat) => write!(f, "{seat} resigned"),
            Event::Agreed => write!(f, "{} and {} agreed on a draw", Seat::OPENER, Seat::JOINER),
        }
    }
}

/// Why a call cannot be made, or what was shown cannot be.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Illegal {
    /// nothing typed
    #[error("name the square to call, such as \"Fiji 6\" or F6")]
    NoCall,
    /// no square
    #[error(
        "\"{0}\" is no call: name a row, A (Arctic) to G (Glacier), and a column, 1 to 9, such as F6, and put \"danger\" before the \
         square of your own agent"
    )]
    Unreadable(String),
    /// a file that says it in another way
    #[error("\"{0}\" is not how a call is written in a turn file")]
    NotCanonical(String),
    /// too long a queue
    #[error("one move holds at most {LONGEST_QUEUE} calls")]
    TooMany,
    /// called before
    #[error("{} was called before{}. No square is called twice: call another one",
        .place.name(), .answer.map(|answer| format!(", and the answer was {answer}")).unwrap_or_default())]
    Called {
        /// the square
        place: Place,
        /// what was answered
        answer: Option<Answer>,
    },
    /// twice in a queue
    #[error("{} stands twice in this move, and no square is called twice", .0.name())]
    Doubled(Place),
    /// a plain call of the square of one's own agent
    #[error("{} holds your own agent: call it as \"danger {place}\" (that shows {} that your agent is there)",
        .place.name(), .caller.other())]
    OwnAgent {
        /// who calls
        caller: Seat,
        /// the square
        place: Place,
    },
    /// the words, but no agent
    #[error("{} holds none of your agents, and \"Checkpoint Danger\" is only for the square of one: call it as \"{}\"",
        .0.name(), .0)]
    NoAgent(Place),
    /// too little room left for four agents
    #[error("{0} has shown so many empty squares that four agents find no room")]
    TooEmpty(Seat),
    /// a fifth agent
    #[error("{0} has shown more than four agents")]
    TooManyAgents(Seat),
}
