//! Rows for a new game: its terms, and where the secrets are.

use pbem::desk::Bots;
use pbem::rules::Hints;
use pbem::table;
use pbem::turnfile::Header;

use crate::cli::context::Context;
use crate::cli::report::Report;

/// `14 days per turn; unused days carry over to the next one. Hints are allowed.`
pub(crate) fn terms(header: &Header) -> String {
    let days = table::deadline_words(header);
    let hints = match table::hints(header) {
        Hints::Full => "Hints are allowed.",
        Hints::Counts => "Hints may show counts, but no advice.",
        Hints::None => "No hints are allowed.",
    };
    let arbiter =
        header.arbiter.as_ref().map(|arbiter| format!(" {}", table::arbiter_words(arbiter)));
    format!("{days} {hints}{}", arbiter.unwrap_or_default())
}

/// Reports where the vault is and, for the first game, its importance.
pub(crate) fn vault_rows(ctx: &mut Context, report: &mut Report, first_game: bool) {
    report.row(
        "Vault",
        format!("{}      your secrets: never mail this folder", ctx.vault_dir().path().display()),
    );
    if first_game {
        let note = if ctx.take_made() {
            "pbem created your vault. You can't continue the game without it."
        } else {
            "You can't continue the game without your vault."
        };
        let words = "Write down its twelve-word recovery phrase: pbem words";
        report.row("Note", format!("{note}\n{words}"));
    }
}

/// `bot (hard)` for each bot, for people.
pub(crate) fn with_levels(bots: &Bots, seats: &[String]) -> Vec<String> {
    let called = |seat: &String| match bots.get(seat) {
        Some(level) => format!("{seat} ({level})"),
        None => seat.clone(),
    };
    seats.iter().map(called).collect()
}
