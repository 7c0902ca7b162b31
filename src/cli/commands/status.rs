//! `pbem status` and `pbem` alone: whose turn it is in all your games.

use clap::Args;
use serde_json::{Value, json};

use crate::audit::{self, VerdictKind};
use crate::cli::context::Context;
use crate::cli::desk::Desk;
use crate::cli::notices::{Notice, claim, claim_json, is_late, notices};
use crate::cli::report::{Failure, Report};
use crate::cli::sign::{exit_code, list};
use crate::cli::when::{days, stamp};
use crate::render;
use crate::table::Expects;
use crate::vault::GameRecord;

/// Whose turn it is, what is asked, since when; without a game, all your games
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  pbem status
  pbem status spy-dan")]
pub(crate) struct Status {
    /// Files, or names of your games
    pub games: Vec<String>,
}

/// Runs it.
pub(crate) fn run(ctx: &mut Context, args: &Status) -> Result<Report, Failure> {
    if args.games.is_empty() {
        return inbox(ctx);
    }
    let mut report = Report::default();
    let mut entries = Vec::new();
    for word in &args.games {
        let mut desk = Desk::open(ctx, word)?;
        let line = Line::of(ctx, &mut desk);
        desk.keep_if_possible(ctx);
        report.exit = report.exit.max(exit_code(&desk));
        line.at_length(&desk, &mut report);
        entries.push(line.to_json());
    }
    report.json = json!({"schema": "pbem-inbox/1", "games": entries});
    Ok(report)
}

/// What `pbem` alone shows: the inbox, or three first steps.
pub(crate) fn inbox(ctx: &mut Context) -> Result<Report, Failure> {
    let heads = match ctx.vault()? {
        Some(vault) => vault.heads()?,
        None => (Vec::new(), Vec::new()),
    };
    let (heads, faults) = heads;
    if heads.is_empty() && faults.is_empty() {
        return Ok(first_steps());
    }
    let mut report = Report::default();
    report.warnings.extend(faults.iter().map(ToString::to_string));
    let mut lines: Vec<Line> = Vec::new();
    for head in &heads {
        if lines.iter().any(|line| line.name == head.name) {
            continue;
        }
        match Desk::open(ctx, &head.name) {
            Ok(mut desk) => {
                lines.push(Line::of(ctx, &mut desk));
                desk.keep_if_possible(ctx);
            }
            // No game to play, and none to worry about.
            Err(failure) if failure.kind == "taken-back" => {}
            Err(failure) => report.warnings.push(format!("{}: {}", head.name, failure.message)),
        }
    }
    let now = ctx.now();
    report.line(format!("{:<56}{:>24}", "Your games", now.format("%a %-d %b, %H:%M UTC").to_string()));
    for (title, group) in [("YOUR MOVE", Group::Mine), ("WAITING", Group::Theirs), ("FINISHED", Group::Over)] {
        let mut group: Vec<&Line> = lines.iter().filter(|line| line.group == group).collect();
        group.sort_by_key(|line| (std::cmp::Reverse(line.waited), line.name.clone()));
        if !group.is_empty() {
            report.line("");
            report.line(title);
        }
        for line in group {
            report.line(line.short());
        }
    }
    report.line("");
    for line in &lines {
        // How late one is oneself stands in the table.
        for notice in line.notices.iter().filter(|notice| notice.label != "Late" || line.group == Group::Theirs) {
            report.say(format!("{}: {} See  pbem status {}", line.name, notice.text, line.name));
        }
    }
    match lines.iter().filter(|line| line.group == Group::Mine).max_by_key(|line| line.waited) {
        Some(first) => report.then(format!("pbem show {}", first.name)),
        None => report.then("nothing is due from you just now"),
    }
    report.json = json!({"schema": "pbem-inbox/1", "games": lines.iter().map(Line::to_json).collect::<Vec<_>>()});
    Ok(report)
}

