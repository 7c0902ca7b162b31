//! Everything that a player can do with their games, independent of the user interface.
//!
//! This module does no input or output: a [`Store`] keeps the documents, and the caller passes the
//! time and random bytes ([`Outside`]). A [`Desk`] decides and returns data: a [`LoadedGame`], a
//! [`Staged`] change, a [`Notice`], or a [`DeskError`]. The user interfaces choose the words.
//!
//! - **Load.** `load_bytes(bytes)`, `receive(game)` and `open(id)` compare a file with the vault
//!   ([`Arrival`]). `remember` saves the new turns.
//! - **Stage, commit, release.** Every change to a document is a [`Staged`]: the new documents, the
//!   revisions they are based on, and a payload that is unreachable until a store has saved them.
//!   `keep` commits the change and releases the payload. With a store that saves later, such as the
//!   page's, the caller must hold back the payload until then.
//! - **Revisions.** A commit fails if any document that was read for it has changed in the
//!   meantime. So two programs or two browser tabs with the same vault never sign competing turns.
//!
//! Two promises hold after any crash, copy or backup: no one sees a turn that isn't saved (enforced
//! by the types), and no player signs two different turns with the same number
//! ([`GameRecord::may_sign`]).
//!
//! A revision is the text of a document as it was read, not a number stored in the document. So the
//! documents need no extra field, and pbem notices changes made by other programs.

mod actions;
mod arrival;
mod backup;
mod begin;
mod bots;
mod chain;
mod config;
mod contacts;
mod damage;
pub mod document;
mod early_claims;
mod encoding;
mod encrypted_backup;
mod error;
mod fragments;
mod games;
mod held_ruling;
mod identity_check;
mod load;
mod mailed;
mod notices;
mod other_versions;
mod picture;
mod plan;
mod planning;
mod reasons;
mod record;
mod recovery_words;
mod rulings;
mod score;
mod seat_guard;
mod secret;
#[cfg(any(test, feature = "fault-points"))]
mod seeded;
mod store;
#[cfg(test)]
mod tests;
mod transaction;
mod turn;
mod unfinished;
mod verdict_cache;
mod verdicts;
mod watched;

use chrono::{DateTime, Utc};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::crypto::{Bytes16, Identity};
use crate::turnfile::{Bytes32, Moment};

pub use actions::{UndoneTurn, Waiting};
pub use backup::{FinishedBackup, RestoredVault, backup_name, restore};
pub use begin::{NewGame, first_of_next};
pub use bots::seats_with_bots;
pub use chain::{ChainOrder, Hash, judge};
pub use config::{Config, SETTINGS, Setting};
pub use contacts::{Contact, Contacts, FirstContact, OfferedKey, PinResult};
pub use early_claims::Held;
pub use encrypted_backup::{check_passphrase, is_sealed, open_backup, seal_backup};
pub use error::DeskError;
pub use fragments::{Assembled, TurnExcerpt, UnmatchedFragment};
pub use games::GameHead;
pub use held_ruling::HeldRuling;
pub use identity_check::KeyStatus;
pub use load::{Arrival, LoadError, LoadedGame, SavedState, StaleFile};
pub use notices::Notice;
pub use picture::picture;
pub use plan::{PlannedMove, TurnPlan};
pub use reasons::{
    DamagedFile, Forbidden, GoodCopy, Key, KeyDifference, KeyMismatch, NoRuling, RulingError,
    StaleKind,
};
pub use record::{
    Bots, Breach, GameRecord, HeldClaim, Incoming, NewTurn, Newest, OtherVersion, SealedMove,
    SignedTurn,
};
pub use rulings::{RulingArrival, TakenRuling};
pub use score::{Against, Score, ScoredGame, Series};
pub use secret::Secret;
#[cfg(any(test, feature = "fault-points"))]
pub use seeded::SeededOutside;
pub use store::{
    Change, DocName, DocText, MemoryStore, ReadSet, Receipt, Revision, Store, StoreError,
    ToldToFail, is_name,
};
pub use transaction::Staged;
pub use turn::{SavedTurn, TurnSummary};
pub use verdict_cache::CachedVerdict;
pub use watched::{TakenCopy, WatchedGame};

use document::DocumentError;
use encoding::{hex_bytes, moment, some_moment};
use transaction::Draft;

/// The source of time and randomness. The caller passes it in.
pub trait Outside {
    /// Returns the current time.
    fn now(&self) -> Moment;

    /// Returns sixteen bytes from a cryptographic random number generator.
    fn secret(&mut self) -> Bytes16;
}

/// A vault: the user's identity, contacts, settings and games.
#[derive(Debug)]
pub struct Desk<S: Store> {
    store: S,
    /// A new identity that isn't saved yet. The next change saves it, so a failing command leaves
    /// no identity behind.
    unkept: Option<Secret>,
}

