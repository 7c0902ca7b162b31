//! How long something takes on one core, whatever else the machine does.

use std::fs;
use std::time::{Duration, Instant};

pub(crate) struct Stopwatch {
    started: Instant,
    before: Option<Duration>,
}

impl Stopwatch {
    pub(crate) fn start() -> Stopwatch {
        Stopwatch { started: Instant::now(), before: spent() }
    }

    pub(crate) fn read(&self) -> Duration {
        let spent = spent().zip(self.before).map(|(now, before)| now.saturating_sub(before));
        spent.unwrap_or_else(|| self.started.elapsed())
    }
}

/// How long this thread has had a core, where the system tells; elsewhere the clock must do.
fn spent() -> Option<Duration> {
    let told = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(told.split_whitespace().next()?.parse().ok()?))
}
