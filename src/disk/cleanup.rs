//! Removes files that have been started but don't have their final name yet. If a signal ends the
//! program, these files are removed, so that no part of a secret remains. After a kill or a crash,
//! the next command removes the leftovers.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

/// Paths to remove if a signal ends the program now.
static BEGUN: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
/// Bit set of the signals that other code handles now, so that it can restore the terminal.
static SEEN_TO: AtomicU64 = AtomicU64::new(0);

/// Whether the program already watches for signals.
static WATCHED: Once = Once::new();

/// A file or folder that isn't complete yet.
#[derive(Debug)]
pub(super) struct Partial(PathBuf);

impl Partial {
    /// Registers this path until the returned value is dropped.
    pub(super) fn of(path: &Path) -> Partial {
        // If signals can't be watched, the next command removes what is left.
        WATCHED.call_once(|| drop(watch()));
        partial_files().push(path.to_owned());
        Partial(path.to_owned())
    }
}

/// Runs an action that no signal may interrupt, such as renaming a folder.
pub(super) fn with_signals_blocked<T>(action: impl FnOnce() -> T) -> T {
    let _held = partial_files();
    action()
}

impl Drop for Partial {
    fn drop(&mut self) {
        partial_files().retain(|path| *path != self.0);
    }
}

/// Runs an action while other code handles these signals. If the action fails, that code keeps
/// handling them, because the signal that made the action fail may not have reached this module
/// yet.
pub(crate) fn with_signals_deferred<T, E>(
    signals: &[i32],
    action: impl FnOnce() -> Result<T, E>,
) -> Result<T, E> {
    // The caller has handlers for these signals, so their default action no longer ends the
    // program. After the action, the thread that `watch` starts ends the program instead.
    WATCHED.call_once(|| drop(watch()));
    let bits = signals.iter().fold(0, |bits, signal| bits | bit(*signal));
    SEEN_TO.fetch_or(bits, Ordering::SeqCst);
    let done = action()?;
    SEEN_TO.fetch_and(!bits, Ordering::SeqCst);
    Ok(done)
}

/// Runs an action during which a signal ends the program. This is the opposite of
/// [`with_signals_deferred`].
#[cfg(feature = "tui")]
pub(crate) fn ended_by_signals<T>(action: impl FnOnce() -> T) -> T {
    let before = SEEN_TO.swap(0, Ordering::SeqCst);
    let done = action();
    SEEN_TO.store(before, Ordering::SeqCst);
    done
}

/// Returns the bit of a signal in a set.
fn bit(signal: i32) -> u64 {
    let place = u32::try_from(signal.saturating_sub(1)).ok();
    place.and_then(|place| 1_u64.checked_shl(place)).unwrap_or(0)
}

fn partial_files() -> MutexGuard<'static, Vec<PathBuf>> {
    BEGUN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Signals that ask the program to end. SIGPIPE isn't among them: Rust ignores it, so that writing
/// to a closed pipe is an error, and child processes get the default action back.
#[cfg(unix)]
pub(crate) const ENDING: [i32; 7] = {
    use signal_hook::consts::{SIGABRT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2};
    [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGABRT, SIGUSR1, SIGUSR2]
};

/// Starts a thread that removes the partial files when a signal ends the program, and then lets the
/// signal end the program.
#[cfg(unix)]
fn watch() -> std::io::Result<()> {
    use signal_hook::consts::{SIGABRT, SIGXFSZ};
    use signal_hook::low_level::emulate_default_handler;

    // With this handler, exceeding the file size limit is an error like a full disk, and the
    // program continues.
    signal_hook::flag::register(SIGXFSZ, std::sync::Arc::default())?;
    // Don't handle SIGABRT: `abort` doesn't wait for this thread, so the process could end after
    // the lock file of a folder has been removed, but before the folder's secrets have been
    // removed. The next command never removes a folder that has files but no lock file.
    let ignored = ignored_signals();
    let is_handled = |signal: &i32| *signal != SIGABRT && ignored & bit(*signal) == 0;
    let ending = ENDING.into_iter().filter(is_handled);
    let mut signals = signal_hook::iterator::Signals::new(ending)?;
    let wait = move || {
        for signal in signals.forever() {
            if SEEN_TO.load(Ordering::SeqCst) & bit(signal) != 0 {
                continue;
            }
            // Hold the lock until the process ends, so that nothing gets its final name.
            let partial = partial_files();
            partial.iter().for_each(|path| remove(path));
            let _ = emulate_default_handler(signal);
        }
    };
    std::thread::Builder::new().name("signals".to_owned()).spawn(wait).map(drop)
}

#[cfg(not(unix))]
fn watch() -> std::io::Result<()> {
    let _ = SEEN_TO.load(Ordering::SeqCst) & bit(0);
    Ok(())
}

/// Whether the program was started with this signal ignored, as by `nohup`. By convention such a
/// signal stays ignored, so never install a handler for it. Returns false if the system doesn't
/// report ignored signals.
#[cfg(unix)]
pub(crate) fn is_ignored(signal: i32) -> bool {
    ignored_signals() & bit(signal) != 0
}

/// Returns the set of ignored signals; no signals if the system doesn't report them.
#[cfg(unix)]
fn ignored_signals() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

#[cfg(unix)]
fn remove(path: &Path) {
    // A file that already has its final name isn't found at its temporary path.
    let _ = match path.symlink_metadata() {
        Ok(there) if there.is_dir() => std::fs::remove_dir_all(path),
        _ => std::fs::remove_file(path),
    };
}
