//! What every command has at hand: the options that stand everywhere, the surroundings, and the
//! vault.

use std::path::{Path, PathBuf};

use pbem::crypto::{Identity, safety_number};
use pbem::render::Look;
use pbem::turnfile::{Bytes32, Moment};

use super::Everywhere;
use super::failure::{Failure, FailureKind};
use super::report::exit;
use super::surroundings::Surroundings;
use crate::vault::{Birth, Config, Contacts, Copied, Reason, Secret, Vault, VaultDir};

/// A command at work. The vault is opened when it is first needed, and stays locked until the
/// command has ended.
#[derive(Debug)]
pub(super) struct Context {
    /// options that stand everywhere
    pub everywhere: Everywhere,
    /// environment, clock, randomness
    pub around: Surroundings,
    /// what the user should be told beside the report
    warnings: Vec<String>,
    dir: VaultDir,
    vault: Option<Vault>,
    /// the vault was looked for, and there was none; whatever has been read since rests on that
    none_there: bool,
    /// the vault was made by this command, and the user has not been told
    made: bool,
    /// an identity that is not in the vault yet
    unkept: Option<Secret>,
}

impl Context {
    /// A command in these surroundings.
    pub(super) fn new(everywhere: Everywhere, around: Surroundings) -> Result<Self, Failure> {
        let home = everywhere.home.as_deref().map(|home| around.directory.join(home));
        let dir = VaultDir::locate(home.as_deref(), around.pbem_home.as_deref(), &around.places)?;
        Ok(Context {
            everywhere,
            around,
            warnings: Vec::new(),
            dir,
            vault: None,
            none_there: false,
            made: false,
            unkept: None,
        })
    }

    /// Where the vault is, or would be.
    pub(super) fn vault_dir(&self) -> &VaultDir {
        &self.dir
    }

    /// Something that the user should be told beside the report.
    pub(super) fn warn(&mut self, warning: impl Into<String>) {
        self.warnings.push(warning.into());
    }

