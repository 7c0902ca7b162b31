//! `pbem rule`: rule that a player's time is up, as the arbiter of a game.

use clap::Args;
use pbem::desk::WatchedGame;
use pbem::letters::Mailbox;
use pbem::turnfile::{Moment, Ruling};
use serde::Serialize;
use serde_json::{Value, json};

use crate::cli::context::Context;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::next::Next;
use crate::cli::receiving::{self, ReceiveRequest, mail};
use crate::cli::report::{Report, object, place};
use crate::cli::sending;
use crate::cli::zone::Zone;

/// Sign a ruling that a player's time is up (for arbiters)
#[derive(Args, Debug)]
#[command(after_help = "\
When players start a game, they use your key to name you as the arbiter (pbem
new --arbiter). Then they send you a copy of each turn. When the copies arrive,
`pbem receive` reads them and records their arrival times.

The grace days start at the deadline. If the last turn reached you late, they
start when the player has had the full time for a turn since then. When the
grace days have passed, you can sign a ruling. A turn that reaches you before
you sign the ruling counts as on time, whatever its date.

Examples:
  pbem rule               # list the games in which you are the arbiter
  pbem rule spy-anna-ben  # sign a ruling, then mail the file yourself
  pbem rule spy-anna-ben --send
                          # sign a ruling and mail it to the players")]
pub(crate) struct Rule {
    /// A game in which you are the arbiter: its name, the start of its id, or its file
    pub game: Option<String>,
    /// Mail the ruling to the players, with your mail settings (see `pbem help mail`)
    #[arg(long, requires = "game")]
    pub send: bool,
}

/// Runs `pbem rule`.
pub(crate) fn run(ctx: &mut Context, args: &Rule) -> Result<Report, CliError> {
    let mail = mail::read(ctx)?;
    let mut report = rule(ctx, args)?;
    mail.tell(&mut report);
    Ok(report)
}

fn rule(ctx: &mut Context, args: &Rule) -> Result<Report, CliError> {
    let Some(word) = &args.game else { return list(ctx) };
    if ctx.path(word).is_file() {
        let from = vec![word.into()];
        receiving::receive(
            ctx,
            &ReceiveRequest { from, quiet: true, ..ReceiveRequest::default() },
        )?;
    }
    let watched = find(ctx, word)?;
    let players = if args.send { Some(sending::players(ctx, &watched)?) } else { None };
    let (id, now) = (watched.game.standing.id.0, ctx.now());
    let staged = ctx.desk()?.rule(&id, now)?;
    let ruling = ctx.keep(staged)?;
    let name = format!("{}-ruling-{}.toml", watched.name, ruling.number);
    let path = ctx.path(&name);
    let text = ruling.write();
    if std::fs::read_to_string(&path).is_ok_and(|there| there != text) || !path.exists() {
        ctx.writer().write_new(&path, &text)?;
    }
    let (seat, number) = (&ruling.seat, ruling.number);
    let mut json = RulingJson {
        name: &watched.name,
        id: watched.game.standing.id.to_string(),
        file: place(&path),
        number,
        seat,
        ruled: date(&ruling),
        mail: None,
    };
    let mut report = Report::default();
    report.say(format!(
        "You ruled that {seat}'s time for turn {number} of {} is up. The ruling lets {seat}'s \
            opponent claim the game.",
        watched.name
    ));
    report.row("Wrote", ctx.shown(&path));
    if let Some(players) = players {
        sending::ruling(ctx, &watched, &players, &ruling, &name)?;
        let to: Vec<&str> = players.to.iter().map(Mailbox::address).collect();
        report.row("Mailed", format!("{name} to {}", to.join(", ")));
        json.mail = Some(RecipientsJson { to, missing: &players.missing });
        report.json = object("pbem-ruling/1", &json);
        for player in &players.missing {
            report.then(Next::advice(format!(
                "mail {name} to {player}, who has no email address in the file"
            )));
        }
    } else {
        report.json = object("pbem-ruling/1", &json);
        report.then(Next::advice(format!("mail {name} to the players")));
    }
    Ok(report)
}

