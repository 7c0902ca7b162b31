//! `--answer`: take the turns that need no decision, or whose decisions are planned.

use pbem::table::{Expects, Intent};

use super::received::{ArrivalKind, ReceivedFiles, worse};
use crate::cli::context::Context;
use crate::cli::failure::CliError;
use crate::cli::game_file::OpenFile;
use crate::cli::inbox;
use crate::cli::play_turn;
use crate::cli::report::Report;
use crate::cli::sending::{self, Sending};
use crate::cli::turn_result::TurnResult;

/// Takes the turns that need no decision in all games, and mails them if `send` is set. Includes
/// games without new mail, because another command or an open screen may have received their turns
/// earlier. An error in one game doesn't stop the rest.
pub(super) fn answer(
    ctx: &mut Context,
    received: &ReceivedFiles,
    send: bool,
    report: &mut Report,
) -> Vec<String> {
    let mut answered = Vec::new();
    for name in due(ctx, received) {
        let made = answer_one(ctx, &name).and_then(|made| match made {
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
        match made {
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

/// The games in which it is the player's turn: first those with new mail.
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

/// Makes a turn if there is nothing to decide.
fn answer_one(ctx: &mut Context, name: &str) -> Result<Option<TurnResult>, CliError> {
    let mut loaded = OpenFile::open(ctx, name)?;
    if let Some(dropped) = play_turn::drop_impossible(ctx, &mut loaded)? {
        ctx.warn(format!("{name}: {dropped}"));
    }
    if !is_decided(ctx, &loaded)? {
        return Ok(None);
    }
    play_turn::turn(ctx, loaded, name, Intent::Nothing).map(Some)
}

/// Whether our turn would only answer, without a move.
pub(crate) fn answers_only(ctx: &mut Context, loaded: &OpenFile) -> Result<bool, CliError> {
    let Some(at) = loaded.own_seat(ctx)?.filter(|at| loaded.records[*at].has_joined()) else {
        return Ok(false);
    };
    let keys = loaded.keys(ctx, at)?;
    let is_due = loaded.game.standing.due == Some(keys.seat);
    Ok(is_due && loaded.game.table.view(Some(&keys), ctx.now()).expects == Expects::Answer)
}

/// Whether it is our turn and there is nothing to decide, or everything is planned.
pub(crate) fn is_decided(ctx: &mut Context, loaded: &OpenFile) -> Result<bool, CliError> {
    let Some(at) = loaded.own_seat(ctx)?.filter(|at| loaded.records[*at].has_joined()) else {
        return Ok(false);
    };
    let keys = loaded.keys(ctx, at)?;
    if loaded.game.standing.breach.is_some() || loaded.game.standing.due != Some(keys.seat) {
        return Ok(false);
    }
    let offered = loaded.game.standing.offer.is_some_and(|by| by != keys.seat);
    if loaded.resigns(at) {
        return Ok(true);
    }
    Ok(match loaded.game.table.view(Some(&keys), ctx.now()).expects {
        Expects::Answer => !offered,
        // Revealing the setup after a claim means accepting the claim, so it is a decision.
        Expects::Reveal => loaded.claim().is_none(),
        Expects::Move => loaded.foreseen(at).is_some(),
        Expects::Join | Expects::Setup | Expects::Over => false,
    })
}
