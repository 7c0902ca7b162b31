//! `--send`: sends a turn right after signing, as `pbem send` does.

use clap::Args;

use super::context::Context;
use super::failure::{CliError, CliErrorKind};
use super::game_file::OpenFile;
use super::report::{Report, exit};
use super::sending::{self, Sending};
use super::turn_result::{MailingResult, TurnResult};
use crate::cli::next::Next;

/// Options that decide whether to mail a turn.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct Mailing {
    /// Mail the turn; to mail every turn: `pbem config send-always true`
    #[arg(long, conflicts_with = "no_send")]
    pub send: bool,
    /// Don't mail the turn, even if `send-always` is set
    #[arg(long)]
    pub no_send: bool,
}

impl Mailing {
    /// Options that say not to mail the turn, regardless of the settings.
    #[cfg(feature = "tui")]
    pub(crate) const LATER: Mailing = Mailing { send: false, no_send: true };

    /// Returns the option that the user typed.
    pub(super) fn as_typed(self) -> Option<&'static str> {
        match self {
            Mailing { send: true, .. } => Some("--send"),
            Mailing { no_send: true, .. } => Some("--no-send"),
            Mailing { .. } => None,
        }
    }

    /// Whether to mail the turn.
    pub(super) fn is_wanted(self, ctx: &mut Context) -> Result<bool, CliError> {
        Ok(self.send || !self.no_send && ctx.config()?.send_always())
    }
}

/// Sends the signed turn if the user wants that, and returns the whole report. If sending fails,
/// the turn remains signed, and the report shows the command to send it.
pub(crate) fn along(
    ctx: &mut Context,
    mailing: Mailing,
    result: Result<TurnResult, CliError>,
) -> Result<Report, CliError> {
    Ok(mail_along(ctx, mailing, result?).into_report())
}

/// Does the same as `along`, but also returns the game.
pub(crate) fn mail_along(
    ctx: &mut Context,
    mailing: Mailing,
    mut result: TurnResult,
) -> TurnResult {
    let Some(game) = result.game.as_mut().filter(|_| result.report.signed) else { return result };
    let sent = match mailing.is_wanted(ctx) {
        Ok(false) => return result,
        Ok(true) => sending::mail(ctx, game, &Sending::default()),
        Err(failure) => Err(failure),
    };
    result.mailing = Some(tell(&mut result.report, game, mailing.send, sent));
    result
}

/// Sends a turn that an earlier command signed. Returns `None` if pbem has no way to send mail.
pub(crate) fn signed_before(ctx: &mut Context, game: &mut OpenFile) -> Option<TurnResult> {
    let sent = sending::mail(ctx, game, &Sending::default());
    if sent.as_ref().is_err_and(|failure| failure.kind == CliErrorKind::Usage) {
        return None;
    }
    let mut report = Report { signed: true, ..Report::default() };
    let mailing = Some(tell(&mut report, game, true, sent));
    Some(TurnResult { mailing, ..TurnResult::from(report) })
}

/// Adds the result of mailing to a report. `should` is true if the user asked to mail the turn.
fn tell(
    report: &mut Report,
    game: &OpenFile,
    should: bool,
    sent: Result<Report, CliError>,
) -> MailingResult {
    match sent {
        Ok(sent) => {
            report.body.append(sent.body);
            report.warnings.extend(sent.warnings);
            report.next = sent.next;
            MailingResult { sent: sent.json, ..MailingResult::default() }
        }
        Err(failure) if is_idle(failure.kind) => {
            // Add no note in a game with bots, which have answered already.
            if should && game.records.iter().all(|record| record.bots.is_empty()) {
                report.row("Note", format!("not mailed: {}", failure.message));
            }
            MailingResult::default()
        }
        Err(failure) => {
            let not_sent = failure.to_json();
            not_mailed(report, game, failure);
            MailingResult { not_sent, ..MailingResult::default() }
        }
    }
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
fn not_mailed(report: &mut Report, game: &OpenFile, failure: CliError) {
    let (number, why) = (game.game.standing.turns(), failure.message);
    report.warnings.push(format!("turn {number} is signed, but not mailed: {why}"));
    report.exit = report.exit.max(exit::TROUBLE);
    let again = format!("pbem send {}", game.name());
    let sends = |next: &Next| matches!(next, Next::Command(send) if send.line.starts_with(&again));
    let is_suggested = failure.next.iter().any(sends);
    let again = (!is_suggested).then(|| Next::command(again));
    report.next = again.into_iter().chain(failure.next).collect();
}
