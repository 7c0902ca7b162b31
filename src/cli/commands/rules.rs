//! `pbem rules`: the games, and how each is played.

use clap::Args;
use pbem::games::Kind;
use pbem::table;
use serde_json::json;

use super::new::kind_named;
use crate::cli::failure::Failure;
use crate::cli::report::Report;

/// The games: how to play, how moves are written, house rules
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  pbem rules
  pbem rules spy
  pbem rules spy --short")]
pub(crate) struct Rules {
    /// Which game; all of them in short if left out
    pub kind: Option<String>,
    /// On a card, in a dozen lines
    #[arg(long, requires = "kind")]
    pub short: bool,
}

/// Runs it.
pub(crate) fn run(args: &Rules) -> Result<Report, Failure> {
    match &args.kind {
        Some(kind) => Ok(one(kind_named(kind)?, args.short)),
        None => Ok(all()),
    }
}

fn all() -> Report {
    let mut report = Report::default();
    let mut games = Vec::new();
    for kind in Kind::published() {
        let seats = kind.seats();
        let players = if seats.start() == seats.end() {
            format!("{} players", seats.start())
        } else {
            format!("{} to {} players", seats.start(), seats.end())
        };
        report.line(format!("{:<18} {:<20} {players}", kind.id(), kind.title()));
        games.push(json!({
            "game": kind.id(), "title": kind.title(), "least": seats.start(), "most": seats.end(),
        }));
    }
    report.then("pbem rules GAME      how to play it, how moves are written, its house rules");
    report.json = json!({"schema": "pbem-rules/1", "games": games});
    report
}

fn one(kind: Kind, short: bool) -> Report {
    let mut report = Report::default();
    let card = kind.card().trim_end();
    if short && !card.is_empty() {
        report.line(card);
        report.then(format!("pbem rules {kind}      all of it"));
    } else {
        report.line(without_pictures(kind.manual()).trim_end());
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

/// A terminal shows no pictures.
fn without_pictures(manual: &str) -> String {
    manual
        .split("\n\n")
        .filter(|paragraph| !paragraph.starts_with("!["))
        .collect::<Vec<_>>()
        .join("\n\n")
}
