//! One file that holds a whole vault, and a vault made of one.
//!
//! A backup is as secret as the vault. A vault that comes from one may not know what was played
//! since, so its running games wait until the opponents' newest file has been read; unless the old
//! vault was retired when the backup was made (`--move`).

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use zeroize::ZeroizeOnDrop;

use super::disk::{self, Draft, Mode, Version};
use super::error::VaultError;
use super::fault::{Faults, Step, Target};
use super::place::VaultDir;
use super::secret::{hex_bytes, moment};
use super::{About, Config, Contacts, Contents, Retired, StoredIdentity, Vault, games, mark};

/// The largest backup.
const LIMIT: u64 = 256 << 20;
/// What stands above it, for whoever opens it.
const HEADING: &str =
    "# pbem backup. SECRET: it holds your key and the setups of your games. Never mail it.\n";

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Backup {
    version: Version,
    #[serde(with = "moment")]
    made: DateTime<Utc>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    machine: Option<String>,
    /// the vault that it was made of signs nothing any more
    moved: bool,
    /// over the names and texts of all files
    #[serde(with = "hex_bytes")]
    checksum: [u8; 32],
    file: Vec<Kept>,
}

/// A file of a vault, named relative to it, with `/`.
#[derive(Serialize, Deserialize, ZeroizeOnDrop)]
#[serde(deny_unknown_fields)]
struct Kept {
    name: String,
    text: String,
}

fn checksum(files: &[Kept]) -> [u8; 32] {
    let mut sum = Sha256::new();
    for part in files.iter().flat_map(|file| [&file.name, &file.text]) {
        sum.update(u64::try_from(part.len()).unwrap_or(u64::MAX).to_be_bytes());
        sum.update(part);
    }
    sum.finalize().into()
}

/// What a backup holds.
#[derive(Debug)]
pub struct BackedUp {
    /// how many games
    pub games: usize,
    /// how many contacts
    pub contacts: usize,
    /// games that cannot be read, and are not in it
    pub left_out: Vec<VaultError>,
}

/// What a vault was restored from, and what must be done before it can be played on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Restored {
    /// the person's own name
    pub name: Option<String>,
    /// when the backup was made
    pub made: DateTime<Utc>,
    /// on which machine
    pub machine: Option<String>,
    /// how many games it holds
    pub games: usize,
    /// how many contacts
    pub contacts: usize,
    /// the running games in which no turn may be made yet, by name, and the last turn that is known
    /// of each
    pub waiting: Vec<(String, u32)>,
}

/// How the directory begins in which a vault is put together.
const DRAFT: &str = ".pbem-restore-";

/// What a backup is called if nobody says otherwise: `alice-2026-11-21.pbem-backup`.
pub fn backup_name(name: Option<&str>, at: DateTime<Utc>) -> String {
    format!("{}-{}.pbem-backup", name.unwrap_or("pbem"), at.format("%Y-%m-%d"))
}

impl Vault {
    /// Writes everything into one private file, which must be new. With `hand_over` this vault is
    /// retired by it: it signs nothing any more, and the one restored from the file plays on at
    /// once.
    ///
    /// Only one backup can carry a vault over. Once it is retired, every later backup is a plain
    /// one.
    pub fn backup(
        &mut self,
        path: &Path,
        at: DateTime<Utc>,
        hand_over: bool,
    ) -> Result<BackedUp, VaultError> {
        if path.symlink_metadata().is_ok() {
            return Err(VaultError::Exists(path.to_owned()));
        }
        let (file, done) = self.collect()?;
        let moved =
            hand_over && self.about.retired.as_ref().is_none_or(|retired| !retired.handed_over);
        let machine = self.dir.machine().map(str::to_owned);
        let backup =
            Backup { version: Version, made: at, machine, moved, checksum: checksum(&file), file };
        let mut text = disk::document(path, &backup)?;
        text.insert_str(0, HEADING);
        if u64::try_from(text.len()).is_ok_and(|length| length > LIMIT) {
            return Err(VaultError::TooLarge { path: path.to_owned(), limit: LIMIT });
        }
        let draft = Draft::write(path, &text, &Mode::Private, Target::Backup, &self.faults)
            .map_err(VaultError::disk("write", path))?;
        // Retired first: a crash from here on may leave no backup, but never two vaults that sign.
        if moved {
            self.retire(Some(Retired { on: at, handed_over: false }))?;
        }
        if let Err(error) = draft.name_new(path, &self.faults) {
            if moved && path.symlink_metadata().is_err() {
                self.retire(None)?;
            }
            return Err(VaultError::disk("write", path)(error));
        }
        if moved {
            self.retire(Some(Retired { on: at, handed_over: true }))?;
        }
        Ok(done)
    }

