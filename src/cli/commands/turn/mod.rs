//! `pbem turn`: a whole turn, from receiving mail to sending it.
//!
//! This module only decides the order of the steps.

mod args;
mod board;
mod new_mail;
mod nothing_due;
mod one_game;
mod round;
mod series;
mod words;

pub(crate) use self::args::Turn;
use self::new_mail::{NewMail, receive};
use self::nothing_due::{mail_signed, nothing_due};
use self::one_game::Outcome;
use self::round::{after_the_end, later, round};
#[cfg(feature = "tui")]
pub(crate) use self::series::all;
use crate::cli::context::Context;
use crate::cli::failure::CliError;
use crate::cli::implied::{self, GameArg, Prefer, Rest};
use crate::cli::inbox;
use crate::cli::prompt::can_ask;
use crate::cli::report::Report;

/// Runs `pbem turn`.
pub(crate) fn run(ctx: &mut Context, args: &Turn) -> Result<Report, CliError> {
    let mut mail = if args.no_receive { NewMail::default() } else { receive(ctx, false) };
    if can_ask(ctx) {
        mail.tell(ctx)?;
    }
    let mut args = args.clone();
    // Choose the game after reading the mail: new mail can make it the user's move in a game.
    let result = game_of_move(ctx, &mut args)
        .and_then(|implied_game| Ok((in_game(ctx, &args, &mut mail)?, implied_game)));
    if result.is_err() && !ctx.global.json {
        // The report would have begun with the news.
        mail.tell(ctx)?;
    }
    let has_read = !mail.json.is_null();
    let (mut report, implied_game) = result.map_err(|mut failure| {
        failure.next.retain(|next| !has_read || !next.is("pbem receive"));
        failure
    })?;
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
    let (mut outcome, mut has_played) = series::turns(ctx, args, game, &mail.arrived)?;
    let mut skipped = Vec::new();
    while let (Outcome::Later(game), Some(due)) = (&outcome, &due) {
        skipped.push(game.clone());
        let Some(next) = due.iter().find(|due| !skipped.contains(&due.name)) else { break };
        let (next_outcome, played_before) =
            series::turns(ctx, args, next.name.clone(), &mail.arrived)?;
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
