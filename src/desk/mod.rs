//! What one person does with games, whatever face he sees them through.
//!
//! Pure: documents are kept by a [`Store`]; what time it is, and numbers that nobody can guess,
//! come with every call ([`Outside`]). A [`Desk`] decides, and says in data what came of it: a
//! [`LaidOut`] game, a [`Staged`] deed, a [`Notice`], a [`Trouble`]. The words are a face's own.
//!
//! - **Look.** `lay_out(bytes)`, `receive(game)` or `open(id)` compare a file with what is
//!   remembered ([`Arrival`]). `remember` keeps what was new in it.
//! - **Stage, commit, release.** Whatever changes a document gives a [`Staged`]: what to keep, what
//!   it rests on, and a payload that nobody can take out before a store has kept it. `keep` does
//!   both where the store answers at once; a face that has to wait commits by itself, and hands in
//!   the [`Receipt`].
//! - **Revisions.** A commit is refused unless every document that was read for it still has the
//!   text that it had. So two programs, or two tabs, with one vault never sign upon each other.
//!
//! Two promises are kept here, whatever crashes, copies or backups do: nobody sees a turn that is
//! not kept (by type), and no player is led to sign two different turns of one number
//! ([`GameRecord::may_sign`]).
//!
//! A revision is the text that was read, and not a number beside it: so the documents stay what
//! they are, a change by other hands is seen, and to read one document needs no more than its text.

mod backup;
mod begin;
mod beside;
mod bots;
mod compare;
mod conditional;
mod config;
mod contacts;
mod damage;
pub mod document;
mod end;
mod games;
mod held;
mod joined;
mod judged;
mod lay;
mod loose;
mod memory;
mod notices;
mod people;
mod picture;
mod record;
mod rulings;
mod score;
mod sealed;
mod secret;
mod staged;
mod store;
#[cfg(test)]
mod tests;
mod trouble;
mod turn;
mod unfinished;
mod watched;
mod words;

use chrono::{DateTime, Utc};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use zeroize::Zeroizing;

use crate::crypto::{Bytes16, Identity};
use crate::turnfile::{Bytes32, Moment};

pub use backup::{BackedUp, Restored, backup_name, restore};
pub use begin::{NewGame, first_of_next};
pub use beside::Beside;
pub use bots::seats_with_bots;
pub use conditional::{Conditional, Foreseen};
pub use config::{Config, SETTINGS, Setting};
pub use contacts::{AnotherKey, Contact, Contacts, Key, Met, OtherKey, Pinned};
pub use damage::{Changed, Damaged, GoodCopy};
pub use end::{Claimed, Undone, Waiting};
pub use games::GameHead;
pub use judged::Judged;
pub use lay::{Arrival, Behind, LaidOut, Objection, Remembered, Stale};
pub use loose::{Joined, NewTurns, Unfit};
pub use memory::{Hash, Reason, Seen, judge};
pub use notices::{Notice, late};
pub use people::Known;
pub use picture::picture;
pub use record::{Bots, Breach, GameRecord, HeldClaim, Incoming, Made, Newest, SealedMove, Signed};
pub use rulings::{HeldRuling, RulingArrival, RulingFault, TakenRuling};
pub use score::{Against, Counted, Score, Series};
pub use sealed::{check_passphrase, is_sealed, open_backup, seal_backup};
pub use secret::Secret;
pub use staged::Staged;
pub use store::{
    Base, Change, DocName, MemoryStore, Receipt, Revision, Store, StoreError, ToldToFail, is_name,
};
pub use trouble::Trouble;
pub use turn::{Sketch, Written};
pub use watched::{NoRuling, TakenCopy, WatchedGame};

use document::Fault;
use secret::{hex_bytes, moment, some_moment};
use staged::Draft;

/// What comes from outside with a call.
pub trait Outside {
    /// What time it is.
    fn now(&self) -> Moment;

    /// Sixteen bytes that nobody can guess.
    fn secret(&mut self) -> Bytes16;
}

/// A person's identity, contacts, settings and games.
#[derive(Debug)]
pub struct Desk<S: Store> {
    store: S,
    /// an identity that is not kept yet, so that a deed that fails leaves none
    unkept: Option<Secret>,
}

