//! `pbem undo`: take back a turn that hasn't been mailed.

use std::path::Path;

use clap::Args;
use pbem::desk::{DeskError, Forbidden, StaleKind};
use pbem::table::Expects;
use pbem::turnfile::{self, Bytes32};
use serde::Serialize;

use crate::cli::context::Context;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::game_file::{OpenFile, read_file};
use crate::cli::games_dir::{self, digits, drafts};
use crate::cli::next::Next;
use crate::cli::prompt::{ask, can_ask, is_yes};
use crate::cli::receiving::mail;
use crate::cli::report::{Report, quoted};
use crate::cli::turn_words;

/// Take back your last turn, if you haven't mailed it yet
#[derive(Args, Debug, Default)]
#[command(after_help = "\
Don't take back a turn that you have mailed: your opponent would have two
versions of the turn, and the one that your opponent answered would count. If
pbem can't tell whether you mailed the turn, it asks you.

Examples:
  pbem undo cd-bob
  pbem undo cd-bob --not-mailed  # confirm that the turn was never mailed")]
pub(crate) struct UndoArgs {
    /// Name of the game, or its file; optional if pbem can tell which game you mean
    #[arg(default_value = "", hide_default_value = true)]
    pub game: String,
    /// Confirm that you haven't mailed the turn
    #[arg(long)]
    pub not_mailed: bool,
    /// Today's date, to confirm that your clock is right. Needed to take back a turn dated more
    /// than a day ahead of your clock
    #[arg(long, value_name = "YYYY-MM-DD")]
    pub today: Option<chrono::NaiveDate>,
}

/// Runs `pbem undo`.
pub(crate) fn run(ctx: &mut Context, args: &UndoArgs) -> Result<Report, CliError> {
    match OpenFile::open(ctx, &args.game) {
        Err(failure) if failure.kind == CliErrorKind::TakenBack => {
            nothing_left(ctx, &args.game, failure)
        }
        loaded => undo(ctx, loaded?, args),
    }
}

/// Undoes the last turn of a game.
pub(crate) fn undo(
    ctx: &mut Context,
    mut loaded: OpenFile,
    args: &UndoArgs,
) -> Result<Report, CliError> {
    if loaded.stale.as_ref().is_some_and(|stale| stale.behind == StaleKind::TakenBack) {
        return finish(ctx, &mut loaded);
    }
    let mail = mail::read_if_possible(ctx);
    let name = loaded.name();
    let mut loaded = mail.renew(ctx, Some(loaded), &name)?;
    if let Some(arrived) = mail.in_game(&name) {
        return Err(mail::answered(&loaded, arrived, "Nothing was taken back."));
    }
    let result = take_back(ctx, &mut loaded, args);
    mail.with_news(result)
}

fn take_back(
    ctx: &mut Context,
    loaded: &mut OpenFile,
    args: &UndoArgs,
) -> Result<Report, CliError> {
    let at = own_turn(ctx, loaded)?;
    let number = loaded.may_undo(at).map_err(|reason| stands(loaded, reason))?.number;
    if loaded.records[at].yielded_claim().is_some() {
        return claim(ctx, loaded, at, args.not_mailed);
    }
    let turn = loaded
        .game
        .file
        .turns
        .last()
        .cloned()
        .ok_or_else(|| CliError::not_now(CliErrorKind::Nothing, "nothing to undo."))?;
    let what = match turn.moves.as_slice() {
        [] if turn.setup.is_empty() => "your answer".to_owned(),
        [] => "your setup".to_owned(),
        moves => moves.join("; "),
    };
    let name = loaded.name();
    if loaded.dated_ahead {
        confirm_today(ctx, &turn, args.today, &name)?;
    } else if !args.not_mailed {
        confirm_unsent(ctx, &name, number, &what)?;
    }
    loaded.find_place(ctx)?;
    let staged = ctx.desk()?.undo(loaded, at)?;
    let undone = ctx.keep(staged)?;
    let mut report = took_back(&name, number, false);
    report.say(format!(
        "Took back turn {number} ({what}). If you haven't sent it, no one will know."
    ));
    if undone.offers {
        report.say(format!(
            "You will still offer a draw with your next turn. To cancel: pbem offer {name} --cancel"
        ));
    }
    write_before(ctx, loaded, number, undone.before, &mut report)?;
    for draft in drafts(ctx, loaded, number) {
        let draft = ctx.shown(&draft);
        report.row("Draft", format!("{draft}      delete it: it has the turn that you took back"));
    }
    Ok(report)
}

