//! `pbem copy`: write a new copy of the latest turn file.

use std::path::{Path, PathBuf};

use clap::Args;
use pbem::service::Recipients;
use serde::Serialize;
use serde_json::Value;

use crate::cli::chat_text::{self, ChatText};
use crate::cli::context::Context;
use crate::cli::failure::CliError;
use crate::cli::game_file::{OpenFile, exists, read_file, remembered};
use crate::cli::next::Next;
use crate::cli::report::{Report, object, place, quoted};
use crate::cli::{clipboard, turn_words};
use crate::disk::{DiskError, OverwriteDenied};

/// Write a new copy of a game's latest turn file, or print the game's latest turns as text
#[derive(Args, Debug)]
#[command(after_help = "\
With --turn, pbem prints the latest turns as text for a chat. Your opponent runs
`pbem paste`, and pastes the text when pbem asks for it. pbem splits text of
more than 1,900 characters, such as an invitation, into numbered parts: send
each part as a separate message. With --clipboard, pbem copies one part at a
time, by default the first.

Examples:
  pbem copy cd-bob game.toml
  pbem copy cd-bob -       # write the file to standard output
  pbem copy cd-bob --turn  # print your turn as text for a chat
  pbem copy cd-bob --turn --clipboard
  pbem copy cd-bob --turn --clipboard --part 2")]
pub(crate) struct Copy {
    /// Name of the game, or its file; optional if pbem can tell which game you mean
    #[arg(default_value = "", hide_default_value = true)]
    pub game: String,
    /// File to write, or `-` for standard output
    pub file: Option<PathBuf>,
    /// Print only the turns that the next player needs, as text
    #[arg(long, conflicts_with = "file")]
    pub turn: bool,
    /// Copy to the clipboard, with the program set by `pbem config clipboard PROGRAM`; if there is
    /// none, pbem asks your terminal to do it
    #[arg(long, conflicts_with = "file")]
    pub clipboard: bool,
    /// Number of the part to copy to the clipboard, if the text is split into parts
    #[arg(long, value_name = "N", requires = "turn", requires = "clipboard")]
    pub part: Option<usize>,
}

/// Runs `pbem copy`.
pub(crate) fn run(ctx: &mut Context, args: &Copy) -> Result<Report, CliError> {
    if args.file.is_none() && !args.turn && !args.clipboard {
        return Err(CliError::usage("which file should pbem write?")
            .then(Next::command(format!("pbem copy {} FILE", quoted(&args.game))))
            .then(
                Next::command(format!("pbem copy {} --turn", quoted(&args.game)))
                    .why("print your turn for a chat"),
            ));
    }
    let mut loaded = OpenFile::open(ctx, &args.game)?;
    let at = loaded.require_seat(ctx)?;
    let (mut report, mut json) = if args.turn {
        turns(ctx, &mut loaded, args.part.or(args.clipboard.then_some(1)))?
    } else {
        whole(ctx, loaded, at, args.file.as_deref())?
    };
    if let Some(text) = report.file.take_if(|_| args.clipboard) {
        clipboard::put(ctx, &mut report, &text)?;
        json.clipboard = true;
    }
    report.json = object("pbem-copy/1", &json);
    Ok(report)
}

/// The schema `pbem-copy/1`.
#[derive(Default, Serialize)]
struct CopyJson {
    file: Option<Value>,
    id: String,
    number: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    turns: Option<usize>,
    mail_to: Vec<String>,
    cc: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    copies_to: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    messages: Vec<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    clipboard: bool,
}

impl CopyJson {
    fn of(game: &OpenFile) -> Self {
        let standing = &game.game.standing;
        let (id, number) = (standing.id.to_string(), standing.turns());
        let copies_to = Recipients::of(game).copies;
        CopyJson { id, number, copies_to, ..CopyJson::default() }
    }
}

/// Returns the turns that the player to move doesn't have yet, as text.
fn turns(
    ctx: &mut Context,
    loaded: &mut OpenFile,
    part: Option<usize>,
) -> Result<(Report, CopyJson), CliError> {
    let ChatText { text, next, messages, turns, recipients } = chat_text::turns(ctx, loaded, part)?;
    let Recipients { to: mail_to, cc, .. } = recipients;
    let json = CopyJson { turns: Some(turns), mail_to, cc, messages, ..CopyJson::of(loaded) };
    Ok((Report { file: Some(text), next, ..Report::default() }, json))
}

/// Writes the latest file. Without a path, or for `-`, puts the file into the report instead.
fn whole(
    ctx: &mut Context,
    mut loaded: OpenFile,
    at: usize,
    file: Option<&Path>,
) -> Result<(Report, CopyJson), CliError> {
    let written = match file.filter(|file| file.as_os_str() != "-") {
        None => None,
        Some(file) => {
            let path = write_target(ctx, &mut loaded, file)?;
            Some(turn_words::write_newest(ctx, &path, &loaded.game.file)?)
        }
    };
    // The written file is the game's file from now on.
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
        Some(last) if last.seat == me => "by you".to_owned(),
        Some(last) => format!("by {}", last.seat),
        None => "none".to_owned(),
    };
    let mut report = Report::default();
    let copy = format!("your latest copy of {}", loaded.name());
    report.line(match &written {
        Some(path) => format!("Wrote {}: {copy}, turn {turn}, {whose}.", ctx.shown(path)),
        None if file.is_some() => {
            format!("Wrote {copy} to standard output: turn {turn}, {whose}.")
        }
        None => format!("Copied {copy} to the clipboard: turn {turn}, {whose}."),
    });
    if let Some(due) = standing.due.filter(|due| standing.names.of(*due) != me) {
        report.line(format!("pbem hasn't received an answer from {} yet.", standing.names.of(due)));
    }
    let mail = Recipients::of(&loaded);
    if loaded.has_people() && standing.due.is_none_or(|due| standing.names.of(due) != me) {
        report.then(Next::advice(format!(
            "{}, if an email was lost",
            turn_words::mail_words(&mail, &loaded.file_name())
        )));
    } else {
        report.then(Next::command(format!("pbem show {}", loaded.name())));
    }
    if written.is_none() {
        report.file = Some(loaded.game.file.write());
    }
    let Recipients { to: mail_to, cc, .. } = mail;
    let file = written.as_deref().map(place);
    Ok((report, CopyJson { file, mail_to, cc, ..CopyJson::of(&loaded) }))
}

/// Checks that an existing file can be overwritten: it must be a copy of the same game. Reads any
/// turns that only this file has.
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
        let elsewhere = Next::command(format!("pbem copy {name} FILE"));
        let elsewhere = elsewhere.why("write your copy to a new file");
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
