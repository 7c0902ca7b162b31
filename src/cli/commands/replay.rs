//! `pbem replay`: a web page of a whole game, to step through.

use std::path::PathBuf;

use clap::Args;
use pbem::audit::{self, Verdict, headline, told};
use pbem::render::{self, Frame, Head};
use pbem::rules::Names;
use pbem::rules::scene::Scene;
use pbem::table::{self, Past, TurnNews};
use serde_json::json;

use crate::cli::context::Context;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::game_file::{OpenFile, exists};
use crate::cli::report::{Report, place};

/// Make a web page of the game, to step through in any browser
#[derive(Args, Debug)]
#[command(after_help = "\
Until the setups are revealed, the page shows only what all players know. It is one
file and loads nothing else. Add #12 to its address to open it at turn 12. Keys:
left and right arrow, Home, End, and space to play.

Examples:
  pbem replay cd-bob                write cd-bob.html
  pbem replay game.toml -o page.html
  pbem replay spy-bob -o -          write to standard output")]
pub(crate) struct Replay {
    /// Name of the game, or its file; optional if only one game fits
    #[arg(default_value = "", hide_default_value = true)]
    pub game: String,
    /// Page to write, or `-` for standard output [default: named after the game]
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Maximum number of steps on a page; more would be too large for a browser.
const MOST: usize = 1000;

/// Runs `pbem replay`.
pub(crate) fn run(ctx: &mut Context, args: &Replay) -> Result<Report, CliError> {
    let mut loaded = OpenFile::open(ctx, &args.game)?;
    loaded.keep(ctx)?;
    let verdict = audit::verify_open(&loaded.game);
    let pasts = table::look_back(&loaded.game.file, MOST)
        .map_err(|error| CliError::bad_file(CliErrorKind::Unreadable, error.to_string()))?;
    let frames = frames(&loaded.game.standing.names, &loaded.game.table.news(0), &verdict, pasts);
    let page = render::replay(
        &loaded.game.file.game.kind,
        &frames,
        &loaded.game.standing.names,
        &head(&verdict, loaded.game.standing.turns() as usize, frames.len()),
    );
    let output = args.output.clone().unwrap_or_else(|| {
        let name = loaded.name();
        PathBuf::from(format!("{}.html", name.strip_suffix(".toml").unwrap_or(&name)))
    });
    let path = if output.as_os_str() == "-" { None } else { Some(ctx.path(&output)) };
    let mut report = Report::new(json!({
        "schema": "pbem-replay/1",
        "file": path.as_deref().map(place),
        "id": loaded.game.standing.id.to_string(),
        "turns": loaded.game.standing.turns(),
        "steps": frames.len(),
        "verdict": verdict.kind.id(),
    }));
    match path {
        None => report.file = Some(page),
        Some(path) if path.symlink_metadata().is_ok() => return Err(exists(&path)),
        Some(path) => {
            ctx.writer().write_new(&path, &page)?;
            report.line(format!(
                "Wrote {}: {} turns. Open it in a browser.",
                output.display(),
                loaded.game.standing.turns()
            ));
        }
    }
    Ok(report)
}

/// The verdict and the description for the page.
fn head(verdict: &Verdict, turns: usize, steps: usize) -> Head {
    let mut lines = told(verdict, false);
    let word = verdict.kind.id().to_uppercase();
    match lines.first_mut() {
        Some(first) => *first = format!("{word}: {first}"),
        None => lines.push(word),
    }
    if steps < turns {
        lines.push(format!(
            "A page with all {turns} turns would be too large, so this page has {steps} steps of \
                several turns each."
        ));
    }
    Head { title: headline(verdict).unwrap_or_default(), lines }
}

/// One step for each of these positions, with all news since the previous one.
fn frames(names: &Names, news: &[TurnNews], verdict: &Verdict, pasts: Vec<Past>) -> Vec<Frame> {
    let mut frames = Vec::new();
    let mut before = 0;
    for past in pasts {
        let told: Vec<&TurnNews> =
            news.iter().filter(|told| told.number > before && told.number <= past.turn).collect();
        let found = verdict
            .findings
            .iter()
            .filter(|finding| finding.turn > before && finding.turn <= past.turn);
        frames.push(Frame {
            turn: past.turn,
            heading: heading(names, &told),
            lines: told.iter().flat_map(|told| told.lines.clone()).collect(),
            notes: told.iter().filter_map(|told| told.note_told(names)).collect(),
            breaches: found
                .map(|finding| format!("{}.", finding.message.trim_end_matches('.')))
                .collect(),
            views: views(past),
        });
        before = frames.last().map_or(before, |frame| frame.turn);
    }
    frames
}

fn heading(names: &Names, told: &[&TurnNews]) -> String {
    match told {
        [] => String::new(),
        [only] => format!(
            "Turn {}, {}, {}",
            only.number,
            names.of(only.seat),
            only.sent.format("%-d %b %Y")
        ),
        [first, .., last] => format!("Turns {} to {}", first.number, last.number),
    }
}

/// The views of all seats whose setups are revealed; without any, the public view.
fn views(past: Past) -> Vec<(String, Scene)> {
    if past.seen.is_empty() {
        return vec![(String::new(), past.public)];
    }
    // A replay doesn't offer moves.
    let seen = past.seen.into_iter();
    seen.map(|(seat, scene)| {
        (format!("As {seat} saw it"), Scene { may: Vec::new(), examples: Vec::new(), ..scene })
    })
    .collect()
}
