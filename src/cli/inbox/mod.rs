//! The inbox: the player to move in each of the user's games. Used by `pbem status`, by `pbem`
//! without arguments, and by all commands that need to know which games wait for a move.

mod first_steps;
mod line;
mod rows;
mod unreadable;

use std::collections::BTreeMap;

use chrono::TimeDelta;
use pbem::audit::plural;
use pbem::desk::GameHead;
use pbem::turnfile::Moment;
use serde::Serialize;
use serde_json::json;

use self::first_steps::{no_games, nothing_due, tell_arbiter};
use crate::cli::context::Context;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::game_file::OpenFile;
use crate::cli::invitations::list::{Invitation, InvitationJson, invitations};
use crate::cli::next::Next;
use crate::cli::notices::{self, LATE, LOCKED, Notice, UNMAILED, UNREAD};
use crate::cli::report::{Report, object};
use crate::cli::turn_words::{exit_code, list};
use crate::cli::unread_mail::{Unread, unread};
pub(crate) use line::Group;
use line::{Line, Order};
pub(crate) use rows::{Row, aligned};
use unreadable::{Unreadable, unreadable};
pub(crate) use unreadable::{unreadable_games, unreadable_record};

/// Time that a finished game stays in the list.
const LISTED: TimeDelta = TimeDelta::days(30);

/// Reports these games in detail.
pub(crate) fn at_length(ctx: &mut Context, words: &[String]) -> Result<Report, CliError> {
    let mut report = Report::default();
    let mut entries = Vec::new();
    let unread = unread(ctx, &[])?;
    for word in words {
        let mut loaded = OpenFile::open(ctx, word)?;
        let mut line = Line::of(ctx, &mut loaded);
        line.compare_with_mail(&unread);
        loaded.keep_if_possible(ctx);
        report.exit = report.exit.max(exit_code(&loaded));
        line.at_length(ctx, &loaded, &mut report);
        entries.push(line);
    }
    report.json = json!({"schema": "pbem-inbox/1", "games": entries});
    Ok(report)
}

/// Returns the inbox, or the suggestions for an empty vault if there are no games. With `all`, the
/// inbox includes games that ended long ago.
pub(crate) fn inbox(ctx: &mut Context, all: bool) -> Result<Report, CliError> {
    let unread = look_for_mail(ctx)?;
    list_games(ctx, all, Some(unread))
}

/// Returns the inbox right after pbem has read the mail, so without looking for unread mail.
pub(crate) fn inbox_after_mail(ctx: &mut Context) -> Result<Report, CliError> {
    list_games(ctx, false, None)
}

fn look_for_mail(ctx: &mut Context) -> Result<Unread, CliError> {
    let invitations = invitations(ctx)?;
    unread(ctx, &invitations)
}

/// Returns the games to list: games in progress, and games that ended recently. Leaves out
/// withdrawn invitations.
fn listed(heads: Vec<GameHead>, now: Moment) -> Vec<GameHead> {
    let is_old = |head: &GameHead| head.ended.is_some_and(|ended| now - ended > LISTED);
    heads.into_iter().filter(|head| !head.withdrawn && !is_old(head)).collect()
}

