//! Plays a turn: shared by `move`, `resign`, `accept`, `reveal` and `receive --answer`.

use pbem::desk::{DeskError, StaleFile, StaleKind};
use pbem::table::{Intent, Keys, OpenGame, Plan};
use serde_json::json;

use crate::cli::context::Context;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::game_file::OpenFile;
use crate::cli::prompt::{ask, can_ask, is_yes};
use crate::cli::report::{Report, quoted};
use crate::cli::sign;
use crate::cli::view::no_move;
use crate::cli::view::rows::superseded;
use crate::cli::view::turn::{tell, tell_sketch};
use crate::cli::{bots, unfinished};

/// Makes a turn with this intent in the typed game: shared by `move`, `resign`, `accept` and
/// similar commands. After a claim only `reveal` is possible.
pub(crate) fn turn(
    ctx: &mut Context,
    mut loaded: OpenFile,
    game: &str,
    intent: Intent,
    note: Option<String>,
    try_only: bool,
) -> Result<Report, CliError> {
    if loaded.claim().is_some() && loaded.is_mine() {
        return Err(no_move::behind_a_claim(&loaded));
    }
    if let (false, Some(at)) = (intent == Intent::Nothing || try_only, loaded.own_seat(ctx)?) {
        // A player who decides has seen the game.
        loaded.records[at].last_seen_turn = loaded.game.standing.turns();
    }
    make(ctx, loaded, game, intent, note, try_only)
}

/// Reveals the setup.
pub(crate) fn reveal(ctx: &mut Context, loaded: OpenFile, game: &str) -> Result<Report, CliError> {
    make(ctx, loaded, game, Intent::Nothing, None, false)
}

fn make(
    ctx: &mut Context,
    mut loaded: OpenFile,
    game: &str,
    intent: Intent,
    note: Option<String>,
    try_only: bool,
) -> Result<Report, CliError> {
    let at = loaded.require_seat(ctx)?;
    if let Some(report) = behind(ctx, &mut loaded, &intent, game)? {
        return bots::go_on(ctx, report, loaded);
    }
    if loaded.bot_is_due() && !try_only {
        return bots::take_up(ctx, loaded, &intent);
    }
    if let Some(failure) = sign::breach_report(&loaded) {
        loaded.keep(ctx)?;
        return Err(failure);
    }
    let keys = loaded.keys(ctx, at)?;
    if loaded.game.standing.due != Some(keys.seat) {
        return Err(no_move::not_your_turn(ctx, &loaded, at));
    }
    if intent == Intent::Nothing
        && !try_only
        && let Some(dropped) = drop_impossible(ctx, &mut loaded)?
    {
        ctx.warn(dropped);
    }
    does_not_resign(&loaded, at, &intent)?;
    check_note(note.as_deref())?;
    let plan = Plan { note, ..Plan::new(ctx.now(), intent) };
    if try_only {
        return rehearse(ctx, &mut loaded, at, &keys, &plan);
    }
    loaded.find_place(ctx)?;
    let mut played = ctx.desk()?.play(&loaded, at, &plan);
    if matches!(played, Err(DeskError::WasItHere)) && arrived_late(ctx)? {
        loaded.arrived_late = true;
        played = ctx.desk()?.play(&loaded, at, &plan);
    }
    let staged = match played {
        Ok(staged) => staged,
        Err(trouble) => return Err(no_move::refused(ctx, &loaded, &keys, trouble)),
    };
    let id = loaded.game.standing.id.0;
    let signed = sign::write(ctx, staged, &id, loaded.target)?;
    let mut report = Report::default();
    tell(ctx, &mut report, &signed);
    bots::go_on(ctx, report, signed.game)
}

/// Asks at the terminal whether the opponent's turn arrived late.
fn arrived_late(ctx: &mut Context) -> Result<bool, CliError> {
    if !can_ask(ctx) {
        return Ok(false);
    }
    let question = "A claim says that you missed the deadline. Your turn would be dated before \
        it.\nDid the turn that you answer arrive only now? [y/N] ";
    Ok(is_yes(&ask(ctx, question)?))
}

/// Rejects a note that doesn't fit into a turn file, before anything is signed.
pub(crate) fn check_note(note: Option<&str>) -> Result<(), CliError> {
    let problem = note.and_then(|note| {
        pbem::turnfile::limits::text_problem(note, pbem::turnfile::limits::MAX_NOTE)
    });
    problem.map_or(Ok(()), |problem| {
        Err(CliError::usage(format!("this note isn't possible: {problem}")))
    })
}

