//! A table in characters: the first line, the boards, what is known, asked and next.

use pbem::render;
use pbem::rules::{Names, Outcome};
use pbem::table::{Expects, Keys, View};

use super::told::{agreed, asked, breach, pressing, told};
use super::{Format, next_steps, over};
use crate::cli::context::Context;
use crate::cli::game_file::GameFile;
use crate::cli::notices::{is_late, lock, notices};
use crate::cli::report::{Report, SCREEN};
use crate::cli::sign::list;
use crate::cli::when::days;

/// Whose move it is, in capitals, for the first line.
fn call_to_act(ctx: &Context, laid: &GameFile, keys: Option<&Keys>, view: &View) -> String {
    let standing = &laid.game.standing;
    let mine = keys.is_some_and(|keys| standing.due == Some(keys.seat));
    match (standing.due, view.expects) {
        (None, _) => "GAME OVER".to_owned(),
        (Some(_), _) if mine && lock(ctx, laid).is_some() => "LOCKED".to_owned(),
        (Some(_), Expects::Move | Expects::Join) if mine => "YOUR MOVE".to_owned(),
        (Some(_), Expects::Reveal) if mine => "SHOW YOUR SETUP".to_owned(),
        (Some(_), _) if mine && standing.rolls => "YOUR FILE".to_owned(),
        (Some(_), _) if mine => "YOUR ANSWER".to_owned(),
        (Some(due), _) => format!("waiting for {}", standing.names.of(due)),
    }
}

/// `, 9 days left`: how long one has still oneself.
fn time_left(ctx: &Context, laid: &GameFile, keys: Option<&Keys>) -> Option<String> {
    let standing = &laid.game.standing;
    let deadline = standing.deadline.filter(|_| standing.due == keys.map(|keys| keys.seat))?;
    let still = deadline - ctx.now();
    let late = is_late(standing, ctx.now());
    Some(if late { ", LATE".to_owned() } else { format!(", {} left", days(still)) })
}

pub(super) fn head(ctx: &Context, laid: &GameFile, keys: Option<&Keys>, view: &View) -> String {
    let standing = &laid.game.standing;
    let file = laid.file_name();
    let name = laid.name();
    let called = if name == file { name } else { format!("{name} ({file})") };
    let mut turn = format!("turn {}", standing.turns());
    if !view.scene.heading.is_empty() {
        turn = format!("{turn}, {}", standing.names.fill(&view.scene.heading));
    }
    let mut parts =
        [standing.kind.title().to_owned(), called, turn, call_to_act(ctx, laid, keys, view)];
    let taken: usize = parts.iter().map(|part| part.chars().count()).sum();
    let left = time_left(ctx, laid, keys).filter(|left| taken + left.len() + 9 <= SCREEN);
    let taken = taken + left.as_ref().map_or(0, String::len);
    parts[3].extend(left);
    let gap = " ".repeat(SCREEN.saturating_sub(taken).checked_div(3).unwrap_or(3).clamp(3, 8));
    parts.join(&gap)
}

/// How a table is told.
#[derive(Clone, Copy, Default)]
pub(super) struct How {
    pub format: Format,
    /// as it was after this turn
    pub turn: Option<u32>,
    /// without what is known and what has been
    pub short: bool,
}

/// The table; if all of it is higher than the screen, so that the board would be seen no more, the
/// short one.
pub(super) fn text_that_fits(
    ctx: &mut Context,
    report: &mut Report,
    laid: &GameFile,
    keys: Option<&Keys>,
    view: &View,
    since: u32,
    how: How,
) {
    let mut whole = report.clone();
    text(ctx, &mut whole, laid, keys, view, since, how);
    let lines = ctx.around.screen.filter(|_| ctx.around.interactive).map(|(_, lines)| lines);
    // The prompt takes a line, too.
    if lines.is_none_or(|lines| whole.to_text().lines().count() < lines) {
        *report = whole;
        return;
    }
    text(ctx, report, laid, keys, view, since, How { short: true, ..how });
    report.then(format!("pbem show {} --full      with all that is known", laid.name()));
}

pub(super) fn text(
    ctx: &mut Context,
    report: &mut Report,
    laid: &GameFile,
    keys: Option<&Keys>,
    view: &View,
    since: u32,
    how: How,
) {
    let standing = &laid.game.standing;
    let names = &standing.names;
    let look = ctx.look();
    report.line(render::wrap(&head(ctx, laid, keys, view), look.width, ""));
    if how.format == Format::List {
        report.line(render::list(&view.scene, names, look).trim_end());
    } else {
        report.line("");
        report.line(render::text(&view.scene, names, look).trim_end());
        report.line("");
        if !how.short && !view.scene.facts.is_empty() {
            report.line(render::rows(&view.scene.facts, names, look).trim_end());
            report.line("");
        }
    }
    let mut rows = if how.short { Vec::new() } else { told(ctx, laid, keys, since) };
    rows.extend(asked(laid, keys, view));
    if !how.short {
        let may = view.scene.may.iter().enumerate();
        let may = may.map(|(at, line)| (if at == 0 { "You may" } else { "" }, line));
        rows.extend(may.map(|(label, line)| (label.to_owned(), line.clone())));
    }
    rows.extend(pressing(ctx, laid, keys));
    if !how.short {
        rows.extend(agreed(standing, keys));
    }
    if !rows.is_empty() {
        report.line(render::rows(&rows, names, look).trim_end());
    }
    if let (None, Some(outcome)) = (standing.due, &standing.outcome) {
        report.line(render::wrap(&came_out(outcome, names), look.width, ""));
    }
    if let Some(breach) = breach(laid) {
        report.line(render::wrap(&breach, look.width, ""));
    }
    if how.turn.is_some() {
        report.then(format!("pbem show {}      as it is now", laid.name()));
        return;
    }
    let locked = keys.is_some() && lock(ctx, laid).is_some();
    report.next = match standing.due {
        None => over(ctx, laid),
        Some(_) if locked => Vec::new(),
        Some(_) => next_steps(laid, keys, view),
    };
    report
        .next
        .extend(notices(ctx, laid, keys.is_none()).into_iter().filter_map(|notice| notice.next));
}

fn came_out(outcome: &Outcome, names: &Names) -> String {
    let winners: Vec<String> =
        outcome.winners.iter().map(|seat| names.of(*seat).to_owned()).collect();
    let who = match winners.as_slice() {
        [] => "nobody wins".to_owned(),
        winners => format!("{} wins", list(winners)),
    };
    format!("{who}: {}.", names.fill(&outcome.reason))
}
