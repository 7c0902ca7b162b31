//! Everything that a command takes from outside: environment, clock, terminal, randomness. `main`
//! reads it once and passes it on, so that demos and tests can pass a different environment.

use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use chrono::{DateTime, Datelike, SubsecRound, Utc};
use pbem::crypto::Bytes16;
use pbem::desk::Outside;
use pbem::render::Look;
use pbem::turnfile::Moment;
use rand::RngExt;

use crate::cli::zone::Zone;
use crate::disk::{Faults, Places};

/// The environment of `pbem`.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
pub(crate) struct Environment {
    /// `PBEM_HOME`
    pub pbem_home: Option<OsString>,
    /// The platform's data directories.
    pub places: Places,
    /// The working directory.
    pub directory: PathBuf,
    /// Whether pbem can ask questions: input and output are a terminal.
    pub interactive: bool,
    /// Whether standard error is a terminal that understands escape sequences.
    pub terminal: bool,
    /// Columns and lines of the terminal.
    pub screen: Option<(usize, usize)>,
    /// Whether the terminal can't draw (`TERM=dumb`).
    pub dumb: bool,
    /// `PAGER`
    pub pager: Option<String>,
    /// Whether the terminal can show characters beyond ASCII.
    pub unicode: bool,
    /// The player's time zone.
    pub zone: Zone,
    /// The current time; `None` for the computer's clock.
    pub clock: Option<Moment>,
    /// Source of secrets; `None` for the operating system. Tests and demos use a number, which is
    /// incremented for each secret.
    pub secrets: Option<u64>,
    /// Longest time that a mail server or password program may be silent.
    #[cfg_attr(not(feature = "smtp"), expect(dead_code, reason = "for mail servers"))]
    pub patience: Duration,
    /// Interval between two checks for mail.
    #[cfg_attr(not(feature = "tui"), expect(dead_code, reason = "for the table"))]
    pub every: Duration,
    /// Points at which to kill the process, for tests of crashes.
    pub faults: Faults,
}

/// Default of `Environment::patience`: long enough for a slow server, and for a user who has to
/// unlock a password manager.
const PATIENCE: Duration = Duration::from_mins(1);

/// Default interval of `receive --watch`, which reads all new mail each time.
pub(crate) const EVERY: Duration = Duration::from_mins(1);
/// Interval between two checks for new mail in full-screen mode. A check only lists the files,
/// which takes about a millisecond.
const LOOK: Duration = Duration::from_secs(3);

/// Width in columns that pbem assumes for narrower screens.
const NARROWEST: usize = 40;

#[cfg(test)]
impl Environment {
    /// Returns an environment without a terminal, with a clock that stands still. Its secrets are
    /// derived from the number `seed`.
    pub(crate) fn still(directory: &std::path::Path, seed: u64) -> Self {
        Environment {
            pbem_home: None,
            places: Places::default(),
            directory: directory.to_owned(),
            interactive: false,
            terminal: false,
            screen: None,
            dumb: false,
            pager: None,
            unicode: true,
            zone: Zone::UTC,
            clock: Some("2026-11-21T21:10:00Z".parse().expect("a moment")),
            secrets: Some(seed),
            patience: Duration::from_secs(1),
            every: Duration::from_secs(1),
            faults: Faults::default(),
        }
    }
}

impl Environment {
    /// Returns the character set and the width of the output.
    pub(crate) fn look(&self, ascii: bool) -> Look {
        let usual = Look::default();
        let width = self.screen.map_or(usual.width, |(columns, _)| columns.min(usual.width));
        Look { ascii: ascii || !self.unicode, width: width.max(NARROWEST) }
    }

