//! `pbem club table`: standings and results.

use std::path::PathBuf;

use clap::Args;
use pbem::club::{self, ClubGame, Games, Place, Rating, Unscored, as_points, quarters};
use serde_json::json;

use super::{due, folder, verdicts};
use crate::cli::context::Context;
use crate::cli::failure::CliError;
use crate::cli::report::{Report, SCREEN};

/// Show the standings and results of a club
#[derive(Args, Debug)]
#[command(after_help = "\
Anyone with the same files gets the same table. A player who cheated loses, a
void game gives no points, and a game doesn't count if its house rules differ
from the club's house rules.

Examples:
  pbem club table         # standings and results
  pbem club table --due   # missing turns, and other things to look at
  pbem club table --json  # one JSON object for each game, one per line")]
pub(crate) struct TableArgs {
    /// Folder of the club [default: the current folder]
    #[arg(long, value_name = "FOLDER")]
    pub club: Option<PathBuf>,
    /// List the missing turns, and everything else that the organizer has to look at
    #[arg(long, conflicts_with = "ratings")]
    pub due: bool,
    /// Show Glicko-2 ratings for each kind of game
    #[arg(long)]
    pub ratings: bool,
}

/// Runs `pbem club table`.
pub(super) fn run(ctx: &mut Context, args: &TableArgs) -> Result<Report, CliError> {
    let club = folder::open(ctx, args.club.as_deref())?;
    let verdicts = verdicts::read(ctx, &club)?;
    let games = Games::new(&club.roster, &verdicts.facts);
    for name in &verdicts.unreadable {
        ctx.warn(format!("games/{name} isn't a readable game"));
    }
    if args.due {
        let arrivals = club.arrivals(ctx)?;
        return Ok(due::report(&club.roster, &games, &arrivals, ctx.now()));
    }
    if args.ratings {
        return Ok(ratings(&club::ratings(&games)));
    }
    // Make the objects only for JSON output: thousands of them need a lot of memory.
    let listed = games.games.iter().filter(|_| ctx.global.json);
    let lines = listed.map(ClubGame::to_json).collect();
    let mut report = Report { json_lines: true, long: true, ..Report::new(lines) };
    let count = count(games.games.len(), "game");
    report.line(format!("{}: {count}, {} scored", club.roster.name, games.scored()));
    report.line("");
    standings(&mut report, &club::standings(&club.roster, &games));
    if !games.games.is_empty() {
        report.line("");
    }
    results(&mut report, &games);
    if games.strangers > 0 {
        let count = self::count(games.strangers, "game");
        report.line("");
        report.line(format!("not listed: {count} between players who aren't in the club"));
    }
    Ok(report)
}

/// Returns a number with a noun, such as `1 game` or `2 games`.
fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

fn standings(report: &mut Report, places: &[Place]) {
    let widest = places.iter().map(|place| place.player.len() + 1).max().unwrap_or(0).max(14);
    report.line(format!("  #  {:<widest$}played  won  drawn  lost  points      SB", "player"));
    for place in places {
        report.line(format!(
            "{:>3}  {:<widest$}{:>6}{:>5}{:>7}{:>6}{:>8}{:>8}",
            place.rank,
            place.player,
            place.played,
            place.won,
            place.drawn,
            place.lost,
            as_points(place.half_points),
            quarters(place.quarters)
        ));
    }
}

/// Adds a row for each game: `066a02  ben - anna  espionage  0.5-0.5  by the organizer: stopped`
fn results(report: &mut Report, games: &Games<'_>) {
    let rows = games.games.iter().map(|game| {
        let id = game.facts.map(|facts| hex::encode(&facts.id[..3])).unwrap_or_default();
        let kind = game.section.map(|section| section.kind.id());
        let kind = kind.or_else(|| game.facts.map(|facts| facts.kind.as_str()));
        let kind = kind.unwrap_or_default().to_owned();
        [format!("{id:<6}"), game.names().join(" - "), kind, game.score_words(), why(game)]
    });
    report.columns(&rows.collect::<Vec<_>>(), [6, 30, SCREEN, SCREEN, SCREEN]);
}

/// Returns how the game ended, or why it doesn't count.
pub(super) fn why(game: &ClubGame<'_>) -> String {
    if let Some(decided) = game.decided.filter(|_| game.score.is_some()) {
        return format!("by the organizer: {}", decided.reason);
    }
    let Some(facts) = game.facts else { return String::new() };
    let name = |seat: &str| {
        let at = facts.seats.iter().position(|known| known.name == seat);
        at.map_or(seat, |at| game.name(at)).to_owned()
    };
    match &game.unscored {
        None => match facts.findings.first() {
            Some(finding) => {
                format!("{}: {}, turn {}", name(&finding.seat), finding.kind, finding.turn)
            }
            None => facts.ended_by.clone().unwrap_or_default(),
        },
        Some(Unscored::Running) => match &facts.due {
            Some(due) => format!("{} to move, turn {}", name(&due.seat), facts.turns + 1),
            None => facts.verdict.clone(),
        },
        Some(other) => unscored(other),
    }
}

/// Returns the reason why a game doesn't count.
pub(super) fn unscored(why: &Unscored) -> String {
    match why {
        Unscored::Running => "not finished".to_owned(),
        Unscored::Crossed => "a turn and a claim crossed in the mail".to_owned(),
        Unscored::UnknownKey(seat) => format!("the key of {seat} is not in club.toml"),
        Unscored::OnePerson(player) => format!("{player} has two seats"),
        Unscored::NoSection => "no section has these players".to_owned(),
        Unscored::Options(name, has, wants) => match has {
            Some(has) => format!("{name} = {has}, not {wants}"),
            None => format!("{name} is missing"),
        },
        Unscored::Arbiter => "the arbiter or the grace days differ from the club's".to_owned(),
        Unscored::TooMany => "more games than the section allows".to_owned(),
        Unscored::Decision => "the decision in club.toml has the wrong players".to_owned(),
    }
}

fn ratings(ratings: &[Rating]) -> Report {
    let mut report = Report::new(json!({"schema": "pbem-club-ratings/1", "ratings": ratings}));
    let mut before = None;
    for row in ratings {
        if before != Some(row.kind) {
            report.line(format!(
                "{}{}",
                if before.is_some() { "\n" } else { "" },
                row.kind.title()
            ));
            before = Some(row.kind);
        }
        let games = count(usize::try_from(row.games).unwrap_or(0), "game");
        report.line(format!(
            "  {:<20} {:>5.0} +-{:<5.0} {games}",
            row.player, row.rating, row.interval
        ));
    }
    if ratings.is_empty() {
        report.line("No games have been rated yet.");
    }
    report
}
