//! Two copies of a vault, on two computers or in a synchronized folder: they conflict, but no one
//! is accused, and the game continues from either.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::harness::Test;

/// Copies Alice's whole home to her second machine.
fn copied(test: &Test) {
    for (path, bytes) in test.everything("alice") {
        let inner = path.strip_prefix(test.folder("alice")).expect("it is hers");
        let to = test.folder("laptop").join(inner);
        fs::create_dir_all(to.parent().expect("a folder")).expect("it can be made");
        fs::write(to, bytes).expect("it can be written");
    }
}

/// It is Alice's turn, and both her machines have the game.
fn on_two_machines() -> Test {
    let test = Test::with_checkpoint();
    test.pbem("alice", "show game.toml").ok();
    copied(&test);
    test
}

/// Asserts that these files of a game, in any order, accuse no one.
fn accuses_nobody(test: &Test, who: &str, files: &str) {
    let (code, verdict) = test.pbem(who, &format!("verify {files}")).verdict();
    assert_eq!((code, &verdict["findings"]), (Some(3), &serde_json::json!([])), "{verdict}");
}

#[test]
fn two_copies_of_a_vault_continue_without_accusation() {
    let test = on_two_machines();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    test.wait_minutes(10);
    test.pbem("laptop", "move game.toml A9").ok();
    // Both turns are mailed; Bob answers the first one.
    test.mail("alice", "bob");
    test.pbem("bob", "move game.toml A1").ok();
    test.send("laptop", "game.toml", "bob", "other.toml");
    let text = test.pbem("bob", "receive other.toml").run();
    assert!(text.code.is_some_and(|code| code <= 4) && !text.err.contains("panicked"));
    accuses_nobody(&test, "bob", "game.toml other.toml");
    accuses_nobody(&test, "bob", "other.toml game.toml");
    for who in ["alice", "laptop"] {
        test.send("bob", "game.toml", who, "answer.toml");
        let read = test.pbem(who, "show answer.toml").run();
        assert_eq!(read.code, Some(0), "{}", read.shown());
        assert!(read.out.contains("Arctic 1"), "bob has answered this one: {}", read.shown());
    }
    // The machine whose turn was dropped plays on; the other learns of it from Bob's next file.
    let next = test.pbem("laptop", "move cd-bob B1").run();
    assert_eq!(next.code, Some(0), "{}", next.shown());
    test.send("laptop", "game.toml", "bob", "game.toml");
    test.pbem("bob", "move game.toml B3").ok();
    test.mail("bob", "alice");
    let next = test.pbem("alice", "move game.toml C1").run();
    assert_eq!(next.code, Some(0), "{}", next.shown());
    test.mail("alice", "bob");
    test.pbem("bob", "move game.toml C2").ok();
    accuses_nobody(&test, "bob", "game.toml other.toml");
}

/// The files of a vault, as a synchronization program sees them.
fn vault(test: &Test, who: &str) -> BTreeMap<PathBuf, Vec<u8>> {
    let home = test.folder(who).join("vault");
    let files = test.everything(who).into_iter();
    let inner = |path: &Path| path.strip_prefix(&home).ok().map(Path::to_owned);
    files.filter_map(|(path, bytes)| Some((inner(&path)?, bytes))).collect()
}

fn lay(test: &Test, who: &str, files: &BTreeMap<PathBuf, Vec<u8>>) {
    let home = test.folder(who).join("vault");
    let _ = fs::remove_dir_all(&home);
    for (inner, bytes) in files {
        let path = home.join(inner);
        fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
        fs::write(path, bytes).expect("it can be written");
    }
}

/// Each file comes from a random machine of the two.
#[test]
fn vault_synchronized_file_by_file_continues() {
    let test = on_two_machines();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    test.pbem("alice", "config mail a@example.org").ok();
    test.wait_minutes(10);
    test.pbem("laptop", "move game.toml A9").ok();
    test.pbem("laptop", "contact mail bob b@example.org").ok();
    test.mail("alice", "bob");
    test.pbem("bob", "move game.toml A1").ok();
    let (one, other) = (vault(&test, "alice"), vault(&test, "laptop"));
    let differ: Vec<&PathBuf> =
        one.keys().filter(|path| one.get(*path) != other.get(*path)).collect();
    assert!(differ.len() >= 3, "{differ:?}");
    let before = test.now();
    for mask in 0_u32..1 << differ.len() {
        test.back_to(&before);
        let mut mixed = one.clone();
        for (at, path) in differ.iter().enumerate() {
            if mask & (1 << at) != 0 {
                mixed.insert((*path).clone(), other[*path].clone());
            }
        }
        // Conflict copies that such programs leave if both sides have written.
        for path in differ.iter().filter(|path| path.starts_with("games")) {
            let name = path.with_extension("sync-conflict-20261122.toml");
            mixed.insert(name, other[*path].clone());
        }
        lay(&test, "alice", &mixed);
        let label = format!("{mask:b} of {differ:?}");
        let ran = test.pbem("alice", "status").run();
        assert_eq!(ran.code, Some(0), "{label}: {}", ran.shown());
        test.send("bob", "game.toml", "alice", "answer.toml");
        let ran = test.pbem("alice", "receive answer.toml").run();
        assert_eq!(ran.code, Some(0), "{label}: {}", ran.shown());
        let ran = test.pbem("alice", "move cd-bob B1").run();
        assert_eq!(ran.code, Some(0), "{label}: {}", ran.shown());
        test.pbem("alice", "copy cd-bob next.toml").ok();
        test.send("alice", "next.toml", "bob", "game.toml");
        test.pbem("bob", "move game.toml B3").ok();
        accuses_nobody(&test, "bob", "game.toml");
    }
}
