//! `pbem rules`: the list of games, and the rules of each game.

use clap::Args;
use pbem::games::Kind;
use pbem::table;
use serde::Serialize;

use crate::cli::failure::CliError;
use crate::cli::kinds::{KindName, kind_named};
use crate::cli::next::Next;
use crate::cli::report::{Report, object};
use crate::cli::view::rules::{games, page, short};

/// List the games, or explain how to play a game
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  pbem rules            # list the games
  pbem rules spy        # the rules on one screen
  pbem rules spy --all  # all rules, commands and house rules
  pbem rules esp --all > espionage.txt")]
pub(crate) struct Rules {
    /// Kind of game, such as spy or cd; leave it out to list the games
    #[arg(value_parser = KindName, hide_possible_values = true)]
    pub kind: Option<String>,
    /// Print everything: the rules, how to type moves, the house rules, and the keys in the JSON
    /// output
    #[arg(long, requires = "kind")]
    pub all: bool,
}

/// Runs `pbem rules`.
pub(crate) fn run(args: &Rules, width: usize) -> Result<Report, CliError> {
    if let Some(kind) = &args.kind {
        return Ok(one(kind_named(kind)?, args, width));
    }
    let mut report = games(width);
    report.then(Next::command("pbem rules KIND").why("how to play a game"));
    Ok(report)
}

fn one(kind: Kind, args: &Rules, width: usize) -> Report {
    let mut report = Report { long: true, ..Report::default() };
    let card = kind.card().trim_end();
    if args.all || card.is_empty() {
        report.drawing(page(kind, kind.manual(), width));
    } else {
        report.body.append(short(kind, width));
        report.then(
            Next::command(format!("pbem rules {kind} --all"))
                .why("all rules, commands, house rules"),
        );
    }
    let options: Vec<_> = table::option_specs(kind)
        .iter()
        .map(|spec| OptionJson {
            name: spec.name,
            default: spec.default.to_string(),
            values: spec.kind.to_string(),
            help: spec.help,
        })
        .collect();
    let rules = RulesJson {
        game: kind.id(),
        title: kind.title(),
        options,
        short: card,
        text: without_pictures(kind.manual()),
    };
    report.json = object("pbem-rules/1", &rules);
    report
}

#[derive(Serialize)]
struct RulesJson {
    game: &'static str,
    title: &'static str,
    options: Vec<OptionJson>,
    short: &'static str,
    text: String,
}

/// A house rule.
#[derive(Serialize)]
struct OptionJson {
    name: &'static str,
    default: String,
    values: String,
    help: &'static str,
}

/// Returns a page of rules without its pictures.
fn without_pictures(manual: &str) -> String {
    manual
        .split("\n\n")
        .filter(|paragraph| !paragraph.starts_with("!["))
        .collect::<Vec<_>>()
        .join("\n\n")
}
