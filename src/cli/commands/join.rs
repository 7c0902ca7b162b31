//! `pbem join`: join a game from an invitation.

use clap::Args;

use crate::cli::context::Context;
use crate::cli::failure::CliError;
use crate::cli::join_game::{self, JoinRequest};
use crate::cli::mailing::{self, Mailing};
use crate::cli::report::Report;
use crate::cli::setup::Setup;

/// Join a game you were invited to
#[derive(Args, Clone, Debug, Default)]
#[command(after_help = "\
If you don't give a setup, pbem shows the invitation and writes nothing.

Examples:
  pbem join                            # find your only invitation
  pbem join 6103                       # use the number in the email subject
  pbem join game.toml
  pbem join game.toml --setup-file -   # type a setup that only you see
  pbem join game.toml --as bob --random
  pbem join game.toml --random --send  # join, and mail the turn
  pbem join box.toml B5                # Game Box: join with your first call")]
pub(crate) struct Join {
    /// Invitation: its file, the saved email, or the number in the email's subject [default: the
    /// only invitation]
    #[arg(default_value = "", hide_default_value = true)]
    pub game: String,
    /// Your first move, in a game that you join with a move (Game Box)
    #[arg(value_name = "MOVE")]
    pub words: Vec<String>,
    /// Add a message for the other players
    #[arg(long, value_name = "TEXT")]
    pub note: Option<String>,
    /// Confirm that you never joined this game, although pbem found signs that you did
    #[arg(long)]
    pub nothing_since: bool,
    #[command(flatten)]
    pub setup: Setup,
    #[command(flatten)]
    pub mailing: Mailing,
}

/// Runs `pbem join`.
pub(crate) fn run(ctx: &mut Context, args: &Join) -> Result<Report, CliError> {
    let request = JoinRequest {
        game: args.game.clone(),
        typed: args.words.join(" "),
        note: args.note.clone(),
        never_joined: args.nothing_since,
        listed: false,
        setup: args.setup.clone(),
        mailing: args.mailing,
    };
    let result = join_game::join(ctx, &request);
    mailing::along(ctx, args.mailing, result)
}
