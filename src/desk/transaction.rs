//! Changes that have been prepared but not saved.

use std::fmt;

use super::document;
use super::error::DeskError;
use super::record::GameRecord;
use super::store::{Change, DocName, ReadSet, Receipt, Store, StoreError};

/// Changes to the vault's documents that have been prepared but not yet saved, and the payload to
/// release after the save. The payload is unreachable until the store confirms the save, so no turn
/// can be shown before it is stored.
///
/// [`Desk::keep`](super::Desk::keep) saves the changes. With a store that saves later, such as the
/// page's, the caller must hold back the payload until the store has saved the changes.
#[must_use = "nothing has been saved yet"]
pub struct Staged<T> {
    changes: Vec<Change>,
    base: ReadSet,
    payload: T,
}

impl<T> Staged<T> {
    /// Returns the documents to save.
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// Returns the revisions that the changes are based on.
    pub fn base(&self) -> &ReadSet {
        &self.base
    }

    /// Returns the payload. Fails if the receipt is for other changes.
    pub(super) fn release(self, receipt: &Receipt) -> Result<T, StoreError> {
        if receipt.is_for(&self.changes) { Ok(self.payload) } else { Err(StoreError::OtherReceipt) }
    }

    /// Saves the changes and returns the payload.
    pub(super) fn keep(self, store: &mut impl Store) -> Result<T, StoreError> {
        if self.changes.is_empty() {
            return Ok(self.payload);
        }
        let receipt = store.commit(&self.changes, &self.base)?;
        self.release(&receipt)
    }

    /// Adds the changes in `last`, which are saved after all others.
    pub(super) fn and(mut self, last: Draft) -> Self {
        self.changes.extend(last.changes);
        for (name, revision) in last.base {
            self.base.entry(name).or_insert(revision);
        }
        self
    }

    pub(super) fn map<U>(self, payload: impl FnOnce(T) -> U) -> Staged<U> {
        let Staged { changes, base, payload: it } = self;
        Staged { changes, base, payload: payload(it) }
    }

    pub(super) fn payload(&self) -> &T {
        &self.payload
    }
}

impl<T> fmt::Debug for Staged<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Staged").field("changes", &self.changes).finish_non_exhaustive()
    }
}

/// Changes that are still being collected.
#[derive(Debug, Default)]
pub(super) struct Draft {
    changes: Vec<Change>,
    base: ReadSet,
}

impl Draft {
    /// Creates a draft based on these revisions.
    pub(super) fn upon(base: ReadSet) -> Draft {
        Draft { changes: Vec::new(), base }
    }

    /// Adds revisions that the changes are based on.
    pub(super) fn rest_on(&mut self, base: ReadSet) {
        for (name, revision) in base {
            self.base.entry(name).or_insert(revision);
        }
    }

    /// Sets the text of a document. Documents are written in the order of these calls.
    pub(super) fn put<T: serde::Serialize>(
        &mut self,
        name: DocName,
        value: &T,
    ) -> Result<(), DeskError> {
        let text = document::write(value).map_err(|fault| DeskError::document(&name, fault))?;
        self.changes.push(Change::new(name, text));
        Ok(())
    }

    /// Replaces the record of a game.
    pub(super) fn put_record(
        &mut self,
        name: DocName,
        record: &GameRecord,
    ) -> Result<(), DeskError> {
        let text = record.to_document().map_err(|fault| DeskError::document(&name, fault))?;
        self.changes.push(Change::new(name, text));
        Ok(())
    }

    /// Returns the revisions as they will be after the commit.
    pub(super) fn base_after(&self) -> ReadSet {
        let mut base = self.base.clone();
        let after = |change: &Change| (change.name.clone(), change.revision());
        base.extend(self.changes.iter().map(after));
        base
    }

    pub(super) fn stage<T>(self, payload: T) -> Staged<T> {
        Staged { changes: self.changes, base: self.base, payload }
    }
}
