//! The actions in a game, except moves.

use pbem::turnfile::Bytes32;

use crate::cli::commands::undo::{self, UndoArgs};
use crate::cli::commands::{claim, copy, log, replay, share, verify};
use crate::cli::context::Context;
use crate::cli::failure::CliError;
use crate::cli::game_file::OpenFile;
use crate::cli::mailing::Mailing;
use crate::cli::other_turns::{self, ResignRequest, ResignTime};
use crate::cli::report::Report;
use crate::cli::sending::{self, Sending};
use crate::cli::turn_result::TurnResult;

/// An action in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Action {
    Send,
    SendAgain,
    Text,
    Undo,
    Offer,
    CancelOffer,
    Accept,
    Decline,
    Dispute,
    Resign,
    ResignLater,
    CancelResign,
    Claim,
    Reveal,
    Verify,
    Share,
    Replay,
    Log,
}

impl Action {
    /// Returns a one-line description.
    pub(super) fn words(self) -> &'static str {
        match self {
            Action::Send => "mail your latest turn",
            Action::SendAgain => "mail your latest turn again, as a reminder",
            Action::Text => "copy your latest turn as text, for a chat",
            Action::Undo => "undo your last turn, which you haven't mailed yet",
            Action::Offer => "offer a draw with your next turn",
            Action::CancelOffer => "cancel your offer of a draw",
            Action::Accept => "accept the draw",
            Action::Decline => "decline to guess",
            Action::Dispute => "prove that your opponent gave a false rank",
            Action::Resign => "resign the game",
            Action::ResignLater => "resign the game with your next turn",
            Action::CancelResign => "play on: cancel your resignation",
            Action::Claim => "claim the game after a missed deadline, and reveal your setup",
            Action::Reveal => "reveal your setup",
            Action::Verify => "verify the whole game",
            Action::Share => "share a summary of the game",
            Action::Replay => "write a web page of the game",
            Action::Log => "list all turns",
        }
    }

    /// Whether the action needs a confirmation.
    pub(super) fn is_grave(self) -> bool {
        matches!(
            self,
            Action::Resign
                | Action::Claim
                | Action::Reveal
                | Action::Accept
                | Action::Undo
                | Action::Dispute
        )
    }

    /// Whether the action needs the normal terminal, to ask for a password.
    pub(super) fn needs_terminal(self) -> bool {
        matches!(self, Action::Send | Action::SendAgain)
    }

    /// Performs the action in the game with this name. If the action needs a confirmation, fails if
    /// the game is no longer in the state `seen`, which was on the screen when the user confirmed.
    /// Doesn't mail the turn; the screen does that later.
    pub(super) fn run(
        self,
        ctx: &mut Context,
        name: &str,
        shown_head: Bytes32,
    ) -> Result<TurnResult, CliError> {
        let mut game = match self {
            // These are commands that open the game themselves.
            Action::Text | Action::Verify | Action::Share | Action::Replay | Action::Log => {
                return self.read(ctx, name).map(TurnResult::from);
            }
            _ if self.is_grave() => OpenFile::confirm(ctx, name, shown_head)?,
            _ => OpenFile::open(ctx, name)?,
        };
        match self {
            Action::Accept => other_turns::accept(ctx, game, name, true, Mailing::LATER),
            Action::Dispute => other_turns::dispute(ctx, game, name),
            Action::Reveal => other_turns::reveal(ctx, game, name),
            Action::Undo => {
                let args = UndoArgs { not_mailed: true, ..UndoArgs::default() };
                undo::undo(ctx, game, &args).map(TurnResult::from)
            }
            Action::Claim => {
                let (word, mailing) = (name.to_owned(), Mailing::LATER);
                let args = claim::Claim { game: word, show_setup: true, mailing };
                claim::claim(ctx, Some(game), &args)
            }
            Action::Resign => resign(ctx, game, name, ResignTime::Now),
            Action::ResignLater => resign(ctx, game, name, ResignTime::Later),
            Action::CancelResign => resign(ctx, game, name, ResignTime::Never),
            Action::Offer | Action::CancelOffer => {
                other_turns::offer(ctx, &game, self == Action::CancelOffer).map(TurnResult::from)
            }
            Action::Send | Action::SendAgain => {
                let again = self == Action::SendAgain;
                let sending = Sending { again, ..Sending::default() };
                let sent = sending::mail(ctx, &mut game, &sending);
                sent.map(TurnResult::from).map_err(sending::again)
            }
            _ => other_turns::decline(ctx, game, name),
        }
    }

    /// Performs an action that only reads the game.
    fn read(self, ctx: &mut Context, name: &str) -> Result<Report, CliError> {
        let game = name.to_owned();
        match self {
            Action::Text => {
                let (turn, clipboard) = (true, false);
                copy::run(ctx, &copy::Copy { game, file: None, turn, clipboard, part: None })
            }
            Action::Verify => {
                let (files, keys) = (vec![game.into()], Vec::new());
                verify::run(
                    ctx,
                    &verify::VerifyArgs { files, keys, ..verify::VerifyArgs::default() },
                )
            }
            Action::Share => share::run(ctx, &share::ShareArgs { game, clipboard: false }),
            Action::Replay => replay::run(ctx, &replay::Replay { game, output: None }),
            _ => log::run(ctx, &log::LogArgs { game }),
        }
    }
}

fn resign(
    ctx: &mut Context,
    game: OpenFile,
    name: &str,
    when: ResignTime,
) -> Result<TurnResult, CliError> {
    let (game_word, mailing) = (name.to_owned(), Mailing::LATER);
    let request = ResignRequest { game_word, note: None, when, confirmed: true, mailing };
    other_turns::resign(ctx, Some(game), &request)
}
