//! Dates that a verdict does not ask about, and a player does: of this machine, and of claims.

use pbem::audit::{Examined, Verdict};
use pbem::table;

use crate::cli::context::Context;

/// The vault remembers claims against its player that it has not taken in: from then on it asks
/// before it dates an answer back. A vault that cannot be written stands in nobody's way here.
pub(super) fn heed_claims(ctx: &mut Context, files: &[Examined]) {
    for file in files.iter().filter_map(|file| file.reading.file.as_ref()) {
        if !file.turns.iter().any(table::is_claim) {
            continue;
        }
        if let Some(staged) = ctx.desk().ok().and_then(|desk| desk.heed(file).ok()) {
            let _ = ctx.keep(staged);
        }
    }
}

/// The last turn is dated ahead of this machine's clock.
pub(super) fn dated_ahead(ctx: &Context, verdict: &Verdict) -> Option<String> {
    let (_, last) = verdict.span?;
    (last > ctx.now()).then(|| {
        format!(
            "The last turn is dated {}, ahead of the clock of this computer.",
            last.format("%-d %b %Y, %H:%M UTC")
        )
    })
}
