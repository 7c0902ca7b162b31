//! `pbem status` and `pbem` alone: whose turn it is in all your games.

use std::collections::BTreeMap;

use clap::Args;
use pbem::desk::GameHead;
use pbem::render;
use pbem::table::Expects;
use serde_json::{Value, json};

use super::steps::{first_steps, nothing_due};
use crate::cli::context::Context;
use crate::cli::ending::ending;
use crate::cli::failure::{Failure, FailureKind};
use crate::cli::game_file::GameFile;
use crate::cli::invitations::{Invitation, invitations};
use crate::cli::notices::{LATE, LOCKED, Notice, claim_json, is_late, lock, notices, seconds_left};
use crate::cli::report::{Report, SCREEN};
use crate::cli::sign::{exit_code, list};
use crate::cli::when::{brief, days, hurries, stamp, time_left};

/// Whose turn it is, what is asked, since when; without a game, all your games
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  pbem status
  pbem status spy-dan
  pbem status --line       for a prompt: pbem 2! 20h, or nothing if nothing is due")]
pub(crate) struct Status {
    /// Files, or names of your games
    pub games: Vec<String>,
    /// How many turns are due from you, and how soon, in a line for a prompt or a status bar
    #[arg(long, conflicts_with = "games")]
    pub line: bool,
}

/// Runs it.
pub(crate) fn run(ctx: &mut Context, args: &Status) -> Result<Report, Failure> {
    if args.line {
        return in_a_line(ctx);
    }
    if args.games.is_empty() {
        return inbox(ctx);
    }
    let mut report = Report::default();
    let mut entries = Vec::new();
    for word in &args.games {
        let mut laid = GameFile::open(ctx, word)?;
        let line = Line::of(ctx, &mut laid);
        laid.keep_if_possible(ctx);
        report.exit = report.exit.max(exit_code(&laid));
        line.at_length(&laid, &mut report);
        entries.push(line.to_json());
    }
    report.json = json!({"schema": "pbem-inbox/1", "games": entries});
    Ok(report)
}

/// `pbem 2! 20h`: two turns are due, one of them soon, in 20 hours. Nothing if none is.
fn in_a_line(ctx: &mut Context) -> Result<Report, Failure> {
    let due = due(ctx)?;
    ctx.take_warnings();
    let soonest = due.iter().filter_map(|due| due.seconds_left).min();
    let soon = due.iter().any(|due| due.hurries);
    let mut report = Report::new(json!({
        "schema": "pbem-line/1", "due": due.len(), "soon": soon, "seconds_left": soonest,
    }));
    if !due.is_empty() {
        let left = match soonest.map(chrono::Duration::seconds) {
            None => String::new(),
            Some(left) if left <= chrono::Duration::zero() => " LATE".to_owned(),
            Some(left) if left >= chrono::Duration::days(1) => format!(" {}d", left.num_days()),
            Some(left) => format!(" {}", brief(left).replace(' ', "")),
        };
        report.line(format!("pbem {}{}{left}", due.len(), if soon { "!" } else { "" }));
    }
    Ok(report)
}

/// What `pbem` alone shows: the inbox, or three first steps.
pub(crate) fn inbox(ctx: &mut Context) -> Result<Report, Failure> {
    let (heads, faults) = ctx.desk()?.heads()?;
    let invitations = invitations(ctx)?;
    if heads.is_empty() && faults.is_empty() && invitations.is_empty() {
        return Ok(first_steps());
    }
    let mut report = Report::default();
    report.warnings.extend(faults.into_iter().map(|fault| Failure::from(fault).message));
    let lines = lines(ctx, &heads, &mut report);
    // All of them may have been taken back.
    if lines.is_empty() && invitations.is_empty() && report.warnings.is_empty() {
        return Ok(first_steps());
    }
    let now = ctx.now().format("%a %-d %b, %H:%M UTC").to_string();
    report.line(format!("{:<56}{now:>24}", "Your games"));
    tell_games(&lines, &mut report);
    tell_invitations(&invitations, &mut report);
    report.line("");
    tell_notices(&lines, &mut report);
    let first =
        lines.iter().filter(|line| line.group == Group::Mine).min_by_key(|line| line.order());
    match first {
        Some(first) => report.then(format!("pbem show {}", first.name)),
        None if report.next.is_empty() && invitations.is_empty() => {
            let waits = lines.iter().any(|line| line.group == Group::Theirs);
            report.next.extend(nothing_due(waits).map(str::to_owned));
        }
        None => report.next.extend(invitations.first().map(|invitation| invitation.next.clone())),
    }
    report.json = json!({
        "schema": "pbem-inbox/1", "games": lines.iter().map(Line::to_json).collect::<Vec<_>>(),
        "invitations": invitations.iter().map(Invitation::to_json).collect::<Vec<_>>(),
    });
    Ok(report)
}

