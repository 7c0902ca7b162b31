//! `pbem send --done`: the player has sent the turn without pbem.

use serde_json::json;

use super::{may_send, remember};
use crate::cli::context::Context;
use crate::cli::failure::CliError;
use crate::cli::game_file::OpenFile;
use crate::cli::report::Report;

/// Records that the user has sent the turn, so that pbem doesn't remind them.
pub(super) fn done(ctx: &mut Context, game: &str) -> Result<Report, CliError> {
    let loaded = OpenFile::open(ctx, game)?;
    may_send(&loaded, false)?;
    let number = loaded.game.standing.turns();
    remember(ctx, &loaded, number)?;
    let name = loaded.name();
    let mut report = Report::new(json!({
        "schema": "pbem-sent/1", "name": name, "id": loaded.game.standing.id.to_string(),
        "number": number, "sent": true, "done": true,
    }));
    report.row("Noted", format!("you have sent turn {number} of {name}"));
    if let Some(due) = loaded.game.standing.due_name() {
        report.then(format!("pbem receive      when {due}'s mail arrives"));
    }
    Ok(report)
}
