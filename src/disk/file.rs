//! Reads and writes files. A file is replaced as a whole or not at all, and the files of the vault
//! are private.

use std::fs::{self, DirBuilder, File, Metadata, OpenOptions, Permissions, TryLockError};
use std::io::{self, Read, Write};
use std::path::Path;
use std::thread;
use std::time::Duration;

use tempfile::NamedTempFile;
use zeroize::Zeroizing;

use super::cleanup::{Partial, with_signals_blocked};
use super::error::DiskError;
use super::fault::{Faults, Step, Target};

/// Prefix of temporary files. A temporary file without a lock was left by a crash.
const TEMPORARY: &str = ".pbem-tmp-";

/// Reads a private text file. Returns `None` if there is no such file. Fails for anything that
/// isn't a plain file.
pub(super) fn read(path: &Path, limit: u64) -> Result<Option<Zeroizing<String>>, DiskError> {
    let Some(file) = open_plain(path)? else { return Ok(None) };
    let length = file.metadata().map_err(DiskError::when("read", path))?.len();
    if length > limit {
        return Err(DiskError::TooLarge { path: path.to_owned(), limit });
    }
    // Reserve the memory first, so that growing the buffer leaves no copies of a secret.
    let mut bytes =
        Zeroizing::new(Vec::with_capacity(usize::try_from(length).unwrap_or(0).saturating_add(1)));
    file.take(limit.saturating_add(1))
        .read_to_end(&mut bytes)
        .map_err(DiskError::when("read", path))?;
    if u64::try_from(bytes.len()).is_ok_and(|length| length > limit) {
        return Err(DiskError::TooLarge { path: path.to_owned(), limit });
    }
    String::from_utf8(std::mem::take(&mut *bytes))
        .map(|text| Some(Zeroizing::new(text)))
        .map_err(|_| DiskError::NotText(path.to_owned()))
}

/// Reads at most the first `bytes` bytes of a private text file.
pub(super) fn read_start(path: &Path, bytes: u64) -> Result<Option<Zeroizing<String>>, DiskError> {
    let Some(file) = open_plain(path)? else { return Ok(None) };
    let mut start = Zeroizing::new(Vec::new());
    file.take(bytes).read_to_end(&mut start).map_err(DiskError::when("read", path))?;
    // The last character may be incomplete.
    let whole = std::str::from_utf8(&start).map_or_else(|error| error.valid_up_to(), str::len);
    let text = start.get(..whole).and_then(|start| std::str::from_utf8(start).ok());
    Ok(text.map(|text| Zeroizing::new(text.to_owned())))
}

#[cfg(test)]
thread_local! {
    /// The files that this thread has opened for reading, in tests.
    pub(crate) static OPENED: std::cell::RefCell<Vec<std::path::PathBuf>> =
        const { std::cell::RefCell::new(Vec::new()) };
}

/// Opens a plain file for reading. Fails if the opened file isn't the file that was checked,
/// because someone may have put a link there in between.
pub(super) fn open_plain(path: &Path) -> Result<Option<File>, DiskError> {
    #[cfg(test)]
    OPENED.with_borrow_mut(|opened| opened.push(path.to_owned()));
    let about = match fs::symlink_metadata(path) {
        Ok(about) => about,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(DiskError::when("read", path)(error)),
    };
    if !about.is_file() {
        return Err(DiskError::NotAFile(path.to_owned()));
    }
    let file = File::open(path).map_err(DiskError::when("read", path))?;
    let opened = file.metadata().map_err(DiskError::when("read", path))?;
    if !same_file(&about, &opened) {
        return Err(DiskError::NotAFile(path.to_owned()));
    }
    Ok(Some(file))
}

#[cfg(unix)]
pub(super) fn same_file(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
pub(super) fn same_file(one: &Metadata, other: &Metadata) -> bool {
    one.is_file() == other.is_file()
}

/// Replaces a private file. Even after an error, the file has either the whole old text or the
/// whole new text.
pub(super) fn replace_private(
    path: &Path,
    text: &str,
    target: Target,
    faults: &Faults,
) -> Result<(), DiskError> {
    if fs::symlink_metadata(path).is_ok_and(|there| !there.is_file()) {
        return Err(DiskError::NotAFile(path.to_owned()));
    }
    let draft = Draft::write(path, text, &Mode::Private, target, faults)
        .map_err(DiskError::when("write", path))?;
    draft
        .replace(path, Patience::NONE, faults)
        .map_err(|(error, _)| DiskError::when("write", path)(error))
}

/// The permissions of a new file.
pub(super) enum Mode {
    /// Only the owner may read the file.
    Private,
    /// Everyone may read the file, within the limits of the user's umask.
    Shared,
    /// The permissions of the file that the new file replaces.
    Like(Permissions),
}

/// Number of tries, and the pause between them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patience {
    pub(super) tries: u32,
    pub(super) pause: Duration,
}

