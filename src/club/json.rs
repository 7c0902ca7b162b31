//! A game of the club as JSON, schema `pbem-club-game/1`.

use serde_json::{Map, Value, json};

use super::codec::date_text;
use super::games::{ClubGame, Unscored};

impl ClubGame<'_> {
    /// Returns the game as one object. The object contains neither the current time nor file names,
    /// so everyone with the same files gets the same object.
    pub fn to_json(&self) -> Value {
        let mut game = self.facts_json();
        let section = self.section.map(|section| &section.name);
        game.insert("schema".to_owned(), json!("pbem-club-game/1"));
        game.insert("section".to_owned(), json!(section));
        game.insert("players".to_owned(), self.players_json());
        game.insert("decided".to_owned(), json!(self.decided.map(|decided| &decided.reason)));
        game.insert("unscored".to_owned(), json!(self.unscored.as_ref().map(Unscored::id)));
        Value::Object(game)
    }

    fn facts_json(&self) -> Map<String, Value> {
        let facts = self.facts;
        let due = facts.and_then(|facts| facts.due.as_ref());
        let seat_of = |name: &str| {
            facts.and_then(|facts| facts.seats.iter().position(|seat| seat.name == name))
        };
        let player = |name: &str| seat_of(name).map(|seat| self.name(seat).to_owned());
        let kind = facts.map(|facts| facts.kind.as_str());
        let findings = facts.iter().flat_map(|facts| &facts.findings).map(|finding| {
            json!({"player": player(&finding.seat), "turn": finding.turn, "kind": finding.kind})
        });
        let ruled = facts.and_then(|facts| facts.ruled.as_ref()).map(|ruled| {
            let date = date_text(ruled.date);
            json!({"number": ruled.number, "player": player(&ruled.seat), "date": date})
        });
        let overruled = facts.iter().flat_map(|facts| &facts.overruled).map(|turn| {
            json!({
                "number": turn.number, "player": player(&turn.seat), "sent": date_text(turn.sent),
                "finished": turn.finished,
            })
        });
        let all = json!({
            "id": facts.map(|facts| hex::encode(facts.id)),
            "kind": kind.or_else(|| self.section.map(|section| section.kind.id())),
            "opened": facts.map(|facts| date_text(facts.opened)),
            "last": facts.and_then(|facts| facts.last).map(date_text),
            "deadline": due.and_then(|due| due.deadline).map(date_text),
            "options": facts.map(|facts| &facts.options),
            "turns": facts.map_or(0, |facts| facts.turns),
            "verdict": facts.map(|facts| &facts.verdict),
            "outcome": facts.and_then(|facts| facts.outcome.as_ref()),
            "ended_by": facts.and_then(|facts| facts.ended_by.as_ref()),
            "due": due.and_then(|due| player(&due.seat)),
            "crossed": facts.and_then(|facts| facts.crossed),
            "ruled": ruled,
            "overruled": overruled.collect::<Vec<_>>(),
            "findings": findings.collect::<Vec<_>>(),
            "files": facts.map(|facts| &facts.files).cloned().unwrap_or_default(),
        });
        if let Value::Object(all) = all { all } else { Map::new() }
    }

    fn players_json(&self) -> Value {
        let players = self.players.iter().enumerate().map(|(at, player)| {
            let seat = self.facts.and_then(|facts| facts.seats.get(at));
            let halves = self.score.as_ref().and_then(|score| score.get(at).copied().flatten());
            json!({
                "seat": seat.map(|seat| &seat.name),
                "player": player,
                "points": seat.and_then(|seat| seat.points),
                "score": halves.map(score_json),
            })
        });
        players.collect()
    }
}

/// Converts half points to a number of points, such as 1 or 0.5.
fn score_json(halves: u32) -> Value {
    if halves.is_multiple_of(2) { json!(halves / 2) } else { json!(f64::from(halves) / 2.0) }
}

impl Unscored {
    /// Returns the name used in JSON.
    pub fn id(&self) -> &'static str {
        match self {
            Unscored::Running => "running",
            Unscored::Crossed => "crossed",
            Unscored::UnknownKey(_) => "unknown-key",
            Unscored::OnePerson(_) => "one-person",
            Unscored::NoSection => "no-section",
            Unscored::Options(..) => "house-rules",
            Unscored::Arbiter => "arbiter",
            Unscored::TooMany => "too-many",
            Unscored::Decision => "decision",
        }
    }
}
