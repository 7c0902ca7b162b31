//! The bots' answers in the report of a command.

use pbem::desk::Bots;
use pbem::service::{self, Recipients, ReplyError};
use pbem::table::{Expects, Intent};
use serde_json::json;

use super::context::Context;
use super::failure::{CliError, CliErrorKind};
use super::game_file::OpenFile;
use super::host::OnDisk;
use super::report::{Report, exit, place};
use super::sign;
use crate::cli::view::table;

/// Lets the bots of a game answer, and adds the result to the `report` of the player's turn.
pub(super) fn go_on(
    ctx: &mut Context,
    mut report: Report,
    mut loaded: OpenFile,
) -> Result<Report, CliError> {
    let Some(at) = (0..loaded.records.len()).find(|at| !loaded.records[*at].bots.is_empty()) else {
        return Ok(report);
    };
    let (mut host, game) = OnDisk::of(ctx, &mut loaded);
    let turns = service::reply(&mut host, game);
    let turns = turns.map_err(|error| stuck(error, &loaded.name()))?;
    if loaded.target.path.is_none() {
        report.file = Some(loaded.game.file.write());
    }
    report.exit = report.exit.max(sign::exit_code(&loaded));
    let mail = Recipients::of(&loaded);
    if let Some(json) = report.json.as_object_mut() {
        let standing = &loaded.game.standing;
        json.insert("bots".to_owned(), json!(turns));
        json.insert("turns".to_owned(), json!(standing.turns()));
        json.insert("over".to_owned(), json!(standing.expects == Expects::Over));
        json.insert("mail_to".to_owned(), json!(mail.to));
        json.insert("cc".to_owned(), json!(mail.cc));
    }
    report.next.clear();
    report.line("");
    table::after_turn(ctx, &mut report, &mut loaded, at)?;
    if !mail.is_empty() {
        let file = loaded.file_name();
        report.next.insert(0, sign::hand_on(ctx, &loaded, &file));
    }
    loaded.keep_if_possible(ctx);
    Ok(report)
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
        "schema": "pbem-turn/1", "file": loaded.target.path.as_deref().map(place),
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

/// The error for a bot that can't continue.
pub(super) fn stuck(error: ReplyError, game: &str) -> CliError {
    let (bot, error) = match error {
        ReplyError::Desk(error) => return error.into(),
        ReplyError::Stuck { bot, error } => (bot, error),
    };
    let failure = CliError::from(*error);
    let message = format!("the bot can't make its turn: {}", failure.message);
    let stuck = CliError { message, kind: CliErrorKind::Internal, exit: exit::TROUBLE, ..failure };
    stuck.then(format!("pbem move {game}      let {bot} try again"))
}

/// `bot (hard)` for each bot, for people.
pub(super) fn with_levels(bots: &Bots, seats: &[String]) -> Vec<String> {
    let called = |seat: &String| match bots.get(seat) {
        Some(level) => format!("{seat} ({level})"),
        None => seat.clone(),
    };
    seats.iter().map(called).collect()
}
