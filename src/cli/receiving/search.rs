//! Searches the places where `receive` looks.

use pbem::letters::Search;

use super::ReceiveRequest;
use crate::cli::context::Context;
use crate::cli::failure::CliError;
use crate::cli::mail_folders::{Mailbag, SearchResult, known_chains};
use crate::cli::mail_search::look_into;
use crate::cli::progress_bar::Bar;
use crate::post::is_maildir;

/// Searches the named files, or the mail folders. Closes the vault first, so that other commands
/// don't wait for a slow disk or a large mailbox.
pub(super) fn look(ctx: &mut Context, request: &ReceiveRequest) -> Result<SearchResult, CliError> {
    let bar = Bar::of(ctx, "Looking", request.quiet);
    let mut progress = |_: &mut Search, done, of| bar.tell(done, of);
    if request.from.is_empty() {
        let bag = Mailbag::of(ctx)?;
        ctx.close_vault();
        return bag.search(&mut progress);
    }
    let mut search = Search::default();
    search.chains = known_chains(ctx)?;
    ctx.close_vault();
    for from in &request.from {
        search.own_mailbox = is_maildir(&ctx.path(from));
        look_into(ctx, &mut search, from, &mut progress)?;
    }
    Ok(SearchResult { search, ..SearchResult::default() })
}

/// Searches text in memory.
pub(super) fn look_through(ctx: &mut Context, text: &[u8]) -> Result<Search, CliError> {
    let mut search = Search::default();
    search.chains = known_chains(ctx)?;
    let mut look = search.look("the pasted text");
    text.split_inclusive(|byte| *byte == b'\n').for_each(|line| look.line(line));
    look.end();
    Ok(search)
}