/// A line for every game.
fn lines(ctx: &mut Context, heads: &[GameHead], report: &mut Report) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for head in heads {
        if lines.iter().any(|line| line.name == head.name) {
            continue;
        }
        match GameFile::open(ctx, &head.name) {
            Ok(mut laid) => {
                lines.push(Line::of(ctx, &mut laid));
                laid.keep_if_possible(ctx);
            }
            // No game to play, and none to worry about.
            Err(failure) if failure.kind == FailureKind::TakenBack => {}
            Err(failure) => report.warnings.push(format!("{}: {}", head.name, failure.message)),
        }
    }
    lines
}

/// A game in a list of games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// whose move it is there: `YOUR MOVE`
    pub group: &'static str,
    /// the name of the game
    pub name: String,
    /// what is to be said of it, in a line
    pub line: String,
}

/// All games, those first for which the least time is left; what is wrong with some.
#[cfg(feature = "tui")]
pub(crate) fn entries(ctx: &mut Context) -> Result<(Vec<Entry>, Vec<String>), Failure> {
    let (heads, faults) = ctx.desk()?.heads()?;
    let mut report = Report::default();
    report.warnings.extend(faults.into_iter().map(|fault| Failure::from(fault).message));
    let lines = lines(ctx, &heads, &mut report);
    Ok((in_groups(&lines), report.warnings))
}

/// A game in which one is to act.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Due {
    pub name: String,
    pub turns: u32,
    /// one's own seat
    pub seat: String,
    pub seconds_left: Option<i64>,
    pub days_per_turn: u32,
    /// little time is left
    pub hurries: bool,
    /// how long there is still, as it is shown
    pub left: String,
}

/// The games in which one is to act, those with the least time left first.
pub(crate) fn due(ctx: &mut Context) -> Result<Vec<Due>, Failure> {
    let (heads, _) = ctx.desk()?.heads()?;
    let mut lines = lines(ctx, &heads, &mut Report::default());
    lines.retain(|line| line.group == Group::Mine);
    lines.sort_by_key(Line::order);
    let due = lines.into_iter().map(|line| Due {
        name: line.name,
        turns: line.turns,
        seat: line.who,
        seconds_left: line.left,
        days_per_turn: line.days_per_turn,
        hurries: line.hurries,
        left: line.waiting,
    });
    Ok(due.collect())
}

fn in_groups(lines: &[Line]) -> Vec<Entry> {
    let columns = Columns::of(lines);
    let groups = [
        ("YOUR MOVE", Group::Mine),
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
            name: line.name.clone(),
            line: line.short(&columns),
        }));
    }
    entries
}

fn tell_games(lines: &[Line], report: &mut Report) {
    let mut title = "";
    for entry in in_groups(lines) {
        if entry.group != title {
            title = entry.group;
            report.line("");
            report.line(title);
        }
        report.line(entry.line);
    }
}

fn tell_invitations(invitations: &[Invitation], report: &mut Report) {
    if !invitations.is_empty() {
        report.line("");
        report.line("INVITATIONS");
    }
    for invitation in invitations {
        let Invitation { game, from, next, .. } = invitation;
        report.line(format!("  {}, from {from}\n      {next}", game.standing.kind.title()));
    }
}

/// What hangs over the games. What locks several is said once.
fn tell_notices(lines: &[Line], report: &mut Report) {
    let mut locked: BTreeMap<&Notice, Vec<&str>> = BTreeMap::new();
    for line in lines {
        for notice in &line.notices {
            match notice.label {
                LOCKED => locked.entry(notice).or_default().push(&line.name),
                // How late one is oneself stands in the table.
                LATE if line.group != Group::Theirs => {}
                _ => report
                    .say(format!("{}: {} See  pbem status {}", line.name, notice.text, line.name)),
            }
        }
    }
    for (notice, names) in locked {
        report.say(format!("{}: {}", list(&names), notice.text));
        report.next.extend(notice.next.clone());
    }
}

