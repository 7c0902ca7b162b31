//! `pbem claim`: say that somebody has let the deadline pass.

use clap::Args;
use pbem::turnfile::Claim as Note;
use serde_json::json;

use super::moves::own_seat;
use crate::cli::context::Context;
use crate::cli::desk::Desk;
use crate::cli::failure::{Failure, FailureKind};
use crate::cli::report::{Report, place};
use crate::cli::sign;
use crate::cli::when::days;

/// Claim the game after the deadline; any later turn takes the claim away again
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  pbem claim spy-dan")]
pub(crate) struct Claim {
    /// The name of your game, or its file
    pub game: String,
}

/// Runs it.
pub(crate) fn run(ctx: &mut Context, args: &Claim) -> Result<Report, Failure> {
    let mut desk = Desk::open(ctx, &args.game)?;
    let at = own_seat(ctx, &desk)?;
    let keys = desk.keys(ctx, at)?;
    let now = ctx.now();
    let standing = &desk.game.standing;
    let name = desk.name();
    let Some(due) = standing.due else {
        return Err(Failure::not_now(
            FailureKind::Over,
            "this game is over; there is nothing to claim.",
        )
        .then(format!("pbem verify {}", desk.file_name())));
    };
    if due == keys.seat {
        return Err(Failure::not_now(FailureKind::YourTurn, "it is your own turn.")
            .then(format!("pbem show {name}")));
    }
    let who = standing.names.of(due).to_owned();
    let deadline = standing.deadline.ok_or_else(|| {
        Failure::not_now(
            FailureKind::NoDeadline,
            "this game has no deadline, so nothing can be claimed.",
        )
    })?;
    if now < deadline {
        let message =
            format!("{who} still has {}. Nothing has been written.", days(deadline - now));
        return Err(
            Failure::not_now(FailureKind::TooEarly, message).then(format!("pbem status {name}"))
        );
    }
    let after = standing.head();
    let mut claim =
        Note { seat: desk.records[at].seat().to_owned(), sent: now, after, signature: [0; 64] };
    claim.signature = keys.identity.sign_claim(&claim.hash());
    desk.game.file.claim = Some(claim);
    let written = desk
        .path
        .as_ref()
        .map(|path| sign::write_newest(ctx, path, &desk.game.file))
        .transpose()?;
    desk.stale = None;
    desk.keep(ctx)?;
    let mut report = Report::new(json!({
        "schema": "pbem-claim/1", "name": name, "file": written.as_deref().map(place),
        "against": who,
    }));
    if written.is_none() {
        report.file = Some(desk.game.file.write());
    }
    report.say(format!(
        "Claimed: {who} has let the deadline pass, by your clock. Until a later turn comes, \
        verify says: forfeit."
    ));
    report.row(
        "Wrote",
        written.map_or_else(|| "to standard output".to_owned(), |path| ctx.shown(&path)),
    );
    let mail = sign::mail_to(&desk);
    report.then(mail.words(&desk.file_name()));
    report.then(format!("pbem verify {}", desk.file_name()));
    Ok(report)
}