impl Patience {
    pub(super) const NONE: Patience = Patience { tries: 1, pause: Duration::ZERO };
    pub(super) const TWO_SECONDS: Patience =
        Patience { tries: 41, pause: Duration::from_millis(50) };

    /// Repeats the attempt until it succeeds, it fails permanently, or the tries are used up.
    pub(super) fn retry<T, E>(
        self,
        mut attempt: impl FnMut() -> Result<T, E>,
        worth_it: impl Fn(&E) -> bool,
    ) -> Result<T, E> {
        for _ in 1..self.tries {
            match attempt() {
                Err(error) if worth_it(&error) => thread::sleep(self.pause),
                settled => return settled,
            }
        }
        attempt()
    }
}

/// A text file that doesn't have its final name yet. Removed when dropped.
#[derive(Debug)]
pub(super) struct Draft {
    file: NamedTempFile,
    /// Declared after `file`, so that this field is dropped only after the temporary file is gone.
    partial: Partial,
    target: Target,
}

impl Draft {
    /// Writes `text` to a temporary file next to `path` and syncs the file to the disk.
    pub(super) fn write(
        path: &Path,
        text: &str,
        mode: &Mode,
        target: Target,
        faults: &Faults,
    ) -> io::Result<Draft> {
        faults.pass(target, Step::Create)?;
        let directory = directory_of(path);
        // When a vault or a club is opened, old temporary files in it are removed.
        if !matches!(target, Target::Vault | Target::Club) {
            sweep(directory);
        }
        let (mut file, partial) = temporary(directory, matches!(mode, Mode::Shared))?;
        if let Mode::Like(permissions) = mode
            && !permissions.readonly()
        {
            file.as_file().set_permissions(permissions.clone())?;
        }
        let (first, rest) = text.as_bytes().split_at(text.len() / 2);
        faults.pass(target, Step::Write)?;
        file.write_all(first).map_err(nameless)?;
        faults.pass(target, Step::Rest)?;
        file.write_all(rest).map_err(nameless)?;
        faults.pass(target, Step::Sync)?;
        file.as_file().sync_all()?;
        Ok(Draft { file, partial, target })
    }

    /// Gives the draft its final name, replacing the old file. Retries while another program has
    /// the old file open. If renaming fails, returns the draft with the error.
    pub(super) fn replace(
        self,
        path: &Path,
        patience: Patience,
        faults: &Faults,
    ) -> Result<(), (io::Error, Option<Draft>)> {
        let Draft { file, partial, target } = self;
        let mut waiting = Some(file);
        let attempt = || {
            faults.pass(target, Step::Rename)?;
            let Some(file) = waiting.take() else { return Ok(()) };
            with_signals_blocked(|| file.persist(path)).map(drop).map_err(|failed| {
                waiting = Some(failed.file);
                failed.error
            })
        };
        match patience.retry(attempt, is_held) {
            Ok(()) => settle(path, target, faults).map_err(|error| (error, None)),
            Err(error) => Err((error, waiting.map(|file| Draft { file, partial, target }))),
        }
    }

    /// Gives the draft its final name. Fails if something with that name exists.
    pub(super) fn name_new(self, path: &Path, faults: &Faults) -> io::Result<()> {
        let Draft { file, partial: _partial, target } = self;
        faults.pass(target, Step::Rename)?;
        if let Err(failed) = with_signals_blocked(|| file.persist_noclobber(path)) {
            // Copy the file, because some file systems have neither hard links nor a rename that
            // fails if the target exists.
            if failed.error.kind() == io::ErrorKind::AlreadyExists
                || path.symlink_metadata().is_ok()
            {
                return Err(io::ErrorKind::AlreadyExists.into());
            }
            copy_new(failed.file.path(), path)?;
        }
        settle(path, target, faults)
    }
}

/// Creates a file of this length next to `path`, and removes it again.
pub(super) fn try_writing(path: &Path, length: usize) -> io::Result<()> {
    let directory = directory_of(path);
    if !fs::metadata(directory)?.is_dir() {
        return Err(io::ErrorKind::NotADirectory.into());
    }
    let (mut file, _partial) = temporary(directory, false)?;
    file.write_all(&vec![b' '; length]).map_err(nameless)
}

/// Creates a temporary file. The file is locked while it is open, so that no other process takes it
/// for the leftover of a crash.
fn temporary(directory: &Path, shared: bool) -> io::Result<(NamedTempFile, Partial)> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(TEMPORARY);
    #[cfg(unix)]
    if shared {
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o644));
    }
    let mut tries = 0..16;
    loop {
        let file = builder.tempfile_in(directory).map_err(nameless)?;
        let partial = Partial::of(file.path());
        match file.as_file().try_lock() {
            // Another process may have removed the file before the file was locked.
            Ok(()) if is_still(file.path(), file.as_file()) => return Ok((file, partial)),
            // On a file system without locks, `sweep` removes nothing.
            Err(TryLockError::Error(_)) => return Ok((file, partial)),
            Ok(()) | Err(TryLockError::WouldBlock) if tries.next().is_some() => {}
            _ => return Err(io::ErrorKind::ResourceBusy.into()),
        }
    }
}

