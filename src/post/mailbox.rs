//! Turn files in files, mailboxes and folders.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use pbem::letters::{Bounds, Search, printable};

/// No line is read further than this at a time.
const CHUNK: u64 = 64 * 1024;
/// Longest name of a file in a report, in characters.
const NAME: usize = 60;

/// What a long search tells: how much has been looked at, and of how much.
pub(crate) type Progress<'a> = &'a mut dyn FnMut(u64, u64);

/// Looks for turn files in a stream: a turn file itself, a text with one in it, a message, or a
/// mailbox in the mbox format. `place` says in reports what it was.
pub(crate) fn search(search: &mut Search, from: &mut dyn BufRead, place: &str) -> io::Result<()> {
    look_into(search, from, place)
}

/// The same in a file: of a mailbox the newest message, which is the last, first.
pub(crate) fn search_file(
    search: &mut Search,
    path: &Path,
    place: &str,
    progress: Progress<'_>,
) -> io::Result<()> {
    let mut file = File::open(path)?;
    let (starts, length) = message_starts(&mut BufReader::new(&file))?;
    if starts.len() < 2 {
        file.rewind()?;
        return look_into(search, &mut BufReader::new(file), place);
    }
    let ends = starts.iter().skip(1).copied().chain([length]);
    let bounds: Vec<(u64, u64)> = starts.iter().copied().zip(ends).collect();
    for (start, end) in bounds.into_iter().rev() {
        file.seek(SeekFrom::Start(start))?;
        let mut message = BufReader::new(&file).take(end.saturating_sub(start));
        look_into(search, &mut message, place)?;
        progress(length.saturating_sub(start), length);
    }
    Ok(())
}

/// Where the messages of a mailbox begin, and how long it is.
fn message_starts(from: &mut dyn BufRead) -> io::Result<(Vec<u64>, u64)> {
    let (mut bounds, mut starts, mut at) = (Bounds::default(), vec![0], 0);
    let mut line = Vec::new();
    while from.take(CHUNK).read_until(b'\n', &mut line)? > 0 {
        if bounds.starts(&line) && at > 0 {
            starts.push(at);
        }
        at += line.len() as u64;
        line.clear();
    }
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
    let files = files(folder, most)?;
    let count = files.len() as u64;
    for (at, path) in files.into_iter().enumerate() {
        let place = printable(&path.file_name().unwrap_or_default().to_string_lossy(), NAME);
        let read = open(&path).and_then(|mut file| look_into(search, &mut file, &place));
        if let Err(error) = read {
            search.left_out.push(format!("{place}: {error}"));
        }
        progress(at as u64 + 1, count);
    }
    Ok(())
}

fn look_into(search: &mut Search, from: &mut dyn BufRead, place: &str) -> io::Result<()> {
    let mut look = search.look(place);
    let mut line = Vec::new();
    while from.take(CHUNK).read_until(b'\n', &mut line)? > 0 {
        look.line(&line);
        line.clear();
    }
    look.end();
    Ok(())
}

/// The newest plain files of a folder, at most `most`, the newest of them first; of a Maildir those
/// in `new` and `cur`.
fn files(folder: &Path, most: usize) -> io::Result<Vec<PathBuf>> {
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
    Ok(files.into_iter().rev().take(most).map(|(_, path)| path).collect())
}

fn open(path: &Path) -> io::Result<BufReader<impl Read + use<>>> {
    File::open(path).map(BufReader::new)
}
