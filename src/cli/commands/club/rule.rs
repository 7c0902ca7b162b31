//! `pbem club rule`: remind players, tell them that their time is up, and sign rulings.

use std::path::PathBuf;

use chrono::TimeDelta;
use clap::Args;
use pbem::club::{Arrival, Games, Item, Lateness, Times};
use pbem::table::{self, OpenGame};
use pbem::turnfile::{Bytes32, Moment, Ruling, Turn};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::folder::{self, Folder};
use super::post::Post;
use super::{receive, verdicts};
use crate::cli::context::Context;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::next::Next;
use crate::cli::report::{Report, SCREEN};
use crate::cli::time;
use crate::cli::zone::Zone;
use crate::disk::{ClubFolder, DiskError, Log, lock_mailing};

/// Remind players to move, and sign rulings when their time is up
#[derive(Args, Debug)]
#[command(after_help = "\
pbem lists the players who are due for an email from you. A player gets a
reminder when half of the time for a turn has passed, and a notice when all of
it has passed. When the grace days after the notice have passed too, pbem lists
a ruling. The time starts when the previous turn reaches you, and stops while a
player is away. A turn that reaches you before you sign the ruling counts as on
time, so pbem reads your mail first. Only the arbiter's vault can sign a ruling.

Examples:
  pbem club rule         # list who gets an email now, and why
  pbem club rule --send  # send these emails, see pbem help mail")]
pub(crate) struct ClubRule {
    /// Mail the reminders, notices and rulings
    #[arg(long)]
    pub send: bool,
    /// Folder of the club [default: the current folder]
    #[arg(long, value_name = "FOLDER")]
    pub club: Option<PathBuf>,
}

/// The kind of an email.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Action {
    Reminder,
    Notice,
    Ruling,
}

/// An email that was sent: a line of `notices.jsonl`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Notice {
    /// Id of the game, in hexadecimal.
    game: String,
    /// Number of the missing turn.
    number: u32,
    /// Hash of the previous turn, in hexadecimal.
    after: String,
    player: String,
    kind: Action,
    at: String,
}

/// An email that is due in a game, with its recipient, its due date and the reason.
pub(super) struct Step {
    pub action: Action,
    pub game: OpenGame,
    pub player: String,
    /// When the email became due.
    pub since: Moment,
    /// When the player's time is up.
    pub up: Moment,
    reason: String,
}

/// Runs `pbem club rule`.
pub(super) fn run(ctx: &mut Context, args: &ClubRule) -> Result<Report, CliError> {
    let club = folder::open(ctx, args.club.as_deref())?;
    let post = if args.send { Some(Post::of(ctx, &club.roster)?) } else { None };
    let mut report = Report::default();
    if args.send {
        report.warnings.extend(receive::read_mail(ctx, &club)?);
    }
    let _mailing = post.as_ref().map(|_| lock_mailing(&club.root)).transpose()?;
    let own = ctx.desk()?.own_key()?;
    let is_arbiter = own.is_some() && own == club.roster.arbiter;
    let steps = decide(ctx, &club, post.is_some() && is_arbiter)?;
    let (mut cells, mut rows) = (Vec::new(), Vec::new());
    for (step, ruling) in &steps {
        let sent = match (&post, ruling) {
            (Some(post), Ok(Some(ruling))) => Some(post.ruling(ctx, step, ruling)),
            (Some(post), Ok(None)) if step.action != Action::Ruling => Some(post.game(ctx, step)),
            (_, Err(failure)) => Some(Err(failure.clone())),
            _ => None,
        };
        let sent = sent.map(|sent| {
            let to = sent?;
            remember(ctx, &club, step)?;
            Ok::<_, CliError>(to)
        });
        let (to, failed) = match sent {
            Some(Ok(to)) => (to, None),
            Some(Err(failure)) => (Vec::new(), Some(failure.message)),
            None => (Vec::new(), None),
        };
        let standing = &step.game.standing;
        let word = match step.action {
            Action::Reminder => "REMIND",
            Action::Notice => "NOTICE",
            Action::Ruling => "RULE",
        };
        let players = step.game.file.game.seats.join(" - ");
        let reason = format!("turn {}  {}: {}", standing.turns() + 1, step.player, step.reason);
        cells.push([format!("{word:<6} {}", standing.kind.short()), players, reason]);
        if let Some(why) = &failed {
            report.warnings.push(format!("not sent to {}: {why}", step.player));
            report.exit = crate::cli::report::exit::TROUBLE;
        }
        rows.push(StepJson {
            action: step.action,
            id: standing.id.to_string(),
            kind: standing.kind.id(),
            turn: standing.turns() + 1,
            player: &step.player,
            since: time::stamp(step.since),
            reason: &step.reason,
            to,
            failed,
        });
    }
    report.columns(&cells, [SCREEN, 24, SCREEN]);
    report.json = json!({"schema": "pbem-club-rule/1", "steps": rows});
    finish(&mut report, args, &steps, is_arbiter);
    Ok(report)
}

