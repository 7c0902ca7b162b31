//! The table for programs, as documented in `docs/games/checkpoint-danger.md`.

use serde_json::{Map, Value as Json, json};

use super::CheckpointDanger;
use super::place::{GRID, Place};
use super::play::State;
use super::setup::Answer;
use super::view::{pencil, still_possible};
use crate::games::{Own, Seat};

/// What everybody may know.
pub(super) fn public(state: &State) -> Json {
    json!({
        "rows": GRID.rows(),
        "columns": GRID.cols(),
        "first": state.first.map(|seat| seat.0),
        "to_call": state.caller().map(|seat| seat.0),
        "asked": state.asked.map(|question| json!({ "of": question.to.0, "call": question.call.to_string() })),
        "queue": state.queue.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "seats": Seat::all(2).map(|seat| of_seat(state, seat)).collect::<Vec<_>>(),
    })
}

fn of_seat(state: &State, seat: Seat) -> Json {
    let side = state.side(seat);
    let calls = side.made.iter().map(|made| {
        json!({
            "square": made.call.place.to_string(),
            "danger": made.call.danger,
            "answer": made.answer.map(|answer| answer.to_string()),
        })
    });
    let shown: Map<String, Json> = side
        .shown
        .iter()
        .map(|(place, value)| (place.to_string(), json!(value.to_string())))
        .collect();
    json!({
        "calls": calls.collect::<Vec<_>>(),
        "calls_made": side.count,
        "found": side.found(),
        "shown": shown,
        "agents": side.revealed.as_ref().map(|network| names(network.places())),
    })
}

/// What one seat knows beside it.
pub(super) fn mine(state: &State, own: &Own<CheckpointDanger>) -> Json {
    let found = |place: &Place| {
        state
            .side(own.seat.other())
            .call_of(*place)
            .is_some_and(|made| made.answer == Some(Answer::Hit))
    };
    let (lost, hidden): (Vec<Place>, Vec<Place>) =
        own.secret.places().iter().partition(|place| found(place));
    let marks: Map<String, Json> =
        pencil(own).map(|(place, sign)| (place.to_string(), json!(sign.to_string()))).collect();
    json!({
        "seat": own.seat.0,
        "agents": names(own.secret.places()),
        "found": names(&lost),
        "hidden": names(&hidden),
        "possible": names(&still_possible(state, own)),
        "marks": marks,
    })
}

fn names(places: &[Place]) -> Vec<String> {
    places.iter().map(ToString::to_string).collect()
}
