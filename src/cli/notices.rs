//! What hangs over a game beside its moves. `status`, `show`, `log`, `receive` and `send` all say
//! it in the words that are made here.

use pbem::audit::{StandingClaim, standing_claim};
use pbem::table::Standing;
use pbem::turnfile::Moment;
use serde_json::{Value, json};

use super::context::Context;
use super::desk::Desk;
use super::when::{ago, stamp};
use crate::vault::Reason;

/// The label of what keeps a game from being played on here.
pub(super) const LOCKED: &str = "Locked";
/// The label of a deadline that has passed.
pub(super) const LATE: &str = "Late";

/// Something that a player must know of his game.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Notice {
    /// what it is, in a word
    pub label: &'static str,
    /// the whole of it, in sentences
    pub text: String,
    /// what to do about it, beside what the game asks
    pub next: Option<String>,
}

/// Everything that hangs over a game. For the `public` nobody is "you".
pub(super) fn notices(ctx: &Context, desk: &Desk, public: bool) -> Vec<Notice> {
    let private = [locked(ctx, desk), forked(desk)].into_iter().flatten().filter(|_| !public);
    private.chain(late(ctx, desk, public)).chain(claimed(desk, public)).collect()
}

/// Why no turn of a running game can be made here, whoever is due.
pub(super) fn lock(ctx: &Context, desk: &Desk) -> Option<Reason> {
    desk.game.standing.due?;
    let restored = desk.records.first()?.is_restored();
    ctx.may_sign().err().or(restored.then_some(Reason::Restored))
}

fn locked(ctx: &Context, desk: &Desk) -> Option<Notice> {
    let reason = lock(ctx, desk)?;
    Some(Notice {
        label: LOCKED,
        text: format!("No turn can be made here: {reason}."),
        next: reason.hint(),
    })
}

fn forked(desk: &Desk) -> Option<Notice> {
    let kept = desk.records.iter().find_map(|record| record.evidence().first())?;
    let who = &desk.game.file.turns.get((kept.number as usize).checked_sub(1)?)?.seat;
    let who = if desk.is_own(who) { "You have".to_owned() } else { format!("{who} has") };
    let text = format!(
        "{who} signed two different turns {}. The vault keeps both, as evidence.",
        kept.number
    );
    Some(Notice {
        label: "Fork",
        text,
        next: Some(format!("pbem verify {}      proves the fork", desk.name())),
    })
}

/// Has the deadline of whoever is due passed?
pub(super) fn is_late(standing: &Standing, now: Moment) -> bool {
    standing.deadline.is_some_and(|deadline| now >= deadline)
}

fn late(ctx: &Context, desk: &Desk, public: bool) -> Option<Notice> {
    let standing = &desk.game.standing;
    let (deadline, who) = (standing.deadline?, standing.due_name()?);
    let whose = if desk.is_own(who) && !public { "Your".to_owned() } else { format!("{who}'s") };
    let text = format!("{whose} deadline passed {}.", ago(ctx.now() - deadline));
    is_late(standing, ctx.now()).then_some(Notice { label: LATE, text, next: None })
}

/// The claim that stands in the newest file.
pub(super) fn claim(desk: &Desk) -> Option<StandingClaim> {
    standing_claim(&desk.game.file, &desk.game.standing)
}

fn claimed(desk: &Desk, public: bool) -> Option<Notice> {
    let claim = claim(desk)?;
    let names = &desk.game.standing.names;
    let own = |seat| desk.is_own(names.of(seat)) && !public;
    let next = if own(claim.against) {
        "any turn of yours takes the claim away, and the game goes on".to_owned()
    } else {
        format!("pbem verify {}      says: forfeit, until a later turn comes", desk.file_name())
    };
    Some(Notice { label: "Claimed", text: claim.words(names, own), next: Some(next) })
}

/// The claim for programs; `null` if none stands.
pub(super) fn claim_json(desk: &Desk) -> Value {
    let names = &desk.game.standing.names;
    claim(desk).map_or(Value::Null, |claim| {
        json!({
            "by": names.of(claim.by), "against": names.of(claim.against),
            "since": stamp(claim.sent),
        })
    })
}
