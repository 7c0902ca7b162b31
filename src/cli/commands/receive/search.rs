//! The places where `receive` looks, and their limits.

use std::path::Path;

use pbem::letters::Search;

use super::ReceiveArgs;
use super::bar::Bar;
use crate::cli::context::Context;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::mail_folders::{MOST, Mailbag, SearchResult, known_chains};
use crate::cli::report::exit;
use crate::post;

/// Maximum number of bytes of standard input, enough for a large mailbox.
const MOST_INPUT: u64 = 1 << 30;

/// Searches the named files, or the mail folders. The vault is closed in the meantime, so that
/// other commands don't wait for a slow disk or a large mailbox.
pub(super) fn look(ctx: &mut Context, args: &ReceiveArgs) -> Result<SearchResult, CliError> {
    let mut bar = Bar::of(ctx, args.quiet);
    let mut progress = |done, of| bar.tell(done, of);
    if args.from.is_empty() {
        let bag = Mailbag::of(ctx)?;
        ctx.close_vault();
        return bag.search(&mut progress);
    }
    let mut search = Search::default();
    search.chains = known_chains(ctx)?;
    ctx.close_vault();
    for from in &args.from {
        look_into(ctx, &mut search, from, &mut progress)?;
    }
    Ok(SearchResult { search, ..SearchResult::default() })
}

/// Searches a named file or folder, or standard input.
fn look_into(
    ctx: &Context,
    search: &mut Search,
    from: &Path,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<(), CliError> {
    let path = ctx.path(from);
    let looked = if from.as_os_str() == "-" {
        let (mut input, place) = (std::io::stdin().lock(), "standard input");
        post::search_stream(search, &mut input, MOST_INPUT, place, progress)
    } else if path.is_dir() {
        let listing = post::list_files(&path, MOST);
        listing.map(|listing| post::search_listing(search, &listing, progress))
    } else if path.metadata().is_ok_and(|about| !about.is_file()) {
        // Reading such a file might never end.
        return Err(CliError::bad_file(
            CliErrorKind::Unreadable,
            format!("{} is not a regular file.", from.display()),
        ));
    } else {
        post::search_file(search, &path, &from.display().to_string(), progress)
    };
    looked.map_err(|error| {
        let message = format!("can't read {}: {error}", from.display());
        CliError::new(exit::TROUBLE, CliErrorKind::Disk, message)
    })
}

/// Searches a text in memory.
pub(super) fn look_through(ctx: &mut Context, text: &[u8]) -> Result<Search, CliError> {
    let mut search = Search::default();
    search.chains = known_chains(ctx)?;
    let mut look = search.look("the pasted text");
    text.split_inclusive(|byte| *byte == b'\n').for_each(|line| look.line(line));
    look.end();
    Ok(search)
}

/// Above this number, warnings are merged into one with a count.
const MOST_WARNINGS: usize = 3;

/// The files that pbem didn't read, merged into one line if there are many.
pub(super) fn folded(left_out: &[String], verbose: bool) -> Vec<String> {
    match left_out {
        [first, ..] if left_out.len() > MOST_WARNINGS && !verbose => vec![format!(
            "pbem didn't read all of {} mails or files, such as {first}. --verbose lists them",
            left_out.len()
        )],
        _ => left_out.to_vec(),
    }
}
