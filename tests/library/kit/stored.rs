//! The stored kit is complete, and both verifiers agree with each report.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use pbem::games::Kind;
use pbem::table::FindingKind;
use serde_json::{Value, json};

use super::folder;
use crate::second::verifier::{in_the_project, is_there, judged_at, our_report, text};

/// The stored manifest.
pub(super) fn manifest() -> Vec<Value> {
    let text = fs::read_to_string(folder().join("manifest.json")).expect("the manifest");
    serde_json::from_str(&text).expect("a list of cases")
}

/// The paths of the turn files of a case, below `tests/kit/`.
fn paths(case: &Value) -> Vec<String> {
    let paths = case["files"].as_array().expect("files").iter();
    paths.map(|path| path.as_str().expect("a path").to_owned()).collect()
}

/// The stored turn files of a case.
pub(super) fn turn_files(case: &Value) -> Vec<Vec<u8>> {
    paths(case).iter().map(|path| fs::read(folder().join(path)).expect("a turn file")).collect()
}

fn report(case: &Value) -> Value {
    let path = folder().join(case["report"].as_str().expect("a path"));
    serde_json::from_slice(&fs::read(path).expect("a report")).expect("a report")
}

/// The report of pbem on a case of the manifest.
pub(super) fn first_report(case: &Value) -> Value {
    let mut files = turn_files(case);
    let spaces = case["append_spaces"].as_u64().unwrap_or_default();
    let longer = files[0].len() + usize::try_from(spaces).expect("few");
    files[0].resize(longer, b' ');
    let files: Vec<&[u8]> = files.iter().map(Vec::as_slice).collect();
    our_report(&files, &paths(case))
}

/// Every string of a report, changed.
fn with_strings(value: &Value, change: &impl Fn(&str) -> String) -> Value {
    match value {
        Value::String(text) => json!(change(text)),
        Value::Array(list) => list.iter().map(|value| with_strings(value, change)).collect(),
        Value::Object(object) => {
            object.iter().map(|(key, value)| (key.clone(), with_strings(value, change))).collect()
        }
        other => other.clone(),
    }
}

/// The report of the second verifier on a case of the manifest.
fn second_report(case: &Value) -> Value {
    let below = paths(case);
    let mut base = folder();
    if let Some(spaces) = case["append_spaces"].as_u64() {
        // Two cases lengthen the same file, maybe at the same time.
        base = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("kit-{spaces}"));
        let mut bytes = fs::read(folder().join(&below[0])).expect("a file");
        bytes.resize(bytes.len() + usize::try_from(spaces).expect("few"), b' ');
        let path = base.join(&below[0]);
        fs::create_dir_all(path.parent().expect("a folder")).expect("the folder is made");
        fs::write(path, bytes).expect("the file is written");
    }
    let paths: Vec<PathBuf> = below.iter().map(|path| base.join(path)).collect();
    let report = judged_at(&paths).expect("python3 is there");
    let base = format!("{}/", base.display());
    text(&with_strings(&report, &|text| text.replace(&base, "")))
}

/// The cases in which a verifier's report is not the stored one.
fn differing(verifier: fn(&Value) -> Value) -> Vec<Value> {
    let cases = manifest();
    assert!(!cases.is_empty());
    thread::scope(|scope| {
        let judge = |part: usize| {
            let cases = cases.iter().skip(part).step_by(2);
            let wrong = cases.filter(|case| verifier(case) != report(case));
            wrong.map(|case| case["case"].clone()).collect::<Vec<_>>()
        };
        let parts: Vec<_> = (0..2).map(|part| scope.spawn(move || judge(part))).collect();
        parts.into_iter().flat_map(|part| part.join().expect("a part")).collect()
    })
}

#[test]
fn pbem_gives_every_report_of_the_kit() {
    let wrong = differing(first_report);
    assert!(wrong.is_empty(), "pbem reports something else: {wrong:#?}");
}

