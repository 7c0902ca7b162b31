//! Context of every command: the global options, the environment, and the vault.

use std::path::{Path, PathBuf};

use chrono::TimeDelta;
use pbem::crypto::safety_number;
use pbem::desk::{
    Config, Contacts, Desk, DeskError, KeyStatus, LoadedGame, Outside, Staged, StoreError,
};
use pbem::render::Look;
use pbem::rules::Seat;
use pbem::table::AnyTable;
use pbem::turnfile::{Bytes32, Moment};

use super::failure::{CliError, CliErrorKind};
use super::global::GlobalArgs;
use super::report::exit;
use crate::cli::environment::Environment;
use crate::cli::next::Next;
use crate::disk::{Folder, Guard, MarkMismatch, VaultDir, Writer};

/// A function that opens the full screen, on which the player chooses a setup. It returns `None` if
/// the player leaves the screen without a choice.
pub(super) type SetupScreen = fn(&mut Context, &AnyTable, Seat) -> Result<Option<String>, CliError>;

/// The state of a running command. The vault is opened when it is first needed, and stays locked
/// until the command ends.
#[derive(Debug)]
pub(super) struct Context {
    /// The global options.
    pub global: GlobalArgs,
    /// Lets the player choose a setup on the full screen; `None` without a full screen.
    pub setup_screen: Option<SetupScreen>,
    /// Defines the command line; `None` inside the full screen.
    pub commands: Option<fn() -> clap::Command>,
    /// Environment, clock and randomness.
    pub around: Environment,
    /// Warnings for the user.
    warnings: Vec<String>,
    dir: VaultDir,
    guard: Guard,
    desk: Option<Desk<Folder>>,
    /// Whether the command only reads, so that it needs no lock.
    only_reads: bool,
    /// The bots' desk.
    bots: Option<Desk<Folder>>,
    /// Whether there was no vault when the desk was opened.
    none_there: bool,
    /// Whether this command created the vault and hasn't reported that yet.
    has_made_vault: bool,
}

impl Context {
    /// Creates the context of a command.
    pub(super) fn new(global: GlobalArgs, around: Environment) -> Result<Self, CliError> {
        let home = global.home.as_deref().map(|home| around.directory.join(home));
        let dir = VaultDir::locate(home.as_deref(), around.pbem_home.as_deref(), &around.places)?;
        Ok(Context {
            global,
            setup_screen: None,
            commands: None,
            around,
            warnings: Vec::new(),
            guard: Guard::of(&dir),
            dir,
            desk: None,
            only_reads: false,
            bots: None,
            none_there: false,
            has_made_vault: false,
        })
    }

    /// Marks the command as read-only, so that it doesn't wait for other commands.
    pub(super) fn only_reads(&mut self) {
        self.only_reads = true;
    }

    /// Returns the vault's folder, which may not exist.
    pub(super) fn vault_dir(&self) -> &VaultDir {
        &self.dir
    }

    /// Returns the writer for files outside the vault.
    pub(super) fn writer(&self) -> Writer {
        Writer { guard: self.guard.clone(), faults: self.around.faults.clone() }
    }

    /// Records that the vault has read the turns of this game, so that a file with only these turns
    /// can be overwritten.
    pub(super) fn has_compared(&self, loaded: &LoadedGame) {
        loaded.compared().for_each(|turns| self.guard.has_read(turns.iter().copied()));
    }

    /// Adds a warning.
    pub(super) fn warn(&mut self, warning: impl Into<String>) {
        let warning = warning.into();
        // A command may load a game twice, but should give a warning only once.
        if !self.warnings.contains(&warning) {
            self.warnings.push(warning);
        }
    }

    /// Warns if the vault has seen a time that is more than a day later than the clock shows.
    pub(super) fn warn_of_clock(&mut self, seen: Moment) {
        let now = self.now();
        let has_warned = self.warnings.iter().any(|warning| warning.starts_with(CLOCK));
        // There is a warning about an impossible clock anyway.
        let has_warned = has_warned || self.around.wrong_clock().is_some();
        if !has_warned && now.checked_add_signed(TimeDelta::hours(24)).is_some_and(|now| now < seen)
        {
            let zone = &self.around.zone;
            let (now, seen) = (zone.date_with_year(now), zone.date_with_year(seen));
            self.warn(format!(
                "{CLOCK} says {now}, but pbem last ran at {seen}, which is later. Turns are dated \
                    by this clock, so check the clock before you move."
            ));
        }
    }

    /// Fails if the clock's date is so wrong that no one would accept a turn.
    pub(super) fn check_clock(&self) -> Result<(), CliError> {
        let Some(wrong) = self.around.wrong_clock() else { return Ok(()) };
        let message = format!("{wrong} Nothing was signed.");
        Err(CliError::not_now(CliErrorKind::WrongClock, message)
            .then(Next::advice("set the clock, then type the command again")))
    }

