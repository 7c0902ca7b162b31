//! The `pbem` command: hands its surroundings to the command line and exits with what comes back.

#![forbid(unsafe_code)]

mod cli;
mod disk;
mod post;

use std::process::ExitCode;

fn main() -> ExitCode {
    keep_memory_private();
    ExitCode::from(cli::run(wild::args_os(), cli::Surroundings::of_this_process()))
}

/// A crash writes no image of the memory, which holds secrets, to a disk. What the system refuses
/// stays as it was.
#[cfg(unix)]
fn keep_memory_private() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let _ = setrlimit(Resource::Core, Rlimit { current: Some(0), ..getrlimit(Resource::Core) });
    // The limit says nothing to a program that the system hands the image to.
    #[cfg(any(target_os = "linux", target_os = "android"))]
    {
        use rustix::process::{DumpableBehavior, set_dumpable_behavior};
        let _ = set_dumpable_behavior(DumpableBehavior::NotDumpable);
    }
}

#[cfg(not(unix))]
fn keep_memory_private() {}
