//! A turn in one game: the prompt, the move and the mail.

use pbem::service::TurnRequest;
use pbem::table::{Expects, Intent};
use pbem::turnfile::Bytes32;

use super::args::Turn;
use super::board::{QUESTION, game_as_shown, move_needed, moved_on, turn_seen};
use super::new_mail::{receive, see_offer};
use super::words;
use crate::cli::chat_text::{self, ChatText};
use crate::cli::context::Context;
use crate::cli::document::{Block, Document};
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::game_file::OpenFile;
use crate::cli::join_game::{self, JoinRequest, MoveRequest};
use crate::cli::mailing;
use crate::cli::next::Next;
use crate::cli::notices::{lock, unmailed};
use crate::cli::pasted::{self, GameWords};
use crate::cli::play_turn;
use crate::cli::prompt::{self, ask, can_ask};
use crate::cli::receiving;
use crate::cli::report::{Report, quoted};
use crate::cli::turn_result::TurnResult;
use crate::cli::view::table::Around;

/// The user's choice at the prompt.
enum PromptAnswer {
    /// Skip this game.
    Later,
    /// Quit.
    Enough,
    /// Make this move in the game, which was opened after the prompt. The move is empty if there is
    /// none to decide.
    Move(String, Box<OpenFile>),
    /// A command typed at the prompt has signed a turn.
    Turn(Box<TurnResult>),
    /// Join this game again, because the player has undone the turn that joined it.
    Join,
    /// Ask again, below this text. A command has consumed or changed the game if there is none.
    Again(Document, Option<Box<OpenFile>>),
    /// Ask for a move in this game, below this text.
    Other(Document, Box<OpenFile>),
}

/// The result of a turn in one game.
pub(super) enum Outcome {
    /// A turn in this game; true if pbem asked for the move.
    Turn(String, Box<TurnResult>, bool),
    /// The user skipped this game.
    Later(String),
    /// The user quit.
    Enough,
}

/// Plays a turn in this game, or in a different game that the user names at the prompt.
/// `shown_head` is the state of the game that is already on the screen: the user's decision only
/// counts if the game is still in that state. `arrived` are the games with new turns.
pub(super) fn turn(
    ctx: &mut Context,
    args: &Turn,
    mut game: String,
    mut shown_head: Option<Bytes32>,
    arrived: &[String],
) -> Result<Outcome, CliError> {
    let typed = args.words.join(" ");
    let (mut above, mut opened) = (Document::default(), None::<Box<OpenFile>>);
    loop {
        let loaded = match opened.take() {
            Some(loaded) => *loaded,
            None => OpenFile::open(ctx, &game)?,
        };
        if !typed.trim().is_empty() {
            see_offer(ctx, args, &loaded, arrived)?;
            let result = play(ctx, args, loaded, &game, typed, false)?;
            return Ok(Outcome::Turn(game, Box::new(result), false));
        }
        let (typed, loaded) = match choose(ctx, args, &game, loaded, above, &mut shown_head)? {
            PromptAnswer::Move(typed, loaded) => (typed, loaded),
            PromptAnswer::Join => return join_again(ctx, args, game),
            PromptAnswer::Turn(result) => return Ok(Outcome::Turn(game, result, true)),
            PromptAnswer::Later => return Ok(Outcome::Later(game)),
            PromptAnswer::Enough => return Ok(Outcome::Enough),
            PromptAnswer::Again(text, loaded) => {
                (above, opened) = (text, loaded);
                continue;
            }
            PromptAnswer::Other(text, loaded) => {
                game = loaded.name();
                (above, opened, shown_head) = (text, Some(loaded), None);
                continue;
            }
        };
        let has_asked = shown_head.is_some();
        if let Some(shown_head) = shown_head
            && let Err(failure) = loaded.check_shown(shown_head)
        {
            above = moved_on(ctx, &loaded, &typed, shown_head, failure)?;
            opened = Some(loaded);
            continue;
        }
        let elsewhere = words::elsewhere(ctx, &typed, &game);
        let again = [CliErrorKind::Illegal, CliErrorKind::Ask];
        match play(ctx, args, *loaded, &game, typed, has_asked) {
            // At a prompt, the player can try another move.
            Err(failure) if has_asked && again.contains(&failure.kind) => {
                // If the error is about a piece, its first next step lists the moves of that piece.
                let list = failure.piece.as_ref().and(failure.next.first()).cloned();
                let elsewhere = elsewhere.filter(|_| failure.kind == CliErrorKind::Illegal);
                above = elsewhere.unwrap_or(failure.message).into();
                if let Some(next) = list {
                    above.push(Block::Next { start: String::new(), next });
                }
            }
            result => return Ok(Outcome::Turn(game, Box::new(result?), has_asked)),
        }
    }
}

