//! `pbem turn`: a whole turn, from receiving mail to sending it.
//!
//! This module only decides the order of the steps.

mod board;
mod new_mail;
mod nothing_due;
mod round;
mod series;
mod words;

use clap::Args;
use pbem::service::TurnRequest;
use pbem::table::{Expects, Intent};
use pbem::turnfile::Bytes32;

use self::board::{QUESTION, game_as_shown, move_needed, moved_on, turn_seen};
use self::new_mail::{NewMail, receive, see_offer};
use self::nothing_due::{mail_signed, nothing_due};
use self::round::{later, round};
#[cfg(feature = "tui")]
pub(crate) use self::series::all;
use crate::cli::chat_text::{self, ChatText};
use crate::cli::context::Context;
use crate::cli::document::Document;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::game_file::OpenFile;
use crate::cli::implied::{self, GameArg, Prefer, Rest};
use crate::cli::inbox;
use crate::cli::join_game::{self, JoinRequest, MoveRequest};
use crate::cli::mailing::{self, Mailing};
use crate::cli::next::Next;
use crate::cli::notices::{lock, unmailed};
use crate::cli::pasted::{self, GameWords};
use crate::cli::play_turn;
use crate::cli::prompt::{self, ask, can_ask};
use crate::cli::receiving;
use crate::cli::report::{Report, quoted};
use crate::cli::turn_result::TurnResult;
use crate::cli::view::next_steps;
use crate::cli::view::table::Around;

/// Take a whole turn: receive, look, move, sign and mail
#[derive(Args, Clone, Debug, Default)]
#[command(visible_alias = "go")]
#[command(after_help = "\
pbem reads new turns from your mail, and takes your turn in every game where you
have nothing to decide, without asking. Then pbem mails the turns that you have
signed but not mailed, shows the game with the least time left, asks for your
move, signs it and mails it, as `pbem send` does. Against a bot, pbem continues
with your next turn, until the game is over or you press Enter without a move.

When pbem asks for your move, you can also type a word: hint, show, rules, `try`
and a move, offer, resign, or the name of another game. ? lists them all.

Examples:
  pbem turn                    the game with the least time left
  pbem turn cd-bob             the game cd-bob
  pbem turn F3                 move F3, in the only game where it's your turn
  pbem turn cd-bob F3          move F3 in cd-bob, without a prompt
  pbem turn cd-bob F3 --try    preview the turn without signing it
  pbem turn --no-send          sign the turn; mail it yourself
  pbem turn --text             sign the turn; print it as text for a chat")]
#[expect(clippy::struct_excessive_bools, reason = "independent options")]
pub(crate) struct Turn {
    /// Name of the game, or its file [default: the game with the least time left]
    #[arg(default_value = "", hide_default_value = true)]
    pub game: String,
    /// Your move; `pbem rules KIND --all` explains how to type it
    #[arg(value_name = "MOVE")]
    pub words: Vec<String>,
    /// Add a message for the other players
    #[arg(long, value_name = "TEXT")]
    pub note: Option<String>,
    /// Preview the turn; write nothing
    #[arg(long = "try", visible_alias = "dry-run")]
    pub try_only: bool,
    /// Don't read new mail first
    #[arg(long)]
    pub no_receive: bool,
    /// Don't mail the turn
    #[arg(long)]
    pub no_send: bool,
    /// Print the turn as text for a chat, as `pbem copy --turn` does; don't mail it
    #[arg(long)]
    pub text: bool,
}

impl Turn {
    /// Whether to mail the turn.
    fn mails(&self) -> bool {
        !(self.no_send || self.text || self.try_only)
    }

    /// Returns the options for a command that signs the turn: mail the turn, or don't.
    fn mailing(&self) -> Mailing {
        Mailing { send: self.mails(), no_send: !self.mails() }
    }
}