/// Lists the games. `new_mail` is the unread mail, if pbem has just looked for it.
fn list_games(ctx: &mut Context, all: bool, new_mail: Option<Unread>) -> Result<Report, CliError> {
    let (mut heads, faults) = ctx.desk()?.heads()?;
    heads.dedup_by(|one, other| one.name == other.name);
    heads.retain(|head| all || !head.withdrawn);
    let known = heads.len();
    let heads = if all { heads } else { listed(heads, ctx.now()) };
    let older = known - heads.len();
    let invitations = invitations(ctx)?;
    let has_mail = new_mail.as_ref().is_some_and(|unread| unread.words().is_some());
    let is_empty = invitations.is_empty() && !has_mail;
    let mut unreadable = unreadable(ctx, faults)?;
    if known == 0 && unreadable.is_empty() && is_empty {
        return no_games(ctx);
    }
    let mut report = Report::default();
    let mut lines = lines(ctx, &heads, &mut unreadable);
    report.warnings.extend(unreadable.iter().map(Unreadable::warning));
    if let Some(unread) = &new_mail {
        for line in &mut lines {
            line.compare_with_mail(unread);
        }
    }
    let unread = new_mail.unwrap_or_default();
    // If every game has been undone, the vault still has records of games, but there is nothing to
    // list.
    if lines.is_empty() && older == 0 && is_empty && report.warnings.is_empty() {
        return no_games(ctx);
    }
    let now = ctx.around.zone.day(ctx.now());
    let width = ctx.look().width;
    let room = width.saturating_sub("Your games".len());
    report.line(format!("Your games{now:>room$}"));
    tell_games(&lines, width, &mut report);
    tell_older(older, &mut report);
    tell_invitations(ctx, &invitations, &mut report);
    report.line("");
    tell_arbiter(ctx, &mut report)?;
    tell_mail(&unread, &lines, &mut report);
    tell_notices(&lines, &mut report);
    let first =
        lines.iter().filter(|line| line.group == Group::Mine).min_by_key(|line| line.order());
    match first {
        // If there are unread turns, `pbem turn` is already suggested, because it also reads the
        // mail.
        Some(first) if first.mine && !unread.has_turns() => {
            report.then(Next::command("pbem turn").why(format!("your move in {}", first.name)));
        }
        Some(first) if first.mine => {}
        Some(first) => report.then(first.next()),
        // The next move may be in a game that pbem can't read.
        None if !unreadable.is_empty() => {}
        None if report.next.is_empty() && invitations.is_empty() => {
            let waits = lines.iter().any(|line| line.group == Group::Theirs);
            nothing_due(&mut report, waits);
        }
        None if ctx.desk()?.may_sign()?.is_ok() => {
            report.next.extend(shortest_join(&invitations));
        }
        None => {}
    }
    let invitations = invitations.iter().map(Invitation::to_json).collect();
    let inbox = InboxJson { games: lines, invitations, older, unread, unreadable };
    report.json = object("pbem-inbox/1", &inbox);
    Ok(report)
}

/// The inbox as JSON.
#[derive(Serialize)]
struct InboxJson<'a> {
    games: Vec<Line>,
    invitations: Vec<InvitationJson<'a>>,
    /// Number of older games that aren't listed.
    older: usize,
    unread: Unread,
    unreadable: Vec<Unreadable>,
}

/// Reports how many finished games are not in the list.
fn tell_older(older: usize, report: &mut Report) {
    if older > 0 {
        report.line("");
        let games = plural(older, "game");
        report.line(format!("OVER for more than 30 days: {games}, see  pbem status --all"));
    }
}

/// Returns a line for each game. Adds the games that can't be read to `unreadable`.
fn lines(ctx: &mut Context, heads: &[GameHead], unreadable: &mut Vec<Unreadable>) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for head in heads {
        if lines.iter().any(|line| line.name == head.name) {
            continue;
        }
        match OpenFile::of(ctx, head.clone()) {
            Ok(mut loaded) => {
                lines.push(Line::of(ctx, &mut loaded));
                loaded.keep_if_possible(ctx);
            }
            // The game was undone: skip it.
            Err(failure) if failure.kind == CliErrorKind::TakenBack => {}
            Err(failure) => {
                unreadable.push(Unreadable::damaged(Some(head.name.clone()), failure));
            }
        }
    }
    lines
}

/// A game in a list of games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// The section: `YOUR MOVE`.
    pub group: &'static str,
    pub row: Row,
    /// Notices that the row doesn't include.
    pub notices: Vec<String>,
}

/// The section of the games in which it is the user's move.
pub(crate) const MINE: &str = "YOUR MOVE";

/// Returns all games, by section and with the least time left first, and a warning for each
/// unreadable game.
#[cfg(feature = "tui")]
pub(crate) fn entries(ctx: &mut Context) -> Result<(Vec<Entry>, Vec<String>), CliError> {
    let (heads, faults) = ctx.desk()?.heads()?;
    let mut unreadable = unreadable(ctx, faults)?;
    let heads = listed(heads, ctx.now());
    let lines = lines(ctx, &heads, &mut unreadable);
    Ok((in_groups(&lines), unreadable.iter().map(Unreadable::warning).collect()))
}

/// A game in which it is the user's move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Due {
    pub name: String,
    pub turns: u32,
    /// The seat to move: the user's seat, or the seat of a bot whose turn a crash has interrupted.
    pub seat: String,
    pub seconds_left: Option<i64>,
    pub days_per_turn: u32,
    /// Whether the deadline is near.
    pub hurries: bool,
    order: Order,
}

