//! `pbem copy`: write the latest file again.

use std::path::{Path, PathBuf};

use clap::Args;
use pbem::desk::TurnExcerpt;
use pbem::service::Recipients;
use serde_json::json;

use crate::cli::context::Context;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::game_file::{OpenFile, exists, read_file, remembered};
use crate::cli::report::{Report, place, quoted};
use crate::cli::{clipboard, turn_words};
use crate::disk::{DiskError, OverwriteDenied};

/// Write the latest file of a game again, or its latest turns as text
#[derive(Args, Debug)]
#[command(after_help = "\
With --turn it prints the latest turns as text for a chat. Your opponent runs
pbem paste and pastes it in. Text of more than 1,900 characters, such as an
invitation, is split into numbered parts: send each part as a message.
With --clipboard, pbem copies one part at a time, by default the first.

Examples:
  pbem copy cd-bob game.toml
  pbem copy cd-bob -          write it to standard output
  pbem copy cd-bob --turn     print your turn as text for a chat
  pbem copy cd-bob --turn --clipboard
  pbem copy cd-bob --turn --clipboard --part 2")]
pub(crate) struct Copy {
    /// Name of the game, or its file; optional if only one game fits
    #[arg(default_value = "", hide_default_value = true)]
    pub game: String,
    /// File to write, or `-` for standard output
    pub file: Option<PathBuf>,
    /// Print only the turns that the next player needs, as text
    #[arg(long, conflicts_with = "file")]
    pub turn: bool,
    /// Copy to the clipboard, through the terminal or `pbem config clipboard PROGRAM`
    #[arg(long, conflicts_with = "file")]
    pub clipboard: bool,
    /// Part of a long text to copy to the clipboard
    #[arg(long, value_name = "N", requires = "turn", requires = "clipboard")]
    pub part: Option<usize>,
}

/// Runs `pbem copy`.
pub(crate) fn run(ctx: &mut Context, args: &Copy) -> Result<Report, CliError> {
    if args.file.is_none() && !args.turn && !args.clipboard {
        return Err(CliError::usage("which file should pbem write?")
            .then(format!("pbem copy {} FILE", quoted(&args.game)))
            .then(format!("pbem copy {} --turn      print it for a chat", quoted(&args.game))));
    }
    let mut loaded = OpenFile::open(ctx, &args.game)?;
    let at = loaded.require_seat(ctx)?;
    let mut report = if args.turn {
        turns(ctx, &mut loaded, args.part.or(args.clipboard.then_some(1)))?
    } else {
        whole(ctx, loaded, at, args.file.as_deref())?
    };
    if let Some(text) = report.file.take_if(|_| args.clipboard) {
        clipboard::put(ctx, &mut report, &text)?;
        if let Some(json) = report.json.as_object_mut() {
            json.insert("clipboard".to_owned(), json!(true));
        }
    }
    Ok(report)
}

/// Writes the latest file; without a path, or for `-`, returns it for standard output.
fn whole(
    ctx: &mut Context,
    mut loaded: OpenFile,
    at: usize,
    file: Option<&Path>,
) -> Result<Report, CliError> {
    let written = match file.filter(|file| file.as_os_str() != "-") {
        None => None,
        Some(file) => {
            let path = write_target(ctx, &mut loaded, file)?;
            Some(turn_words::write_newest(ctx, &path, &loaded.game.file)?)
        }
    };
    // This is the game's file from now on.
    if let Some(path) = &written {
        loaded.stale = None;
        loaded.target.path = Some(path.clone());
        loaded.loaded.place = remembered(Some(path));
    }
    loaded.keep(ctx)?;
    let standing = &loaded.game.standing;
    let me = loaded.records[at].seat();
    let (turn, last) = (standing.turns(), loaded.game.file.turns.last());
    let whose = match last {
        Some(last) if last.seat == me => "yours".to_owned(),
        Some(last) => format!("by {}", last.seat),
        None => "none".to_owned(),
    };
    let mut report = Report::default();
    let elsewhere = if file.is_some() { "standard output" } else { "the clipboard" };
    let called = written.as_ref().map_or_else(|| elsewhere.to_owned(), |path| ctx.shown(path));
    report.line(format!(
        "Wrote {called}: your latest copy of {}, turn {turn}, {whose}.",
        loaded.name()
    ));
    if let Some(due) = standing.due.filter(|due| standing.names.of(*due) != me) {
        report.line(format!("pbem hasn't received an answer from {} yet.", standing.names.of(due)));
    }
    let mail = Recipients::of(&loaded);
    if loaded.has_people() && standing.due.is_none_or(|due| standing.names.of(due) != me) {
        report.then(format!(
            "{}, if it was lost",
            turn_words::mail_words(&mail, &loaded.file_name())
        ));
    } else {
        report.then(format!("pbem show {}", loaded.name()));
    }
    report.json = json!({
        "schema": "pbem-copy/1", "file": written.as_deref().map(place),
        "id": standing.id.to_string(), "number": turn, "mail_to": mail.to, "cc": mail.cc,
    });
    if written.is_none() {
        report.file = Some(loaded.game.file.write());
    }
    Ok(report)
}

