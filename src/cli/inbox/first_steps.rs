//! Suggestions for an empty vault, and for a user who has no move to make.

use pbem::audit::plural;
use serde_json::{Value, json};

use crate::cli::context::Context;
use crate::cli::failure::CliError;
use crate::cli::next::Next;
use crate::cli::report::Report;

/// Returns the inbox of a vault without games, as JSON.
fn empty() -> Value {
    json!({"schema": "pbem-inbox/1", "games": [], "invitations": []})
}

/// Returns the suggestions for an empty vault.
fn first_steps() -> Report {
    let mut report = Report::new(empty());
    report.line("pbem: board games with hidden information, played by email");
    report.line("");
    report.line("Play right now, against a bot:");
    let command = |line: &str, why: &str| Next::command(line).aligned(why, 44);
    report.command(command("pbem learn checkpoint-danger", "your first game, with instructions"));
    report.command(command("pbem new checkpoint-danger --against bot:easy --random", ""));
    report.line("");
    report.line("With others:");
    report.command(command("pbem new spy --with bob", "start a game"));
    report.command(command("pbem join game.toml", "join a game you were invited to"));
    report.command(command("pbem demo", "watch a game and catch a cheat"));
    report.line("");
    report.line("More: pbem rules (the games), pbem play (full screen), pbem help (all commands)");
    report
}

/// Reports that the user has no move: either another player has to move (`waits`), or all games are
/// over.
pub(crate) fn nothing_due(report: &mut Report, waits: bool) {
    if waits {
        report.line("You have no moves to make right now.");
        report.then(Next::command("pbem receive").why("when you have new mail"));
    } else {
        report.line("Every game is over.");
        report.then(Next::command("pbem new").why("start another"));
    }
}

/// Returns the next steps in a vault that was restored from a recovery phrase and has no game yet.
fn restored() -> Report {
    let mut report = Report::new(empty());
    report.say(
        "This vault was restored from a recovery phrase and has no games yet. Ask your opponents \
            for their latest files.",
    );
    report.then(Next::command("pbem receive FILE").why("read a file"));
    report.then(Next::command("pbem config name NAME").why("your player name"));
    report
}

/// Returns the suggestions for a vault without games.
pub(super) fn no_games(ctx: &mut Context) -> Result<Report, CliError> {
    let mut report = Report::new(empty());
    if tell_arbiter(ctx, &mut report)? {
        return Ok(report);
    }
    Ok(if ctx.desk()?.is_restored()? { restored() } else { first_steps() })
}

/// Reports the number of games that the user arbitrates. Returns whether there are any.
pub(super) fn tell_arbiter(ctx: &mut Context, report: &mut Report) -> Result<bool, CliError> {
    let games = ctx.desk()?.watched_games()?;
    let running = games.iter().filter(|game| game.game.standing.due.is_some()).count();
    let now = ctx.now();
    let is_up = games.iter().any(|game| game.is_up(now));
    if !games.is_empty() {
        let games = plural(games.len(), "game");
        let up = if is_up { ", and a player's time is up" } else { "" };
        report
            .say(format!("You are the arbiter of {games}, {running} in progress{up}:  pbem rule"));
    }
    Ok(!games.is_empty())
}
