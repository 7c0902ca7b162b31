//! `pbem club`: the organizer's tools.

mod due;
mod folder;
mod table;
mod verdicts;

use clap::{Args, Subcommand};

use crate::cli::context::Context;
use crate::cli::failure::CliError;
use crate::cli::report::Report;

/// Run a club: standings, deadlines (for organizers)
#[derive(Args, Debug)]
pub(crate) struct Club {
    #[command(subcommand)]
    command: ClubCommand,
}

#[derive(Subcommand, Debug)]
enum ClubCommand {
    Table(table::TableArgs),
}

/// Runs `pbem club`.
pub(crate) fn run(ctx: &mut Context, args: &Club) -> Result<Report, CliError> {
    match &args.command {
        ClubCommand::Table(args) => table::run(ctx, args),
    }
}
