//! Which moves are allowed, and what of them is sealed.

use crate::games::Seat;

use super::network::Network;
use super::notation::{Choice, Item, Span, Value};
use super::play::pending;
use super::state::{Stage, State};
use super::texts::Illegal;

pub(super) fn check(state: &State, seat: Seat, choice: &Choice) -> Result<(), Illegal> {
    if pending(state).actor() != Some(seat) {
        return Err(Illegal::NotNow(seat));
    }
    match choice {
        Choice::Ask(span) => check_ask(state, seat, *span),
        Choice::Guess(network) => check_guess(state, seat, network.as_ref()),
        Choice::Decline if matches!(state.stage, Stage::LastWord(_) | Stage::Declared { .. }) => {
            Ok(())
        }
        Choice::Decline => Err(Illegal::NothingToDecline),
    }
}

fn check_ask(state: &State, seat: Seat, span: Span) -> Result<(), Illegal> {
    match state.stage {
        Stage::Asking(_) => {}
        Stage::LastWord(_) | Stage::Declared { .. } => return Err(Illegal::GuessOrDecline),
        _ => return Err(Illegal::AnswerFirst),
    }
    if let Some(outside) =
        span.ends().into_iter().find(|space| !state.options.grid.contains(*space))
    {
        return Err(Illegal::Outside(outside, state.options.grid));
    }
    let left = &state.fields[seat.other()].rows_left;
    if span.len() > 1 && !left.contains(&span.len()) {
        return Err(Illegal::NoSquare { need: span.len(), left: left.clone() });
    }
    Ok(())
}

/// A guess that is no network is called that first of all: instead of an answer a faulty one is not
/// even tried.
fn check_guess(state: &State, seat: Seat, network: Option<&Network>) -> Result<(), Illegal> {
    let faults = network.map_or_else(Vec::new, |network| network.faults(&state.options));
    let declares = state.may_declare() == Some(seat);
    let responds = matches!(state.stage, Stage::Declared { .. });
    if !faults.is_empty() {
        return Err(Illegal::Network(faults));
    }
    if !declares && !responds {
        let when = if state.is_second(seat) {
            Illegal::SecondGuessesForAnAnswer
        } else {
            Illegal::FirstGuessesAtTheEnd
        };
        return Err(when(seat));
    }
    if responds && network.is_none() { Err(Illegal::NoCorners) } else { Ok(()) }
}

/// A move as a file holds it: a guess that is declared hides its corners, any other shows them.
pub(super) fn check_form(state: &State, choice: &Choice) -> Result<(), Illegal> {
    match choice {
        Choice::Guess(Some(_)) if state.may_declare().is_some() => Err(Illegal::NotSealed),
        Choice::Guess(None) if state.may_declare().is_none() => Err(Illegal::NoCorners),
        _ => Ok(()),
    }
}

pub(super) fn conceal(
    state: &State,
    choice: Choice,
    number: u32,
) -> (Choice, Option<(Item, Value)>) {
    match choice {
        Choice::Guess(Some(network)) if state.may_declare().is_some() => {
            (Choice::Guess(None), Some((Item::Guess(number), Value::Guess(network.to_string()))))
        }
        _ => (choice, None),
    }
}

pub(super) fn concealed(state: &State, choice: &Choice, number: u32) -> Option<Item> {
    (matches!(choice, Choice::Guess(None)) && state.may_declare().is_some())
        .then_some(Item::Guess(number))
}
