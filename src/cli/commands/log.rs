//! `pbem log`: list all turns of a game.

use clap::Args;
use pbem::render;
use serde::Serialize;

use crate::cli::context::Context;
use crate::cli::failure::CliError;
use crate::cli::game_file::OpenFile;
use crate::cli::notices::{ClaimJson, claim_json};
use crate::cli::report::{Report, SCREEN, object};
use crate::cli::turn_words;
use crate::cli::view::news::NewsJson;

/// List all turns of a game
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  pbem log game.toml
  pbem log spy-bob --json")]
pub(crate) struct LogArgs {
    /// Name of the game, or its file; optional if pbem can tell which game you mean
    #[arg(default_value = "", hide_default_value = true)]
    pub game: String,
}

/// Indentation of continuation lines on a narrow screen.
const UNDER: usize = 7;

/// Runs `pbem log`.
pub(crate) fn run(ctx: &mut Context, args: &LogArgs) -> Result<Report, CliError> {
    let mut loaded = OpenFile::open(ctx, &args.game)?;
    loaded.keep_if_possible(ctx);
    let standing = &loaded.game.standing;
    let (names, zone) = (&standing.names, ctx.around.zone);
    let mut report =
        Report { exit: turn_words::exit_code(&loaded), long: true, ..Report::default() };
    report.line(format!(
        "{}, {}, opened {}; times are {}",
        standing.kind.title(),
        names_of(&loaded),
        zone.date_only(loaded.game.file.game.created),
        zone.name(standing.last_sent)
    ));
    let width = loaded.game.file.game.seats.iter().map(String::len).max().unwrap_or(0);
    let room = ctx.look().width.min(SCREEN);
    let mut turns = Vec::new();
    for news in loaded.news_since(0) {
        let who = names.of(news.seat);
        let start = format!("{:>5}  {}  {who:<width$}  ", news.number, zone.short(news.sent));
        // On a narrow screen, indent continuation lines less.
        let hang = if room < SCREEN { UNDER } else { render::columns(&start) };
        let under = " ".repeat(hang);
        let mut lines = news.lines.clone();
        lines.extend(news.note.iter().map(|note| format!("\"{note}\"")));
        for (at, line) in lines.iter().enumerate() {
            let first = if at == 0 { &start } else { &under };
            report.body.paragraph(format!("{first}{line}"), hang);
        }
        turns.push(NewsJson::of(names, news));
    }
    if let Some(claim) = loaded.claim() {
        let start =
            format!("{:>5}  {}  {:<width$}  ", "claim", zone.short(claim.sent), names.of(claim.by));
        let own = |seat| loaded.is_own(names.of(seat));
        let words = claim.words(names, own, |moment| zone.date_with_year(moment));
        report.hanging(&start, words);
    }
    if let Some(finding) = &loaded.game.standing.breach {
        report.say(format!("{}. The game is over.", names.fill(&finding.message)));
    }
    let (game, id, claim) = (standing.kind.id(), standing.id.to_string(), claim_json(&loaded));
    report.json = object("pbem-log/1", &LogJson { game, id, turns, claim });
    Ok(report)
}

#[derive(Serialize)]
struct LogJson {
    game: &'static str,
    id: String,
    turns: Vec<NewsJson>,
    claim: Option<ClaimJson>,
}

fn names_of(loaded: &OpenFile) -> String {
    turn_words::list(&loaded.game.file.game.seats)
}
