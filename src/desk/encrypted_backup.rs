//! Backups encrypted with a passphrase, for storage that other people can read.

use serde::{Deserialize, Serialize};
use zeroize::Zeroizing;

use super::backup::LIMIT;
use super::document::{self, DocumentError, Version};
use super::encoding::hex_bytes;
use super::error::DeskError;
use super::reasons::SHORTEST_PASSPHRASE;
use crate::crypto::{Bytes16, open_with_passphrase, seal_with_passphrase};

/// Start of an encrypted backup.
const MARK: &str = "# pbem sealed backup.";
const HEADING: &str = "# pbem sealed backup. Anyone who knows its passphrase can play as you.\n";
/// Number of hex digits per line.
const LINE: usize = 96;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Sealed {
    version: Version,
    #[serde(with = "hex_bytes")]
    salt: Bytes16,
    /// The encrypted backup, in lower-case hex.
    lines: Vec<String>,
}

/// Whether `text` is an encrypted backup, judging by its first line.
pub fn is_sealed(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').trim_start().starts_with(MARK)
}

/// Checks the length of a passphrase.
pub fn check_passphrase(passphrase: &str) -> Result<(), DeskError> {
    if passphrase.chars().count() < SHORTEST_PASSPHRASE {
        return Err(DeskError::ShortPassphrase);
    }
    Ok(())
}

/// Encrypts a backup. The salt must be new.
pub fn seal_backup(backup: &str, passphrase: &str, salt: Bytes16) -> Result<String, DeskError> {
    check_passphrase(passphrase)?;
    let sealed = seal_with_passphrase(backup.as_bytes(), passphrase, &salt)
        .ok_or(DeskError::BadBackup("it would be too large to restore"))?;
    let lines = sealed.chunks(LINE / 2).map(hex::encode).collect();
    let body = document::body(&Sealed { version: Version, salt, lines });
    let body = body.map_err(|_| DeskError::BadBackup("it cannot be written"))?;
    Ok(format!("{HEADING}{}", *body))
}

/// Decrypts a backup.
pub fn open_backup(text: &str, passphrase: &str) -> Result<Zeroizing<String>, DeskError> {
    let unreadable = || DeskError::BadBackup("it cannot be read");
    // Hex doubles the size, and line breaks add a little.
    if u64::try_from(text.len()).is_ok_and(|length| length > 3 * LIMIT) {
        return Err(DeskError::BadBackup("it is too large"));
    }
    let Sealed { salt, lines, .. } = document::parse(text).map_err(|fault| match fault {
        DocumentError::Newer(found) => DeskError::Newer(found),
        _ => unreadable(),
    })?;
    let sealed = hex::decode(lines.concat()).map_err(|_| unreadable())?;
    let opened =
        open_with_passphrase(&sealed, passphrase, &salt).ok_or(DeskError::WrongPassphrase)?;
    let text = std::str::from_utf8(&opened).map_err(|_| unreadable())?;
    Ok(Zeroizing::new(text.to_owned()))
}
