//! What can be known of a sheet by looking on, and what a player adds to it himself.

use std::collections::BTreeMap;

use super::CheckpointDanger;
use super::notation::Call;
use super::place::Place;
use super::play::{State, view};
use super::setup::{Answer, Value};
use crate::games::{Fact, Own, Pending, Rules, Seat};

/// The key among the pencil marks that is none: `off` there means that the player draws his
/// Eliminators himself.
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
pub(super) struct Sheet(BTreeMap<Place, Known>);

impl Sheet {
    /// The sheet of `of`; with `eliminate`, what a 0 rules out is drawn in.
    pub(super) fn new(state: &State, of: Seat, eliminate: bool) -> Self {
        let (owner, caller) = (state.side(of), state.side(of.other()));
        let mut known = BTreeMap::new();
        // Later lines say more of a square than earlier ones.
        known.extend(
            owner
                .made
                .iter()
                .map(|made| (made.call.place, said(made.call, state.options.danger_bluff))),
        );
        let zeros =
            caller.made.iter().filter(|made| eliminate && made.answer == Some(Answer::Seen(0)));
        known.extend(
            zeros.flat_map(|made| view(made.call.place)).map(|place| (place, Known::RuledOut)),
        );
        let agents = owner
            .shown
            .iter()
            .filter(|&(_, &value)| value == Value::Agent)
            .map(|(&place, _)| place);
        let revealed = owner.revealed.iter().flat_map(|network| network.places().iter().copied());
        known.extend(agents.chain(revealed).map(|place| (place, Known::Shown)));
        known.extend(caller.made.iter().map(|made| (made.call.place, told(made.answer))));
        Sheet(known)
    }

    pub(super) fn known(&self, place: Place) -> Known {
        self.0.get(&place).copied().unwrap_or(Known::Nothing)
    }

    /// Is so much, and no more, known of some square?
    pub(super) fn has(&self, known: Known) -> bool {
        self.0.values().any(|&other| other == known)
    }

    /// The squares of which so much, and no more, is known.
    pub(super) fn all(&self, known: Known) -> impl Iterator<Item = Place> {
        self.0.iter().filter(move |&(_, &other)| other == known).map(|(&place, _)| place)
    }

    /// May an agent be there who has not been found yet?
    pub(super) fn possible(&self, place: Place) -> bool {
        matches!(self.known(place), Known::Nothing | Known::Asked | Known::Shown | Known::Hinted)
    }
}

/// What a call says of the caller's own square.
fn said(call: Call, bluff: bool) -> Known {
    match (call.danger, bluff) {
        (false, _) => Known::Probed,
        (true, false) => Known::Shown,
        (true, true) => Known::Hinted,
    }
}

/// What the answer says of the called square.
fn told(answer: Option<Answer>) -> Known {
    match answer {
        None => Known::Asked,
        Some(Answer::Hit) => Known::Found,
        Some(Answer::Seen(count)) => Known::Told(count),
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
    Place::all()
        .filter(|&place| sheet.possible(place) && pencilled(own, place) != Some('X'))
        .collect()
}

/// The table after all that this seat's next file must hold before a call; `None` if it holds no
/// call.
pub(super) fn at_own_call(state: &State, own: &Own<CheckpointDanger>) -> Option<State> {
    let mut state = state.clone();
    loop {
        let fact = match state.pending() {
            Pending::Opening { seat, .. } if seat == own.seat => {
                Fact::Opened { seat, opened: Vec::new() }
            }
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
