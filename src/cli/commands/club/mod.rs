//! `pbem club`: the organizer's tools.

mod due;
mod folder;
mod new;
mod page;
mod post;
mod receive;
mod replays;
mod rule;
mod table;
mod verdicts;

use clap::{Args, Subcommand};

use crate::cli::context::Context;
use crate::cli::failure::CliError;
use crate::cli::report::Report;

/// Run a club: collect copies of turns, show standings, watch deadlines (for organizers)
#[derive(Args, Debug)]
#[command(after_help = "\
Players send you a copy of each turn that they mail. From the copies, pbem works
out the standings, results and deadlines.

Examples:
  pbem club new cup            # make a club in the folder cup
  pbem club receive ~/Maildir  # store the copies
  pbem club table              # standings and results
  pbem club table --due        # who has to move, and who is late
  pbem club page               # a web page of the club")]
pub(crate) struct Club {
    #[command(subcommand)]
    command: ClubCommand,
}

#[derive(Subcommand, Debug)]
enum ClubCommand {
    New(new::ClubNew),
    Receive(receive::ClubReceive),
    Rule(rule::ClubRule),
    Table(table::TableArgs),
    Page(page::PageArgs),
}

/// Runs `pbem club`.
pub(crate) fn run(ctx: &mut Context, args: &Club) -> Result<Report, CliError> {
    match &args.command {
        ClubCommand::New(args) => new::run(ctx, args),
        ClubCommand::Receive(args) => receive::run(ctx, args),
        ClubCommand::Rule(args) => rule::run(ctx, args),
        ClubCommand::Table(args) => table::run(ctx, args),
        ClubCommand::Page(args) => page::run(ctx, args),
    }
}
