//! Rows for a new game: its terms, and where the secrets are.

use pbem::desk::Bots;

use crate::cli::context::Context;
use crate::cli::report::Report;

/// Reports where the vault is and, for the first game, why it is important.
pub(crate) fn vault_rows(ctx: &mut Context, report: &mut Report, first_game: bool) {
    report.row(
        "Vault",
        format!("{}      your secrets: never mail this folder", ctx.vault_dir().path().display()),
    );
    if first_game {
        let note = if ctx.take_made_vault() {
            "pbem created your vault. You can't continue the game without it."
        } else {
            "You can't continue the game without your vault."
        };
        let words = "Write down its twelve-word recovery phrase: pbem words";
        report.row("Note", format!("{note}\n{words}"));
    }
}

/// Formats the players for people, each bot with its level: `bot (hard)`.
pub(crate) fn with_levels(bots: &Bots, seats: &[String]) -> Vec<String> {
    let with_level = |seat: &String| match bots.get(seat) {
        Some(level) => format!("{seat} ({level})"),
        None => seat.clone(),
    };
    seats.iter().map(with_level).collect()
}
