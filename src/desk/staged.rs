//! What a deed would do.

use std::fmt;

use super::document;
use super::store::{Base, Change, DocName, Receipt, Revision, Store, StoreError};
use super::trouble::Trouble;

/// What a deed would do to the documents, and what there will be when it is done. Nothing has
/// happened yet, and the payload cannot be taken out before a store has kept the changes: so the
/// text of a turn cannot be had before it is kept.
///
/// A face whose store answers at once says [`Desk::keep`](super::Desk::keep). One that has to wait
/// brings `changes` and `base` to its store, and hands the receipt in when they are kept.
#[must_use = "nothing has been kept yet"]
pub struct Staged<T> {
    changes: Vec<Change>,
    base: Base,
    payload: T,
}

impl<T> Staged<T> {
    /// What is to be kept.
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// What it rests on.
    pub fn base(&self) -> &Base {
        &self.base
    }

    /// The payload, for a receipt.
    pub fn release(self, receipt: &Receipt) -> Result<T, StoreError> {
        if receipt.is_for(&self.changes) { Ok(self.payload) } else { Err(StoreError::OtherReceipt) }
    }

    /// Keeps the changes in a store that answers at once, and releases the payload.
    pub fn keep(self, store: &mut impl Store) -> Result<T, StoreError> {
        if self.changes.is_empty() {
            return Ok(self.payload);
        }
        let receipt = store.commit(&self.changes, &self.base)?;
        self.release(&receipt)
    }

    /// The same with further changes, to be kept last.
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

/// Changes that are being put together.
#[derive(Debug, Default)]
pub(super) struct Draft {
    changes: Vec<Change>,
    base: Base,
}

impl Draft {
    /// Changes that rest on this.
    pub(super) fn upon(base: Base) -> Draft {
        Draft { changes: Vec::new(), base }
    }

    /// It rests on this as well.
    pub(super) fn rest_on(&mut self, base: Base) {
        for (name, revision) in base {
            self.base.entry(name).or_insert(revision);
        }
    }

    /// Gives a document another text. They are written in the order in which they are put.
    pub(super) fn put<T: serde::Serialize>(
        &mut self,
        name: DocName,
        value: &T,
    ) -> Result<(), Trouble> {
        let text = document::write(value).map_err(|fault| Trouble::document(&name, fault))?;
        self.changes.push(Change { name, text });
        Ok(())
    }

    /// The documents as they will be.
    pub(super) fn base_after(&self) -> Base {
        let mut base = self.base.clone();
        let after = |change: &Change| (change.name.clone(), Revision::of(Some(&change.text)));
        base.extend(self.changes.iter().map(after));
        base
    }

    pub(super) fn stage<T>(self, payload: T) -> Staged<T> {
        Staged { changes: self.changes, base: self.base, payload }
    }
}