fn first_steps() -> Report {
    let mut report = Report::new(json!({"schema": "pbem-inbox/1", "games": []}));
    report.line("pbem: board games with secrets, played by mail. No server, no account.");
    report.line("");
    report.line("  pbem demo                          watch a whole game, played and checked");
    report.line("  pbem new spy --with bob --random   start a game, then mail the file to bob");
    report.line("  pbem join game.toml                you were sent a file: look at it, and join");
    report.line("");
    report.line("  pbem rules    the five games          pbem help    every command");
    report
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Group {
    Mine,
    Theirs,
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
    /// who is due
    who: String,
    /// what is to be done, or how it ended
    what: String,
    /// since when, in seconds
    waited: i64,
    since: String,
    /// since when the deadline has passed, in seconds
    late: Option<i64>,
    notices: Vec<Notice>,
    claim: Value,
    expects: Expects,
    file: String,
}

impl Line {
    fn of(ctx: &Context, desk: &mut Desk) -> Self {
        let session = desk.session.as_ref();
        let names = session.names();
        let due = session.due();
        let who = due.map(|due| names.of(due).to_owned()).unwrap_or_default();
        let mine = desk.records.iter().any(|record| record.seat() == who);
        let passed = ctx.now() - session.last_sent();
        let expects = session.expects();
        let what = match (due, expects) {
            (None, _) => ending(desk),
            (Some(_), _) if !mine => String::new(),
            (Some(_), Expects::Reveal) => "show your setup".to_owned(),
            (Some(_), Expects::Join) => "join".to_owned(),
            (Some(_), _) => session.question().map_or_else(|| "your move".to_owned(), |question| format!("asked: {question}")),
        };
        let group = match due {
            None => Group::Over,
            Some(_) if mine => Group::Mine,
            Some(_) => Group::Theirs,
        };
        if group == Group::Over {
            finish(desk, &what);
        }
        let session = desk.session.as_ref();
        Line {
            name: desk.name(),
            title: session.kind().title(),
            kind: session.kind().id(),
            turns: session.turns(),
            group,
            who,
            what,
            waited: passed.num_seconds(),
            since: stamp(session.last_sent()),
            late: session.deadline().filter(|_| is_late(session, ctx.now())).map(|deadline| (ctx.now() - deadline).num_seconds()),
            notices: notices(ctx, desk, false),
            claim: claim_json(desk),
            expects,
            file: desk.path.as_ref().map(|path| path.display().to_string()).unwrap_or_default(),
        }
    }

    fn short(&self) -> String {
        let what = if self.what.is_empty() { &self.who } else { &self.what };
        let waited = match (self.group, self.late) {
            (Group::Over, _) => String::new(),
            (_, Some(late)) => format!("LATE {}", days(chrono::Duration::seconds(late))),
            (_, None) => self.ago(),
        };
        let room = if waited.is_empty() { 37 } else { 24 };
        let what = if what.chars().count() > room { what.chars().take(room - 2).chain("..".chars()).collect() } else { what.clone() };
        format!("  {:<10} {:<20}turn {:<4} {what:<25}{waited:>12}", self.name, self.title, self.turns).trim_end().to_owned()
    }

    /// The game in some sentences.
    fn at_length(&self, desk: &Desk, report: &mut Report) {
        let session = desk.session.as_ref();
        match self.group {
            Group::Over => report.say(format!("{}   {}, turn {}: {}.", self.name, self.title, self.turns, self.what)),
            Group::Mine => {
                report.line(format!("{}   {}, turn {}: your turn, since {}.", self.name, self.title, self.turns, self.ago()));
                if let Some(question) = session.question() {
                    report.line(format!("          You are asked: {question}."));
                }
                report.then(format!("pbem show {}", self.name));
            }
            Group::Theirs => {
                report.say(format!("{}   {}, turn {}: waiting for {}, since {}.", self.name, self.title, self.turns, self.who, self.ago()));
                report.say(format!("          {} must {}.", self.who, duty(session.expects(), session.question())));
                report.then(format!("pbem send {} --again     reminds {}; a mail may have been lost", self.name, self.who));
                if self.late.is_some() && claim(desk).is_none() {
                    report.then(format!("pbem claim {}            says that {} let the deadline pass", self.name, self.who));
                }
            }
        }
        for notice in &self.notices {
            report.line(render::wrap(&format!("{:10}{}", "", notice.text), 80, &" ".repeat(10)));
            report.next.extend(notice.next.clone());
        }
        let fork: Vec<String> = desk.records.iter().flat_map(GameRecord::evidence).map(|fork| fork.number.to_string()).collect();
        if !fork.is_empty() {
            report.line(format!("          The vault keeps proof of two different turns {}.", list(&fork)));
        }
    }

    fn ago(&self) -> String {
        days(chrono::Duration::seconds(self.waited))
    }

    fn to_json(&self) -> Value {
        json!({
            "name": self.name, "game": self.kind, "turns": self.turns, "to_act": self.who, "your_turn": self.group == Group::Mine,
            "over": self.group == Group::Over, "expects": self.expects.id(), "what": self.what, "since": self.since, "late": self.late.is_some(), "claim": self.claim, "file": self.file,
        })
    }
}

fn duty(expects: Expects, question: Option<String>) -> String {
    match (expects, question) {
        (Expects::Join, _) => "join".to_owned(),
        (Expects::Setup, _) => "hide a setup".to_owned(),
        (Expects::Reveal, _) => "show the setup".to_owned(),
        (_, Some(question)) => format!("answer: {question}"),
        (_, None) => "move".to_owned(),
    }
}

/// How a finished game came out, in one line.
fn ending(desk: &Desk) -> String {
    let reading = crate::turnfile::Reading { file: Some(desk.file.clone()), fault: None };
    let verdict = audit::verify(&reading);
    let me = desk.records.first().and_then(|record| desk.seat_named(record.seat()));
    let Some(result) = &verdict.result else { return verdict.kind.id().to_owned() };
    let outcome = match (result.winners.as_slice(), me) {
        ([], _) => audit::outcome_id(result.kind).to_owned(),
        (winners, Some(me)) if winners.contains(&me) => "you won".to_owned(),
        (winners, _) => format!("{} won", list(&winners.iter().map(|seat| verdict.names.of(*seat).to_owned()).collect::<Vec<_>>())),
    };
    match verdict.kind {
        VerdictKind::Honest => format!("{outcome}, all honest"),
        VerdictKind::Dishonest => {
            let who = verdict.findings.first().map(|finding| verdict.names.of(finding.seat)).unwrap_or_default();
            format!("{outcome}, {who} was dishonest")
        }
        other => format!("{outcome}, {}", other.id()),
    }
}

/// The vault remembers how a finished game came out.
fn finish(desk: &mut Desk, what: &str) {
    for record in &mut desk.records {
        record.finished = Some(what.to_owned());
    }
}
