//! Backups: packs a whole vault into one string, and restores a vault from a backup.
//!
//! A backup is as secret as the vault itself. A vault restored from a backup may lack turns that
//! were signed after the backup was made, so its running games wait for the opponents' latest file.
//! If the backup hands the vault over, the games don't have to wait, because the old vault was
//! retired when the backup was made.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use zeroize::{ZeroizeOnDrop, Zeroizing};

use super::document::{self, DocumentError, Version};
use super::encoding::{hex_bytes, moment};
use super::error::DeskError;
use super::games::parse_record;
use super::record::Newest;
use super::store::{Change, DocName, DocText, ReadSet, Store};
use super::transaction::{Draft, Staged};
use super::{Config, Contacts, Desk, IdentityDoc, Retired, VaultDoc, watched};
use crate::turnfile::Moment;

/// Maximum size of a backup, in bytes.
pub(super) const LIMIT: u64 = 256 << 20;
/// Prefix of the names of the bots' documents.
const BOTS: &str = "bots/";
/// First line of a backup, a warning for people who open it.
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
    /// Whether the backed-up vault was retired, so that it signs no more turns.
    moved: bool,
    /// SHA-256 over the names and contents of all documents.
    #[serde(with = "hex_bytes")]
    checksum: [u8; 32],
    file: Vec<BackupEntry>,
}

/// A document, with the name that it has on disk.
#[derive(Serialize, Deserialize, ZeroizeOnDrop)]
#[serde(deny_unknown_fields)]
struct BackupEntry {
    name: String,
    text: String,
}

impl BackupEntry {
    fn new(name: &DocName, text: &str) -> BackupEntry {
        BackupEntry { name: name.to_string(), text: text.to_owned() }
    }

    /// Creates the entry for a document of the bots' vault.
    fn of_bots(Change { name, text }: &Change) -> BackupEntry {
        BackupEntry { name: format!("{BOTS}{name}"), text: text.to_string() }
    }
}

fn checksum(files: &[BackupEntry]) -> [u8; 32] {
    let mut sum = Sha256::new();
    for part in files.iter().flat_map(|file| [&file.name, &file.text]) {
        sum.update(u64::try_from(part.len()).unwrap_or(u64::MAX).to_be_bytes());
        sum.update(part);
    }
    sum.finalize().into()
}

/// A finished backup and a summary of its contents.
pub struct FinishedBackup {
    pub text: Zeroizing<String>,
    /// Whether the backup hands the vault over. If so, the caller must retire the vault before
    /// anyone else can get the text.
    pub moves: bool,
    pub games: usize,
    pub contacts: usize,
    /// Games that the backup leaves out because their records are gone or can't be read.
    pub left_out: Vec<DeskError>,
}

/// The documents of a restored vault, and a summary.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RestoredVault {
    /// All documents, for an empty store.
    pub documents: Vec<Change>,
    /// The documents of the bots' vault, for another empty store.
    pub bots: Vec<Change>,
    pub id: [u8; 16],
    pub name: Option<String>,
    pub made: Moment,
    /// Name of the machine that made the backup.
    pub machine: Option<String>,
    pub games: usize,
    pub contacts: usize,
    /// Running games in which no turn may be signed yet: the name of each game, and the number of
    /// its latest known turn.
    pub waiting: Vec<(String, u32)>,
}

/// Returns the default file name of a backup, such as `alice-2026-11-21.pbem-backup`.
pub fn backup_name(name: Option<&str>, at: Moment) -> String {
    format!("{}-{}.pbem-backup", name.unwrap_or("pbem"), at.format("%Y-%m-%d"))
}

impl std::fmt::Debug for FinishedBackup {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "FinishedBackup({} games, ..)", self.games)
    }
}