/// `vault.toml`
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct About {
    version: document::Version,
    #[serde(with = "hex_bytes")]
    id: Bytes16,
    #[serde(with = "moment")]
    created: DateTime<Utc>,
    /// when it was brought back from a backup or from words, until its person says that nothing
    /// was played since
    #[serde(default, with = "some_moment", skip_serializing_if = "Option::is_none")]
    restored: Option<DateTime<Utc>>,
    /// the seats that were taken here in games of others, so that the loss of a record leads to no
    /// second turn
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    joined: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    retired: Option<Retired>,
}

impl About {
    fn new(id: Bytes16, created: DateTime<Utc>) -> About {
        let (joined, version) = (Vec::new(), document::Version);
        About { version, id, created, restored: None, joined, retired: None }
    }
}

/// The vault has been handed over to another machine, and signs nothing any more.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Retired {
    #[serde(with = "moment")]
    on: DateTime<Utc>,
    /// the backup that carries it over has surely been written; no later one may take its place
    handed_over: bool,
}

/// `identity.toml`: the key of a person. His name and address are settings, see [`Config`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct StoredIdentity {
    version: document::Version,
    #[serde(with = "moment")]
    created: DateTime<Utc>,
    secret: Secret,
}

/// The id of the vault that this text of its own document tells of.
pub fn vault_id(text: &str) -> Option<Bytes16> {
    document::parse::<About>(text).ok().map(|about| about.id)
}

impl<S: Store> Desk<S> {
    /// A desk upon documents; there need be none yet. Refused if some are there that others rest
    /// on, and those are not.
    pub fn new(store: S) -> Result<Self, Trouble> {
        let names = store.names()?;
        let has = |name: &DocName| names.contains(name);
        let missing = |name| Trouble::Missing { called: store.called(&name), name };
        let games = names.iter().any(|name| name.as_game().is_some());
        let identity = has(&DocName::IDENTITY);
        if !identity && games {
            return Err(missing(DocName::IDENTITY));
        }
        if !has(&DocName::VAULT) && (identity || games || has(&DocName::CONTACTS)) {
            return Err(missing(DocName::VAULT));
        }
        let desk = Desk { store, unkept: None };
        desk.about_upon(&mut Base::new())?;
        Ok(desk)
    }

    /// Where the documents are kept.
    pub fn store(&self) -> &S {
        &self.store
    }

    /// Where the documents are kept, to be changed from outside.
    pub fn store_mut(&mut self) -> &mut S {
        &mut self.store
    }

    /// Keeps what a deed has changed, and gives what came of it.
    pub fn keep<T>(&mut self, staged: Staged<T>) -> Result<T, Trouble> {
        Ok(staged.keep(&mut self.store)?)
    }

    /// Whether anything was kept here before.
    pub fn is_vault(&self) -> Result<bool, Trouble> {
        Ok(self.about_upon(&mut Base::new())?.is_some())
    }

    /// The id of the vault; `None` if there is none yet.
    pub fn id(&self) -> Result<Option<Bytes16>, Trouble> {
        Ok(self.about_upon(&mut Base::new())?.map(|about| about.id))
    }

    fn about_upon(&self, base: &mut Base) -> Result<Option<About>, Trouble> {
        self.read(&DocName::VAULT, base)
    }

    /// The text of a document; at which revision it is, is noted.
    fn load(&self, name: &DocName, base: &mut Base) -> Result<Option<Zeroizing<String>>, Trouble> {
        let text = self.store.load(name)?;
        let revision = Revision::of(text.as_ref().map(|text| text.as_str()));
        // What was read first is what was decided upon.
        base.entry(name.clone()).or_insert(revision);
        Ok(text)
    }

    /// Reads a document.
    fn read<T: DeserializeOwned>(
        &self,
        name: &DocName,
        base: &mut Base,
    ) -> Result<Option<T>, Trouble> {
        let parsed = self.load(name, base)?.map(|text| document::parse(&text)).transpose();
        parsed.map_err(self.fault(name))
    }

    /// For `map_err`: a document of this name cannot be used.
    fn fault(&self, name: &DocName) -> impl FnOnce(Fault) -> Trouble + use<S> {
        let (name, called) = (name.clone(), self.store.called(name));
        move |fault| Trouble::Document { name, called, fault }
    }

    /// The identity that is kept.
    pub fn identity(&self) -> Result<Option<Identity>, Trouble> {
        let stored: Option<StoredIdentity> = self.read(&DocName::IDENTITY, &mut Base::new())?;
        Ok(stored.map(|stored| Identity::from_bytes(stored.secret.bytes())))
    }

