//! What else can be done with a game, as a list to choose from.

use pbem::render::columns;
use pbem::table::Expects;

use super::app::MenuItem;
use super::table::Table;
use crate::cli::commands::{claim, copy, log, offer, replay, send, share, undo, verify};
use crate::cli::context::Context;
use crate::cli::failure::CliError;
use crate::cli::mailing::Mailing;
use crate::cli::report::{Report, SCREEN};

/// Something to choose.
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
    /// What it does, in a line.
    pub(super) fn words(self) -> &'static str {
        match self {
            Deed::Send => "mail the newest turn",
            Deed::SendAgain => "mail it once more, as a reminder",
            Deed::Text => "the newest turn as a text, for a chat",
            Deed::Undo => "take your last turn back: it has not been mailed",
            Deed::Offer => "offer a draw with your next turn",
            Deed::CancelOffer => "take the waiting offer of a draw back",
            Deed::Accept => "accept the draw that was offered",
            Deed::Decline => "decline",
            Deed::Dispute => "dispute a box that cannot be opened",
            Deed::Resign => "give the game up",
            Deed::ResignLater => "give the game up with your next turn",
            Deed::CancelResign => "play on: you wanted to give the game up",
            Deed::Claim => "claim the game: the deadline has passed; this shows your setup",
            Deed::Reveal => "show your setup",
            Deed::Verify => "check the whole game",
            Deed::Share => "a few lines of it, to show around",
            Deed::Replay => "write a page of the whole game",
            Deed::Log => "all turns, one by one",
        }
    }

    /// Must it be asked for twice?
    pub(super) fn is_grave(self) -> bool {
        matches!(
            self,
            Deed::Resign | Deed::Claim | Deed::Reveal | Deed::Accept | Deed::Undo | Deed::Dispute
        )
    }

    /// Does it need the terminal for itself, to ask for a password?
    pub(super) fn needs_terminal(self) -> bool {
        matches!(self, Deed::Send | Deed::SendAgain)
    }

    /// Runs the command. What it signs is mailed by [`Deed::Send`].
    pub(super) fn run(self, ctx: &mut Context, game: String) -> Result<Report, CliError> {
        let mailing = Mailing::LATER;
        match self {
            Deed::Send | Deed::SendAgain => {
                let again = self == Deed::SendAgain;
                send::run(ctx, &send::SendArgs { game, again, ..send::SendArgs::default() })
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

/// What can be done now, as a menu.
pub(super) fn items(table: &Table) -> Vec<(String, MenuItem)> {
    let again =
        table.may_play_again.then(|| ("another game of the same kind".to_owned(), MenuItem::Again));
    let deeds =
        deeds(table).into_iter().map(|deed| (deed.words().to_owned(), MenuItem::Deed(deed)));
    again.into_iter().chain(deeds).collect()
}

/// What the rules forbid is not offered; the command refuses the rest.
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

/// The first rows of a report as running text, and what is to be done next beside a command: one's
/// own keys do those. What was wrapped is one sentence again.
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
