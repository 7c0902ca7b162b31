//! `pbem move`: answer the opponent's question and make a move.

use clap::Args;
use pbem::service::TurnRequest;
use pbem::table::Intent;

use super::join;
use crate::cli::context::Context;
use crate::cli::failure::CliError;
use crate::cli::game_file::OpenFile;
use crate::cli::mailing::{self, Mailing};
use crate::cli::play_turn;
use crate::cli::report::Report;
use crate::cli::turn_result::TurnResult;
use crate::cli::view::news;

/// Make your move; pbem answers your opponent's question for you
#[derive(Args, Debug)]
#[command(after_help = "\
Leave the move out if you only have to answer.

pbem works out the answer from your hidden setup, so you never type it. You can
take a move back with pbem undo until you mail it.

Examples:
  pbem move F6                     move in the only game that waits for you
  pbem move cd-bob F6
  pbem move cd-bob F6 --try        preview the move
  pbem move cd-bob F6 --send       make the move and mail it
  pbem move ea-bob \"3 to A10; 2 to A6\" --note \"good luck\"
  pbem move spy-bob \"guess 8C 8D 3D 3H 9H 9F 6F\"
  pbem move - F6 < game.toml > next.toml    read and write files yourself")]
pub(crate) struct Move {
    /// Name of the game, or its file; optional if only one game fits
    #[arg(default_value = "", hide_default_value = true)]
    pub game: String,
    /// Your move; `pbem rules KIND --all` explains how to type it
    #[arg(value_name = "MOVE")]
    pub words: Vec<String>,
    /// Add a message to the other players
    #[arg(long, value_name = "TEXT")]
    pub note: Option<String>,
    /// Confirm that the turn you are answering reached you only now: dates your turn before your
    /// opponent's claim
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
    let intent = meant(args.words.join(" "));
    let tells = intent == Intent::Nothing && !args.try_only;
    let news = if tells { news::unseen(ctx, &mut loaded)? } else { String::new() };
    let request = TurnRequest { note: args.note.clone(), ..intent.into() };
    let made = turn(ctx, loaded, &args.game, request, args.try_only);
    let mut made = mailing::along(ctx, args.mailing, made)?;
    made.text.insert_str(0, &news);
    Ok(made)
}

/// The intent of the typed text; no move if the text is empty.
pub(super) fn meant(typed: String) -> Intent {
    if typed.trim().is_empty() { Intent::Nothing } else { Intent::Move(typed) }
}

/// Makes a turn in the game with the typed name. If your own bot has opened the game, your first
/// move also joins it.
pub(crate) fn turn(
    ctx: &mut Context,
    loaded: OpenFile,
    game: &str,
    request: TurnRequest,
    try_only: bool,
) -> Result<TurnResult, CliError> {
    if try_only {
        return play_turn::rehearse(ctx, loaded, game, request).map(TurnResult::from);
    }
    if loaded.claim().is_none()
        && loaded.is_mine()
        && loaded.joined().next().is_none()
        && let (Intent::Move(typed), Some(_)) = (&request.intent, &loaded.target.path)
    {
        let (game, words, note) = (game.to_owned(), vec![typed.clone()], request.note);
        let args = join::Join { game, words, note, ..join::Join::default() };
        return join::join(ctx, &args);
    }
    play_turn::turn(ctx, loaded, game, request)
}