/// The user's choice at the prompt.
enum PromptAnswer {
    /// Skip this game.
    Later(String),
    /// Quit.
    Enough,
    /// Make this move in this game.
    Move(String, String),
    /// Continue in this game without a move: pbem hasn't asked.
    Decided(String, Box<OpenFile>),
    /// A command typed at the prompt has signed a turn in this game.
    Turn(String, Box<TurnResult>),
    /// Join this game again, because the player has undone the turn that joined it.
    Join(String),
}

/// The result of a turn in one game.
enum Outcome {
    /// A turn in this game; true if pbem asked for the move.
    Turn(String, Box<TurnResult>, bool),
    /// The user skipped this game.
    Later(String),
    /// The user quit.
    Enough,
}

/// Runs `pbem turn`.
pub(crate) fn run(ctx: &mut Context, args: &Turn) -> Result<Report, CliError> {
    let mut mail = if args.no_receive { NewMail::default() } else { receive(ctx, false) };
    if can_ask(ctx) {
        mail.tell(ctx)?;
    }
    let mut args = args.clone();
    // Choose the game after reading the mail: new mail can make it the user's move in a game.
    let result = game_of_move(ctx, &mut args).and_then(|implied_game| {
        see_offer(ctx, &args, &mail)?;
        Ok((in_game(ctx, &args, &mut mail)?, implied_game))
    });
    if result.is_err() && !ctx.global.json {
        // The report would have begun with the news.
        mail.tell(ctx)?;
    }
    let (mut report, implied_game) = result?;
    implied::tell(&mut report, implied_game);
    Ok(report)
}

/// Fills in the game if only a move was typed. Returns the game's name if the report should mention
/// it.
fn game_of_move(ctx: &mut Context, args: &mut Turn) -> Result<Option<String>, CliError> {
    if args.game.is_empty() {
        return Ok(None);
    }
    let (command, rest) = ("turn", Rest::Words(&mut args.words));
    implied::fill(ctx, GameArg { command, game: &mut args.game, rest, prefer: Prefer::Move })
}

/// Plays a turn in the named game. Without a name, plays a turn in the game with the least time
/// left; if the user skips that game, continues with the next game.
fn in_game(ctx: &mut Context, args: &Turn, mail: &mut NewMail) -> Result<Report, CliError> {
    let due = if args.game.is_empty() { Some(series::due(ctx, args, mail)?) } else { None };
    let first = due.iter().flatten().next().map(|due| due.name.clone());
    let is_over = |name: &str| mail.over.iter().any(|game| game.name() == name);
    let named_game = Some(&args.game).filter(|name| !name.is_empty() && !is_over(name));
    let Some(game) = named_game.cloned().or(first) else { return nothing_due(ctx, args, mail) };
    if due.is_some() {
        mail_signed(ctx, args, mail)?;
    }
    let (mut outcome, mut has_played) = series::turns(ctx, args, game)?;
    let mut skipped = Vec::new();
    while let (Outcome::Later(game), Some(due)) = (&outcome, &due) {
        skipped.push(game.clone());
        let Some(next) = due.iter().find(|due| !skipped.contains(&due.name)) else { break };
        let (next_outcome, played_before) = series::turns(ctx, args, next.name.clone())?;
        (outcome, has_played) = (next_outcome, has_played || played_before);
    }
    let mut report = match outcome {
        Outcome::Turn(game, result, _) => {
            // This turn hasn't changed the other games, so reuse their list.
            let waiting = match due {
                Some(due) => inbox::due_after(ctx, due, &game)?,
                None => inbox::due(ctx)?,
            };
            round(mail, &waiting, &game, *result)
        }
        Outcome::Later(_) | Outcome::Enough => {
            let waiting = due.filter(|_| !has_played).map_or_else(|| inbox::due(ctx), Ok)?;
            later(mail, &waiting, has_played)
        }
    };
    after_the_end(ctx, &mut report, &mail.over);
    Ok(report)
}

