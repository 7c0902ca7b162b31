//! `pbem rules`: the list of games, and the rules of each game.

use clap::Args;
use pbem::games::Kind;
use pbem::table;
use serde_json::json;

use crate::cli::failure::CliError;
use crate::cli::kinds::{KindName, kind_named};
use crate::cli::markdown;
use crate::cli::narrow::reflow;
use crate::cli::report::{Report, SCREEN};

/// Width that the short rules are written for.
const CARD: usize = 72;

/// List the games, or explain how to play a game
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  pbem rules                           list the games
  pbem rules spy                       the rules on one screen
  pbem rules spy --all                 all rules, commands and house rules
  pbem rules esp --all > espionage.txt")]
pub(crate) struct Rules {
    /// Kind of game, such as spy or cd; without it, list the games
    #[arg(value_parser = KindName, hide_possible_values = true)]
    pub kind: Option<String>,
    /// Print all rules, how to type moves, house rules and the JSON keys
    #[arg(long, requires = "kind")]
    pub all: bool,
}

/// Runs `pbem rules`.
pub(crate) fn run(args: &Rules, width: usize) -> Result<Report, CliError> {
    if let Some(kind) = &args.kind {
        return Ok(one(kind_named(kind)?, args, width));
    }
    let mut report = games(width);
    report.then("pbem rules GAME      how to play a game");
    Ok(report)
}

/// One line for each game, or two if the screen is narrow.
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
        games.push(json!({
            "game": kind.id(), "short": kind.short(), "title": kind.title(),
            "about": kind.about(), "least": seats.start(), "most": seats.end(),
        }));
    }
    report.json = json!({"schema": "pbem-rules/1", "games": games});
    report
}

fn one(kind: Kind, args: &Rules, width: usize) -> Report {
    let mut report = Report { long: true, ..Report::default() };
    let card = kind.card().trim_end();
    if args.all || card.is_empty() {
        report.line(set(kind, kind.manual(), width));
    } else {
        report.line(short(kind, width));
        report.then(format!("pbem rules {kind} --all      all rules, commands, house rules"));
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

/// The short rules of a game in lines of at most `width` columns.
pub(crate) fn short(kind: Kind, width: usize) -> String {
    reflow(kind.card().trim_end(), CARD, width)
}

/// All rules of a game in lines of at most `width` columns.
#[cfg(feature = "tui")]
pub(crate) fn all(kind: Kind, width: usize) -> String {
    set(kind, &for_people(kind.manual()), width)
}

/// A page in lines of at most `width` columns, the short rules in it as well.
fn set(kind: Kind, page: &str, width: usize) -> String {
    let card = reflow(kind.card(), CARD, width.saturating_sub(markdown::DRAWN));
    markdown::set(&page.replace(kind.card(), &card), width).trim_end().to_owned()
}

/// The page without the sections for programs.
#[cfg(feature = "tui")]
fn for_people(manual: &str) -> String {
    let sections = manual.split("\n## ").filter(|section| !section.starts_with("For programs"));
    sections.collect::<Vec<_>>().join("\n## ")
}

/// The page without its pictures.
fn without_pictures(manual: &str) -> String {
    manual
        .split("\n\n")
        .filter(|paragraph| !paragraph.starts_with("!["))
        .collect::<Vec<_>>()
        .join("\n\n")
}