    fn retire(&mut self, retired: Option<Retired>) -> Result<(), VaultError> {
        let about = About { retired, ..self.about.clone() };
        disk::write_document(&self.dir.about(), &about, &self.faults)?;
        self.about = about;
        Ok(())
    }

    /// Every file of the vault that pbem knows.
    fn collect(&self) -> Result<(Vec<Kept>, BackedUp), VaultError> {
        let about = About { retired: None, ..self.about.clone() };
        let mut files = vec![Kept {
            name: "vault.toml".to_owned(),
            text: disk::document(&self.dir.about(), &about)?.to_string(),
        }];
        // Understood before they are kept, so that no backup turns out to be of no use.
        self.identity()?;
        self.config()?;
        let contacts = self.contacts()?.iter().len();
        for name in ["identity.toml", "contacts.toml", "config.toml"] {
            let text = disk::read(&self.path().join(name), disk::FILE_LIMIT)?;
            files.extend(text.map(|text| Kept { name: name.to_owned(), text: text.to_string() }));
        }
        let (mut games, mut left_out) = (0, Vec::new());
        for name in
            disk::names_in(&self.dir.games())?.into_iter().filter(|name| games::is_game_file(name))
        {
            let path = self.dir.games().join(&name);
            let text = disk::read(&path, disk::FILE_LIMIT).map(Option::unwrap_or_default);
            match text.and_then(|text| games::parse_record(&path, &text).map(|_| text)) {
                Ok(text) => {
                    games += 1;
                    files.push(Kept { name: format!("games/{name}"), text: text.to_string() });
                }
                Err(fault) => left_out.push(fault),
            }
        }
        Ok((files, BackedUp { games, contacts, left_out }))
    }
}

/// Makes a vault of a backup, where none is. Afterwards the whole vault is there, or none.
pub fn restore(dir: &VaultDir, file: &Path, faults: &Faults) -> Result<Restored, VaultError> {
    let file = &fs::canonicalize(file).map_err(VaultError::disk("read", file))?;
    let backup = read_backup(file)?;
    let (files, restored, id) = prepare(file, &backup)?;

    let root = fs::canonicalize(dir.path()).unwrap_or_else(|_| dir.path().to_owned());
    check_free(dir)?;
    let above = disk::directory_of(&root);
    disk::make_directory(above)?;
    sweep_drafts(above);
    // A directory made by `tempfile` is private, and removed if anything fails before it gets its
    // name.
    let draft = tempfile::Builder::new()
        .prefix(DRAFT)
        .tempdir_in(above)
        .map_err(VaultError::disk("write in", above))?;
    disk::make_directory(draft.path())?;
    let held = super::open_lock(&draft.path().join("lock"))?;
    // Where there are no locks, nothing is swept.
    let _ = held.as_ref().map(File::try_lock);
    disk::make_directory(&draft.path().join("games"))?;
    for kept in &files {
        disk::replace_private(&draft.path().join(&kept.name), &kept.text, Target::Backup, faults)?;
    }
    clear(dir)?;
    if cfg!(windows) {
        // It renames no directory in which a file is open.
        drop(held);
    }
    let named =
        faults.pass(Target::Backup, Step::Rename).and_then(|()| fs::rename(draft.path(), &root));
    named.map_err(VaultError::disk("write", &root))?;
    // It has another name now, so there is nothing left to remove.
    let _ = draft.keep();
    disk::sync_directory(above).map_err(VaultError::disk("write", &root))?;
    mark::write(dir, &id, faults)?;
    Ok(restored)
}

/// Removes the halves of vaults that crashes have left beside one, secrets and all, but none that
/// is being put together just now.
fn sweep_drafts(above: &Path) {
    for name in
        disk::names_in(above).unwrap_or_default().iter().filter(|name| name.starts_with(DRAFT))
    {
        let left = above.join(name);
        if !left.symlink_metadata().is_ok_and(|there| there.is_dir()) {
            continue;
        }
        let lock = left.join("lock");
        match disk::open_plain(&lock) {
            Ok(Some(held)) if held.try_lock().is_ok() && disk::is_still(&lock, &held) => {
                drop(fs::remove_dir_all(left))
            }
            // It holds nothing yet, or is no draft at all.
            Ok(None) => drop(fs::remove_dir(left)),
            _ => {}
        }
    }
}