/// Whether the path still leads to this file.
pub(super) fn is_still(path: &Path, file: &File) -> bool {
    let Ok(opened) = file.metadata() else { return false };
    fs::symlink_metadata(path).is_ok_and(|about| same_file(&about, &opened))
}

/// Removes the temporary file's name from an error, because that name means nothing to the user.
fn nameless(error: io::Error) -> io::Error {
    if error.raw_os_error().is_some() { error } else { error.kind().into() }
}

fn copy_new(from: &Path, path: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
        options.mode(fs::metadata(from)?.permissions().mode());
    }
    let mut new = options.open(path)?;
    let _partial = Partial::of(path);
    io::copy(&mut File::open(from)?, &mut new)?;
    new.sync_all()
}

/// Syncs a file's new name to the disk after a rename.
fn settle(path: &Path, target: Target, faults: &Faults) -> io::Result<()> {
    faults.pass(target, Step::SyncDirectory)?;
    sync_directory(directory_of(path))?;
    faults.pass(target, Step::Done)
}

/// Whether another program has the file open. Windows denies access (5), or reports a sharing (32)
/// or lock violation (33).
pub(super) fn is_held(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::ResourceBusy
        || (cfg!(windows) && matches!(error.raw_os_error(), Some(5 | 32 | 33)))
}

/// Syncs the names in a directory to the disk, if the platform can.
pub(super) fn sync_directory(path: &Path) -> io::Result<()> {
    if cfg!(not(unix)) {
        return Ok(());
    }
    match File::open(path)?.sync_all() {
        // Some file systems can't sync a directory, but keep new names safe without a sync.
        Err(error)
            if matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) =>
        {
            Ok(())
        }
        done => done,
    }
}

/// Returns the directory that contains a file.
pub(super) fn directory_of(path: &Path) -> &Path {
    match path.parent() {
        Some(directory) if !directory.as_os_str().is_empty() => directory,
        _ => Path::new("."),
    }
}

/// Creates a private directory and its parents. If the directory exists and is empty, makes it
/// private.
pub(super) fn make_directory(path: &Path) -> Result<(), DiskError> {
    match fs::metadata(path) {
        Ok(there) if !there.is_dir() => Err(DiskError::NotADirectory(path.to_owned())),
        Ok(_) => {
            #[cfg(unix)]
            if fs::read_dir(path).map_err(DiskError::when("read", path))?.next().is_none() {
                let private = std::os::unix::fs::PermissionsExt::from_mode(0o700);
                fs::set_permissions(path, private)
                    .map_err(DiskError::when("restrict access to", path))?;
            }
            Ok(())
        }
        Err(_) => make_folder(path),
    }
}

/// Creates a private directory and its missing parents, and syncs their names to the disk. Doesn't
/// change existing directories.
pub(crate) fn make_folder(path: &Path) -> Result<(), DiskError> {
    let folders: Vec<&Path> = path
        .ancestors()
        .take_while(|above| !above.as_os_str().is_empty() && !above.exists())
        .collect();
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path).map_err(DiskError::when("create", path))?;
    for folder in folders.iter().rev() {
        sync_directory(directory_of(folder)).map_err(DiskError::when("create", path))?;
    }
    Ok(())
}

/// Writes a short private file without syncing it, because the file matters only if this program is
/// killed.
pub(super) fn write_note(path: &Path, text: &str) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)?.write_all(text.as_bytes())
}

/// Returns the sorted UTF-8 names in a directory; none if there is no such directory.
pub(super) fn names_in(path: &Path) -> Result<Vec<String>, DiskError> {
    let there = match fs::metadata(path) {
        Ok(there) => there,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(DiskError::when("read", path)(error)),
    };
    if !there.is_dir() {
        return Err(DiskError::NotADirectory(path.to_owned()));
    }
    let mut names = Vec::new();
    for entry in fs::read_dir(path).map_err(DiskError::when("read", path))? {
        let entry = entry.map_err(DiskError::when("read", path))?;
        names.extend(entry.file_name().into_string());
    }
    names.sort_unstable();
    Ok(names)
}

/// Removes the temporary files that crashes have left in a directory, but no file that another
/// process is writing now.
pub(super) fn sweep(path: &Path) {
    for name in names_in(path).unwrap_or_default().iter().filter(|name| is_temporary(name)) {
        let left = path.join(name);
        let Ok(Some(file)) = open_plain(&left) else { continue };
        if file.try_lock().is_ok() && is_still(&left, &file) {
            // A file that can't be removed does no harm.
            let _ = fs::remove_file(left);
        }
    }
}

/// Whether this is the name of an unfinished file.
pub(super) fn is_temporary(name: &str) -> bool {
    name.starts_with(TEMPORARY)
}
