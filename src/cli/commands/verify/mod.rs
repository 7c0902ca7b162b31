//! `pbem verify`: was everybody honest? Needs no vault and makes none.

mod sources;
mod words;

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use clap::Args;
use pbem::audit::{self, Seated, Verdict, VerdictKind};
use pbem::desk::Known;
use pbem::render;
use pbem::turnfile::{self, Bytes32, Reading};
use rayon::prelude::*;
use serde_json::{Value, json};

use crate::cli::context::{Context, known_words, safety};
use crate::cli::failure::{Failure, FailureKind};
use crate::cli::report::{Report, exit};
use crate::cli::sign;
use crate::disk::write_turn_file;
use sources::{Source, sources};
use words::plural;
pub(crate) use words::{headline, sentences};

/// Was everybody honest? Who was not, in which turn, and how? For anybody, without a vault
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  pbem verify game.toml
  pbem verify game.toml --key bob=55120-93371-40286-11904-67735
  pbem verify spring-cup --json -o report.jsonl")]
pub(crate) struct Verify {
    /// Files, folders of files, or names of your games; `-` for standard input
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Insist that a seat has this key, or safety number
    #[arg(long = "key", value_name = "SEAT=KEY")]
    pub keys: Vec<String>,
    /// Write the report to a file: one JSON object a line
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// One file and what is to be said of it.
struct Judged {
    called: String,
    reading: Reading,
    verdict: Verdict,
    /// somebody else sits there than was meant
    stranger: bool,
}

/// Runs it.
pub(crate) fn run(ctx: &mut Context, args: &Verify) -> Result<Report, Failure> {
    let wanted = args.keys.iter().map(|text| wanted_key(text)).collect::<Result<Vec<_>, _>>()?;
    let sources = sources(ctx, &args.files)?;
    let mut judged: Vec<Judged> =
        sources.par_iter().map(|(called, source)| judge(called, source)).collect();
    for judged in &mut judged {
        insist(judged, &wanted)?;
    }
    let objects: Vec<Value> =
        judged.iter().map(|judged| judged.verdict.to_json(&judged.called)).collect();
    let mut report = Report { exit: worst(&judged), ..Report::default() };
    report.json = if let [only] = objects.as_slice() {
        only.clone()
    } else {
        json!({"schema": "pbem-verdicts/1", "files": objects})
    };
    if let Some(output) = &args.output {
        let lines: String =
            objects.iter().fold(String::new(), |lines, object| lines + &object.to_string() + "\n");
        let path = ctx.path(output);
        if path.symlink_metadata().is_ok() && !is_report(&path) {
            return Err(sign::exists(&path));
        }
        write_turn_file(&path, &lines, 0, &ctx.around.faults)?;
    }
    match judged.as_slice() {
        [only] => one(ctx, &mut report, only),
        several => many(&mut report, several),
    }
    Ok(report)
}

/// Only an earlier report is overwritten.
fn is_report(path: &Path) -> bool {
    let mut first = Vec::new();
    let plain = std::fs::metadata(path).is_ok_and(|about| about.is_file());
    let read = plain
        && File::open(path).is_ok_and(|file| {
            BufReader::new(file.take(REPORT_LINE)).read_until(b'\n', &mut first).is_ok()
        });
    read && serde_json::from_slice::<Value>(&first)
        .is_ok_and(|line| line["schema"] == "pbem-verdict/1")
}

/// No line of a report is longer.
const REPORT_LINE: u64 = 16 << 20;

fn judge(called: &str, source: &Source) -> Judged {
    let reading = match source.read(called) {
        Ok(bytes) => turnfile::read(&bytes),
        Err(failure) => {
            let fault = turnfile::ReadFault {
                kind: turnfile::FaultKind::Unreadable,
                turn: None,
                key: None,
                line: None,
                message: failure.message,
            };
            Reading { file: None, fault: Some(fault) }
        }
    };
    let verdict = audit::verify(&reading);
    Judged { called: called.to_owned(), reading, verdict, stranger: false }
}

/// `--key bob=…`: a key in digits, or a safety number.
fn wanted_key(text: &str) -> Result<(String, String), Failure> {
    let (seat, key) = text
        .split_once('=')
        .ok_or_else(|| Failure::usage(format!("--key {} is no SEAT=KEY", text.escape_debug())))?;
    let key: String =
        key.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    let number = key.len() == 25 && key.bytes().all(|byte| byte.is_ascii_digit());
    let digits = key.len() == 64 && key.bytes().all(|byte| byte.is_ascii_hexdigit());
    if number || digits {
        Ok((seat.to_owned(), key))
    } else {
        Err(Failure::usage("a key has 64 digits, a safety number 25"))
    }
}

/// A seat that has another key than it was to have is another person: the file is not the one that
/// is meant.
fn insist(judged: &mut Judged, wanted: &[(String, String)]) -> Result<(), Failure> {
    let fits = |seat: &Seated, key: &str| {
        seat.key.is_some_and(|there| {
            hex::encode(there) == key || pbem::crypto::safety_number(&there).replace(' ', "") == key
        })
    };
    for (name, key) in wanted {
        let seats = &judged.verdict.seats;
        let seat = seats.iter().find(|seat| seat.name == *name);
        if seat.is_none() && !seats.is_empty() {
            let there: Vec<String> = seats.iter().map(|seat| seat.name.clone()).collect();
            let message = format!(
                "{} has no seat {}; the seats are {}.",
                judged.called,
                name.escape_debug(),
                there.join(", ")
            );
            return Err(Failure::usage(message));
        }
        if !seat.is_some_and(|seat| fits(seat, key)) {
            judged.stranger = true;
            judged.verdict.kind = VerdictKind::Damaged;
            judged.verdict.damage = Some(audit::Harm {
                kind: FailureKind::AnotherKey.id(),
                turn: None,
                message: format!("the seat {name} has another key than the one you insist on"),
            });
        }
    }
    Ok(())
}

/// Over several files: 1 before 4 before 3 before 0.
fn worst(judged: &[Judged]) -> u8 {
    let codes: Vec<u8> = judged.iter().map(|judged| judged.verdict.exit_code()).collect();
    [exit::DISHONEST, exit::BAD_FILE, exit::NOT_NOW]
        .into_iter()
        .find(|code| codes.contains(code))
        .unwrap_or(exit::DONE)
}

/// The whole verdict of one file.
fn one(ctx: &mut Context, report: &mut Report, judged: &Judged) {
    let verdict = &judged.verdict;
    if let Some(line) = headline(verdict) {
        report.line(line);
    }
    report.line("");
    let width = verdict.kind.id().len() + 3;
    let indent = " ".repeat(width);
    let mut sentence = |text: &str, first: bool| {
        let label = if first { verdict.kind.id().to_uppercase() } else { String::new() };
        report.line(render::wrap(&format!("{label:<width$}{text}"), 80, &indent));
    };
    for (at, text) in sentences(verdict, judged.stranger).iter().enumerate() {
        sentence(text, at == 0);
    }
    details(report, verdict);
    report.line("");
    for seat in &verdict.seats {
        let known = seat.key.as_ref().map_or(Known::No, |key| known(ctx, key));
        let known = if known == Known::No { String::new() } else { known_words(&known) };
        report.line(format!("{:<8} {}   {known}", seat.name, safety(seat.key.as_ref())).trim_end());
    }
    let checked = &verdict.checked;
    let counts = [
        (checked.signatures, "signature"),
        (checked.seals, "seal"),
        (checked.answers, "answer"),
        (checked.moves, "move"),
        (checked.boxes, "box"),
        (checked.setups, "setup"),
    ];
    let counts: Vec<String> = counts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| plural(*count, what))
        .collect();
    if !counts.is_empty() {
        report.line(format!("Checked  {}", counts.join(", ")));
    }
    if let Some(finding) = verdict.findings.first() {
        report.then(format!(
            "pbem show {} --public --turn {}      the board at that moment",
            judged.called, finding.turn
        ));
        report.then(format!("pbem log {}                      the whole game", judged.called));
    }
}