fn read_backup(file: &Path) -> Result<Backup, VaultError> {
    let bad = |what| VaultError::BadBackup { path: file.to_owned(), what };
    let text = disk::read(file, LIMIT)?.ok_or_else(|| bad("it is not there"))?;
    let backup: Backup = disk::parse_document(file, &text).map_err(|error| match error {
        VaultError::Damaged { .. } => bad("it cannot be read"),
        other => other,
    })?;
    if checksum(&backup.file) != backup.checksum {
        return Err(bad("its checksum is wrong"));
    }
    Ok(backup)
}

/// The files of the vault to be, what is to be said of it, and its id.
fn prepare(file: &Path, backup: &Backup) -> Result<(Vec<Kept>, Restored, [u8; 16]), VaultError> {
    let bad = |what| VaultError::BadBackup { path: file.to_owned(), what };
    let (mut about, mut identity, mut played) = (None, false, false);
    let mut restored = Restored {
        name: None,
        made: backup.made,
        machine: backup.machine.clone(),
        games: 0,
        contacts: 0,
        waiting: Vec::new(),
    };
    let (mut files, mut names) = (Vec::new(), BTreeSet::new());
    for kept in &backup.file {
        // A name is one of these, and so can lead nowhere else.
        let path = Path::new(&kept.name);
        let mut text = kept.text.clone();
        match kept.name.as_str() {
            "vault.toml" => about = Some(disk::parse_document::<About>(path, &text)?),
            "identity.toml" => {
                identity = disk::parse_document::<StoredIdentity>(path, &text).map(|_| true)?
            }
            "contacts.toml" => {
                restored.contacts = disk::parse_document::<Contacts>(path, &text)?.iter().len()
            }
            "config.toml" => {
                restored.name =
                    disk::parse_document::<Config>(path, &text)?.name().map(str::to_owned)
            }
            name if name.strip_prefix("games/").is_some_and(games::is_game_file) => {
                let mut record = games::parse_record(path, &text)?;
                // One that was taken back before anybody saw it is remembered, but is no game.
                let stands = record.newest().is_some();
                restored.games += usize::from(stands);
                played = true;
                if !backup.moved && record.finished.is_none() {
                    record.restored = true;
                    text = disk::document(path, &record)?.to_string();
                }
                if record.restored && stands {
                    restored.waiting.push((
                        record.name().to_owned(),
                        record.newest().map_or(0, super::Newest::turns),
                    ));
                }
            }
            _ => return Err(bad("it holds a file that belongs to no vault")),
        }
        if !names.insert(kept.name.as_str()) {
            return Err(bad("it holds a file twice"));
        }
        files.push(Kept { name: kept.name.clone(), text });
    }
    restored.waiting.sort_unstable();
    let about = about.ok_or_else(|| bad("it holds no vault"))?;
    if !identity && played {
        return Err(bad("it holds games, but no key"));
    }
    Ok((files, restored, about.id))
}

/// What a vault has that was never played with. It may be replaced.
const BLANK: [&str; 3] = ["vault.toml", "config.toml", "games"];

/// Whether a vault may be put here: there is nothing, or a vault without key, contacts and games.
fn check_free(dir: &VaultDir) -> Result<(), VaultError> {
    let contents = Contents::of(dir)?;
    let stranger = disk::names_in(dir.path())?
        .iter()
        .any(|name| name != "lock" && !BLANK.contains(&name.as_str()) && !disk::is_temporary(name));
    let games = disk::names_in(&dir.games())?.iter().any(|name| !disk::is_temporary(name));
    if contents.identity || contents.contacts || stranger || games {
        Err(VaultError::NotEmpty(dir.path().to_owned()))
    } else {
        Ok(())
    }
}

/// Removes a vault without contents.
fn clear(dir: &VaultDir) -> Result<(), VaultError> {
    if !dir.path().exists() {
        return Ok(());
    }
    let lock = super::take_lock(dir, disk::Patience::TWO_SECONDS)?;
    check_free(dir)?;
    let root = dir.path();
    let remove = |path: PathBuf| match path.symlink_metadata() {
        Err(_) => Ok(()),
        Ok(there) if there.is_dir() => fs::remove_dir(&path),
        Ok(_) => fs::remove_file(&path),
    };
    disk::sweep(root);
    disk::sweep(&dir.games());
    for name in BLANK {
        remove(root.join(name)).map_err(VaultError::disk("clear", root))?;
    }
    // Let go of before it is removed, since Windows keeps the name of an open file.
    drop(lock);
    remove(dir.lock()).map_err(VaultError::disk("clear", root))?;
    let root = fs::canonicalize(root).unwrap_or_else(|_| root.to_owned());
    fs::remove_dir(&root).map_err(VaultError::disk("clear", &root))
}
