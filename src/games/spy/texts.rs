//! What happened, and what is wrong with a move, in words.

use std::fmt;

use crate::board::{Grid, Square};
use crate::games::Seat;

use super::network::{Fault, Network};
use super::notation::{Answer, Item, NoChoice, NoSpan, Span, listed, name};

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// this seat asks first
    First(Seat),
    /// a question
    Asked(Seat, Span),
    /// an answer
    Answered(Seat, Square, Answer),
    /// a guess was sealed
    Declared(Seat),
    /// a guess made its maker's pending answers void
    Void(Seat),
    /// an open guess
    Guessed(Seat, Network),
    /// no guess, where one was possible
    Declined(Seat),
    /// a sealed guess was opened: what it says, and whether it is right
    Opened(Seat, String, bool),
    /// an open guess was answered
    Judged(Seat, Answer),
    /// a network was shown
    Revealed(Seat, Network),
    /// how the game came out
    Decided(String),
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::First(seat) => write!(f, "{seat} asks first"),
            Event::Asked(seat, span) if span.len() == 1 => write!(f, "{seat} asks {span}"),
            Event::Asked(seat, span) => write!(f, "{seat} asks the row {span}"),
            Event::Answered(seat, space, answer) => {
                write!(f, "{seat} answers {}: {answer}", name(*space))
            }
            Event::Declared(seat) => write!(f, "{seat} makes a guess, sealed"),
            Event::Void(seat) => write!(f, "the question to {seat} is void"),
            Event::Guessed(seat, network) => write!(f, "{seat} guesses {network}"),
            Event::Declined(seat) => write!(f, "{seat} declines to guess"),
            Event::Opened(seat, text, right) => write!(
                f,
                "{seat} opens the guess: {text}, {}",
                if *right { "right" } else { "wrong" }
            ),
            Event::Judged(seat, Answer::Wrong(space)) => {
                write!(f, "the guess of {seat} is wrong: {} is blank", name(*space))
            }
            Event::Judged(seat, answer) => write!(f, "the guess of {seat} is {answer}"),
            Event::Revealed(seat, network) => write!(f, "the network of {seat} was {network}"),
            Event::Decided(reason) => f.write_str(reason),
        }
    }
}

/// Why a move cannot be made, or an opening cannot be.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Illegal {
    /// It makes no sense.
    #[error(
        "`{0}` cannot be read; ask a space (4C) or a row (4C-4F), guess (`guess` and the corners), or `decline`"
    )]
    Unread(String),
    /// Not as a turn file holds it.
    #[error("`{0}` is not how a turn file writes a move")]
    NotCanonical(String),
    /// A guess without a network.
    #[error(
        "a guess names the corners of the whole network in order, both free ends among them, such as `guess 5F 5D 6D 6A 1A 1G 5G`"
    )]
    NoCorners,
    /// Several spaces that do not make one row.
    #[error("these spaces are not one piece of a row or column; name its two ends, such as 4C-4F")]
    Loose,
    /// Two spaces that are not in line.
    #[error("{} and {} are in different rows and columns; several spaces at once must lie in one", name(*.0), name(*.1))]
    Crooked(Square, Square),
    /// Too many spaces.
    #[error("{0} spaces are too many; 2 to 5 may be asked at once")]
    TooLong(u8),
    /// A space that the field does not have.
    #[error("{} is outside the field of {} rows and {} columns", name(*.0), .1.rows(), .1.cols())]
    Outside(Square, Grid),
    /// No numbered square for a row of this length.
    #[error("{need} spaces at once take a numbered square with {need}; {}", squares_left(.left))]
    NoSquare {
        /// how many spaces were asked
        need: u8,
        /// the squares that are not crossed out
        left: Vec<u8>,
    },
    /// A guess while no round has just ended, of the one who asks first in each round.
    #[error("no round has just ended: {0} may guess instead of asking, in the file that ends one")]
    FirstGuessesAtTheEnd(Seat),
    /// A guess while no round has just ended, of the one who asks second in each round.
    #[error("no round has just ended: once one has, {0} may guess instead of the next answer")]
    SecondGuessesForAnAnswer(Seat),
    /// A question where only a guess will do, or no guess.
    #[error("no more questions now: `guess` and the corners, or `decline`")]
    GuessOrDecline,
    /// A question before the answers.
    #[error("the question asked comes first; instead of answering it only a guess is possible")]
    AnswerFirst,
    /// Nothing to decline.
    #[error("there is no guess to decline; ask a space, such as 4C")]
    NothingToDecline,
    /// A first guess that is not sealed.
    #[error("the guess that is made first is sealed; in the file it is `guess` alone")]
    NotSealed,
    /// It is not this seat that moves.
    #[error("it is not the turn of {0}")]
    NotNow(Seat),
    /// A guess that is no legal network.
    #[error("that is no legal network: {}", sentences(.0))]
    Network(Vec<Fault>),
    /// An opened guess that cannot be read.
    #[error("{0} was sealed with something that is no network: a guess must be one")]
    NoNetwork(Item),
    /// An opening with an impossible value.
    #[error("{0} was opened as something else than `hot` or `blank`; a space is one of the two")]
    NoSuchValue(Item),
    /// An opened item that the sheet does not have.
    #[error("{0} is not on the sheet")]
    NoSuchItem(Item),
}

fn squares_left(left: &[u8]) -> String {
    if left.is_empty() {
        "all are crossed out: ask a single space".to_owned()
    } else {
        format!("left are {}", listed(left))
    }
}

fn sentences(faults: &[Fault]) -> String {
    let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
    faults.join("; ")
}

impl From<NoChoice> for Illegal {
    fn from(no_choice: NoChoice) -> Self {
        match no_choice {
            NoChoice::NoCorners => Illegal::NoCorners,
            NoChoice::NoSpan(NoSpan::Crooked(a, b)) => Illegal::Crooked(a, b),
            NoChoice::NoSpan(NoSpan::TooLong(spaces)) => Illegal::TooLong(spaces),
            NoChoice::Loose => Illegal::Loose,
            NoChoice::Unread(typed) => Illegal::Unread(typed),
        }
    }
}
