//! Collects the files that a test judges, for the conformance kit: the smallest file for each kind
//! of verdict.
//!
//! `PBEM_SAVE=FOLDER` also saves the last file of each test there, named after the test.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::{env, fs, thread};

use pbem::audit::Verdict;

/// The smallest file for each kind of verdict.
pub(crate) type Recorded = BTreeMap<String, Vec<u8>>;

thread_local! {
    static RECORDED: RefCell<Option<Recorded>> = const { RefCell::new(None) };
}

/// Runs a test and returns its result with the files that it judged.
pub(crate) fn recording<T>(run: impl FnOnce() -> T) -> (T, Recorded) {
    RECORDED.with(|recorded| *recorded.borrow_mut() = Some(Recorded::new()));
    let result = run();
    (result, RECORDED.with(RefCell::take).unwrap_or_default())
}

/// Records a file, if this thread is recording.
pub(crate) fn record(bytes: &[u8], verdict: &Verdict) {
    save(bytes);
    RECORDED.with(|recorded| {
        let mut recorded = recorded.borrow_mut();
        let Some(files) = recorded.as_mut() else { return };
        let smallest = files.entry(signature(verdict)).or_insert_with(|| bytes.to_vec());
        if bytes.len() < smallest.len() {
            *smallest = bytes.to_vec();
        }
    });
}

fn save(bytes: &[u8]) {
    let (Some(folder), test) = (env::var_os("PBEM_SAVE"), thread::current()) else { return };
    let name = test.name().and_then(|name| name.rsplit("::").next()).unwrap_or("game");
    fs::write(Path::new(&folder).join(format!("{name}.toml")), bytes).expect("an existing folder");
}

/// Verdicts with the same signature differ only in turns, names and wording.
fn signature(verdict: &Verdict) -> String {
    let result = verdict.result.as_ref();
    let result = result.map(|result| (result.kind, result.ended_by));
    let findings = verdict.findings.iter().map(|finding| {
        let said = (finding.item.is_some(), finding.said.is_some(), finding.truth.is_some());
        let on_arrival = finding.turn as usize == verdict.intact;
        format!("{:?} {said:?} {on_arrival}", finding.kind)
    });
    let mut findings: Vec<_> = findings.collect();
    findings.dedup();
    let damage = verdict.damage.as_ref().map(|damage| damage.kind);
    format!("{:?} {result:?} {findings:?} {damage:?}", verdict.kind)
}
