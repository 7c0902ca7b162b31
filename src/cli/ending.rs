//! How a finished game came out.

use pbem::audit::{self, VerdictKind};
use pbem::turnfile::Reading;

use super::game_file::GameFile;
use super::sign::list;

/// How a finished game came out, in a line.
pub(super) fn ending(laid: &GameFile) -> String {
    let reading = Reading { file: Some(laid.game.file.clone()), fault: None };
    let verdict = audit::verify(&reading);
    let me = laid.records.first().and_then(|record| laid.seat_named(record.seat()));
    let Some(result) = &verdict.result else { return verdict.kind.id().to_owned() };
    let outcome = match (result.winners.as_slice(), me) {
        ([], _) => audit::outcome_id(result.kind).to_owned(),
        (winners, Some(me)) if winners.contains(&me) => "you won".to_owned(),
        (winners, _) => format!(
            "{} won",
            list(
                &winners.iter().map(|seat| verdict.names.of(*seat).to_owned()).collect::<Vec<_>>()
            )
        ),
    };
    match verdict.kind {
        VerdictKind::Honest => format!("{outcome}, all honest"),
        VerdictKind::Dishonest => {
            let who = verdict
                .findings
                .first()
                .map(|finding| verdict.names.of(finding.seat))
                .unwrap_or_default();
            format!("{outcome}, {who} was dishonest")
        }
        other => format!("{outcome}, {}", other.id()),
    }
}
