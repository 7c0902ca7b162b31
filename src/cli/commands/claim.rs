//! `pbem claim`: claim a game after a missed deadline.

use clap::Args;
use pbem::desk::{DeskError, StaleKind};
use pbem::rules::Seat;
use pbem::service::{self, PlayError};
use pbem::table::{self, Refusal};
use serde::Serialize;
use serde_json::Value;

use crate::cli::context::Context;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::game_file::OpenFile;
use crate::cli::host::OnDisk;
use crate::cli::mailing::{self, Mailing};
use crate::cli::next::Next;
use crate::cli::notices::{maybe_unsent, unmailed};
use crate::cli::receiving::mail::{self, Mail};
use crate::cli::report::{Report, place};
use crate::cli::sending::{self, Sending};
use crate::cli::time::days;
use crate::cli::turn_result::TurnResult;
use crate::cli::view::no_move;
use crate::cli::{play_turn, turn_words};

/// Claim a game after your opponent missed the deadline
#[derive(Args, Debug)]
#[command(after_help = "\
pbem reads your mail first. If your opponent's turn has arrived, pbem doesn't
claim the game. Without --show-setup, pbem only explains what a claim would do.

A claim ends the game and reveals your setup to everyone. You can't play on
afterwards, even if your opponent's turn arrives later. If that turn was dated
before the deadline, your claim doesn't count, but the game is still over, and
no one wins.

Emails get lost. Send a reminder first: pbem remind GAME

In Game Box, a claim by the Checker removes the late caller, and the other
players continue.

Examples:
  pbem claim spy-dan               # explain what a claim would do
  pbem claim spy-dan --show-setup  # claim the game")]
pub(crate) struct Claim {
    /// Name of the game, or its file; optional if pbem can tell which game you mean
    #[arg(default_value = "", hide_default_value = true)]
    pub game: String,
    /// Confirm the claim, which ends the game and reveals your setup
    #[arg(long)]
    pub show_setup: bool,
    #[command(flatten)]
    pub mailing: Mailing,
}

/// Runs `pbem claim`.
pub(crate) fn run(ctx: &mut Context, args: &Claim) -> Result<Report, CliError> {
    let claimed = claim(ctx, None, args);
    mailing::along(ctx, args.mailing, claimed)
}

/// Claims the game, without mailing the turn. `game` is the game, if it is open already.
pub(crate) fn claim(
    ctx: &mut Context,
    game: Option<OpenFile>,
    args: &Claim,
) -> Result<TurnResult, CliError> {
    let mail = mail::read(ctx)?;
    let mut loaded = mail.renew(ctx, game, &args.game)?;
    let last = loaded.game.file.turns.last();
    let is_claim = last.is_some_and(table::is_claim);
    if is_claim && loaded.stale.as_ref().is_some_and(|stale| stale.behind == StaleKind::OwnTurn) {
        // The claim has already been signed, but isn't in the file yet.
        loaded.stale = None;
        return play_turn::finish(ctx, loaded);
    }
    let at = loaded.require_seat(ctx)?;
    if let Some(arrived) = mail.in_game(&loaded.name()) {
        return Err(mail::answered(&loaded, arrived, "Nothing was claimed."));
    }
    if loaded.bot_is_due() {
        let message = "it is a bot's turn, and bots are never late.";
        return Err(CliError::not_now(CliErrorKind::NoDeadline, message).then(
            Next::command(format!("pbem move {}", loaded.name())).why("let the bot answer"),
        ));
    }
    let (name, now) = (loaded.name(), ctx.now());
    if ctx.desk()?.may_claim(&loaded, at, now).is_ok() && loaded.needs_ruling() {
        return ask_arbiter(ctx, &mut loaded, args.mailing).map(TurnResult::from);
    }
    if !args.show_setup {
        ctx.desk()?.may_claim(&loaded, at, now).map_err(|trouble| no_claim(&loaded, trouble))?;
        // If this player may not claim, the error below explains why.
        let own = loaded.game.file.game.seat(loaded.records[at].seat());
        if own.is_some_and(|own| loaded.game.standing.claimants.contains(&own)) {
            return Err(shall_it_end(ctx, &loaded, &mail));
        }
    }
    let against = loaded.game.standing.due_name().unwrap_or_default().to_owned();
    let (mut host, game) = OnDisk::of(ctx, &mut loaded);
    if let Err(error) = service::claim(&mut host, game, at) {
        return Err(match error {
            PlayError::Desk { error, .. } => no_claim(&loaded, *error),
            error => no_move::of_first_turn(&loaded.game, &name, error),
        });
    }
    let mut report = claimed_report(ctx, &loaded, &name, &against);
    mail.tell(&mut report);
    Ok(TurnResult::of(report, loaded))
}

