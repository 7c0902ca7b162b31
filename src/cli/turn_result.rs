//! The result of a command that may sign a turn.

use super::game_file::OpenFile;
use super::report::Report;

/// A report, and the game in which a turn was signed.
#[derive(Debug)]
pub(super) struct TurnResult {
    pub report: Report,
    /// The game after the turn; `None` if none was signed.
    pub game: Option<OpenFile>,
}

impl TurnResult {
    /// Keeps the game if the report is about a signed turn.
    pub(super) fn of(report: Report, game: OpenFile) -> Self {
        TurnResult { game: report.signed.then_some(game), report }
    }
}

impl From<Report> for TurnResult {
    fn from(report: Report) -> Self {
        TurnResult { report, game: None }
    }
}
