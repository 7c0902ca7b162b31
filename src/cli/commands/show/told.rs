//! What is said beside the boards: what happened, what is asked, what presses.

use crate::cli::context::Context;
use crate::cli::desk::Desk;
use crate::cli::notices::{is_late, notices};
use crate::cli::when::{ago, days};
use crate::table::{Expects, Private, Session, TurnNews, View};

/// What somebody has proved to have done.
pub(super) fn breach(desk: &Desk) -> Option<String> {
    let message = desk.session.names().fill(&desk.breach.as_ref()?.message);
    Some(format!("{message}. That is proved, and has ended the game."))
}

/// The news, as many as have room.
pub(super) fn newest(desk: &Desk, private: Option<&Private>, since: u32) -> Vec<TurnNews> {
    let mut news = desk.session.news(since);
    news.split_off(news.len().saturating_sub(if private.is_some() { 12 } else { 6 }))
}

/// What happened, and then what was written to it, so that no news can be taken for a part of a
/// note: labels and texts.
pub(super) fn told(
    ctx: &Context,
    desk: &Desk,
    private: Option<&Private>,
    since: u32,
) -> Vec<(String, String)> {
    let session = desk.session.as_ref();
    let names = session.names();
    let (mut rows, mut notes) = (Vec::new(), Vec::new());
    let label = if private.is_some() && since > 0 { "Since your last file" } else { "So far" };
    for told in newest(desk, private, since) {
        let when = ago(ctx.now() - told.sent);
        for (at, line) in told.lines.iter().enumerate() {
            let last = at + 1 == told.lines.len();
            let line =
                if last { format!("{line} (turn {}, {when})", told.number) } else { line.clone() };
            let label = if rows.is_empty() { label.to_owned() } else { String::new() };
            rows.push((label, line));
        }
        if let Some(note) = &told.note {
            notes.push((format!("{} writes", names.of(told.seat)), note.clone()));
        }
    }
    rows.extend(notes);
    rows
}

/// What is asked, what will happen, what is offered: labels and texts.
pub(super) fn asked(desk: &Desk, private: Option<&Private>, view: &View) -> Vec<(String, String)> {
    let session = desk.session.as_ref();
    let mut rows = Vec::new();
    for (at, (question, answer)) in view.answers.iter().enumerate() {
        let because = view
            .because
            .as_ref()
            .filter(|_| at == 0)
            .map(|because| format!(" ({because})"))
            .unwrap_or_default();
        rows.push((
            "You are asked".to_owned(),
            format!("{question}. Your answer: {answer}{because}. pbem gives it."),
        ));
    }
    if session.draws()
        && view.expects == Expects::Answer
        && private.is_some_and(|private| session.due() == Some(private.seat))
    {
        rows.push(("You are asked".to_owned(), "nothing; your file draws the lot.".to_owned()));
    }
    for (at, line) in view.ahead.iter().enumerate() {
        rows.push((
            if at == 0 { "In your next file".to_owned() } else { String::new() },
            line.clone(),
        ));
    }
    for (at, line) in view.bad_boxes.iter().enumerate() {
        rows.push((
            if at == 0 { "For your eyes:".to_owned() } else { String::new() },
            line.clone(),
        ));
    }
    if view.answers.is_empty()
        && private.is_none()
        && let (Some(question), Some(due)) = (session.question(), session.due())
    {
        rows.push((format!("{} is asked", session.names().of(due)), question));
    }
    if let (Some(by), Some(private)) = (session.offer(), private)
        && by != private.seat
    {
        rows.push(("Offered".to_owned(), format!("{by} offers a draw. Moving declines it.")));
    }
    rows
}

/// What hangs over the game, and a word on the deadline once half of it has passed.
pub(super) fn pressing(
    ctx: &Context,
    desk: &Desk,
    private: Option<&Private>,
) -> Vec<(String, String)> {
    let notices = notices(ctx, desk, private.is_none())
        .into_iter()
        .map(|notice| (notice.label.to_owned(), notice.text));
    near(ctx, desk.session.as_ref()).into_iter().chain(notices).collect()
}

fn near(ctx: &Context, session: &dyn Session) -> Option<(String, String)> {
    let (deadline, due) = (session.deadline()?, session.due()?);
    let (passed, left) = (ctx.now() - session.last_sent(), deadline - ctx.now());
    let near = passed > left && !is_late(session, ctx.now());
    near.then(|| {
        ("Deadline".to_owned(), format!("{} left for {}", days(left), session.names().of(due)))
    })
}
