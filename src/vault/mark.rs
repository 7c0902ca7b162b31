//! The mark that tells a vault from a copy of it.
//!
//! It lies in the platform's state directory, apart from the vault, and says which vault belongs
//! there. A vault that was copied to another machine, account or place finds no mark, or not its
//! own. Two copies that both sign would make forks, so the player is told.

use serde::{Deserialize, Serialize};

use super::Vault;
use super::disk::{self, Version};
use super::error::VaultError;
use super::fault::Faults;
use super::place::VaultDir;
use super::secret::hex_bytes;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Mark {
    version: Version,
    #[serde(with = "hex_bytes")]
    vault: [u8; 16],
    path: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    machine: Option<String>,
}

impl Mark {
    fn here(dir: &VaultDir, id: &[u8; 16]) -> Self {
        let path = dir.path().to_string_lossy().into_owned();
        Mark { version: Version, vault: *id, path, machine: dir.machine().map(str::to_owned) }
    }
}

/// How the mark differs from the vault: it is probably a copy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Copied {
    /// There is no mark: the vault was not made, restored or accepted here.
    Unmarked,
    /// Another vault was here before.
    OtherVault,
    /// The vault belongs to another machine.
    OtherMachine(String),
    /// The vault belongs to another place.
    OtherPlace(String),
}

/// Marks a vault as belonging here.
pub(super) fn write(dir: &VaultDir, id: &[u8; 16], faults: &Faults) -> Result<(), VaultError> {
    let Some(path) = dir.mark() else { return Ok(()) };
    disk::make_directory(disk::directory_of(path))?;
    disk::write_document(path, &Mark::here(dir, id), faults)
}

impl Vault {
    /// Whether this vault looks like a copy. Always `None` for a vault that was named with `--home`
    /// or `PBEM_HOME`.
    pub fn copied_elsewhere(&self) -> Option<Copied> {
        let path = self.dir.mark()?;
        let here = Mark::here(&self.dir, &self.about.id);
        // A mark that cannot be read tells as little as none.
        let Ok(Some(mark)) = disk::read_document::<Mark>(path) else {
            return Some(Copied::Unmarked);
        };
        if mark.vault != here.vault {
            return Some(Copied::OtherVault);
        }
        if let Some(machine) =
            mark.machine.filter(|machine| here.machine.as_ref().is_some_and(|here| here != machine))
        {
            return Some(Copied::OtherMachine(machine));
        }
        (mark.path != here.path).then_some(Copied::OtherPlace(mark.path))
    }

    /// The player has been told, and plays on here.
    pub fn settle_here(&self) -> Result<(), VaultError> {
        write(&self.dir, &self.about.id, &self.faults)
    }
}