/// Who did what, turn by turn.
fn details(report: &mut Report, verdict: &Verdict) {
    if verdict.findings.is_empty() {
        return;
    }
    report.line("");
    let shown = 12;
    for finding in verdict.findings.iter().take(shown) {
        let start = format!("  turn {:<4} ", finding.turn);
        let under = " ".repeat(start.chars().count());
        let message = verdict.names.fill(&finding.message);
        report.line(render::wrap(
            &format!("{start}{}.", message.trim_end_matches('.')),
            80,
            &under,
        ));
    }
    if verdict.findings.len() > shown {
        report.line(format!("  and {} more (--json lists all)", verdict.findings.len() - shown));
    }
}

/// A table of many files: the counts, then every file that needs a look.
fn many(report: &mut Report, judged: &[Judged]) {
    let kinds = [
        VerdictKind::Honest,
        VerdictKind::Forfeit,
        VerdictKind::Open,
        VerdictKind::Dishonest,
        VerdictKind::Damaged,
    ];
    let count =
        |kind: VerdictKind| judged.iter().filter(|judged| judged.verdict.kind == kind).count();
    let counts: Vec<String> = kinds
        .iter()
        .filter(|kind| count(**kind) > 0)
        .map(|kind| format!("{} {}", count(*kind), loud(*kind)))
        .collect();
    report.line(format!("  {}", counts.join("   ")));
    report.line(format!("  {}", plural(judged.len(), "file")));
    report.line("");
    for kind in
        [VerdictKind::Dishonest, VerdictKind::Damaged, VerdictKind::Forfeit, VerdictKind::Open]
    {
        for (at, judged) in judged.iter().filter(|judged| judged.verdict.kind == kind).enumerate() {
            let label = if at == 0 { kind.id().to_uppercase() } else { String::new() };
            let verdict = &judged.verdict;
            let word = match (kind, verdict.findings.first(), &verdict.damage) {
                (VerdictKind::Dishonest, Some(finding), _) => {
                    format!("turn {}  {}", finding.turn, verdict.names.fill(&finding.message))
                }
                (_, _, Some(harm)) => harm.message.clone(),
                (VerdictKind::Forfeit, ..) => {
                    verdict.result.as_ref().map(|result| result.reason.clone()).unwrap_or_default()
                }
                _ if !verdict.missing_reveals.is_empty() => "a setup has not been shown".to_owned(),
                _ => "still being played".to_owned(),
            };
            report.line(render::wrap(
                &format!("{label:<10} {:<24} {word}", judged.called),
                80,
                &" ".repeat(36),
            ));
        }
    }
}

fn loud(kind: VerdictKind) -> String {
    match kind {
        VerdictKind::Dishonest | VerdictKind::Damaged => kind.id().to_uppercase(),
        _ => kind.id().to_owned(),
    }
}

/// What is known of a key, as far as there is a vault that can be read.
fn known(ctx: &mut Context, key: &Bytes32) -> Known {
    let desk = ctx.desk().ok();
    desk.and_then(|desk| desk.known(key).ok()).unwrap_or(Known::No)
}
