//! Backups as files, and vaults restored from them.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use pbem::crypto::Bytes16;
use pbem::desk::{
    self, Change, Desk, DeskError, DocName, FinishedBackup, RestoredVault, seal_backup,
};
use pbem::turnfile::Moment;
use zeroize::Zeroizing;

use super::cleanup::{Partial, with_signals_blocked};
use super::error::DiskError;
use super::fault::{Faults, Step, Target};
use super::file::{self, Draft, Mode, Patience};
use super::guard::Guard;
use super::location::VaultDir;
use super::vault_mark;
use super::{Folder, lock_file, open_lock};

/// Maximum size of a backup file, in bytes. An encrypted backup is a bit more than twice as long as
/// the plain text.
const LIMIT: u64 = 3 * (256 << 20);
/// Prefix of the directory in which a vault is assembled.
const DRAFT: &str = ".pbem-restore-";

/// Writes a backup to a new private file. With `hand_over`, the vault is retired: it signs no more
/// turns, and the vault restored from the file can continue immediately. With a passphrase and a
/// new salt, the backup is encrypted.
pub(crate) fn back_up(
    desk: &mut Desk<Folder>,
    path: &Path,
    hand_over: bool,
    leave_out: bool,
    passphrase: Option<(&str, Bytes16)>,
    now: Moment,
) -> Result<FinishedBackup, DeskError> {
    if path.symlink_metadata().is_ok() {
        return Err(DiskError::Exists(path.to_owned()).into());
    }
    let folder = desk.store();
    Guard::of(&folder.dir)
        .may_make(path)
        .map_err(|why| DiskError::Kept { path: path.to_owned(), why })?;
    let (dir, faults) = (folder.dir.clone(), folder.faults.clone());
    let bots = Desk::new(Folder::open(&dir.of_bots(), &faults)?)?.documents()?;
    let done = desk.back_up(&bots, dir.machine(), hand_over, leave_out, now)?;
    let text = match passphrase {
        Some((passphrase, salt)) => Zeroizing::new(seal_backup(&done.text, passphrase, salt)?),
        None => done.text.clone(),
    };
    let failed = || DiskError::when("write", path);
    // Ignore an error: if there is no room in the vault, a backup elsewhere is even more important.
    let _note = Unfinished::note(&dir, path).ok();
    let draft = Draft::write(path, &text, &Mode::Private, Target::Backup, &faults);
    let draft = draft.map_err(failed())?;
    // Retire first: a crash after this may lose the backup, but never leaves two vaults that sign.
    if done.moves {
        let retired = desk.retire(false, now)?;
        desk.keep(retired)?;
    }
    if let Err(error) = draft.name_new(path, &faults) {
        if done.moves && path.symlink_metadata().is_err() {
            let unretired = desk.unretire()?;
            desk.keep(unretired)?;
        }
        return Err(failed()(error).into());
    }
    if done.moves {
        let retired = desk.retire(true, now)?;
        desk.keep(retired)?;
    }
    Ok(done)
}

/// Reads a backup, encrypted or not.
pub(crate) fn read_backup(path: &Path) -> Result<Zeroizing<String>, DeskError> {
    let path = fs::canonicalize(path).map_err(DiskError::when("read", path))?;
    file::read(&path, LIMIT)?.ok_or(DeskError::BadBackup("it doesn't exist"))
}

/// Creates a vault from a backup if there is no vault yet. Afterwards, either the whole vault
/// exists or nothing does.
pub(crate) fn restore(
    dir: &VaultDir,
    backup: &str,
    now: Moment,
    faults: &Faults,
) -> Result<RestoredVault, DeskError> {
    let restored = desk::restore(backup, now)?;
    let root = fs::canonicalize(dir.path()).unwrap_or_else(|_| dir.path().to_owned());
    check_free(dir)?;
    let above = file::directory_of(&root);
    file::make_directory(above)?;
    sweep_drafts(above);
    // A directory made by `tempfile` is private, and is removed if anything fails before the
    // directory gets its final name.
    let mut builder = tempfile::Builder::new();
    builder.prefix(DRAFT);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    let draft = builder.tempdir_in(above).map_err(DiskError::when("write in", above))?;
    let _partial = Partial::of(draft.path());
    let lock = open_lock(&draft.path().join("lock"))?;
    // Ignore an error: on a file system without locks, no draft is removed.
    let _ = lock.as_ref().map(File::try_lock);
    file::make_directory(&draft.path().join("games"))?;
    write_all(draft.path(), &restored.documents, faults)?;
    if !restored.bots.is_empty() {
        let bots = dir.of_bots_in(draft.path());
        file::make_directory(&bots.games())?;
        write_all(bots.path(), &restored.bots, faults)?;
    }
    clear(dir)?;
    if cfg!(windows) {
        // Windows can't rename a directory that contains an open file.
        drop(lock);
    }
    let rename = || with_signals_blocked(|| fs::rename(draft.path(), &root));
    let result = faults.pass(Target::Backup, Step::Rename).and_then(|()| rename());
    result.map_err(DiskError::when("write", &root))?;
    // The directory has its final name now, so there is nothing to remove.
    let _ = draft.keep();
    file::sync_directory(above).map_err(DiskError::when("write", &root))?;
    vault_mark::write(dir, &restored.id, faults)?;
    Ok(restored)
}

