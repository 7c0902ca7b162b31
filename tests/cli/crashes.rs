//! The machine dies at every step of every write. Afterwards the old state or the new one is there, whole; the next call finishes the same
//! turn, byte for byte, or starts clean; and no number is ever signed twice.

use std::collections::BTreeMap;

use crate::harness::Test;

/// Lets a command die at its first, second, third step on the disk and so on, each time in a fresh world, until it lives.
fn at_every_step(prepare: impl Fn() -> Test, who: &str, words: &[&str], then: impl Fn(&Test, u32)) {
    for step in 1.. {
        let test = prepare();
        let call = words.iter().fold(test.pbem(who, ""), |call, word| call.arg(*word));
        let ran = call.env("PBEM_FAULT", step.to_string()).run();
        if ran.code.is_some() {
            assert!(step > 6, "{words:?} has passed {step} steps only: {}", ran.shown());
            assert_eq!(ran.code, Some(0), "{}", ran.shown());
            return;
        }
        then(&test, step);
        never_twice(&test, who);
    }
}

/// No two turns of one number that both stand.
fn never_twice(test: &Test, who: &str) {
    for record in test.records(who) {
        let mut standing: BTreeMap<i64, usize> = BTreeMap::new();
        for made in record.get("made").and_then(toml::Value::as_array).into_iter().flatten() {
            let withdrawn = made.get("withdrawn").and_then(toml::Value::as_bool).unwrap_or(false);
            *standing.entry(made["number"].as_integer().expect("a number")).or_default() += usize::from(!withdrawn);
        }
        assert!(standing.values().all(|count| *count <= 1), "{standing:?}");
    }
}

/// The turns that a vault has signed: number and hash.
fn signed(test: &Test, who: &str) -> Vec<(i64, String)> {
    let records = test.records(who);
    let made = records.iter().filter_map(|record| record.get("made")?.as_array()).flatten();
    made.map(|made| (made["number"].as_integer().expect("a number"), made["hash"].as_str().expect("a hash").to_owned())).collect()
}

/// Nothing but whole files lies about.
fn sound(test: &Test, who: &str, file: &str) {
    if test.path(who, file).exists() {
        let (code, verdict) = test.pbem("judge", "verify").arg(test.path(who, file).display().to_string()).json();
        assert_eq!((code, verdict["verdict"].as_str()), (Some(3), Some("open")), "{verdict}");
    }
}

#[test]
fn new_is_done_or_starts_clean() {
    let words = ["new", "checkpoint-danger", "game.toml", "--as", "alice", "--with", "bob", "--setup", "B8 D4 E2 G6"];
    at_every_step(Test::new, "alice", &words, |test, step| {
        sound(test, "alice", "game.toml");
        let before = signed(test, "alice");
        if test.path("alice", "game.toml").exists() {
            // The file is there, so the turn is in the vault.
            assert_eq!(before.len(), 1, "step {step}");
            test.pbem("alice", "show game.toml").ok();
        } else if before.is_empty() {
            words.iter().fold(test.pbem("alice", ""), |call, word| call.arg(*word)).ok();
        } else {
            test.pbem("alice", "copy cd-bob game.toml").ok();
            assert_eq!(signed(test, "alice"), before, "step {step}");
        }
        test.mail("alice", "bob");
        test.pbem("bob", "join game.toml --random").ok();
        test.mail("bob", "alice");
        test.pbem("alice", "show game.toml").ok();
    });
}

#[test]
fn a_game_that_was_signed_and_not_written_is_not_forgotten() {
    let test = Test::new();
    let new = "new checkpoint-danger game.toml --as alice --with bob --random";
    assert_eq!(test.pbem("alice", new).env("PBEM_FAULT", "turn.rename").run().code, None);
    let again = test.pbem("alice", new).ok();
    assert!(again.out.contains("pbem copy cd-bob FILE"), "{}", again.out);
    let text = test.read("alice", "game.toml");
    test.pbem("alice", "copy cd-bob first.toml").ok();
    test.pbem("alice", "undo cd-bob --not-mailed").ok();
    assert!(!test.path("alice", "first.toml").exists());
    assert_eq!(test.read("alice", "game.toml"), text);
    assert_eq!(test.pbem("alice", "").json().1["games"].as_array().map(Vec::len), Some(1));
}

fn invited() -> Test {
    let test = Test::new();
    test.pbem("alice", "new checkpoint-danger game.toml --as alice --with bob --setup").arg("B8 D4 E2 G6").ok();
    test.mail("alice", "bob");
    test
}

#[test]
fn join_is_finished_as_it_was_signed() {
    for setup in [&["--setup", "B2 C7 F1 F3"][..], &["--random"]] {
        let words = [&["join", "game.toml"], setup].concat();
        at_every_step(invited, "bob", &words, |test, step| {
            sound(test, "bob", "game.toml");
            let before = signed(test, "bob");
            let again = words.iter().fold(test.pbem("bob", ""), |call, word| call.arg(*word)).run();
            let after = signed(test, "bob");
            assert!(again.code == Some(0) || (again.code == Some(3) && again.err.contains("joined")), "step {step}: {}", again.shown());
            assert_eq!(after.len(), 1, "step {step}");
            assert!(before.is_empty() || before == after, "step {step}: another turn 2 was signed");
            test.mail("bob", "alice");
            test.pbem("alice", "move game.toml Fiji 6").ok();
            test.mail("alice", "bob");
            test.pbem("bob", "move game.toml A1").ok();
            // Whom he has met, he knows.
            test.pbem("bob", "contact show alice").ok();
        });
    }
}

