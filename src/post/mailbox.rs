//! Turn files in files, mailboxes and folders.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use pbem::letters::{Search, printable};

/// No line is read further than this at a time.
const CHUNK: u64 = 64 * 1024;
/// Longest name of a file in a report, in characters.
const NAME: usize = 60;

/// Looks for turn files in a stream: a turn file itself, a text with one in it, a message, or a
/// mailbox in the mbox format. `place` says in reports what it was.
pub(crate) fn search(from: &mut dyn BufRead, place: &str) -> io::Result<Search> {
    let mut search = Search::default();
    look_into(&mut search, from, place)?;
    Ok(search)
}

/// Looks for turn files in a folder: a Maildir, or any folder of files and messages, of which at
/// most `most` are looked at, the newest. Folders within it are left alone.
///
/// A file that cannot be read is named in `left_out`.
pub(crate) fn search_folder(folder: &Path, most: usize) -> io::Result<Search> {
    let mut search = Search::default();
    for path in files(folder, most)? {
        let place = printable(&path.file_name().unwrap_or_default().to_string_lossy(), NAME);
        let read = open(&path).and_then(|mut file| look_into(&mut search, &mut file, &place));
        if let Err(error) = read {
            search.left_out.push(format!("{place}: {error}"));
        }
    }
    Ok(search)
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

/// The newest plain files of a folder, at most `most`, the oldest of them first; of a Maildir those
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
    let surplus = files.len().saturating_sub(most);
    Ok(files.into_iter().skip(surplus).map(|(_, path)| path).collect())
}

fn open(path: &Path) -> io::Result<BufReader<impl Read + use<>>> {
    File::open(path).map(BufReader::new)
}