/// The schema `pbem-ruling/1`.
#[derive(Serialize)]
struct RulingJson<'a> {
    name: &'a str,
    id: String,
    file: Value,
    number: u32,
    seat: &'a str,
    ruled: String,
    #[serde(flatten)]
    mail: Option<RecipientsJson<'a>>,
}

/// The addresses that a ruling was mailed to, and the players without an address.
#[derive(Serialize)]
struct RecipientsJson<'a> {
    to: Vec<&'a str>,
    missing: &'a [String],
}

fn date(ruling: &Ruling) -> String {
    ruling.ruled.to_rfc3339_opts(chrono::SecondsFormat::Secs, true)
}

fn find(ctx: &mut Context, word: &str) -> Result<WatchedGame, CliError> {
    let file = pbem::turnfile::read(&std::fs::read(ctx.path(word)).unwrap_or_default()).file;
    let id = file.map(|file| hex::encode(file.game.id()));
    let mut games = ctx.desk()?.find_watched(id.as_deref().unwrap_or(word))?;
    let unknown = || {
        let word = word.escape_debug();
        let message = format!("you are not the arbiter of a game named \"{word}\"");
        CliError::bad_file(CliErrorKind::Unknown, message)
            .then(Next::command("pbem rule").why("list the games in which you are the arbiter"))
    };
    if games.len() > 1 {
        let names: Vec<String> = games.into_iter().map(|game| game.name).collect();
        let message = format!("\"{word}\" matches several games: {}", names.join(", "));
        return Err(CliError::usage(message));
    }
    games.pop().ok_or_else(unknown)
}

/// A game that the user arbitrates, as JSON.
#[derive(Serialize)]
struct WatchedJson<'a> {
    name: &'a str,
    id: String,
    turns: u32,
    due: Option<&'a str>,
    may_rule: Option<String>,
    ruled: Option<String>,
}

impl<'a> WatchedJson<'a> {
    fn of(game: &'a WatchedGame) -> Self {
        let standing = &game.game.standing;
        WatchedJson {
            name: &game.name,
            id: standing.id.to_string(),
            turns: standing.turns(),
            due: standing.due_name(),
            may_rule: game.may_rule.map(|at| at.to_rfc3339()),
            ruled: game.ruling.as_ref().map(date),
        }
    }
}

/// Lists the games in which the user is the arbiter, each with the player to move and the earliest
/// time for a ruling.
fn list(ctx: &mut Context) -> Result<Report, CliError> {
    let now = ctx.now();
    let games = ctx.desk()?.watched_games()?;
    let rows: Vec<_> = games.iter().map(WatchedJson::of).collect();
    let mut report = Report::new(json!({"schema": "pbem-arbiter/1", "games": rows}));
    for game in &games {
        let (start, state) = row(game, now, ctx.around.zone);
        report.hanging(&start, state);
    }
    if games.is_empty() {
        report.line("You are not the arbiter of any game.");
        report.then(
            Next::command("pbem whoami")
                .why("show your key: players start games with --arbiter KEY"),
        );
    } else if let Some(game) = games.iter().find(|game| game.is_up(now)) {
        report.then(Next::command(format!("pbem rule {}", game.name)));
    }
    Ok(report)
}

fn row(game: &WatchedGame, now: Moment, zone: Zone) -> (String, String) {
    let standing = &game.game.standing;
    let state = match (standing.due_name(), game.may_rule) {
        (None, _) => "over".to_owned(),
        _ if let Some(claim) = &standing.claim => {
            format!("{} has claimed the game", standing.names.of(claim.by))
        }
        (Some(due), None) => format!("{due} to move, no deadline yet"),
        (Some(due), Some(_)) if game.ruling.is_some() => format!("you ruled against {due}"),
        (Some(due), Some(at)) if now >= at => format!("{due}'s time is up"),
        (Some(due), Some(at)) => {
            format!("{due} to move; you can rule from {}", zone.date_with_year(at))
        }
    };
    (format!("{:<20} turn {:<3} ", game.name, standing.turns()), state)
}
