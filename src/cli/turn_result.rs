//! The result of a command that may sign a turn.

use serde::Serialize;
use serde_json::Value;

use super::game_file::OpenFile;
use super::report::Report;

/// A report, the game in which a turn was signed, and the result of mailing it.
#[derive(Debug)]
pub(super) struct TurnResult {
    /// The report; its JSON describes the turn.
    pub report: Report,
    /// The game after the turn; `None` if nothing changed.
    pub game: Option<OpenFile>,
    /// The result of mailing the turn; `None` if the turn isn't mailed now.
    pub mailing: Option<MailingResult>,
}

/// The JSON of an email, or of the error; both are null if there was nothing to mail.
#[derive(Debug, Default)]
pub(super) struct MailingResult {
    pub sent: Value,
    pub not_sent: Value,
}

/// A turn as JSON, with the result of mailing it.
#[derive(Serialize)]
pub(super) struct MailedTurnJson {
    #[serde(flatten)]
    pub turn: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sent: Option<Value>,
    pub not_sent: Value,
}

impl MailedTurnJson {
    pub(super) fn to_json(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }
}

impl TurnResult {
    /// Creates a result, which keeps the game only if the report is about a signed turn.
    pub(super) fn of(report: Report, game: OpenFile) -> Self {
        TurnResult { game: report.signed.then_some(game), report, mailing: None }
    }

    /// Returns the report, with the result of mailing in its JSON.
    pub(super) fn into_report(self) -> Report {
        let mut report = self.report;
        if let Some(MailingResult { sent, not_sent }) = self.mailing {
            let turn = report.json.take();
            report.json = MailedTurnJson { turn, sent: Some(sent), not_sent }.to_json();
        }
        report
    }
}

impl From<Report> for TurnResult {
    fn from(report: Report) -> Self {
        TurnResult { report, game: None, mailing: None }
    }
}
