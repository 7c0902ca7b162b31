//! One text that holds a whole desk, and a desk made of one.
//!
//! A backup is as secret as what it holds. A desk that comes from one may not know what was played
//! since, so its running games wait until the opponents' newest file has been read; unless the old
//! desk was retired when the backup was made.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use zeroize::{ZeroizeOnDrop, Zeroizing};

use super::document::{self, Fault, Version};
use super::games::parse_record;
use super::record::Newest;
use super::secret::{hex_bytes, moment};
use super::staged::{Draft, Staged};
use super::store::{Base, Change, DocName, Store};
use super::trouble::Trouble;
use super::{About, Config, Contacts, Desk, Retired, StoredIdentity, watched};
use crate::turnfile::Moment;

/// The longest backup.
pub(super) const LIMIT: u64 = 256 << 20;
/// How the names of documents begin that are the bots'.
const BOTS: &str = "bots/";
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
    /// the desk that it was made of signs nothing any more
    moved: bool,
    /// over the names and texts of all documents
    #[serde(with = "hex_bytes")]
    checksum: [u8; 32],
    file: Vec<Kept>,
}

/// A document, with its name as it stands on a disk.
#[derive(Serialize, Deserialize, ZeroizeOnDrop)]
#[serde(deny_unknown_fields)]
struct Kept {
    name: String,
    text: String,
}

impl Kept {
    fn new(name: &DocName, text: &str) -> Kept {
        Kept { name: name.to_string(), text: text.to_owned() }
    }

    /// A document of the bots.
    fn of_bots(Change { name, text }: &Change) -> Kept {
        Kept { name: format!("{BOTS}{name}"), text: text.to_string() }
    }
}

fn checksum(files: &[Kept]) -> [u8; 32] {
    let mut sum = Sha256::new();
    for part in files.iter().flat_map(|file| [&file.name, &file.text]) {
        sum.update(u64::try_from(part.len()).unwrap_or(u64::MAX).to_be_bytes());
        sum.update(part);
    }
    sum.finalize().into()
}

/// A backup, and what it holds.
pub struct BackedUp {
    /// the whole text
    pub text: Zeroizing<String>,
    /// it carries the desk over, which is to be retired before anybody can have it
    pub moves: bool,
    /// how many games
    pub games: usize,
    /// how many contacts
    pub contacts: usize,
    /// games that cannot be read, and are not in it
    pub left_out: Vec<Trouble>,
}

/// What a desk was restored from, and what must be done before it can be played on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Restored {
    /// all documents, for a store that has none
    pub documents: Vec<Change>,
    /// those of the bots, for another
    pub bots: Vec<Change>,
    /// the id of the vault
    pub id: [u8; 16],
    /// the person's own name
    pub name: Option<String>,
    /// when the backup was made
    pub made: Moment,
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

/// What a backup is called if nobody says otherwise: `alice-2026-11-21.pbem-backup`.
pub fn backup_name(name: Option<&str>, at: Moment) -> String {
    format!("{}-{}.pbem-backup", name.unwrap_or("pbem"), at.format("%Y-%m-%d"))
}

impl std::fmt::Debug for BackedUp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "BackedUp({} games, ..)", self.games)
    }
}

impl<S: Store> Desk<S> {
    /// Everything in one text. With `hand_over` it carries the desk over, if no backup has before:
    /// then it is [retired](Desk::retire) before the text gets a name, and once more with `surely`
    /// when it has one.
    pub fn back_up(
        &self,
        bots: &[Change],
        machine: Option<&str>,
        hand_over: bool,
        now: Moment,
    ) -> Result<BackedUp, Trouble> {
        let about = self.about_upon(&mut Base::new())?.ok_or(Trouble::NoVault)?;
        let moves = hand_over && about.retired.as_ref().is_none_or(|retired| !retired.handed_over);
        let plain = document::body(&About { retired: None, ..about })
            .map_err(self.fault(&DocName::VAULT))?;
        let mut file = vec![Kept::new(&DocName::VAULT, &plain)];
        // Understood before they are kept, so that no backup turns out to be of no use.
        self.identity()?;
        self.config()?;
        let contacts = self.contacts()?.iter().len();
        for name in [DocName::IDENTITY, DocName::CONTACTS, DocName::CONFIG] {
            let text = self.store.load(&name)?;
            file.extend(text.map(|text| Kept::new(&name, &text)));
        }
        let (mut games, mut left_out) = (0, Vec::new());
        for name in self.game_names()? {
            match self.sound_record(&name) {
                Ok(text) => {
                    games += 1;
                    file.push(Kept::new(&name, &text));
                }
                Err(trouble) => left_out.push(trouble),
            }
        }
        for name in self.store.names()? {
            let Some(id) = name.as_watched() else { continue };
            let text = self.store.load(&name)?.unwrap_or_default();
            match watched::check(&text, id) {
                Ok(_) => file.push(Kept::new(&name, &text)),
                Err(fault) => left_out.push(self.fault(&name)(fault)),
            }
        }
        file.extend(bots.iter().map(Kept::of_bots));
        let (checksum, machine) = (checksum(&file), machine.map(str::to_owned));
        let backup = Backup { version: Version, made: now, machine, moved: moves, checksum, file };
        let mut text = document::body(&backup).map_err(self.fault(&DocName::VAULT))?;
        text.insert_str(0, HEADING);
        if u64::try_from(text.len()).is_ok_and(|length| length > LIMIT) {
            return Err(Trouble::BadBackup("it would be over the limit"));
        }
        Ok(BackedUp { text, moves, games, contacts, left_out })
    }

