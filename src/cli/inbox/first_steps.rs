//! Suggestions for an empty vault, and for a user who has no move to make.

use serde_json::{Value, json};

use crate::cli::report::Report;

/// Returns the inbox of a vault without games, as JSON.
pub(super) fn no_games() -> Value {
    json!({"schema": "pbem-inbox/1", "games": [], "invitations": []})
}

/// Returns the suggestions for an empty vault.
pub(crate) fn first_steps() -> Report {
    let mut report = Report::new(no_games());
    report.line("pbem: board games with hidden information, played by email");
    report.line("");
    report.line("Play right now, against a bot:");
    report
        .command("pbem learn checkpoint-danger                your first game, with instructions");
    report.command("pbem new checkpoint-danger --against bot:easy --random");
    report.line("");
    report.line("With others:");
    report.command("pbem new spy --with bob                     start a game");
    report.command("pbem join game.toml                         join a game you were invited to");
    report.command("pbem demo                                   watch a game and catch a cheat");
    report.line("");
    report.line("More: pbem rules (the games), pbem play (full screen), pbem help (all commands)");
    report
}

/// Reports that the user has no move: either another player has to move (`waits`), or all games are
/// over.
pub(crate) fn nothing_due(report: &mut Report, waits: bool) {
    if waits {
        report.line("You have no moves to make right now.");
        report.then("pbem receive      when you have new mail");
    } else {
        report.line("Every game is over.");
        report.then("pbem new      start another");
    }
}

/// Returns the next steps in a vault that was restored from a recovery phrase and has no game yet.
pub(crate) fn restored() -> Report {
    let mut report = Report::new(no_games());
    report.say(
        "This vault was restored from a recovery phrase and has no games yet. Ask your opponents \
            for their latest files.",
    );
    report.then("pbem receive FILE      read a file");
    report.then("pbem config name NAME      your player name");
    report
}