#[test]
fn another_setup_than_the_signed_one_is_refused() {
    let test = invited();
    let ran = test.pbem("bob", "join game.toml --setup").arg("B2 C7 F1 F3").env("PBEM_FAULT", "turn.rename").run();
    assert_eq!(ran.code, None);
    let refused = test.pbem("bob", "join game.toml --setup").arg("B2 C7 F1 F4").refused(3);
    insta::assert_snapshot!(refused.shown(), @r#"
    $ pbem join game.toml --setup "B2 C7 F1 F4"
    pbem: you have signed turn 2 already: your setup. game.toml does not have it
      yet.
      A second turn 2 would be a fork. Nothing has been written.
    Next: pbem join game.toml      writes the turn that you have signed
          pbem undo cd-alice --not-mailed      if it has not been mailed
    (exit code 3)
    "#);
    let finished = test.pbem("bob", "join game.toml --setup").arg("f3 f1 b2 c7").ok();
    insta::assert_snapshot!(finished.shown(), @r#"
    $ pbem join game.toml --setup "f3 f1 b2 c7"
    Finished  turn 2 (your setup), which you had signed before
    Wrote     game.toml
    Next:     mail game.toml to alice
    "#);
}

fn to_move() -> Test {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    test.mail("alice", "bob");
    test
}

#[test]
fn move_is_finished_byte_for_byte() {
    for game in ["game.toml", "cd-alice"] {
        let prepare = || {
            let test = to_move();
            test.pbem("bob", "show game.toml").ok();
            test
        };
        at_every_step(prepare, "bob", &["move", game, "A1"], |test, step| {
            sound(test, "bob", "game.toml");
            let before = signed(test, "bob");
            let kept = test.records("bob")[0]["newest"]["text"].clone();
            if before.len() == 2 && !test.read("bob", "game.toml").contains("Arctic 1") {
                let other = test.pbem("bob", &format!("move {game} A2")).refused(3);
                assert!(other.err.contains("signed turn 4 already: Arctic 1"), "{}", other.err);
            }
            let again = test.pbem("bob", &format!("move {game} A1")).run();
            let done = again.code == Some(0) || (again.code == Some(3) && again.err.contains("alice's turn"));
            assert!(done, "step {step}: {}", again.shown());
            let after = signed(test, "bob");
            assert_eq!(after.len(), 2, "step {step}");
            if before.len() == 2 {
                assert_eq!(before, after, "step {step}: another turn 4 was signed");
                assert_eq!(kept.as_str(), Some(&*test.read("bob", "game.toml")), "step {step}: not the bytes that were signed");
            }
            test.mail("bob", "alice");
            test.pbem("alice", "move game.toml B1").ok();
        });
    }
}

#[test]
fn a_move_that_reads_a_new_file_is_finished_too() {
    at_every_step(to_move, "bob", &["move", "game.toml", "A1"], |test, step| {
        let before = signed(test, "bob");
        let again = test.pbem("bob", "move game.toml A1").run();
        assert!(matches!(again.code, Some(0 | 3)), "step {step}: {}", again.shown());
        let after = signed(test, "bob");
        assert!(after.len() == 2 && (before.len() == 1 || before == after), "step {step}");
        test.mail("bob", "alice");
        test.pbem("alice", "move game.toml B1").ok();
    });
}

#[test]
fn undo_is_finished_by_the_next_call() {
    let prepare = || {
        let test = to_move();
        test.pbem("bob", "move game.toml A1").ok();
        test
    };
    for game in ["game.toml", "cd-alice"] {
        at_every_step(prepare, "bob", &["undo", game, "--not-mailed"], |test, step| {
            sound(test, "bob", "game.toml");
            let again = test.pbem("bob", &format!("undo {game} --not-mailed")).run();
            let done = again.code == Some(0) || (again.code == Some(3) && again.err.contains("answered"));
            assert!(done, "step {step}: {}", again.shown());
            assert!(!test.read("bob", "game.toml").contains("Arctic 1"), "step {step}");
            test.pbem("bob", &format!("move {game} A2")).ok();
            let text = test.read("bob", "game.toml");
            assert!(text.contains("Arctic 2") && text.contains("instead = ["), "step {step}");
            test.mail("bob", "alice");
            test.pbem("alice", "move game.toml B1").ok();
        });
        // Without a second `undo`, a move simply goes on from before.
        at_every_step(prepare, "bob", &["undo", game, "--not-mailed"], |test, step| {
            let taken_back = test.records("bob")[0]["made"].as_array().expect("turns")[1].get("withdrawn").and_then(toml::Value::as_bool);
            let ran = test.pbem("bob", &format!("move {game} A2")).run();
            assert_eq!(ran.code, Some(if taken_back == Some(true) { 0 } else { 3 }), "step {step}: {}", ran.shown());
        });
    }
}

#[test]
fn undo_of_the_first_turn_is_finished_by_the_next_call() {
    let words = ["undo", "game.toml", "--not-mailed"];
    at_every_step(invited, "alice", &words, |test, _| {
        test.pbem("alice", "undo game.toml --not-mailed").ok();
        assert!(!test.path("alice", "game.toml").exists());
        assert_eq!(test.pbem("alice", "").json().1["games"].as_array().map(Vec::len), Some(0));
    });
}

#[test]
fn copy_leaves_the_old_file_or_the_new() {
    let prepare = || {
        let test = to_move();
        test.send("bob", "game.toml", "bob", "old.toml");
        test.pbem("bob", "move game.toml A1").ok();
        test
    };
    at_every_step(prepare, "bob", &["copy", "game.toml", "old.toml"], |test, step| {
        sound(test, "bob", "old.toml");
        test.pbem("bob", "copy game.toml old.toml").ok();
        assert_eq!(test.read("bob", "old.toml"), test.read("bob", "game.toml"), "step {step}");
    });
}
