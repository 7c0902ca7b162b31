//! The folder of a club, for commands that only read it.

use std::path::{Path, PathBuf};

use pbem::club::{Arrivals, Roster};

use crate::cli::club;
use crate::cli::context::Context;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::report::exit;
use crate::disk::Log;

/// A club that is open for reading.
#[derive(Debug)]
pub(super) struct Folder {
    pub root: PathBuf,
    pub roster: Roster,
}

/// Opens the club in this folder; `None` means the current folder.
pub(super) fn open(ctx: &Context, folder: Option<&Path>) -> Result<Folder, CliError> {
    let root = ctx.path(folder.unwrap_or_else(|| Path::new("")));
    let roster = club::roster(&root.join(club::ROSTER))?;
    Ok(Folder { root, roster })
}

impl Folder {
    /// Reads when turns arrived. A club without a log of arrivals has no arrivals.
    pub(super) fn arrivals(&self, ctx: &mut Context) -> Result<Arrivals, CliError> {
        let (arrivals, bad) = Arrivals::read(&Log::Arrivals.read(&self.root)?);
        if let Some(line) = bad.first() {
            let path = self.root.join(Log::Arrivals.name());
            ctx.warn(format!("{}, line {line} can't be read", path.display()));
        }
        Ok(arrivals)
    }
}

pub(super) fn cannot_read(path: &Path, error: &std::io::Error) -> CliError {
    let message = format!("can't read {}: {error}", path.display());
    CliError::new(exit::TROUBLE, CliErrorKind::Disk, message)
}
