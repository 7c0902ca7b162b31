//! `pbem club table`: standings and results.

use std::path::PathBuf;

use clap::Args;
use pbem::club::Roster;

use crate::cli::context::Context;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::report::Report;

/// Show the standings and results of a club
#[derive(Args, Debug)]
pub(crate) struct TableArgs {
    /// Folder of the club [default: the current folder]
    #[arg(long, value_name = "FOLDER")]
    pub club: Option<PathBuf>,
}

/// Runs `pbem club table`.
pub(super) fn run(ctx: &mut Context, args: &TableArgs) -> Result<Report, CliError> {
    let folder = ctx.path(args.club.clone().unwrap_or_default());
    let text = std::fs::read_to_string(folder.join("club.toml")).map_err(|_| {
        let message = format!("{} is not a club: it has no club.toml", folder.display());
        CliError::bad_file(CliErrorKind::Unknown, message)
    })?;
    let roster = Roster::read(&text).map_err(|error| {
        CliError::bad_file(CliErrorKind::Unreadable, format!("club.toml, {error}"))
    })?;
    let mut report = Report::default();
    report.line(&roster.name);
    Ok(report)
}
