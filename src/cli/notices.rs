//! Notices about a game: deadlines, unsent turns, claims. `status`, `show`, `log`, `receive` and
//! `send` share their wording.

use pbem::desk::{self, Forbidden, Waiting};
use pbem::rules::Seat;
use pbem::table::{Differs, Standing, StandingClaim};
use pbem::turnfile::Moment;
use serde_json::{Value, json};

use super::context::Context;
use super::failure::{reason_hint, reason_words};
use super::game_file::OpenFile;
use crate::cli::time::{ago, stamp};

/// Label of a problem that blocks a game.
pub(super) const LOCKED: &str = "Locked";
/// Label of a missed deadline.
pub(super) const LATE: &str = "Late";

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
    pub next: Option<String>,
}

/// All notices of a game. With `public`, no player is "you".
pub(super) fn notices(ctx: &Context, loaded: &OpenFile, public: bool) -> Vec<Notice> {
    // The desk that loaded the game can be read.
    let notices = ctx.opened().and_then(|desk| desk.notices(loaded, public, ctx.now()).ok());
    let words = |notice| words(ctx, loaded, public, notice);
    let unmailed = unmailed(ctx, loaded).filter(|_| !public).map(|number| Notice {
        label: UNMAILED,
        text: format!("You haven't mailed turn {number} yet."),
        next: Some(format!("pbem send {}", loaded.name())),
    });
    notices.unwrap_or_default().into_iter().map(words).chain(unmailed).collect()
}

/// The user's last turn, if it hasn't been mailed although `pbem` could mail it.
pub(super) fn unmailed(ctx: &Context, loaded: &OpenFile) -> Option<u32> {
    let config = ctx.opened()?.config().ok()?;
    loaded.unmailed().filter(|_| config.has_way_out())
}

/// Your last turn, if you mail by hand and it is another player's turn: only you know whether you
/// have sent it.
pub(super) fn maybe_unsent(ctx: &Context, loaded: &OpenFile) -> Option<u32> {
    let config = ctx.opened()?.config().ok()?;
    let waits =
        loaded.game.standing.due.is_some() && !loaded.is_mine() && lock(ctx, loaded).is_none();
    loaded.unmailed().filter(|_| waits && !config.has_way_out())
}

/// The reminder of turns that may not have been sent; nothing if there are none.
pub(super) fn unsent_words(turns: &[(String, u32)]) -> Option<String> {
    let (first, _) = turns.first()?;
    let named = |(game, number): &(String, u32)| format!("turn {number} of {game}");
    let list = super::turn_words::list(&turns.iter().map(named).collect::<Vec<_>>());
    let it = if turns.len() == 1 { "it" } else { "them one by one" };
    Some(format!("Have you mailed {list}? Then confirm {it}:  pbem send {first} --done"))
}

/// Why a running game can't continue in this vault, no matter whose turn it is.
pub(super) fn lock(ctx: &Context, loaded: &OpenFile) -> Option<Forbidden> {
    ctx.opened()?.lock(loaded).ok()?
}

fn words(ctx: &Context, loaded: &OpenFile, public: bool, notice: desk::Notice) -> Notice {
    let names = &loaded.game.standing.names;
    let own = |name: &str| loaded.is_own(name) && !public;
    match notice {
        desk::Notice::Locked(reason) => Notice {
            label: LOCKED,
            text: format!("You can't make a turn here: {}.", reason_words(&reason)),
            next: reason_hint(&reason).map(str::to_owned),
        },
        desk::Notice::Replaced(differs) => replaced(loaded, differs, own),
        desk::Notice::Crossed { .. } | desk::Notice::TwoWins | desk::Notice::Proved { .. } => {
            several_files(loaded, &notice)
        }
        desk::Notice::OtherPerson(seat) => {
            let who = names.of(seat);
            let text = format!(
                "{who} has a different key in this file than before. The other players have \
                    accepted it, so your vault accepts it too. Compare {who}'s safety number."
            );
            let next = Some(format!("pbem contact show {who}"));
            Notice { label: "Changed", text, next }
        }
        desk::Notice::MadeElsewhere { turn } => {
            let text = format!(
                "Turn {turn} has your signature, but this vault didn't make it. Another copy of \
                    your vault is in use, or this one was restored. Use only one of them."
            );
            Notice { label: "Elsewhere", text, next: None }
        }
        desk::Notice::Late { who, since } => late(ctx, loaded, who, since, public, own),
        desk::Notice::Claimed(claim) => {
            let own = |seat| own(names.of(seat));
            let date = |moment| ctx.around.zone.date_with_year(moment);
            let next = format!("pbem verify {}      check the claim", loaded.name());
            Notice { label: "Claimed", text: claim.words(names, own, date), next: Some(next) }
        }
        desk::Notice::ClaimHeld(claim) => held_claim(ctx, loaded, &claim, own),
        desk::Notice::Waits(what) => waiting(loaded, what),
        desk::Notice::Ahead { at } => {
            Notice { label: "Plan", text: loaded.plan_words(at), next: None }
        }
    }
}

