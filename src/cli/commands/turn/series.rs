//! Several turns in a row: against a bot, and in `pbem play --lines`.

use pbem::turnfile::Bytes32;

use super::{Outcome, Turn, play, whole};
use crate::cli::context::Context;
use crate::cli::document::Document;
use crate::cli::failure::CliError;
use crate::cli::game_file::OpenFile;
use crate::cli::inbox;
use crate::cli::prompt;
#[cfg(feature = "tui")]
use crate::cli::prompt::can_ask;
use crate::cli::receiving;
#[cfg(feature = "tui")]
use crate::cli::receiving::Lookout;
use crate::cli::report::Report;

/// Takes a turn in a game. Against a bot, asks for one turn after another until the game is over or
/// the user types nothing. Returns the result of the last prompt, and whether the user took turns
/// before that prompt.
pub(super) fn turns(
    ctx: &mut Context,
    args: &Turn,
    mut game: String,
    mut above: Document,
) -> Result<(Outcome, bool), CliError> {
    let (mut args, mut seen, mut played) = (args.clone(), None, false);
    loop {
        let made = whole(ctx, &args, game, above, seen)?;
        let Outcome::Turn(name, mut made, true) = made else { return Ok((made, played)) };
        let is_alone = args.try_only || args.text;
        seen = made.game.as_ref().filter(|_| !is_alone).and_then(seen_with_bots);
        if seen.is_none() {
            return Ok((Outcome::Turn(name, made, true), played));
        }
        // The next prompt follows right below the board.
        made.report.next.clear();
        tell(ctx, &made.report)?;
        ctx.close_vault();
        (game, above, played, args.note) = (name, Document::default(), true, None);
    }
}

/// Signs the turns that need no decision, and returns the games that still wait for a turn. If no
/// other game waits for the user's move, leaves the last of these turns to the caller, which signs
/// and reports it.
pub(super) fn due(ctx: &mut Context, args: &Turn) -> Result<Vec<inbox::Due>, CliError> {
    let mut due = inbox::due(ctx)?;
    if args.text || args.try_only || ctx.global.json || due.len() < 2 {
        return Ok(due);
    }
    let mut decided = Vec::new();
    for game in &due {
        let loaded = OpenFile::open(ctx, &game.name)?;
        if receiving::is_decided(ctx, &loaded)? {
            decided.push(game.name.clone());
        }
    }
    if decided.len() == due.len() {
        decided.pop();
    }
    let args = Turn { note: None, ..args.clone() };
    for name in decided {
        let loaded = OpenFile::open(ctx, &name)?;
        match play(ctx, &args, loaded, &name, String::new(), false) {
            Ok(mut made) => {
                made.report.next.clear();
                tell(ctx, &made.report)?;
            }
            Err(failure) => prompt::complain(ctx.look(), &failure.document())?,
        }
        due.retain(|game| game.name != name);
    }
    Ok(due)
}

/// Returns the state of the game that the report of a turn has just shown. Returns `None` unless
/// bots have answered and it is the player's move again.
fn seen_with_bots(game: &OpenFile) -> Option<Bytes32> {
    let has_bots = game.records.iter().any(|record| !record.bots.is_empty());
    (has_bots && game.is_mine()).then(|| game.game.standing.head())
}

/// Runs `pbem play --lines`: asks for one turn after another, until no game is waiting or the user
/// quits. Reports each turn before the next prompt, and never overwrites the screen.
#[cfg(feature = "tui")]
pub(crate) fn all(ctx: &mut Context, first: Option<&str>) -> Result<Report, CliError> {
    if !can_ask(ctx) {
        let message = "pbem play --lines needs a terminal to ask for your moves.";
        return Err(CliError::usage(message).then("pbem turn GAME MOVE"));
    }
    let mut named = first.map(str::to_owned);
    let mut lookout = Lookout::of(ctx);
    // Games that the user skipped.
    let mut left: Vec<String> = Vec::new();
    // The game whose board was printed last.
    let mut shown: Option<(String, Bytes32)> = None;
    loop {
        let stirs = lookout.as_mut().is_some_and(Lookout::stirs);
        let mail = if stirs {
            super::new_mail::receive(ctx, true)
        } else {
            super::new_mail::NewMail::default()
        };
        let mut game = named.take();
        if game.is_none() {
            let mut due = inbox::due(ctx)?.into_iter().map(|due| due.name);
            game = due.find(|name| !left.contains(name));
        }
        let Some(game) = game else {
            prompt::page(ctx.look(), &mail.body)?;
            return inbox::inbox_after_mail(ctx);
        };
        let seen = shown.take().filter(|(name, _)| *name == game).map(|(_, seen)| seen);
        match whole(ctx, &Turn::default(), game.clone(), mail.body, seen) {
            Ok(Outcome::Turn(name, mut made, _)) => {
                let seen = made.game.as_ref().and_then(seen_with_bots);
                shown = seen.map(|seen| (name, seen));
                if shown.is_some() {
                    made.report.next.clear();
                }
                tell(ctx, &made.report)?;
            }
            Ok(Outcome::Later(game)) => left.push(game),
            Ok(Outcome::Enough) => return inbox::inbox_after_mail(ctx),
            Err(failure) => {
                prompt::complain(ctx.look(), &failure.document())?;
                left.push(game);
            }
        }
        ctx.close_vault();
    }
}

/// Prints the result of a turn.
fn tell(ctx: &mut Context, made: &Report) -> Result<(), CliError> {
    for warning in ctx.take_warnings().iter().chain(&made.warnings) {
        prompt::complain(ctx.look(), &Document::message(warning))?;
    }
    prompt::page(ctx.look(), &made.document().with_blank_line())
}
