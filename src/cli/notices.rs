//! What hangs over a game beside its moves. `status`, `show`, `log`, `receive` and `send` all say it in the words that are made here.

use serde_json::{Value, json};

use super::context::Context;
use super::desk::Desk;
use super::when::{ago, stamp};
use crate::audit::{StandingClaim, standing_claim};
use crate::table::Session;
use crate::turnfile::Moment;

/// Something that a player must know of his game.
#[derive(Clone, PartialEq, Eq, Debug)]
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
    [late(ctx, desk, public), claimed(desk, public)].into_iter().flatten().collect()
}

/// Has the deadline of whoever is due passed?
pub(super) fn is_late(session: &dyn Session, now: Moment) -> bool {
    session.deadline().is_some_and(|deadline| now >= deadline)
}

fn late(ctx: &Context, desk: &Desk, public: bool) -> Option<Notice> {
    let session = desk.session.as_ref();
    let (deadline, due) = (session.deadline()?, session.due()?);
    let who = session.names().of(due);
    let whose = if desk.is_own(who) && !public { "Your".to_owned() } else { format!("{who}'s") };
    let text = format!("{whose} deadline passed {}.", ago(ctx.now() - deadline));
    is_late(session, ctx.now()).then_some(Notice { label: "Late", text, next: None })
}

/// The claim that stands in the newest file.
pub(super) fn claim(desk: &Desk) -> Option<StandingClaim> {
    standing_claim(&desk.file, desk.session.as_ref())
}

fn claimed(desk: &Desk, public: bool) -> Option<Notice> {
    let claim = claim(desk)?;
    let names = desk.session.names();
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
    let names = desk.session.names();
    claim(desk)
        .map_or(Value::Null, |claim| json!({"by": names.of(claim.by), "against": names.of(claim.against), "since": stamp(claim.sent)}))
}
