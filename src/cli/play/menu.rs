//! The menu of all other actions in a game.

use pbem::table::Expects;

use super::app::MenuItem;
use super::table::Table;
use crate::cli::commands::{claim, copy, log, offer, replay, send, share, undo, verify};
use crate::cli::context::Context;
use crate::cli::document::Block;
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
            Action::Dispute => "dispute a box that doesn't open",
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

/// The menu of the possible actions.
pub(super) fn items(table: &Table) -> Vec<(String, MenuItem)> {
    let again =
        table.may_play_again.then(|| ("rematch: play this game again".to_owned(), MenuItem::Again));
    let deeds =
        deeds(table).into_iter().map(|deed| (deed.words().to_owned(), MenuItem::Action(deed)));
    again.into_iter().chain(deeds).collect()
}

/// The actions that the rules allow; the command checks the rest.
fn deeds(table: &Table) -> Vec<Action> {
    let standing = &table.file.game.standing;
    let mine = table.is_due();
    let over = table.is_over();
    let has_seat = table.keys.is_some();
    let decided = standing.outcome.is_some();
    let seat = table.keys.as_ref().map(|keys| keys.seat);
    let player = seat.and_then(|seat| standing.player(seat));
    let draws = player.is_some_and(|player| player.no_offer.is_none());
    let waits = table.file.records.iter().any(|record| record.offer);
    let resigns = table.file.records.iter().any(|record| record.resign);
    let late = standing.deadline.is_some_and(|deadline| deadline <= table.now);
    let claims = seat.is_some_and(|seat| standing.claimants.contains(&seat));
    let signed = table.may_undo();
    let sends = has_seat && !mine && table.file.may_send().is_ok();
    let all = [
        (Action::Send, signed),
        (Action::Undo, signed),
        (Action::SendAgain, sends && !over && !signed),
        (Action::Text, sends && table.file.new_turns().text.is_some()),
        (Action::Accept, mine && standing.offer.is_some()),
        (Action::Offer, draws && !over && !waits),
        (Action::CancelOffer, waits && !decided),
        (Action::Decline, mine && standing.kind.decline().is_some()),
        (Action::Dispute, mine && !table.view.bad_boxes.is_empty()),
        (Action::Reveal, mine && standing.expects == Expects::Reveal),
        (Action::Claim, late && claims && !mine),
        (Action::Resign, mine && standing.may_leave),
        (Action::ResignLater, has_seat && !mine && !decided && !resigns),
        (Action::CancelResign, resigns && !decided),
        (Action::Verify, true),
        (Action::Share, over),
        (Action::Replay, over),
        (Action::Log, true),
    ];
    all.into_iter().filter(|(_, may)| *may).map(|(deed, _)| deed).collect()
}

/// The first paragraphs of a report as running text, with a next step that isn't a command: the
/// screen has its own keys.
pub(super) fn in_short(report: &Report) -> String {
    let mut text = String::new();
    for block in report.body.blocks() {
        let line = match block {
            Block::Paragraph { text, .. } | Block::Drawing(text) => text.clone(),
            Block::Row { label, text } => format!("{label} {text}"),
            Block::Command { line, .. } => line.clone(),
        };
        if line.is_empty() {
            break;
        }
        let is_closed = text.ends_with(['.', '?', '!', ':']);
        let gap = match text.as_str() {
            "" => "",
            _ if line.starts_with(' ') || is_closed => " ",
            _ => "; ",
        };
        text.push_str(gap);
        text.push_str(&line.split_whitespace().collect::<Vec<_>>().join(" "));
    }
    let next = report.next.first().filter(|next| !next.starts_with("pbem "));
    let end = if text.ends_with('.') { " " } else { ". " };
    text + &next.map(|next| format!("{end}Next: {next}.")).unwrap_or_default()
}