/// Returns for each game its name, the section that says whose move it is, and what `look` returns
/// for it. Leaves out games that can't be read.
pub(crate) fn games<T>(
    ctx: &mut Context,
    look: impl Fn(&mut Context, &OpenFile) -> T,
) -> Result<Vec<(String, Group, T)>, CliError> {
    let mut heads = ctx.desk()?.heads()?.0;
    heads.retain(|head| !head.withdrawn);
    heads.dedup_by(|one, other| one.name == other.name);
    // Drop the warnings about these games: they appear again when the user opens a game.
    let before = ctx.take_warnings();
    let mut games = Vec::new();
    for head in heads {
        let Ok(mut game) = OpenFile::of(ctx, head) else { continue };
        game.keep_if_possible(ctx);
        games.push((game.name(), line::group_of(ctx, &game), look(ctx, &game)));
    }
    ctx.take_warnings();
    for warning in before {
        ctx.warn(warning);
    }
    Ok(games)
}

/// Returns the games in which it is the user's move, the least time left first.
pub(crate) fn due(ctx: &mut Context) -> Result<Vec<Due>, CliError> {
    let mut heads = ctx.desk()?.heads()?.0;
    heads.retain(GameHead::is_running);
    Ok(due_in(ctx, &heads, Vec::new()))
}

/// Updates the list of [`due`] games after a turn in `game`, the only game that has changed.
pub(crate) fn due_after(
    ctx: &mut Context,
    mut due: Vec<Due>,
    game: &str,
) -> Result<Vec<Due>, CliError> {
    let mut heads = ctx.desk()?.heads()?.0;
    heads.retain(|head| head.name == game);
    due.retain(|due| due.name != game);
    Ok(due_in(ctx, &heads, due))
}

/// Reports why games that wait for the user's move can't continue in this vault. Returns whether
/// there are any such games.
pub(crate) fn tell_locked(ctx: &mut Context, report: &mut Report) -> Result<bool, CliError> {
    let mut heads = ctx.desk()?.heads()?.0;
    heads.retain(GameHead::is_running);
    let mut lines = lines(ctx, &heads, &mut Vec::new());
    lines.retain(|line| line.mine && line.group == Group::Locked);
    tell_locks(&lines, report);
    Ok(!lines.is_empty())
}

/// Returns the games in which the user's last turn hasn't been mailed although `pbem` could mail
/// it, with the number of that turn.
pub(crate) fn unmailed(ctx: &mut Context) -> Result<Vec<(OpenFile, u32)>, CliError> {
    if !ctx.config()?.has_way_out() {
        return Ok(Vec::new());
    }
    let mut heads = listed(ctx.desk()?.heads()?.0, ctx.now());
    heads.dedup_by(|one, other| one.name == other.name);
    let unmailed = |head| {
        let loaded = OpenFile::of(ctx, head).ok()?;
        let number = notices::unmailed(ctx, &loaded)?;
        Some((loaded, number))
    };
    Ok(heads.into_iter().filter_map(unmailed).collect())
}

/// If the user mails by hand, returns the games whose last turn is possibly still unsent, with the
/// number of that turn. If pbem can mail turns, returns an empty list.
pub(crate) fn maybe_unsent(ctx: &mut Context) -> Result<Vec<(String, u32)>, CliError> {
    let mut heads = listed(ctx.desk()?.heads()?.0, ctx.now());
    heads.dedup_by(|one, other| one.name == other.name);
    let unsent = |head| {
        let loaded = OpenFile::of(ctx, head).ok()?;
        Some((loaded.name(), notices::maybe_unsent(ctx, &loaded)?))
    };
    Ok(heads.into_iter().filter_map(unsent).collect())
}

fn due_in(ctx: &mut Context, heads: &[GameHead], mut due: Vec<Due>) -> Vec<Due> {
    let mut lines = lines(ctx, heads, &mut Vec::new());
    lines.retain(|line| line.group == Group::Mine);
    due.extend(lines.into_iter().map(|line| Due {
        order: line.order(),
        name: line.name,
        turns: line.turns,
        seat: line.who,
        seconds_left: line.seconds_left,
        days_per_turn: line.days_per_turn,
        hurries: line.hurries,
    }));
    due.sort_by(|one, other| one.order.cmp(&other.order));
    due
}

