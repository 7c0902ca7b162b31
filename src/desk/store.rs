//! Storage of the documents: a disk, a browser, or memory in tests.

use crate::board::collect;
use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::sync::Arc;

use zeroize::Zeroizing;

use super::chain::Hash;

/// The name of a document. Every name has one of the forms in `DocKind`, so no name can lead out of
/// the vault's folder.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DocName(DocKind);

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum DocKind {
    Vault,
    Identity,
    Contacts,
    Game { id: Hash, seat: String },
    Watched { id: Hash },
    Config,
}

impl DocName {
    /// The vault's id and state, for example whether the vault has been handed over.
    pub const VAULT: DocName = DocName(DocKind::Vault);
    /// The user's key.
    pub const IDENTITY: DocName = DocName(DocKind::Identity);
    pub const CONTACTS: DocName = DocName(DocKind::Contacts);
    pub const CONFIG: DocName = DocName(DocKind::Config);

    /// Returns the name of a seat's record, or `None` if `seat` isn't a valid seat name.
    pub fn game(id: Hash, seat: &str) -> Option<DocName> {
        is_name(seat).then(|| DocName(DocKind::Game { id, seat: seat.to_owned() }))
    }

    /// Returns the name of the document for a game that this vault arbitrates.
    pub fn watched(id: Hash) -> DocName {
        DocName(DocKind::Watched { id })
    }

    /// Parses a name such as `games/<full id>.<seat>.toml`.
    pub fn read(name: &str) -> Option<DocName> {
        let plain = [DocName::VAULT, DocName::IDENTITY, DocName::CONTACTS, DocName::CONFIG];
        plain.into_iter().find(|plain| plain.to_string() == name).or_else(|| {
            let name = name.strip_prefix("games/")?.strip_suffix(".toml")?;
            let (id, seat) =
                name.split_once('.').map_or((name, None), |(id, seat)| (id, Some(seat)));
            let mut bytes = [0; 32];
            hex::decode_to_slice(id, &mut bytes).ok()?;
            let lower = id.bytes().all(|byte| !byte.is_ascii_uppercase());
            let document = match seat {
                Some(seat) => DocName::game(bytes, seat),
                None => Some(DocName::watched(bytes)),
            };
            document.filter(|_| lower)
        })
    }

    /// Returns the game's id and the seat, if this is the name of a record.
    pub fn as_game(&self) -> Option<(&Hash, &str)> {
        match &self.0 {
            DocKind::Game { id, seat } => Some((id, seat)),
            _ => None,
        }
    }

    /// Returns the game's id, if this is the name of the document for a game that this vault
    /// arbitrates.
    pub fn as_watched(&self) -> Option<&Hash> {
        match &self.0 {
            DocKind::Watched { id } => Some(id),
            _ => None,
        }
    }
}

impl fmt::Display for DocName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            DocKind::Vault => f.write_str("vault.toml"),
            DocKind::Identity => f.write_str("identity.toml"),
            DocKind::Contacts => f.write_str("contacts.toml"),
            DocKind::Config => f.write_str("config.toml"),
            DocKind::Game { id, seat } => write!(f, "games/{}.{seat}.toml", hex::encode(id)),
            DocKind::Watched { id } => write!(f, "games/{}.toml", hex::encode(id)),
        }
    }
}

impl fmt::Debug for DocName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// Whether `text` is a valid name for a person or a seat.
pub fn is_name(text: &str) -> bool {
    let mut bytes = text.bytes();
    text.len() <= 32
        && bytes.next().is_some_and(|first| first.is_ascii_lowercase())
        && bytes.all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

/// The whole text of a document. All clones share the text, which is wiped when the last of them is
/// dropped.
pub type DocText = Arc<Zeroizing<String>>;

/// The text that a document had when it was read. Because a revision is text and not a number,
/// documents need no extra field, and pbem notices changes by other programs.
#[derive(Clone, PartialEq, Eq)]
pub struct Revision(Option<DocText>);

impl Revision {
    /// The revision of a document that doesn't exist.
    pub const NONE: Revision = Revision(None);

    /// Returns the revision of this text.
    pub fn of(text: Option<&DocText>) -> Revision {
        Revision(text.cloned())
    }

    /// Whether `self` is the revision of this text.
    pub fn is_of(&self, text: Option<&str>) -> bool {
        self.0.as_ref().map(|known| known.as_str()) == text
    }
}

impl fmt::Debug for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Revision(..)" } else { "Revision(none)" })
    }
}

/// Revisions of the documents that a decision is based on.
pub type ReadSet = BTreeMap<DocName, Revision>;

/// A document and its new text.
#[derive(Clone, PartialEq, Eq)]
pub struct Change {
    pub name: DocName,
    /// The new text of the document.
    pub text: DocText,
}

impl Change {
    pub fn new(name: DocName, text: impl Into<Zeroizing<String>>) -> Change {
        Change { name, text: Arc::new(text.into()) }
    }

