//! `pbem plan`: moves planned for possible answers.

use clap::Args;
use pbem::desk::{DeskError, TurnPlan};
use serde::Serialize;

use crate::cli::context::Context;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::game_file::OpenFile;
use crate::cli::next::Next;
use crate::cli::report::Report;
use crate::cli::turn_words;

/// Plan your next move for each answer your opponent could give
#[derive(Args, Debug)]
#[command(after_help = "\
pbem saves the plan in your vault and never sends it. When your opponent's
answer arrives, `receive --answer`, `turn`, and `move` without a move make the
first planned move that fits the answer. If no part of the plan fits, or the
part that fits says `stop`, you choose the move yourself.

Examples:
  pbem plan cd-bob \"if HIT: C4; if 0-2: E7; else stop\"
  pbem plan spy-bob \"if hot or warm: 4C; else 9F\"
  pbem plan box-bob \"A4; then B5; then C6\"  # your next three calls
  pbem plan cd-bob                            # show the plan
  pbem plan cd-bob --clear")]
pub(crate) struct Plan {
    /// Name of the game, or its file; optional if pbem can tell which game you mean
    #[arg(default_value = "", hide_default_value = true)]
    pub game: String,
    /// Conditions and moves
    #[arg(value_name = "PLAN")]
    pub words: Vec<String>,
    /// Delete the plan
    #[arg(long, conflicts_with = "words")]
    pub clear: bool,
}

/// Runs `pbem plan`.
pub(crate) fn run(ctx: &mut Context, args: &Plan) -> Result<Report, CliError> {
    let mut loaded = OpenFile::open(ctx, &args.game)?;
    let at = loaded.require_seat(ctx)?;
    let before = loaded.conditional(at).map(ToString::to_string);
    if args.clear || !args.words.is_empty() {
        let moves = if args.clear { None } else { Some(read(&args.words.join(" "))?) };
        foresee(ctx, &mut loaded, at, moves)?;
    }
    let name = loaded.name();
    let moves = loaded.conditional(at).map(ToString::to_string);
    let planned = PlanJson { name: &name, plan: moves.as_deref() };
    let mut report = Report::of("pbem-plan/1", &planned);
    if let Some(moves) = moves {
        report.row("Plan", moves);
        if loaded.is_mine() {
            report.then(
                Next::command(format!("pbem turn {name}"))
                    .why("your turn: pbem makes the planned move, or asks"),
            );
        } else {
            report.then(
                Next::command("pbem receive --answer --send")
                    .why("make the move when the answer arrives"),
            );
        }
        report.then(Next::command(format!("pbem plan {name} --clear")));
    } else if let Some(before) = before {
        report.row("Deleted", before);
    } else {
        report.line("You have no plan in this game.");
        if loaded.game.standing.outcome.is_none() && loaded.game.standing.due.is_some() {
            report.then(Next::command(format!("pbem plan {name} \"if ANSWER: MOVE; else stop\"")));
        }
    }
    Ok(report)
}

fn read(text: &str) -> Result<TurnPlan, CliError> {
    text.parse().map_err(|why| {
        CliError::usage(format!("this isn't a valid plan: {why}. Nothing was saved."))
            .then(Next::command("pbem plan --help").why("examples"))
    })
}

fn foresee(
    ctx: &mut Context,
    loaded: &mut OpenFile,
    at: usize,
    moves: Option<TurnPlan>,
) -> Result<(), CliError> {
    let name = loaded.name();
    let seat = loaded.keys(ctx, at)?.seat;
    let staged = ctx.desk()?.foresee(loaded, at, moves).map_err(|trouble| match trouble {
        DeskError::YourTurn => {
            let message = "it's your turn now, so there is no answer to plan for. Make your move.";
            CliError::not_now(CliErrorKind::YourTurn, message)
                .then(Next::command(format!("pbem show {name}")))
                .then(Next::command(format!("pbem move {name} MOVE")))
        }
        other => turn_words::not_made(&loaded.game, seat, other),
    })?;
    loaded.remembered(ctx.keep(staged)?);
    Ok(())
}

#[derive(Serialize)]
struct PlanJson<'a> {
    name: &'a str,
    plan: Option<&'a str>,
}
