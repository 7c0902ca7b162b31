//! `pbem remind`: mail a reminder to the player to move.

use chrono::Duration;
use clap::Args;
use serde_json::json;

use crate::cli::context::Context;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::game_file::OpenFile;
use crate::cli::next::Next;
use crate::cli::notices::seconds_left;
use crate::cli::report::Report;
use crate::cli::sending::{self, Sending};
use crate::cli::time::days;
use crate::cli::turn_words::send_again;
use crate::cli::unread_mail;

/// Mail the latest turn again, as a reminder
#[derive(Args, Debug)]
#[command(after_help = "\
You can send a reminder when half of the time for the turn has passed, at most
once a day. In a game without a deadline, you can send a reminder after 7 days.
If you don't name a game, pbem reminds every player who is due for a reminder.

Examples:
  pbem remind spy-dan
  pbem remind")]
pub(crate) struct RemindArgs {
    /// Name of the game, or its file
    pub game: Option<String>,
}

/// Minimum time between a turn and a reminder in a game without a deadline.
const PATIENCE: Duration = Duration::days(7);

/// Runs `pbem remind`.
pub(crate) fn run(ctx: &mut Context, args: &RemindArgs) -> Result<Report, CliError> {
    if let Some(game) = &args.game {
        return remind(ctx, game);
    }
    let mut whole = Report::default();
    let mut reminders = Vec::new();
    for head in ctx.desk()?.heads()?.0.into_iter().filter(|head| !head.withdrawn) {
        match remind(ctx, &head.name) {
            Ok(report) => {
                whole.body.append(report.body);
                whole.warnings.extend(report.warnings);
                whole.next = report.next;
                reminders.push(report.json);
            }
            Err(failure) if failure.exit == crate::cli::report::exit::NOT_NOW => {}
            Err(failure) => whole.warnings.push(format!("{}: {}", head.name, failure.message)),
        }
    }
    if reminders.is_empty() && whole.warnings.is_empty() {
        let message = "no player is due for a reminder. You can send a reminder when half of the \
            time for a turn has passed (without a deadline, after 7 days), at most once a day.";
        return Err(
            CliError::not_now(CliErrorKind::TooEarly, message).then(Next::command("pbem status"))
        );
    }
    whole.json = json!({"schema": "pbem-reminded/1", "sent": reminders});
    Ok(whole)
}

fn remind(ctx: &mut Context, game: &str) -> Result<Report, CliError> {
    let mut loaded = OpenFile::open(ctx, game)?;
    let at = loaded.require_seat(ctx)?;
    let standing = &loaded.game.standing;
    let name = loaded.name();
    let Some(who) = standing.due_name().filter(|who| loaded.is_person(who)) else {
        let message = "no one to remind: it isn't another player's turn.";
        return Err(CliError::not_now(CliErrorKind::Nobody, message)
            .then(Next::command(format!("pbem status {name}"))));
    };
    let again = send_again(ctx, &loaded);
    let (now, too_early) = (ctx.now(), |message: String| {
        Err(CliError::not_now(CliErrorKind::TooEarly, message)
            .then(Next::command(&again).why("mail the latest file again, if it was lost"))
            .then(Next::command(format!("pbem status {name}"))))
    });
    let passed = now - standing.last_sent;
    let (half, when) = match seconds_left(&loaded, now) {
        Some(left) => {
            let half = Duration::seconds(left.saturating_add(passed.num_seconds()) / 2);
            (half, "when half of the time for the turn has passed")
        }
        None => (PATIENCE, "7 days after the last turn"),
    };
    if passed < half {
        let still = days(half - passed);
        return too_early(format!(
            "{who} has had only {} for this turn. You can send a reminder in {still}, {when}.",
            days(passed)
        ));
    }
    if let Some(unread) = unread_mail::in_game(ctx, &loaded)? {
        let message = format!("{} Nothing was mailed.", unread.sentence());
        return Err(CliError::not_now(CliErrorKind::Arrived, message)
            .then(Next::command(format!("pbem turn {}", loaded.name()))));
    }
    let last = loaded.records[at].reminded.filter(|last| *last > standing.last_sent);
    if last.is_some_and(|last| now - last < Duration::days(1)) {
        return too_early(format!("you reminded {who} less than a day ago. Nothing was sent."));
    }
    let (again, reminder) = (true, true);
    let args = Sending { again, reminder, ..Sending::default() };
    sending::mail(ctx, &mut loaded, &args).map_err(sending::again)
}
