//! `--answer`: takes the turns that need no decision, or that the user has planned.

use pbem::table::{Expects, Intent, Plan, Refusal};

use super::received::{ArrivalKind, ReceivedFiles, worse};
use crate::cli::context::Context;
use crate::cli::failure::CliError;
use crate::cli::game_file::OpenFile;
use crate::cli::inbox;
use crate::cli::play_turn;
use crate::cli::report::Report;
use crate::cli::sending::{self, Sending};
use crate::cli::turn_result::TurnResult;

/// Takes the turns that need no decision in all games, and mails them if `send` is set. Returns the
/// names of the games in which it took a turn.
///
/// Includes games without new mail, because another command or an open screen may have received
/// their turns earlier. An error in one game doesn't stop the rest.
pub(super) fn answer(
    ctx: &mut Context,
    received: &ReceivedFiles,
    send: bool,
    report: &mut Report,
) -> Vec<String> {
    let mut answered = Vec::new();
    for name in due(ctx, received) {
        let result = answer_one(ctx, &name).and_then(|result| match result {
            Some(TurnResult { report: mut turn, game: Some(mut game), .. }) if send => {
                let sent = sending::mail(ctx, &mut game, &Sending::default())?;
                turn.body.append(sent.body);
                Ok(Some(turn.body))
            }
            Some(TurnResult { report: turn, .. }) => {
                report.next.extend(turn.next);
                Ok(Some(turn.body))
            }
            None => Ok(None),
        });
        match result {
            Ok(Some(body)) => {
                let suggested = received.games.iter().find(|game| game.name == name);
                report.next.retain(|next| suggested.is_none_or(|game| *next != game.next));
                report.body.append(body);
                answered.push(name);
            }
            Ok(None) => {}
            Err(failure) => {
                report.warnings.push(format!("{name}: {}", failure.message));
                report.exit = worse(report.exit, failure.exit);
            }
        }
    }
    answered
}

/// Returns the names of the games in which it is the user's turn. Games with new mail come first.
fn due(ctx: &mut Context, received: &ReceivedFiles) -> Vec<String> {
    let new = received.games.iter().filter(|game| game.mine && game.how == ArrivalKind::New);
    let mut names: Vec<String> = new.map(|game| game.name.clone()).collect();
    for due in inbox::due(ctx).unwrap_or_default() {
        if !names.contains(&due.name) {
            names.push(due.name);
        }
    }
    names
}

/// If there is nothing to decide in this game, takes the turn.
fn answer_one(ctx: &mut Context, name: &str) -> Result<Option<TurnResult>, CliError> {
    let Some(loaded) = decided(ctx, name)? else { return Ok(None) };
    play_turn::turn(ctx, loaded, name, Intent::Nothing).map(Some)
}

/// Opens a game, if it is the user's turn there and [nothing is to decide](is_decided). Drops a
/// planned move that is impossible now.
pub(crate) fn decided(ctx: &mut Context, name: &str) -> Result<Option<OpenFile>, CliError> {
    let mut loaded = OpenFile::open(ctx, name)?;
    if let Some(dropped) = play_turn::drop_impossible(ctx, &mut loaded)? {
        ctx.warn(format!("{name}: {dropped}"));
    }
    Ok(is_decided(ctx, &loaded)?.then_some(loaded))
}

/// Whether the user's turn would contain only an answer, and so decline an offered draw.
pub(crate) fn only_declines(ctx: &mut Context, loaded: &OpenFile) -> Result<bool, CliError> {
    // Without an offer, there is no need to work out what the turn contains.
    let Some(at) = due_seat(ctx, loaded)?.filter(|_| loaded.game.standing.offer.is_some()) else {
        return Ok(false);
    };
    Ok(expects(ctx, loaded, at)? == Expects::Answer && is_offered(ctx, loaded, at)?)
}

/// Whether it is the user's turn, and either there is nothing to decide or every decision is
/// planned.
pub(crate) fn is_decided(ctx: &mut Context, loaded: &OpenFile) -> Result<bool, CliError> {
    let due = due_seat(ctx, loaded)?.filter(|_| loaded.game.standing.breach.is_none());
    let Some(at) = due else { return Ok(false) };
    if loaded.resigns(at) {
        // The player may prefer the draw.
        return Ok(!is_offered(ctx, loaded, at)?);
    }
    Ok(match expects(ctx, loaded, at)? {
        Expects::Answer => !is_offered(ctx, loaded, at)?,
        // Revealing the setup after a claim means accepting the claim, so it is a decision.
        Expects::Reveal => loaded.claim().is_none(),
        Expects::Move => loaded.foreseen(at).is_some(),
        Expects::Join | Expects::Setup | Expects::Over => false,
    })
}

/// Returns the index of the user's seat, if it is that seat's turn.
fn due_seat(ctx: &Context, loaded: &OpenFile) -> Result<Option<usize>, CliError> {
    let is_due = |at: &usize| {
        let record = &loaded.records[*at];
        record.has_joined() && loaded.game.standing.due_name() == Some(record.seat())
    };
    Ok(loaded.own_seat(ctx)?.filter(is_due))
}

/// Whether the user's seat, which is due, may accept a draw. If its answer decides the game, it
/// can't, although the opponent offered one.
pub(crate) fn is_offered(
    ctx: &mut Context,
    loaded: &OpenFile,
    at: usize,
) -> Result<bool, CliError> {
    if loaded.game.standing.offer.is_none() {
        return Ok(false);
    }
    let plan = Plan::new(ctx.now(), Intent::Accept);
    let keys = loaded.keys(ctx, at)?;
    Ok(!matches!(loaded.game.table.compose(&keys, &plan), Err(Refusal::NoOffer)))
}

/// Returns what the user's seat has to do next, which can depend on its secrets.
fn expects(ctx: &mut Context, loaded: &OpenFile, at: usize) -> Result<Expects, CliError> {
    let keys = loaded.keys(ctx, at)?;
    Ok(loaded.game.table.view(Some(&keys), ctx.now()).expects)
}
