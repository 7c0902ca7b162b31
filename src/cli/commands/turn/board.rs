//! The board that is shown before the prompt for a move, and the error if pbem can't ask.

use pbem::table::Expects;
use pbem::turnfile::Bytes32;

use crate::cli::context::Context;
use crate::cli::document::Document;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::game_file::OpenFile;
use crate::cli::next::Next;
use crate::cli::notices::unmailed;
use crate::cli::show_game::{self, ShowRequest};
use crate::cli::turn_words;
use crate::cli::view::table::Around;

/// Returns the game as `pbem show` prints it, with these lines around it and sized to fit between
/// them. `seen` is the last turn that the user has seen at this prompt.
pub(super) fn game_as_shown(
    ctx: &mut Context,
    game: &mut OpenFile,
    game_word: &str,
    around: Around,
    seen: Option<u32>,
) -> Result<Document, CliError> {
    let (game_word, around) = (game_word.to_owned(), Some(around));
    let request = ShowRequest { game_word, around, since: seen, ..ShowRequest::default() };
    Ok(show_game::show(ctx, game, &request)?.body)
}

/// Returns the number of the turn that was on the screen in this state of the game; `None` if that
/// turn doesn't count any more.
pub(super) fn turn_seen(loaded: &OpenFile, shown_head: Option<Bytes32>) -> Option<u32> {
    let at = loaded.game.standing.hashes.iter().position(|hash| Some(*hash) == shown_head)?;
    u32::try_from(at + 1).ok()
}

/// Returns the message for a game that has changed while the prompt waited, so that the typed move
/// wasn't signed. If the user has no move to make now, returns it as an error, with the news.
pub(super) fn moved_on(
    ctx: &mut Context,
    loaded: &OpenFile,
    typed: &str,
    shown_head: Bytes32,
    mut failure: CliError,
) -> Result<Document, CliError> {
    if !typed.trim().is_empty() {
        failure.message.extend(["\nYou typed: ", typed]);
    }
    if loaded.is_mine() {
        return Ok(format!("{}\n\n", failure.message).into());
    }
    let seen = turn_seen(loaded, Some(shown_head)).unwrap_or_default();
    for news in loaded.news_since(seen) {
        let lines = news.lines.iter().map(|line| format!("\n  turn {}: {line}", news.number));
        failure.message.extend(lines);
    }
    if unmailed(ctx, loaded).is_some() {
        failure.next.insert(0, Next::command(turn_words::send_next(ctx, loaded)));
    }
    Err(failure)
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
pub(super) const QUESTION: usize = 2;