/// Longer names of games have no room in a line with the rest.
const LONGEST_NAME: usize = 24;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Group {
    Mine,
    Theirs,
    /// running, but no turn can be made here
    Locked,
    Over,
}

/// One game in the inbox.
#[derive(Debug)]
struct Line {
    name: String,
    title: &'static str,
    kind: &'static str,
    turns: u32,
    group: Group,
    /// whether one is due oneself
    mine: bool,
    /// who is due
    who: String,
    /// what is to be done, or how it ended
    what: String,
    /// since when, in seconds
    waited: i64,
    since: String,
    /// when the turn must have been made
    deadline: Option<String>,
    /// how long there is still, in seconds; below zero if it is too late
    left: Option<i64>,
    /// the same as it is shown, or since when it has waited
    waiting: String,
    days_per_turn: u32,
    /// little of it is left
    hurries: bool,
    late: bool,
    notices: Vec<Notice>,
    claim: Value,
    expects: Expects,
    file: String,
}

/// How wide the columns of the inbox are.
#[derive(Debug)]
struct Columns {
    name: usize,
    title: usize,
    turns: usize,
    waiting: usize,
}

impl Columns {
    /// As wide as what stands in them, but for very long names.
    fn of(lines: &[Line]) -> Self {
        let widest = |width: &dyn Fn(&Line) -> usize| lines.iter().map(width).max().unwrap_or(0);
        Columns {
            name: widest(&|line| if line.name.len() > LONGEST_NAME { 0 } else { line.name.len() }),
            title: widest(&|line| line.title.len()),
            turns: widest(&|line| line.turns.to_string().len()),
            waiting: widest(&|line| line.waiting.len()),
        }
    }
}

impl Line {
    fn of(ctx: &Context, laid: &mut GameFile) -> Self {
        let standing = &laid.game.standing;
        let names = &standing.names;
        let due = standing.due;
        let who = due.map(|due| names.of(due).to_owned()).unwrap_or_default();
        let mine = laid.is_mine();
        let passed = ctx.now() - standing.last_sent;
        let expects = standing.expects;
        let what = match (due, expects) {
            (None, _) => ending(laid),
            (Some(_), _) if !mine => String::new(),
            (Some(_), Expects::Reveal) => "show your setup".to_owned(),
            (Some(_), Expects::Join) => "join".to_owned(),
            (Some(_), _) if let Some(by) = standing.offer => {
                format!("{} offers a draw", names.of(by))
            }
            (Some(_), _) => standing
                .question
                .as_ref()
                .map_or_else(|| "your move".to_owned(), |question| format!("asked: {question}")),
        };
        let group = match due {
            None => Group::Over,
            Some(_) if lock(ctx, laid).is_some() => Group::Locked,
            Some(_) if mine => Group::Mine,
            Some(_) => Group::Theirs,
        };
        if group == Group::Over {
            finish(laid, &what);
        }
        let standing = &laid.game.standing;
        let left = seconds_left(standing, ctx.now());
        Line {
            name: laid.name(),
            title: standing.kind.title(),
            kind: standing.kind.id(),
            turns: standing.turns(),
            group,
            mine,
            who,
            what,
            waited: passed.num_seconds(),
            since: stamp(standing.last_sent),
            deadline: standing.deadline.map(stamp),
            left,
            waiting: match left.map(chrono::Duration::seconds) {
                _ if group == Group::Over => String::new(),
                Some(left) => time_left(left, standing.days_per_turn),
                None => format!("waits {}", brief(passed)),
            },
            days_per_turn: standing.days_per_turn,
            hurries: left.is_some_and(|left| {
                hurries(chrono::Duration::seconds(left), standing.days_per_turn)
            }),
            late: is_late(standing, ctx.now()),
            notices: notices(ctx, laid, false),
            claim: claim_json(laid),
            expects,
            file: laid.path.as_ref().map(|path| path.display().to_string()).unwrap_or_default(),
        }
    }

    /// Those first for which the least time is left, then those that have waited longest.
    fn order(&self) -> (i64, std::cmp::Reverse<i64>, String) {
        (self.left.unwrap_or(i64::MAX), std::cmp::Reverse(self.waited), self.name.clone())
    }