/// Returns the error for a turn that the user can't take back.
fn stands(loaded: &OpenFile, reason: DeskError) -> CliError {
    let name = loaded.name();
    let is_invitation = matches!(reason, DeskError::Forbidden(Forbidden::Mailed { number: 1 }));
    let next = if is_invitation && loaded.game.standing.expects == Expects::Join {
        Next::command(format!("pbem decline {name}")).why("withdraw your invitation")
    } else {
        Next::command(format!("pbem show {name}"))
    };
    CliError::from(reason).then(next)
}

/// Writes the file as it was before turn `number`. Removes the file if that turn was the only turn.
fn write_before(
    ctx: &mut Context,
    loaded: &OpenFile,
    number: u32,
    before: Option<String>,
    report: &mut Report,
) -> Result<(), CliError> {
    let name = loaded.name();
    match (&loaded.target.path, before) {
        (Some(path), Some(text)) => {
            let (id, before) = (loaded.game.standing.id.0, number.saturating_sub(1));
            ctx.writer().write_game(path, &text, &id, before)?;
            loaded.target.add_notes(report);
            report.row("Wrote", format!("{}      turn {}", ctx.shown(path), number - 1));
            report.then(next_command(ctx, loaded, path, number)?);
        }
        (Some(path), None) => {
            *report = Report::new(std::mem::take(&mut report.json));
            report.say(format!("Undid {name}. You haven't sent it, so the game no longer exists."));
            remove(ctx, report, path, &loaded.game.standing.id.0);
            report.then(Next::command("pbem new").why("start another game"));
        }
        (None, _) => {}
    }
    Ok(())
}

/// Returns the command to continue with after turn `number` was undone. Digits of the id find a
/// game only in the games folder, so for a file in any other folder the command names the file.
fn next_command(
    ctx: &mut Context,
    loaded: &OpenFile,
    path: &Path,
    number: u32,
) -> Result<Next, CliError> {
    if number > 2 {
        return Ok(Next::command(format!("pbem show {}", loaded.name())));
    }
    let is_among_games = games_dir::GamesDir::of(ctx)?.folders().next() == path.parent();
    let file = || quoted(&ctx.shown(path));
    let word = if is_among_games { digits(&loaded.game.standing.id) } else { file() };
    Ok(Next::command(format!("pbem join {word}")))
}

/// Undoes a claim by the user that no longer counts, because another turn counts instead.
fn claim(
    ctx: &mut Context,
    loaded: &mut OpenFile,
    at: usize,
    not_mailed: bool,
) -> Result<Report, CliError> {
    let (name, what) = (loaded.name(), "your claim");
    let number = loaded.may_undo(at)?.number;
    if !not_mailed {
        confirm_unsent(ctx, &name, number, what)?;
    }
    loaded.find_place(ctx)?;
    let staged = ctx.desk()?.undo(loaded, at)?;
    ctx.keep(staged)?;
    if let Some(path) = loaded.target.path.clone() {
        turn_words::write_newest(ctx, &path, &loaded.game.file)?;
    }
    let mut report = took_back(&name, number, false);
    report.say("Took back your claim. The game continues.");
    report.then(Next::command(format!("pbem show {name}")));
    Ok(report)
}

/// Asks the user to confirm today's date. A turn dated in the future can be undone even if it was
/// mailed, because no player accepts it. But if the clock is wrong now, rather than when the turn
/// was signed, another player may have accepted the turn.
fn confirm_today(
    ctx: &mut Context,
    turn: &turnfile::Turn,
    typed_date: Option<chrono::NaiveDate>,
    name: &str,
) -> Result<(), CliError> {
    let zone = ctx.around.zone;
    let today = zone.calendar_day(ctx.now());
    let sent = zone.date_with_year(turn.sent);
    let confirmed = match typed_date {
        Some(typed_date) => typed_date == today,
        None if can_ask(ctx) => {
            let question = format!(
                "Your turn {} is dated {sent}. Is today {}? [y/N] ",
                turn.number,
                today.format("%-d %b %Y")
            );
            is_yes(&ask(ctx, question)?)
        }
        None => false,
    };
    if confirmed {
        return Ok(());
    }
    let message = format!(
        "turn {} is dated {sent}, which is in the future according to your clock. If the clock is \
            correct now, no player could have accepted this turn, and you can take it back even if \
            you mailed it.",
        turn.number
    );
    Err(CliError::not_now(CliErrorKind::Ask, message).then(
        Next::command(format!("pbem undo {name} --today {today}")).why("if today is that date"),
    ))
}

