//! `pbem share`: a finished game in a few lines, for people who haven't seen it.

use clap::Args;
use pbem::audit::{self, Verdict, VerdictKind, plural};
use pbem::desk::picture;
use pbem::games::Kind;
use pbem::render::{self, Look};
use pbem::rules::{OutcomeKind, Seat, Tile};
use serde::Serialize;

use crate::cli::clipboard;
use crate::cli::context::Context;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::game_file::OpenFile;
use crate::cli::next::Next;
use crate::cli::report::{Report, exit};
use crate::cli::turn_words::list;

/// Summarize a finished game in a few lines
#[derive(Args, Debug)]
#[command(after_help = "\
You can only share a finished game in which everyone was honest. In the summary,
each player has a row with the answers to that player's questions. Each answer
is a digit or a colored square: red for HIT and hot, yellow for warm and GUN,
blue for cold and MISS. For Enemy Agent and Espionage, pbem prints only who won.

Examples:
  pbem share cd-bob
  pbem share cd-bob --ascii      # characters instead of squares
  pbem share cd-bob --clipboard  # also copy the summary to the clipboard")]
pub(crate) struct ShareArgs {
    /// Name of the game, or its file; optional if pbem can tell which game you mean
    #[arg(default_value = "", hide_default_value = true)]
    pub game: String,
    /// Also copy the summary to the clipboard
    #[arg(long)]
    pub clipboard: bool,
}

/// Number of digits of the game's id that the summary shows.
const DIGITS: usize = 8;
/// Space between the last row of squares and the text after it.
const GAP: usize = 6;

/// Runs `pbem share`.
pub(crate) fn run(ctx: &mut Context, args: &ShareArgs) -> Result<Report, CliError> {
    let mut loaded = OpenFile::open(ctx, &args.game)?;
    loaded.keep_if_possible(ctx);
    let verdict = honest(&loaded)?;
    let text = shared(&loaded, &verdict, ctx.look());
    let id = loaded.game.standing.id.to_string();
    let shared = SharedJson { id, text: &text, clipboard: args.clipboard };
    let mut report = Report::of("pbem-share/1", &shared);
    report.drawing(&text);
    if args.clipboard {
        clipboard::put(ctx, &mut report, &text)?;
    }
    Ok(report)
}

#[derive(Serialize)]
struct SharedJson<'a> {
    id: String,
    text: &'a str,
    /// Whether the text is also copied to the clipboard.
    clipboard: bool,
}

/// Returns the verdict if everyone was honest, otherwise the error that explains why the game can't
/// be shared.
fn honest(loaded: &OpenFile) -> Result<Verdict, CliError> {
    let verdict = audit::verify_open(&loaded.game);
    let name = loaded.name();
    let verify = Next::command(format!("pbem verify {name}")).why("show the details");
    if let Some(finding) = verdict.findings.first() {
        let who = verdict.names.of(finding.seat);
        let message = format!(
            "{who} cheated in turn {}. You can only share games in which everyone was \
                honest.",
            finding.turn
        );
        return Err(CliError::new(exit::DISHONEST, CliErrorKind::Breach(finding.kind), message)
            .then(verify));
    }
    match verdict.kind {
        VerdictKind::Honest => Ok(verdict),
        VerdictKind::Open => {
            let message = match &loaded.game.standing.outcome {
                Some(_) => "you can share this game when all setups have been revealed.",
                None => "this game isn't over yet.",
            };
            Err(CliError::not_now(CliErrorKind::NotOver, message)
                .then(Next::command(format!("pbem show {name}"))))
        }
        _ => {
            let message = "this game was not played to its end. You can only share games with the \
                verdict HONEST.";
            Err(CliError::not_now(CliErrorKind::NotHere, message).then(verify))
        }
    }
}

/// Returns the text to share: the winner; for each player, a row of squares with the answers to
/// that player's questions; and the statement that everyone was honest.
fn shared(loaded: &OpenFile, verdict: &Verdict, look: Look) -> String {
    let standing = &loaded.game.standing;
    let rows = picture(&loaded.game);
    let count: usize = rows.iter().map(|(_, row)| row.len()).sum();
    let count = match count {
        0 => plural(verdict.turns, "turn"),
        count => plural(count, "answer"),
    };
    let head = format!("{}  {}   {count}", standing.kind.title(), won(standing.kind, verdict));
    let head = render::wrap(&head, look.width, "  ");
    let mut lines: Vec<String> = head.lines().map(str::to_owned).collect();
    let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0) + 2;
    // A square takes two columns: a narrow character and a space, or one wide character.
    let most = (look.width.saturating_sub(width) / 2).max(1);
    for (name, row) in &rows {
        for (at, part) in row.chunks(most).enumerate() {
            let name = if at == 0 { name } else { "" };
            lines.push(format!("{name:<width$}{}", squares(part, look)));
        }
    }
    let proof = standing.id.to_string();
    let proof = format!("all honest, game {}", proof.get(..DIGITS).unwrap_or(&proof));
    // Each square is one character, but takes two columns.
    let last = match rows.last() {
        Some((_, row)) => width + row.len().saturating_sub(1) % most * 2 + 2,
        None => lines.last().map_or(0, String::len),
    };
    match lines.last_mut().filter(|_| last + GAP + proof.len() <= look.width) {
        Some(line) => *line = format!("{line}{:GAP$}{proof}", ""),
        None => lines.push(proof),
    }
    lines.iter().map(|line| line.clone() + "\n").collect()
}

fn squares(row: &[Tile], look: Look) -> String {
    if look.ascii {
        let letters: Vec<String> = row.iter().map(|tile| tile.letter().to_string()).collect();
        letters.join(" ")
    } else {
        row.iter().map(|tile| tile.sign()).collect()
    }
}

/// Returns the result: `alice beat bob`, or `carol beat bob, with alice as Checker`
fn won(kind: Kind, verdict: &Verdict) -> String {
    let name = |seat: &Seat| verdict.names.of(*seat).to_owned();
    let mut all: Vec<String> = verdict.seats.iter().map(|seat| seat.name.clone()).collect();
    let referee = kind.referee().filter(|_| !all.is_empty());
    let referee = referee.map(|role| format!(", with {} as {role}", all.remove(0)));
    format!("{}{}", result(verdict, name, &all), referee.unwrap_or_default())
}

/// Returns the result among the players who could win: `alice beat bob`
fn result(verdict: &Verdict, name: impl Fn(&Seat) -> String, all: &[String]) -> String {
    let Some(result) = &verdict.result else { return list(all) };
    let winners: Vec<String> = result.winners.iter().map(name).collect();
    let losers: Vec<&String> = all.iter().filter(|name| !winners.contains(name)).collect();
    match result.kind {
        OutcomeKind::Draw => format!("{} drew", list(all)),
        OutcomeKind::Win if !winners.is_empty() => {
            format!("{} beat {}", list(&winners), list(&losers))
        }
        _ => format!("no one won; players: {}", list(all)),
    }
}
