//! Where `receive` looks, and how far.

use std::path::Path;

use pbem::letters::Search;

use super::ReceiveArgs;
use super::bar::Bar;
use crate::cli::context::Context;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::mail_folders::{MOST, Mailbag, SearchResult, known_chains};
use crate::cli::report::exit;
use crate::post;

/// Most bytes of standard input that are read: a large mailbox.
const MOST_INPUT: u64 = 1 << 30;

/// Searches the files that were named, or the folders in which mail arrives. The vault is closed
/// meanwhile: other commands need not wait for a slow disk or a large mailbox.
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

/// Searches a file or a folder that was named, or standard input.
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
        // It may never come to an end.
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

/// Looks through a text that has been read.
pub(super) fn look_through(ctx: &mut Context, text: &[u8]) -> Result<Search, CliError> {
    let mut search = Search::default();
    search.chains = known_chains(ctx)?;
    let mut look = search.look("the pasted text");
    text.split_inclusive(|byte| *byte == b'\n').for_each(|line| look.line(line));
    look.end();
    Ok(search)
}

/// More warnings than these are one, with their count.
const MOST_WARNINGS: usize = 3;

/// What was not read, in one line where it would be many.
pub(super) fn folded(left_out: &[String], verbose: bool) -> Vec<String> {
    match left_out {
        [first, ..] if left_out.len() > MOST_WARNINGS && !verbose => vec![format!(
            "pbem didn't read all of {} mails or files, such as {first}. --verbose lists them",
            left_out.len()
        )],
        _ => left_out.to_vec(),
    }
}
