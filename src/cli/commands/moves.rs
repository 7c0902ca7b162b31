//! `pbem move`: answer the opponent's question and make a move.

use clap::Args;
use pbem::service::TurnRequest;
use pbem::table::Intent;

use crate::cli::context::Context;
use crate::cli::failure::CliError;
use crate::cli::game_file::OpenFile;
use crate::cli::join_game::{self, MoveRequest};
use crate::cli::mailing::{self, Mailing};
use crate::cli::report::Report;

/// Make your move; pbem answers your opponent's question for you
#[derive(Args, Debug)]
#[command(after_help = "\
Leave the move out if you only have to answer.

pbem works out the answer from your hidden setup, so you never type the answer.
Until you mail your move, you can take it back with pbem undo.

Examples:
  pbem move F6                 # move in the only game waiting for you
  pbem move cd-bob F6
  pbem move cd-bob F6 --try    # preview the move
  pbem move cd-bob F6 --send   # make the move and mail it
  pbem move ea-bob \"3 to A10; 2 to A6\" --note \"good luck\"
  pbem move spy-bob \"guess 8C 8D 3D 3H 9H 9F 6F\"
  pbem move - F6 < game.toml > next.toml  # use standard input and output")]
pub(crate) struct Move {
    /// Name of the game, or its file; optional if pbem can tell which game you mean
    #[arg(default_value = "", hide_default_value = true)]
    pub game: String,
    /// Your move; `pbem rules KIND --all` explains how to type it
    #[arg(value_name = "MOVE")]
    pub words: Vec<String>,
    /// Add a message for the other players
    #[arg(long, value_name = "TEXT")]
    pub note: Option<String>,
    /// Confirm that the turn you are answering arrived just now, after the deadline, so that your
    /// move isn't counted as late
    #[arg(long)]
    pub arrived_late: bool,
    /// Preview the move; write nothing
    #[arg(long = "try", visible_alias = "dry-run")]
    pub try_only: bool,
    #[command(flatten)]
    pub mailing: Mailing,
}

/// Runs `pbem move`.
pub(crate) fn run(ctx: &mut Context, args: &Move) -> Result<Report, CliError> {
    let mut loaded = OpenFile::open(ctx, &args.game)?;
    loaded.arrived_late = args.arrived_late;
    let intent = Intent::typed(args.words.join(" "));
    let has_news = intent == Intent::Nothing && !args.try_only;
    let turn = TurnRequest { note: args.note.clone(), ..intent.into() };
    let request = MoveRequest { game_word: &args.game, turn, try_only: args.try_only, has_news };
    let result = join_game::move_or_join(ctx, loaded, request);
    mailing::along(ctx, args.mailing, result)
}