/// Adds the next steps in games that have ended while other games were waiting.
fn after_the_end(ctx: &mut Context, report: &mut Report, over: &[OpenFile]) {
    for game in over {
        for next in next_steps::over(ctx, game) {
            if !report.next.contains(&next) {
                report.then(next);
            }
        }
    }
}

/// Plays a turn in this game, or in a different game that the user names at the prompt.
/// `shown_head` is the state of the game that is already on the screen: the user's decision only
/// counts if the game is still in that state.
fn whole(
    ctx: &mut Context,
    args: &Turn,
    mut game: String,
    mut shown_head: Option<Bytes32>,
) -> Result<Outcome, CliError> {
    let (typed, mut above) = (args.words.join(" "), Document::default());
    loop {
        let answer = if typed.trim().is_empty() {
            choose(ctx, args, game, std::mem::take(&mut above), &mut shown_head)?
        } else {
            PromptAnswer::Move(game, typed.clone())
        };
        let (chosen_game, typed, opened) = match answer {
            PromptAnswer::Move(chosen_game, typed) => (chosen_game, typed, None),
            PromptAnswer::Decided(game, opened) => (game, String::new(), Some(*opened)),
            PromptAnswer::Join(game) => return join_again(ctx, args, game),
            PromptAnswer::Turn(game, result) => return Ok(Outcome::Turn(game, result, true)),
            PromptAnswer::Later(game) => return Ok(Outcome::Later(game)),
            PromptAnswer::Enough => return Ok(Outcome::Enough),
        };
        let has_asked = shown_head.is_some();
        let loaded = match (shown_head, opened) {
            (Some(shown_head), _) => OpenFile::confirm(ctx, &chosen_game, shown_head),
            (None, Some(opened)) => Ok(opened),
            (None, None) => OpenFile::open(ctx, &chosen_game),
        };
        let (elsewhere, unsigned) = (words::elsewhere(ctx, &typed, &chosen_game), typed.clone());
        let result =
            loaded.and_then(|loaded| play(ctx, args, loaded, &chosen_game, typed, has_asked));
        let again = [CliErrorKind::Illegal, CliErrorKind::Ask];
        match result {
            Err(failure) if has_asked && failure.kind == CliErrorKind::MovedOn => {
                above = moved_on(ctx, &chosen_game, &unsigned, shown_head, failure)?;
                game = chosen_game;
            }
            // At a prompt, the player can try another move.
            Err(failure) if has_asked && again.contains(&failure.kind) => {
                // If the error is about a piece, its first next step lists the moves of that piece.
                let list = failure.piece.as_ref().and(failure.next.first());
                let list = list.map(|list| format!("\n{list}")).unwrap_or_default();
                let elsewhere = elsewhere.filter(|_| failure.kind == CliErrorKind::Illegal);
                above = format!("{}{list}", elsewhere.unwrap_or(failure.message)).into();
                game = chosen_game;
            }
            result => return Ok(Outcome::Turn(chosen_game, Box::new(result?), has_asked)),
        }
    }
}

