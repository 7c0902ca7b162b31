//! `pbem page`: save the web page, for friends who have only a browser.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use serde_json::Value;

use crate::cli::context::Context;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::game_file::exists;
use crate::cli::next::Next;
use crate::cli::report::{Report, place};

/// The page, if this program was built with it.
#[cfg(feature = "page")]
const PAGE: Option<&str> =
    Some(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/target/page/pbem.html")));
#[cfg(not(feature = "page"))]
const PAGE: Option<&str> = None;

/// Save pbem as a web page, for friends who don't have pbem
#[derive(Args, Debug)]
#[command(after_help = "\
The page is one file that works offline: no server, no account. Each player's
secrets stay in that player's browser. Put the page on a web server, or send it
to your friends. With `pbem config page-url URL`, your invitations link to the
page.

Examples:
  pbem page pbem.html")]
pub(crate) struct Page {
    /// File to write
    pub file: PathBuf,
}

/// Runs `pbem page`.
pub(crate) fn run(ctx: &mut Context, args: &Page) -> Result<Report, CliError> {
    let Some(page) = PAGE else {
        let message = "this pbem was built without the web page.";
        let place =
            ctx.config()?.page_url().map(|page| Next::advice(format!("the page is at {page}")));
        return Err(place
            .into_iter()
            .fold(CliError::not_now(CliErrorKind::NotHere, message), CliError::then)
            .then(Next::advice(
                "to include it: page/build.sh, then cargo install --path . --features page",
            )));
    };
    let path = ctx.path(args.file.clone());
    if path.symlink_metadata().is_ok() {
        return Err(exists(&path));
    }
    ctx.writer().write_new(&path, page)?;
    let written = PageJson { file: place(&path), bytes: page.len() };
    let mut report = Report::of("pbem-page/1", &written);
    report.row("Wrote", format!("{}      open it in any browser", ctx.shown(&path)));
    report.then(Next::advice("put it on a web server, then  pbem config page-url ADDRESS"));
    Ok(report)
}

#[derive(Serialize)]
struct PageJson {
    file: Value,
    bytes: usize,
}
