//! Everything that a command takes from outside: environment, clock, terminal, randomness. It is
//! asked once, in `main`, so that a demo or a test can hand in surroundings of its own.

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

/// Where `pbem` runs.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(crate) struct Environment {
    /// `PBEM_HOME`
    pub pbem_home: Option<OsString>,
    /// what the platform says of data directories
    pub places: Places,
    /// where relative paths start
    pub directory: PathBuf,
    /// whether questions may be asked: both ends are a terminal
    pub interactive: bool,
    /// whether standard error is a terminal, which can be told more than what it shows
    pub terminal: bool,
    /// how many columns and lines the terminal has
    pub screen: Option<(usize, usize)>,
    /// whether nothing can be drawn on the terminal
    pub dumb: bool,
    /// `PAGER`
    pub pager: Option<String>,
    /// whether signs beyond ASCII can be shown
    pub unicode: bool,
    /// The player's time zone.
    pub zone: Zone,
    /// what time it is; `None` for the clock of the machine
    pub clock: Option<Moment>,
    /// where secrets come from; `None` for the operating system. A number is for tests and demos,
    /// and counts up.
    pub secrets: Option<u64>,
    /// how long a mail server, or a program that is asked for its password, may say nothing
    #[cfg_attr(not(feature = "smtp"), expect(dead_code, reason = "for mail servers"))]
    pub patience: Duration,
    /// how long lies between two looks for what has come
    #[cfg_attr(not(feature = "tui"), expect(dead_code, reason = "for the table"))]
    pub every: Duration,
    /// where the process is to be cut short, for the tests of crashes
    pub faults: Faults,
}

/// Long enough for a slow server, and for somebody who is asked to unlock his passwords.
const PATIENCE: Duration = Duration::from_mins(1);

/// `receive --watch` reads all that is new each time, so it need not look more often.
pub(crate) const EVERY: Duration = Duration::from_mins(1);
/// An open table only lists what is there, which takes a millisecond.
const LOOK: Duration = Duration::from_secs(3);

/// No screen is taken for narrower.
const NARROWEST: usize = 40;

impl Environment {
    /// How texts are to look: within the screen, if that is narrower than usual.
    pub(crate) fn look(&self, ascii: bool) -> Look {
        let usual = Look::default();
        let width = self.screen.map_or(usual.width, |(columns, _)| columns.min(usual.width));
        Look { ascii: ascii || !self.unicode, width: width.max(NARROWEST) }
    }

    /// Those of this process.
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
                .and_then(|setting| Faults::told(&setting))
                .unwrap_or_default(),
        }
    }
}

/// How many columns and lines the terminal has that is written to; columns that were said go before
/// those that it has.
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
    /// What the clock says, whatever that is.
    fn clock_says(&self) -> Moment {
        self.clock.unwrap_or_else(machine_clock)
    }

    /// Why the clock cannot be right, if it cannot.
    pub(crate) fn wrong_clock(&self) -> Option<String> {
        let now = self.clock_says();
        let right = (FIRST_YEAR..LAST_YEAR).contains(&now.year());
        (!right).then(|| {
            format!(
                "the clock of this computer says {}, which is impossible. Set it: turns are dated \
                    by it, and other players reject turns with a wrong date.",
                self.zone.date_with_year(now)
            )
        })
    }
}

/// No turn file of this form is older.
const FIRST_YEAR: i32 = 2026;
/// A clock that says more has come loose.
const LAST_YEAR: i32 = 3000;

/// The last moment of which the date can be written.
fn last_date() -> Moment {
    DateTime::from_timestamp(253_402_300_799, 0).unwrap_or(DateTime::<Utc>::MAX_UTC)
}

/// The clock of the machine, which may say anything.
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
    /// To the second, and as far as dates can be written.
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

/// Tests set the clock, make secrets that are the same in every run, and kill the program at chosen
/// points of its work on the disk. Release builds know no such settings.
#[cfg(any(debug_assertions, feature = "fault-points"))]
fn for_tests(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

#[cfg(not(any(debug_assertions, feature = "fault-points")))]
fn for_tests(_name: &str) -> Option<String> {
    None
}
