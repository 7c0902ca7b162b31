//! Checks of moves, and the reasons why a move isn't allowed.

use super::moves::{Move, Span};
use super::network::{Fault, Network};
use super::notation::{listed, name};
use super::position::{Stage, State};
use super::words::Item;
use crate::board::text::joined;
use crate::board::{Grid, Square};
use crate::rules::{Seat, ensure};

/// Checks whether this seat may make this move now.
pub(super) fn check(state: &State, seat: Seat, mv: &Move) -> Result<(), Illegal> {
    ensure(state.writer() == Some(seat), Illegal::NotNow(seat))?;
    match mv {
        Move::Ask(span) => check_ask(state, seat, *span),
        Move::Guess(network) => check_guess(state, seat, network.as_ref()),
        Move::Decline => match state.stage {
            Stage::LastWord(_) | Stage::Declared { .. } => Ok(()),
            _ => Err(Illegal::NothingToDecline),
        },
    }
}

fn check_ask(state: &State, seat: Seat, span: Span) -> Result<(), Illegal> {
    match state.stage {
        Stage::Asking(_) => {}
        Stage::LastWord(_) | Stage::Declared { .. } => return Err(Illegal::GuessOrDecline),
        _ => return Err(Illegal::AnswerFirst),
    }
    let grid = state.options.grid;
    if let Some(outside) = span.ends().into_iter().find(|space| !grid.contains(*space)) {
        return Err(Illegal::Outside(outside, grid));
    }
    let (need, left) = (span.len(), state.fields[seat.other()].rows_left.clone());
    ensure(need == 1 || left.contains(&need), Illegal::NoSquare { need, left })
}

/// Checks a guess. Reports an invalid network before anything else: an invalid guess can never
/// replace an answer.
fn check_guess(state: &State, seat: Seat, network: Option<&Network>) -> Result<(), Illegal> {
    let faults = network.map_or_else(Vec::new, |network| network.faults(&state.options));
    ensure(faults.is_empty(), Illegal::Network(faults))?;
    if state.may_declare() == Some(seat) {
        return Ok(());
    }
    match (&state.stage, network) {
        (Stage::Declared { .. }, Some(_)) => Ok(()),
        (Stage::Declared { .. }, None) => Err(Illegal::NoCorners),
        _ if state.is_second(seat) => Err(Illegal::SecondGuessesForAnAnswer(seat)),
        _ => Err(Illegal::FirstGuessesAtTheEnd(seat)),
    }
}

/// Why a move or an opening isn't possible.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum Illegal {
    #[error(
        "`{0}` cannot be read; ask about a space (4C) or a row (4C-4F), guess (`guess` and the \
         corners), \
         or `decline`"
    )]
    Unread(String),
    #[error("`{0}` is not how a move is written in a turn file")]
    NotCanonical(String),
    #[error(
        "a guess names the corners of the whole network in order, including both ends, such as \
            `guess 5F 5D 6D 6A 1A 1G 5G`"
    )]
    NoCorners,
    /// Several questions, and the row that they form together.
    #[error("you can ask only one question per turn: type {}{}", name(*.0), row(.1.as_ref()))]
    Several(Square, Option<Span>),
    /// Several spaces that don't form one row.
    #[error(
        "these spaces aren't an unbroken part of one row or column; name only the two ends, \
        such as 4C-4F"
    )]
    Loose,
    #[error(
        "{} and {} are in different rows and columns; to ask about several spaces at once, name \
            spaces in the same row or column",
        name(*.0),
        name(*.1)
    )]
    Crooked(Square, Square),
    #[error("{0} spaces is too many; you can ask about 2 to 5 at once")]
    TooLong(u8),
    #[error("{} is outside the field of {} rows and {} columns", name(*.0), .1.rows(), .1.cols())]
    Outside(Square, Grid),
    #[error("to ask about {need} spaces at once, you need a square with the number {need}; {}",
        squares_left(.left))]
    NoSquare { need: u8, left: Vec<u8> },
    #[error("{0} can only guess in a file that ends a round, instead of asking a question")]
    FirstGuessesAtTheEnd(Seat),
    #[error("{0} can only guess immediately after the end of a round, instead of answering")]
    SecondGuessesForAnAnswer(Seat),
    #[error("you can't ask now: type `guess` and the corners, or `decline`")]
    GuessOrDecline,
    #[error("the open question comes first: answer it, or guess instead of answering")]
    AnswerFirst,
    #[error("there is no guess to decline; ask about a space, such as 4C")]
    NothingToDecline,
    #[error("the first guess is sealed, so the file must contain only the word `guess`")]
    NotSealed,
    #[error("it isn't {0}'s turn")]
    NotNow(Seat),
    #[error("that is not a legal network: {}", joined(.0, "; "))]
    Network(Vec<Fault>),
    #[error("a guess must be a network, but the value sealed for {0} isn't one")]
    NoNetwork(Item),
    #[error("{0} was opened with a value other than `hot` or `blank`")]
    NoSuchValue(Item),
    #[error("{0} is not on the field")]
    NoSuchItem(Item),
}

fn row(row: Option<&Span>) -> String {
    row.map_or_else(String::new, |row| format!(", or {row} to ask about the whole row"))
}

fn squares_left(left: &[u8]) -> String {
    if left.is_empty() {
        "all your squares are crossed out, so ask about a single space".to_owned()
    } else {
        format!("you have {}", listed(left))
    }
}