/// A reminder, notice or ruling as JSON.
#[derive(Serialize)]
struct StepJson<'a> {
    action: Action,
    id: String,
    kind: &'static str,
    turn: u32,
    player: &'a str,
    since: String,
    reason: &'a str,
    /// Addresses, with `--send`.
    to: Vec<String>,
    /// Why the email wasn't sent.
    failed: Option<String>,
}

/// Adds the next steps, and a warning if the arbiter's key is missing.
fn finish(report: &mut Report, args: &ClubRule, steps: &[Decided], is_arbiter: bool) {
    if steps.is_empty() {
        report.line("No reminder, notice or ruling is due now.");
        report.then(
            Next::command("pbem club table --due").why("everything that needs your attention"),
        );
    } else if !args.send {
        report.then(Next::command("pbem club rule --send").why("mail them"));
    }
    if !is_arbiter && steps.iter().any(|(step, _)| step.action == Action::Ruling) {
        let why = "this vault doesn't have the arbiter's key, so it can't sign a ruling";
        report.warnings.push(why.to_owned());
    }
}

/// An email that is due, and the result of signing: the ruling, `None` if nothing was signed, or
/// the error.
type Decided = (Step, Result<Option<Ruling>, CliError>);

/// Decides which emails are due, and signs the rulings. Keeps the folder locked until the rulings
/// are signed, so that no turn can arrive in between.
fn decide(ctx: &mut Context, club: &Folder, signs: bool) -> Result<Vec<Decided>, CliError> {
    let folder = ClubFolder::open(&club.root, &ctx.around.faults)?;
    let steps = steps(ctx, club, &folder)?.into_iter().map(|step| {
        let is_signed = signs && step.action == Action::Ruling;
        let ruling = is_signed.then(|| ruling(ctx, &folder, &step)).transpose();
        (step, ruling)
    });
    Ok(steps.collect())
}

/// Returns the emails that are due now.
fn steps(ctx: &Context, club: &Folder, folder: &ClubFolder) -> Result<Vec<Step>, CliError> {
    let verdicts = verdicts::read(ctx, club)?;
    let games = Games::new(&club.roster, &verdicts.facts);
    let log = folder.log(Log::Arrivals)?;
    let (arrivals, _) = pbem::club::Arrivals::read(&log);
    let arrived: Vec<Arrival> =
        log.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let notices = notices(folder)?;
    let now = ctx.now();
    let mut steps = Vec::new();
    for item in pbem::club::due(&club.roster, &games, &arrivals, now) {
        let Item::Missing { game, number, player, times: Some(times) } = item else { continue };
        let Some(facts) = game.facts else { continue };
        let Some(head) = facts.newest.first().map(|hash| hash.0) else { continue };
        let of = |kind| {
            let after = hex::encode(head);
            let mut sent = notices.iter().filter(move |one| one.kind == kind);
            sent.find(|one| one.after == after).and_then(|one| one.at.parse().ok())
        };
        let grace = TimeDelta::days(i64::from(club.roster.grace_days));
        let Some((action, since, reason)) = action(&times, now, grace, of) else { continue };
        let is_there = |one: &Arrival| one.game == facts.id && one.number >= number;
        let versions = folder.versions(&facts.id)?;
        if action == Action::Ruling && (arrived.iter().any(is_there) || continues(&versions, &head))
        {
            continue;
        }
        let newest = versions
            .into_iter()
            .find(|file| file.turns.last().is_some_and(|turn| turn.hash() == head));
        let Some(file) = newest else { continue };
        let Ok((table, None)) = table::open(&file) else { continue };
        let (game, player) = (OpenGame::new(file, table), player.to_owned());
        steps.push(Step { action, game, player, since, up: times.notice, reason });
    }
    Ok(steps)
}