fn in_groups(lines: &[Line]) -> Vec<Entry> {
    let groups = [
        (MINE, Group::Mine),
        ("WAITING", Group::Theirs),
        ("LOCKED", Group::Locked),
        ("FINISHED", Group::Over),
    ];
    let mut entries = Vec::new();
    for (title, group) in groups {
        let mut group: Vec<&Line> = lines.iter().filter(|line| line.group == group).collect();
        group.sort_by_key(|line| line.order());
        entries.extend(group.into_iter().map(|line| Entry {
            group: title,
            row: line.row(),
            notices: untold(line).map(|notice| notice.text.clone()).collect(),
        }));
    }
    entries
}

/// Returns the notices of a game that the rest of the inbox doesn't show.
fn untold(line: &Line) -> impl Iterator<Item = &Notice> {
    let is_told = |notice: &Notice| match notice.label {
        // The inbox has one line for all locked games, and a list of unread mail.
        LOCKED | UNREAD => true,
        // The row shows that the user is late.
        LATE => line.group != Group::Theirs,
        _ => false,
    };
    line.notices.iter().filter(move |notice| !is_told(notice))
}

fn tell_games(lines: &[Line], width: usize, report: &mut Report) {
    let entries = in_groups(lines);
    let rows: Vec<&Row> = entries.iter().map(|entry| &entry.row).collect();
    let mut title = "";
    for (entry, row) in entries.iter().zip(aligned(&rows, width.saturating_sub(2))) {
        if entry.group != title {
            title = entry.group;
            report.line("");
            report.line(title);
        }
        for line in row {
            report.line(format!("  {line}"));
        }
    }
}

/// Returns the shortest command for joining. If there is only one invitation, `pbem join` is
/// enough; if there are several, the command names the first invitation.
fn shortest_join(invitations: &[Invitation]) -> Option<Next> {
    match invitations {
        [only] if only.reply.joins() => Some(Next::command("pbem join")),
        invitations => {
            let mut all = invitations.iter().map(|invitation| invitation.reply.next());
            let first = all.clone().find(|next| matches!(next, Next::Command(_)));
            first.or_else(|| all.next())
        }
    }
}

fn tell_invitations(ctx: &Context, invitations: &[Invitation], report: &mut Report) {
    if !invitations.is_empty() {
        report.line("");
        report.line("INVITATIONS");
    }
    for invitation in invitations {
        let zone = ctx.around.zone;
        report.line(format!("  {}\n      {}", invitation.words(zone), invitation.reply.next()));
        if let Some(same) = &invitation.reply.same {
            report.say(format!("      {}", same.words()));
        }
    }
}

/// Reports the unread mail, and the turns that may not have been sent. If an answer is late, also
/// reports the mail that pbem didn't read.
fn tell_mail(unread: &Unread, lines: &[Line], report: &mut Report) {
    if let Some(words) = unread.words() {
        report.say(format!("Unread mail: {words}."));
        report.then(Next::command(unread.command()).why("read your mail"));
    }
    let unsent: Vec<(String, u32)> = lines.iter().filter_map(Line::unsent).collect();
    if let Some(words) = notices::unsent_words(&unsent) {
        report.say(words);
    }
    if lines.iter().any(|line| line.group == Group::Theirs && line.late) {
        unread.skipped.iter().for_each(|skipped| report.say(format!("{}.", skipped.words())));
    }
}

/// Adds each game's notices to the report.
fn tell_notices(lines: &[Line], report: &mut Report) {
    for line in lines {
        for notice in untold(line) {
            // Text that ends with a command needs no other command.
            let see = format!(" See  pbem status {}", line.name);
            let see = if notice.text.ends_with('.') { &see } else { "" };
            report.say(format!("{}: {}{see}", line.name, notice.text));
            report.next.extend(notice.next.clone().filter(|_| notice.label == UNMAILED));
        }
    }
    tell_locks(lines, report);
}

/// Adds to the report each reason why this vault can't sign turns, with the affected games.
fn tell_locks(lines: &[Line], report: &mut Report) {
    let mut locked: BTreeMap<&Notice, Vec<&str>> = BTreeMap::new();
    for line in lines {
        for notice in line.notices.iter().filter(|notice| notice.label == LOCKED) {
            locked.entry(notice).or_default().push(&line.name);
        }
    }
    for (notice, names) in locked {
        report.say(format!("{}: {}", list(&names), notice.text));
        report.next.extend(notice.next.clone());
    }
}
