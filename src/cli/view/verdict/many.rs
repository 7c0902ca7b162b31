//! The overview of several games.

use pbem::audit::{VerdictKind, plural};
use pbem::render;

use super::{JudgedGame, Label};
use crate::cli::report::Report;

/// Reports the verdicts on many games: the counts, then every game that isn't honest.
pub(super) fn many(report: &mut Report, judged: &[JudgedGame], files: usize) {
    let with = |label: Label| {
        judged.iter().filter(move |game| Label::of(&game.judgement.verdict) == label)
    };
    let labels = [
        Label::Verdict(VerdictKind::Honest),
        Label::Verdict(VerdictKind::Forfeit),
        Label::Verdict(VerdictKind::Open),
        Label::Verdict(VerdictKind::Dishonest),
        Label::Verdict(VerdictKind::Damaged),
        Label::OtherFormat,
    ];
    let counts: Vec<String> = labels
        .iter()
        .filter(|label| with(**label).count() > 0)
        .map(|label| format!("{} {}", with(*label).count(), loud(*label)))
        .collect();
    report.line(format!("  {}", counts.join("   ")));
    let of =
        if files == judged.len() { String::new() } else { format!(", {} games", judged.len()) };
    report.line(format!("  {}{of}", plural(files, "file")));
    report.line("");
    let [_, forfeit, open, dishonest, damaged, other_format] = labels;
    for label in [dishonest, damaged, other_format, forfeit, open] {
        for (at, judged) in with(label).enumerate() {
            let label = if at == 0 { label.text().to_uppercase() } else { String::new() };
            let verdict = &judged.judgement.verdict;
            let word = match (verdict.kind, verdict.findings.first(), &verdict.damage) {
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

fn loud(label: Label) -> String {
    match label {
        Label::Verdict(VerdictKind::Honest | VerdictKind::Forfeit | VerdictKind::Open) => {
            label.text().to_owned()
        }
        _ => label.text().to_uppercase(),
    }
}
