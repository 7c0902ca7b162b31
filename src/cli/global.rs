//! The global options.

use std::path::PathBuf;

use clap::Args;

/// Options that every command takes.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct GlobalArgs {
    /// Your player name, if pbem doesn't know it or you have several
    #[arg(long = "as", value_name = "NAME", global = true, help_heading = "Global options")]
    pub as_name: Option<String>,
    /// Print one JSON object instead of text
    #[arg(long, global = true, help_heading = "Global options")]
    pub json: bool,
    /// Use ASCII characters only
    #[arg(long, global = true, help_heading = "Global options")]
    pub ascii: bool,
    /// Print long texts without a pager
    #[arg(long, global = true, help_heading = "Global options")]
    pub no_pager: bool,
    /// Use the vault in this folder, instead of `PBEM_HOME` or the default
    #[arg(long, value_name = "DIR", global = true, help_heading = "Global options")]
    pub home: Option<PathBuf>,
}
