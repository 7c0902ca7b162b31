//! `pbem rules`: the games, and how each is played.

use clap::Args;
use pbem::games::Kind;
use pbem::table;
use serde_json::json;

use crate::cli::failure::Failure;
use crate::cli::kinds::{KindName, kind_named};
use crate::cli::report::{Report, SCREEN};
use crate::cli::typeset;

/// The games: how to play, how moves are written, house rules
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  pbem rules
  pbem rules spy
  pbem rules cd --short
  pbem rules esp --all > espionage.txt")]
pub(crate) struct Rules {
    /// Which game; all of them in short if left out
    #[arg(value_parser = KindName, hide_possible_values = true)]
    pub kind: Option<String>,
    /// On a card, in a dozen lines
    #[arg(long, requires = "kind")]
    pub short: bool,
    /// With what is for programs: what `pbem show --json` holds
    #[arg(long, requires = "kind", conflicts_with = "short")]
    pub all: bool,
}

/// Runs it.
pub(crate) fn run(args: &Rules) -> Result<Report, Failure> {
    if let Some(kind) = &args.kind {
        return Ok(one(kind_named(kind)?, args));
    }
    let mut report = games();
    report.then("pbem rules GAME      how to play it, how moves are written, its house rules");
    Ok(report)
}

/// The games, a line each.
pub(crate) fn games() -> Report {
    let mut report = Report::default();
    let mut games = Vec::new();
    for kind in Kind::published() {
        let seats = kind.seats();
        let players = if seats.start() == seats.end() {
            format!("{} players", seats.start())
        } else {
            format!("{} to {} players", seats.start(), seats.end())
        };
        report.line(format!(
            "{:<18} {:<4} {:<20} {players}",
            kind.id(),
            kind.short(),
            kind.title()
        ));
        games.push(json!({
            "game": kind.id(), "short": kind.short(), "title": kind.title(),
            "least": seats.start(), "most": seats.end(),
        }));
    }
    report.json = json!({"schema": "pbem-rules/1", "games": games});
    report
}

fn one(kind: Kind, args: &Rules) -> Report {
    let mut report = Report { long: true, ..Report::default() };
    let card = kind.card().trim_end();
    if args.short && !card.is_empty() {
        report.line(card);
        report.then(format!("pbem rules {kind}      all of it"));
    } else if args.all {
        report.line(typeset::set(kind.manual(), SCREEN).trim_end());
    } else {
        report.line(typeset::set(&for_people(kind.manual()), SCREEN).trim_end());
        report.line("");
        report.then(format!("pbem rules {kind} --short      on a card"));
        report.then(format!("pbem rules {kind} --all        and what is for programs"));
    }
    let options: Vec<_> = table::option_specs(kind)
        .iter()
        .map(|spec| json!({
            "name": spec.name, "default": spec.default.to_string(), "values": spec.kind.to_string(),
            "help": spec.help,
        }))
        .collect();
    report.json = json!({
        "schema": "pbem-rules/1", "game": kind.id(), "title": kind.title(), "options": options,
        "short": card, "text": without_pictures(kind.manual()),
    });
    report
}

/// The page without what only programs want to know.
fn for_people(manual: &str) -> String {
    let sections = manual.split("\n## ").filter(|section| !section.starts_with("For programs"));
    sections.collect::<Vec<_>>().join("\n## ")
}

/// A terminal shows no pictures.
fn without_pictures(manual: &str) -> String {
    manual
        .split("\n\n")
        .filter(|paragraph| !paragraph.starts_with("!["))
        .collect::<Vec<_>>()
        .join("\n\n")
}
