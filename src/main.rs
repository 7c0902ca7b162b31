//! The `pbem` command: hands its surroundings to the library and exits with what comes back.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(pbem::cli::run(wild::args_os(), pbem::cli::Surroundings::of_this_process()))
}