/// Shows the game, and asks for a move or another game. `shown_head` is the state of the game on
/// the screen.
fn choose(
    ctx: &mut Context,
    args: &Turn,
    mut game: String,
    mut above: Document,
    shown_head: &mut Option<Bytes32>,
) -> Result<PromptAnswer, CliError> {
    loop {
        let mut loaded = OpenFile::open(ctx, &game)?;
        if loaded.must_join() {
            page_if(ctx, can_ask(ctx), &above)?;
            return Ok(PromptAnswer::Join(game));
        }
        if let Some(dropped) = play_turn::drop_impossible(ctx, &mut loaded)? {
            if can_ask(ctx) { above.lines(&dropped) } else { ctx.warn(dropped) }
        }
        let head = Some(loaded.game.standing.head());
        let is_locked = lock(ctx, &loaded).is_some();
        if is_locked || !loaded.is_mine() || receiving::is_decided(ctx, &loaded)? {
            // Don't ask: either there is nothing to decide, or signing the turn fails and reports
            // why.
            page_if(ctx, shown_head.is_some(), &above)?;
            *shown_head = shown_head.and(head);
            return Ok(PromptAnswer::Decided(game, Box::new(loaded)));
        }
        if !can_ask(ctx) {
            return Err(move_needed(&loaded, &game));
        }
        if *shown_head != head {
            let seen = turn_seen(&loaded, *shown_head);
            let around = Around { above: std::mem::take(&mut above), below: QUESTION };
            above = game_as_shown(ctx, &mut loaded, &game, around, seen)?;
        }
        *shown_head = head;
        let only_declines = receiving::only_declines(ctx, &loaded)?;
        let words = GameWords::of(&loaded);
        let typed = ask_move(ctx, &loaded, only_declines, std::mem::take(&mut above))?;
        match typed.as_str() {
            "" => return Ok(PromptAnswer::Later(game)),
            "q" | "quit" => return Ok(PromptAnswer::Enough),
            "answer" if only_declines => return Ok(PromptAnswer::Move(game, String::new())),
            "?" | "help" => above = words::list(ctx, &loaded)?,
            word if ctx.desk()?.heads()?.0.iter().any(|head| head.name == word) => {
                // Mail may have arrived while the prompt waited.
                if !args.no_receive {
                    above = receive(ctx, true).body;
                }
                if show_other(ctx, word, &mut above)? {
                    word.clone_into(&mut game);
                    *shown_head = None;
                }
            }
            _ => match pasted::read(ctx, &words, &typed) {
                Ok(pasted) => match words::run(ctx, args, &game, &pasted)? {
                    words::Typed::Move => return Ok(PromptAnswer::Move(game, pasted.into_text())),
                    words::Typed::Turn(result) => return Ok(PromptAnswer::Turn(game, result)),
                    words::Typed::Text(text) => above = text,
                },
                Err(failure) => above = not_here(failure),
            },
        }
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

/// Returns whether it is the user's move in another game. If it isn't, shows that game above the
/// next prompt.
fn show_other(ctx: &mut Context, game: &str, above: &mut Document) -> Result<bool, CliError> {
    let mut other = OpenFile::open(ctx, game)?;
    let is_mine = other.is_mine();
    if !is_mine {
        let around = Around { above: std::mem::take(above), below: QUESTION + 1 };
        *above = game_as_shown(ctx, &mut other, game, around, None)?.with_blank_line();
    }
    Ok(is_mine)
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
fn play(
    ctx: &mut Context,
    args: &Turn,
    mut loaded: OpenFile,
    game_word: &str,
    typed: String,
    has_asked: bool,
) -> Result<TurnResult, CliError> {
    let intent = Intent::typed(typed);
    let idle = intent == Intent::Nothing && args.note.is_none() && !loaded.is_mine();
    if idle
        && args.mails()
        && unmailed(ctx, &loaded).is_some()
        && let Some(mailed) = mailing::signed_before(ctx, &mut loaded)
    {
        return Ok(mailed);
    }
    let (try_only, has_news) = (args.try_only, !has_asked && !args.try_only);
    let turn = TurnRequest { note: args.note.clone(), ..intent.into() };
    let request = MoveRequest { game_word, turn, try_only, has_news };
    let result = join_game::move_or_join(ctx, loaded, request)?;
    let mut result = mailing::mail_along(ctx, args.mailing(), result);
    let report = &mut result.report;
    if let Some(game) = result.game.as_mut().filter(|_| args.text) {
        match chat_text::turns(ctx, game, None) {
            Ok(ChatText { text, next, .. }) => (report.file, report.next) = (Some(text), next),
            Err(failure) => {
                report.warnings.push(failure.message);
                report.next = failure.next;
            }
        }
    }
    Ok(result)
}