/// Whether any version has a turn after the turn with hash `head`.
fn continues(versions: &[pbem::turnfile::TurnFile], head: &Bytes32) -> bool {
    versions.iter().any(|file| {
        let at = file.turns.iter().position(|turn| Turn::hash(turn) == *head);
        at.is_some_and(|at| at + 1 < file.turns.len())
    })
}

/// Returns the kind of email that a player gets now, the time when the email became due, and the
/// reason. `sent` returns the time when an email of this kind was sent.
fn action(
    times: &Times,
    now: Moment,
    grace: TimeDelta,
    sent: impl Fn(Action) -> Option<Moment>,
) -> Option<(Action, Moment, String)> {
    let day = |at: Moment| Zone::OF_THIS_MACHINE.day_of_month(at);
    match times.lateness(now) {
        Lateness::InTime => None,
        Lateness::Reminder => {
            let since = times.reminder;
            let reason = format!("half of the time had passed by {}", day(since));
            let is_new = sent(Action::Reminder).is_none();
            is_new.then_some((Action::Reminder, since, reason))
        }
        Lateness::Notice | Lateness::Ruling => {
            let Some(notice) = sent(Action::Notice) else {
                let since = times.notice;
                let reason = format!("the time ran out on {}", day(since));
                return Some((Action::Notice, since, reason));
            };
            let since = times.ruling?.max(notice.checked_add_signed(grace)?);
            let reason = format!("notice on {}, grace days over on {}", day(notice), day(since));
            let is_due = now >= since && sent(Action::Ruling).is_none();
            is_due.then_some((Action::Ruling, since, reason))
        }
    }
}

fn notices(folder: &ClubFolder) -> Result<Vec<Notice>, DiskError> {
    let log = folder.log(Log::Notices)?;
    Ok(log.lines().filter_map(|line| serde_json::from_str(line).ok()).collect())
}

/// Records an email that was sent. Notices count only if they are recorded here, so that no player
/// loses because of a notice that was never sent.
fn remember(ctx: &Context, club: &Folder, step: &Step) -> Result<(), DiskError> {
    let standing = &step.game.standing;
    let notice = Notice {
        game: standing.id.to_string(),
        number: standing.turns() + 1,
        after: hex::encode(standing.head()),
        player: step.player.clone(),
        kind: step.action,
        at: time::stamp(ctx.now()),
    };
    let line = serde_json::to_string(&notice).unwrap_or_default() + "\n";
    ClubFolder::open(&club.root, &ctx.around.faults)?.append(Log::Notices, &line)
}

/// Returns the ruling that was signed earlier. If there is none, signs and stores a new one.
fn ruling(ctx: &mut Context, folder: &ClubFolder, step: &Step) -> Result<Ruling, CliError> {
    let after = step.game.standing.head();
    if let Some(ruling) = folder.rulings()?.into_iter().find(|ruling| ruling.after == after) {
        return Ok(ruling);
    }
    let now = ctx.now();
    let ruling = ctx
        .desk()?
        .sign_ruling(&step.game, now)
        .map_err(|trouble| CliError::not_now(CliErrorKind::NotRuled, trouble.to_string()))?;
    folder.keep_ruling(&ruling)?;
    Ok(ruling)
}
