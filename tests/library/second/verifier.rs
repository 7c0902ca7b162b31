//! Runs the second verifier and compares its reports.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use pbem::audit::{self, Verdict};
use pbem::turnfile::{ReadErrorKind, Ruling, TurnFile, read};
use serde_json::{Value, json};

use crate::play::is_long_run;
use crate::recorder;

/// One in this many files of other tests is judged by both verifiers.
const SAMPLE: u8 = 16;

pub(crate) fn in_the_project(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// A running second verifier: it reads names of files and answers each with a line.
struct Second {
    /// Kept so that it ends with this process.
    _process: Child,
    names: ChildStdin,
    reports: BufReader<ChildStdout>,
    folder: PathBuf,
}

impl Second {
    fn start() -> Option<Second> {
        static STARTED: AtomicUsize = AtomicUsize::new(0);
        let python = |arguments: &[&str]| {
            let mut command = Command::new("python3");
            command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
            command.env("PBEM_VERIFY_GAMES", in_the_project("tests/library/toys"));
            command
        };
        let new_enough =
            python(&["-c", "import sys; sys.exit(sys.version_info < (3, 11))"]).status();
        if !new_enough.is_ok_and(|status| status.success()) {
            return None;
        }
        let program = in_the_project("docs/reference/verify.py");
        let program = program.to_str().expect("a path of characters");
        let mut process =
            python(&[program, "--json", "-"]).spawn().expect("python3 was there a moment ago");
        let names = process.stdin.take().expect("a pipe");
        let reports = BufReader::new(process.stdout.take().expect("a pipe"));
        let nth = STARTED.fetch_add(1, Ordering::Relaxed);
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("second-{}-{nth}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder for the files");
        Some(Second { _process: process, names, reports, folder })
    }

    /// Returns its report on these files, judged together.
    fn judge_at(&mut self, paths: &[PathBuf]) -> Value {
        let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
        writeln!(self.names, "{}", names.join("\t")).expect("it listens");
        let mut line = String::new();
        self.reports.read_line(&mut line).expect("it answers");
        serde_json::from_str(&line).expect("it answers with an object")
    }

    /// Returns its report on these files together, and the names they had.
    fn judge(&mut self, files: &[&[u8]]) -> (Value, Vec<String>) {
        let file_names = files.iter().enumerate().map(|(at, bytes)| {
            let path = self.folder.join(format!("game-{at}.toml"));
            fs::write(&path, bytes).expect("the file is written");
            path
        });
        let paths: Vec<PathBuf> = file_names.collect();
        let file_names = paths.iter().map(|path| path.display().to_string()).collect();
        (self.judge_at(&paths), file_names)
    }
}

/// Idle processes: every thread that needs one takes or starts one.
static IDLE: Mutex<Vec<Second>> = Mutex::new(Vec::new());

fn idle() -> MutexGuard<'static, Vec<Second>> {
    IDLE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns a process, if Python is installed.
fn take() -> Option<Second> {
    let idle_one = idle().pop();
    idle_one.or_else(Second::start)
}

pub(crate) fn is_there() -> bool {
    let second = take();
    let is_there = second.is_some();
    idle().extend(second);
    is_there
}

/// Returns the second verifier's report on these files, if Python is installed.
fn judged(files: &[&[u8]]) -> Option<(Value, Vec<String>)> {
    let mut second = take()?;
    let said = second.judge(files);
    idle().push(second);
    Some(said)
}

/// The report of the second verifier on these files, if Python is installed.
pub(crate) fn judged_at(paths: &[PathBuf]) -> Option<Value> {
    let mut second = take()?;
    let report = second.judge_at(paths);
    idle().push(second);
    Some(report)
}

/// Checks a file of another test: some of them by default, all in a long run.
pub(crate) fn agrees_on_some(bytes: &[u8], verdict: &Verdict) {
    recorder::record(bytes, verdict);
    if is_long_run() || pbem::crypto::turn_hash(bytes)[0].is_multiple_of(SAMPLE) {
        assert_eq!(audit::verify(&read(bytes)), *verdict);
        agree(&[bytes], "a file that a test has made");
    }
}

/// Returns a report without texts for people.
pub(crate) fn text(report: &Value) -> Value {
    match report {
        Value::Object(object) => {
            let for_people = |key: &str| ["message", "reason"].contains(&key);
            let text = object.iter().filter(|(key, _)| !for_people(key));
            text.map(|(key, value)| (key.clone(), self::text(value))).collect()
        }
        Value::Array(list) => list.iter().map(text).collect(),
        other => other.clone(),
    }
}

/// The schema of a report.
pub(crate) const SCHEMA: &str = "pbem-verdict/3";

/// Returns pbem's report on these files together, as JSON.
pub(crate) fn our_report(files: &[&[u8]], file_names: &[String]) -> Value {
    let (mut names, mut examined, mut rulings) = (Vec::new(), Vec::new(), Vec::new());
    for (bytes, name) in files.iter().zip(file_names.iter().cloned()) {
        let reading = read(bytes);
        let kind = reading.fault.as_ref().map(|fault| fault.kind);
        match Ruling::read(bytes) {
            Ok(ruling) if kind == Some(ReadErrorKind::NotATurnFile) => rulings.push((name, ruling)),
            _ => {
                names.push(name);
                examined.push(audit::examine(reading));
            }
        }
    }
    let rulings: Vec<_> = rulings
        .into_iter()
        .map(|(name, ruling)| {
            names.push(name);
            (names.len() - 1, ruling)
        })
        .collect();
    let judged = audit::judge_with(&examined, &rulings);
    let codes: Vec<u8> = judged.iter().map(|game| game.verdict.exit_code()).collect();
    let exit = [1, 4, 3, 0].into_iter().find(|code| codes.contains(code));
    let games: Value = judged.iter().map(|game| game.to_json(&names)).collect();
    text(&json!({"schema": SCHEMA, "exit": exit, "games": games}))
}

/// Checks that both reports on these files together are equal except for texts for people.
pub(crate) fn agree(files: &[&[u8]], what: &str) {
    let Some((theirs, file_names)) = judged(files) else { return };
    let (ours, theirs) = (our_report(files, &file_names), text(&theirs));
    if ours != theirs {
        let paths = files.iter().enumerate().map(|(at, bytes)| {
            let paths =
                Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("disagreement-{at}.toml"));
            fs::write(&paths, bytes).expect("the file is kept");
            paths.display().to_string()
        });
        let paths = paths.collect::<Vec<_>>().join(" ");
        panic!("{what}: {paths}\nwe say:   {ours}\nit says:  {theirs}");
    }
}

pub(super) fn agree_on(bytes: &[u8], what: &str) {
    agree(&[bytes], what);
}

pub(super) fn agree_on_file(file: &TurnFile, what: &str) {
    agree_on(file.write().as_bytes(), what);
}