/// Shows the game, and asks for a move or another game. `shown_head` is the state of the game on
/// the screen.
fn choose(
    ctx: &mut Context,
    args: &Turn,
    game: &str,
    mut loaded: OpenFile,
    mut above: Document,
    shown_head: &mut Option<Bytes32>,
) -> Result<PromptAnswer, CliError> {
    if loaded.must_join() {
        page_if(ctx, can_ask(ctx), &above)?;
        return Ok(PromptAnswer::Join);
    }
    if let Some(dropped) = play_turn::drop_impossible(ctx, &mut loaded)? {
        if can_ask(ctx) { above.lines(&dropped) } else { ctx.warn(dropped) }
    }
    let head = Some(loaded.game.standing.head());
    let is_locked = lock(ctx, &loaded).is_some();
    if is_locked || !loaded.is_mine() || receiving::is_decided(ctx, &loaded)? {
        // Don't ask: either there is nothing to decide, or signing the turn fails and reports why.
        page_if(ctx, shown_head.is_some(), &above)?;
        *shown_head = shown_head.and(head);
        return Ok(PromptAnswer::Move(String::new(), Box::new(loaded)));
    }
    if !can_ask(ctx) {
        return Err(move_needed(&loaded, game));
    }
    if *shown_head != head {
        let seen = turn_seen(&loaded, *shown_head);
        let around = Around { above, below: QUESTION };
        above = game_as_shown(ctx, &mut loaded, game, around, seen)?;
    }
    *shown_head = head;
    let only_declines = receiving::only_declines(ctx, &loaded)?;
    let typed = ask_move(ctx, &loaded, only_declines, above)?;
    match typed.as_str() {
        "" => return Ok(PromptAnswer::Later),
        "q" | "quit" => return Ok(PromptAnswer::Enough),
        word if ctx.desk()?.heads()?.0.iter().any(|head| head.name == word) => {
            return go_to(ctx, args, word);
        }
        _ => {}
    }
    // The vault was closed while the prompt waited, so the game may have changed.
    let loaded = Box::new(OpenFile::open(ctx, game)?);
    match typed.as_str() {
        "answer" if only_declines => Ok(PromptAnswer::Move(String::new(), loaded)),
        "?" | "help" => Ok(PromptAnswer::Again(words::list(ctx, &loaded)?, Some(loaded))),
        _ => Ok(match pasted::read(ctx, &GameWords::of(&loaded), &typed) {
            Ok(pasted) => match words::run(ctx, args, loaded, game, &pasted)? {
                words::Typed::Move(loaded) => PromptAnswer::Move(pasted.into_text(), loaded),
                words::Typed::Turn(result) => PromptAnswer::Turn(result),
                words::Typed::Text(text, loaded) => PromptAnswer::Again(text, loaded),
            },
            Err(failure) => PromptAnswer::Again(not_here(failure), Some(loaded)),
        }),
    }
}

/// Returns the message about a command that this prompt doesn't run.
fn not_here(failure: CliError) -> Document {
    let elsewhere = failure.next.first().map(|next| format!(" Type q, then  {next}"));
    (failure.message + &elsewhere.unwrap_or_default()).into()
}

/// Prints the text if `is_wanted`.
fn page_if(ctx: &Context, is_wanted: bool, text: &Document) -> Result<(), CliError> {
    if is_wanted { prompt::page(ctx.look(), text) } else { Ok(()) }
}

/// Asks for a decision in a game that waits for the user, below `above` and the warnings.
fn ask_move(
    ctx: &mut Context,
    loaded: &OpenFile,
    only_declines: bool,
    mut above: Document,
) -> Result<String, CliError> {
    for warning in ctx.take_warnings() {
        above.append(Document::message(&warning));
    }
    let question = match needed(loaded, only_declines) {
        Some(needed) => format!("{needed}\nYour choice (Enter: skip, q: quit): "),
        None => format!(
            "Your move in {} (Enter: skip, q: quit, ?: help, or a game's name): ",
            loaded.name()
        ),
    };
    above.lines(&question);
    ask(ctx, above)
}

