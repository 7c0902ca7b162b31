//! Writes a message as a file that a mail program opens.

use std::path::{Path, PathBuf};

use crate::cli::context::Context;
use crate::cli::failure::CliError;
use crate::cli::game_file::exists;
use crate::cli::games_dir::free_name;
use crate::cli::next::Next;
use crate::cli::report::Report;
use crate::cli::turn_words::list;

/// Writes the draft and reports the next step. Names the earlier drafts of this turn, which
/// shouldn't be sent as well.
pub(super) fn draft(
    ctx: &Context,
    report: &mut Report,
    path: &Path,
    is_named: bool,
    earlier: &[PathBuf],
    bytes: &[u8],
) -> Result<(), CliError> {
    let text = String::from_utf8_lossy(bytes);
    // Don't overwrite an earlier draft of this turn, because the user may have edited it.
    let free = free_name(path).filter(|free| !is_named || free == path);
    let path = free.ok_or_else(|| exists(path))?;
    ctx.writer().write_new(&path, &text)?;
    report.row("Wrote", format!("{}      a draft, not sent yet", ctx.shown(&path)));
    let earlier: Vec<String> = earlier.iter().map(|path| ctx.shown(path)).collect();
    match earlier.as_slice() {
        [] => {}
        [one] => report.row("Note", format!("{one} is an older draft of this turn: delete it")),
        several => {
            let several = list(several);
            report.row("Note", format!("{several} are older drafts of this turn: delete them"));
        }
    }
    report.then(Next::advice(
        "open it in your mail program (Thunderbird, Apple Mail, Outlook), and send it",
    ));
    Ok(())
}
