//! The position as JSON, documented in `docs/games/game-box.md`.

use serde_json::{Map, Value as Json, json};

use super::caller::Out;
use super::chart::Dot;
use super::position::{DotState, State};
use super::setup::{Holding, Layout};
use super::{CHECKER, GameBox, Seen, Shown};
use crate::rules::AsJson;

impl AsJson<GameBox> for State {
    fn json(&self, shown: &Shown) -> Json {
        let chart = self.options.chart;
        let sign = |known| match known {
            DotState::Empty => "o".to_owned(),
            DotState::Gun => "G".to_owned(),
            DotState::Removed { by } => by.0.to_string(),
        };
        let call = |dot: Dot| Some((dot.to_string(), json!(sign(self.known(dot)?))));
        let callers = self.callers().map(|(seat, caller)| {
            json!({
                "seat": seat.0,
                "hits": caller.hits,
                "bombs_lost": caller.lost,
                "misses": caller.misses,
                "out": caller.out.map(Out::as_str),
            })
        });
        json!({
            "chart": chart.to_string(),
            "dots": chart.dots().filter_map(call).collect::<Map<String, Json>>(),
            "callers": callers.collect::<Vec<_>>(),
            "houses_left": self.houses_left(),
            "guns_not_called": self.guns_left(),
            "turn": self.turn.0,
            "called": self.called_now().map(|dot| dot.to_string()),
            "quiet_rounds": self.quiet_rounds(),
            "shown": shown.setup(CHECKER).map(layout),
        })
    }

    fn private_json(&self, seen: Seen<'_>) -> Json {
        if seen.private.seat == CHECKER { layout(&seen.private.setup) } else { json!({}) }
    }
}

fn layout(layout: &Layout) -> Json {
    let names = |what| layout.all(&what).map(Dot::to_string).collect::<Vec<_>>();
    json!({ "houses": names(Holding::House), "guns": names(Holding::Gun) })
}
