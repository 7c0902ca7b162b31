//! The bots. They have their own vault inside the user's vault, and make real turns in the command
//! of the person who plays against them.
//!
//! Each side stores its turn before writing the file, the bots first. If a kill interrupts this, it
//! is still the bot's move, or only the bot's vault has the turn. The next command continues, and
//! makes the same turn.

use std::path::PathBuf;

use pbem::desk::{Bots, DeskError, LoadedGame};
use pbem::rules::{Level, Seat};
use pbem::table::{Expects, Intent, TurnNews};
use pbem::turnfile::Header;
use serde_json::{Value, json};

use super::context::Context;
use super::failure::{CliError, CliErrorKind};
use super::game_file::OpenFile;
use super::report::{Report, exit, place};
use super::sign;
use crate::cli::view::table;

/// Maximum number of bot turns in one command.
const MOST_TURNS: usize = 64;

/// Puts the bots' key into a header, so that no one else can take their seats.
pub(super) fn seat_them(
    ctx: &mut Context,
    header: &mut Header,
    bots: &Bots,
) -> Result<(), CliError> {
    if bots.is_empty() {
        return Ok(());
    }
    let (desk, around) = ctx.bots()?;
    let staged = desk.establish(around)?;
    let key = desk.keep(staged)?;
    header.keys.extend(bots.keys().map(|seat| (seat.clone(), key)));
    Ok(())
}

/// Lets the bots of a game answer, and adds the result to the `report` of the player's turn.
pub(super) fn go_on(
    ctx: &mut Context,
    mut report: Report,
    loaded: OpenFile,
) -> Result<Report, CliError> {
    let Some(at) = (0..loaded.records.len()).find(|at| !loaded.records[*at].bots.is_empty()) else {
        return Ok(report);
    };
    let number = loaded.game.standing.turns();
    let mut loaded = answered(ctx, loaded)?;
    let news = loaded.game.table.news(number);
    if loaded.path.is_none() {
        report.file = Some(loaded.game.file.write());
    }
    report.exit = report.exit.max(sign::exit_code(&loaded));
    let mail = sign::mail_to(&loaded);
    if let Some(json) = report.json.as_object_mut() {
        let standing = &loaded.game.standing;
        json.insert("bots".to_owned(), told(&loaded, &news));
        json.insert("turns".to_owned(), json!(standing.turns()));
        json.insert("over".to_owned(), json!(standing.expects == Expects::Over));
        json.insert("mail_to".to_owned(), json!(mail.to));
        json.insert("cc".to_owned(), json!(mail.cc));
    }
    report.next.clear();
    report.line("");
    table::after_turn(ctx, &mut report, &mut loaded, at)?;
    if !(mail.to.is_empty() && mail.cc.is_empty()) {
        let file = loaded.file_name();
        report.next.insert(0, sign::hand_on(ctx, &loaded, &file));
    }
    loaded.keep_if_possible(ctx);
    Ok(report)
}

/// The bots' turns as JSON.
fn told(loaded: &OpenFile, news: &[TurnNews]) -> Value {
    let names = &loaded.game.standing.names;
    let turns = news
        .iter()
        .map(|news| json!({"turn": news.number, "seat": names.of(news.seat), "lines": news.lines}));
    turns.collect()
}

/// Answers for a bot after a command was interrupted. Doesn't play the typed move, because the
/// player hasn't seen the answer.
pub(super) fn take_up(
    ctx: &mut Context,
    loaded: OpenFile,
    intent: &Intent,
) -> Result<Report, CliError> {
    let typed = if let Intent::Move(typed) = intent { Some(typed.clone()) } else { None };
    let standing = &loaded.game.standing;
    let bot = standing.due_name().unwrap_or_default().to_owned();
    let mut report = Report::new(json!({
        "schema": "pbem-turn/1", "file": loaded.path.as_deref().map(place),
        "id": standing.id.to_string(), "name": loaded.name(), "number": standing.turns(),
        "seat": loaded.records.first().map(|record| record.seat().to_owned()),
        "answer": [], "move": [], "dropped": typed, "finished": true,
    }));
    report.row("Finished", format!("{bot} hadn't answered yet, and has answered now"));
    if let Some(typed) = typed {
        report.row("Dropped", format!("your {typed}: look at the answer first"));
    }
    go_on(ctx, report, loaded)
}

/// The game after all bots to move have made their turns.
fn answered(ctx: &mut Context, mut loaded: OpenFile) -> Result<OpenFile, CliError> {
    // A turn of a person has to arrive by mail, so stop there.
    if !loaded.bot_is_due() || loaded.game.standing.breach.is_some() {
        return Ok(loaded);
    }
    let answer = answer(ctx, &loaded)?;
    let turns = answer.game.standing.turns();
    let text = answer.game.file.write();
    loaded.find_place(ctx)?;
    if let Some(path) = &loaded.path {
        let id = loaded.game.standing.id.0;
        ctx.writer().write_game(path, &text, &id, turns)?;
    }
    let path: Option<PathBuf> = loaded.path.take();
    let called = loaded.name();
    let mut loaded = OpenFile::lay_out(ctx, text.as_bytes(), path, &called)?;
    loaded.find_place(ctx)?;
    loaded.keep(ctx)?;
    Ok(loaded)
}

/// The bots' own copy of the game, with their turns.
fn answer(ctx: &mut Context, person: &OpenFile) -> Result<LoadedGame, CliError> {
    let text = person.game.file.write();
    let now = ctx.now();
    let (desk, _) = ctx.bots()?;
    let mut loaded = desk.lay_out(text.as_bytes(), None, now).map_err(stuck)?;
    // The bots may have answered before a crash kept the turn out of the file.
    loaded.stale = None;
    desk.remember(&mut loaded).map_err(stuck)?;
    for _ in 0..MOST_TURNS {
        let due = loaded.game.standing.due_name().map(str::to_owned);
        let Some((due, level)) = due.and_then(|due| Some((due.clone(), person.bot(&due)?))) else {
            break;
        };
        loaded = turn(ctx, loaded, &due, level).map_err(|failure| {
            failure.then(format!("pbem move {}      let {due} try again", person.name()))
        })?;
    }
    Ok(loaded)
}

/// Makes a bot's turn and stores it.
fn turn(
    ctx: &mut Context,
    mut loaded: LoadedGame,
    due: &str,
    level: Level,
) -> Result<LoadedGame, CliError> {
    let now = ctx.now();
    let (desk, around) = ctx.bots()?;
    let mut seat = loaded.game.file.game.seat(due).unwrap_or(Seat::OPENER);
    if !loaded.game.standing.joined(seat) {
        seat = desk.seat_to_take(&mut loaded, Some(due), now).map_err(stuck)?;
    }
    let staged = desk.play_as_bot(&loaded, seat, level, now, around).map_err(stuck)?;
    Ok(desk.keep(staged).map_err(stuck)?.loaded)
}

/// The error for a bot that can't continue.
fn stuck(trouble: DeskError) -> CliError {
    let failure = CliError::from(trouble);
    let message = format!("the bot can't make its turn: {}", failure.message);
    CliError { message, kind: CliErrorKind::Internal, exit: exit::TROUBLE, ..failure }
}

/// `bot (hard)` for each bot, for people.
pub(super) fn with_levels(bots: &Bots, seats: &[String]) -> Vec<String> {
    let called = |seat: &String| match bots.get(seat) {
        Some(level) => format!("{seat} ({level})"),
        None => seat.clone(),
    };
    seats.iter().map(called).collect()
}
