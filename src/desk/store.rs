//! Where the documents are kept: on a disk, in a browser, in the memory of a test.

use crate::board::collect;
use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::sync::Arc;

use zeroize::Zeroizing;

use super::memory::Hash;

/// The name of a document. Nothing else can be kept, so no name leads elsewhere.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DocName(Which);

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Which {
    Vault,
    Identity,
    Contacts,
    Game { id: Hash, seat: String },
    Watched { id: Hash },
    Config,
}

impl DocName {
    /// The vault's own id, and whether it has been handed over.
    pub const VAULT: DocName = DocName(Which::Vault);
    /// The key of its person.
    pub const IDENTITY: DocName = DocName(Which::Identity);
    /// The people one plays with.
    pub const CONTACTS: DocName = DocName(Which::Contacts);
    /// Settings.
    pub const CONFIG: DocName = DocName(Which::Config);

    /// A seat of a game; `None` if no seat can be called so.
    pub fn game(id: Hash, seat: &str) -> Option<DocName> {
        is_name(seat).then(|| DocName(Which::Game { id, seat: seat.to_owned() }))
    }

    /// A game of others that this vault is the arbiter of.
    pub fn watched(id: Hash) -> DocName {
        DocName(Which::Watched { id })
    }

    /// The document of this name, as `games/<full id>.<seat>.toml`.
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

    /// Which game and seat, if it is a record of one.
    pub fn as_game(&self) -> Option<(&Hash, &str)> {
        match &self.0 {
            Which::Game { id, seat } => Some((id, seat)),
            _ => None,
        }
    }

    /// Which game, if this vault is its arbiter.
    pub fn as_watched(&self) -> Option<&Hash> {
        match &self.0 {
            Which::Watched { id } => Some(id),
            _ => None,
        }
    }
}

impl fmt::Display for DocName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Which::Vault => f.write_str("vault.toml"),
            Which::Identity => f.write_str("identity.toml"),
            Which::Contacts => f.write_str("contacts.toml"),
            Which::Config => f.write_str("config.toml"),
            Which::Game { id, seat } => write!(f, "games/{}.{seat}.toml", hex::encode(id)),
            Which::Watched { id } => write!(f, "games/{}.toml", hex::encode(id)),
        }
    }
}

impl fmt::Debug for DocName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// Whether a text can be the private name of a person: what a seat is called in a turn file.
pub fn is_name(text: &str) -> bool {
    let mut bytes = text.bytes();
    text.len() <= 32
        && bytes.next().is_some_and(|first| first.is_ascii_lowercase())
        && bytes.all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

/// Which text a document had when it was read: the text itself, which is shared and wiped when
/// nobody needs it any more. So a store has to keep nothing beside it, and a change from outside is
/// seen as well.
#[derive(Clone, PartialEq, Eq)]
pub struct Revision(Option<Arc<Zeroizing<String>>>);

impl Revision {
    /// There is no such document.
    pub const NONE: Revision = Revision(None);

    /// The revision of this text.
    pub fn of(text: Option<&str>) -> Revision {
        Revision(text.map(|text| Arc::new(Zeroizing::new(text.to_owned()))))
    }

    /// Is it the revision of this text?
    pub fn is_of(&self, text: Option<&str>) -> bool {
        self.0.as_ref().map(|known| known.as_str()) == text
    }
}

impl fmt::Debug for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Revision(..)" } else { "Revision(none)" })
    }
}

/// What was read before something was decided, each document at its revision.
pub type Base = BTreeMap<DocName, Revision>;

/// A document that is to have another text.
#[derive(Clone, PartialEq, Eq)]
pub struct Change {
    /// which
    pub name: DocName,
    /// the whole new text
    pub text: Zeroizing<String>,
}

impl fmt::Debug for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Change({})", self.name)
    }
}

/// Keeps documents.
pub trait Store {
    /// The names of all documents, in their order. What else lies there is left alone.
    fn names(&self) -> Result<Vec<DocName>, StoreError>;

    /// The names of the records of one game, in their order. A store with many games can be quicker
    /// than this.
    fn records_of(&self, id: &Hash) -> Result<Vec<DocName>, StoreError> {
        let mut names = self.names()?;
        names.retain(|name| name.as_game().is_some_and(|(of, _)| of == id));
        Ok(names)
    }

    /// The text of a document, if it is there.
    fn load(&self, name: &DocName) -> Result<Option<Zeroizing<String>>, StoreError>;

    /// The beginning of a document, at least so many bytes of it or all. It is looked at only.
    fn peek(&self, name: &DocName, _bytes: u64) -> Result<Option<Zeroizing<String>>, StoreError> {
        self.load(name)
    }

    /// What the store calls a document, for people.
    fn called(&self, name: &DocName) -> String {
        name.to_string()
    }

    /// All changes, or none: refused with [`StoreError::Moved`] unless each document of `base` is
    /// at its revision still. When this returns a receipt, the changes are on the medium.
    ///
    /// Where several documents cannot be written at once, they are written in this order: first
    /// what others rest on. An error may then leave the first of them written; so may one in the
    /// last moment, when a text has its name but that is not sure to last.
    fn commit(&mut self, changes: &[Change], base: &Base) -> Result<Receipt, StoreError>;
}

/// A store says that changes are kept. Only with it is given out what must not be seen before.
#[must_use]
pub struct Receipt(Vec<Change>);

impl fmt::Debug for Receipt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Receipt(..)")
    }
}

impl Receipt {
    /// For a [`Store`], or whoever writes for one, when the changes are on the medium.
    pub fn of(changes: &[Change]) -> Receipt {
        Receipt(changes.to_vec())
    }

    pub(super) fn is_for(&self, changes: &[Change]) -> bool {
        self.0 == changes
    }
}

/// Why a store has not done what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// a document is not at its revision any more: somebody else was at work
    #[error("{0} has changed meanwhile")]
    Moved(DocName),
    /// the receipt is for something else
    #[error("this is the receipt for something else")]
    OtherReceipt,
    /// the medium fails; a face knows what kind of errors its store has
    #[error(transparent)]
    Medium(#[from] Box<dyn Error + Send + Sync>),
}

/// A store in memory, for tests, and for a page that keeps what changes elsewhere.
#[derive(Clone, Default)]
pub struct MemoryStore {
    texts: BTreeMap<DocName, Zeroizing<String>>,
    /// how many commits are still to succeed before one fails
    fails_after: Option<u32>,
}

/// What a [`MemoryStore`] says that was told to fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the store was told to fail")]
pub struct ToldToFail;

impl MemoryStore {
    /// A store with these documents.
    pub fn new(changes: impl IntoIterator<Item = Change>) -> Self {
        let texts = collect::map(changes.into_iter().map(|change| (change.name, change.text)));
        MemoryStore { texts, fails_after: None }
    }

    /// Lets so many commits succeed, and fails at every later one.
    pub fn fail_after(&mut self, commits: u32) {
        self.fails_after = Some(commits);
    }

    /// All documents.
    pub fn documents(&self) -> impl Iterator<Item = (&DocName, &str)> {
        self.texts.iter().map(|(name, text)| (name, text.as_str()))
    }
}

impl Store for MemoryStore {
    fn names(&self) -> Result<Vec<DocName>, StoreError> {
        Ok(self.texts.keys().cloned().collect())
    }

    fn load(&self, name: &DocName) -> Result<Option<Zeroizing<String>>, StoreError> {
        Ok(self.texts.get(name).cloned())
    }

    fn commit(&mut self, changes: &[Change], base: &Base) -> Result<Receipt, StoreError> {
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
