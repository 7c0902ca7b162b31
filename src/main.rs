//! The `pbem` command: hands its surroundings to the command line and exits with what comes back.

#![forbid(unsafe_code)]

mod cli;
mod disk;
mod post;

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(cli::run(wild::args_os(), cli::Surroundings::of_this_process()))
}
