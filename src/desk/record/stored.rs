//! A record as a vault keeps it: TOML, then the newest turn file.

use std::sync::Arc;

use zeroize::Zeroizing;

use super::super::document::{self, DocumentError};
use super::GameRecord;

impl GameRecord {
    /// Writes the record as a vault keeps it: TOML, then the newest turn file.
    ///
    /// # Errors
    /// [`DocumentError::TooLarge`] if the document is larger than [`document::LIMIT`].
    pub fn to_document(&self) -> Result<Zeroizing<String>, DocumentError> {
        match &self.newest {
            Some(newest) => document::write_with_file(self, &newest.text),
            None => document::write(self),
        }
    }

    /// Parses a record from the text that a vault keeps.
    ///
    /// # Errors
    /// A [`DocumentError`] if the text is damaged, or if a newer pbem wrote it.
    pub fn from_document(text: &str) -> Result<GameRecord, DocumentError> {
        let (above, file) = document::split_file(text)?;
        let mut record: GameRecord = document::parse(above)?;
        match (&mut record.newest, file) {
            (Some(newest), Some(file)) => newest.text = Arc::new(file.to_owned()),
            (None, None) => {}
            _ => return Err(DocumentError::damaged("the record doesn't match its turn file")),
        }
        Ok(record)
    }
}
