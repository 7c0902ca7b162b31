//! The list of kinds of games, and the rules of a kind.

use pbem::games::Kind;
use serde::Serialize;
use serde_json::json;

use crate::cli::document::Document;
use crate::cli::hand_wrapped::hand_wrapped;
use crate::cli::markdown;
use crate::cli::report::{Report, SCREEN};

/// Width that the short rules are written for.
const CARD: usize = 58;

/// Lists the kinds of games, one line for each, or two if the screen is narrow.
pub(crate) fn games(width: usize) -> Report {
    let mut report = Report::default();
    let mut games = Vec::new();
    for (at, kind) in Kind::published().enumerate() {
        let seats = kind.seats();
        let players = if seats.start() == seats.end() {
            format!("{} players", seats.start())
        } else {
            format!("{} to {} players", seats.start(), seats.end())
        };
        let name = format!("{}  {:<18} {:<4} {players:<15} ", at + 1, kind.id(), kind.short());
        let name = if width < SCREEN { format!("{}\n   ", name.trim_end()) } else { name };
        report.line(name + kind.about());
        games.push(GameJson {
            game: kind.id(),
            short: kind.short(),
            title: kind.title(),
            about: kind.about(),
            least: *seats.start(),
            most: *seats.end(),
        });
    }
    report.json = json!({"schema": "pbem-rules/1", "games": games});
    report
}

/// A kind of game in the list.
#[derive(Serialize)]
struct GameJson {
    game: &'static str,
    short: &'static str,
    title: &'static str,
    about: &'static str,
    /// Least and greatest number of players.
    least: u8,
    most: u8,
}

/// Returns the short rules of a kind, or all its rules if it has no short ones.
pub(crate) fn in_short(kind: Kind, width: usize) -> Document {
    if kind.card().trim().is_empty() {
        Document::drawing(page(kind, kind.manual(), width))
    } else {
        short(kind, width)
    }
}

/// Returns the short rules of a kind for a screen of `width` columns.
pub(crate) fn short(kind: Kind, width: usize) -> Document {
    hand_wrapped(kind.card().trim_end(), CARD, width)
}

/// Returns all rules of a kind in lines of at most `width` columns.
#[cfg(feature = "tui")]
pub(crate) fn all(kind: Kind, width: usize) -> String {
    page(kind, &for_people(kind.manual()), width)
}

/// Returns a page of rules, including the short rules, in lines of at most `width` columns.
pub(crate) fn page(kind: Kind, page: &str, width: usize) -> String {
    let room = width.saturating_sub(markdown::DRAWN);
    let card = hand_wrapped(kind.card(), CARD, room).lay_out(room);
    markdown::set(&page.replace(kind.card(), &card), width).trim_end().to_owned()
}

/// Returns the page without the sections for programs.
#[cfg(feature = "tui")]
fn for_people(manual: &str) -> String {
    let sections = manual.split("\n## ").filter(|section| !section.starts_with("For programs"));
    sections.collect::<Vec<_>>().join("\n## ")
}