    /// Returns the warnings since the last call.
    pub(super) fn take_warnings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.warnings)
    }

    /// Returns the desk of the vault. If there is no vault, the first change creates one.
    pub(super) fn desk(&mut self) -> Result<&mut Desk<Folder>, CliError> {
        Ok(self.at_desk()?.0)
    }

    /// Returns the desk, and the environment.
    pub(super) fn at_desk(&mut self) -> Result<(&mut Desk<Folder>, &mut Environment), CliError> {
        let desk = match self.desk.take() {
            Some(desk) => desk,
            None => self.open_desk()?,
        };
        Ok((self.desk.insert(desk), &mut self.around))
    }

    fn open_desk(&mut self) -> Result<Desk<Folder>, CliError> {
        let open = if self.only_reads { Folder::open_to_read } else { Folder::open };
        let desk = Desk::new(open(&self.dir, &self.around.faults)?)?;
        let id = desk.id()?;
        self.none_there = id.is_none();
        if let Some(copied) = id.and_then(|id| desk.store().copied(&id)) {
            self.warn(copy_warning(&copied));
        }
        Ok(desk)
    }

    /// Returns the desk of the bots, and the environment. Locks the user's desk first, so that two
    /// commands can't deadlock.
    pub(super) fn bots(&mut self) -> Result<(&mut Desk<Folder>, &mut Environment), CliError> {
        self.desk()?;
        let desk = match self.bots.take() {
            Some(desk) => desk,
            None => Desk::new(Folder::open(&self.dir.of_bots(), &self.around.faults)?)?,
        };
        Ok((self.bots.insert(desk), &mut self.around))
    }

    /// Returns the desk, if it is open.
    pub(super) fn opened(&self) -> Option<&Desk<Folder>> {
        self.desk.as_ref()
    }

    /// Whether there is a vault.
    pub(super) fn has_vault(&mut self) -> Result<bool, CliError> {
        Ok(self.desk()?.is_vault()?)
    }

    /// Saves staged changes, and returns their payload.
    pub(super) fn keep<T>(&mut self, staged: Staged<T>) -> Result<T, CliError> {
        let none_there = self.none_there;
        let desk = self.desk()?;
        let result = desk.keep(staged).map_err(|trouble| match trouble {
            DeskError::Store(StoreError::Moved(_)) if none_there => just_made(),
            trouble => trouble.into(),
        })?;
        if none_there && desk.is_vault()? {
            self.none_there = false;
            self.has_made_vault = true;
        }
        Ok(result)
    }

    /// Whether this command created the vault. Returns true only once.
    pub(super) fn take_made_vault(&mut self) -> bool {
        std::mem::take(&mut self.has_made_vault)
    }

    /// Closes the vault, so that other commands can open it.
    pub(super) fn close_vault(&mut self) {
        (self.desk, self.bots) = (None, None);
    }

    /// Returns the settings.
    pub(super) fn config(&mut self) -> Result<Config, CliError> {
        Ok(self.desk()?.config()?)
    }

    /// Whether commands show boards as sentences. Returns false if the settings can't be read: a
    /// command that needs the settings reports that error itself.
    pub(super) fn wants_sentences(&mut self) -> bool {
        self.config().is_ok_and(|config| config.boards_as_sentences())
    }

    /// Returns the contacts.
    pub(super) fn contacts(&mut self) -> Result<Contacts, CliError> {
        Ok(self.desk()?.contacts()?)
    }

    /// Returns the current time.
    pub(super) fn now(&self) -> Moment {
        self.around.now()
    }

    /// Resolves a typed path, relative to the working directory.
    pub(super) fn path(&self, typed: impl AsRef<Path>) -> PathBuf {
        self.around.directory.join(typed)
    }

    /// Returns a path for messages: relative, if it is inside the working directory.
    pub(super) fn shown(&self, path: &Path) -> String {
        path.strip_prefix(&self.around.directory).unwrap_or(path).display().to_string()
    }

    /// Returns the character set and the width of the output.
    pub(super) fn look(&self) -> Look {
        self.around.look(self.global.ascii)
    }

    /// Returns the user's name from `pbem config`.
    pub(super) fn own_name(&mut self) -> Result<Option<String>, CliError> {
        Ok(self.config()?.name().map(str::to_owned))
    }
}

/// Start of a warning about the clock.
const CLOCK: &str = "the clock of this computer";

/// Returns the error if another command has created the vault since this command looked for it.
fn just_made() -> CliError {
    CliError::new(
        exit::TROUBLE,
        CliErrorKind::Vault,
        "another pbem command has just created the vault. Nothing was written.",
    )
    .then(Next::advice("type the command again"))
}

/// Describes in a few words whether a key belongs to a contact or to the user.
pub(super) fn known_words(known: &KeyStatus) -> String {
    match known {
        KeyStatus::No => "a new contact".to_owned(),
        KeyStatus::Own => "you".to_owned(),
        KeyStatus::As { name, confirmed: true } => format!("contact {name}, number compared"),
        KeyStatus::As { name, confirmed: false } => format!("contact {name}, not compared yet"),
    }
}

/// Returns the warning that this vault may be a copy. If two copies are in use, some turns of one
/// copy won't count.
fn copy_warning(copied: &MarkMismatch) -> String {
    let how = match copied {
        MarkMismatch::Unmarked => "wasn't created here".to_owned(),
        MarkMismatch::OtherVault => "isn't the vault that was here before".to_owned(),
        MarkMismatch::OtherMachine(machine) => format!("was created on {machine}"),
        MarkMismatch::OtherPlace(path) => format!("was created in {path}"),
    };
    format!(
        "this vault {how}, so it may be a copy. If two copies sign the same turn, only one \
            version counts.\nIs this the only copy in use? If so, confirm it once: pbem config \
            --only-here"
    )
}

/// Returns the safety number of a player's key.
pub(super) fn safety(key: Option<&Bytes32>) -> String {
    key.map_or_else(|| "not joined yet".to_owned(), safety_number)
}
