//! The position as JSON, documented in `docs/games/espionage.md`.

use serde_json::{Map, Value as Json, json};

use super::kind::Kind;
use super::knowledge::{Insight, Insights, both_sealed};
use super::square::Square;
use super::state::{Phase, State};
use super::{Espionage, Seen, Shown};
use crate::rules::{AsJson, Seat};

impl AsJson<Espionage> for State {
    fn json(&self, shown: &Shown) -> Json {
        let pieces = Seat::all(2).filter(|&seat| shown.is_sealed(seat)).flat_map(|seat| {
            self.pieces[seat].iter().map(move |(name, piece)| {
                json!({
                    "seat": seat.0,
                    "start": name.to_string(),
                    "at": piece.at.map(|at| at.to_string()),
                    "kind": piece.kind.map(|kind| kind.to_string()),
                    "moved": piece.moved,
                })
            })
        });
        let last = |seat: Seat| {
            self.last[seat].iter().map(|went| went.stride.to_string()).collect::<Vec<_>>()
        };
        let phase = match &self.phase {
            Phase::Over(_) => "over",
            _ if !both_sealed(shown) => "setup",
            Phase::Opening(_) | Phase::Volcanoes | Phase::First => "start",
            Phase::Moving(_) => "move",
            Phase::Fighting(_) => "fight",
        };
        let fight = match &self.phase {
            Phase::Fighting(fight) => {
                json!({ "by": fight.by.0, "step": fight.stride.to_string() })
            }
            _ => Json::Null,
        };
        json!({
            "size": self.options.side(),
            "phase": phase,
            "fight": fight,
            "volcanoes": self.volcanoes.iter().map(Square::to_string).collect::<Vec<_>>(),
            "pieces": pieces.collect::<Vec<_>>(),
            "last": [last(Seat::OPENER), last(Seat::JOINER)],
            "turns": self.turns,
            "turns_without_removal": self.quiet,
        })
    }

    fn private_json(&self, seen: Seen<'_>) -> Json {
        let (state, own) = (seen.position, seen.private);
        let insights = Insights::of(seen);
        let army = insights.army(own.seat).map(|(name, _)| {
            (name.to_string(), json!(own.setup.kind(&state.options, name).to_string()))
        });
        let theirs = || insights.army(own.seat.other());
        let spied = theirs().filter_map(|(name, insight)| match insight {
            Insight::Seen(kind) => Some((name.to_string(), json!(kind.to_string()))),
            _ => None,
        });
        let hidden = theirs().filter(|(_, insight)| !matches!(insight, Insight::Shown(_)));
        let possible = hidden.map(|(name, insight)| {
            let kinds: Vec<String> =
                insight.may().iter().map(|kind: Kind| kind.to_string()).collect();
            (name.to_string(), json!(kinds))
        });
        json!({
            "seat": own.seat.0,
            "army": army.collect::<Map<_, _>>(),
            "seen": spied.collect::<Map<_, _>>(),
            "possible": possible.collect::<Map<_, _>>(),
        })
    }
}