impl<S: Store> Desk<S> {
    /// Packs the whole vault into one backup.
    ///
    /// With `hand_over`, the backup moves the vault to another machine, and fails if it would leave
    /// out a game, unless `leave_out` allows that. But if an earlier backup
    /// has already moved the vault, the result is an ordinary backup. If the new backup moves the
    /// vault, the caller calls [`retire`](Desk::retire) twice: with `surely` false before giving
    /// the file its final name, and with `surely` true afterward.
    pub fn back_up(
        &self,
        bots: &[Change],
        machine: Option<&str>,
        hand_over: bool,
        leave_out: bool,
        now: Moment,
    ) -> Result<FinishedBackup, DeskError> {
        let about = self.about_upon(&mut ReadSet::new())?.ok_or(DeskError::NoVault)?;
        let moves = hand_over && about.retired.as_ref().is_none_or(|retired| !retired.handed_over);
        let plain = document::body(&VaultDoc { retired: None, ..about })
            .map_err(self.fault(&DocName::VAULT))?;
        let mut file = vec![BackupEntry::new(&DocName::VAULT, &plain)];
        // Parse these documents first, so that pbem never writes a backup that can't be restored.
        self.identity()?;
        self.config()?;
        let contacts = self.contacts()?.iter().len();
        for name in [DocName::IDENTITY, DocName::CONTACTS, DocName::CONFIG] {
            let text = self.store.load(&name)?;
            file.extend(text.map(|text| BackupEntry::new(&name, &text)));
        }
        let (mut games, mut left_out) = (0, Vec::new());
        for name in self.game_names()? {
            match self.sound_record(&name) {
                Ok(text) => {
                    games += 1;
                    file.push(BackupEntry::new(&name, &text));
                }
                Err(trouble) => left_out.push(trouble),
            }
        }
        for name in self.store.names()? {
            let Some(id) = name.as_watched() else { continue };
            let text = self.store.load(&name)?.unwrap_or_default();
            match watched::check(&text, id) {
                Ok(_) => file.push(BackupEntry::new(&name, &text)),
                Err(fault) => left_out.push(self.fault(&name)(fault)),
            }
        }
        let lost = self.lost_seats()?.into_iter();
        left_out.extend(lost.map(|(game, seat)| DeskError::LostRecord { game, seat }));
        if hand_over && !leave_out && !left_out.is_empty() {
            return Err(DeskError::LeftOut(left_out));
        }
        file.extend(bots.iter().map(BackupEntry::of_bots));
        let (checksum, machine) = (checksum(&file), machine.map(str::to_owned));
        let backup = Backup { version: Version, made: now, machine, moved: moves, checksum, file };
        let mut text = document::body(&backup).map_err(self.fault(&DocName::VAULT))?;
        text.insert_str(0, HEADING);
        if u64::try_from(text.len()).is_ok_and(|length| length > LIMIT) {
            return Err(DeskError::BadBackup("it would be too large to restore"));
        }
        Ok(FinishedBackup { text, moves, games, contacts, left_out })
    }

    /// Returns all documents that can be read, to include them in another vault's backup.
    pub fn documents(&self) -> Result<Vec<Change>, DeskError> {
        let mut documents = Vec::new();
        for name in self.store.names()? {
            let is_sound = name.as_game().is_none() || self.sound_record(&name).is_ok();
            let text = self.store.load(&name)?.filter(|_| is_sound);
            documents.extend(text.map(|text| Change { name, text }));
        }
        Ok(documents)
    }

    /// Returns the text of a record. Fails if the record can't be parsed.
    fn sound_record(&self, name: &DocName) -> Result<DocText, DeskError> {
        let text = self.store.load(name)?.unwrap_or_default();
        let parsed = parse_record(name, &text);
        parsed.map_err(self.fault(name))?;
        Ok(text)
    }

    /// Retires this vault because a backup moves it to another device: from then on, the vault
    /// signs nothing. `surely` means that the backup file is complete, so that no later backup can
    /// move the vault.
    pub fn retire(&self, surely: bool, now: Moment) -> Result<Staged<()>, DeskError> {
        self.set_retired(Some(Retired { on: now, handed_over: surely }))
    }

    /// Reverses [`Desk::retire`] if the backup couldn't be written.
    pub fn unretire(&self) -> Result<Staged<()>, DeskError> {
        self.set_retired(None)
    }

    fn set_retired(&self, retired: Option<Retired>) -> Result<Staged<()>, DeskError> {
        let mut base = ReadSet::new();
        let about = self.about_upon(&mut base)?.ok_or(DeskError::NoVault)?;
        let mut draft = Draft::upon(base);
        draft.put(DocName::VAULT, &VaultDoc { retired, ..about })?;
        Ok(draft.stage(()))
    }
}

