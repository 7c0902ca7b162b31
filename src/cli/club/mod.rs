//! Access to the folder of a club, for the organizer's commands.

mod intake;
mod known_turns;
mod pieces;

use std::path::Path;

use pbem::club::Roster;

use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::next::Next;
use crate::cli::report::exit;

pub(crate) use intake::{Intake, Taken};

/// Name of the file with the players and their games.
pub(crate) const ROSTER: &str = "club.toml";

/// Reads a `club.toml`.
pub(crate) fn roster(path: &Path) -> Result<Roster, CliError> {
    use std::io::ErrorKind;
    let text = std::fs::read_to_string(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => {
            let folder = path.parent().unwrap_or(path).display();
            let message = format!("{folder} is not a club: it has no {ROSTER}");
            CliError::bad_file(CliErrorKind::Unknown, message)
                .then(Next::command("--club FOLDER").why("name the folder of your club"))
        }
        _ => {
            let message = format!("can't read {}: {error}", path.display());
            CliError::new(exit::TROUBLE, CliErrorKind::Disk, message)
        }
    })?;
    Roster::read(&text).map_err(|error| {
        let message = format!("{}, {error}", path.display());
        CliError::bad_file(CliErrorKind::Unreadable, message)
    })
}
