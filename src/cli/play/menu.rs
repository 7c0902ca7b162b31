//! What else can be done with a game, as a list to choose from.

use pbem::table::Expects;

use super::table::Table;
use crate::cli::commands::setup::Setup;
use crate::cli::commands::{claim, log, offer, rematch, send, undo, verify};
use crate::cli::context::Context;
use crate::cli::failure::Failure;
use crate::cli::mailing::Mailing;
use crate::cli::report::Report;

/// Something to choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Deed {
    Send,
    SendAgain,
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
    Rematch,
    Log,
}

impl Deed {
    /// What it does, in a line.
    pub(super) fn words(self) -> &'static str {
        match self {
            Deed::Send => "mail the newest turn",
            Deed::SendAgain => "mail it once more, as a reminder",
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
            Deed::Rematch => "another game of the same kind, hidden at random",
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
    pub(super) fn run(self, ctx: &mut Context, game: String) -> Result<Report, Failure> {
        let mailing = Mailing::LATER;
        match self {
            Deed::Send | Deed::SendAgain => {
                let again = self == Deed::SendAgain;
                send::run(ctx, &send::Send { game, again, ..send::Send::default() })
            }
            Deed::Undo => undo::run(ctx, &undo::Undo { game, not_mailed: true }),
            Deed::Offer | Deed::CancelOffer => {
                let cancel = self == Deed::CancelOffer;
                offer::offer(ctx, &offer::Offer { game, what: "draw".to_owned(), cancel })
            }
            Deed::Accept => offer::accept(ctx, &offer::Accept { game, mailing }),
            Deed::Decline => offer::decline(ctx, &offer::Decline { game, mailing }),
            Deed::Dispute => offer::dispute(ctx, &offer::Dispute { game, mailing }),
            Deed::Resign | Deed::ResignLater | Deed::CancelResign => {
                let [yes, later, cancel] =
                    [Deed::Resign, Deed::ResignLater, Deed::CancelResign].map(|it| it == self);
                offer::resign(ctx, &offer::Resign { game, note: None, yes, later, cancel, mailing })
            }
            Deed::Reveal => offer::reveal(ctx, &offer::Reveal { game, mailing }),
            Deed::Claim => claim::run(ctx, &claim::Claim { game, show_setup: true, mailing }),
            Deed::Verify => {
                let (files, keys) = (vec![game.into()], Vec::new());
                verify::run(ctx, &verify::Verify { files, keys, output: None })
            }
            Deed::Rematch => {
                let setup = Setup { random: true, ..Setup::default() };
                let again = rematch::Rematch {
                    game,
                    file: None,
                    side: None,
                    note: None,
                    another: false,
                    setup,
                    mailing,
                };
                rematch::run(ctx, &again)
            }
            Deed::Log => log::run(ctx, &log::Log { game }),
        }
    }
}

/// What can be done now. What the rules forbid is not offered; the command refuses the rest.
pub(super) fn deeds(table: &Table) -> Vec<Deed> {
    let standing = &table.file.game.standing;
    let mine = table.is_due();
    let over = standing.expects == Expects::Over;
    let has_seat = table.keys.is_some();
    let waits = table.file.records.iter().any(|record| record.offer);
    let resigns = table.file.records.iter().any(|record| record.resign);
    let late = standing.deadline.is_some_and(|deadline| deadline <= table.now);
    let claims = table.keys.as_ref().is_some_and(|keys| standing.claimants.contains(&keys.seat));
    let signed = table.file.records.iter().any(|record| record.may_undo().is_ok());
    let all = [
        (Deed::Send, has_seat && signed),
        (Deed::Undo, has_seat && signed),
        (Deed::SendAgain, has_seat && !mine && !over && !signed),
        (Deed::Accept, mine && standing.offer.is_some()),
        (Deed::Offer, has_seat && !over && !waits),
        (Deed::CancelOffer, waits),
        (Deed::Decline, mine && standing.kind.decline().is_some()),
        (Deed::Dispute, mine && !table.view.bad_boxes.is_empty()),
        (Deed::Reveal, mine && standing.expects == Expects::Reveal),
        (Deed::Claim, late && claims && !mine),
        (Deed::Resign, mine && !over),
        (Deed::ResignLater, has_seat && !mine && standing.outcome.is_none() && !resigns),
        (Deed::CancelResign, resigns && standing.outcome.is_none()),
        (Deed::Verify, true),
        (Deed::Rematch, over && has_seat),
        (Deed::Log, true),
    ];
    all.into_iter().filter(|(_, may)| *may).map(|(deed, _)| deed).collect()
}

/// The first rows of a report, in a line.
pub(super) fn in_short(report: &Report) -> String {
    let lines = report.text.lines().take_while(|line| !line.is_empty());
    let lines = lines.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    lines.collect::<Vec<_>>().join("; ")
}
