//! Turns that were signed but are missing in their file, after a crash or because the user restored
//! an older file. pbem writes the signed bytes, and never makes a second
//! version.

use std::path::Path;

use pbem::service::Recipients;
use pbem::turnfile::Turn;
use serde_json::{Value, json};

use super::context::Context;
use super::failure::{CliError, CliErrorKind};
use super::game_file::{OpenFile, holds};
use super::notices::lock;
use super::report::{Report, place};
use super::sign;

/// Writes the turn that was signed before.
pub(super) fn finish(ctx: &mut Context, loaded: &mut OpenFile) -> Result<Report, CliError> {
    let mut report = Report::default();
    let number = loaded.game.standing.turns();
    let Some(turn) = loaded.game.file.turns.last().cloned() else {
        return Err(CliError::not_now(CliErrorKind::NoTurn, "there is no turn to write."));
    };
    report
        .row("Finished", format!("turn {number} ({}), which you signed earlier", in_short(&turn)));
    loaded.find_place(ctx)?;
    loaded.target.add_notes(&mut report);
    let written = loaded
        .target
        .path
        .as_ref()
        .map(|path| sign::write_newest(ctx, path, &loaded.game.file))
        .transpose()?;
    if written.is_none() {
        report.file = Some(loaded.game.file.write());
    }
    loaded.keep(ctx)?;
    report.row(
        "Wrote",
        written.as_ref().map_or_else(|| "to standard output".to_owned(), |path| ctx.shown(path)),
    );
    report.then(sign::hand_on(ctx, loaded, &loaded.file_name()));
    report.signed = Some(loaded.name());
    report.json = signed_json(loaded, &turn, written.as_deref());
    Ok(report)
}

fn signed_json(loaded: &OpenFile, turn: &Turn, file: Option<&Path>) -> Value {
    let mail = Recipients::of(loaded);
    json!({
        "schema": "pbem-turn/1", "file": file.map(place),
        "id": loaded.game.standing.id.to_string(), "name": loaded.name(), "number": turn.number,
        "seat": turn.seat,
        "answer": turn.answer, "move": turn.moves, "dropped": null, "mail_to": mail.to,
        "cc": mail.cc,
        "over": loaded.game.standing.due.is_none(), "finished": true,
    })
}

/// The report if the signed turn is already in its file, so there is nothing to write: the user
/// named an older copy.
pub(super) fn done(ctx: &Context, loaded: &OpenFile) -> Option<Report> {
    let turn = loaded.game.file.turns.last()?;
    let record = loaded.records.iter().find(|record| record.seat() == turn.seat)?;
    let path = Path::new(record.path.as_deref()?);
    if !holds(path, &record.newest()?.chain) {
        return None;
    }
    let mut report = Report::new(signed_json(loaded, turn, Some(path)));
    let (name, number) = (loaded.name(), turn.number);
    report.say(format!(
        "You have already signed turn {number} of {name} ({}). It is in {}. Nothing was written.",
        in_short(turn),
        ctx.shown(path)
    ));
    if loaded.was_mailed(turn) == Some(false) {
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
    loaded: &OpenFile,
    called: &str,
    command: &str,
) -> CliError {
    if let Some(reason) = lock(ctx, loaded) {
        return reason.into();
    }
    let number = loaded.game.standing.turns();
    let what = loaded.game.file.turns.last().map(in_short).unwrap_or_default();
    let name = loaded.name();
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
