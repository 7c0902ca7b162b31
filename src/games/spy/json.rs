//! The state for programs; `docs/games/spy.md` says what each key holds.

use serde_json::{Map, Value, json};

use crate::games::{Own, Seat};

use super::Spy;
use super::network::Network;
use super::notation::name;
use super::spaces::Spaces;
use super::state::{Field, Stage, State};

/// What everybody may know. Seats are given by number, from 0.
pub(super) fn public(state: &State) -> Value {
    let (declared, response) = match &state.stage {
        Stage::Declared { by, .. } => (Some(by.0), None),
        Stage::Judging(guesses) => {
            (Some(guesses.by.0), guesses.response.as_ref().map(Network::to_string))
        }
        _ => (None, None),
    };
    json!({
        "rows": state.options.grid.rows(),
        "cols": state.options.grid.cols(),
        "lengths": state.options.lengths,
        "round": state.round,
        "max_rounds": state.options.max_rounds,
        "first": state.first.map(|seat| seat.0),
        "fields": Seat::all(2).map(|seat| field(state, seat, &state.fields[seat])).collect::<Vec<_>>(),
        "guess_declared_by": declared,
        "guess_in_response": response,
    })
}

fn field(state: &State, seat: Seat, field: &Field) -> Value {
    let told: Map<String, Value> = field
        .told
        .iter()
        .map(|(space, answer)| (name(*space), json!(answer.to_string())))
        .collect();
    json!({
        "told": told,
        "hot": names(field.hot),
        "blank": names(field.blank),
        "asked_now": names(state.asked_now(seat)),
        "rows_left": field.rows_left,
        "network": field.shown.as_ref().map(Network::to_string),
    })
}

/// What one seat knows beside that.
pub(super) fn mine(own: &Own<Spy>) -> Value {
    let guess = own.hidden.values().next().map(ToString::to_string);
    json!({
        "seat": own.seat.0,
        "network": own.secret.to_string(),
        "hot": names(own.secret.hot()),
        "lines": own.secret.lengths().collect::<Vec<_>>(),
        "guess": guess,
        "marks": own.marks,
    })
}

fn names(spaces: Spaces) -> Vec<String> {
    spaces.iter().map(name).collect()
}
