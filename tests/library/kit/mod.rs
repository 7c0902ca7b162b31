//! The conformance kit in `tests/kit/`: small turn files, each with its whole report, for anyone
//! who writes another verifier. `docs/kit.md` describes it.
//!
//! The tests compare the stored reports with the output of both verifiers, and a part of the files
//! with the generators here. `PBEM_KIT=1` compares all files, and `UPDATE_KIT=1` writes them again.
//! Both take some minutes, since every cheat of `tests/library/cheats` is carried out for them.

mod alone;
mod boxes;
mod cheated;
mod endings;
mod forms;
mod headers;
mod left_out;
mod meetings;
mod played;
mod ruled;
mod rules;
mod stored;
mod texts;
mod together;
mod turns;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fs;
use std::path::PathBuf;
use std::thread;

use pbem::turnfile::TurnFile;
use serde_json::{Value, json};

use self::stored::{first_report, manifest, turn_files};
use crate::play::is_long_run;
use crate::second::verifier::{in_the_project, our_report};

/// One judgement: the files that a verifier reads together.
struct Case {
    /// `group/name`; the names of its files begin with it.
    name: String,
    files: Vec<Vec<u8>>,
    /// Spaces that a verifier must append to the only file, to test the size limit.
    spaces: usize,
}

impl Case {
    fn of_bytes(name: String, bytes: impl Into<Vec<u8>>) -> Case {
        Case { name, files: vec![bytes.into()], spaces: 0 }
    }

    fn of_file(name: String, file: &TurnFile) -> Case {
        Case::of_bytes(name, file.write())
    }

    fn bytes(&self) -> usize {
        self.files.iter().map(Vec::len).sum()
    }

    /// Its report without names, numbers and dates.
    fn shape(&self) -> String {
        let files: Vec<&[u8]> = self.files.iter().map(Vec::as_slice).collect();
        let file_names: Vec<String> = (0..files.len()).map(|nth| nth.to_string()).collect();
        let report = our_report(&files, &file_names);
        let words = |list: &Value, key: &str| -> BTreeSet<String> {
            let list = list.as_array().into_iter().flatten();
            list.map(|item| item[key].to_string()).collect()
        };
        let shape = |game: &Value| {
            let plain = ["verdict", "ended_by", "outcome"].map(|key| game[key].to_string());
            let crossed = game["crossed"].is_null();
            let roles: Vec<String> = files_of(game).map(|file| file["role"].to_string()).collect();
            let damage: BTreeSet<String> =
                files_of(game).map(|file| file["damage"]["kind"].to_string()).collect();
            let findings = words(&game["findings"], "kind");
            let rulings = words(&game["rulings"], "state");
            format!("{plain:?} {crossed} {roles:?} {damage:?} {findings:?} {rulings:?}")
        };
        report["games"].as_array().into_iter().flatten().map(shape).collect()
    }
}

fn files_of(game: &Value) -> impl Iterator<Item = &Value> {
    game["files"].as_array().into_iter().flatten()
}

/// The limits of the kit: bytes of everything in its folder, and turn files.
const MOST_BYTES: u64 = 6_000_000;
const FEWEST_FILES: usize = 400;

fn folder() -> PathBuf {
    in_the_project("tests/kit")
}

type Part = fn() -> Vec<Case>;

/// The generators that are quick.
const QUICK: [Part; 7] = [
    forms::cases,
    headers::cases,
    together::cases,
    ruled::cases,
    boxes::cases,
    meetings::cases,
    endings::cases,
];
/// The other generators.
const SLOW: [Part; 5] = [alone::cases, played::cases, turns::cases, turns::moves, cheated::cases];

/// Every case of these generators: examples first, then by name.
fn cases(parts: &[Part]) -> Vec<Case> {
    let mut cases: Vec<Case> = thread::scope(|scope| {
        let parts: Vec<_> = parts.iter().map(|part| scope.spawn(part)).collect();
        parts.into_iter().flat_map(|part| part.join().expect("a part of the kit")).collect()
    });
    cases.retain(|case| !left_out::is_left_out(&case.name));
    cases.sort_by_key(|case| (!SHOWN.contains(&case.name.as_str()), case.name.clone()));
    let names: BTreeSet<&str> = cases.iter().map(|case| case.name.as_str()).collect();
    assert_eq!(names.len(), cases.len(), "two cases with the same name");
    cases
}

/// Cases whose files other pages show.
const SHOWN: [&str; 2] = ["spy/guess-5-right-decline-c", "together/enemy-agent-crossed"];

/// Groups in which every case is stored.
const COMPLETE: [&str; 5] = ["form", "header", "ruled", "boxes", "endings"];

/// The cases of a game, without a case if a smaller one tests the same rules with a report of the
/// same shape.
fn pruned(mut cases: Vec<Case>) -> Vec<Case> {
    let not_shown = |case: &Case| !SHOWN.contains(&case.name.as_str());
    cases.sort_by_key(|case| (not_shown(case), case.bytes()));
    let mut seen = HashSet::new();
    cases.retain(|case| {
        let (group, name) = case.name.split_once('/').expect("a group");
        if COMPLETE.contains(&group) {
            return true;
        }
        let patterns = rules::patterns(&case.name);
        let name = if patterns.is_empty() { name } else { "" };
        seen.insert(format!("{group} {name} {patterns:?} {}", case.shape()))
    });
    cases.sort_by_key(|case| (not_shown(case), case.name.clone()));
    cases
}

