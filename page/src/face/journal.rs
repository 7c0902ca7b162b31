//! One commit for each request: the vaults change in memory, and the page saves all changes of a
//! request at once, before it gets the answer.

use std::collections::BTreeMap;
use std::fmt;

use pbem::desk::{Change, Desk, DeskError, DocName, DocText, ReadSet, Receipt, Store, StoreError};
use serde_json::{Map, Value, json};

/// Prefix of the names of the bots' documents in the page's store.
pub(super) const BOTS: &str = "bots/";

type Documents = BTreeMap<DocName, DocText>;

/// The documents of a vault, and the changes that the page hasn't saved yet.
#[derive(Clone, Default)]
pub struct Journal {
    saved: Documents,
    changed: Documents,
}

impl Journal {
    /// Creates a journal of saved documents.
    pub(super) fn new(saved: impl IntoIterator<Item = Change>) -> Self {
        let mut documents = Documents::new();
        documents.extend(saved.into_iter().map(|document| (document.name, document.text)));
        Journal { saved: documents, changed: Documents::new() }
    }

    /// Returns the unsaved documents, by their names in the page's store.
    pub(super) fn changes(&self, prefix: &str) -> Map<String, Value> {
        let by_name =
            |(name, text): (&DocName, &DocText)| (format!("{prefix}{name}"), json!(text.as_str()));
        let mut changes = Map::new();
        changes.extend(self.changed.iter().map(by_name));
        changes
    }

    /// Records that the page has saved all changes.
    pub(super) fn settle(&mut self) {
        self.saved.append(&mut self.changed);
    }

    /// Discards the unsaved changes.
    pub(super) fn roll_back(&mut self) {
        self.changed.clear();
    }
}

impl Store for Journal {
    fn names(&self) -> Result<Vec<DocName>, StoreError> {
        let unsaved = self.changed.keys().filter(|name| !self.saved.contains_key(name));
        Ok(self.saved.keys().chain(unsaved).cloned().collect())
    }

    fn load(&self, name: &DocName) -> Result<Option<DocText>, StoreError> {
        let text = self.changed.get(name).or_else(|| self.saved.get(name));
        Ok(text.cloned())
    }

    fn commit(&mut self, changes: &[Change], base: &ReadSet) -> Result<Receipt, StoreError> {
        for (name, revision) in base {
            let text = self.load(name)?;
            if !revision.is_of(text.as_ref().map(|text| text.as_str())) {
                return Err(StoreError::Moved(name.clone()));
            }
        }
        let changes_by_name =
            changes.iter().map(|change| (change.name.clone(), change.text.clone()));
        self.changed.extend(changes_by_name);
        Ok(Receipt::of(changes))
    }
}

impl fmt::Debug for Journal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Journal(..)")
    }
}

/// Replaces all documents of an empty vault.
pub(super) fn replace(desk: &mut Desk<Journal>, documents: Vec<Change>) -> Result<(), DeskError> {
    let mut journal = desk.store().clone();
    journal.changed = Journal::new(documents).saved;
    *desk = Desk::new(journal)?;
    Ok(())
}

/// An answer that may contain a turn which the page hasn't saved yet.
pub(super) struct Unsaved {
    ticket: u64,
    answer: Value,
}

impl Unsaved {
    pub(super) fn new(ticket: u64, answer: Value) -> Self {
        Unsaved { ticket, answer }
    }

    pub(super) fn is_for(&self, ticket: Option<u64>) -> bool {
        ticket == Some(self.ticket)
    }

    /// Records that the page has saved the changes of both vaults, and returns the answer.
    pub(super) fn release(self, vaults: [&mut Journal; 2]) -> Value {
        vaults.into_iter().for_each(Journal::settle);
        self.answer
    }
}
