//! The position as JSON; `docs/games/spy.md` documents each key.

use serde_json::{Map, Value as Json, json};

use super::network::Network;
use super::notation::name;
use super::position::{Stage, State};
use super::spaces::Spaces;
use super::{Seen, Shown, Spy};
use crate::rules::{AsJson, Seat};

impl AsJson<Spy> for State {
    fn json(&self, shown: &Shown) -> Json {
        let (declared, response) = match &self.stage {
            Stage::Declared { by, .. } => (Some(by.0), None),
            Stage::Judging(guesses) => (Some(guesses.by.0), guesses.response.as_ref()),
            _ => (None, None),
        };
        json!({
            "rows": self.options.grid.rows(),
            "cols": self.options.grid.cols(),
            "lengths": self.options.lengths,
            "round": self.round,
            "max_rounds": self.options.max_rounds,
            "first": self.first.map(|seat| seat.0),
            "fields": Seat::all(2).map(|seat| field(self, shown, seat)).collect::<Vec<_>>(),
            "guess_declared_by": declared,
            "guess_in_response": response.map(Network::to_string),
        })
    }

    fn private_json(&self, seen: Seen<'_>) -> Json {
        let own = seen.private;
        let marks = own.notes.signs().map(|(space, sign)| (space.to_owned(), json!(sign)));
        json!({
            "seat": own.seat.0,
            "network": own.setup.to_string(),
            "hot": names(own.setup.hot()),
            "lines": own.setup.lengths().collect::<Vec<_>>(),
            "guess": own.sealed.values().next().map(ToString::to_string),
            "marks": marks.collect::<Map<String, Json>>(),
        })
    }
}

fn field(state: &State, shown: &Shown, seat: Seat) -> Json {
    let field = &state.fields[seat];
    let answers =
        field.answers.iter().map(|(space, answer)| (name(*space), json!(answer.to_string())));
    json!({
        "told": answers.collect::<Map<String, Json>>(),
        "hot": names(field.hot),
        "blank": names(field.blank),
        "asked_now": names(state.asked_now(seat)),
        "rows_left": field.rows_left,
        "network": shown.setup(seat).map(Network::to_string),
    })
}

fn names(spaces: Spaces) -> Vec<String> {
    spaces.iter().map(name).collect()
}