/// The document `vault.toml`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct VaultDoc {
    version: document::Version,
    #[serde(with = "hex_bytes")]
    id: Bytes16,
    #[serde(with = "moment")]
    created: DateTime<Utc>,
    /// When the vault was restored from a backup or from the recovery phrase. Cleared when the user
    /// confirms that the vault has every turn that they have signed.
    #[serde(default, with = "some_moment", skip_serializing_if = "Option::is_none")]
    restored: Option<DateTime<Utc>>,
    /// Seats that this vault has taken: in games opened by other players from the first turn, in
    /// its own from the second. Without this list, a vault that has lost a record could sign a
    /// second first turn, and wouldn't notice the loss.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    joined: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    retired: Option<Retired>,
}

impl VaultDoc {
    fn new(id: Bytes16, created: DateTime<Utc>) -> VaultDoc {
        let (joined, version) = (Vec::new(), document::Version);
        VaultDoc { version, id, created, restored: None, joined, retired: None }
    }
}

/// The state of a vault that has been handed over to another machine. Such a vault no longer signs
/// turns.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Retired {
    #[serde(with = "moment")]
    on: DateTime<Utc>,
    /// Whether the backup that hands the vault over has been written. If so, no later backup may
    /// hand the vault over.
    handed_over: bool,
}

/// The document `identity.toml`: the user's key. The name and address are settings, see [`Config`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct IdentityDoc {
    version: document::Version,
    #[serde(with = "moment")]
    created: DateTime<Utc>,
    secret: Secret,
}

/// Parses `vault.toml` and returns the vault's id.
pub fn vault_id(text: &str) -> Option<Bytes16> {
    document::parse::<VaultDoc>(text).ok().map(|about| about.id)
}

impl<S: Store> Desk<S> {
    /// Opens the vault in a store. The store may be empty. Fails if a document that other documents
    /// depend on is missing.
    pub fn new(store: S) -> Result<Self, DeskError> {
        let names = store.names()?;
        let has = |name: &DocName| names.contains(name);
        let missing = |name| DeskError::Missing { display_name: store.display_name(&name), name };
        let games = names.iter().any(|name| name.as_game().is_some());
        let identity = has(&DocName::IDENTITY);
        if !identity && games {
            return Err(missing(DocName::IDENTITY));
        }
        if !has(&DocName::VAULT) && (identity || games || has(&DocName::CONTACTS)) {
            return Err(missing(DocName::VAULT));
        }
        let desk = Desk { store, unkept: None };
        desk.about_upon(&mut ReadSet::new())?;
        Ok(desk)
    }

    /// Returns the store.
    pub fn store(&self) -> &S {
        &self.store
    }

    /// Returns the store, so that the caller can change it.
    pub fn store_mut(&mut self) -> &mut S {
        &mut self.store
    }

    /// Saves a staged change and returns its payload.
    pub fn keep<T>(&mut self, staged: Staged<T>) -> Result<T, DeskError> {
        Ok(staged.keep(&mut self.store)?)
    }

    /// Whether a vault exists in the store.
    pub fn is_vault(&self) -> Result<bool, DeskError> {
        Ok(self.about_upon(&mut ReadSet::new())?.is_some())
    }

    /// Whether the vault was restored, and the user hasn't confirmed that it is complete.
    pub fn is_restored(&self) -> Result<bool, DeskError> {
        Ok(self.about_upon(&mut ReadSet::new())?.is_some_and(|about| about.restored.is_some()))
    }

    /// Returns the id of the vault, or `None` if the store has no vault yet.
    pub fn id(&self) -> Result<Option<Bytes16>, DeskError> {
        Ok(self.about_upon(&mut ReadSet::new())?.map(|about| about.id))
    }

    fn about_upon(&self, base: &mut ReadSet) -> Result<Option<VaultDoc>, DeskError> {
        self.read(&DocName::VAULT, base)
    }

    /// Loads the text of a document and notes its revision in `base`.
    fn load(&self, name: &DocName, base: &mut ReadSet) -> Result<Option<DocText>, DeskError> {
        let text = self.store.load(name)?;
        let revision = Revision::of(text.as_ref());
        // Keep the revision of the first read, because decisions are based on that text.
        base.entry(name.clone()).or_insert(revision);
        Ok(text)
    }

    /// Reads and parses a document.
    fn read<T: DeserializeOwned>(
        &self,
        name: &DocName,
        base: &mut ReadSet,
    ) -> Result<Option<T>, DeskError> {
        let parsed = self.load(name, base)?.map(|text| document::parse(&text)).transpose();
        parsed.map_err(self.fault(name))
    }

    /// Returns a function for `map_err` that adds the document's name to a parse error.
    fn fault(&self, name: &DocName) -> impl FnOnce(DocumentError) -> DeskError + use<S> {
        let (name, display_name) = (name.clone(), self.store.display_name(name));
        move |fault| DeskError::Document { name, display_name, fault }
    }