    /// What has been warned of since the last call.
    pub(super) fn take_warnings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.warnings)
    }

    /// The vault, if there is one. Never makes one.
    pub(super) fn vault(&mut self) -> Result<Option<&Vault>, Failure> {
        if self.vault.is_none() {
            let found = Vault::open(&self.dir, &self.around.faults)?;
            if self.none_there && found.is_some() {
                return Err(just_made());
            }
            self.none_there = found.is_none();
            self.vault = found;
            if let Some(copied) = self.vault.as_ref().and_then(Vault::copied_elsewhere) {
                self.warn(copy_warning(&copied));
            }
        }
        Ok(self.vault.as_ref())
    }

    /// The vault, made now if there is none.
    pub(super) fn vault_or_new(&mut self) -> Result<&Vault, Failure> {
        Ok(self.vault_mut()?)
    }

    /// The vault, to be changed as a whole; made now if there is none.
    pub(super) fn vault_mut(&mut self) -> Result<&mut Vault, Failure> {
        if self.vault()?.is_none() {
            let random = self.around.secret();
            let mut id = [0; 16];
            id.copy_from_slice(&random[..16]);
            let birth = Birth { id, at: self.now() };
            let made = Vault::open_or_create(&self.dir, &birth, &self.around.faults)?;
            if !made.is_born_of(&birth) {
                return Err(just_made());
            }
            self.none_there = false;
            self.made = true;
            self.vault = Some(made);
        }
        self.vault
            .as_mut()
            .ok_or_else(|| Failure::new(exit::TROUBLE, FailureKind::Vault, "there is no vault"))
    }

    /// Whether the vault, as far as it is open, makes turns at all.
    pub(super) fn may_sign(&self) -> Result<(), Reason> {
        self.vault.as_ref().map_or(Ok(()), Vault::may_sign)
    }

    /// Has this command made the vault? It is told once.
    pub(super) fn take_made(&mut self) -> bool {
        std::mem::take(&mut self.made)
    }

    /// Closes the vault, so that another command may open it.
    pub(super) fn close_vault(&mut self) {
        self.vault = None;
    }

    /// The identity of this vault. A new one is in the vault only after [`Context::establish`], so
    /// that a command that fails leaves none.
    pub(super) fn identity(&mut self) -> Result<Identity, Failure> {
        let stored = match self.vault()? {
            Some(vault) => vault.identity()?,
            None => None,
        };
        if let Some(stored) = stored {
            return Ok(Identity::from_bytes(stored.secret.bytes()));
        }
        if self.unkept.is_none() {
            self.unkept = Some(Secret::from(self.around.secret()));
        }
        let secret = self.unkept.as_ref().map(|secret| *secret.bytes()).unwrap_or_default();
        Ok(Identity::from_bytes(&secret))
    }

    /// Makes sure that there is a vault, and that the identity is in it.
    pub(super) fn establish(&mut self) -> Result<&Vault, Failure> {
        let now = self.now();
        if let Some(secret) = self.unkept.take() {
            self.vault_or_new()?.create_identity(secret, now)?;
        }
        self.vault_or_new()
    }

    /// The settings.
    pub(super) fn config(&mut self) -> Result<Config, Failure> {
        Ok(self.vault()?.map(Vault::config).transpose()?.unwrap_or_default())
    }

    /// The contacts.
    pub(super) fn contacts(&mut self) -> Result<Contacts, Failure> {
        Ok(self.vault()?.map(Vault::contacts).transpose()?.unwrap_or_default())
    }

    /// What time it is.
    pub(super) fn now(&self) -> Moment {
        self.around.now()
    }

    /// A path as the user typed it, seen from the working directory.
    pub(super) fn path(&self, typed: impl AsRef<Path>) -> PathBuf {
        self.around.directory.join(typed)
    }

    /// A path as it is shown: from the working directory, if it lies below that.
    pub(super) fn shown(&self, path: &Path) -> String {
        path.strip_prefix(&self.around.directory).unwrap_or(path).display().to_string()
    }

    /// How texts are to look.
    pub(super) fn look(&self) -> Look {
        Look { ascii: self.everywhere.ascii || !self.around.unicode }
    }

    /// A player's own name: the one set by `pbem config`.
    pub(super) fn own_name(&mut self) -> Result<Option<String>, Failure> {
        Ok(self.config()?.name().map(str::to_owned))
    }

    /// What this vault knows of a key: its private name, and whether its safety number has been
    /// compared.
    pub(super) fn known(&mut self, key: &Bytes32) -> Result<Known, Failure> {
        let Some(vault) = self.vault()? else { return Ok(Known::No) };
        if vault
            .identity()?
            .is_some_and(|stored| Identity::from_bytes(stored.secret.bytes()).public() == *key)
        {
            return Ok(Known::Own);
        }
        let contacts = vault.contacts()?;
        let Some(name) = contacts.name_of(key) else { return Ok(Known::No) };
        Ok(Known::As { name: name.to_owned(), confirmed: contacts.get(name)?.confirmed })
    }
}

/// Two commands at once have found no vault, and this one was second: what it has read is not so
/// any more.
fn just_made() -> Failure {
    Failure::new(
        exit::TROUBLE,
        FailureKind::Vault,
        "another pbem has made the vault just now. Nothing has been written.",
    )
    .then("type it again")
}

/// What a vault knows of a key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Known {
    /// nothing
    No,
    /// it is the vault's own
    Own,
    /// it is pinned to this private name
    As {
        /// the name
        name: String,
        /// whether the safety number has been compared
        confirmed: bool,
    },
}

impl Known {
    /// In a few words.
    pub(super) fn words(&self) -> String {
        match self {
            Known::No => "new to you".to_owned(),
            Known::Own => "you".to_owned(),
            Known::As { name, confirmed: true } => format!("your {name}, safety number compared"),
            Known::As { name, confirmed: false } => format!("your {name}, not compared yet"),
        }
    }
}

/// Two copies of a vault that both sign would make forks.
fn copy_warning(copied: &Copied) -> String {
    let how = match copied {
        Copied::Unmarked => "was not made here".to_owned(),
        Copied::OtherVault => "is not the one that was here before".to_owned(),
        Copied::OtherMachine(machine) => format!("was made on {machine}"),
        Copied::OtherPlace(path) => format!("was made in {path}"),
    };
    format!(
        "this vault {how}, so it may be a copy. Two copies that both sign make forks, and verify \
        would name you.\n\
         Is it the only one in use? Then say so once: pbem config --only-here"
    )
}

/// A key as people compare it.
pub(super) fn safety(key: Option<&Bytes32>) -> String {
    key.map_or_else(|| "not joined yet".to_owned(), safety_number)
}
