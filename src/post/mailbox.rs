//! Turn files in files, mailboxes and folders.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use pbem::letters::{Bounds, Search, printable};

/// No line is read further than this at a time.
const CHUNK: usize = 64 * 1024;
/// So much of a stream is put by in memory, more in a file.
const IN_MEMORY: usize = 4 << 20;
/// Longest name of a file in a report, in characters.
const NAME: usize = 60;

/// What a long search tells: how much has been looked at, and of how much.
pub(crate) type Progress<'a> = &'a mut dyn FnMut(u64, u64);

/// Looks for turn files in a stream, as in a file. It is put by first, since the newest message of
/// a mailbox is its last; of more than `most` bytes nothing is looked at.
pub(crate) fn search_stream(
    search: &mut Search,
    from: &mut dyn Read,
    most: u64,
    place: &str,
    progress: Progress<'_>,
) -> io::Result<()> {
    // Without a name, so that nothing of it is left, however the program ends.
    let mut put_by = tempfile::SpooledTempFile::new(IN_MEMORY);
    if io::copy(&mut from.take(most.saturating_add(1)), &mut put_by)? > most {
        let why = format!("it has more than {} MiB; save it, and name the file", most >> 20);
        return Err(io::Error::other(why));
    }
    newest_first(search, &mut put_by, place, progress)
}

/// Looks for turn files in a file: a turn file itself, a text with one in it, a message, or a
/// mailbox in the mbox format. `place` says in reports what it was.
pub(crate) fn search_file(
    search: &mut Search,
    path: &Path,
    place: &str,
    progress: Progress<'_>,
) -> io::Result<()> {
    newest_first(search, &mut File::open(path)?, place, progress)
}

/// Of a mailbox the newest message, which is the last, first.
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
        progress(length.saturating_sub(start), length);
    }
    Ok(())
}

/// Where the messages of a mailbox begin, and how long it is.
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

/// Looks for turn files in a folder: a Maildir, or any folder of files and messages, of which at
/// most `most` are looked at, the newest, and the newest of all first. Folders within it are left
/// alone.
///
/// A file that cannot be read is named in `left_out`.
pub(crate) fn search_folder(
    search: &mut Search,
    folder: &Path,
    most: usize,
    progress: Progress<'_>,
) -> io::Result<()> {
    let files = newest_files(folder, most)?;
    let count = files.len() as u64;
    for (at, (_, path)) in files.into_iter().enumerate() {
        let place = printable(&path.file_name().unwrap_or_default().to_string_lossy(), NAME);
        let read = File::open(&path).and_then(|mut file| look_into(search, &mut file, &place));
        if let Err(error) = read {
            search.left_out.push(format!("{place}: {error}"));
        }
        progress(at as u64 + 1, count);
    }
    Ok(())
}

fn look_into(search: &mut Search, from: &mut dyn Read, place: &str) -> io::Result<()> {
    let mut look = search.look(place);
    lines(from, |line| look.line(line))?;
    look.end();
    Ok(())
}

/// Hands on every line, one that is longer than a chunk in parts.
fn lines(from: &mut dyn Read, mut take: impl FnMut(&[u8])) -> io::Result<()> {
    let mut from = BufReader::with_capacity(CHUNK, from);
    // The beginning of a line whose end has not been read yet.
    let mut begun = Vec::new();
    loop {
        let block = match from.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            block => block?,
        };
        let length = block.len();
        if length == 0 {
            if !begun.is_empty() {
                take(&begun);
            }
            return Ok(());
        }
        for piece in block.split_inclusive(|byte| *byte == b'\n') {
            if begun.is_empty() && piece.ends_with(b"\n") {
                take(piece);
                continue;
            }
            begun.extend_from_slice(piece);
            if begun.ends_with(b"\n") || begun.len() >= CHUNK {
                take(&begun);
                begun.clear();
            }
        }
        from.consume(length);
    }
}

/// The newest plain files of a folder, at most `most`, the newest of them first, and when each was
/// changed; of a Maildir those in `new` and `cur`.
pub(crate) fn newest_files(folder: &Path, most: usize) -> io::Result<Vec<(SystemTime, PathBuf)>> {
    let maildir = ["cur", "new"].map(|name| folder.join(name));
    let folders = if maildir.iter().all(|folder| folder.is_dir()) {
        maildir.to_vec()
    } else {
        vec![folder.to_owned()]
    };
    let mut files: Vec<(SystemTime, PathBuf)> = Vec::new();
    for folder in folders {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            // A pipe or a device would never come to an end.
            let Ok(about) = fs::metadata(&path) else { continue };
            if about.is_file() {
                files.push((about.modified().unwrap_or(SystemTime::UNIX_EPOCH), path));
            }
        }
    }
    files.sort();
    Ok(files.into_iter().rev().take(most).collect())
}
