//! Finds turn files in files, mailboxes and folders.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use chrono::DateTime;
use pbem::letters::{Bounds, MAX_MESSAGE, Search, printable};
use pbem::turnfile::Moment;

/// Maximum number of bytes of a line to read at once.
const CHUNK: usize = 64 * 1024;
/// Number of bytes of a stream to buffer in memory before using a file.
const IN_MEMORY: usize = 4 << 20;
/// Maximum length of a file name in a report, in characters.
const NAME: usize = 60;

/// Callback after each message of a search. Gets the results so far, the number of bytes or files
/// that have been searched, and the total number.
pub(crate) type Progress<'a> = &'a mut dyn FnMut(&mut Search, u64, u64);

/// Searches a stream for turn files, in the same way as a file. Buffers the stream first, because
/// the newest message of a mailbox comes last. Fails without searching if there are more than
/// `most` bytes.
pub(crate) fn search_stream(
    search: &mut Search,
    from: &mut dyn Read,
    most: u64,
    place: &str,
    progress: Progress<'_>,
) -> io::Result<()> {
    // The file has no name, so the system removes it, however the program ends.
    let mut put_by = tempfile::SpooledTempFile::new(IN_MEMORY);
    if io::copy(&mut from.take(most.saturating_add(1)), &mut put_by)? > most {
        let why = format!(
            "it is larger than {} MiB; save it to a file, then type  pbem receive FILE",
            most >> 20
        );
        return Err(io::Error::other(why));
    }
    newest_first(search, &mut put_by, place, progress)
}

/// Searches a file for turn files. The file can be a turn file itself, text that contains one, a
/// message, or an mbox mailbox. `place` names the file in reports.
pub(crate) fn search_file(
    search: &mut Search,
    path: &Path,
    place: &str,
    progress: Progress<'_>,
) -> io::Result<()> {
    newest_first(search, &mut File::open(path)?, place, progress)
}

/// Searches a mailbox, starting with the newest message, which comes last in the mailbox.
fn newest_first(
    search: &mut Search,
    from: &mut (impl Read + Seek),
    place: &str,
    progress: Progress<'_>,
) -> io::Result<()> {
    from.rewind()?;
    let (starts, length) = message_starts(from)?;
    let ends = starts.iter().skip(1).copied().chain([length]);
    let bounds: Vec<(u64, u64)> = starts.iter().copied().zip(ends).collect();
    for (start, end) in bounds.into_iter().rev() {
        from.seek(SeekFrom::Start(start))?;
        look_into(search, &mut from.by_ref().take(end.saturating_sub(start)), place)?;
        progress(search, length.saturating_sub(start), length);
    }
    Ok(())
}

/// Returns the offsets of a mailbox's messages, and its length.
fn message_starts(from: &mut dyn Read) -> io::Result<(Vec<u64>, u64)> {
    let (mut bounds, mut starts, mut at) = (Bounds::default(), vec![0], 0);
    lines(from, |line| {
        if bounds.starts(line) && at > 0 {
            starts.push(at);
        }
        at += line.len() as u64;
    })?;
    Ok((starts, at))
}

/// Searches the files of a folder, newest first.
///
/// Adds the names of files that can't be read to `left_out`.
pub(crate) fn search_listing(search: &mut Search, listing: &Listing, progress: Progress<'_>) {
    let count = listing.files.len() as u64;
    for (at, (_, path)) in listing.files.iter().enumerate() {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let place = printable(&name, NAME);
        search.delivered = listing.is_maildir.then(|| delivered(&name)).flatten();
        if let Err(error) = search_plain_file(search, path, &place) {
            search.left_out.push(format!("{place}: {error}"));
        }
        progress(search, at as u64 + 1, count);
    }
    search.delivered = None;
}

/// Returns when a message was put into a Maildir: its file name begins with the time in seconds,
/// which has ten digits.
fn delivered(name: &str) -> Option<Moment> {
    let seconds = name.split_once('.')?.0;
    if seconds.len() == 10 { DateTime::from_timestamp_secs(seconds.parse().ok()?) } else { None }
}

