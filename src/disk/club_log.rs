//! The logs of a club: files that only grow, with one JSON object per line.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use super::error::DiskError;
use super::fault::{Faults, Step, Target};
use super::file;

/// Maximum size of a log in bytes.
const MAX: u64 = 1 << 32;
/// Maximum length of a line in bytes.
const MAX_LINE: u64 = 4096;

/// Returns the text of the log; empty if there is no log.
pub(super) fn read(path: &Path) -> Result<String, DiskError> {
    Ok(file::read(path, MAX)?.map(|text| text.to_string()).unwrap_or_default())
}

/// Appends whole lines and syncs them to the disk. If that fails, none of these lines remains. If a
/// crash has cut off the last line, first removes what is left of that line.
pub(super) fn append(path: &Path, lines: &str, faults: &Faults) -> Result<(), DiskError> {
    if lines.is_empty() {
        return Ok(());
    }
    let mut file = open(path)?;
    let length = repair(&mut file).map_err(DiskError::when("repair", path))?;
    let written = write(&mut file, lines, faults);
    if written.is_err() {
        // A full disk must not leave half a line.
        let _ = file.set_len(length).and_then(|()| file.sync_all());
    }
    written.map_err(DiskError::when("write", path))?;
    faults.pass(Target::Club, Step::Done).map_err(DiskError::when("write", path))
}

/// Opens the log, which must be a plain file. Creates the log if it doesn't exist.
fn open(path: &Path) -> Result<File, DiskError> {
    let mut options = OpenOptions::new();
    options.read(true).append(true);
    let about = match fs::symlink_metadata(path) {
        Ok(about) => Some(about),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(DiskError::when("read", path)(error)),
    };
    let Some(about) = about else {
        let file = options.create_new(true).open(path).map_err(DiskError::when("create", path))?;
        let synced = file::sync_directory(file::directory_of(path));
        synced.map_err(DiskError::when("create", path))?;
        return Ok(file);
    };
    if !about.is_file() {
        return Err(DiskError::NotAFile(path.to_owned()));
    }
    let file = options.open(path).map_err(DiskError::when("write", path))?;
    let opened = file.metadata().map_err(DiskError::when("write", path))?;
    if file::same_file(&about, &opened) { Ok(file) } else { Err(DiskError::NotAFile(path.into())) }
}

/// Adds a missing line feed to the last line, or removes that line if a crash has cut it off.
/// Returns the new length.
fn repair(file: &mut File) -> io::Result<u64> {
    let length = file.metadata()?.len();
    let from = length.saturating_sub(MAX_LINE);
    file.seek(SeekFrom::Start(from))?;
    let mut end = Vec::new();
    Read::by_ref(file).take(MAX_LINE).read_to_end(&mut end)?;
    if end.last().is_none_or(|last| *last == b'\n') {
        return Ok(length);
    }
    let start = end.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let line = end.get(start..).unwrap_or_default();
    // Remove the line only if it begins like pbem's lines. Any other text was typed by a person, so
    // keep it.
    let is_cut = serde_json::from_slice::<serde_json::Value>(line).is_err();
    if is_cut && (line.starts_with(b"{\"") || line == b"{") {
        let start = from + u64::try_from(start).unwrap_or(0);
        file.set_len(start)?;
        return Ok(start);
    }
    file.write_all(b"\n")?;
    Ok(length + 1)
}

fn write(file: &mut File, lines: &str, faults: &Faults) -> io::Result<()> {
    let (first, rest) = lines.as_bytes().split_at(lines.len() / 2);
    faults.pass(Target::Club, Step::Write)?;
    file.write_all(first)?;
    faults.pass(Target::Club, Step::Rest)?;
    file.write_all(rest)?;
    faults.pass(Target::Club, Step::Sync)?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "{\"turn\":\"ab\"}\n";

    fn append_to(before: &str) -> String {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("log");
        fs::write(&path, before).expect("it can be written");
        append(&path, LINE, &Faults::none()).expect("it is appended");
        read(&path).expect("it is read")
    }

    #[test]
    fn cut_last_line_is_removed_and_others_are_kept() {
        assert_eq!(append_to(""), LINE);
        assert_eq!(append_to(LINE), LINE.repeat(2));
        assert_eq!(append_to(&LINE[..LINE.len() - 1]), LINE.repeat(2), "only the end was cut");
        for cut in 1..LINE.len() - 1 {
            assert_eq!(append_to(&format!("{LINE}{}", &LINE[..cut])), LINE.repeat(2), "{cut}");
        }
        assert_eq!(append_to("a note of mine"), format!("a note of mine\n{LINE}"));
    }

    #[test]
    fn failed_append_leaves_no_half_line() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("log");
        append(&path, LINE, &Faults::none()).expect("it is appended");
        for step in ["club.write", "club.rest", "club.sync"] {
            let full = Faults::failing(step, io::ErrorKind::StorageFull, 1).expect("a setting");
            assert!(append(&path, LINE, &full).is_err(), "{step}");
            assert_eq!(read(&path).expect("it is read"), LINE, "{step}");
        }
    }

    #[test]
    #[cfg(unix)]
    fn append_never_follows_a_link() {
        let dir = tempfile::tempdir().expect("a directory");
        let (path, other) = (dir.path().join("log"), dir.path().join("other"));
        fs::write(&other, "mine").expect("it can be written");
        std::os::unix::fs::symlink(&other, &path).expect("a link");
        assert!(matches!(append(&path, LINE, &Faults::none()), Err(DiskError::NotAFile(_))));
        assert!(read(&path).is_err());
        assert_eq!(fs::read_to_string(&other).expect("it is there"), "mine");
    }
}