/// Asks the arbiter for a ruling: mails the latest file with a copy to the arbiter. If the user
/// doesn't want to mail it, returns an error with the arbiter's address. Signs nothing.
fn ask_arbiter(
    ctx: &mut Context,
    loaded: &mut OpenFile,
    mailing: Mailing,
) -> Result<Report, CliError> {
    if mailing.is_wanted(ctx)? {
        let (again, reminder) = (true, true);
        return sending::mail(ctx, loaded, &Sending { again, reminder, ..Sending::default() });
    }
    let arbiter = loaded.game.file.game.arbiter.as_ref();
    let who = arbiter.and_then(|arbiter| arbiter.name.as_deref()).unwrap_or("the arbiter");
    let mail = arbiter.and_then(|arbiter| arbiter.mail.as_ref());
    let mail = mail.map(|mail| format!(" <{mail}>")).unwrap_or_default();
    let due = loaded.game.standing.due_name().unwrap_or_default();
    let message = format!(
        "you can't claim the game until {who}{mail} has ruled that {due}'s time is up. Nothing \
            was signed."
    );
    let next = if mail.is_empty() {
        Next::advice(format!("mail {} to {who}, and ask for a ruling", loaded.file_name()))
    } else {
        Next::command(turn_words::send_again(ctx, loaded))
            .why(format!("mail the latest file to {due} and {who}"))
    };
    Err(CliError::not_now(CliErrorKind::NotRuled, message).then(next))
}

/// Returns the report about a claim that has been written to the file.
fn claimed_report(ctx: &mut Context, loaded: &OpenFile, name: &str, who: &str) -> Report {
    let path = loaded.target.path.as_deref();
    let claimed = ClaimedJson { name, file: path.map(place), against: who };
    let mut report = Report::of("pbem-claim/1", &claimed);
    report.signed = true;
    if path.is_none() {
        report.file = Some(loaded.game.file.write());
    }
    let is_over = loaded.game.standing.outcome.is_some();
    let what = if is_over {
        "The game is over, and your setup has been revealed."
    } else {
        "The other players continue."
    };
    if loaded.game.file.game.arbiter.is_some() {
        report.say(format!(
            "You claimed the game: the arbiter ruled that {who}'s time is up. {what}"
        ));
    } else {
        let then = if is_over {
            "but the game is still over, and no one wins".to_owned()
        } else {
            format!("and {who} plays on")
        };
        report.say(format!(
            "You claimed the game: {who} missed the deadline, according to your clock. {what} If \
                a turn that {who} sent in time arrives later, your claim doesn't count, {then}."
        ));
    }
    loaded.target.add_notes(&mut report);
    report
        .row("Wrote", path.map_or_else(|| "to standard output".to_owned(), |path| ctx.shown(path)));
    report.then(turn_words::next_step(ctx, loaded, &loaded.file_name()));
    report.then(Next::command(format!("pbem verify {}", loaded.typed())));
    report
}

/// Returns the error that asks the player to confirm a claim, because the claim can end the game.
fn shall_it_end(ctx: &Context, loaded: &OpenFile, mail: &Mail) -> CliError {
    let standing = &loaded.game.standing;
    let who = standing.due.map(|due| standing.names.of(due)).unwrap_or_default();
    let message = if standing.strikes_out {
        format!(
            "{who} is late, so you can remove {who} from the game; the other players continue. If \
                no caller is left, the game ends, and your setup is revealed to everyone."
        )
    } else {
        format!(
            "{who} missed the deadline, so you can claim the game. A claim ends the game and \
            reveals your setup to everyone; once you have mailed it, you can't undo it. Consider \
            sending a reminder first."
        )
    };
    let unsent = unmailed(ctx, loaded).or_else(|| maybe_unsent(ctx, loaded));
    let unsent = unsent.map(|turn| format!(" Make sure that you have mailed turn {turn}."));
    let unsent = unsent.unwrap_or_default();
    CliError::not_now(CliErrorKind::Ask, format!("{message} {}{unsent}", mail.words(who)))
        .then(Next::command(format!("pbem remind {}", loaded.name())))
        .then(Next::command(format!("pbem claim {} --show-setup", loaded.name())).why("go ahead"))
}

/// Returns the error for a game that can't be claimed.
fn no_claim(loaded: &OpenFile, trouble: DeskError) -> CliError {
    let name = loaded.name();
    match trouble {
        DeskError::Refused(Refusal::Over) => {
            let message = match loaded.game.standing.due_name() {
                Some(due) => format!(
                    "this game is decided, so you can't claim it: {due} only has to reveal the \
                        setup."
                ),
                None => "this game is over, so you can't claim it.".to_owned(),
            };
            CliError::not_now(CliErrorKind::Over, message)
                .then(Next::command(format!("pbem verify {}", loaded.typed())))
        }
        DeskError::YourTurn => CliError::not_now(
            CliErrorKind::YourTurn,
            "it is your own turn, so you can't claim the game.",
        )
        .then(Next::command(format!("pbem show {name}"))),
        DeskError::NoDeadline => CliError::not_now(
            CliErrorKind::NoDeadline,
            "this game has no deadline, so you can't claim it.",
        ),
        DeskError::Refused(refusal) => turn_words::refused(&loaded.game, Seat::OPENER, &refusal),
        DeskError::TooEarly { who, left } => {
            let who = loaded.game.standing.names.of(who);
            let message = format!("{who} still has {} to move. Nothing was written.", days(left));
            CliError::not_now(CliErrorKind::TooEarly, message)
                .then(Next::command(format!("pbem status {name}")))
        }
        other => other.into(),
    }
}

#[derive(Serialize)]
struct ClaimedJson<'a> {
    name: &'a str,
    file: Option<Value>,
    against: &'a str,
}
