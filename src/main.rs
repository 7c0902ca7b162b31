//! The `pbem` command: hands its surroundings to the command line and exits with what comes back.

#![forbid(unsafe_code)]

mod cli;
mod disk;
mod post;
#[path = "vault/mod.rs"]
mod vault;

use std::process::ExitCode;

// The vault names it so.
use pbem::turnfile;

fn main() -> ExitCode {
    ExitCode::from(cli::run(wild::args_os(), cli::Surroundings::of_this_process()))
}
