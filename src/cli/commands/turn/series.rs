//! Several turns in a row: against a bot, and in `pbem play --lines`.

use pbem::turnfile::Bytes32;

use super::args::Turn;
use super::new_mail::NewMail;
#[cfg(feature = "tui")]
use super::new_mail::receive;
#[cfg(feature = "tui")]
use super::nothing_due::mail_signed;
use super::one_game::{self, Outcome};
#[cfg(feature = "tui")]
use super::round::after_the_end;
use super::round::tell;
use crate::cli::context::Context;
use crate::cli::failure::CliError;
use crate::cli::game_file::OpenFile;
use crate::cli::implied;
use crate::cli::inbox;
#[cfg(feature = "tui")]
use crate::cli::next::Next;
use crate::cli::prompt;
#[cfg(feature = "tui")]
use crate::cli::prompt::can_ask;
use crate::cli::receiving;
#[cfg(feature = "tui")]
use crate::cli::receiving::Lookout;
#[cfg(feature = "tui")]
use crate::cli::report::Report;

/// Plays a turn in a game. Against a bot, asks for one turn after another until the game is over or
/// the user types nothing. Returns the result of the last prompt, and true if the user took turns
/// before that prompt.
pub(super) fn turns(
    ctx: &mut Context,
    args: &Turn,
    mut game: String,
    arrived: &[String],
) -> Result<(Outcome, bool), CliError> {
    let (mut args, mut shown_head, mut has_played) = (args.clone(), None, false);
    loop {
        let outcome = one_game::turn(ctx, &args, game, shown_head, arrived)?;
        let Outcome::Turn(name, mut result, true) = outcome else {
            return Ok((outcome, has_played));
        };
        let is_alone = args.try_only || args.text;
        shown_head = result.game.as_ref().filter(|_| !is_alone).and_then(head_with_bots);
        if shown_head.is_none() {
            return Ok((Outcome::Turn(name, result, true), has_played));
        }
        // The next prompt follows right below the board.
        result.report.next.clear();
        tell(ctx, &result.report)?;
        ctx.close_vault();
        (game, has_played, args.note) = (name, true, None);
    }
}

/// Signs the turns that need no decision, and returns the games that still wait for a turn. If no
/// other game waits for the user's move, leaves the last of these turns for the caller to sign and
/// report. Prints the mail first, because these turns answer it.
pub(super) fn due(
    ctx: &mut Context,
    args: &Turn,
    mail: &mut NewMail,
) -> Result<Vec<inbox::Due>, CliError> {
    let mut due = inbox::due(ctx)?;
    if args.text || args.try_only || ctx.global.json || due.len() < 2 {
        return Ok(due);
    }
    let mut decided = Vec::new();
    for game in &due {
        decided
            .extend(receiving::decided(ctx, &game.name)?.map(|loaded| (game.name.clone(), loaded)));
    }
    if decided.len() == due.len() {
        decided.pop();
    }
    let args = Turn { note: None, ..args.clone() };
    for (name, loaded) in decided {
        match one_game::play(ctx, &args, loaded, &name, String::new(), false) {
            Ok(mut result) => {
                result.report.next.clear();
                implied::tell(&mut result.report, Some(name.clone()));
                mail.tell(ctx)?;
                tell(ctx, &result.report)?;
                mail.over.extend(result.game.filter(|game| game.game.standing.due.is_none()));
            }
            Err(failure) => prompt::complain(ctx.look(), &failure.document())?,
        }
        due.retain(|game| game.name != name);
    }
    Ok(due)
}

/// Returns the state of the game that the report of a turn has just shown. Returns `None` unless
/// bots have answered and it is the player's move again.
fn head_with_bots(game: &OpenFile) -> Option<Bytes32> {
    let has_bots = game.records.iter().any(|record| !record.bots.is_empty());
    (has_bots && game.is_mine()).then(|| game.game.standing.head())
}

/// Runs `pbem play --lines`: asks for one turn after another, until no game is waiting or the user
/// quits. Reports each turn before the next prompt, and never overwrites the screen.
#[cfg(feature = "tui")]
pub(crate) fn all(ctx: &mut Context, first: Option<&str>) -> Result<Report, CliError> {
    if !can_ask(ctx) {
        let message = "pbem play --lines needs a terminal to ask for your moves.";
        return Err(CliError::usage(message).then(Next::command("pbem turn GAME MOVE")));
    }
    let mut named_game = first.map(str::to_owned);
    let mut lookout = Lookout::of(ctx);
    mail_signed(ctx, &Turn::default(), &mut NewMail::default())?;
    // Games that the user skipped.
    let mut skipped: Vec<String> = Vec::new();
    let mut over = Vec::new();
    // The game whose board was printed last.
    let mut last_shown: Option<(String, Bytes32)> = None;
    loop {
        let stirs = lookout.as_mut().is_some_and(Lookout::stirs);
        if stirs {
            let mut mail = receive(ctx, true);
            mail.tell(ctx)?;
            over.append(&mut mail.over);
        }
        let mut game = named_game.take();
        if game.is_none() {
            let mut due = inbox::due(ctx)?.into_iter().map(|due| due.name);
            game = due.find(|name| !skipped.contains(name));
        }
        let Some(game) = game else { break };
        let head = last_shown.take().filter(|(name, _)| *name == game).map(|(_, head)| head);
        match one_game::turn(ctx, &Turn::default(), game.clone(), head, &[]) {
            Ok(Outcome::Turn(name, mut result, _)) => {
                let head = result.game.as_ref().and_then(head_with_bots);
                last_shown = head.map(|head| (name, head));
                if last_shown.is_some() {
                    result.report.next.clear();
                }
                tell(ctx, &result.report)?;
            }
            Ok(Outcome::Later(game)) => skipped.push(game),
            Ok(Outcome::Enough) => break,
            Err(failure) => {
                prompt::complain(ctx.look(), &failure.document())?;
                skipped.push(game);
            }
        }
        ctx.close_vault();
    }
    let mut report = inbox::inbox_after_mail(ctx)?;
    after_the_end(ctx, &mut report, &over);
    Ok(report)
}
