//! The bots. The weakest bot plays like a sensible person; the others count all networks that fit
//! the known facts.

mod count;
mod heat;

pub(super) use count::Counting;
pub(super) use heat::heat;

use super::moves::{Move, Span};
use super::network::Network;
use super::position::{Stage, State};
use super::search::patterns;
use super::setup::network_of;
use super::spaces::{Counts, Spaces};
use super::{Seen, Spy};
use crate::board::Square;
use crate::rules::{Numbers, Policy, Seat, Setup};
use count::rows;

/// Minimum number of answers before the bot counts the possible patterns.
const ENOUGH_ANSWERS: usize = 9;

/// Number of lines that a person would try in their head.
const PATIENCE: u32 = 40_000;

/// Asks where an answer halves the possibilities, and guesses when only one pattern is left.
/// Sometimes guesses a little too early, especially after the opponent has guessed.
#[derive(Debug)]
pub(super) struct Sensible;

impl Policy<Spy> for Sensible {
    fn choose(&self, seen: Seen<'_>, numbers: &mut dyn Numbers) -> Move {
        let (state, me) = (seen.position, seen.private.seat);
        let left = left(state, me.other());
        let bold = match left.len() {
            1 => true,
            2..=4 => numbers.below(6) == 0,
            _ => false,
        };
        let few = (1..=4).contains(&left.len());
        let guesses = match state.stage {
            Stage::Asking(_) => bold && state.may_declare() == Some(me),
            Stage::Declared { .. } if numbers.below(10) == 0 => true,
            Stage::Declared { .. } | Stage::LastWord(_) => bold || few && numbers.below(2) == 0,
            _ => false,
        };
        match state.stage {
            _ if guesses => guess(state, &left, numbers),
            Stage::Declared { .. } | Stage::LastWord(_) => Move::Decline,
            _ => Move::Ask(question(state, me.other(), &left, numbers)),
        }
    }

    /// Rarely guesses instead of answering, because waiting for more answers is usually better.
    fn instead(&self, seen: Seen<'_>, numbers: &mut dyn Numbers) -> Option<Move> {
        let (state, foe) = (seen.position, seen.private.seat.other());
        (numbers.below(20) == 0).then(|| guess(state, &left(state, foe), numbers))
    }
}

/// Returns the patterns that a seat's network may have; none if there are too few answers so far,
/// or too many patterns for a person to count.
fn left(state: &State, seat: Seat) -> Vec<Spaces> {
    if state.fields[seat].answers.len() < ENOUGH_ANSWERS {
        return Vec::new();
    }
    patterns(&state.options, &state.constraint(seat), PATIENCE).unwrap_or_default()
}

fn guess(state: &State, left: &[Spaces], numbers: &mut dyn Numbers) -> Move {
    let network = numbers.pick(left).and_then(|hot| network_of(&state.options, *hot));
    Move::Guess(Some(
        network.unwrap_or_else(|| Network::random(&state.options, Seat::OPENER, numbers)),
    ))
}

fn question(state: &State, foe: Seat, left: &[Spaces], numbers: &mut dyn Numbers) -> Span {
    let unknown = state.worth_asking(foe);
    if numbers.below(4) == 0
        && let Some(row) = row(state, foe, &unknown, numbers)
    {
        return row;
    }
    let counts = Counts::of(left);
    let halves = |space: &Square| counts.at(*space).min(left.len() as u64 - counts.at(*space));
    let best = unknown.iter().map(halves).max().unwrap_or(0);
    let good: Vec<Square> = unknown.into_iter().filter(|space| halves(space) == best).collect();
    Span::one(numbers.pick(&good).copied().unwrap_or(Square::new(0, 0)))
}

/// Returns a row of unknown spaces that is as long as one of the numbered squares left.
fn row(state: &State, foe: Seat, unknown: &[Square], numbers: &mut dyn Numbers) -> Option<Span> {
    let length = *numbers.pick(&state.fields[foe].rows_left)?;
    let mut rows = rows(state, length);
    rows.retain(|row| row.spaces().all(|space| unknown.contains(&space)));
    numbers.pick(&rows).copied()
}
