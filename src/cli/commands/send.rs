//! `pbem send`: mail the latest file.

use clap::Args;
use serde::Serialize;

use crate::cli::context::Context;
use crate::cli::failure::CliError;
use crate::cli::game_file::OpenFile;
use crate::cli::next::Next;
use crate::cli::report::Report;
use crate::cli::sending::{self, Sending};

/// Mail the latest turn to the player whose turn it is, with copies to everyone else
#[derive(Args, Debug, Default)]
#[command(after_help = "\
pbem writes a draft: open it in your mail program and send it. Or let pbem send
the turn: use --sendmail or --smtp, or choose one of them with pbem config. Only
--smtp needs a password, which pbem never stores.

Examples:
  pbem send cd-bob                       # send the turn as pbem config says,
                                         # or write a draft
  pbem send cd-bob -o turn.eml           # write a draft
  pbem send cd-bob --sendmail msmtp      # send it with msmtp, Postfix, exim ...
  pbem send cd-bob --smtp smtps://alice@mail.example.org
                                         # pbem asks for its password
  pbem send cd-bob --to bob@example.org  # send it to this address
  pbem send cd-bob --done                # confirm that you sent it yourself
  pbem config sendmail msmtp             # from now on, always use msmtp")]
pub(crate) struct SendArgs {
    /// Name of the game, or its file; optional if pbem can tell which game you mean
    #[arg(default_value = "", hide_default_value = true)]
    pub game: String,
    #[command(flatten)]
    pub sending: Sending,
    /// Confirm that you have sent the turn yourself. pbem then stops asking whether you sent it,
    /// and you can't undo the turn
    #[arg(long, conflicts_with_all = ["again", "output", "sendmail", "smtp", "to"])]
    pub done: bool,
}

/// Runs `pbem send`.
pub(crate) fn run(ctx: &mut Context, args: &SendArgs) -> Result<Report, CliError> {
    let mut loaded = OpenFile::open(ctx, &args.game)?;
    if args.done {
        return done(ctx, &loaded);
    }
    sending::mail(ctx, &mut loaded, &args.sending).map_err(sending::again)
}

/// Records that the user has sent the turn, so that pbem doesn't remind them.
fn done(ctx: &mut Context, loaded: &OpenFile) -> Result<Report, CliError> {
    sending::may_send(ctx, loaded, false)?;
    let number = loaded.game.standing.turns();
    sending::remember(ctx, loaded, number, None)?;
    let name = loaded.name();
    let id = loaded.game.standing.id.to_string();
    let noted = NotedJson { name: &name, id, number, sent: true, done: true };
    let mut report = Report::of("pbem-sent/1", &noted);
    report.row("Noted", format!("you have sent turn {number} of {name}"));
    if let Some(due) = loaded.game.standing.due_name() {
        report.then(Next::command("pbem receive").why(format!("when mail from {due} arrives")));
    }
    Ok(report)
}

/// A turn that the player has sent without pbem, as JSON.
#[derive(Serialize)]
struct NotedJson<'a> {
    name: &'a str,
    id: String,
    number: u32,
    sent: bool,
    done: bool,
}