/// Writes the kit again. Files with the same bytes are stored once.
fn store(cases: &[Case]) {
    let _ = fs::remove_dir_all(folder());
    let mut stored: HashMap<&[u8], String> = HashMap::new();
    let mut lines = Vec::new();
    for case in cases {
        let many = case.files.len() > 1;
        let files = case.files.iter().zip(1..).map(|(bytes, nth)| {
            let nth = if many { format!("-{nth}") } else { String::new() };
            let path = format!("{}{nth}.toml", case.name);
            let path = stored.entry(bytes).or_insert_with(|| {
                write(&path, bytes);
                path
            });
            path.clone()
        });
        let files: Vec<String> = files.collect();
        let mut line = json!({
            "case": case.name, "files": files, "report": format!("{}.json", case.name),
            "rules": rules::of(&case.name),
        });
        if case.spaces > 0 {
            line["append_spaces"] = json!(case.spaces);
        }
        lines.push(line);
    }
    for line in &lines {
        let path = line["report"].as_str().expect("a path");
        write(path, format!("{}\n", first_report(line)).as_bytes());
    }
    lines.sort_by_key(|line| line["case"].to_string());
    let lines: Vec<String> = lines.iter().map(|line| format!("  {line}")).collect();
    write("manifest.json", format!("[\n{}\n]\n", lines.join(",\n")).as_bytes());
}

fn write(path: &str, bytes: &[u8]) {
    let path = folder().join(path);
    fs::create_dir_all(path.parent().expect("a folder")).expect("the folder is made");
    fs::write(path, bytes).expect("the file is written");
}

/// Whether a line of the manifest is this case, byte for byte.
fn is_stored(case: &Case, line: &Value) -> bool {
    turn_files(line) == case.files
        && line["append_spaces"].as_u64().unwrap_or_default() == case.spaces as u64
        && line["rules"] == json!(rules::of(&case.name))
}

/// The test of one game, or a long one, carries out other cheats than those in the kit.
fn may_be_whole() -> bool {
    std::env::var_os("PBEM_KIND").is_none() && !is_long_run()
}

#[test]
fn kit_is_written_by_its_generators() {
    let is_set = |name: &str| may_be_whole() && std::env::var_os(name).is_some();
    let updates = is_set("UPDATE_KIT");
    let whole = updates || is_set("PBEM_KIT");
    let slow: &[Part] = if whole { &SLOW } else { &[] };
    let mut cases = cases(&[&QUICK[..], slow].concat());
    if whole {
        cases = pruned(cases);
    }
    if updates {
        store(&cases);
    }
    let manifest = manifest();
    let lines: BTreeMap<&str, &Value> =
        manifest.iter().filter_map(|line| Some((line["case"].as_str()?, line))).collect();
    let must_be_stored = |name: &str| whole || COMPLETE.iter().any(|group| name.starts_with(group));
    let differ: Vec<&str> = cases
        .iter()
        .map(|case| case.name.as_str())
        .zip(&cases)
        .filter(|(name, case)| {
            lines.get(name).map_or(must_be_stored(name), |line| !is_stored(case, line))
        })
        .map(|(name, _)| name)
        .collect();
    assert!(differ.is_empty(), "run `just kit` to write these again: {differ:#?}");
    if whole {
        assert_eq!(lines.len(), cases.len(), "cases that no generator makes");
    }
}

/// The files in the folder of the kit, by path below it, with their sizes.
fn on_disk() -> BTreeMap<String, u64> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder()).expect("the kit") {
        let entry = entry.expect("an entry");
        let group = entry.file_name().to_string_lossy().into_owned();
        if !entry.path().is_dir() {
            files.insert(group, entry.metadata().expect("a file").len());
            continue;
        }
        for entry in fs::read_dir(entry.path()).expect("a folder") {
            let entry = entry.expect("an entry");
            let path = format!("{group}/{}", entry.file_name().to_string_lossy());
            files.insert(path, entry.metadata().expect("a file").len());
        }
    }
    files
}

#[test]
fn kit_has_only_files_of_its_manifest() {
    let mut named = BTreeSet::from(["manifest.json".to_owned()]);
    for case in manifest() {
        named.extend(case["files"].as_array().expect("files").iter().map(text));
        assert!(named.insert(text(&case["report"])), "a report of two cases");
    }
    let on_disk = on_disk();
    assert_eq!(named, on_disk.keys().cloned().collect());
    let files = named.iter().filter(|path| path.ends_with("toml")).count();
    let bytes = on_disk.values().sum::<u64>();
    println!("{files} turn files, {bytes} bytes in all");
    assert!(files >= FEWEST_FILES && bytes <= MOST_BYTES, "{files} files, {bytes} bytes");
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}
