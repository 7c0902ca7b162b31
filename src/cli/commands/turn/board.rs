//! The board that is shown before the prompt for a move, and the error if pbem can't ask.

use pbem::table::Expects;

use crate::cli::context::Context;
use crate::cli::document::Document;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::game_file::OpenFile;
use crate::cli::next::Next;
use crate::cli::show_game::{self, ShowRequest};

/// Returns the game as `pbem show` prints it, sized to fit between the lines above it and the
/// prompt below.
pub(super) fn game_as_shown(
    ctx: &mut Context,
    game: &mut OpenFile,
    game_word: &str,
    above: &Document,
) -> Result<Document, CliError> {
    let around = Some(above.height(ctx.look().width) + QUESTION);
    let game_word = game_word.to_owned();
    let request = ShowRequest { game_word, around, ..ShowRequest::default() };
    Ok(show_game::show(ctx, game, &request)?.body)
}

pub(super) fn move_needed(loaded: &OpenFile, game: &str) -> CliError {
    if loaded.game.standing.expects == Expects::Reveal {
        let message = format!("{} needs your decision. Nothing was written.", loaded.name());
        return CliError::not_now(CliErrorKind::MoveNeeded, message)
            .then(Next::command(format!("pbem reveal {game}")));
    }
    let planned = (0..loaded.records.len()).map(|at| loaded.plan_words(at));
    let planned: String =
        planned.filter(|words| !words.is_empty()).map(|words| words + "\n").collect();
    let message = format!("{} needs your move.\n{planned}Nothing was written.", loaded.name());
    CliError::not_now(CliErrorKind::MoveNeeded, message)
        .then(Next::command(format!("pbem show {game}")))
        .then(Next::command(format!("pbem turn {game} MOVE")))
}

/// Number of lines of the prompt, including the answer.
const QUESTION: usize = 2;
