//! Named points at which a test can let a write fail or the process die.
//!
//! Every write of pbem passes the same steps, and each step is a [`Point`]. A test counts or names
//! one, and there the write returns an error or the process aborts, which is what a crash looks
//! like from the disk. The mechanism is always compiled in, and costs one look at an empty option.
//! Nothing here reads the environment: the command line hands in the setting (`PBEM_FAULT`), and
//! does so in builds with `debug_assertions` only.

use std::fmt;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// What is being written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    /// a file of the vault
    Vault,
    /// a turn file
    Turn,
    /// a backup, or a vault made of one
    Backup,
}

/// A step of a write; the point lies just before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// make the temporary file
    Create,
    /// write the first half of the text
    Write,
    /// write the second half
    Rest,
    /// bring the text to the disk
    Sync,
    /// give the file its name
    Rename,
    /// bring the name to the disk
    SyncDirectory,
    /// nothing more: the write is complete
    Done,
}

/// A step in the writing of something, written `vault.rename`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Point {
    /// what is written
    pub(crate) target: Target,
    /// which step is next
    pub(crate) step: Step,
}

impl Point {
    /// Every point there is.
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
        [Target::Vault, Target::Turn, Target::Backup]
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

/// Which points fail, and how. Clones count together.
#[derive(Clone, Debug, Default)]
pub(crate) struct Faults(Option<Arc<Plan>>);

#[derive(Debug)]
struct Plan {
    /// the point that counts; every point, if none is named
    point: Option<Point>,
    /// the first passage that fails, counted from 1
    first: u32,
    /// how many passages fail from there
    times: u32,
    deed: Deed,
    passed: AtomicU32,
}

#[derive(Debug)]
enum Deed {
    Abort,
    /// it stands still, for somebody to end it
    Wait,
    #[cfg(test)]
    Fail(io::ErrorKind),
}

impl Faults {
    /// Nothing fails.
    pub(crate) fn none() -> Self {
        Self::default()
    }

    /// The process aborts at a point: `vault.rename` at its first passage, `vault.rename:2` at its
    /// second, `7` at the seventh passage of any point; with `wait:` before it, it stands still
    /// there instead. `None` if the setting is none of these.
    pub(crate) fn told(setting: &str) -> Option<Self> {
        match setting.strip_prefix("wait:") {
            Some(setting) => Self::plan(setting, 1, Deed::Wait),
            None => Self::plan(setting, 1, Deed::Abort),
        }
    }

    #[cfg(test)]
    /// As [`Faults::told`], but the step returns an error of this kind, at `times` passages one
    /// after the other.
    pub(crate) fn failing(setting: &str, kind: io::ErrorKind, times: u32) -> Option<Self> {
        Self::plan(setting, times, Deed::Fail(kind))
    }

    fn plan(setting: &str, times: u32, deed: Deed) -> Option<Self> {
        let (point, first) = if let Ok(first) = setting.parse() {
            (None, first)
        } else {
            let (name, first) = setting.split_once(':').unwrap_or((setting, "1"));
            (Some(Point::all().find(|point| point.to_string() == name)?), first.parse().ok()?)
        };
        Some(Faults(Some(Arc::new(Plan { point, first, times, deed, passed: AtomicU32::new(0) }))))
    }

    /// Passes a point.
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
        match plan.deed {
            Deed::Abort => std::process::abort(),
            Deed::Wait => {
                // A test waits for this line.
                let _ = io::Write::write_all(&mut io::stderr(), b"waiting\n");
                std::thread::sleep(Duration::from_mins(1));
                Ok(())
            }
            #[cfg(test)]
            Deed::Fail(kind) => Err(io::Error::new(kind, format!("fault at {here}"))),
        }
    }
}
