//! The menu of all other actions in a game.

use pbem::render::columns;
use pbem::table::Expects;

use super::app::MenuItem;
use super::table::Table;
use crate::cli::commands::{claim, copy, log, offer, replay, send, share, undo, verify};
use crate::cli::context::Context;
use crate::cli::failure::CliError;
use crate::cli::mailing::Mailing;
use crate::cli::report::{Report, SCREEN};
use crate::cli::sending::Sending;

/// An action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Deed {
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

impl Deed {
    /// One-line description.
    pub(super) fn words(self) -> &'static str {
        match self {
            Deed::Send => "mail your latest turn",
            Deed::SendAgain => "mail your latest turn again, as a reminder",
            Deed::Text => "copy your latest turn as text, for a chat",
            Deed::Undo => "undo your last turn, which you haven't mailed yet",
            Deed::Offer => "offer a draw with your next turn",
            Deed::CancelOffer => "cancel your offer of a draw",
            Deed::Accept => "accept the draw",
            Deed::Decline => "decline",
            Deed::Dispute => "dispute a box that doesn't open",
            Deed::Resign => "resign the game",
            Deed::ResignLater => "resign the game with your next turn",
            Deed::CancelResign => "play on: cancel your resignation",
            Deed::Claim => "claim the game after the missed deadline; this reveals your setup",
            Deed::Reveal => "reveal your setup",
            Deed::Verify => "verify the whole game",
            Deed::Share => "share a summary of the game",
            Deed::Replay => "write a web page of the game",
            Deed::Log => "list all turns",
        }
    }

    /// Whether it needs a confirmation.
    pub(super) fn is_grave(self) -> bool {
        matches!(
            self,
            Deed::Resign | Deed::Claim | Deed::Reveal | Deed::Accept | Deed::Undo | Deed::Dispute
        )
    }

    /// Whether it needs the normal terminal, to ask for a password.
    pub(super) fn needs_terminal(self) -> bool {
        matches!(self, Deed::Send | Deed::SendAgain)
    }

    /// Runs the command. [`Deed::Send`] mails the turn that it signs.
    pub(super) fn run(self, ctx: &mut Context, game: String) -> Result<Report, CliError> {
        let mailing = Mailing::LATER;
        match self {
            Deed::Send | Deed::SendAgain => {
                let again = self == Deed::SendAgain;
                let sending = Sending { again, ..Sending::default() };
                send::run(ctx, &send::SendArgs { game, sending, done: false })
            }
            Deed::Text => {
                let (turn, clipboard) = (true, false);
                copy::run(ctx, &copy::Copy { game, file: None, turn, clipboard, part: None })
            }
            Deed::Undo => undo::run(ctx, &undo::UndoArgs { game, not_mailed: true, today: None }),
            Deed::Offer | Deed::CancelOffer => {
                let cancel = self == Deed::CancelOffer;
                offer::offer(ctx, &offer::OfferArgs { game, what: "draw".to_owned(), cancel })
            }
            Deed::Accept => offer::accept(ctx, &offer::AcceptArgs { game, yes: true, mailing }),
            Deed::Decline => offer::decline(ctx, &offer::DeclineArgs { game, mailing }),
            Deed::Dispute => offer::dispute(ctx, &offer::DisputeArgs { game, mailing }),
            Deed::Resign | Deed::ResignLater | Deed::CancelResign => {
                let [yes, later, cancel] =
                    [Deed::Resign, Deed::ResignLater, Deed::CancelResign].map(|it| it == self);
                offer::resign(
                    ctx,
                    &offer::ResignArgs { game, note: None, yes, later, cancel, mailing },
                )
            }
            Deed::Reveal => offer::reveal(ctx, &offer::RevealArgs { game, mailing }),
            Deed::Claim => claim::run(ctx, &claim::Claim { game, show_setup: true, mailing }),
            Deed::Verify => {
                let (files, keys) = (vec![game.into()], Vec::new());
                verify::run(
                    ctx,
                    &verify::VerifyArgs { files, keys, ..verify::VerifyArgs::default() },
                )
            }
            Deed::Share => share::run(ctx, &share::ShareArgs { game, clipboard: false }),
            Deed::Replay => replay::run(ctx, &replay::Replay { game, output: None }),
            Deed::Log => log::run(ctx, &log::LogArgs { game }),
        }
    }
}

/// The menu of the possible actions.
pub(super) fn items(table: &Table) -> Vec<(String, MenuItem)> {
    let again =
        table.may_play_again.then(|| ("rematch: play this game again".to_owned(), MenuItem::Again));
    let deeds =
        deeds(table).into_iter().map(|deed| (deed.words().to_owned(), MenuItem::Deed(deed)));
    again.into_iter().chain(deeds).collect()
}

/// The actions that the rules allow; the command checks the rest.
fn deeds(table: &Table) -> Vec<Deed> {
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
        (Deed::Send, signed),
        (Deed::Undo, signed),
        (Deed::SendAgain, sends && !over && !signed),
        (Deed::Text, sends && table.file.new_turns().text.is_some()),
        (Deed::Accept, mine && standing.offer.is_some()),
        (Deed::Offer, draws && !over && !waits),
        (Deed::CancelOffer, waits && !decided),
        (Deed::Decline, mine && standing.kind.decline().is_some()),
        (Deed::Dispute, mine && !table.view.bad_boxes.is_empty()),
        (Deed::Reveal, mine && standing.expects == Expects::Reveal),
        (Deed::Claim, late && claims && !mine),
        (Deed::Resign, mine && standing.may_leave),
        (Deed::ResignLater, has_seat && !mine && !decided && !resigns),
        (Deed::CancelResign, resigns && !decided),
        (Deed::Verify, true),
        (Deed::Share, over),
        (Deed::Replay, over),
        (Deed::Log, true),
    ];
    all.into_iter().filter(|(_, may)| *may).map(|(deed, _)| deed).collect()
}

/// The first rows of a report as running text, with a next step that isn't a command: the screen
/// has its own keys. Joins wrapped lines.
pub(super) fn in_short(report: &Report) -> String {
    let mut text = String::new();
    let mut room = 0;
    for line in report.text.lines().take_while(|line| !line.is_empty()) {
        let words = line.split_whitespace().collect::<Vec<_>>().join(" ");
        let first = words.split(' ').next().unwrap_or_default();
        let is_wrapped = line.starts_with(' ') || columns(first) >= room;
        let is_closed = text.ends_with(['.', '?', '!', ':']);
        let gap = if text.is_empty() {
            ""
        } else if is_wrapped || is_closed {
            " "
        } else {
            "; "
        };
        text.extend([gap, &words]);
        room = SCREEN.saturating_sub(columns(line));
    }
    let next = report.next.first().filter(|next| !next.starts_with("pbem "));
    let end = if text.ends_with('.') { " " } else { ". " };
    text + &next.map(|next| format!("{end}Next: {next}.")).unwrap_or_default()
}
