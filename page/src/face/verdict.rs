//! Verifies and replays games.

use pbem::audit::{self, Verdict};
use pbem::desk::LoadedGame;
use pbem::letters;
use pbem::render;
use pbem::rules::Names;
use pbem::rules::scene::Scene;
use pbem::table::{self, Past, TurnNews};
use pbem::turnfile::{self, Reading, TurnFile};
use serde_json::{Value, json};

use super::{Answer, ApiError, Face, Request};

/// Maximum number of steps of a replay.
const MOST: usize = 1000;

/// A replayed game.
pub(super) struct Replayed {
    file: TurnFile,
    names: Names,
    pasts: Vec<Past>,
}

impl Face {
    /// Returns the game in the request's text, even if the text is damaged. If the request has no
    /// text, returns the open game.
    fn reading(&self, request: &Request) -> Result<Reading, ApiError> {
        let Some(text) = request.some("text") else {
            let file = self.seated()?.game().file.clone();
            return Ok(Reading { file: Some(file), fault: None });
        };
        let mut search = letters::find(text.as_bytes(), "it");
        Ok(match search.found.pop() {
            Some(found) => Reading { file: Some(found.game.file), fault: None },
            None => turnfile::read(text.as_bytes()),
        })
    }

    /// Verifies a game, together with all its files in the vault.
    pub(super) fn verify(&mut self, request: &Request) -> Answer {
        let own = request.some("text").is_none();
        let alone = if own {
            audit::verify_open(self.seated()?.game())
        } else {
            audit::verify(&self.reading(request)?)
        };
        let loaded = if own { self.seated()?.loaded() } else { None };
        let several = loaded.filter(|loaded| !loaded.beside().is_empty());
        let together = several.and_then(LoadedGame::judgement);
        let mut verdict_json = verdict_json(&together.map_or(alone, |judgement| judgement.verdict));
        if let Some(turn) = loaded.and_then(|loaded| loaded.crossed) {
            verdict_json["sentences"] = json!([audit::crossed(turn)]);
        }
        Ok(verdict_json)
    }

    /// Returns all turns of a game. The request `frame` returns the boards after a turn.
    pub(super) fn replay(&mut self, request: &Request) -> Answer {
        let reading = self.reading(request)?;
        let verdict = audit::verify(&reading);
        let Some(file) = reading.file else {
            return Err(ApiError::new("damaged", "This game has no turns."));
        };
        let unreadable = |error: table::OpenError| ApiError::new("damaged", error.to_string());
        let pasts = table::look_back(&file, MOST).map_err(unreadable)?;
        let (table, _) = table::open(&file).map_err(unreadable)?;
        let answer = json!({
            "verdict": verdict_json(&verdict),
            "kind": file.game.kind, "seats": file.game.seats,
            "frames": frames(&table.news(0), &verdict, &pasts),
        });
        self.replayed = Some(Replayed { file, names: verdict.names, pasts });
        Ok(answer)
    }

    /// Returns the boards of a replayed game after a turn.
    pub(super) fn frame(&self, request: &Request) -> Answer {
        let none = || ApiError::new("request", "No game is being replayed.");
        let Replayed { file, names, pasts } = self.replayed.as_ref().ok_or_else(none)?;
        let at = request.number("at").and_then(|at| usize::try_from(at).ok()).unwrap_or(0);
        let past = pasts.get(at).ok_or_else(none)?;
        let before = at.checked_sub(1).and_then(|before| pasts.get(before));
        Ok(json!({"views": views(file, past, before, names)}))
    }
}

fn verdict_json(verdict: &Verdict) -> Value {
    json!({
        "kind": verdict.kind.id(), "headline": audit::headline(verdict),
        "sentences": audit::describe(verdict, false),
        "findings": verdict.findings.iter().map(|finding| json!({
            "turn": finding.turn, "seat": verdict.names.of(finding.seat),
            "message": verdict.names.fill(&finding.message),
        })).collect::<Vec<_>>(),
        "seats": verdict.seats.iter()
            .map(|seat| json!({"name": seat.name, "safety": seat.safety()})).collect::<Vec<_>>(),
    })
}

fn frames(news: &[TurnNews], verdict: &Verdict, pasts: &[Past]) -> Value {
    let names = &verdict.names;
    let mut from = 0;
    let frames = pasts.iter().map(|past| {
        let is_here = |turn: u32| turn > from && turn <= past.turn;
        let turns: Vec<&TurnNews> = news.iter().filter(|turn| is_here(turn.number)).collect();
        let breaches = verdict.findings.iter().filter(|finding| is_here(finding.turn));
        let frame = json!({
            "turn": past.turn, "seat": turns.last().map(|turn| names.of(turn.seat)),
            "lines": turns.iter().flat_map(|turn| turn.lines.clone()).collect::<Vec<_>>(),
            "notes": turns.iter().filter_map(|turn| turn.note_line(names)).collect::<Vec<_>>(),
            "breaches": breaches.map(|finding| names.fill(&finding.message)).collect::<Vec<_>>(),
        });
        from = past.turn;
        frame
    });
    frames.collect()
}

/// Returns the view of each seat whose setup is revealed. If no setup is revealed, returns the
/// public view.
fn views(file: &TurnFile, past: &Past, before: Option<&Past>, names: &Names) -> Vec<Value> {
    let view = |whose: Option<&String>, scene: &Scene, other: Option<&Scene>| {
        let last = other.map(|other| scene.changes(other)).unwrap_or_default();
        let (scene, last) = (render::json(scene, names), render::json(&last, names));
        json!({"as": whose, "scene": scene, "last": last})
    };
    if past.seen.is_empty() {
        return vec![view(None, &past.public, before.map(|before| &before.public))];
    }
    let views = past.seen.iter().map(|(seat, scene)| {
        let mut others = before.into_iter().flat_map(|before| &before.seen);
        let other = others.find(|(other, _)| other == seat).map(|(_, scene)| scene);
        view(file.game.seats.get(seat.index()), scene, other)
    });
    views.collect()
}
