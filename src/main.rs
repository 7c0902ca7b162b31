//! The `pbem` command: runs the command line with the process environment and exits with its
//! result.

#![forbid(unsafe_code)]

mod cli;
mod disk;
mod post;

use std::process::ExitCode;

fn main() -> ExitCode {
    keep_memory_private();
    ExitCode::from(cli::run(wild::args_os(), cli::Environment::of_this_process()))
}

/// Disables core dumps, because memory holds secrets. Best effort: errors are ignored.
#[cfg(unix)]
fn keep_memory_private() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let _ = setrlimit(Resource::Core, Rlimit { current: Some(0), ..getrlimit(Resource::Core) });
    // The limit doesn't apply if the kernel pipes core dumps to a program, so also make this
    // process undumpable.
    #[cfg(any(target_os = "linux", target_os = "android"))]
    {
        use rustix::process::{DumpableBehavior, set_dumpable_behavior};
        let _ = set_dumpable_behavior(DumpableBehavior::NotDumpable);
    }
}

#[cfg(not(unix))]
fn keep_memory_private() {}
