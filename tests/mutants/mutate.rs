//! Which mutant is turned on. `switches.py` adds this module to its copy of pbem.
#![allow(missing_docs, unused, clippy::all, clippy::pedantic)]
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::sync::{LazyLock, Mutex};

const UNREAD: u32 = u32::MAX;
const TRACE: u32 = u32::MAX - 1;
const NONE: u32 = u32::MAX - 2;
static ACTIVE: AtomicU32 = AtomicU32::new(UNREAD);
static TRACED: LazyLock<Option<Mutex<File>>> = LazyLock::new(|| {
    let path = std::env::var("MUTANT_TRACE").ok()?;
    Some(Mutex::new(OpenOptions::new().append(true).create(true).open(path).unwrap()))
});
static SEEN: [AtomicBool; COUNT] = [const { AtomicBool::new(false) }; COUNT];

pub fn on(n: u32) -> bool {
    let active = ACTIVE.load(Relaxed);
    if active < NONE { active == n } else { other(n, active) }
}

#[cold]
#[inline(never)]
fn other(n: u32, active: u32) -> bool {
    match active {
        UNREAD => {
            let number = std::env::var("MUTANT").map_or(NONE, |n| n.parse().unwrap());
            set(if TRACED.is_some() { TRACE } else { number });
            on(n)
        }
        TRACE => {
            if !SEEN[n as usize].swap(true, Relaxed) {
                if let Some(file) = &*TRACED {
                    writeln!(file.lock().unwrap(), "{n}").unwrap();
                }
            }
            false
        }
        _ => false,
    }
}

/// Turns one mutant on.
pub fn set(n: u32) {
    ACTIVE.store(n, Relaxed);
}

/// The mutants that this call reaches.
pub fn reached(call: impl FnOnce()) -> Vec<u32> {
    SEEN.iter().for_each(|seen| seen.store(false, Relaxed));
    set(TRACE);
    call();
    set(NONE);
    (0..).zip(&SEEN).filter(|(_, seen)| seen.load(Relaxed)).map(|(n, _)| n).collect()
}