/// The turns that the player to move doesn't have yet, as text; if `part` is given, only that part.
pub(crate) fn turns(
    ctx: &mut Context,
    loaded: &mut OpenFile,
    part: Option<usize>,
) -> Result<Report, CliError> {
    may_copy_turns(loaded)?;
    let name = loaded.name();
    let standing = &loaded.game.standing;
    let new = loaded.new_turns();
    let Some(messages) = new.messages() else {
        let who = turn_words::list(&new.lacked_by);
        let message = format!("the turns that {who} needs are too long for a chat.");
        return Err(CliError::not_now(CliErrorKind::NotHere, message)
            .then(format!("pbem send {name}"))
            .then(format!("pbem copy {name} -")));
    };
    let TurnExcerpt { lacked_by, count, .. } = &new;
    let mut report = Report::new(json!({
        "schema": "pbem-copy/1", "file": null, "id": standing.id.to_string(),
        "number": standing.turns(), "turns": count, "mail_to": lacked_by, "cc": [],
        "messages": messages,
    }));
    let who = turn_words::list(lacked_by);
    let parts = messages.len();
    report.file = Some(match part {
        None => messages.join("\n"),
        Some(part) => {
            let no_such = || CliError::usage(format!("the text has {parts} parts, not {part}."));
            part.checked_sub(1).and_then(|at| messages.get(at)).cloned().ok_or_else(no_such)?
        }
    });
    match part {
        _ if parts == 1 => {
            report.then(format!("paste it into a chat with {who}, who types  pbem paste"));
        }
        None => report.then(format!(
            "send the {parts} parts to {who}, one per message. {who} types  pbem paste  and \
                pastes all of them, in any order"
        )),
        Some(part) => {
            report
                .then(format!("paste part {part} of {parts} into a chat with {who}, and send it"));
            report.then(match part + 1 {
                next if next > parts => {
                    format!("{who} types  pbem paste  and pastes all {parts} parts, in any order")
                }
                next => format!("pbem copy {name} --turn --clipboard --part {next}"),
            });
        }
    }
    // These turns can still be undone: only the player knows whether they were pasted.
    let given = loaded.last_own().map(|turn| turn.number);
    loaded.records.iter_mut().for_each(|record| record.given = given);
    loaded.keep(ctx)?;
    Ok(report)
}

/// Checks that the turns are for another player and can be sent.
fn may_copy_turns(loaded: &OpenFile) -> Result<(), CliError> {
    if loaded.is_mine() {
        let message = "it is your turn: make it first.";
        return Err(CliError::not_now(CliErrorKind::YourTurn, message)
            .then(format!("pbem show {}", loaded.name())));
    }
    Ok(loaded.may_send()?)
}

/// Checks that an existing file can be overwritten: only if it is a copy of the same game. Reads
/// any turns that only this file has.
fn write_target(
    ctx: &mut Context,
    loaded: &mut OpenFile,
    file: &Path,
) -> Result<PathBuf, CliError> {
    let path = ctx.path(file);
    let id = loaded.game.standing.id.0;
    if ctx.writer().guard.may_write(&path, &id) == Err(OverwriteDenied::Unread) {
        let bytes = read_file(&path, &ctx.shown(&path))?;
        loaded.keep(ctx)?;
        let name = loaded.name();
        let elsewhere = format!("pbem copy {name} FILE      write your copy to a new file");
        *loaded = OpenFile::load_bytes(ctx, &bytes, Some(path.clone()), &ctx.shown(&path))
            .map_err(|failure| failure.then(elsewhere))?
            .newest();
    }
    match ctx.writer().guard.may_write(&path, &id) {
        Ok(()) => Ok(path),
        Err(OverwriteDenied::Other) => Err(exists(&path)),
        Err(why) => Err(DiskError::Kept { path, why }.into()),
    }
}
