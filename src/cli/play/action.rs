//! The other actions in a game, besides its moves.

use crate::cli::commands::{claim, copy, log, offer, replay, send, share, undo, verify};
use crate::cli::context::Context;
use crate::cli::failure::CliError;
use crate::cli::mailing::Mailing;
use crate::cli::report::Report;
use crate::cli::sending::Sending;

/// An action.
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
    /// One-line description.
    pub(super) fn words(self) -> &'static str {
        match self {
            Action::Send => "mail your latest turn",
            Action::SendAgain => "mail your latest turn again, as a reminder",
            Action::Text => "copy your latest turn as text, for a chat",
            Action::Undo => "undo your last turn, which you haven't mailed yet",
            Action::Offer => "offer a draw with your next turn",
            Action::CancelOffer => "cancel your offer of a draw",
            Action::Accept => "accept the draw",
            Action::Decline => "decline",
            Action::Dispute => "prove that your opponent gave a false rank",
            Action::Resign => "resign the game",
            Action::ResignLater => "resign the game with your next turn",
            Action::CancelResign => "play on: cancel your resignation",
            Action::Claim => "claim the game after the missed deadline; this reveals your setup",
            Action::Reveal => "reveal your setup",
            Action::Verify => "verify the whole game",
            Action::Share => "share a summary of the game",
            Action::Replay => "write a web page of the game",
            Action::Log => "list all turns",
        }
    }

    /// Whether it needs a confirmation.
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

    /// Whether it needs the normal terminal, to ask for a password.
    pub(super) fn needs_terminal(self) -> bool {
        matches!(self, Action::Send | Action::SendAgain)
    }

    /// Runs the command. [`Action::Send`] sends the turn that it signs.
    pub(super) fn run(self, ctx: &mut Context, game: String) -> Result<Report, CliError> {
        let mailing = Mailing::LATER;
        match self {
            Action::Send | Action::SendAgain => {
                let again = self == Action::SendAgain;
                let sending = Sending { again, ..Sending::default() };
                send::run(ctx, &send::SendArgs { game, sending, done: false })
            }
            Action::Text => {
                let (turn, clipboard) = (true, false);
                copy::run(ctx, &copy::Copy { game, file: None, turn, clipboard, part: None })
            }
            Action::Undo => undo::run(ctx, &undo::UndoArgs { game, not_mailed: true, today: None }),
            Action::Offer | Action::CancelOffer => {
                let cancel = self == Action::CancelOffer;
                offer::offer(ctx, &offer::OfferArgs { game, what: "draw".to_owned(), cancel })
            }
            Action::Accept => offer::accept(ctx, &offer::AcceptArgs { game, yes: true, mailing }),
            Action::Decline => offer::decline(ctx, &offer::DeclineArgs { game, mailing }),
            Action::Dispute => offer::dispute(ctx, &offer::DisputeArgs { game, mailing }),
            Action::Resign | Action::ResignLater | Action::CancelResign => {
                let [yes, later, cancel] =
                    [Action::Resign, Action::ResignLater, Action::CancelResign]
                        .map(|it| it == self);
                offer::resign(
                    ctx,
                    &offer::ResignArgs { game, note: None, yes, later, cancel, mailing },
                )
            }
            Action::Reveal => offer::reveal(ctx, &offer::RevealArgs { game, mailing }),
            Action::Claim => claim::run(ctx, &claim::Claim { game, show_setup: true, mailing }),
            Action::Verify => {
                let (files, keys) = (vec![game.into()], Vec::new());
                verify::run(
                    ctx,
                    &verify::VerifyArgs { files, keys, ..verify::VerifyArgs::default() },
                )
            }
            Action::Share => share::run(ctx, &share::ShareArgs { game, clipboard: false }),
            Action::Replay => replay::run(ctx, &replay::Replay { game, output: None }),
            Action::Log => log::run(ctx, &log::LogArgs { game }),
        }
    }
}