/// A notice about several files of the game, which the vault stores.
fn several_files(loaded: &OpenFile, notice: &desk::Notice) -> Notice {
    let check = |what: &str| Some(format!("pbem verify {}      {what}", loaded.name()));
    match notice {
        desk::Notice::Crossed { turn } => Notice {
            label: "Crossed",
            text: format!(
                "Turn {turn} and a claim against it crossed in the mail. By their dates, both are \
                    valid, so the game is over and no one wins."
            ),
            next: check("check both files"),
        },
        desk::Notice::Proved { turn, who } => Notice {
            label: "Breach",
            text: format!(
                "Another file of this game, saved in your vault, proves that {} broke the rules \
                    in turn {turn}. You can continue with this one.",
                loaded.game.standing.names.of(*who)
            ),
            next: check("check both files"),
        },
        _ => Notice {
            label: "Void",
            text: "Different files of this game give a win to different players. No file shows \
                which win came first, so the game is void."
                .to_owned(),
            next: check("check all files"),
        },
    }
}

/// The notice for a missed deadline.
fn late(
    ctx: &Context,
    loaded: &OpenFile,
    who: Seat,
    since: Moment,
    public: bool,
    own: impl Fn(&str) -> bool,
) -> Notice {
    let names = &loaded.game.standing.names;
    let who = names.of(who);
    let whose = if own(who) { "Your".to_owned() } else { format!("{who}'s") };
    let mut text = format!("{whose} deadline passed {}.", ago(ctx.now() - since));
    let standing = &loaded.game.standing;
    if !public && standing.claimants.iter().any(|seat| own(names.of(*seat))) {
        text += if loaded.game.file.game.arbiter.is_some() && loaded.ruling().is_none() {
            " You can claim when the arbiter has ruled that the time is up."
        } else if standing.strikes_out {
            " You can remove that caller; the other players continue."
        } else {
            " You can claim the game, which ends it and reveals your setup."
        };
    }
    Notice { label: LATE, text, next: None }
}

/// The notice that a different version of a turn counts now.
fn replaced(
    loaded: &OpenFile,
    Differs { turn, seat }: Differs,
    own: impl Fn(&str) -> bool,
) -> Notice {
    let names = &loaded.game.standing.names;
    let who = names.of(seat);
    let text = if let Some(claim) = loaded.claim() {
        let whose = if own(who) { "Your".to_owned() } else { format!("{who}'s") };
        let by = names.of(claim.by);
        if claim.ruled.is_some() {
            let text = format!(
                "The arbiter ruled that turn {turn} by {} was too late, so {by}'s claim counts \
                    instead.",
                if own(who) { "you" } else { who }
            );
            return Notice { label: "Changed", text, next: None };
        }
        format!("{whose} turn {turn} was sent after the deadline, so {by}'s claim counts instead.")
    } else if own(who) {
        format!(
            "Your opponent answered a different version of your turn {turn}. That version counts; \
                continue from there."
        )
    } else {
        format!(
            "{who} has signed two versions of turn {turn}. This one counts; continue from there. \
                It isn't treated as cheating."
        )
    };
    Notice { label: "Changed", text, next: None }
}

/// The notice about an action planned for the user's next turn.
fn waiting(loaded: &OpenFile, what: Waiting) -> Notice {
    let (goes, command) = match what {
        Waiting::Offer => ("You offer a draw", "offer"),
        Waiting::Resignation => ("You resign", "resign"),
    };
    let back = format!("pbem {command} {} --cancel", loaded.name());
    let text = format!("{goes} with your next turn. To cancel: {back}");
    Notice { label: "Waits", text, next: None }
}

/// The notice for a claim before the deadline.
fn held_claim(
    ctx: &Context,
    loaded: &OpenFile,
    claim: &StandingClaim,
    own: impl Fn(&str) -> bool,
) -> Notice {
    let names = &loaded.game.standing.names;
    let (by, against) = (names.of(claim.by), names.of(claim.against));
    let date = ctx.around.zone.date_with_year(claim.sent);
    let (text, next) = if own(against) {
        let text = format!(
            "{by} claims that you missed the deadline on {date}. According to your clock you \
                haven't, so pbem ignored the claim. Move now: your turn takes precedence."
        );
        (text, Some(format!("pbem show {}      then make your turn, and mail it", loaded.name())))
    } else {
        let text = format!(
            "{by} claims that {against} missed the deadline on {date}. According to your clock \
                that is in the future, so pbem ignored the claim."
        );
        (text, None)
    };
    Notice { label: "Claim", text, next }
}

/// Whether the player to move has missed the deadline.
pub(super) fn is_late(standing: &Standing, now: Moment) -> bool {
    desk::late(standing, now).is_some()
}

/// Seconds left for the player to move; negative after the deadline.
pub(super) fn seconds_left(standing: &Standing, now: Moment) -> Option<i64> {
    standing.deadline.map(|deadline| (deadline - now).num_seconds())
}

/// The claim as JSON; `null` if there is none.
pub(super) fn claim_json(loaded: &OpenFile) -> Value {
    let names = &loaded.game.standing.names;
    loaded.claim().map_or(Value::Null, |claim| {
        json!({
            "by": names.of(claim.by), "against": names.of(claim.against),
            "since": stamp(claim.sent),
        })
    })
}
