//! The result of a finished game.

use pbem::audit::{self, VerdictKind};
use pbem::desk::CachedVerdict;

use super::game_file::OpenFile;
use super::turn_words::list;

/// Returns the result of a finished game on one line.
pub(super) fn game_result(loaded: &OpenFile, judged: &CachedVerdict) -> String {
    if loaded.crossed.is_some() {
        return "crossed: no one won".to_owned();
    }
    let Some(outcome) = judged.outcome else { return judged.verdict.id().to_owned() };
    let me = loaded.records.first().map(|record| record.seat().to_owned());
    let outcome = match judged.winners.as_slice() {
        [] => audit::outcome_id(outcome).to_owned(),
        winners if me.is_some_and(|me| winners.contains(&me)) => "you won".to_owned(),
        winners => format!("{} won", list(winners)),
    };
    match judged.verdict {
        VerdictKind::Honest => format!("{outcome}, all honest"),
        VerdictKind::Dishonest => {
            let (who, _) = judged.liar().unwrap_or_default();
            format!("{outcome}, {who} was dishonest")
        }
        other => format!("{outcome}, {}", other.id()),
    }
}
