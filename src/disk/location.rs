//! The location of the vault on this machine.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;
use pbem::desk::DocName;

use super::error::DiskError;

/// The platform's folders and the machine's name. The command line looks these up once, with
/// [`Places::of_this_machine`], and passes the result.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Places {
    /// The user's local data directory.
    pub(crate) data: Option<PathBuf>,
    /// The directory for data that doesn't have to move to another machine.
    pub(crate) state: Option<PathBuf>,
    /// Folder in which browsers and mail programs save downloads.
    pub(crate) downloads: Option<PathBuf>,
    /// Name of the machine.
    pub(crate) machine: Option<String>,
}

impl Places {
    /// Asks the platform for its folders. On Windows this uses the *local* data directory, which
    /// `etcetera` calls the cache directory, because the *roaming* data directory is copied from
    /// machine to machine.
    pub(crate) fn of_this_machine(machine: Option<String>) -> Self {
        let Ok(strategy) = etcetera::base_strategy::choose_native_strategy() else {
            return Places { machine, ..Places::default() };
        };
        let data = if cfg!(windows) { strategy.cache_dir() } else { strategy.data_dir() };
        let state = strategy
            .state_dir()
            .map_or_else(|| data.join("pbem-state"), |state| state.join("pbem"));
        Places {
            data: Some(data),
            state: Some(state),
            downloads: downloads(strategy.home_dir(), &strategy.config_dir()),
            machine,
        }
    }
}

/// Returns the download folder that the desktop is configured to use, or otherwise `Downloads` in
/// the home directory. `None` if neither exists.
fn downloads(home: &Path, config: &Path) -> Option<PathBuf> {
    let set = std::fs::read_to_string(config.join("user-dirs.dirs")).unwrap_or_default();
    let set = set
        .lines()
        .find_map(|line| line.trim().strip_prefix("XDG_DOWNLOAD_DIR="))
        .map(|value| value.trim_matches('"'));
    let set = set.map(|value| {
        value.strip_prefix("$HOME/").map_or_else(|| PathBuf::from(value), |below| home.join(below))
    });
    set.into_iter().chain([home.join("Downloads")]).find(|path| path.is_absolute() && path.is_dir())
}

/// The directory of the vault, and the path of the file that marks it as the vault in use on this
/// machine (see `vault_mark`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct VaultDir {
    root: PathBuf,
    mark: Option<PathBuf>,
    machine: Option<String>,
}

impl VaultDir {
    /// Chooses the directory: first `home` (`--home`), then `pbem_home` (`PBEM_HOME`, ignored if
    /// empty), then `pbem` in the platform's data directory. Only a vault in the data directory has
    /// a mark.
    pub(crate) fn locate(
        home: Option<&Path>,
        pbem_home: Option<&OsStr>,
        places: &Places,
    ) -> Result<Self, DiskError> {
        let chosen = home.or_else(|| pbem_home.filter(|value| !value.is_empty()).map(Path::new));
        let machine = places.machine.clone();
        if let Some(home) = chosen {
            let root = std::path::absolute(home).map_err(DiskError::when("find", home))?;
            return Ok(VaultDir { root, mark: None, machine });
        }
        let data = places.data.as_ref().ok_or(DiskError::NoPlace)?;
        let mark = places.state.as_ref().map(|state| state.join("vault-mark.toml"));
        Ok(VaultDir { root: data.join("pbem"), mark, machine })
    }

    /// Returns the vault of the bots that play against this vault's owner.
    pub(crate) fn of_bots(&self) -> VaultDir {
        self.of_bots_in(&self.root)
    }

    /// Returns the bots' vault inside the given vault.
    pub(super) fn of_bots_in(&self, vault: &Path) -> VaultDir {
        VaultDir { root: vault.join("bots"), mark: None, machine: self.machine.clone() }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.root
    }

    /// Returns the path of the mark, if there should be one.
    pub(super) fn mark(&self) -> Option<&Path> {
        self.mark.as_deref()
    }

    /// Returns the name of the machine.
    pub(crate) fn machine(&self) -> Option<&str> {
        self.machine.as_deref()
    }

    /// Returns the path of a document.
    pub(super) fn document(&self, name: &DocName) -> PathBuf {
        self.root.join(name.to_string())
    }

    pub(super) fn games(&self) -> PathBuf {
        self.root.join("games")
    }

    /// Returns the path of the note that names the folder of an unfinished backup.
    pub(super) fn unfinished(&self) -> PathBuf {
        self.root.join("unfinished")
    }

    pub(super) fn lock(&self) -> PathBuf {
        self.root.join("lock")
    }
}