/// Handles a named file that is older than the vault's version. If it only lacks the last signed
/// turn, writes that turn. If it continues from a turn that was undone, plays on from the latest
/// version. Otherwise fails.
fn behind(
    ctx: &mut Context,
    loaded: &mut OpenFile,
    intent: &Intent,
    called: &str,
) -> Result<Option<Report>, CliError> {
    let Some(behind) = loaded.stale.as_ref().map(|stale| stale.behind) else { return Ok(None) };
    let signed = behind == StaleKind::OwnTurn && ctx.desk()?.was_signed(loaded, intent)?;
    let Some(stale) = loaded.stale.take() else { return Ok(None) };
    match behind {
        StaleKind::TakenBack => Ok(None),
        StaleKind::OwnTurn if signed => unfinished::finish(ctx, loaded).map(Some),
        StaleKind::OwnTurn => Err(unfinished::signed_already(
            ctx,
            loaded,
            called,
            &format!("pbem move {}", quoted(called)),
        )),
        StaleKind::Turns => Err(old_copy(loaded, &stale, intent, called)),
    }
}

fn old_copy(loaded: &OpenFile, stale: &StaleFile, intent: &Intent, called: &str) -> CliError {
    let name = loaded.name();
    let newest = loaded.game.standing.turns();
    let message = match loaded.differs {
        Some(differs) => {
            format!("{} Nothing was written.", superseded(loaded, differs, called))
        }
        None => format!(
            "{called} is an old copy with turn {}. You have already seen turn {newest}. Nothing \
                was written.",
            stale.game.standing.turns()
        ),
    };
    let typed = if let Intent::Move(typed) = intent { quoted(typed) } else { String::new() };
    CliError::bad_file(CliErrorKind::Stale, message)
        .then(format!(
            "{:<34}   move from the latest turn",
            format!("pbem move {name} {typed}").trim_end()
        ))
        .then(format!("{:<34}   update {called}", format!("pbem copy {name} {}", quoted(called))))
}

/// `--try`: previews the turn and its results.
fn rehearse(
    ctx: &mut Context,
    loaded: &mut OpenFile,
    at: usize,
    keys: &Keys,
    plan: &Plan,
) -> Result<Report, CliError> {
    loaded.keep(ctx)?;
    let sketch = ctx.desk()?.rehearse(loaded, at, plan);
    let failed = |trouble| sign::not_made(&loaded.game, keys.seat, trouble).about(&loaded.name());
    let sketch = sketch.map_err(failed)?;
    let OpenGame { table, standing, .. } = &loaded.game;
    let view = table.view(Some(keys), ctx.now());
    let mut report = Report::new(json!({
        "schema": "pbem-turn/1", "file": null, "id": standing.id.to_string(),
        "name": loaded.name(), "number": sketch.number, "seat": standing.names.of(keys.seat),
        "answer": sketch.answer, "move": sketch.moves, "dropped": sketch.dropped, "tried": true,
    }));
    tell_sketch(&mut report, standing, &sketch, true);
    for line in &view.ahead {
        report.row("Before", line);
    }
    if let Intent::Move(typed) = &plan.intent {
        for line in table.foresee(keys, ctx.now(), typed) {
            report.line(format!("  {line}"));
        }
    }
    report.line("Nothing was written. To sign the move, leave out --try.");
    Ok(report)
}

/// If a planned resignation is waiting, a move is rejected, so that neither the move nor the game
/// is lost by surprise.
pub(crate) fn does_not_resign(
    loaded: &OpenFile,
    at: usize,
    intent: &Intent,
) -> Result<(), CliError> {
    if !loaded.resigns(at) || !matches!(intent, Intent::Move(_)) {
        return Ok(());
    }
    let name = loaded.name();
    let message = "you planned to resign with this turn, but this is a move. Nothing was written.";
    Err(CliError::not_now(CliErrorKind::Ask, message)
        .then(format!("pbem resign {name} --cancel      play on, then move"))
        .then(format!("pbem move {name}      resign")))
}

/// Drops a plan if its next move is illegal, and reports it.
pub(crate) fn drop_impossible(
    ctx: &mut Context,
    loaded: &mut OpenFile,
) -> Result<Option<String>, CliError> {
    let (Some(at), now) = (loaded.own_seat(ctx)?, ctx.now()) else { return Ok(None) };
    let dropped = ctx.desk()?.drop_impossible(loaded, at, now)?;
    Ok(dropped.map(|(moves, why)| {
        format!("dropped your planned {moves}, because it isn't possible: {why}.")
    }))
}
