//! The table for programs.

use serde_json::{Value, json};

use super::Espionage;
use super::kind::Kind;
use super::knowledge::{Known, knowledge};
use super::state::{Phase, State};
use crate::games::{Own, Seat};

/// What everybody knows.
pub(super) fn public(state: &State) -> Value {
    let pieces = [Seat::OPENER, Seat::JOINER].into_iter().flat_map(|seat| {
        state.pieces[seat].iter().map(move |(name, piece)| {
            json!({
                "seat": seat.0,
                "start": name.to_string(),
                "at": piece.at.map(|at| at.to_string()),
                "kind": piece.kind.map(|kind| kind.to_string()),
                "moved": piece.moved,
            })
        })
    });
    let last =
        |seat: Seat| state.last[seat].iter().map(|went| went.step.to_string()).collect::<Vec<_>>();
    let (phase, fight) = match &state.phase {
        Phase::Setup(_) => ("setup", None),
        Phase::Showing(_) | Phase::Drawing(_) => ("start", None),
        Phase::Moving(_) => ("move", None),
        Phase::Fighting(fight) => {
            ("fight", Some(json!({"by": fight.by.0, "step": fight.step.to_string()})))
        }
        Phase::Ended { .. } => ("over", None),
    };
    json!({
        "size": state.house.side(),
        "phase": phase,
        "fight": fight,
        "volcanoes": texts(&state.volcanoes),
        "pieces": pieces.collect::<Vec<_>>(),
        "last": [last(Seat::OPENER), last(Seat::JOINER)],
        "turns": state.turns,
        "turns_without_removal": state.quiet,
    })
}

/// What one seat knows beside that.
pub(super) fn mine(state: &State, own: &Own<Espionage>) -> Value {
    let known = knowledge(state, Some(own));
    let foe = own.seat.other();
    let army = state.pieces[own.seat].keys().map(|name| {
        (name.to_string(), Value::from(own.secret.kind(&state.house, *name).to_string()))
    });
    let opposing = |pick: &dyn Fn(&Known) -> Option<Value>| -> serde_json::Map<String, Value> {
        known[foe]
            .iter()
            .filter_map(|(name, known)| Some((name.to_string(), pick(known)?)))
            .collect()
    };
    json!({
        "seat": own.seat.0,
        "army": army.collect::<serde_json::Map<_, _>>(),
        "seen": opposing(&|known| match known {
            Known::Seen(kind) => Some(Value::from(kind.to_string())),
            _ => None,
        }),
        "possible": opposing(&|known| match known {
            Known::Own(_) | Known::Shown(_) => None,
            known => Some(known.may().iter().map(|kind: Kind| Value::from(kind.to_string())).collect()),
        }),
    })
}

fn texts<T: ToString>(things: &[T]) -> Vec<String> {
    things.iter().map(ToString::to_string).collect()
}
