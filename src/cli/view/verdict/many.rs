//! The overview of several games.

use pbem::audit::{VerdictKind, plural};
use pbem::render;

use super::JudgedGame;
use crate::cli::report::Report;

/// Reports the verdicts on many games: the counts, then every game that isn't honest.
pub(super) fn many(report: &mut Report, judged: &[JudgedGame], files: usize) {
    let kinds = [
        VerdictKind::Honest,
        VerdictKind::Forfeit,
        VerdictKind::Open,
        VerdictKind::Dishonest,
        VerdictKind::Damaged,
    ];
    let count = |kind| judged.iter().filter(|game| game.judgement.verdict.kind == kind).count();
    let counts: Vec<String> = kinds
        .iter()
        .filter(|kind| count(**kind) > 0)
        .map(|kind| format!("{} {}", count(*kind), loud(*kind)))
        .collect();
    report.line(format!("  {}", counts.join("   ")));
    let of =
        if files == judged.len() { String::new() } else { format!(", {} games", judged.len()) };
    report.line(format!("  {}{of}", plural(files, "file")));
    report.line("");
    for kind in
        [VerdictKind::Dishonest, VerdictKind::Damaged, VerdictKind::Forfeit, VerdictKind::Open]
    {
        let of_kind = judged.iter().filter(|game| game.judgement.verdict.kind == kind);
        for (at, judged) in of_kind.enumerate() {
            let label = if at == 0 { kind.id().to_uppercase() } else { String::new() };
            let verdict = &judged.judgement.verdict;
            let word = match (kind, verdict.findings.first(), &verdict.damage) {
                (VerdictKind::Dishonest, Some(finding), _) => {
                    format!("turn {}: {}", finding.turn, verdict.names.fill(&finding.message))
                }
                (_, _, Some(harm)) => harm.message.clone(),
                (VerdictKind::Forfeit, ..) => {
                    verdict.result.as_ref().map(|result| result.reason.clone()).unwrap_or_default()
                }
                _ if !verdict.missing_reveals.is_empty() => {
                    "a setup hasn't been revealed".to_owned()
                }
                _ => "still being played".to_owned(),
            };
            let row_start = format!("{label:<10} {} ", render::padded(&judged.file_name, 24));
            let (start, column) = if render::columns(&row_start) <= WORDS {
                (row_start, WORDS)
            } else {
                // A long name gets its own line.
                report.line(row_start.trim_end());
                (" ".repeat(BELOW), BELOW)
            };
            report.body.paragraph(start + &word, column);
        }
    }
}

/// Column where the verdict starts in the list of games.
const WORDS: usize = 36;
/// Indentation of lines under a game's name.
const BELOW: usize = 13;

fn loud(kind: VerdictKind) -> String {
    match kind {
        VerdictKind::Dishonest | VerdictKind::Damaged => kind.id().to_uppercase(),
        _ => kind.id().to_owned(),
    }
}
