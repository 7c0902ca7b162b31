//! A message as a file that a mail program opens.

use std::path::{Path, PathBuf};

use crate::cli::context::Context;
use crate::cli::failure::CliError;
use crate::cli::game_file::OpenFile;
use crate::cli::games_dir::free_name;
use crate::cli::report::Report;
use crate::cli::sign;

/// Where the draft of this turn is written, if no other place is named.
pub(super) fn place(ctx: &Context, laid: &OpenFile, turn: u32) -> PathBuf {
    let name = laid.name();
    let stem = name.strip_suffix(".toml").unwrap_or(&name);
    let folder = laid.path.as_ref().and_then(|path| path.parent());
    let folder = folder.map_or_else(|| ctx.path(""), Path::to_owned);
    folder.join(format!("{stem}-turn{turn}.eml"))
}

/// The drafts of this turn, in the order in which they were written.
pub(crate) fn drafts(ctx: &Context, laid: &OpenFile, turn: u32) -> Vec<PathBuf> {
    let first = place(ctx, laid, turn);
    let stem = first.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let later = (2..).map(|number| first.with_file_name(format!("{stem}-{number}.eml")));
    let all = std::iter::once(first.clone()).chain(later);
    all.take_while(|path| path.symlink_metadata().is_ok()).collect()
}

/// Writes the draft and reports the next step.
pub(super) fn draft(
    ctx: &Context,
    report: &mut Report,
    path: &Path,
    named: bool,
    bytes: &[u8],
) -> Result<(), CliError> {
    let text = String::from_utf8_lossy(bytes);
    // An earlier draft of this turn may have been edited.
    let free = free_name(path).filter(|free| !named || free == path);
    let path = free.ok_or_else(|| sign::exists(path))?;
    ctx.writer().write_new(&path, &text)?;
    report.row("Wrote", format!("{}      a draft, not sent yet", ctx.shown(&path)));
    report.then("open it in your mail program (Thunderbird, Apple Mail, Outlook), and send it");
    Ok(())
}
