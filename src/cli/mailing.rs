//! `--send`: mails a turn right after signing, as `pbem send` does.

use clap::Args;
use serde_json::{Value, json};

use super::commands::send;
use super::context::Context;
use super::failure::{CliError, CliErrorKind};
use super::game_file::OpenFile;
use super::report::{Report, exit};

/// Options that decide whether to mail a turn.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct Mailing {
    /// Mail the turn, as `pbem send` does (always: `pbem config send-always true`)
    #[arg(long, conflicts_with = "no_send")]
    pub send: bool,
    /// Don't mail the turn, even if `send-always` is set
    #[arg(long)]
    pub no_send: bool,
}

impl Mailing {
    /// Doesn't mail the turn, regardless of the settings.
    pub(crate) const LATER: Mailing = Mailing { send: false, no_send: true };

    /// Whether to mail the turn.
    pub(super) fn is_wanted(self, ctx: &mut Context) -> Result<bool, CliError> {
        Ok(self.send || !self.no_send && ctx.config()?.send_always())
    }
}

/// Mails the turn in `report`, if requested. If that fails, the turn remains signed, and the report
/// shows the command that mails it.
pub(crate) fn along(
    ctx: &mut Context,
    mailing: Mailing,
    report: Result<Report, CliError>,
) -> Result<Report, CliError> {
    let report = report?;
    let Some(game) = report.signed.clone() else { return Ok(report) };
    let sent = match mailing.is_wanted(ctx) {
        Ok(false) => return Ok(report),
        Ok(true) => mail(ctx, &game),
        Err(failure) => Err(failure),
    };
    Ok(tell(ctx, report, &game, mailing.send, sent))
}

/// Mails an earlier turn; `None` if there is no way to send it.
pub(crate) fn signed_before(ctx: &mut Context, game: &str) -> Option<Report> {
    let sent = mail(ctx, game);
    if sent.as_ref().is_err_and(|failure| failure.kind == CliErrorKind::Usage) {
        return None;
    }
    let report = Report { signed: Some(game.to_owned()), ..Report::new(json!({})) };
    Some(tell(ctx, report, game, true, sent))
}

/// Adds the result of mailing to a report. `should` is true if the user asked to mail it.
fn tell(
    ctx: &mut Context,
    mut report: Report,
    game: &str,
    should: bool,
    sent: Result<Report, CliError>,
) -> Report {
    let (mut json, mut failed) = (Value::Null, Value::Null);
    match sent {
        Ok(sent) => {
            report.text += &sent.text;
            report.warnings.extend(sent.warnings);
            report.next = sent.next;
            json = sent.json;
        }
        Err(failure) if is_idle(failure.kind) => {
            // If bots have answered already, there is no one to mail it to.
            if should && !has_answered(ctx, game) {
                report.row("Note", format!("not mailed: {}", failure.message));
            }
        }
        Err(failure) => {
            failed = failure.to_json();
            not_mailed(ctx, &mut report, game, failure);
        }
    }
    if let Some(object) = report.json.as_object_mut() {
        object.insert("sent".to_owned(), json);
        object.insert("not_sent".to_owned(), failed);
    }
    report
}

/// Whether a bot has played, so that it is the user's turn again.
fn has_answered(ctx: &mut Context, game: &str) -> bool {
    let loaded = OpenFile::open(ctx, game);
    loaded.is_ok_and(|loaded| loaded.records.iter().any(|record| !record.bots.is_empty()))
}

/// Mails the latest turn of a game.
fn mail(ctx: &mut Context, game: &str) -> Result<Report, CliError> {
    send::mail(ctx, &send::SendArgs { game: game.to_owned(), ..send::SendArgs::default() })
}

/// Whether this failure means that there is nothing to mail.
fn is_idle(kind: CliErrorKind) -> bool {
    matches!(
        kind,
        CliErrorKind::YourTurn
            | CliErrorKind::Nobody
            | CliErrorKind::NotYours
            | CliErrorKind::Mailed
    )
}

/// Reports a turn that was signed but not mailed.
fn not_mailed(ctx: &mut Context, report: &mut Report, game: &str, failure: CliError) {
    let number = OpenFile::open(ctx, game).map_or(0, |loaded| loaded.game.standing.turns());
    let why = failure.message;
    report.warnings.push(format!("turn {number} is signed, but not mailed: {why}"));
    report.exit = report.exit.max(exit::TROUBLE);
    let again = format!("pbem send {game}");
    let told = failure.next.iter().any(|next| next.starts_with(&again));
    report.next = (!told).then_some(again).into_iter().chain(failure.next).collect();
}
