//! Turns that were signed but are missing in their file, after a crash or because the user restored
//! an older file. pbem writes them as they were signed, byte for byte, and never makes a second
//! version.

use std::path::Path;

use pbem::turnfile::Turn;
use serde_json::{Value, json};

use super::context::Context;
use super::failure::{CliError, CliErrorKind};
use super::game_file::{OpenFile, holds};
use super::notices::lock;
use super::report::{Report, place};
use super::sign;

/// Writes the turn that was signed before.
pub(super) fn finish(ctx: &mut Context, laid: &mut OpenFile) -> Result<Report, CliError> {
    let mut report = Report::default();
    let number = laid.game.standing.turns();
    let Some(turn) = laid.game.file.turns.last().cloned() else {
        return Err(CliError::not_now(CliErrorKind::NoTurn, "there is no turn to write."));
    };
    report
        .row("Finished", format!("turn {number} ({}), which you signed earlier", in_short(&turn)));
    laid.find_place(ctx)?;
    laid.tell_left(&mut report);
    let written = laid
        .path
        .as_ref()
        .map(|path| sign::write_newest(ctx, path, &laid.game.file))
        .transpose()?;
    if written.is_none() {
        report.file = Some(laid.game.file.write());
    }
    laid.keep(ctx)?;
    report.row(
        "Wrote",
        written.as_ref().map_or_else(|| "to standard output".to_owned(), |path| ctx.shown(path)),
    );
    report.then(sign::hand_on(ctx, laid, &laid.file_name()));
    report.signed = Some(laid.name());
    report.json = signed_json(laid, &turn, written.as_deref());
    Ok(report)
}

fn signed_json(laid: &OpenFile, turn: &Turn, file: Option<&Path>) -> Value {
    let mail = sign::mail_to(laid);
    json!({
        "schema": "pbem-turn/1", "file": file.map(place),
        "id": laid.game.standing.id.to_string(), "name": laid.name(), "number": turn.number,
        "seat": turn.seat,
        "answer": turn.answer, "move": turn.moves, "dropped": null, "mail_to": mail.to,
        "cc": mail.cc,
        "over": laid.game.standing.due.is_none(), "finished": true,
    })
}

/// The report if the signed turn is already in its file, so there is nothing to write: the user
/// named an older copy.
pub(super) fn done(ctx: &Context, laid: &OpenFile) -> Option<Report> {
    let turn = laid.game.file.turns.last()?;
    let record = laid.records.iter().find(|record| record.seat() == turn.seat)?;
    let path = Path::new(record.path.as_deref()?);
    if !holds(path, &record.newest()?.chain) {
        return None;
    }
    let mut report = Report::new(signed_json(laid, turn, Some(path)));
    let (name, number) = (laid.name(), turn.number);
    report.say(format!(
        "You have already signed turn {number} of {name} ({}). It is in {}. Nothing was written.",
        in_short(turn),
        ctx.shown(path)
    ));
    if laid.was_mailed(turn) == Some(false) {
        report.then(format!("pbem send {name}      if you haven't mailed it"));
        report.signed = Some(name);
    } else {
        report.then(format!("pbem show {name}"));
    }
    Some(report)
}

/// The error if the user typed a different turn than the signed one.
pub(super) fn signed_already(
    ctx: &Context,
    laid: &OpenFile,
    called: &str,
    command: &str,
) -> CliError {
    if let Some(reason) = lock(ctx, laid) {
        return reason.into();
    }
    let number = laid.game.standing.turns();
    let what = laid.game.file.turns.last().map(in_short).unwrap_or_default();
    let name = laid.name();
    let message = format!(
        "you have already signed turn {number}: {what}. {called} doesn't have it yet.\nOnly one \
            version of turn {number} can count. Nothing was written."
    );
    CliError::not_now(CliErrorKind::Signed, message)
        .then(format!("{command}      write the signed turn"))
        .then(format!("pbem undo {name} --not-mailed      if you haven't mailed it"))
}

/// A turn in a few words.
fn in_short(turn: &Turn) -> String {
    match turn {
        turn if !turn.moves.is_empty() => turn.moves.join("; "),
        turn if !turn.setup.is_empty() => "your setup".to_owned(),
        turn if !turn.reveal.is_empty() => "your reveal".to_owned(),
        _ => "your answer".to_owned(),
    }
}