    /// Returns the saved identity.
    pub fn identity(&self) -> Result<Option<Identity>, DeskError> {
        let stored: Option<IdentityDoc> = self.read(&DocName::IDENTITY, &mut ReadSet::new())?;
        Ok(stored.map(|stored| Identity::from_bytes(stored.secret.bytes())))
    }

    /// Returns our own public key, or `None` if the vault has no identity yet.
    pub fn own_key(&self) -> Result<Option<Bytes32>, DeskError> {
        Ok(self.identity()?.map(|identity| identity.public()))
    }

    /// Returns the identity. If there is none, creates a new identity, which the next change saves.
    fn identity_or_new(&mut self, outside: &mut dyn Outside) -> Result<Identity, DeskError> {
        if let Some(identity) = self.identity()? {
            return Ok(identity);
        }
        let secret = self.unkept.get_or_insert_with(|| Secret::from(outside.secret()));
        Ok(Identity::from_bytes(secret.bytes()))
    }

    /// Stages the creation of the vault and the identity, if they don't exist yet. The payload is
    /// our public key.
    pub fn establish(&mut self, outside: &mut dyn Outside) -> Result<Staged<Bytes32>, DeskError> {
        let key = self.identity_or_new(outside)?.public();
        let draft = self.born(outside, Some(&key))?;
        Ok(draft.stage(key))
    }

    /// Returns a draft that creates the documents that the vault doesn't have yet: `vault.toml`
    /// and, if the change is signed with the key `signs`, `identity.toml`.
    fn born(&self, outside: &mut dyn Outside, signs: Option<&Bytes32>) -> Result<Draft, DeskError> {
        Ok(self.birth(outside, signs)?.0)
    }

    /// Does the same as `born`, and also returns the resulting `vault.toml`.
    fn birth(
        &self,
        outside: &mut dyn Outside,
        signs: Option<&Bytes32>,
    ) -> Result<(Draft, VaultDoc), DeskError> {
        let mut base = ReadSet::new();
        let about = self.about_upon(&mut base)?;
        let unkept = match signs {
            Some(key) => self.unkept_with(key, &mut base)?,
            None => None,
        };
        let mut draft = Draft::upon(base);
        let about = if let Some(about) = about {
            about
        } else {
            let about = VaultDoc::new(outside.secret(), outside.now());
            draft.put(DocName::VAULT, &about)?;
            about
        };
        if let Some(secret) = unkept {
            let (version, created) = (document::Version, outside.now());
            draft.put(DocName::IDENTITY, &IdentityDoc { version, created, secret })?;
        }
        Ok((draft, about))
    }

    /// Returns the secret of the identity with the public key `key`, if this identity isn't saved
    /// yet. Fails if another program has created a different identity in the meantime, so that no
    /// turn is signed with a key that isn't in the vault.
    fn unkept_with(&self, key: &Bytes32, base: &mut ReadSet) -> Result<Option<Secret>, DeskError> {
        let stored: Option<IdentityDoc> = self.read(&DocName::IDENTITY, base)?;
        let secret = stored.as_ref().map(|stored| &stored.secret).or(self.unkept.as_ref());
        let secret = secret
            .filter(|secret| Identity::from_bytes(secret.bytes()).public() == *key)
            .ok_or(StoreError::Moved(DocName::IDENTITY))?;
        Ok(stored.is_none().then(|| secret.clone()))
    }

    /// Returns the settings.
    pub fn config(&self) -> Result<Config, DeskError> {
        Ok(self.read(&DocName::CONFIG, &mut ReadSet::new())?.unwrap_or_default())
    }

    /// Stages a change to the settings.
    pub fn change_config<T>(
        &self,
        outside: &mut dyn Outside,
        change: impl FnOnce(&mut Config) -> Result<T, DeskError>,
    ) -> Result<Staged<T>, DeskError> {
        self.change(outside, DocName::CONFIG, change)
    }

    /// Returns the contacts.
    pub fn contacts(&self) -> Result<Contacts, DeskError> {
        Ok(self.read(&DocName::CONTACTS, &mut ReadSet::new())?.unwrap_or_default())
    }

    /// Stages a change to the contacts.
    pub fn change_contacts<T>(
        &self,
        outside: &mut dyn Outside,
        change: impl FnOnce(&mut Contacts) -> Result<T, DeskError>,
    ) -> Result<Staged<T>, DeskError> {
        self.change(outside, DocName::CONTACTS, change)
    }

    fn change<D: DeserializeOwned + Serialize + Default, T>(
        &self,
        outside: &mut dyn Outside,
        name: DocName,
        change: impl FnOnce(&mut D) -> Result<T, DeskError>,
    ) -> Result<Staged<T>, DeskError> {
        let mut base = ReadSet::new();
        let mut document: D = self.read(&name, &mut base)?.unwrap_or_default();
        let payload = change(&mut document)?;
        let mut draft = self.born(outside, None)?;
        draft.rest_on(base);
        draft.put(name, &document)?;
        Ok(draft.stage(payload))
    }
}
