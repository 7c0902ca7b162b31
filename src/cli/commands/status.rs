//! `pbem status`: an overview of all your games, or some games in detail.

use clap::Args;
use serde::Serialize;

use crate::cli::context::Context;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::inbox;
use crate::cli::report::Report;
use crate::cli::time::brief;

/// Show whose turn it is in your games
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  pbem status
  pbem status --all   # include games that ended more than 30 days ago
  pbem status spy-dan
  pbem status --line  # for a shell prompt: prints pbem 2! 20h if 2 games are
                      # waiting for you and the shortest time left is 20 hours,
                      # and nothing if none are waiting")]
pub(crate) struct Status {
    /// Names of games, or files [default: all your games]
    pub games: Vec<String>,
    /// Print the number of games waiting for you, and the shortest time left in them, for a shell
    /// prompt or status bar
    #[arg(long, conflicts_with = "games")]
    pub line: bool,
    /// Include games that ended more than 30 days ago
    #[arg(long, conflicts_with_all = ["games", "line"])]
    pub all: bool,
}

/// Runs `pbem status`.
pub(crate) fn run(ctx: &mut Context, args: &Status) -> Result<Report, CliError> {
    match args.games.as_slice() {
        _ if args.line => in_a_line(ctx),
        [] => inbox::inbox(ctx, args.all),
        games => inbox::at_length(ctx, games),
    }
}

/// Prints a line such as `pbem 2! 20h`: two games need a move, at least one of them is urgent, and
/// the least time left is 20 hours. The line is empty if no game needs a move.
fn in_a_line(ctx: &mut Context) -> Result<Report, CliError> {
    let due = match inbox::due(ctx) {
        // Don't show temporary errors in a shell prompt.
        Err(failure) if failure.kind == CliErrorKind::Locked => Vec::new(),
        due => due?,
    };
    ctx.take_warnings();
    let soonest = due.iter().filter_map(|due| due.seconds_left).min();
    let soon = due.iter().any(|due| due.hurries);
    let line = LineJson { due: due.len(), soon, seconds_left: soonest };
    let mut report = Report::of("pbem-line/1", &line);
    if !due.is_empty() {
        let left = match soonest.map(chrono::Duration::seconds) {
            None => String::new(),
            Some(left) if left <= chrono::Duration::zero() => " LATE".to_owned(),
            Some(left) if left >= chrono::Duration::days(1) => format!(" {}d", left.num_days()),
            Some(left) => format!(" {}", brief(left).replace(' ', "")),
        };
        report.line(format!("pbem {}{}{left}", due.len(), if soon { "!" } else { "" }));
    }
    Ok(report)
}

#[derive(Serialize)]
struct LineJson {
    /// Number of games that need a move.
    due: usize,
    soon: bool,
    seconds_left: Option<i64>,
}