    /// All documents that can be read, for the backup of another desk to take along.
    pub fn documents(&self) -> Result<Vec<Change>, Trouble> {
        let mut documents = Vec::new();
        for name in self.store.names()? {
            let is_sound = name.as_game().is_none() || self.sound_record(&name).is_ok();
            let text = self.store.load(&name)?.filter(|_| is_sound);
            documents.extend(text.map(|text| Change { name, text }));
        }
        Ok(documents)
    }

    /// The text of a record that can be read.
    fn sound_record(&self, name: &DocName) -> Result<Zeroizing<String>, Trouble> {
        let text = self.store.load(name)?.unwrap_or_default();
        let parsed = parse_record(name, &text);
        parsed.map_err(self.fault(name))?;
        Ok(text)
    }

    /// The desk signs nothing any more, since a backup carries it over: `surely`, when that has
    /// been written, so that no later one takes its place.
    pub fn retire(&self, surely: bool, now: Moment) -> Result<Staged<()>, Trouble> {
        self.set_retired(Some(Retired { on: now, handed_over: surely }))
    }

    /// The backup that was to carry the desk over could not be written.
    pub fn unretire(&self) -> Result<Staged<()>, Trouble> {
        self.set_retired(None)
    }

    fn set_retired(&self, retired: Option<Retired>) -> Result<Staged<()>, Trouble> {
        let mut base = Base::new();
        let about = self.about_upon(&mut base)?.ok_or(Trouble::NoVault)?;
        let mut draft = Draft::upon(base);
        draft.put(DocName::VAULT, &About { retired, ..about })?;
        Ok(draft.stage(()))
    }
}

/// Reads a backup: all documents of the desk to be, and what is to be said of it.
pub fn restore(text: &str, now: Moment) -> Result<Restored, Trouble> {
    let bad = |what| Trouble::BadBackup(what);
    if u64::try_from(text.len()).is_ok_and(|length| length > LIMIT) {
        return Err(bad("it is over the limit"));
    }
    let backup: Backup = document::parse(text).map_err(|fault| match fault {
        Fault::Newer(found) => Trouble::Newer(found),
        _ => bad("it cannot be read"),
    })?;
    if checksum(&backup.file) != backup.checksum {
        return Err(bad("its checksum is wrong"));
    }
    let mut restored = Restored {
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
    for kept in &backup.file {
        let of_bots = kept.name.strip_prefix(BOTS);
        let name = DocName::read(of_bots.unwrap_or(&kept.name));
        let name = name.ok_or_else(|| bad("it holds a file that belongs to no vault"))?;
        if !names.insert(kept.name.as_str()) {
            return Err(bad("it holds a file twice"));
        }
        if of_bots.is_some() {
            // They make the same turn again, so they need not wait for anybody's newest file.
            let text = Zeroizing::new(kept.text.clone());
            restored.bots.push(Change { name, text });
            continue;
        }
        restored.take(name, kept, (!backup.moved).then_some(now))?;
    }
    restored.waiting.sort_unstable();
    if !names.contains("vault.toml") {
        return Err(bad("it holds no vault"));
    }
    let played = restored.documents.iter().any(|document| document.name.as_game().is_some());
    if !names.contains("identity.toml") && played {
        return Err(bad("it holds games, but no key"));
    }
    Ok(restored)
}

impl Restored {
    /// Understands a document, and takes it in. `at` is when it was restored, unless the vault was
    /// handed over, so that nothing can be missing.
    fn take(&mut self, name: DocName, kept: &Kept, at: Option<Moment>) -> Result<(), Trouble> {
        let mut text = Zeroizing::new(kept.text.clone());
        if name == DocName::VAULT {
            let about = understand::<About>(&name, &text)?;
            self.id = about.id;
            let about = About { restored: at.or(about.restored), ..about };
            text = document::body(&about).map_err(|fault| Trouble::document(&name, fault))?;
        } else if name == DocName::IDENTITY {
            understand::<StoredIdentity>(&name, &text)?;
        } else if name == DocName::CONTACTS {
            self.contacts = understand::<Contacts>(&name, &text)?.iter().len();
        } else if name == DocName::CONFIG {
            self.name = understand::<Config>(&name, &text)?.name().map(str::to_owned);
        } else if let Some(id) = name.as_watched() {
            let fault = |fault| Trouble::document(&name, fault);
            let mut game = watched::check(&text, id).map_err(fault)?;
            if let Some(at) = at {
                game.restored(at);
                text = document::body(&game).map_err(fault)?;
            }
        } else {
            let fault = |fault| Trouble::document(&name, fault);
            let mut record = parse_record(&name, &text).map_err(fault)?;
            // One that was taken back before anybody saw it is remembered, but is no game.
            let stands = record.newest().is_some();
            self.games += usize::from(stands);
            if at.is_some() && record.finished.is_none() {
                record.restored = true;
                text = document::body(&record).map_err(fault)?;
            }
            if record.restored && stands {
                let turns = record.newest().map_or(0, Newest::turns);
                self.waiting.push((record.name().to_owned(), turns));
            }
        }
        self.documents.push(Change { name, text });
        Ok(())
    }
}

fn understand<T: DeserializeOwned>(name: &DocName, text: &str) -> Result<T, Trouble> {
    document::parse(text).map_err(|fault| Trouble::document(name, fault))
}
