//! What can be known of a sheet by looking on, and what a player adds to it himself.

use std::collections::BTreeSet;

use super::CheckpointDanger;
use super::place::Place;
use super::play::{State, view};
use super::setup::{Answer, Value};
use crate::games::{Fact, Own, Pending, Rules, Seat};

/// The key among the pencil marks that is none: `off` there means that the player draws his Eliminators himself.
const AUTO: &str = "auto";

/// What is known of a square of somebody's sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Known {
    /// nothing
    Nothing,
    /// it has been called, the answer is to come
    Asked,
    /// it was called, and so many agents are seen from there
    Told(u8),
    /// an agent who was found
    Found,
    /// an agent who has been shown, but not found
    Shown,
    /// seen from a square that was answered with 0
    RuledOut,
    /// its owner called it plainly, so that he has no agent there: an Enemy Probe
    Probed,
    /// its owner called it with the words where these may be a bluff
    Hinted,
}

/// The sheet of one seat, as anybody can know it.
pub(super) struct Sheet<'a> {
    state: &'a State,
    of: Seat,
    ruled_out: BTreeSet<Place>,
}

impl<'a> Sheet<'a> {
    /// The sheet of `of`; with `eliminate`, what a 0 rules out is drawn in.
    pub(super) fn new(state: &'a State, of: Seat, eliminate: bool) -> Self {
        let zeros = state.side(of.other()).made.iter().filter(|made| eliminate && made.answer == Some(Answer::Seen(0)));
        Sheet { state, of, ruled_out: zeros.flat_map(|made| view(made.call.place)).collect() }
    }

    pub(super) fn known(&self, place: Place) -> Known {
        let side = self.state.side(self.of);
        if let Some(made) = self.state.side(self.of.other()).call_of(place) {
            return match made.answer {
                None => Known::Asked,
                Some(Answer::Hit) => Known::Found,
                Some(Answer::Seen(count)) => Known::Told(count),
            };
        }
        let own_call = side.call_of(place).map(|made| made.call.danger);
        let bluff = self.state.options.danger_bluff;
        match own_call {
            _ if side.shown.get(&place) == Some(&Value::Agent) => Known::Shown,
            _ if side.revealed.as_ref().is_some_and(|network| network.holds(place)) => Known::Shown,
            Some(true) if !bluff => Known::Shown,
            _ if self.ruled_out.contains(&place) => Known::RuledOut,
            Some(false) => Known::Probed,
            Some(true) => Known::Hinted,
            None => Known::Nothing,
        }
    }

    /// May an agent be there who has not been found yet?
    pub(super) fn possible(&self, place: Place) -> bool {
        matches!(self.known(place), Known::Nothing | Known::Asked | Known::Shown | Known::Hinted)
    }
}

/// Does the program draw in what a 0 rules out?
pub(super) fn eliminates(own: &Own<CheckpointDanger>) -> bool {
    own.marks.get(AUTO).is_none_or(|value| value != "off")
}

/// The player's pencil marks: places and signs, one character each.
pub(super) fn pencil(own: &Own<CheckpointDanger>) -> impl Iterator<Item = (Place, char)> {
    own.marks.iter().filter_map(|(place, sign)| Some((place.parse().ok()?, pencil_sign(sign)?)))
}

/// The player's pencil mark on a place.
pub(super) fn pencilled(own: &Own<CheckpointDanger>, place: Place) -> Option<char> {
    own.marks.get(&place.to_string()).and_then(|sign| pencil_sign(sign))
}

/// An `x` is the player's Eliminator and stands as a capital, since the small one is the program's.
fn pencil_sign(sign: &str) -> Option<char> {
    let sign = sign.chars().next().filter(char::is_ascii_graphic)?;
    Some(if sign == 'x' { 'X' } else { sign })
}

/// The opponent's squares where this player may still find an agent, his own Eliminators heeded.
pub(super) fn still_possible(state: &State, own: &Own<CheckpointDanger>) -> Vec<Place> {
    let sheet = Sheet::new(state, own.seat.other(), eliminates(own));
    Place::all().filter(|&place| sheet.possible(place) && pencilled(own, place) != Some('X')).collect()
}

/// The table after all that this seat's next file must hold before a call; `None` if it holds no call.
pub(super) fn at_own_call(state: &State, own: &Own<CheckpointDanger>) -> Option<State> {
    let mut state = state.clone();
    loop {
        let fact = match state.pending() {
            Pending::Opening { seat, .. } if seat == own.seat => Fact::Opened { seat, opened: Vec::new() },
            Pending::Answer { seat, question, .. } if seat == own.seat => {
                let answer = CheckpointDanger::truth(&state, &[own], &question)?;
                Fact::Answered { seat, question, answer, opened: Vec::new() }
            }
            Pending::Choice(seat) if seat == own.seat => return Some(state),
            _ => return None,
        };
        state.fold(&fact);
    }
}
