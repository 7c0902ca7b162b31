//! `pbem demo`: a whole game played, checked and cheated in, in a minute.

use clap::Args;

use crate::cli::context::Context;
use crate::cli::report::{Failure, Report};

/// Watch a whole game played, checked, cheated in and damaged
#[derive(Args, Debug)]
pub(crate) struct Demo {
    /// Which game
    pub kind: Option<String>,
}

/// Runs it.
pub(crate) fn run(_ctx: &mut Context, _args: &Demo) -> Result<Report, Failure> {
    Ok(Report::default())
}