/// Describes the decision if it isn't about a move: an offered draw, or a claim.
fn needed(loaded: &OpenFile, only_declines: bool) -> Option<String> {
    let (name, standing) = (loaded.name(), &loaded.game.standing);
    if let Some(claim) = standing.claim.filter(|_| standing.expects == Expects::Reveal) {
        let by = standing.names.of(claim.by);
        return Some(format!("{by} has claimed {name}. Type reveal to reveal your setup."));
    }
    only_declines.then(|| {
        format!(
            "A draw is offered in {name}. Type accept to accept it, or type answer to send your \
             answer, which declines the draw."
        )
    })
}

/// Goes to another game, which the user has named at the prompt. If it isn't the user's move there,
/// shows that game above the next prompt.
fn go_to(ctx: &mut Context, args: &Turn, game: &str) -> Result<PromptAnswer, CliError> {
    // Mail may have arrived while the prompt waited.
    let above = if args.no_receive { Document::default() } else { receive(ctx, true).body };
    let mut other = OpenFile::open(ctx, game)?;
    if other.is_mine() {
        return Ok(PromptAnswer::Other(above, Box::new(other)));
    }
    let around = Around { above, below: QUESTION + 1 };
    let shown = game_as_shown(ctx, &mut other, game, around, None)?;
    Ok(PromptAnswer::Again(shown.with_blank_line(), None))
}

/// Asks for a new setup for a game whose joining turn the player has undone, and joins the game
/// again.
fn join_again(ctx: &mut Context, args: &Turn, game: String) -> Result<Outcome, CliError> {
    if args.try_only || !can_ask(ctx) {
        let message = format!("you haven't joined {game} yet. Nothing was written.");
        let failure = CliError::not_now(CliErrorKind::MoveNeeded, message);
        return Err(failure.then(Next::command(format!("pbem join {}", quoted(&game)))));
    }
    let (name, note) = (game.clone(), args.note.clone());
    let request = JoinRequest { game: name, note, ..JoinRequest::default() };
    let result = match join_game::join(ctx, &request) {
        // The user doesn't want to join. Other games may be waiting.
        Err(declined) if declined.kind == CliErrorKind::Ask => {
            prompt::complain(ctx.look(), &declined.document())?;
            return Ok(Outcome::Later(game));
        }
        result => mailing::mail_along(ctx, args.mailing(), result?),
    };
    let is_joined = result.report.signed;
    Ok(if is_joined { Outcome::Turn(game, result.into(), true) } else { Outcome::Later(game) })
}

/// Signs the turn, and sends it if the user wants that.
pub(super) fn play(
    ctx: &mut Context,
    args: &Turn,
    mut loaded: OpenFile,
    game_word: &str,
    typed: String,
    has_asked: bool,
) -> Result<TurnResult, CliError> {
    let again = format!("pbem turn {} {}", loaded.name(), quoted(&typed));
    let intent = Intent::typed(typed);
    let idle = intent == Intent::Nothing && args.note.is_none() && !loaded.is_mine();
    if idle
        && args.mails()
        && unmailed(ctx, &loaded).is_some()
        && let Some(mailed) = mailing::signed_before(ctx, &mut loaded)
    {
        return Ok(mailed);
    }
    if idle && args.text && !args.try_only && loaded.unmailed().is_some() {
        return Ok(signed_text(ctx, &mut loaded));
    }
    let (try_only, has_news) = (args.try_only, !has_asked && !args.try_only);
    let turn = TurnRequest { note: args.note.clone(), ..intent.into() };
    let request = MoveRequest { game_word, turn, try_only, has_news };
    let result = join_game::move_or_join(ctx, loaded, request)?;
    let mut result = mailing::mail_along(ctx, args.mailing(), result);
    if let Some(game) = result.game.as_mut().filter(|_| args.text) {
        tell_text(ctx, game, &mut result.report);
    }
    if args.text && try_only && !result.report.next.is_empty() {
        let note = args.note.as_deref().map(|note| format!(" --note {}", quoted(note)));
        let command = again + &note.unwrap_or_default() + " --text";
        result.report.next = vec![Next::command(command).why("sign it")];
    }
    Ok(result)
}

/// Prints the latest turns of the game as text.
fn tell_text(ctx: &mut Context, game: &mut OpenFile, report: &mut Report) {
    match chat_text::turns(ctx, game, None) {
        Ok(ChatText { text, next, .. }) => (report.file, report.next) = (Some(text), next),
        Err(failure) => {
            report.warnings.push(failure.message);
            report.next = failure.next;
        }
    }
}

/// Prints a turn as text that was signed before, but not sent.
pub(super) fn signed_text(ctx: &mut Context, game: &mut OpenFile) -> TurnResult {
    let mut report = Report { signed: true, ..Report::default() };
    tell_text(ctx, game, &mut report);
    report.into()
}
