//! The arguments of `pbem turn`.

use clap::Args;

use crate::cli::mailing::Mailing;

/// Take a whole turn: receive, look, move, sign and mail
#[derive(Args, Clone, Debug, Default)]
#[command(visible_alias = "go")]
#[command(after_help = "\
pbem reads new turns from your mail, and plays your turn in every game where you
have nothing to decide, without asking. Then pbem sends the turns that you have
signed but not mailed, shows the game with the least time left, asks for your
move, signs it and mails it, as `pbem send` does. Against a bot, pbem continues
with your next turn, until the game is over or you press Enter without a move.

When pbem asks for your move, you can also type a word: hint, show, rules, `try`
and a move, offer, resign, or the name of another game. ? lists them all.

Examples:
  pbem turn                  # the game with the least time left
  pbem turn cd-bob           # the game cd-bob
  pbem turn F3               # move F3, in the only game that waits for you
  pbem turn cd-bob F3        # move F3 in cd-bob, without a prompt
  pbem turn cd-bob F3 --try  # preview the turn without signing it
  pbem turn --no-send        # sign the turn and mail it yourself
  pbem turn --text           # sign the turn and print it as text for a chat")]
#[expect(clippy::struct_excessive_bools, reason = "independent options")]
pub(crate) struct Turn {
    /// Name of the game, or its file [default: the game with the least time left]
    #[arg(default_value = "", hide_default_value = true)]
    pub game: String,
    /// Your move; `pbem rules KIND --all` explains how to type it
    #[arg(value_name = "MOVE")]
    pub words: Vec<String>,
    /// Add a message for the other players
    #[arg(long, value_name = "TEXT")]
    pub note: Option<String>,
    /// Preview the turn; write nothing
    #[arg(long = "try", visible_alias = "dry-run")]
    pub try_only: bool,
    /// Don't read new mail first
    #[arg(long)]
    pub no_receive: bool,
    /// Don't mail the turn
    #[arg(long)]
    pub no_send: bool,
    /// Print the turn as text for a chat, as `pbem copy --turn` does; don't mail it
    #[arg(long)]
    pub text: bool,
}

impl Turn {
    /// Whether to mail the turn.
    pub(super) fn mails(&self) -> bool {
        !(self.no_send || self.text || self.try_only)
    }

    /// Returns the options for a command that signs the turn: mail the turn, or don't.
    pub(super) fn mailing(&self) -> Mailing {
        Mailing { send: self.mails(), no_send: !self.mails() }
    }
}
