//! `pbem rematch`: the same players, the same house rules, another game.

use std::path::PathBuf;

use clap::Args;
use pbem::desk::Trouble;

use super::moves::{own_seat, quoted};
use super::new::{start, take_side};
use super::setup::Setup;
use crate::cli::context::Context;
use crate::cli::failure::{Failure, FailureKind};
use crate::cli::game_file::GameFile;
use crate::cli::report::Report;

/// Another game with the same players and house rules; the other side begins
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  pbem rematch cd-bob --random
  pbem rematch club.toml next.toml --setup-file chart.txt")]
pub(crate) struct Rematch {
    /// The finished game
    pub game: String,
    /// The file to write
    pub file: Option<PathBuf>,
    /// Which side you take, blue (usual) or red (Enemy Agent)
    #[arg(long, value_name = "SIDE")]
    pub side: Option<String>,
    /// A line to the others
    #[arg(long, value_name = "TEXT")]
    pub note: Option<String>,
    #[command(flatten)]
    pub setup: Setup,
}

/// Runs it.
pub(crate) fn run(ctx: &mut Context, args: &Rematch) -> Result<Report, Failure> {
    let mut laid = GameFile::open(ctx, &args.game)?;
    laid.keep(ctx)?;
    let at = own_seat(ctx, &laid)?;
    let (desk, around) = ctx.at_desk()?;
    let mut header = desk.header_of_next(&laid, at, around).map_err(|trouble| match trouble {
        Trouble::NotOver => Failure::not_now(FailureKind::NotOver, "this game is not over yet.")
            .then(format!("pbem show {}", laid.name())),
        Trouble::NotYours(opener) => {
            Failure::not_now(FailureKind::NotYours, format!("the next game is opened by {opener}."))
                .then(format!("{opener}: pbem rematch {}", laid.file_name()))
        }
        other => other.into(),
    })?;
    take_side(laid.game.standing.kind, args.side.as_deref(), &mut header)?;
    let side = args.side.as_ref().map(|side| format!(" --side {side}")).unwrap_or_default();
    let file = args
        .file
        .as_ref()
        .map(|file| format!(" {}", quoted(&file.display().to_string())))
        .unwrap_or_default();
    let command = format!("pbem rematch {}{file}{side}", laid.name());
    let bots = laid.records[at].bots.clone();
    start(ctx, (header, bots), &args.setup, args.file.clone(), args.note.clone(), &command)
}