    /// One's own public key, once there is one.
    pub fn own_key(&self) -> Result<Option<Bytes32>, Trouble> {
        Ok(self.identity()?.map(|identity| identity.public()))
    }

    /// The identity; a new one is kept with the next deed that needs it.
    fn identity_or_new(&mut self, outside: &mut dyn Outside) -> Result<Identity, Trouble> {
        if let Some(identity) = self.identity()? {
            return Ok(identity);
        }
        let secret = self.unkept.get_or_insert_with(|| Secret::from(outside.secret()));
        Ok(Identity::from_bytes(secret.bytes()))
    }

    /// Makes sure that there are a vault and an identity, and gives the public key.
    pub fn establish(&mut self, outside: &mut dyn Outside) -> Result<Staged<Bytes32>, Trouble> {
        let key = self.identity_or_new(outside)?.public();
        let draft = self.born(outside, Some(&key))?;
        Ok(draft.stage(key))
    }

    /// What every first deed writes: that there is a vault, and, if it signs, with which key.
    fn born(&self, outside: &mut dyn Outside, signs: Option<&Bytes32>) -> Result<Draft, Trouble> {
        Ok(self.birth(outside, signs)?.0)
    }

    /// The same, and what is then known of the vault.
    fn birth(
        &self,
        outside: &mut dyn Outside,
        signs: Option<&Bytes32>,
    ) -> Result<(Draft, About), Trouble> {
        let mut base = Base::new();
        let about = self.about_upon(&mut base)?;
        let unkept = match signs {
            Some(key) => self.unkept_with(key, &mut base)?,
            None => None,
        };
        let mut draft = Draft::upon(base);
        let about = if let Some(about) = about {
            about
        } else {
            let about = About::new(outside.secret(), outside.now());
            draft.put(DocName::VAULT, &about)?;
            about
        };
        if let Some(secret) = unkept {
            let (version, created) = (document::Version, outside.now());
            draft.put(DocName::IDENTITY, &StoredIdentity { version, created, secret })?;
        }
        Ok((draft, about))
    }

    /// The secret of this key, if it is still to be kept. Nothing is ever signed with a key that is
    /// neither kept nor about to be: another program may have made an identity meanwhile.
    fn unkept_with(&self, key: &Bytes32, base: &mut Base) -> Result<Option<Secret>, Trouble> {
        let stored: Option<StoredIdentity> = self.read(&DocName::IDENTITY, base)?;
        let secret = stored.as_ref().map(|stored| &stored.secret).or(self.unkept.as_ref());
        let secret = secret
            .filter(|secret| Identity::from_bytes(secret.bytes()).public() == *key)
            .ok_or(StoreError::Moved(DocName::IDENTITY))?;
        Ok(stored.is_none().then(|| secret.clone()))
    }

    /// The settings.
    pub fn config(&self) -> Result<Config, Trouble> {
        Ok(self.read(&DocName::CONFIG, &mut Base::new())?.unwrap_or_default())
    }

    /// Changes the settings.
    pub fn change_config<T>(
        &self,
        outside: &mut dyn Outside,
        change: impl FnOnce(&mut Config) -> Result<T, Trouble>,
    ) -> Result<Staged<T>, Trouble> {
        self.change(outside, DocName::CONFIG, change)
    }

    /// The contacts.
    pub fn contacts(&self) -> Result<Contacts, Trouble> {
        Ok(self.read(&DocName::CONTACTS, &mut Base::new())?.unwrap_or_default())
    }

    /// Changes the contacts.
    pub fn change_contacts<T>(
        &self,
        outside: &mut dyn Outside,
        change: impl FnOnce(&mut Contacts) -> Result<T, Trouble>,
    ) -> Result<Staged<T>, Trouble> {
        self.change(outside, DocName::CONTACTS, change)
    }

    fn change<D: DeserializeOwned + Serialize + Default, T>(
        &self,
        outside: &mut dyn Outside,
        name: DocName,
        change: impl FnOnce(&mut D) -> Result<T, Trouble>,
    ) -> Result<Staged<T>, Trouble> {
        let mut base = Base::new();
        let mut document: D = self.read(&name, &mut base)?.unwrap_or_default();
        let payload = change(&mut document)?;
        let mut draft = self.born(outside, None)?;
        draft.rest_on(base);
        draft.put(name, &document)?;
        Ok(draft.stage(payload))
    }
}
