//! The documents of a vault: TOML, each beginning with its format version.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use zeroize::Zeroizing;

/// Format version of all documents.
const VERSION: u32 = 1;
/// Maximum size of a document, in bytes: room for several turn files of maximum size.
pub const LIMIT: u64 = 64 << 20;
/// First line of every document, a warning for people who open it.
const HEADING: &str =
    "# pbem vault. PRIVATE: never mail this file, never edit it while pbem is running.\n";

/// The start of the first line below the heading, in a document that ends with a turn file. The
/// length of the turn file follows.
const FILE_BYTES: &str = "turn-file-bytes = ";
/// Separates the turn file from the TOML above it.
const FILE_HEADING: &str = "\n# The newest turn file, byte for byte:\n";

/// The `version` field of every document. Only the current version parses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Version;

impl Serialize for Version {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(VERSION)
    }
}

impl<'de> Deserialize<'de> for Version {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let version = u32::deserialize(deserializer)?;
        if version == VERSION {
            Ok(Version)
        } else {
            Err(serde::de::Error::custom("another version"))
        }
    }
}

/// The `version` field alone, to find the version of a document that doesn't parse.
#[derive(Deserialize)]
struct Format {
    version: i64,
}

/// Why a document can't be used. Never quotes the document, whose text may be secret.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DocumentError {
    /// A newer pbem wrote the document.
    #[error("it was made by a newer pbem (format {0})")]
    Newer(i64),
    /// The document doesn't parse.
    #[error("it is damaged{}: {what}",
        line.map(|line| format!(" (line {line})")).unwrap_or_default())]
    Damaged {
        /// Line number, counted from 1.
        line: Option<usize>,
        what: &'static str,
    },
    /// The document is longer than [`LIMIT`].
    #[error("it has more than {0} bytes")]
    TooLarge(u64),
}

impl DocumentError {
    /// Creates an error for damage on an unknown line.
    pub fn damaged(what: &'static str) -> DocumentError {
        DocumentError::Damaged { line: None, what }
    }
}

/// Parses a document.
pub fn parse<T: DeserializeOwned>(text: &str) -> Result<T, DocumentError> {
    toml::from_str::<T>(text).map_err(|error| match toml::from_str::<Format>(text) {
        Ok(Format { version }) if version > i64::from(VERSION) => DocumentError::Newer(version),
        _ => {
            let before = error.span().and_then(|span| text.get(..span.start));
            let line = before.map(|before| before.matches('\n').count() + 1);
            DocumentError::Damaged { line, what: "its contents aren't what pbem expects there" }
        }
    })
}

/// Returns the text of a document, with its heading.
pub fn write<T: Serialize>(value: &T) -> Result<Zeroizing<String>, DocumentError> {
    let mut text = body(value)?;
    text.insert_str(0, HEADING);
    check_length(text)
}

/// Returns the text of a document that ends with a turn file.
///
/// The file follows the TOML unchanged. In a TOML string, every quotation mark would have to be
/// escaped, which would take longer than all the other work of saving a turn.
pub(super) fn write_with_file<T: Serialize>(
    value: &T,
    file: &str,
) -> Result<Zeroizing<String>, DocumentError> {
    let body = body(value)?;
    let bytes = file.len().to_string();
    let parts = [HEADING, FILE_BYTES, &bytes, "\n", &body, FILE_HEADING, file];
    // Reserve the memory in advance, because growing the text would leave copies of a secret in
    // memory.
    let mut text = Zeroizing::new(String::with_capacity(parts.iter().map(|it| it.len()).sum()));
    for part in parts {
        text.push_str(part);
    }
    check_length(text)
}

/// Splits a document into its TOML and, if there is one, the turn file below the TOML.
pub(super) fn split_file(text: &str) -> Result<(&str, Option<&str>), DocumentError> {
    let start = text.strip_prefix(HEADING).unwrap_or(text);
    let Some(start) = start.strip_prefix(FILE_BYTES) else { return Ok((text, None)) };
    let bytes = start.lines().next().and_then(|bytes| bytes.parse::<usize>().ok());
    let at = bytes.and_then(|bytes| text.len().checked_sub(bytes));
    at.and_then(|at| text.split_at_checked(at))
        .and_then(|(above, file)| Some((above.strip_suffix(FILE_HEADING)?, Some(file))))
        .ok_or(DocumentError::damaged("its turn file doesn't have the stated length"))
}

fn check_length(text: Zeroizing<String>) -> Result<Zeroizing<String>, DocumentError> {
    if u64::try_from(text.len()).is_ok_and(|length| length > LIMIT) {
        return Err(DocumentError::TooLarge(LIMIT));
    }
    Ok(text)
}

/// Returns the text of a document without its heading, as backups contain it.
pub(super) fn body<T: Serialize>(value: &T) -> Result<Zeroizing<String>, DocumentError> {
    let text = toml::to_string_pretty(value).map(Zeroizing::new);
    text.map_err(|_| DocumentError::damaged("it cannot be written as TOML"))
}
