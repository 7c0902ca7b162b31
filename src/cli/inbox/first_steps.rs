//! Suggestions for an empty vault, and for a user who has no move to make.

use serde_json::json;

use crate::cli::report::Report;

/// Returns the suggestions for an empty vault.
pub(crate) fn first_steps() -> Report {
    let mut report = Report::new(json!({"schema": "pbem-inbox/1", "games": [], "invitations": []}));
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

/// Returns the suggestions if the user has no move: either another player has to move (`waits`), or
/// all games are over.
pub(crate) fn nothing_due(waits: bool) -> [&'static str; 2] {
    if waits {
        ["you have no moves to make right now", "pbem receive      when you have new mail"]
    } else {
        ["every game is over", "pbem new          start another"]
    }
}