/// A note in the vault that names the folder in which a backup is being written, so that the next
/// command can remove what a killed process has left there. Removed when dropped.
struct Unfinished(PathBuf);

impl Unfinished {
    fn note(dir: &VaultDir, backup: &Path) -> io::Result<Unfinished> {
        let folder = fs::canonicalize(file::directory_of(backup))?;
        let note = dir.unfinished();
        // A note can contain only a folder with a Unicode name. In any other folder, the leftovers
        // stay until the next backup to that folder removes them.
        if let Some(folder) = folder.to_str() {
            file::write_note(&note, folder)?;
        }
        Ok(Unfinished(note))
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// Removes the leftovers of a backup whose process was killed. The note in the vault names the
/// folder to clean up.
pub(super) fn sweep_unfinished(dir: &VaultDir) {
    let note = dir.unfinished();
    if let Ok(Some(folder)) = file::read(&note, 1 << 14) {
        file::sweep(Path::new(folder.as_str()));
        let _ = fs::remove_file(note);
    }
}

fn write_all(folder: &Path, documents: &[Change], faults: &Faults) -> Result<(), DiskError> {
    for document in documents {
        let path = folder.join(document.name.to_string());
        file::replace_private(&path, &document.text, Target::Backup, faults)?;
    }
    Ok(())
}

/// Removes the incomplete vaults that crashes have left next to a vault, with their secrets.
/// Doesn't remove a vault that is being assembled now.
pub(super) fn sweep_drafts(above: &Path) {
    for name in
        file::names_in(above).unwrap_or_default().iter().filter(|name| name.starts_with(DRAFT))
    {
        let left = above.join(name);
        if !left.symlink_metadata().is_ok_and(|there| there.is_dir()) {
            continue;
        }
        let lock = left.join("lock");
        match file::open_plain(&lock) {
            Ok(Some(lock_file))
                if lock_file.try_lock().is_ok() && file::is_still(&lock, &lock_file) =>
            {
                drop(fs::remove_dir_all(left));
            }
            // A directory without a lock file is still empty, or isn't a draft. `remove_dir`
            // removes only an empty directory.
            Ok(None) => drop(fs::remove_dir(left)),
            _ => {}
        }
    }
}

/// Contents of a vault that has never been used to play. Such a vault can be replaced.
const BLANK: [&str; 3] = ["vault.toml", "config.toml", "games"];

/// Checks that a vault can be created here: there is nothing, or only a vault without a key,
/// contacts and games.
fn check_free(dir: &VaultDir) -> Result<(), DiskError> {
    let is_there = |name| dir.document(&name).symlink_metadata().is_ok();
    let stranger = file::names_in(dir.path())?
        .iter()
        .any(|name| name != "lock" && !BLANK.contains(&name.as_str()) && !file::is_temporary(name));
    let games = file::names_in(&dir.games())?.iter().any(|name| !file::is_temporary(name));
    if is_there(DocName::IDENTITY) || is_there(DocName::CONTACTS) || stranger || games {
        Err(DiskError::NotEmpty(dir.path().to_owned()))
    } else {
        Ok(())
    }
}

/// Removes a vault that has no contents.
fn clear(dir: &VaultDir) -> Result<(), DiskError> {
    if !dir.path().exists() {
        return Ok(());
    }
    let lock = lock_file(&dir.lock(), dir.path(), Patience::TWO_SECONDS)?;
    check_free(dir)?;
    let root = dir.path();
    let remove = |path: PathBuf| match path.symlink_metadata() {
        Err(_) => Ok(()),
        Ok(there) if there.is_dir() => fs::remove_dir(&path),
        Ok(_) => fs::remove_file(&path),
    };
    file::sweep(root);
    file::sweep(&dir.games());
    for name in BLANK {
        remove(root.join(name)).map_err(DiskError::when("clear", root))?;
    }
    // Close the lock file before removing it, because Windows keeps the name of an open file.
    drop(lock);
    remove(dir.lock()).map_err(DiskError::when("clear", root))?;
    let root = fs::canonicalize(root).unwrap_or_else(|_| root.to_owned());
    fs::remove_dir(&root).map_err(DiskError::when("clear", &root))
}