/// Reads a backup and returns the documents of the new vault.
///
/// # Errors
///
/// Returns [`DeskError::BadBackup`] if the text is damaged, and [`DeskError::Newer`] if a later
/// pbem wrote it.
pub fn restore(text: &str, now: Moment) -> Result<RestoredVault, DeskError> {
    let bad = |what| DeskError::BadBackup(what);
    if u64::try_from(text.len()).is_ok_and(|length| length > LIMIT) {
        return Err(bad("it is too large"));
    }
    let backup: Backup = document::parse(text).map_err(|fault| match fault {
        DocumentError::Newer(found) => DeskError::Newer(found),
        _ => bad("it cannot be read"),
    })?;
    if checksum(&backup.file) != backup.checksum {
        return Err(bad("its checksum is wrong"));
    }
    let mut restored = RestoredVault {
        documents: Vec::new(),
        bots: Vec::new(),
        id: [0; 16],
        name: None,
        made: backup.made,
        machine: backup.machine.clone(),
        games: 0,
        contacts: 0,
        waiting: Vec::new(),
    };
    let mut names = BTreeSet::new();
    for entry in &backup.file {
        let of_bots = entry.name.strip_prefix(BOTS);
        let name = DocName::read(of_bots.unwrap_or(&entry.name));
        let name = name.ok_or_else(|| bad("it contains a file that doesn't belong to a vault"))?;
        if !names.insert(entry.name.as_str()) {
            return Err(bad("it contains the same file twice"));
        }
        if of_bots.is_some() {
            // Bots are deterministic and would sign the same turn again, so they don't wait for an
            // opponent's file.
            restored.bots.push(Change::new(name, entry.text.clone()));
            continue;
        }
        restored.take(name, entry, (!backup.moved).then_some(now))?;
    }
    restored.waiting.sort_unstable();
    if !names.contains("vault.toml") {
        return Err(bad("it doesn't contain a vault"));
    }
    let has_games = restored.documents.iter().any(|document| document.name.as_game().is_some());
    if !names.contains("identity.toml") && has_games {
        return Err(bad("it contains games, but no key"));
    }
    Ok(restored)
}

impl RestoredVault {
    /// Checks a document and adds it. `at` is the time of the restore, or `None` if the backup
    /// hands the vault over, because then no turns can be missing.
    fn take(
        &mut self,
        name: DocName,
        entry: &BackupEntry,
        at: Option<Moment>,
    ) -> Result<(), DeskError> {
        let mut text = Zeroizing::new(entry.text.clone());
        if name == DocName::VAULT {
            let about = understand::<VaultDoc>(&name, &text)?;
            self.id = about.id;
            let about = VaultDoc { restored: at.or(about.restored), ..about };
            text = document::body(&about).map_err(|fault| DeskError::document(&name, fault))?;
        } else if name == DocName::IDENTITY {
            understand::<IdentityDoc>(&name, &text)?;
        } else if name == DocName::CONTACTS {
            self.contacts = understand::<Contacts>(&name, &text)?.iter().len();
        } else if name == DocName::CONFIG {
            self.name = understand::<Config>(&name, &text)?.name().map(str::to_owned);
        } else if let Some(id) = name.as_watched() {
            let fault = |fault| DeskError::document(&name, fault);
            let mut game = watched::check(&text, id).map_err(fault)?;
            if let Some(at) = at {
                game.restored(at);
                text = document::body(&game).map_err(fault)?;
            }
        } else {
            let fault = |fault| DeskError::document(&name, fault);
            let mut record = parse_record(&name, &text).map_err(fault)?;
            // A game whose only turn was undone has a record without a file. Such a record isn't
            // counted as a game.
            let stands = record.newest().is_some();
            self.games += usize::from(stands);
            if at.is_some() && record.finished.is_none() {
                record.restored = at;
                text = record.to_document().map_err(fault)?;
            }
            if record.is_restored() && stands && !record.withdrawn && !record.is_over() {
                let turns = record.newest().map_or(0, Newest::turns);
                self.waiting.push((record.name().to_owned(), turns));
            }
        }
        self.documents.push(Change::new(name, text));
        Ok(())
    }
}

fn understand<T: DeserializeOwned>(name: &DocName, text: &str) -> Result<T, DeskError> {
    document::parse(text).map_err(|fault| DeskError::document(name, fault))
}
