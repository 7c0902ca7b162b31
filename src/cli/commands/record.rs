//! `pbem record`: the user's results against each opponent.

use chrono::NaiveDate;
use clap::Args;
use pbem::desk::{Against, Score, ScoredGame};
use pbem::render;
use pbem::turnfile::Moment;
use serde::Serialize;

use crate::cli::context::Context;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::game_file::OpenFile;
use crate::cli::next::Next;
use crate::cli::report::{Report, SCREEN};
use crate::cli::similar::nearest;
use crate::cli::time::stamp;

/// Show your results against each opponent
#[derive(Args, Debug)]
#[command(after_help = "\
pbem counts the finished and verified games in your vault. If a game has more
than two players, pbem compares you with each opponent. After `last:` come the
results of the last five games, the latest at the end:
  W  you won     L  you lost    D  a draw    -  void
  C  one of you was the Checker in Game Box
  X  a turn and a claim crossed in the mail, so no one won

Examples:
  pbem record
  pbem record bob
  pbem record --since 2026
  pbem record bob --since 2026-05-01")]
pub(crate) struct Record {
    /// Only this contact
    pub name: Option<String>,
    /// Only games that ended on or after this date (a year, a month or a day)
    #[arg(long, value_name = "DATE")]
    pub since: Option<String>,
}

/// Number of recent games to show.
const LAST: usize = 5;
/// Space between the parts of a line.
const GAP: &str = "   ";

/// Runs `pbem record`.
pub(crate) fn run(ctx: &mut Context, args: &Record) -> Result<Report, CliError> {
    let since = args.since.as_deref().map(date).transpose()?;
    let now = ctx.now();
    let (mut people, faults) = ctx.desk()?.score(since, now)?;
    if let Some(name) = &args.name {
        if !people.iter().any(|against| against.who == *name) {
            return Err(nobody(ctx, name, &people));
        }
        people.retain(|against| against.who == *name);
    }
    let (since_json, people_json) = (since.map(stamp), people.iter().map(to_json).collect());
    let record = RecordJson { since: since_json, people: people_json };
    let mut report = Report::of("pbem-record/1", &record);
    report.warnings.extend(faults.into_iter().map(|fault| CliError::from(fault).message));
    if people.is_empty() {
        report.line(match &args.since {
            Some(since) => format!("No game has ended since {since}."),
            None => "No game is over yet.".to_owned(),
        });
        report.then(Next::command(if since.is_some() { "pbem record" } else { "pbem status" }));
    }
    if !people.is_empty() {
        report.line("You against");
    }
    let width = people.iter().map(|against| render::columns(&against.who)).max().unwrap_or(0);
    for against in &people {
        tell(&mut report, against, width);
    }
    Ok(report)
}

/// Returns the error for an unknown opponent. The user may have typed the name of a game, or made a
/// typo.
fn nobody(ctx: &mut Context, name: &str, people: &[Against]) -> CliError {
    let who = name.escape_debug();
    let failure = |message| CliError::not_now(CliErrorKind::Nobody, message);
    let in_game = opponents(ctx, name);
    let failure = if in_game.is_empty() {
        let message = format!("you have no finished games with {who} that count.");
        let near = nearest(name, people.iter().map(|against| against.who.as_str()));
        near.into_iter().fold(failure(message), |failure, near| {
            failure.then(
                Next::command(format!("pbem record {near}")).why(format!("if you meant {near}")),
            )
        })
    } else {
        let message = format!("{who} is a game. pbem record takes the name of an opponent.");
        in_game.iter().fold(failure(message), |failure, opponent| {
            failure.then(Next::command(format!("pbem record {opponent}")))
        })
    };
    failure.then(Next::command("pbem record").why("all opponents"))
}

/// Returns the opponents in the game with this name, or none if there is no such game.
fn opponents(ctx: &mut Context, game: &str) -> Vec<String> {
    let Ok(loaded) = OpenFile::open(ctx, game) else { return Vec::new() };
    let seats = loaded.game.file.game.seats.iter();
    seats.filter(|seat| !loaded.is_own(seat)).cloned().collect()
}

/// Returns the first moment of the typed year, month or day.
fn date(typed: &str) -> Result<Moment, CliError> {
    let whole = match typed.len() {
        4 => format!("{typed}-01-01"),
        7 => format!("{typed}-01"),
        _ => typed.to_owned(),
    };
    let date = NaiveDate::parse_from_str(&whole, "%Y-%m-%d").ok();
    let start = date.and_then(|date| date.and_hms_opt(0, 0, 0));
    start.map(|start| start.and_utc()).ok_or_else(|| {
        let typed = typed.escape_debug();
        CliError::usage(format!("{typed} is not a date: use 2026, 2026-05 or 2026-05-01"))
    })
}