    /// The revision of the document after this change.
    pub(super) fn revision(&self) -> Revision {
        Revision(Some(Arc::clone(&self.text)))
    }
}

impl fmt::Debug for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Change({})", self.name)
    }
}

/// Storage for documents.
pub trait Store {
    /// Returns the names of all documents, sorted. Ignores other files.
    fn names(&self) -> Result<Vec<DocName>, StoreError>;

    /// Returns the names of one game's records, sorted. A store with many games can override this
    /// with a faster implementation.
    fn records_of(&self, id: &Hash) -> Result<Vec<DocName>, StoreError> {
        let mut names = self.names()?;
        names.retain(|name| name.as_game().is_some_and(|(of, _)| of == id));
        Ok(names)
    }

    /// Returns the text of a document, if it exists.
    fn load(&self, name: &DocName) -> Result<Option<DocText>, StoreError>;

    /// Returns at least the first `_bytes` bytes of a document, or the whole document if it is
    /// shorter. The text may be incomplete, so no change may be based on it.
    fn peek(&self, name: &DocName, _bytes: u64) -> Result<Option<DocText>, StoreError> {
        self.load(name)
    }

    /// Returns a human-readable name for the document, such as its path.
    fn display_name(&self, name: &DocName) -> String {
        name.to_string()
    }

    /// Saves all changes or none. Fails with [`StoreError::Moved`] if any document no longer has
    /// the revision in `base`. If this returns a receipt, the changes are durable.
    ///
    /// A store that can't write several documents at once writes them in the order of `changes`: a
    /// document comes before the documents that depend on it. After an error, the store may have
    /// written some of the first documents, or even all of them, if the file of the last document
    /// was renamed but not synced.
    fn commit(&mut self, changes: &[Change], base: &ReadSet) -> Result<Receipt, StoreError>;
}

/// A store's confirmation that changes are saved. Releases the payload of a
/// [`Staged`](super::Staged).
#[must_use]
pub struct Receipt(Vec<Change>);

impl fmt::Debug for Receipt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Receipt(..)")
    }
}

impl Receipt {
    /// Creates a receipt. Only for implementations of [`Store`], after the changes are durable.
    pub fn of(changes: &[Change]) -> Receipt {
        Receipt(changes.to_vec())
    }

    pub(super) fn is_for(&self, changes: &[Change]) -> bool {
        self.0 == changes
    }
}

/// Why a store failed.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// A document has changed since it was read.
    #[error("{0} has changed in the meantime")]
    Moved(DocName),
    /// The receipt is for other changes.
    #[error("this receipt is for different changes")]
    OtherReceipt,
    /// The medium failed. The caller can downcast the error to the error type of the store.
    #[error(transparent)]
    Medium(#[from] Box<dyn Error + Send + Sync>),
}

/// A store in memory, for tests and for the page, which saves the documents elsewhere.
#[derive(Clone, Default)]
pub struct MemoryStore {
    texts: BTreeMap<DocName, DocText>,
    /// Number of commits that will still succeed; `None` if all commits succeed.
    fails_after: Option<u32>,
}

/// The error of a [`MemoryStore`] after [`fail_after`](MemoryStore::fail_after).
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a test made the store fail")]
pub struct ToldToFail;

impl MemoryStore {
    /// Creates a store with these documents.
    pub fn new(changes: impl IntoIterator<Item = Change>) -> Self {
        let texts = collect::map(changes.into_iter().map(|change| (change.name, change.text)));
        MemoryStore { texts, fails_after: None }
    }

    /// Lets this many commits succeed and makes all later ones fail.
    pub fn fail_after(&mut self, commits: u32) {
        self.fails_after = Some(commits);
    }

    /// Returns all documents.
    pub fn documents(&self) -> impl Iterator<Item = (&DocName, &str)> {
        self.texts.iter().map(|(name, text)| (name, text.as_str()))
    }
}

impl Store for MemoryStore {
    fn names(&self) -> Result<Vec<DocName>, StoreError> {
        Ok(self.texts.keys().cloned().collect())
    }

    fn load(&self, name: &DocName) -> Result<Option<DocText>, StoreError> {
        Ok(self.texts.get(name).cloned())
    }

    fn commit(&mut self, changes: &[Change], base: &ReadSet) -> Result<Receipt, StoreError> {
        match &mut self.fails_after {
            Some(0) => return Err(StoreError::Medium(Box::new(ToldToFail))),
            Some(left) => *left -= 1,
            None => {}
        }
        let text = |name| self.texts.get(name).map(|text| text.as_str());
        if let Some((name, _)) = base.iter().find(|(name, at)| !at.is_of(text(name))) {
            return Err(StoreError::Moved(name.clone()));
        }
        for Change { name, text } in changes {
            self.texts.insert(name.clone(), text.clone());
        }
        Ok(Receipt::of(changes))
    }
}

impl fmt::Debug for MemoryStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.texts.keys()).finish()
    }
}
