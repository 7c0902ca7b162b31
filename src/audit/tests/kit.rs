//! The conformance kit of `docs/kit.md`, from small cases to large ones, one group per test.
//!
//! `tests/library/kit` checks both verifiers with the whole kit. These tests leave out the longest
//! files and stop at the first difference: mutation testing runs them for each mutant.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::audit::{examine, judge_with, verify, verify_open};
use crate::table::{OpenGame, TurnError, open};
use crate::turnfile::{ReadErrorKind, Ruling, read};

/// Size of the largest case that these tests judge, in bytes.
const LARGEST: usize = 100_000;

fn kit() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kit")
}

/// Returns a report without the keys whose values are sentences for people.
fn without_words(report: &Value) -> Value {
    match report {
        Value::Object(object) => {
            let kept = object.iter().filter(|(key, _)| !["message", "reason"].contains(&&***key));
            kept.map(|(key, value)| (key.clone(), without_words(value))).collect()
        }
        Value::Array(list) => list.iter().map(without_words).collect(),
        other => other.clone(),
    }
}

/// Returns the report on these files, judged together.
fn report(files: &[(String, Vec<u8>)]) -> Value {
    let (mut names, mut examined, mut rulings) = (Vec::new(), Vec::new(), Vec::new());
    for (name, bytes) in files {
        let reading = read(bytes);
        let kind = reading.fault.as_ref().map(|fault| fault.kind);
        match Ruling::read(bytes) {
            Ok(ruling) if kind == Some(ReadErrorKind::NotATurnFile) => rulings.push((name, ruling)),
            _ => {
                names.push(name.clone());
                examined.push(examine(reading));
            }
        }
    }
    let turn_files = names.len();
    names.extend(rulings.iter().map(|(name, _)| (*name).clone()));
    let rulings: Vec<_> = (turn_files..).zip(rulings.into_iter().map(|named| named.1)).collect();
    let judged = judge_with(&examined, &rulings);
    let codes: Vec<u8> = judged.iter().map(|game| game.verdict.exit_code()).collect();
    let exit = [1, 4, 3, 0].into_iter().find(|code| codes.contains(code));
    let games: Value = judged.iter().map(|game| game.to_json(&names)).collect();
    without_words(&json!({"schema": "pbem-verdict/3", "exit": exit, "games": games}))
}

/// Files that are judged together, and the report that is expected.
struct Case {
    name: String,
    files: Vec<(String, Vec<u8>)>,
    expected: Value,
}

impl Case {
    fn bytes(&self) -> usize {
        self.files.iter().map(|file| file.1.len()).sum()
    }

    fn has_its_report(&self) -> bool {
        report(&self.files) == self.expected
    }
}

/// Returns the cases of a group, from small to large.
fn cases(group: &str) -> Vec<Case> {
    let text = fs::read_to_string(kit().join("manifest.json")).expect("the manifest");
    let manifest: Vec<Value> = serde_json::from_str(&text).expect("a list of cases");
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let mut cases = Vec::new();
    for case in manifest.iter().filter(|case| case["append_spaces"].is_null()) {
        let name = text(&case["case"]);
        if name.split('/').next() == Some(group) {
            let files = case["files"].as_array().expect("files").iter().map(text);
            let read = |file: String| (file.clone(), fs::read(kit().join(file)).expect("a file"));
            let files = files.map(read).collect();
            let expected = fs::read(kit().join(text(&case["report"]))).expect("a report");
            let expected = serde_json::from_slice(&expected).expect("a report");
            cases.push(Case { name, files, expected });
        }
    }
    assert!(cases.len() > 10, "{group}: {} cases", cases.len());
    cases.retain(|case| case.bytes() <= LARGEST);
    cases.sort_by_key(Case::bytes);
    cases
}

/// Compares the reports on all cases of a group with the reports of the kit.
fn check(group: &str) {
    for case in cases(group) {
        assert!(case.has_its_report(), "{}", case.name);
    }
}

#[test]
fn forms_of_files_have_their_reports() {
    check("form");
}

#[test]
fn headers_have_their_reports() {
    check("header");
}

#[test]
fn rulings_have_their_reports() {
    check("ruled");
}

#[test]
fn files_judged_together_have_their_reports() {
    check("together");
}

#[test]
fn checkpoint_danger_has_its_reports() {
    check("checkpoint-danger");
}

#[test]
fn game_box_has_its_reports() {
    check("game-box");
}

#[test]
fn enemy_agent_has_its_reports() {
    check("enemy-agent");
}

#[test]
fn spy_has_its_reports() {
    check("spy");
}

#[test]
fn espionage_has_its_reports() {
    check("espionage");
}

#[test]
fn boxes_have_their_reports() {
    check("boxes");
}

#[test]
fn endings_have_their_reports() {
    check("endings");
}

/// The verdict on an open game is the verdict on its file. Skips files that are cut short by
/// damage, because the vault refuses them.
#[test]
fn open_games_have_the_verdicts_of_their_files() {
    let text = fs::read_to_string(kit().join("manifest.json")).expect("the manifest");
    let manifest: Vec<Value> = serde_json::from_str(&text).expect("a list of cases");
    let files = manifest.iter().filter_map(|case| case["files"].as_array()).flatten();
    let mut compared = 0;
    for file in files.filter_map(Value::as_str) {
        let bytes = fs::read(kit().join(file)).expect("a file");
        let reading = read(&bytes);
        let (None, Some(content), true) = (&reading.fault, &reading.file, bytes.len() < 20_000)
        else {
            continue;
        };
        let Ok((table, None | Some(TurnError::Breach(_)))) = open(content) else { continue };
        let game = OpenGame::new(content.clone(), table);
        assert_eq!(verify_open(&game), verify(&reading), "{file}");
        compared += 1;
    }
    assert!(compared > 100, "{compared}");
}