/// Reports the results against one opponent, on one line or more.
fn tell(report: &mut Report, against: &Against, width: usize) {
    let indent = " ".repeat(width + 2);
    let mut line = format!("{:<width$}  {}", against.who, counts(against));
    for part in [Some(last(against)), kinds(against), lies(against)].into_iter().flatten() {
        if render::columns(&format!("{line}{GAP}{part}")) <= SCREEN {
            line = format!("{line}{GAP}{part}");
        } else {
            report.body.paragraph(&line, width + 2);
            line = format!("{indent}{part}");
        }
    }
    report.body.paragraph(&line, width + 2);
}

/// Returns the numbers of games by result: `12 played   7 won  4 lost  1 drawn`
fn counts(against: &Against) -> String {
    let always = [(Score::Won, "won"), (Score::Lost, "lost")];
    let seldom = [
        (Score::Drawn, "drawn"),
        (Score::Apart, "with a Checker"),
        (Score::Void, "void"),
        (Score::Crossed, "crossed"),
    ];
    let seldom = seldom.into_iter().filter(|(score, _)| against.count(*score) > 0);
    let scores = always.into_iter().chain(seldom);
    let counts = scores.map(|(score, word)| format!("{:>3} {word}", against.count(score)));
    let counts: String = counts.collect();
    let forfeits = match against.forfeits() {
        0 => String::new(),
        forfeits => format!("{forfeits:>3} by forfeit"),
    };
    format!("{:>3} played {counts}{forfeits}", against.games.len())
}

/// Returns the results of the recent games as letters, with the latest game at the end.
fn last(against: &Against) -> String {
    let from = against.games.len().saturating_sub(LAST);
    let letters = against.games.iter().skip(from).map(|game| game.score.letter().to_string());
    format!("last: {}", letters.collect::<Vec<_>>().join(" "))
}

/// Returns the wins and losses in each kind of game: `Checkpoint: Danger! 5:2, Spy! 2:2`
fn kinds(against: &Against) -> Option<String> {
    let kinds = against.by_kind().into_iter().filter(|(_, won, lost)| won + lost > 0);
    let kinds: Vec<String> =
        kinds.map(|(kind, won, lost)| format!("{} {won}:{lost}", kind.title())).collect();
    (!kinds.is_empty()).then(|| kinds.join(", "))
}

/// Returns the games in which the opponent cheated: `cheated once: spy-carol-2, turn 9`
fn lies(against: &Against) -> Option<String> {
    let turn = |game: &ScoredGame| Some(format!("{}, turn {}", game.name, game.dishonest?));
    let lies: Vec<String> = against.games.iter().filter_map(turn).collect();
    let often = match lies.len() {
        0 => return None,
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        count => format!("{count} times"),
    };
    Some(format!("cheated {often}: {}", lies.join("; ")))
}

#[derive(Serialize)]
struct RecordJson<'a> {
    since: Option<String>,
    people: Vec<AgainstJson<'a>>,
}

/// The results against an opponent as JSON.
#[derive(Serialize)]
struct AgainstJson<'a> {
    name: &'a str,
    bot: bool,
    played: usize,
    won: usize,
    lost: usize,
    drawn: usize,
    forfeit: usize,
    void: usize,
    crossed: usize,
    apart: usize,
    kinds: Vec<KindJson>,
    games: Vec<ScoredGameJson<'a>>,
}

#[derive(Serialize)]
struct KindJson {
    game: &'static str,
    won: usize,
    lost: usize,
}

#[derive(Serialize)]
struct ScoredGameJson<'a> {
    name: &'a str,
    game: &'static str,
    ended: String,
    score: &'static str,
    forfeit: bool,
    dishonest_turn: Option<u32>,
}

fn to_json(against: &Against) -> AgainstJson<'_> {
    let kinds = against.by_kind().into_iter();
    let games = against.games.iter();
    AgainstJson {
        name: &against.who,
        bot: against.bot,
        played: against.games.len(),
        won: against.count(Score::Won),
        lost: against.count(Score::Lost),
        drawn: against.count(Score::Drawn),
        forfeit: against.forfeits(),
        void: against.count(Score::Void),
        crossed: against.count(Score::Crossed),
        apart: against.count(Score::Apart),
        kinds: kinds.map(|(kind, won, lost)| KindJson { game: kind.id(), won, lost }).collect(),
        games: games
            .map(|game| ScoredGameJson {
                name: &game.name,
                game: game.kind.id(),
                ended: stamp(game.ended),
                score: word(game.score),
                forfeit: game.forfeit,
                dishonest_turn: game.dishonest,
            })
            .collect(),
    }
}

/// Returns the word for a result in the JSON output.
fn word(score: Score) -> &'static str {
    match score {
        Score::Won => "won",
        Score::Lost => "lost",
        Score::Drawn => "drawn",
        Score::Void => "void",
        Score::Crossed => "crossed",
        Score::Apart => "apart",
    }
}
