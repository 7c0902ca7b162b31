//! A progress bar for long searches at a terminal.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use crate::cli::context::Context;

/// Show the bar only for searches that take longer than this.
const SOON: Duration = Duration::from_millis(500);
/// Width of the bar.
const WIDTH: u64 = 40;

/// A line that is overwritten in place, and erased at the end.
#[derive(Debug)]
pub(crate) struct Bar {
    shown: bool,
    wanted: bool,
    next: Instant,
}

impl Bar {
    pub(crate) fn of(ctx: &Context, quiet: bool) -> Bar {
        let wanted = ctx.around.interactive && !ctx.global.json && !quiet;
        Bar { shown: false, wanted, next: Instant::now() + SOON }
    }

    /// Updates the bar: `done` bytes of `of`.
    pub(crate) fn tell(&mut self, done: u64, of: u64) {
        let now = Instant::now();
        if !self.wanted || now < self.next {
            return;
        }
        self.next = now + SOON / 5;
        self.shown = true;
        let full = done.saturating_mul(WIDTH).checked_div(of).unwrap_or(0).min(WIDTH);
        let signs = |sign: &str, count: u64| sign.repeat(usize::try_from(count).unwrap_or(0));
        let (full, rest) = (signs("#", full), signs(".", WIDTH - full));
        let percent = done.saturating_mul(100).checked_div(of).unwrap_or(0);
        let _ = write!(io::stderr(), "\rLooking [{full}{rest}] {percent:>3}%");
        let _ = io::stderr().flush();
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        if self.shown {
            let _ = write!(io::stderr(), "\r{:60}\r", "");
        }
    }
}
