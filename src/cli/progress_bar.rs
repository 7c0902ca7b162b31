//! A progress bar at a terminal, for work that takes seconds.

use std::io::{self, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::cli::context::Context;

/// Show the bar only for work that takes longer than this.
const SOON: Duration = Duration::from_millis(500);
/// Width of the bar.
const WIDTH: u64 = 40;

/// A line that is overwritten in place, and erased at the end. Several threads can share it.
#[derive(Debug)]
pub(crate) struct Bar {
    /// What pbem is doing, such as `Verifying`.
    label: &'static str,
    wanted: bool,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    is_shown: bool,
    /// When to draw the bar again.
    next: Instant,
    /// Number of steps so far, if the bar counts them.
    steps: usize,
}

impl Bar {
    pub(crate) fn of(ctx: &Context, label: &'static str, quiet: bool) -> Bar {
        let wanted = ctx.around.interactive && !ctx.global.json && !quiet;
        let state = State { is_shown: false, next: Instant::now() + SOON, steps: 0 };
        Bar { label, wanted, state: Mutex::new(state) }
    }

    /// Draws the bar, if enough time has passed since it was last drawn. `done` of `of` units of
    /// work are done.
    pub(crate) fn tell(&self, done: u64, of: u64) {
        if let Ok(mut state) = self.state.lock() {
            self.draw(&mut state, done, of);
        }
    }

    /// Counts a finished step. `of` is the total number of steps.
    pub(crate) fn step(&self, of: usize) {
        if let Ok(mut state) = self.state.lock() {
            state.steps += 1;
            let done = state.steps as u64;
            self.draw(&mut state, done, of as u64);
        }
    }

    fn draw(&self, state: &mut State, done: u64, of: u64) {
        let now = Instant::now();
        if !self.wanted || now < state.next {
            return;
        }
        state.next = now + SOON / 5;
        state.is_shown = true;
        let full = done.saturating_mul(WIDTH).checked_div(of).unwrap_or(0).min(WIDTH);
        let signs = |sign: &str, count: u64| sign.repeat(usize::try_from(count).unwrap_or(0));
        let (full, rest) = (signs("#", full), signs(".", WIDTH - full));
        let percent = done.saturating_mul(100).checked_div(of).unwrap_or(0);
        let _ = write!(io::stderr(), "\r{} [{full}{rest}] {percent:>3}%", self.label);
        let _ = io::stderr().flush();
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        if self.state.get_mut().is_ok_and(|state| state.is_shown) {
            let _ = write!(io::stderr(), "\r{:60}\r", "");
        }
    }
}
