//! The mark that distinguishes a vault from its copies.
//!
//! The mark is in the platform's state directory, outside the vault, and says which vault belongs
//! on this machine. A vault that was copied to another machine, account or place finds no mark, or
//! a different mark. Two copies could both sign turns, and these turns would compete, so pbem warns
//! the player.

use pbem::desk::document::{self, Version};
use serde::{Deserialize, Serialize};

use super::error::DiskError;
use super::fault::{Faults, Target};
use super::file;
use super::location::VaultDir;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Mark {
    version: Version,
    /// The vault's id, in hex.
    vault: String,
    path: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    machine: Option<String>,
}

impl Mark {
    fn here(dir: &VaultDir, id: &[u8; 16]) -> Self {
        let path = dir.path().to_string_lossy().into_owned();
        let (vault, machine) = (hex::encode(id), dir.machine().map(str::to_owned));
        Mark { version: Version, vault, path, machine }
    }
}

/// How the mark differs from the vault. If it differs, the vault is probably a copy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum MarkMismatch {
    /// There is no mark: the vault was not created, restored or accepted here.
    Unmarked,
    /// The mark belongs to another vault.
    OtherVault,
    /// The vault belongs to another machine.
    OtherMachine(String),
    /// The vault belongs in another place.
    OtherPlace(String),
}

/// Marks a vault as belonging to this machine and place.
pub(super) fn write(dir: &VaultDir, id: &[u8; 16], faults: &Faults) -> Result<(), DiskError> {
    let Some(path) = dir.mark() else { return Ok(()) };
    file::make_directory(file::directory_of(path))?;
    let Ok(text) = document::write(&Mark::here(dir, id)) else { return Ok(()) };
    file::replace_private(path, &text, Target::Vault, faults)
}

/// Returns the reason why the vault with this id seems to be a copy; `None` if it doesn't. Always
/// returns `None` for a vault chosen with `--home` or `PBEM_HOME`.
pub(super) fn copied(dir: &VaultDir, id: &[u8; 16]) -> Option<MarkMismatch> {
    let path = dir.mark()?;
    let here = Mark::here(dir, id);
    // An unreadable mark proves as little as a missing mark.
    let text = file::read(path, document::LIMIT).ok().flatten();
    let Some(mark) = text.and_then(|text| document::parse::<Mark>(&text).ok()) else {
        return Some(MarkMismatch::Unmarked);
    };
    if mark.vault != here.vault {
        return Some(MarkMismatch::OtherVault);
    }
    let elsewhere = |machine: &String| here.machine.as_ref().is_some_and(|here| here != machine);
    if let Some(machine) = mark.machine.filter(elsewhere) {
        return Some(MarkMismatch::OtherMachine(machine));
    }
    (mark.path != here.path).then_some(MarkMismatch::OtherPlace(mark.path))
}
