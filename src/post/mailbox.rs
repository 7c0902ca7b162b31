//! Turn files in files, mailboxes and folders: one message after the other, none larger than the
//! limit.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use pbem::letters::{MAX_MESSAGE, Search, printable};

/// No line of a mailbox is read further than this at a time.
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
    each(from, &mut |entry| match entry {
        Ok(bytes) => search.look_into(bytes, place),
        Err(why) => search.leave_out(place, why),
    })
}

/// Takes a message, or why it was not read.
type Visit<'a> = dyn FnMut(Result<&[u8], &'static str>) + 'a;

/// Hands over the messages of a mailbox in the mbox format one by one, or, if it is none, the
/// whole; for what is too large, why.
fn each(from: &mut dyn BufRead, visit: &mut Visit<'_>) -> io::Result<()> {
    let mut message = Message::default();
    let mut is_mailbox = None;
    let mut empty_before = true;
    let mut line = Vec::new();
    loop {
        line.clear();
        if from.take(CHUNK).read_until(b'\n', &mut line)? == 0 {
            break;
        }
        let starts = empty_before && is_from_line(&line);
        if *is_mailbox.get_or_insert(starts) && starts {
            message.hand_over(visit);
        } else {
            message.extend(&line);
        }
        empty_before = line.trim_ascii().is_empty();
    }
    message.hand_over(visit);
    Ok(())
}

#[derive(Default)]
struct Message {
    bytes: Vec<u8>,
    too_large: bool,
}

impl Message {
    fn extend(&mut self, line: &[u8]) {
        if self.bytes.len() + line.len() > MAX_MESSAGE {
            self.too_large = true;
            self.bytes = Vec::new();
        }
        if !self.too_large {
            self.bytes.extend_from_slice(line);
        }
    }

    fn hand_over(&mut self, visit: &mut Visit<'_>) {
        if self.too_large {
            visit(Err("it is larger than any mail with a turn file, and was not read"));
        } else if !self.bytes.is_empty() {
            visit(Ok(&self.bytes));
        }
        *self = Message::default();
    }
}

/// `From bob@example.org Sat Nov 21 08:15:00 2026`, and not a sentence that begins so.
fn is_from_line(line: &[u8]) -> bool {
    let Some(rest) = line.strip_prefix(b"From ") else { return false };
    let rest = String::from_utf8_lossy(rest);
    let is_time = |word: &str| {
        let mut parts = word.split(':');
        let two = |part: Option<&str>| {
            part.is_some_and(|part| {
                part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit())
            })
        };
        two(parts.next()) && two(parts.next())
    };
    let is_year = |word: &str| word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
    rest.split_whitespace().any(is_time) && rest.split_whitespace().any(is_year)
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

/// Opens a plain file.
fn open(path: &Path) -> io::Result<BufReader<impl Read + use<>>> {
    File::open(path).map(BufReader::new)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(text: &str) -> Vec<String> {
        let mut found = Vec::new();
        each(&mut text.as_bytes(), &mut |entry| {
            found.push(String::from_utf8_lossy(entry.expect("not too large")).into_owned())
        })
        .expect("it is read");
        found
    }

    #[test]
    fn a_mailbox_is_cut_at_its_from_lines() {
        let mailbox = "From bob@example.org Sat Nov 21 08:15:00 2026\nSubject: 1\n\n\
                       From here on it is 12:00 somewhere.\n\n\
                       From - Sat Nov 21 08:16:00 2026\nSubject: 2\n\n>From bob\n";
        assert_eq!(
            messages(mailbox),
            ["Subject: 1\n\nFrom here on it is 12:00 somewhere.\n\n", "Subject: 2\n\n>From bob\n"]
        );
        let one = "Subject: 1\n\nFrom bob@example.org Sat Nov 21 08:15:00 2026\n";
        assert_eq!(messages(one), [one]);
        assert_eq!(messages(""), [""; 0]);
    }

    #[test]
    fn what_is_too_large_is_passed_over_and_the_next_is_read() {
        let from = "From bob@example.org Sat Nov 21 08:15:00 2026\n";
        let large = "x".repeat(MAX_MESSAGE + 1);
        let mailbox = format!("{from}{large}\n\n{from}small\n");
        let mut seen = Vec::new();
        each(&mut mailbox.as_bytes(), &mut |entry| seen.push(entry.map(<[u8]>::len).ok()))
            .expect("it is read");
        assert_eq!(seen, [None, Some(6)]);
    }
}
