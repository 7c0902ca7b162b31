//! Dates that a verdict ignores, but a player needs: compared with this computer's clock, and of
//! claims.

use pbem::audit::{FileReport, Verdict};
use pbem::table;

use crate::cli::context::Context;

/// Records claims against the user that arrived in these files. After that, pbem asks before it
/// dates an answer back. Ignores a read-only vault.
pub(super) fn heed_claims(ctx: &mut Context, files: &[FileReport]) {
    for file in files.iter().filter_map(|file| file.reading.file.as_ref()) {
        if !file.turns.iter().any(table::is_claim) {
            continue;
        }
        if let Some(staged) = ctx.desk().ok().and_then(|desk| desk.heed(file).ok()) {
            let _ = ctx.keep(staged);
        }
    }
}

/// Whether the last turn is dated ahead of this computer's clock.
pub(super) fn dated_ahead(ctx: &Context, verdict: &Verdict) -> Option<String> {
    let (_, last) = verdict.span?;
    (last > ctx.now()).then(|| {
        format!(
            "The last turn is dated {}, ahead of the clock of this computer.",
            ctx.around.zone.date_with_year(last)
        )
    })
}
