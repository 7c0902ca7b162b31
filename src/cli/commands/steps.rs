//! What `pbem` alone says to type where no game asks for anything.

use serde_json::json;

use crate::cli::report::Report;

/// Nobody has played here yet.
pub(super) fn first_steps() -> Report {
    let mut report = Report::new(json!({"schema": "pbem-inbox/1", "games": [], "invitations": []}));
    report.line("pbem: board games with secrets, played by mail. No server, no account.");
    report.line("");
    report.line("Play at once, alone: a bot answers every move of yours.");
    report.line("  pbem learn checkpoint-danger                shown how, move by move");
    report.line("  pbem new checkpoint-danger --against bot:easy --random");
    report.line("");
    report.line("With others:");
    report.line("  pbem new spy --with bob --random            start a game, then mail it");
    report.line("  pbem join game.toml                         you were sent a file: join");
    report.line("  pbem demo                                   watch a whole game and its proof");
    report.line("");
    report.line("  pbem rules    the games               pbem help    every command");
    report
}

/// What to do where one has nothing to do: others `wait` or all is over.
pub(super) fn nothing_due(waits: bool) -> [&'static str; 2] {
    if waits {
        ["nothing is due from you just now", "pbem receive      when a mail has come"]
    } else {
        ["every game is over", "pbem new          starts another"]
    }
}
