//! A person who plays by rule of thumb, and a counter of all sheets that fit.

use super::CheckpointDanger;
use super::notation::Call;
use super::place::Place;
use super::play::State;
use super::setup::{AGENTS, Answer};
use super::view::{Known, Sheet};
use crate::games::{Numbers, Own};

/// Some legal move: mostly a square that many numbers point to, now and then any, now and then two.
pub(super) fn random_choice(
    state: &State,
    own: &Own<CheckpointDanger>,
    numbers: &mut dyn Numbers,
) -> Vec<Call> {
    let sheet = Sheet::new(state, own.seat.other(), true);
    let uncalled: Vec<Place> =
        Place::all().filter(|&place| state.side(own.seat).call_of(place).is_none()).collect();
    let possible: Vec<Place> =
        uncalled.iter().copied().filter(|&place| sheet.possible(place)).collect();
    let again = state.options.repeat_calls && numbers.below(16) == 0;
    let choice = if again || uncalled.is_empty() {
        Place::all().collect()
    } else if possible.is_empty() {
        uncalled
    } else if numbers.below(4) == 0 {
        possible
    } else {
        best(&possible, |place| score(state, own, &sheet, place))
    };
    let mut calls: Vec<Call> = Vec::new();
    for _ in 0..=u32::from(numbers.below(4) == 0) {
        let left: Vec<Place> = choice
            .iter()
            .copied()
            .filter(|&place| calls.iter().all(|call| call.place != place))
            .collect();
        calls.extend(numbers.pick(&left).map(|&place| say(state, own, place, numbers)));
    }
    calls
}

fn say(
    state: &State,
    own: &Own<CheckpointDanger>,
    place: Place,
    numbers: &mut dyn Numbers,
) -> Call {
    let bluff = state.options.danger_bluff && numbers.below(8) == 0;
    Call { danger: bluff || own.secret.holds(place), place }
}

/// How many numbers point to a square. A shown agent is worth any number; giving away one's own is
/// the last resort.
fn score(state: &State, own: &Own<CheckpointDanger>, sheet: &Sheet, place: Place) -> i32 {
    let points = |answer| matches!(answer, Some(Answer::Seen(1..)));
    let made = &state.side(own.seat).made;
    let pointing =
        made.iter().filter(|made| points(made.answer) && made.call.place.faces(place)).count();
    let shown = if sheet.known(place) == Known::Shown { 100 } else { 0 };
    let danger = if own.secret.holds(place) { -50 } else { 0 };
    shown + danger + i32::try_from(pointing).unwrap_or(0)
}

fn best(places: &[Place], score: impl Fn(Place) -> i32) -> Vec<Place> {
    let most = places.iter().map(|&place| score(place)).max();
    places.iter().copied().filter(|&place| Some(score(place)) == most).collect()
}

/// How often each square holds an agent among all sheets of the opponent that fit what this player
/// knows.
pub(super) struct Fitting {
    pub(super) sheets: u32,
    /// squares that were not found yet and hold an agent in at least one of them, the likeliest
    /// first
    pub(super) likely: Vec<(Place, u32)>,
}

/// Counts all sheets that fit. At most 595,665 are looked at.
pub(super) fn fitting(state: &State, own: &Own<CheckpointDanger>) -> Fitting {
    let sheet = Sheet::new(state, own.seat.other(), true);
    let sure: Vec<Place> = Place::all()
        .filter(|&place| matches!(sheet.known(place), Known::Found | Known::Shown))
        .collect();
    let free: Vec<Place> =
        Place::all().filter(|&place| sheet.possible(place) && !sure.contains(&place)).collect();
    let told = state.side(own.seat).made.iter().filter_map(|made| match made.answer {
        Some(Answer::Seen(count @ 1..)) => Some(Told::new(made.call.place, count)),
        _ => None,
    });
    let mut count = Count { told: told.collect(), free, held: vec![0; 64], sheets: 0 };
    if sure.len() <= AGENTS {
        count.choose(0, AGENTS - sure.len(), sure.iter().map(|&place| bit(place)).sum());
    }
    let mut likely: Vec<(Place, u32)> =
        Place::all().zip(count.held).filter(|&(_, held)| held > 0).collect();
    likely.retain(|&(place, _)| sheet.known(place) != Known::Found);
    likely.sort_by_key(|&(place, held)| (std::cmp::Reverse(held), place));
    Fitting { sheets: count.sheets, likely }
}

/// A set of squares in one word: 63 of them fit.
fn bit(place: Place) -> u64 {
    place.index().and_then(|at| 1_u64.checked_shl(u32::try_from(at).ok()?)).unwrap_or(0)
}

/// A number that was told, and the eight lines it counts on. A line with agents adds one, since
/// only its first is seen.
struct Told {
    lines: Vec<u64>,
    count: usize,
}

impl Told {
    fn new(place: Place, count: u8) -> Self {
        Told {
            lines: place.rays().map(|ray| ray.map(bit).sum()).collect(),
            count: usize::from(count),
        }
    }

    fn fits(&self, agents: u64) -> bool {
        self.lines.iter().filter(|&line| line & agents != 0).count() == self.count
    }
}

struct Count {
    told: Vec<Told>,
    free: Vec<Place>,
    held: Vec<u32>,
    sheets: u32,
}

impl Count {
    /// All ways to put `left` more agents on the free squares from `from` on.
    fn choose(&mut self, from: usize, left: usize, agents: u64) {
        if left == 0 {
            if self.told.iter().all(|told| told.fits(agents)) {
                self.sheets += 1;
                for (at, held) in self.held.iter_mut().enumerate() {
                    *held += u32::from(agents >> at & 1 == 1);
                }
            }
            return;
        }
        for at in from..self.free.len() {
            if let Some(&place) = self.free.get(at) {
                self.choose(at + 1, left - 1, agents | bit(place));
            }
        }
    }
}

/// What `pbem show --hint` says.
pub(super) fn hint(state: &State, own: &Own<CheckpointDanger>) -> Vec<String> {
    let Fitting { sheets, likely } = fitting(state, own);
    if sheets == 0 {
        return vec![
            "No sheet with four agents fits all that was answered: somebody has answered falsely."
                .to_owned(),
        ];
    }
    let share = |(place, held): &(Place, u32)| format!("{} in {held}", place.name());
    let named: Vec<String> = likely.iter().take(5).map(share).collect();
    let first = if sheets == 1 {
        "One sheet fits all that you know.".to_owned()
    } else {
        format!("{sheets} sheets fit all that you know.")
    };
    if named.is_empty() {
        vec![first]
    } else {
        vec![first, format!("An agent stands on {} of them.", named.join(", "))]
    }
}
