//! A message as a file that a mail program opens.

use std::path::{Path, PathBuf};

use crate::cli::context::Context;
use crate::cli::failure::CliError;
use crate::cli::report::Report;
use crate::cli::sign;

/// `spy-5ecb-turn7-2.eml`: a name that nothing has yet. An earlier draft may have been written in.
fn another(path: &Path) -> Option<PathBuf> {
    let stem = path.file_stem()?.to_string_lossy().into_owned();
    let names = (2..=MOST_DRAFTS).map(|number| path.with_file_name(format!("{stem}-{number}.eml")));
    names.into_iter().find(|path| path.symlink_metadata().is_err())
}

/// How many drafts of one turn there may be.
const MOST_DRAFTS: u32 = 99;

/// Writes the draft, and says what to do with it.
pub(super) fn draft(
    ctx: &Context,
    report: &mut Report,
    path: &Path,
    named: bool,
    bytes: &[u8],
) -> Result<(), CliError> {
    let text = String::from_utf8_lossy(bytes);
    let (writer, taken) = (ctx.writer(), path.symlink_metadata().is_ok());
    let path = match () {
        () if !taken => path.to_owned(),
        () if named => return Err(sign::exists(path)),
        () => another(path).ok_or_else(|| sign::exists(path))?,
    };
    writer.write_new(&path, &text)?;
    report.row("Wrote", format!("{}      a draft, not sent yet", ctx.shown(&path)));
    report.then("open it in your mail program (Thunderbird, Apple Mail, Outlook), and send it");
    Ok(())
}
