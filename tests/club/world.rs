//! Clubs for tests: a `club.toml`, facts made by hand, and folders with real games.

use std::fmt::Write;

use chrono::Duration;
use pbem::club::{Facts, Hash, Roster, SeatFacts, Section};
use pbem::rules::OptionMap;

use crate::play::{bytes, identity, moment};

/// Everyone's keys come from this seed.
pub(crate) const SEED: u64 = 7;

/// A `club.toml` in which these players play one section.
pub(crate) fn club(kind: &str, games: usize, players: &[&str], more: &str) -> String {
    let names: Vec<String> = players.iter().map(|name| format!("\"{name}\"")).collect();
    let mut text = format!(
        "club = 1\nname = \"Spring Cup\"\n[[section]]\nname = \"A\"\nkind = \"{kind}\"\n\
         games = {games}\nplayers = [{}]\n{more}",
        names.join(", ")
    );
    for name in players {
        let key = hex::encode(key(name).0);
        let _ = write!(text, "[[player]]\nname = \"{name}\"\nkey = \"{key}\"\n");
    }
    text
}

pub(crate) fn roster(text: &str) -> Roster {
    Roster::read(text).expect("a roster")
}

pub(crate) fn key(name: &str) -> Hash {
    Hash(identity(SEED, name).public())
}

pub(crate) fn options(roster: &Roster) -> OptionMap {
    roster.sections.first().map(Section::all_options).unwrap_or_default()
}

/// A game that was opened this many days after the first, without a result.
pub(crate) fn running(roster: &Roster, day: i64, players: &[&str]) -> Facts {
    let seat = |name: &&str| SeatFacts {
        name: (*name).to_owned(),
        key: Some(key(name)),
        points: None,
        won: false,
        referee: false,
        cheated: false,
    };
    let opened = moment(0) + Duration::days(day);
    Facts {
        id: bytes(u64::try_from(day).expect("a day"), "game"),
        kind: roster.sections[0].kind.id().to_owned(),
        opener: players[0].to_owned(),
        opened,
        last: Some(opened),
        options: options(roster),
        arbiter: None,
        turns: 4,
        verdict: "open".to_owned(),
        outcome: None,
        ended_by: None,
        seats: players.iter().map(seat).collect(),
        due: None,
        newest: Vec::new(),
        crossed: None,
        ruled: None,
        overruled: Vec::new(),
        findings: Vec::new(),
        files: Vec::new(),
    }
}

/// A finished game of two: `first` has won, lost (`None` means drawn).
pub(crate) fn over(roster: &Roster, day: i64, players: [&str; 2], won: Option<usize>) -> Facts {
    let mut facts = running(roster, day, &players);
    "honest".clone_into(&mut facts.verdict);
    facts.outcome = Some(if won.is_some() { "win" } else { "draw" }.to_owned());
    facts.ended_by = Some("board".to_owned());
    for (at, seat) in facts.seats.iter_mut().enumerate() {
        seat.won = won == Some(at);
        seat.points = Some(u32::from(seat.won));
    }
    facts
}