    /// Reads the environment of this process.
    pub(crate) fn of_this_process() -> Self {
        let variable = |name: &str| std::env::var(name).unwrap_or_default();
        let machine =
            std::fs::read_to_string("/etc/hostname").ok().map(|name| name.trim().to_owned());
        let machine = Some(variable("COMPUTERNAME")).filter(|name| !name.is_empty()).or(machine);
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
            .map(variable)
            .into_iter()
            .find(|value| !value.is_empty())
            .unwrap_or_default();
        let utf8 = locale.to_uppercase().replace('-', "").contains("UTF8");
        let out = std::io::stdout().is_terminal();
        let dumb = variable("TERM") == "dumb";
        Environment {
            pbem_home: std::env::var_os("PBEM_HOME"),
            places: Places::of_this_machine(machine),
            directory: std::env::current_dir().unwrap_or_default(),
            interactive: out && std::io::stdin().is_terminal(),
            terminal: std::io::stderr().is_terminal(),
            screen: screen(variable("COLUMNS").parse().ok()),
            pager: std::env::var("PAGER").ok(),
            dumb,
            unicode: !dumb && if cfg!(windows) { out } else { utf8 },
            zone: Zone::OF_THIS_MACHINE,
            clock: for_tests("PBEM_CLOCK").and_then(|clock| clock.parse().ok()),
            secrets: for_tests("PBEM_SECRETS").and_then(|number| number.parse().ok()),
            patience: for_tests("PBEM_PATIENCE")
                .and_then(|seconds| seconds.parse().ok())
                .map_or(PATIENCE, Duration::from_secs),
            every: for_tests("PBEM_EVERY")
                .and_then(|seconds| Duration::try_from_secs_f64(seconds.parse().ok()?).ok())
                .unwrap_or(LOOK),
            faults: for_tests("PBEM_FAULT")
                .and_then(|setting| Faults::from_setting(&setting))
                .unwrap_or_default(),
        }
    }
}

/// Returns the columns and lines of the terminal for the output. The value of `COLUMNS`, if it is
/// set, overrides the measured width.
fn screen(said: Option<usize>) -> Option<(usize, usize)> {
    let terminal = terminal_size::terminal_size_of(std::io::stdout());
    let terminal = terminal.map(|(columns, lines)| (columns.0.into(), lines.0.into()));
    match (said, terminal) {
        (Some(columns), Some((_, lines))) => Some((columns, lines)),
        (Some(columns), None) => Some((columns, usize::MAX)),
        (None, terminal) => terminal,
    }
}

impl Environment {
    /// Returns the clock's time, even if it is wrong.
    fn clock_says(&self) -> Moment {
        self.clock.unwrap_or_else(machine_clock)
    }

    /// Returns a message if the clock shows an impossible year.
    pub(crate) fn wrong_clock(&self) -> Option<String> {
        let now = self.clock_says();
        let right = (FIRST_YEAR..LAST_YEAR).contains(&now.year());
        (!right).then(|| {
            format!(
                "the clock of this computer says {}, which is impossible. Set the clock: it dates \
                    your turns, and other players reject turns with a wrong date.",
                self.zone.date_with_year(now)
            )
        })
    }
}

/// A clock that shows an earlier year is wrong, because no turn file of this format is older.
const FIRST_YEAR: i32 = 2026;
/// A clock that shows this year or a later one is wrong.
const LAST_YEAR: i32 = 3000;

/// Returns the last moment whose date can be written in a turn file.
fn last_date() -> Moment {
    DateTime::from_timestamp(253_402_300_799, 0).unwrap_or(DateTime::<Utc>::MAX_UTC)
}

/// Returns the time of the computer's clock, even if it is wrong.
fn machine_clock() -> Moment {
    let seconds = |since: Duration| i64::try_from(since.as_secs()).unwrap_or(i64::MAX);
    let at = match SystemTime::now().duration_since(SystemTime::UNIX_EPOCH) {
        Ok(since) => seconds(since),
        Err(before) => -seconds(before.duration()),
    };
    let end = if at < 0 { DateTime::<Utc>::MIN_UTC } else { DateTime::<Utc>::MAX_UTC };
    DateTime::from_timestamp(at, 0).unwrap_or(end)
}

impl Outside for Environment {
    /// Returns the current time to the second, limited to dates that can be written.
    fn now(&self) -> Moment {
        self.clock_says().clamp(DateTime::UNIX_EPOCH, last_date()).trunc_subsecs(0)
    }

    fn secret(&mut self) -> Bytes16 {
        match &mut self.secrets {
            None => rand::rng().random(),
            Some(count) => {
                *count += 1;
                let hash = pbem::crypto::turn_hash(&count.to_be_bytes());
                hash.first_chunk().copied().unwrap_or_default()
            }
        }
    }
}

/// Reads a setting for tests: a fixed clock, reproducible secrets, or a kill at a chosen point of a
/// disk write. Release builds don't have these settings.
#[cfg(any(debug_assertions, feature = "fault-points"))]
fn for_tests(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

#[cfg(not(any(debug_assertions, feature = "fault-points")))]
fn for_tests(_name: &str) -> Option<String> {
    None
}