/// Reads a file up to its current length, because a growing file may never end.
fn search_plain_file(search: &mut Search, path: &Path, place: &str) -> io::Result<()> {
    let file = File::open(path)?;
    let length = file.metadata()?.len();
    look_into(search, &mut file.take(length), place)
}

fn look_into(search: &mut Search, from: &mut dyn Read, place: &str) -> io::Result<()> {
    let mut look = search.look(place);
    lines(from, |line| look.line(line))?;
    look.end();
    Ok(())
}

/// Passes every line to `take`. A line that is longer than a chunk is passed in parts.
fn lines(from: &mut dyn Read, mut take: impl FnMut(&[u8])) -> io::Result<()> {
    let mut from = BufReader::with_capacity(CHUNK, from);
    // Start of a line whose end hasn't been read yet.
    let mut line_start = Vec::new();
    loop {
        let block = match from.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            block => block?,
        };
        let length = block.len();
        if length == 0 {
            if !line_start.is_empty() {
                take(&line_start);
            }
            return Ok(());
        }
        for piece in block.split_inclusive(|byte| *byte == b'\n') {
            if line_start.is_empty() && piece.ends_with(b"\n") {
                take(piece);
                continue;
            }
            line_start.extend_from_slice(piece);
            if line_start.ends_with(b"\n") || line_start.len() >= CHUNK {
                take(&line_start);
                line_start.clear();
            }
        }
        from.consume(length);
    }
}

/// Files in a folder for incoming mail, and the number of files left out.
#[derive(Debug, Default)]
pub(crate) struct Listing {
    /// Plain files with their modification times, newest first.
    pub files: Vec<(SystemTime, PathBuf)>,
    /// Whether the folder is a Maildir.
    pub is_maildir: bool,
    /// Number of plain files that are older than those listed.
    pub older: usize,
    /// Number of files that are too large for a message and aren't mailboxes.
    pub large: usize,
}

/// Whether a folder is a Maildir.
pub(crate) fn is_maildir(folder: &Path) -> bool {
    maildir(folder).iter().all(|folder| folder.is_dir())
}

fn maildir(folder: &Path) -> [PathBuf; 2] {
    ["cur", "new"].map(|name| folder.join(name))
}

/// Returns when a Maildir last changed. A message that arrives or moves changes one of its two
/// folders.
#[cfg(feature = "tui")]
pub(crate) fn maildir_changes(folder: &Path) -> io::Result<Vec<(SystemTime, PathBuf)>> {
    let changed = |folder: PathBuf| Ok((fs::metadata(&folder)?.modified()?, folder));
    maildir(folder).into_iter().map(changed).collect()
}

/// Lists the newest plain files in a folder, up to `most` files. In a Maildir, lists the files in
/// `new` and `cur`. Leaves out empty files, because files in `/proc` have no length and may never
/// end.
pub(crate) fn list_files(folder: &Path, most: usize) -> io::Result<Listing> {
    let mut listing = Listing { is_maildir: is_maildir(folder), ..Listing::default() };
    let folders =
        if listing.is_maildir { maildir(folder).to_vec() } else { vec![folder.to_owned()] };
    for folder in folders {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            // Reading a pipe or a device might never end.
            let Ok(about) = fs::metadata(&path) else { continue };
            if !about.is_file() || about.len() == 0 {
                continue;
            }
            if about.len() > MAX_MESSAGE as u64 && !begins_as_mailbox(&path) {
                listing.large += 1;
                continue;
            }
            listing.files.push((about.modified().unwrap_or(SystemTime::UNIX_EPOCH), path));
        }
    }
    listing.files.sort();
    listing.files.reverse();
    listing.older = listing.files.len().saturating_sub(most);
    listing.files.truncate(most);
    Ok(listing)
}

/// Whether a file begins like an mbox mailbox.
fn begins_as_mailbox(path: &Path) -> bool {
    let mut first = [0; MAILBOX.len()];
    File::open(path).and_then(|mut file| file.read_exact(&mut first)).is_ok() && first == *MAILBOX
}

/// First bytes of an mbox mailbox.
const MAILBOX: &[u8; 5] = b"From ";
