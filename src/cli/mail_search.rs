//! Searches the files, folders and messages that the user names.

use std::path::Path;

use pbem::letters::Search;

use crate::cli::context::Context;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::mail_folders::MOST;
use crate::cli::report::exit;
use crate::post::{self, Progress};

/// Maximum number of bytes of standard input, enough for a large mailbox.
const MOST_INPUT: u64 = 1 << 30;

/// Searches a named file or folder, or standard input.
pub(crate) fn look_into(
    ctx: &Context,
    search: &mut Search,
    from: &Path,
    progress: Progress<'_>,
) -> Result<(), CliError> {
    let path = ctx.path(from);
    let is_input = from.as_os_str() == "-";
    let source_name =
        if is_input { "standard input".to_owned() } else { from.display().to_string() };
    let result = if is_input {
        post::search_stream(
            search,
            &mut std::io::stdin().lock(),
            MOST_INPUT,
            &source_name,
            progress,
        )
    } else if path.is_dir() {
        let listing = post::list_files(&path, MOST);
        listing.map(|listing| post::search_listing(search, &listing, progress))
    } else if path.metadata().is_ok_and(|about| !about.is_file()) {
        // Don't read a device or a pipe, because its contents might never end.
        return Err(CliError::bad_file(
            CliErrorKind::Unreadable,
            format!("{source_name} is not a regular file."),
        ));
    } else {
        post::search_file(search, &path, &source_name, progress)
    };
    result.map_err(|error| {
        let message = format!("can't read {source_name}: {error}");
        CliError::new(exit::TROUBLE, CliErrorKind::Disk, message)
    })
}

/// Maximum number of warnings to print one by one. If there are more, a single warning gives their
/// number.
const MOST_WARNINGS: usize = 3;

/// Returns the warnings about files that pbem didn't read, merged into one line if there are many.
pub(crate) fn folded(left_out: &[String], verbose: bool) -> Vec<String> {
    match left_out {
        [first, ..] if left_out.len() > MOST_WARNINGS && !verbose => vec![format!(
            "pbem couldn't fully read {} messages or files, such as {first}. --verbose lists them",
            left_out.len()
        )],
        _ => left_out.to_vec(),
    }
}
