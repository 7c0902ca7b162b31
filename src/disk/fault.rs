//! Named points at which a test can make a write fail or the process abort.
//!
//! All of pbem's writes pass the same steps, and each step is a [`Point`]. A test chooses a point
//! by number or name, and at that point the write returns an error, or the process aborts and
//! leaves the disk as a crash would. The mechanism is always compiled in and costs one check of an
//! empty option. Nothing here reads the environment: the command line passes the setting
//! (`PBEM_FAULT`), and only in builds with `debug_assertions` or the feature `fault-points`.

use std::fmt;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// Target of a write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    /// A file of the vault.
    Vault,
    /// A turn file.
    Turn,
    /// A backup, or a vault restored from one.
    Backup,
    /// A file in the folder of a club.
    Club,
}

/// A step of a write. Its [`Point`] comes right before the step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// Create the temporary file.
    Create,
    /// Write the first half of the text.
    Write,
    /// Write the second half.
    Rest,
    /// Sync the text to the disk.
    Sync,
    /// Give the file its name.
    Rename,
    /// Sync the name to the disk.
    SyncDirectory,
    /// Nothing more: the write is complete.
    Done,
}

/// A step in writing a target, displayed as `vault.rename`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Point {
    pub(crate) target: Target,
    /// The next step.
    pub(crate) step: Step,
}

impl Point {
    /// Returns all points.
    pub(crate) fn all() -> impl Iterator<Item = Point> {
        let steps = [
            Step::Create,
            Step::Write,
            Step::Rest,
            Step::Sync,
            Step::Rename,
            Step::SyncDirectory,
            Step::Done,
        ];
        [Target::Vault, Target::Turn, Target::Backup, Target::Club]
            .into_iter()
            .flat_map(move |target| steps.map(|step| Point { target, step }))
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let target = match self.target {
            Target::Vault => "vault",
            Target::Turn => "turn",
            Target::Backup => "backup",
            Target::Club => "club",
        };
        let step = match self.step {
            Step::Create => "create",
            Step::Write => "write",
            Step::Rest => "rest",
            Step::Sync => "sync",
            Step::Rename => "rename",
            Step::SyncDirectory => "sync-directory",
            Step::Done => "done",
        };
        write!(f, "{target}.{step}")
    }
}

/// Failing points, and the kind of failure. Clones share their counters.
#[derive(Clone, Debug, Default)]
pub(crate) struct Faults(Option<Arc<Plan>>);

#[derive(Debug)]
struct Plan {
    /// The plan counts how often the program reaches this point; `None` counts all points.
    point: Option<Point>,
    /// The failure first happens at this count, which begins with 1.
    first: u32,
    /// The failure happens this many times in a row.
    times: u32,
    action: FaultMode,
    passed: AtomicU32,
}

#[derive(Debug)]
enum FaultMode {
    Abort,
    /// Sleeps, so that a test can kill the process.
    Wait,
    #[cfg(test)]
    Fail(io::ErrorKind),
}

impl Faults {
    /// Creates a plan in which nothing fails.
    pub(crate) fn none() -> Self {
        Self::default()
    }

    /// Parses a setting: `vault.rename` aborts the process at the first pass of this point,
    /// `vault.rename:2` at the second, `7` at the seventh pass of any point. The prefix `wait:`
    /// makes the process sleep there instead. Returns `None` for anything else.
    pub(crate) fn from_setting(setting: &str) -> Option<Self> {
        match setting.strip_prefix("wait:") {
            Some(setting) => Self::plan(setting, 1, FaultMode::Wait),
            None => Self::plan(setting, 1, FaultMode::Abort),
        }
    }

    #[cfg(test)]
    /// Does the same as [`Faults::told`], but instead of aborting, the step returns an error of
    /// this kind, in `times` passes in a row.
    pub(crate) fn failing(setting: &str, kind: io::ErrorKind, times: u32) -> Option<Self> {
        Self::plan(setting, times, FaultMode::Fail(kind))
    }

    fn plan(setting: &str, times: u32, action: FaultMode) -> Option<Self> {
        let (point, first) = if let Ok(first) = setting.parse() {
            (None, first)
        } else {
            let (name, first) = setting.split_once(':').unwrap_or((setting, "1"));
            (Some(Point::all().find(|point| point.to_string() == name)?), first.parse().ok()?)
        };
        Some(Faults(Some(Arc::new(Plan {
            point,
            first,
            times,
            action,
            passed: AtomicU32::new(0),
        }))))
    }

    /// Passes a point. If the plan says so, aborts the process, sleeps, or returns an error.
    pub(super) fn pass(&self, target: Target, step: Step) -> io::Result<()> {
        let here = Point { target, step };
        let Some(plan) =
            self.0.as_ref().filter(|plan| plan.point.is_none_or(|point| point == here))
        else {
            return Ok(());
        };
        let passage = plan.passed.fetch_add(1, Ordering::Relaxed).saturating_add(1);
        if passage < plan.first || passage >= plan.first.saturating_add(plan.times) {
            return Ok(());
        }
        match plan.action {
            FaultMode::Abort => std::process::abort(),
            FaultMode::Wait => {
                // Tests wait for this line.
                let _ = io::Write::write_all(&mut io::stderr(), b"waiting\n");
                std::thread::sleep(Duration::from_mins(1));
                Ok(())
            }
            #[cfg(test)]
            FaultMode::Fail(kind) => Err(io::Error::new(kind, format!("fault at {here}"))),
        }
    }
}
