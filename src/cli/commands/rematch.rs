//! `pbem rematch`: a new game with the same players and house rules.

use std::path::PathBuf;

use clap::Args;
use pbem::desk::{Bots, DeskError};
use pbem::turnfile::Header;

use crate::cli::context::Context;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::game_file::OpenFile;
use crate::cli::invitations::choose::invitation_like;
use crate::cli::invitations::list::Invitation;
use crate::cli::mailing::{self, Mailing};
use crate::cli::next::Next;
use crate::cli::receiving::mail::{self, Mail};
use crate::cli::rematches::{SameGame, same_game};
use crate::cli::report::{Report, quoted};
use crate::cli::setup::Setup;
use crate::cli::start_game::{start, take_side};
use crate::cli::turn_result::TurnResult;

/// Play again with the same players and house rules
#[derive(Args, Debug, Default)]
#[command(after_help = "\
In a two-player game, the player who went second in the last game begins.

Examples:
  pbem rematch cd-bob --random
  pbem rematch cd-bob --random --another  # even if a rematch is waiting for bob
  pbem rematch box.toml next.toml --setup-file chart.txt")]
pub(crate) struct RematchArgs {
    /// Name of the finished game, or its file
    #[arg(default_value = "", hide_default_value = true)]
    pub game: String,
    /// File to write
    pub file: Option<PathBuf>,
    /// Your side: blue [default] or red (Enemy Agent)
    #[arg(long, value_name = "SIDE")]
    pub side: Option<String>,
    /// Add a message for the other players
    #[arg(long, value_name = "TEXT")]
    pub note: Option<String>,
    /// Start a rematch even if there is already an open invitation to one
    #[arg(long)]
    pub another: bool,
    #[command(flatten)]
    pub setup: Setup,
    #[command(flatten)]
    pub mailing: Mailing,
}

/// Runs `pbem rematch`.
pub(crate) fn run(ctx: &mut Context, args: &RematchArgs) -> Result<Report, CliError> {
    let loaded = OpenFile::open(ctx, &args.game)?;
    // The other player may have started the rematch.
    let (loaded, mail) = if loaded.has_people() {
        let mail = mail::read_before_question(ctx)?;
        (mail.renew(ctx, Some(loaded), &args.game)?, mail)
    } else {
        (loaded, Mail::default())
    };
    let result = begin(ctx, loaded, args);
    mail.with_news(mailing::along(ctx, args.mailing, result))
}

/// Starts the game, without mailing it.
pub(crate) fn begin(
    ctx: &mut Context,
    mut loaded: OpenFile,
    args: &RematchArgs,
) -> Result<TurnResult, CliError> {
    let game = agreed(ctx, &mut loaded, args)?;
    let side = args.side.as_ref().map(|side| format!(" --side {side}")).unwrap_or_default();
    let file = args
        .file
        .as_ref()
        .map(|file| format!(" {}", quoted(&file.display().to_string())))
        .unwrap_or_default();
    let command = format!("pbem rematch {}{file}{side}", loaded.name());
    start(ctx, game, &args.setup, args.file.clone(), args.note.clone(), &command)
}

/// Returns the header and the bots of the new game after the finished game.
pub(crate) fn agreed(
    ctx: &mut Context,
    loaded: &mut OpenFile,
    args: &RematchArgs,
) -> Result<(Header, Bots), CliError> {
    loaded.keep(ctx)?;
    let at = loaded.require_seat(ctx)?;
    let (desk, around) = ctx.at_desk()?;
    let header = desk.header_of_next(loaded, at, around);
    let mut header = header.or_else(|trouble| Err(no_rematch(ctx, loaded, trouble)?))?;
    if let Some(started) = started(ctx, &header)?.filter(|_| !args.another) {
        let another = Next::command(format!("pbem rematch {} --another", loaded.name()));
        return Err(started.then(another.why("start another one anyway")));
    }
    take_side(loaded.game.standing.kind, args.side.as_deref(), &mut header)?;
    Ok((header, loaded.records[at].bots.clone()))
}

fn not_over(loaded: &OpenFile) -> String {
    let standing = &loaded.game.standing;
    match (&standing.outcome, standing.due_name()) {
        (Some(_), Some(due)) => {
            format!("this game is decided, but not over yet: {due} has to reveal the setup.")
        }
        _ => "this game isn't over yet.".to_owned(),
    }
}

/// Explains why this player can't start the next game.
fn no_rematch(
    ctx: &mut Context,
    loaded: &OpenFile,
    trouble: DeskError,
) -> Result<CliError, CliError> {
    let name = loaded.name();
    Ok(match trouble {
        DeskError::NotOver => {
            CliError::not_now(CliErrorKind::NotOver, not_over(loaded)).then(if loaded.is_mine() {
                Next::command(format!("pbem turn {name}"))
            } else {
                Next::command("pbem receive").why("read your mail first")
            })
        }
        DeskError::NotYours(opener) => {
            if let Some(started) = started(ctx, &loaded.game.file.game)? {
                return Ok(started);
            }
            let id = loaded.game.standing.id.to_string();
            CliError::not_now(CliErrorKind::NotYours, format!("{opener} must start the next game."))
                .then(Next::advice(format!("{opener} types: pbem rematch {id:.8}")))
        }
        other => other.into(),
    })
}

/// If a game like this one has been started already, returns an error that says so.
fn started(ctx: &mut Context, header: &Header) -> Result<Option<CliError>, CliError> {
    let (message, next) = match same_game(ctx, header)? {
        Some(SameGame { name, waits_for: Some(_), is_known: false, .. }) => (
            format!("you have already started the rematch {name}, but not mailed it."),
            Next::command(format!("pbem send {name}")),
        ),
        Some(SameGame { name, waits_for: Some(to), .. }) => (
            format!("{name} is waiting for {to} to join."),
            Next::command(format!("pbem send {name} --again")).why("mail the invitation again"),
        ),
        Some(SameGame { name, waits_for: None, .. }) => (
            format!("{name}, the rematch, isn't over yet."),
            Next::command(format!("pbem show {name}")),
        ),
        None => match invitation_like(ctx, header)? {
            Some(Invitation { from, reply, .. }) => {
                (format!("{from} has already invited you to the next game."), reply.next())
            }
            None => return Ok(None),
        },
    };
    Ok(Some(CliError::not_now(CliErrorKind::Ask, message).then(next)))
}
