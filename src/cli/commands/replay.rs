//! `pbem replay`: a web page of a whole game, to step through.

use std::path::PathBuf;

use clap::Args;
use pbem::audit::{self, plural};
use serde::Serialize;
use serde_json::Value;

use crate::cli::context::Context;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::game_file::{OpenFile, exists};
use crate::cli::report::{Report, place};
use crate::cli::view::replay_page;

/// Make a web page to step through the game in any browser
#[derive(Args, Debug)]
#[command(after_help = "\
The page is one file and loads nothing else. Until the setups are revealed, it
shows only what all players know. Add #12 to the page's address to open it at
turn 12. Keys: left and right arrow, Home, End, and the space bar to play.

Examples:
  pbem replay cd-bob        # write cd-bob.html
  pbem replay game.toml -o page.html
  pbem replay spy-bob -o -  # write to standard output")]
pub(crate) struct Replay {
    /// Name of the game, or its file; optional if pbem can tell which game you mean
    #[arg(default_value = "", hide_default_value = true)]
    pub game: String,
    /// Page to write, or `-` for standard output [default: named after the game]
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Runs `pbem replay`.
pub(crate) fn run(ctx: &mut Context, args: &Replay) -> Result<Report, CliError> {
    let mut loaded = OpenFile::open(ctx, &args.game)?;
    loaded.keep(ctx)?;
    let verdict = audit::verify_open(&loaded.game);
    let replay_page::ReplayPage { page, steps } = replay_page::make(&loaded.game, &verdict)
        .map_err(|error| CliError::bad_file(CliErrorKind::Unreadable, error.to_string()))?;
    let output = args.output.clone().unwrap_or_else(|| {
        let name = loaded.name();
        PathBuf::from(format!("{}.html", name.strip_suffix(".toml").unwrap_or(&name)))
    });
    let path = if output.as_os_str() == "-" { None } else { Some(ctx.path(&output)) };
    let replay = ReplayJson {
        file: path.as_deref().map(place),
        id: loaded.game.standing.id.to_string(),
        turns: loaded.game.standing.turns(),
        steps,
        verdict: verdict.kind.id(),
    };
    let mut report = Report::of("pbem-replay/1", &replay);
    match path {
        None => report.file = Some(page),
        Some(path) if path.symlink_metadata().is_ok() => return Err(exists(&path)),
        Some(path) => {
            ctx.writer().write_new(&path, &page)?;
            report.line(format!(
                "Wrote {}: {}. Open it in a browser.",
                output.display(),
                plural(loaded.game.standing.hashes.len(), "turn")
            ));
        }
    }
    Ok(report)
}

#[derive(Serialize)]
struct ReplayJson {
    file: Option<Value>,
    id: String,
    turns: u32,
    steps: usize,
    verdict: &'static str,
}
