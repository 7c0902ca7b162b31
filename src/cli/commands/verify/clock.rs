//! Claims in the files that the user verifies.

use pbem::audit::FileReport;
use pbem::table;

use crate::cli::context::Context;

/// Records claims against the user that arrived in these files. From then on, pbem asks the user
/// before it dates an answer earlier than the claim. Does nothing if the vault is read-only.
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
