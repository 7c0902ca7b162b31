//! The report of a whole turn: the received mail, the signed turn, and the sent mail.

use chrono::TimeDelta;
use serde::Serialize;
use serde_json::Value;

use super::new_mail::NewMail;
use crate::cli::context::Context;
use crate::cli::document::Document;
use crate::cli::failure::CliError;
use crate::cli::game_file::OpenFile;
use crate::cli::inbox;
use crate::cli::next::Next;
use crate::cli::prompt;
use crate::cli::report::{Report, object};
use crate::cli::time::time_left;
use crate::cli::turn_result::{MailedTurnJson, MailingResult, TurnResult};
use crate::cli::view::next_steps;

/// Combines the reports of receiving, moving and sending.
pub(super) fn round(
    mail: &NewMail,
    waiting: &[inbox::Due],
    game: &str,
    result: TurnResult,
) -> Report {
    let TurnResult { mut report, mailing, .. } = result;
    report.body.prepend(mail.body.clone());
    if let Some(due) = waiting.first().filter(|_| report.signed) {
        let left = due
            .seconds_left
            .map(|left| format!(", {}", time_left(TimeDelta::seconds(left), due.days_per_turn)));
        let left = left.unwrap_or_default();
        report.then(Next::command("pbem turn").why(format!("your move in {}{left}", due.name)));
    }
    let turn = report.json.take();
    let (turn, sent) = match mailing {
        // No new turn was signed, but an earlier turn was mailed.
        Some(MailingResult { sent, not_sent }) if turn.is_null() && not_sent.is_null() => {
            (turn, sent)
        }
        Some(MailingResult { sent, not_sent }) => {
            (MailedTurnJson { turn, sent: None, not_sent }.to_json(), sent)
        }
        None => (turn, Value::Null),
    };
    let (received, waiting) = (&mail.json, names(waiting));
    let round = RoundJson { received, game: Some(game), turn, sent, waiting };
    report.json = object("pbem-round/1", &round);
    report
}

#[derive(Serialize)]
struct RoundJson<'a> {
    received: &'a Value,
    game: Option<&'a str>,
    turn: Value,
    sent: Value,
    /// Names of the games that wait for the user's move.
    waiting: Vec<&'a str>,
}

fn names(due: &[inbox::Due]) -> Vec<&str> {
    due.iter().map(|due| due.name.as_str()).collect()
}

/// Returns the report for a user who skipped the move. `has_played` says whether the user took
/// other turns before.
pub(super) fn later(mail: &NewMail, waiting: &[inbox::Due], has_played: bool) -> Report {
    let mut report = nothing_made(mail, waiting);
    report.line(if has_played {
        "It is your move; the game is saved."
    } else {
        "Nothing was written."
    });
    report.then(Next::command("pbem turn").why("when you are ready"));
    report
}

pub(super) fn nothing_made(mail: &NewMail, waiting: &[inbox::Due]) -> Report {
    let (received, waiting) = (&mail.json, names(waiting));
    let (turn, sent) = (Value::Null, Value::Null);
    Report::of("pbem-round/1", &RoundJson { received, game: None, turn, sent, waiting })
}

/// Adds the next steps in games that have ended while other games were waiting.
pub(super) fn after_the_end(ctx: &mut Context, report: &mut Report, over: &[OpenFile]) {
    for game in over {
        for next in next_steps::over(ctx, game) {
            if !report.next.contains(&next) {
                report.then(next);
            }
        }
    }
}

/// Prints the result of a turn.
pub(super) fn tell(ctx: &mut Context, report: &Report) -> Result<(), CliError> {
    for warning in ctx.take_warnings().iter().chain(&report.warnings) {
        prompt::complain(ctx.look(), &Document::message(warning))?;
    }
    prompt::page(ctx.look(), &report.document().with_blank_line())
}
