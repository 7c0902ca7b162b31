//! The table in sentences.

use super::CheckpointDanger;
use super::place::{Place, region};
use super::play::State;
use super::scene::tally;
use super::setup::{Answer, Value};
use super::view::{Known, Sheet, eliminates, pencil, still_possible};
use crate::games::{Own, Seat};

/// All that a player sees.
pub(super) fn for_player(state: &State, own: &Own<CheckpointDanger>) -> Vec<String> {
    let (me, other) = (own.seat, own.seat.other());
    let mut lines = vec![
        format!("Your agents: {}.", own_agents(state, own)),
        format!("{other} has called: {}.", calls(state, other)),
        format!("You have called: {}.", calls(state, me)),
        format!("Found: by you {}, by {other} {}.", tally(state, me), tally(state, other)),
    ];
    lines.extend(shown(state, other));
    lines.extend(marks(own));
    if state.outcome().is_none() {
        lines.push(possible("Still possible", &still_possible(state, own)));
        if !eliminates(own) {
            lines.push(
                "Squares that a 0 rules out are counted as possible: you mark them yourself."
                    .to_owned(),
            );
        }
    }
    lines.extend(revealed(state, other));
    lines
}

/// All that everybody sees.
pub(super) fn for_all(state: &State) -> Vec<String> {
    let mut lines: Vec<String> =
        Seat::all(2).map(|seat| format!("{seat} has called: {}.", calls(state, seat))).collect();
    let found: Vec<String> =
        Seat::all(2).map(|seat| format!("by {seat} {}", tally(state, seat))).collect();
    lines.push(format!("Found: {}.", found.join(", ")));
    for seat in Seat::all(2) {
        lines.extend(shown(state, seat));
        if state.outcome().is_none() {
            let sheet = Sheet::new(state, seat, true);
            let places: Vec<Place> = Place::all().filter(|&place| sheet.possible(place)).collect();
            lines.push(possible(&format!("Still possible for {seat}"), &places));
        }
        lines.extend(revealed(state, seat));
    }
    lines
}

fn own_agents(state: &State, own: &Own<CheckpointDanger>) -> String {
    let told = |&place: &Place| {
        let fate = match state.side(own.seat.other()).call_of(place).and_then(|made| made.answer) {
            Some(Answer::Hit) => ", found",
            _ if state.side(own.seat).shown.get(&place) == Some(&Value::Agent) => {
                ", shown by your call"
            }
            _ => "",
        };
        format!("{}{fate}", place.name())
    };
    own.secret.places().iter().map(told).collect::<Vec<_>>().join(". ")
}

/// What a seat has called: `Desert 5, told 1. Equator 2, HIT`.
fn calls(state: &State, seat: Seat) -> String {
    let told = state.side(seat).made.iter().map(|made| {
        let danger = if made.call.danger { " as Danger" } else { "" };
        let answer = match made.answer {
            None => "not answered yet".to_owned(),
            Some(Answer::Hit) => "HIT".to_owned(),
            Some(Answer::Seen(count)) => format!("told {count}"),
        };
        format!("{}{danger}, {answer}", made.call.place.name())
    });
    let told: Vec<String> = told.collect();
    if told.is_empty() { "nothing yet".to_owned() } else { told.join(". ") }
}

fn shown(state: &State, of: Seat) -> Vec<String> {
    let sheet = Sheet::new(state, of, true);
    let places = |known| sheet.all(known).map(Place::name).collect::<Vec<_>>().join(", ");
    let (shown, hinted) = (places(Known::Shown), places(Known::Hinted));
    let says = [
        ("Agents that", "has shown, not found yet", shown),
        ("Squares that", "has called as Danger, perhaps a bluff", hinted),
    ];
    let told = says
        .into_iter()
        .filter(|(_, _, places)| !places.is_empty() && state.side(of).revealed.is_none());
    told.map(|(what, how, places)| format!("{what} {of} {how}: {places}.")).collect()
}

fn revealed(state: &State, seat: Seat) -> Option<String> {
    state
        .side(seat)
        .revealed
        .as_ref()
        .map(|network| format!("{seat} had agents on {}.", network.describe()))
}

fn marks(own: &Own<CheckpointDanger>) -> Option<String> {
    let marks: Vec<String> =
        pencil(own).map(|(place, sign)| format!("{sign} on {}", place.name())).collect();
    (!marks.is_empty()).then(|| format!("Your pencil marks: {}.", marks.join(", ")))
}

fn possible(label: &str, places: &[Place]) -> String {
    let squares = if places.len() == 1 { "square" } else { "squares" };
    let rows: Vec<String> = places.chunk_by(|a, b| a.row() == b.row()).filter_map(row_of).collect();
    format!(
        "{label}, {} {squares}{}",
        places.len(),
        if rows.is_empty() { ".".to_owned() } else { format!(": {}.", rows.join(". ")) }
    )
}

/// `Arctic 1 to 3, 5 to 7`: the columns of places in one row, three or more in a row drawn
/// together.
pub(super) fn row_of(places: &[Place]) -> Option<String> {
    let columns: Vec<u8> = places.iter().map(|place| place.column()).collect();
    let runs = columns.chunk_by(|a, b| a + 1 == *b).map(|run| match run {
        [first, _, .., last] => format!("{first} to {last}"),
        few => few.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
    });
    Some(format!("{} {}", region(places.first()?.row()), runs.collect::<Vec<_>>().join(", ")))
}
