//! Notices about a game: deadlines, unsent turns, claims. `status`, `show`, `log`, `receive` and
//! `send` share their wording.

use pbem::desk::{self, Forbidden, Waiting};
use pbem::turnfile::Moment;
use pbem::words::{self, Advice, NoticeText, Reader};
pub(super) use pbem::words::{LATE, LOCKED};
use serde::Serialize;

use super::context::Context;
use super::failure::{CliError, unlock};
use super::game_file::OpenFile;
use crate::cli::next::Next;
use crate::cli::time::stamp;

/// Label of a turn that hasn't been mailed.
pub(super) const UNMAILED: &str = "Not mailed";

/// Label of a turn that has arrived but hasn't been received.
pub(super) const UNREAD: &str = "Unread";

/// A notice for the player of a game.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Notice {
    /// The label, one word or two.
    pub label: &'static str,
    /// The text, in sentences.
    pub text: String,
    /// The next step, if there is one besides the move.
    pub next: Option<Next>,
    /// Whether the notice says that a different version of a turn, or another key, counts from now
    /// on. Only the command that reads the file can show such a notice.
    pub is_change: bool,
}

/// Returns all notices of a game. If `public` is true, no player is called "you".
pub(super) fn notices(ctx: &Context, loaded: &OpenFile, public: bool) -> Vec<Notice> {
    // The desk has already loaded this game, so reading the vault can't fail here.
    let notices = ctx.opened().and_then(|desk| desk.notices(loaded, public, ctx.now()).ok());
    let words = |notice| words(ctx, loaded, public, &notice);
    let unmailed = unmailed(ctx, loaded).filter(|_| !public).map(|number| Notice {
        label: UNMAILED,
        text: format!("You haven't mailed turn {number} yet."),
        next: Some(Next::command(format!("pbem send {}", loaded.name()))),
        is_change: false,
    });
    notices.unwrap_or_default().into_iter().map(words).chain(unmailed).collect()
}

/// Returns the number of the user's last turn, if it hasn't been mailed although pbem could mail
/// it.
pub(super) fn unmailed(ctx: &Context, loaded: &OpenFile) -> Option<u32> {
    let config = ctx.opened()?.config().ok()?;
    loaded.unmailed().filter(|_| config.has_way_out())
}

/// If another player needs the user's last turn, and only the user knows whether it was sent,
/// returns its number: the user mails by hand, or this vault was restored without that turn.
pub(super) fn maybe_unsent(ctx: &Context, loaded: &OpenFile) -> Option<u32> {
    let config = ctx.opened()?.config().ok()?;
    // A claim has to be mailed too, although the player can't take further turns.
    let is_free = matches!(lock(ctx, loaded), None | Some(Forbidden::Claimed));
    let waits = !loaded.is_mine() && is_free;
    // Other players already have the last turn of a game that is over.
    let found = loaded.game.standing.due.map(|_| loaded.maybe_mailed());
    let by_hand = loaded.unmailed().filter(|_| !config.has_way_out());
    by_hand.or_else(|| found.flatten()).filter(|_| waits)
}

/// Returns the reminder of turns that may not have been sent, or `None` if there are none.
pub(super) fn unsent_words(turns: &[(String, u32)]) -> Option<String> {
    let (first, _) = turns.first()?;
    let turn_of_game = |(game, number): &(String, u32)| format!("turn {number} of {game}");
    let list = super::turn_words::list(&turns.iter().map(turn_of_game).collect::<Vec<_>>());
    let how = if turns.len() == 1 { "" } else { ", confirm them one by one" };
    Some(format!("Have you mailed {list}? If so{how}:  pbem send {first} --done"))
}

/// Returns the reason why a game in progress can't continue in this vault, no matter whose turn it
/// is.
pub(super) fn lock(ctx: &Context, loaded: &OpenFile) -> Option<Forbidden> {
    ctx.opened()?.lock(loaded).ok()?
}

/// Checks that the latest turn may leave this vault, in any form. After the vault was moved, the
/// player may have undone and replaced an unsent turn on the other computer.
pub(super) fn may_publish(ctx: &mut Context, loaded: &OpenFile) -> Result<(), CliError> {
    loaded.may_send()?;
    if loaded.unsent().is_some() {
        ctx.desk()?.may_sign()??;
    }
    Ok(())
}

/// Returns the next step for a game that can't continue in this vault. Returns `None` if the game
/// can continue, or if there is no such step.
pub(super) fn how_to_unlock(ctx: &Context, loaded: &OpenFile) -> Option<Next> {
    let (_, advice) = words::forbidden(&lock(ctx, loaded)?, |_| String::new());
    unlock(advice?)
}

fn words(ctx: &Context, loaded: &OpenFile, public: bool, notice: &desk::Notice) -> Notice {
    let zone = ctx.around.zone;
    let (date, day) = (|moment| zone.date_with_year(moment), |moment| zone.date_only(moment));
    let reader = Reader { public, now: ctx.now(), date: &date, day: &day };
    let NoticeText { label, mut text, advice } = words::notice(loaded, notice, &reader);
    let name = loaded.name();
    let next = advice.and_then(|advice| match advice {
        Advice::CheckFiles => {
            Some(Next::command(format!("pbem verify {name}")).why("check all files"))
        }
        Advice::CheckClaim => {
            Some(Next::command(format!("pbem verify {name}")).why("check the claim"))
        }
        Advice::CompareKey(seat) => Some(Next::command(format!(
            "pbem contact show {}",
            loaded.game.standing.names.of(seat)
        ))),
        Advice::MoveFirst => {
            Some(Next::command(format!("pbem show {name}")).why("then move, and mail the file"))
        }
        Advice::Cancel(what) => {
            let command = match what {
                Waiting::Offer => "offer",
                Waiting::Resignation => "resign",
            };
            text.pop();
            text.extend([" (to cancel: pbem ", command, " ", &name, " --cancel)."]);
            None
        }
        Advice::PlayElsewhere | Advice::ReceiveOrNeverJoined | Advice::ReceiveOrNothingSince => {
            unlock(advice)
        }
    });
    let is_change = matches!(
        notice,
        desk::Notice::Replaced(_)
            | desk::Notice::OtherPerson(_)
            | desk::Notice::MadeElsewhere { .. }
    );
    Notice { label, text, next, is_change }
}

/// Whether the player to move has missed the deadline.
pub(super) fn is_late(loaded: &OpenFile, now: Moment) -> bool {
    loaded.late(now).is_some()
}

/// Returns the seconds left for the player to move; negative after the deadline.
pub(super) fn seconds_left(loaded: &OpenFile, now: Moment) -> Option<i64> {
    loaded.deadline().map(|deadline| (deadline - now).num_seconds())
}

/// Returns the claim that decided the game, as JSON; `None` if there is none.
pub(super) fn claim_json(loaded: &OpenFile) -> Option<ClaimJson> {
    let names = &loaded.game.standing.names;
    let claim = loaded.claim()?;
    let [by, against] = [claim.by, claim.against].map(|seat| names.of(seat).to_owned());
    Some(ClaimJson { by, against, since: stamp(claim.sent) })
}

/// A claim as JSON.
#[derive(Debug, Serialize)]
pub(super) struct ClaimJson {
    by: String,
    against: String,
    since: String,
}
