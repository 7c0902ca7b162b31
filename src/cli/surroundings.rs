//! Everything that a command takes from outside: environment, clock, terminal, randomness. It is
//! asked once, in `main`, so that a demo or a test can hand in surroundings of its own.

use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::Duration;

use chrono::{SubsecRound, Utc};
use pbem::crypto::Bytes16;
use pbem::desk::Outside;
use pbem::turnfile::Moment;
use rand::RngExt;

use crate::disk::{Faults, Places};

/// Where `pbem` runs.
#[derive(Clone, Debug)]
pub(crate) struct Surroundings {
    /// `PBEM_HOME`
    pub pbem_home: Option<OsString>,
    /// what the platform says of data directories
    pub places: Places,
    /// where relative paths start
    pub directory: PathBuf,
    /// whether questions may be asked: both ends are a terminal
    pub interactive: bool,
    /// whether signs beyond ASCII can be shown
    pub unicode: bool,
    /// what time it is; `None` for the clock of the machine
    pub clock: Option<Moment>,
    /// where secrets come from; `None` for the operating system. A number is for tests and demos,
    /// and counts up.
    pub secrets: Option<u64>,
    /// how long a mail server, or a program that is asked for its password, may say nothing
    #[cfg_attr(not(feature = "smtp"), expect(dead_code, reason = "for mail servers"))]
    pub patience: Duration,
    /// where the process is to be cut short, for the tests of crashes
    pub faults: Faults,
}

/// Long enough for a slow server, and for somebody who is asked to unlock his passwords.
const PATIENCE: Duration = Duration::from_mins(1);

impl Surroundings {
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
        Surroundings {
            pbem_home: std::env::var_os("PBEM_HOME"),
            places: Places::of_this_machine(machine),
            directory: std::env::current_dir().unwrap_or_default(),
            interactive: out && std::io::stdin().is_terminal(),
            unicode: variable("TERM") != "dumb" && if cfg!(windows) { out } else { utf8 },
            clock: for_tests("PBEM_CLOCK").and_then(|clock| clock.parse().ok()),
            secrets: for_tests("PBEM_SECRETS").and_then(|number| number.parse().ok()),
            patience: for_tests("PBEM_PATIENCE")
                .and_then(|seconds| seconds.parse().ok())
                .map_or(PATIENCE, Duration::from_secs),
            faults: for_tests("PBEM_FAULT")
                .and_then(|setting| Faults::aborting(&setting))
                .unwrap_or_default(),
        }
    }
}

impl Outside for Surroundings {
    /// To the second.
    fn now(&self) -> Moment {
        self.clock.unwrap_or_else(Utc::now).trunc_subsecs(0)
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