/// Asks the user at the terminal to confirm that the turn hasn't been sent. Fails without a
/// terminal, or if the user doesn't confirm it.
fn confirm_unsent(ctx: &mut Context, name: &str, number: u32, what: &str) -> Result<(), CliError> {
    if !can_ask(ctx) {
        let message = format!(
            "have you sent turn {number} ({what}) by mail or chat?\nIf so, don't take it back: \
                once an opponent answers the turn, it counts, no matter what you sign instead."
        );
        let undo = Next::command(format!("pbem undo {name} --not-mailed"));
        return Err(
            CliError::not_now(CliErrorKind::Ask, message).then(undo.why("if you never sent it"))
        );
    }
    let question =
        format!("Take back turn {number} ({what})? Only do this if you haven't sent it. [y/N] ");
    if is_yes(&ask(ctx, question)?) {
        return Ok(());
    }
    Err(CliError::not_now(CliErrorKind::Ask, "Canceled. Nothing was taken back."))
}

/// Returns the index of the user's seat that signed the last turn. If another player signed it, or
/// if the user named a seat, returns the user's seat for this command.
fn own_turn(ctx: &Context, loaded: &OpenFile) -> Result<usize, CliError> {
    let last = loaded.game.file.turns.last().map(|turn| turn.seat.as_str());
    match loaded.records.iter().position(|record| Some(record.seat()) == last) {
        Some(at) if ctx.global.as_name.is_none() => Ok(at),
        _ => loaded.require_seat(ctx),
    }
}

/// Completes the undo of a turn that is still in the file, but no longer in the vault.
fn finish(ctx: &mut Context, loaded: &mut OpenFile) -> Result<Report, CliError> {
    let number = loaded.game.standing.turns();
    let name = loaded.name();
    let mut report = took_back(&name, number + 1, true);
    report.line(format!(
        "You had already undone turn {}; pbem has now removed it from the file as well.",
        number + 1
    ));
    loaded.find_place(ctx)?;
    loaded.target.add_notes(&mut report);
    if let Some(path) = &loaded.target.path {
        let written = turn_words::write_newest(ctx, path, &loaded.game.file)?;
        report.row("Wrote", format!("{}      turn {number}", ctx.shown(&written)));
    }
    report.then(Next::command(format!("pbem show {name}")));
    Ok(report)
}

/// Handles a game whose turns were all undone by an earlier command. The game's file may still
/// exist.
fn nothing_left(ctx: &Context, game: &str, failure: CliError) -> Result<Report, CliError> {
    let path = ctx.path(game);
    let reading = read_file(&path, game).ok().and_then(|bytes| turnfile::read(&bytes).file);
    let Some(file) = reading else { return Err(failure) };
    let mut report = took_back(game, 1, true);
    report.line("You have already undone this game.");
    if let [first] = file.turns.as_slice() {
        ctx.writer().guard.has_read([first.hash()]);
    }
    remove(ctx, &mut report, &path, &file.game.id());
    report.then(Next::command("pbem new").why("start another game"));
    Ok(report)
}

#[derive(Serialize)]
struct UndoneJson<'a> {
    name: &'a str,
    number: u32,
    /// Whether an earlier command has removed the turn from the vault, so that only the file
    /// changes now.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    finished: bool,
}

fn took_back(name: &str, number: u32, finished: bool) -> Report {
    Report::of("pbem-undo/1", &UndoneJson { name, number, finished })
}

/// Removes the file of an undone game if the file contains nothing else.
fn remove(ctx: &Context, report: &mut Report, path: &Path, game: &Bytes32) {
    if path.symlink_metadata().is_err() {
        return;
    }
    let removed = ctx.writer().guard.may_write(path, game).map(|()| std::fs::remove_file(path));
    match removed {
        Ok(Ok(())) => report.row("Removed", ctx.shown(path)),
        _ => report.warnings.push(format!(
            "{} still contains the game that you undid: don't mail it.",
            ctx.shown(path)
        )),
    }
}
