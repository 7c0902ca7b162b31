//! Signs a turn and reports it: shared by `receive --answer`, `move`, `resign`, `accept`, `reveal`
//! and `turn`.

use pbem::desk::DeskError;
use pbem::service::{self, PlayError, PlayedTurn, TurnRequest};
use pbem::table::{Intent, Keys, Plan};

use super::host::OnDisk;
use super::turn_result::TurnResult;
use crate::cli::context::Context;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::game_file::OpenFile;
use crate::cli::prompt::{ask, can_ask, is_yes};
use crate::cli::report::Report;
use crate::cli::view::{no_move, turn};

/// Signs a turn in the game that the user named, and reports it.
pub(crate) fn turn(
    ctx: &mut Context,
    mut game: OpenFile,
    game_word: &str,
    request: impl Into<TurnRequest>,
) -> Result<TurnResult, CliError> {
    let played_turn = make(ctx, &mut game, game_word, request)?;
    report(ctx, game, &played_turn)
}

/// Signs a turn without reporting it.
pub(crate) fn make(
    ctx: &mut Context,
    game: &mut OpenFile,
    game_word: &str,
    request: impl Into<TurnRequest>,
) -> Result<PlayedTurn, CliError> {
    let request = of_this_command(ctx, request.into());
    if can_ask(ctx)
        && let Intent::Move(typed) = &request.intent
        && let Some(at) = game.own_seat(ctx)?.filter(|at| game.records[*at].has_joined())
    {
        let keys = game.keys(ctx, at)?;
        confirm(ctx, game, &keys, typed)?;
    }
    let mut result = play(ctx, game, &request);
    if is_question(&result) && arrived_late(ctx)? {
        game.arrived_late = true;
        result = play(ctx, game, &request);
    }
    let dropped = match &result {
        Ok(PlayedTurn { plan_dropped, .. }) | Err(PlayError::Desk { plan_dropped, .. }) => {
            plan_dropped
        }
        Err(_) => &None,
    };
    if let Some((moves, why)) = dropped {
        ctx.warn(plan_dropped(moves, why));
    }
    result.map_err(|error| no_move::failure(ctx, game, game_word, &request.intent, error))
}

/// Writes the user's last turn to the file of the game: the turn was signed, but the file doesn't
/// have it.
pub(crate) fn finish(ctx: &mut Context, mut game: OpenFile) -> Result<TurnResult, CliError> {
    let (mut host, loaded) = OnDisk::of(ctx, &mut game);
    let result = service::finish(&mut host, loaded);
    let played_turn =
        result.map_err(|error| no_move::of_first_turn(&game.game, &game.name(), error))?;
    report(ctx, game, &played_turn)
}

/// Previews a turn and its results.
pub(crate) fn rehearse(
    ctx: &mut Context,
    mut game: OpenFile,
    game_word: &str,
    request: TurnRequest,
) -> Result<Report, CliError> {
    let request = of_this_command(ctx, request);
    let (mut host, loaded) = OnDisk::of(ctx, &mut game);
    match service::rehearse(&mut host, loaded, &request) {
        Ok((summary, at)) => turn::rehearsal(ctx, &game, at, &request, &summary),
        Err(error) => Err(no_move::failure(ctx, &game, game_word, &request.intent, error)),
    }
}

fn of_this_command(ctx: &Context, request: TurnRequest) -> TurnRequest {
    TurnRequest { seat: ctx.global.as_name.clone(), ..request }
}

fn play(
    ctx: &mut Context,
    game: &mut OpenFile,
    request: &TurnRequest,
) -> Result<PlayedTurn, PlayError> {
    let (mut host, loaded) = OnDisk::of(ctx, game);
    service::play(&mut host, loaded, request)
}

/// Reports a signed turn.
pub(crate) fn report(
    ctx: &mut Context,
    game: OpenFile,
    played_turn: &PlayedTurn,
) -> Result<TurnResult, CliError> {
    let mut report = Report::default();
    turn::tell(ctx, &mut report, &game, played_turn);
    turn::conclude(ctx, report, game, played_turn)
}

/// Asks the user at the terminal to confirm a legal move that has a warning. Fails if the user
/// doesn't confirm it.
pub(crate) fn confirm(
    ctx: &mut Context,
    game: &OpenFile,
    keys: &Keys,
    typed: &str,
) -> Result<(), CliError> {
    let (table, now) = (&game.game.table, ctx.now());
    let Some(why) = table.preview(keys, now, typed).warning else { return Ok(()) };
    let plan = Plan::new(now, Intent::Move(typed.to_owned()));
    if table.compose(keys, &plan).is_err() {
        return Ok(());
    }
    if is_yes(&ask(ctx, format!("{why} Sign it? [y/N] "))?) {
        return Ok(());
    }
    Err(CliError::not_now(CliErrorKind::Ask, "Canceled. Nothing was written."))
}

fn is_question(result: &Result<PlayedTurn, PlayError>) -> bool {
    matches!(result, Err(PlayError::Desk { error, .. }) if matches!(**error, DeskError::WasItHere))
}

/// Asks at the terminal whether the opponent's turn arrived late.
fn arrived_late(ctx: &mut Context) -> Result<bool, CliError> {
    if !can_ask(ctx) {
        return Ok(false);
    }
    let question = "Your opponent claims that you missed the deadline.\nDid the turn that you \
        are answering reach you only now, after the deadline? [y/N] ";
    Ok(is_yes(&ask(ctx, question)?))
}

/// Drops a plan if its next move is illegal or has a warning. Returns a message about the dropped
/// plan.
pub(crate) fn drop_impossible(
    ctx: &mut Context,
    loaded: &mut OpenFile,
) -> Result<Option<String>, CliError> {
    let (Some(at), now) = (loaded.own_seat(ctx)?, ctx.now()) else { return Ok(None) };
    let dropped = ctx.desk()?.drop_impossible(loaded, at, now)?;
    Ok(dropped.map(|(moves, why)| plan_dropped(&moves, &why)))
}

fn plan_dropped(moves: &str, why: &str) -> String {
    format!("dropped your plan ({moves}): {}.", why.trim_end_matches('.'))
}
