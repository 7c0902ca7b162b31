//! Shows long text at a terminal in the user's pager.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::cli::environment::Environment;

/// The pager.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Pager {
    /// The program and its arguments.
    command: Vec<String>,
    /// Columns and lines of the screen.
    screen: (usize, usize),
}

/// Default pager. Its options: quit if the text fits, keep symbols, and leave the text on the
/// screen.
const USUAL: &str = "less -FRX";

impl Pager {
    /// Returns the pager for this environment, if pbem runs at a terminal and the user wants a
    /// pager.
    pub(super) fn of(around: &Environment) -> Option<Pager> {
        let screen = around.screen.filter(|_| around.interactive && !around.dumb)?;
        let command = around.pager.as_deref().unwrap_or(USUAL);
        let command: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
        let wanted = command.first().is_some_and(|program| program != "cat");
        wanted.then_some(Pager { command, screen })
    }

    /// Shows text that is longer than the screen. Returns false if the text fits, or if the pager
    /// can't be started.
    pub(super) fn show(&self, text: &str) -> bool {
        let (columns, lines) = self.screen;
        let high = |line: &str| pbem::render::columns(line).div_ceil(columns.max(1)).max(1);
        if text.lines().map(high).sum::<usize>() < lines {
            return false;
        }
        let Some((program, args)) = self.command.split_first() else { return false };
        // Ctrl-C is for the pager: pbem ignores the signal, and waits until the pager ends. If pbem
        // was started with Ctrl-C ignored, install no handler: the pager inherits an ignored
        // signal, but not a handled one.
        #[cfg(unix)]
        if !crate::disk::is_ignored(signal_hook::consts::SIGINT) {
            let _ =
                signal_hook::flag::register(signal_hook::consts::SIGINT, std::sync::Arc::default());
        }
        let Ok(mut pager) = Command::new(program).args(args).stdin(Stdio::piped()).spawn() else {
            return false;
        };
        if let Some(mut input) = pager.stdin.take() {
            // Ignore the error if the user quits the pager before the end of the text.
            let _ = input.write_all(text.as_bytes());
        }
        pager.wait().is_ok()
    }
}
