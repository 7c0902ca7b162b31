//! The documents that a person's desk is made of: TOML, each with its version on top.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use zeroize::Zeroizing;

/// The format of every document.
const VERSION: u32 = 1;
/// The longest document: some turn files of the greatest size, twice over.
pub const LIMIT: u64 = 64 << 20;
/// What stands above every document, for whoever opens it.
const HEADING: &str =
    "# pbem vault. PRIVATE: never mail this file, never edit it while pbem is running.\n";

/// The first field of every document. No other format than this one is understood.
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

/// The format of a document that was not understood, whatever else it says.
#[derive(Deserialize)]
struct Format {
    version: i64,
}

/// Why a document cannot be used. The text itself is never quoted: it may be secret.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// it has a format that this pbem does not know
    #[error("it was made by a newer pbem (format {0})")]
    Newer(i64),
    /// it cannot be understood
    #[error("it is damaged{}: {what}",
        line.map(|line| format!(" (line {line})")).unwrap_or_default())]
    Damaged {
        /// where in it, counted from 1
        line: Option<usize>,
        /// what is wrong
        what: &'static str,
    },
    /// it is longer than any document
    #[error("it is over the limit of {0} bytes")]
    TooLarge(u64),
}

impl Fault {
    /// Damage without a line.
    pub fn damaged(what: &'static str) -> Fault {
        Fault::Damaged { line: None, what }
    }
}

/// Understands a document.
pub fn parse<T: DeserializeOwned>(text: &str) -> Result<T, Fault> {
    toml::from_str::<T>(text).map_err(|error| match toml::from_str::<Format>(text) {
        Ok(Format { version }) if version > i64::from(VERSION) => Fault::Newer(version),
        _ => {
            let before = error.span().and_then(|span| text.get(..span.start));
            let line = before.map(|before| before.matches('\n').count() + 1);
            Fault::Damaged { line, what: "it does not say what such a file says" }
        }
    })
}

/// Writes a document, with its heading.
pub fn write<T: Serialize>(value: &T) -> Result<Zeroizing<String>, Fault> {
    let mut text = body(value)?;
    text.insert_str(0, HEADING);
    if u64::try_from(text.len()).is_ok_and(|length| length > LIMIT) {
        return Err(Fault::TooLarge(LIMIT));
    }
    Ok(text)
}

/// Writes a document without its heading, as it stands in a backup.
pub(super) fn body<T: Serialize>(value: &T) -> Result<Zeroizing<String>, Fault> {
    let text = toml::to_string_pretty(value).map(Zeroizing::new);
    text.map_err(|_| Fault::damaged("it cannot be written as TOML"))
}
