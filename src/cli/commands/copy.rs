//! `pbem copy`: write the newest file again.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::moves::own_seat;
use crate::cli::context::Context;
use crate::cli::failure::Failure;
use crate::cli::game_file::{GameFile, remembered};
use crate::cli::report::{Report, place};
use crate::cli::sign;
use crate::disk::{DiskError, Kept};

/// Write the newest file of a game again, if yours was lost or is old
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  pbem copy cd-bob game.toml
  pbem copy cd-bob -          writes it to standard output")]
pub(crate) struct Copy {
    /// The name of your game, or one of its files
    pub game: String,
    /// Where to write it, or `-` for standard output
    pub file: PathBuf,
}

/// Runs it.
pub(crate) fn run(ctx: &mut Context, args: &Copy) -> Result<Report, Failure> {
    let mut laid = GameFile::open(ctx, &args.game)?;
    let at = own_seat(ctx, &laid)?;
    let to_output = args.file.as_os_str() == "-";
    let written = if to_output {
        None
    } else {
        Some(sign::write_newest(ctx, &write_target(ctx, &laid, &args.file)?, &laid.game.file)?)
    };
    // From now on this is the file of the game.
    if let Some(path) = &written {
        laid.stale = None;
        laid.path = Some(path.clone());
        laid.laid.place = remembered(Some(path));
    }
    laid.keep(ctx)?;
    let standing = &laid.game.standing;
    let me = laid.records[at].seat();
    let (turn, last) = (standing.turns(), laid.game.file.turns.last());
    let whose = match last {
        Some(last) if last.seat == me => "yours".to_owned(),
        Some(last) => format!("by {}", last.seat),
        None => "none".to_owned(),
    };
    let mut report = Report::default();
    let called =
        written.as_ref().map_or_else(|| "standard output".to_owned(), |path| ctx.shown(path));
    report.line(format!("Wrote {called}: {} as you know it, turn {turn}, {whose}.", laid.name()));
    if let Some(due) = standing.due.filter(|due| standing.names.of(*due) != me) {
        report.line(format!(
            "{} has not answered yet, as far as is known here.",
            standing.names.of(due)
        ));
    }
    let mail = sign::mail_to(&laid);
    if standing.due.is_none_or(|due| standing.names.of(due) != me) {
        report.then(format!("{}, if it was lost", mail.words(&laid.file_name())));
    } else {
        report.then(format!("pbem show {}", laid.name()));
    }
    report.json = json!({
        "schema": "pbem-copy/1", "file": written.as_deref().map(place),
        "id": standing.id.to_string(), "number": turn, "mail_to": mail.to, "cc": mail.cc,
    });
    if to_output {
        report.file = Some(laid.game.file.write());
    }
    Ok(report)
}

/// A file that is there already may be overwritten only if it is a copy of this very game.
fn write_target(
    ctx: &Context,
    laid: &GameFile,
    file: &std::path::Path,
) -> Result<PathBuf, Failure> {
    let path = ctx.path(file);
    match ctx.writer().guard.may_write(&path, &laid.game.standing.id.0) {
        Ok(()) => Ok(path),
        Err(Kept::Other) => Err(sign::exists(&path)),
        Err(why) => Err(DiskError::Kept { path, why }.into()),
    }
}
