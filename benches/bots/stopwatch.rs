//! Processor time of one thread, independent of the load of the machine.

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

/// Processor time of this thread if the system reports it, otherwise the clock.
fn spent() -> Option<Duration> {
    let told = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(told.split_whitespace().next()?.parse().ok()?))
}