    /// The game in one line; a name that would leave no room for the rest stands above it.
    fn short(&self, columns: &Columns) -> String {
        let Columns { name, title, turns, waiting } = *columns;
        let what = if self.what.is_empty() { &self.who } else { &self.what };
        let wait = if self.group == Group::Over { 0 } else { waiting };
        let taken = format!("  {:name$}  {:title$}  turn {:<turns$}  ", "", "", 0).len()
            + wait
            + usize::from(wait > 0);
        let room = SCREEN.saturating_sub(taken);
        let what = if what.chars().count() > room {
            what.chars().take(room.saturating_sub(2)).chain("..".chars()).collect()
        } else {
            what.clone()
        };
        let (above, called) = if self.name.len() > name {
            (format!("  {}\n", self.name), "")
        } else {
            (String::new(), self.name.as_str())
        };
        let line = format!(
            "  {called:name$}  {:title$}  turn {:<turns$}  {what:room$} {:>waiting$}",
            self.title, self.turns, self.waiting
        );
        above + line.trim_end()
    }

    /// The game in some sentences.
    fn at_length(&self, laid: &GameFile, report: &mut Report) {
        let standing = &laid.game.standing;
        match self.group {
            Group::Over => report.say(format!(
                "{}   {}, turn {}: {}.",
                self.name, self.title, self.turns, self.what
            )),
            Group::Mine | Group::Locked if self.mine => {
                report.line(format!(
                    "{}   {}, turn {}: your turn, since {}{}.",
                    self.name,
                    self.title,
                    self.turns,
                    self.ago(),
                    self.still()
                ));
                if standing.offer.is_some() {
                    report.line(self.offered());
                }
                if let Some(question) = &standing.question {
                    report.line(format!("          You are asked: {question}."));
                }
                if self.group == Group::Mine {
                    report.then(format!("pbem show {}", self.name));
                }
            }
            Group::Mine | Group::Theirs | Group::Locked => {
                report.say(format!(
                    "{}   {}, turn {}: waiting for {}, since {}{}.",
                    self.name,
                    self.title,
                    self.turns,
                    self.who,
                    self.ago(),
                    self.still()
                ));
                report.say(format!(
                    "          {} must {}.",
                    self.who,
                    duty(standing.expects, standing.question.as_deref())
                ));
                if self.group == Group::Theirs {
                    report.then(format!(
                        "pbem send {} --again     reminds {}; a mail may have been lost",
                        self.name, self.who
                    ));
                }
                if self.group == Group::Theirs && self.late && laid.claim().is_none() {
                    report.then(format!(
                        "pbem claim {}            says that {} let the deadline pass",
                        self.name, self.who
                    ));
                }
            }
        }
        for notice in &self.notices {
            report.line(render::wrap(&format!("{:10}{}", "", notice.text), 80, &" ".repeat(10)));
            report.next.extend(notice.next.clone());
        }
    }

    fn offered(&self) -> String {
        format!("          {}: pbem accept {}; any move declines it.", self.what, self.name)
    }

    fn ago(&self) -> String {
        days(chrono::Duration::seconds(self.waited))
    }

    /// `, 9 d 6 h left`: how long there is still.
    fn still(&self) -> String {
        let running = self.left.filter(|_| !self.late);
        running.map(|_| format!(", {}", self.waiting.trim_start_matches("! "))).unwrap_or_default()
    }

    fn to_json(&self) -> Value {
        json!({
            "name": self.name, "game": self.kind, "turns": self.turns, "to_act": self.who,
            "your_turn": self.mine, "locked": self.group == Group::Locked,
            "over": self.group == Group::Over, "expects": self.expects.id(), "what": self.what,
            "since": self.since, "deadline": self.deadline, "seconds_left": self.left, "late": self.late, "claim": self.claim,
            "file": self.file,
        })
    }
}

fn duty(expects: Expects, question: Option<&str>) -> String {
    match (expects, question) {
        (Expects::Join, _) => "join".to_owned(),
        (Expects::Setup, _) => "hide a setup".to_owned(),
        (Expects::Reveal, _) => "show the setup".to_owned(),
        (_, Some(question)) => format!("answer: {question}"),
        (_, None) => "move".to_owned(),
    }
}

/// The vault remembers how a finished game came out.
fn finish(laid: &mut GameFile, what: &str) {
    for record in &mut laid.records {
        record.finished = Some(what.to_owned());
    }
}