#[test]
fn second_verifier_gives_every_report_of_the_kit() {
    if !is_there() {
        println!("skipped: there is no python3 of 3.11 or newer");
        return;
    }
    let wrong = differing(second_report);
    assert!(wrong.is_empty(), "the second verifier reports something else: {wrong:#?}");
}

/// All values of a key in the games of all reports, for the games of this kind.
fn values(kind: Option<Kind>, find: impl Fn(&Value) -> Vec<Value>) -> BTreeSet<String> {
    let reports: Vec<Value> = manifest().iter().map(report).collect();
    let games = reports.iter().flat_map(|report| report["games"].as_array().expect("games"));
    let of_kind = games.filter(|game| kind.is_none_or(|kind| game["game"] == kind.id()));
    let values = of_kind.flat_map(find);
    values.filter_map(|value| value.as_str().map(str::to_owned)).collect()
}

/// Whether turns of this kind have links in any file of the kit.
fn has_links(kind: Kind) -> bool {
    let header = format!("kind = \"{}\"", kind.id());
    let files = manifest();
    let mut texts = files.iter().flat_map(turn_files);
    texts.any(|text| {
        let text = String::from_utf8_lossy(&text);
        text.contains(&header) && text.contains("\nlink = ")
    })
}

#[test]
fn kit_has_every_kind_of_finding_in_every_game() {
    for kind in Kind::published() {
        let found = values(Some(kind), |game| {
            let findings = game["findings"].as_array().expect("findings");
            findings.iter().map(|finding| finding["kind"].clone()).collect()
        });
        for finding in FindingKind::ALL {
            // Turns of a game without chance have no links.
            if finding == FindingKind::BadLink && !has_links(kind) {
                continue;
            }
            assert!(found.contains(finding.id()), "{} in {kind}", finding.id());
        }
    }
}

/// The table of findings in section 4 of the page.
#[test]
fn kit_covers_all_findings_of_the_page() {
    let page = fs::read_to_string(in_the_project("docs/protocol.md")).expect("the page");
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` [4."));
    let on_page: BTreeSet<String> = rows.map(|(kind, _)| kind.to_owned()).collect();
    let in_kit = values(None, |game| {
        let findings = game["findings"].as_array().expect("findings");
        findings.iter().map(|finding| finding["kind"].clone()).collect()
    });
    assert_eq!(on_page, in_kit);
}

#[test]
fn kit_has_every_verdict_outcome_and_damage() {
    let all = |key: &'static str| values(None, |game| vec![game[key].clone()]);
    assert_eq!(all("verdict"), set(&["honest", "dishonest", "forfeit", "open", "damaged"]));
    assert_eq!(all("outcome"), set(&["win", "draw", "void"]));
    let endings = ["board", "resignation", "agreement", "breach", "claim"];
    assert_eq!(all("ended_by"), set(&endings));
    let of_files = |of: fn(&Value) -> Value| {
        values(None, |game| game["files"].as_array().expect("files").iter().map(of).collect())
    };
    assert_eq!(of_files(|file| file["role"].clone()), set(&["stands", "part", "superseded"]));
    let damages = of_files(|file| file["damage"]["kind"].clone());
    assert_eq!(damages, set(&["unreadable", "other-format", "bad-chain", "bad-signature"]));
    for kind in Kind::published() {
        let of_kind = |key: &'static str| values(Some(kind), |game| vec![game[key].clone()]);
        assert_eq!(of_kind("verdict").len(), 5, "{kind}");
        let damages = values(Some(kind), |game| {
            let files = game["files"].as_array().expect("files");
            files.iter().map(|file| file["damage"]["kind"].clone()).collect()
        });
        assert!(damages.is_superset(&set(&["unreadable", "bad-chain", "bad-signature"])), "{kind}");
    }
}

fn set(words: &[&str]) -> BTreeSet<String> {
    words.iter().map(ToString::to_string).collect()
}
