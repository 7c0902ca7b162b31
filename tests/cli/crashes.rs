//! The computer crashes at every step of every write. Afterwards either the old or the new state is
//! there, complete; the next command finishes the same turn byte for byte or starts clean; and no
//! turn is ever signed in two versions.

use std::collections::BTreeMap;

use crate::arbiter;
use crate::harness::Test;

/// Crashes a command at its first disk operation, then its second and so on, each time in the
/// same world, until it succeeds.
fn at_every_step(prepare: impl Fn() -> Test, who: &str, words: &[&str], then: impl Fn(&Test, u32)) {
    assert_eq!(until_it_lives(prepare, who, words, then), Some(0), "{words:?}");
}

/// As [`at_every_step`]; returns the exit code of the successful run.
fn until_it_lives(
    prepare: impl Fn() -> Test,
    who: &str,
    words: &[&str],
    then: impl Fn(&Test, u32),
) -> Option<i32> {
    let test = prepare();
    let before = test.now();
    let mut step = 0;
    loop {
        step += 1;
        test.back_to(&before);
        let call = words.iter().fold(test.pbem(who, ""), |call, word| call.arg(*word));
        let ran = call.env("PBEM_FAULT", step.to_string()).run();
        if ran.code.is_some() {
            assert!(step > 6, "{words:?} has passed {step} steps only: {}", ran.shown());
            return ran.code;
        }
        then(&test, step);
        never_twice(&test, who);
    }
}

/// Asserts that there are no two versions of a turn that both count.
fn never_twice(test: &Test, who: &str) {
    for record in test.records(who) {
        let mut standing: BTreeMap<i64, usize> = BTreeMap::new();
        for turn in record.get("made").and_then(toml::Value::as_array).into_iter().flatten() {
            let withdrawn = turn.get("withdrawn").and_then(toml::Value::as_bool).unwrap_or(false);
            *standing.entry(turn["number"].as_integer().expect("a number")).or_default() +=
                usize::from(!withdrawn);
        }
        assert!(standing.values().all(|count| *count <= 1), "{standing:?}");
    }
}

/// A turn that a vault has signed: id of the game, number, hash.
pub(crate) type Made = (String, i64, String);

pub(crate) fn signed(test: &Test, who: &str) -> Vec<Made> {
    let text = |value: &toml::Value| value.as_str().expect("digits").to_owned();
    let of_game = |record: toml::Table| {
        let made = record.get("made").and_then(toml::Value::as_array).cloned().unwrap_or_default();
        let id = text(&record["id"]);
        made.into_iter().map(move |made| {
            (id.clone(), made["number"].as_integer().expect("a number"), text(&made["hash"]))
        })
    };
    test.records(who).into_iter().flat_map(of_game).collect()
}

/// Asserts that only whole files are left.
fn sound(test: &Test, who: &str, file: &str) {
    if test.path(who, file).exists() {
        let (code, verdict) =
            test.pbem("judge", "verify").arg(test.path(who, file).display().to_string()).verdict();
        assert_eq!((code, verdict["verdict"].as_str()), (Some(3), Some("open")), "{verdict}");
    }
}

#[test]
fn new_is_finished_or_starts_clean() {
    let words = [
        "new",
        "checkpoint-danger",
        "game.toml",
        "--as",
        "alice",
        "--with",
        "bob",
        "--setup",
        "B8 D4 E2 G6",
    ];
    at_every_step(Test::new, "alice", &words, |test, step| {
        sound(test, "alice", "game.toml");
        let before = signed(test, "alice");
        if test.path("alice", "game.toml").exists() {
            // If the file is there, the turn is in the vault.
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
fn signed_game_that_was_not_written_is_remembered() {
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
    test.pbem("alice", "new checkpoint-danger game.toml --as alice --with bob --setup")
        .arg("B8 D4 E2 G6")
        .ok();
    test.mail("alice", "bob");
    test
}

#[test]
fn crashed_join_completes_the_signed_turn() {
    for setup in [&["--setup", "B2 C7 F1 F3"][..], &["--random"]] {
        let words = [&["join", "game.toml"], setup].concat();
        at_every_step(invited, "bob", &words, |test, step| {
            sound(test, "bob", "game.toml");
            let before = signed(test, "bob");
            let again = words.iter().fold(test.pbem("bob", ""), |call, word| call.arg(*word)).run();
            let after = signed(test, "bob");
            assert!(
                again.code == Some(0) || (again.code == Some(3) && again.err.contains("joined")),
                "step {step}: {}",
                again.shown()
            );
            assert_eq!(after.len(), 1, "step {step}");
            assert!(before.is_empty() || before == after, "step {step}: another turn 2 was signed");
            test.mail("bob", "alice");
            test.pbem("alice", "move game.toml Fiji 6").ok();
            test.mail("alice", "bob");
            test.pbem("bob", "move game.toml A1").ok();
            // Players that Bob has met stay in the contacts.
            test.pbem("bob", "contact show alice").ok();
        });
    }
}

#[test]
fn setup_other_than_the_signed_one_is_refused() {
    let test = invited();
    let ran = test
        .pbem("bob", "join game.toml --setup")
        .arg("B2 C7 F1 F3")
        .env("PBEM_FAULT", "turn.rename")
        .run();
    assert_eq!(ran.code, None);
    let refused = test.pbem("bob", "join game.toml --setup").arg("B2 C7 F1 F4").refused(3);
    insta::assert_snapshot!(refused.shown(), @r#"
    $ pbem join game.toml --setup "B2 C7 F1 F4"
    pbem: you have already signed turn 2: your setup. game.toml doesn't have it yet.
      Only one version of turn 2 can count. Nothing was written.
    Next: pbem join game.toml  # write the signed turn
          pbem undo cd-alice --not-mailed  # if you never mailed it
    (exit code 3)
    "#);
    let finished = test.pbem("bob", "join game.toml --setup").arg("f3 f1 b2 c7").ok();
    insta::assert_snapshot!(finished.shown(), @r#"
    $ pbem join game.toml --setup "f3 f1 b2 c7"
    Finished  turn 2 (your setup), which you signed earlier
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
            let newest_text = test.records("bob")[0]["newest"]["text"].clone();
            if before.len() == 2 && !test.read("bob", "game.toml").contains("Arctic 1") {
                let other = test.pbem("bob", &format!("move {game} A2")).refused(3);
                assert!(other.err.contains("already signed turn 4: Arctic 1"), "{}", other.err);
            }
            let again = test.pbem("bob", &format!("move {game} A1")).run();
            let done = again.code == Some(0)
                || (again.code == Some(3) && again.err.contains("alice's turn"));
            assert!(done, "step {step}: {}", again.shown());
            let after = signed(test, "bob");
            assert_eq!(after.len(), 2, "step {step}");
            if before.len() == 2 {
                assert_eq!(before, after, "step {step}: another turn 4 was signed");
                assert_eq!(
                    newest_text.as_str(),
                    Some(&*test.read("bob", "game.toml")),
                    "step {step}: not the bytes that were signed"
                );
            }
            test.mail("bob", "alice");
            test.pbem("alice", "move game.toml B1").ok();
        });
    }
}

#[test]
fn move_that_reads_a_new_file_is_finished() {
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
            let done =
                again.code == Some(0) || (again.code == Some(3) && again.err.contains("answered"));
            assert!(done, "step {step}: {}", again.shown());
            assert!(!test.read("bob", "game.toml").contains("Arctic 1"), "step {step}");
            test.pbem("bob", &format!("move {game} A2")).ok();
            let text = test.read("bob", "game.toml");
            assert!(text.contains("Arctic 2") && !text.contains("Arctic 1"), "step {step}");
            test.mail("bob", "alice");
            test.pbem("alice", "move game.toml B1").ok();
        });
        // Without a second `undo`, a move continues from the state before it.
        at_every_step(prepare, "bob", &["undo", game, "--not-mailed"], |test, step| {
            let taken_back = test.records("bob")[0]["made"].as_array().expect("turns")[1]
                .get("withdrawn")
                .and_then(toml::Value::as_bool);
            let ran = test.pbem("bob", &format!("move {game} A2")).run();
            assert_eq!(
                ran.code,
                Some(if taken_back == Some(true) { 0 } else { 3 }),
                "step {step}: {}",
                ran.shown()
            );
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
fn copy_leaves_the_old_or_the_new_file() {
    at_every_step(moved, "bob", &["copy", "game.toml", "old.toml"], |test, step| {
        sound(test, "bob", "old.toml");
        test.pbem("bob", "copy game.toml old.toml").ok();
        assert_eq!(test.read("bob", "old.toml"), test.read("bob", "game.toml"), "step {step}");
    });
}

/// A command that writes, and the world it starts in.
pub(crate) struct Writing {
    pub command: &'static str,
    pub who: &'static str,
    pub words: &'static [&'static str],
    pub prepare: fn() -> Test,
    /// Exit code without a crash.
    pub ends: i32,
    /// Allowed exit codes when the command is repeated after a crash.
    pub again: &'static [i32],
}

/// The commands that write, each with all its ways of writing.
pub(crate) const WRITING: &[Writing] = &[
    Writing {
        command: "new",
        who: "alice",
        words: &[
            "new",
            "checkpoint-danger",
            "game.toml",
            "--as",
            "alice",
            "--with",
            "bob",
            "--random",
        ],
        prepare: Test::new,
        ends: 0,
        again: &[0, 2],
    },
    Writing {
        command: "join",
        who: "bob",
        words: &["join", "game.toml", "--as", "bob", "--random"],
        prepare: invited,
        ends: 0,
        again: &[0, 3],
    },
    Writing {
        command: "move",
        who: "bob",
        words: &["move", "game.toml", "A1"],
        prepare: to_move,
        ends: 0,
        again: &[0, 3],
    },
    Writing {
        command: "undo",
        who: "bob",
        words: &["undo", "cd-alice", "--not-mailed"],
        prepare: moved,
        ends: 0,
        again: &[0, 3],
    },
    Writing {
        command: "copy",
        who: "bob",
        words: &["copy", "game.toml", "old.toml"],
        prepare: moved,
        ends: 0,
        again: &[0],
    },
    Writing {
        command: "whoami",
        who: "carol",
        words: &["whoami"],
        prepare: Test::new,
        ends: 0,
        again: &[0],
    },
    Writing {
        command: "config",
        who: "carol",
        words: &["config", "name", "carol"],
        prepare: Test::new,
        ends: 0,
        again: &[0],
    },
    Writing {
        command: "config",
        who: "bob",
        words: &["config", "games-dir", "games"],
        prepare: to_move,
        ends: 0,
        again: &[0],
    },
    Writing {
        command: "contact",
        who: "carol",
        words: &[
            "contact",
            "add",
            "dan",
            "--key",
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        ],
        prepare: Test::new,
        ends: 0,
        again: &[0, 2],
    },
    Writing {
        command: "contact",
        who: "bob",
        words: &["contact", "confirm", "alice"],
        prepare: to_move,
        ends: 0,
        again: &[0],
    },
    Writing {
        command: "contact",
        who: "bob",
        words: &["contact", "mail", "alice", "a@example.org"],
        prepare: to_move,
        ends: 0,
        again: &[0],
    },
    Writing {
        command: "contact",
        who: "bob",
        words: &["contact", "forget", "alice"],
        prepare: to_move,
        ends: 0,
        again: &[0, 2],
    },
    Writing {
        command: "show",
        who: "bob",
        words: &["show", "game.toml"],
        prepare: to_move,
        ends: 0,
        again: &[0],
    },
    Writing {
        command: "log",
        who: "bob",
        words: &["log", "game.toml"],
        prepare: to_move,
        ends: 0,
        again: &[0],
    },
    Writing {
        command: "mark",
        who: "bob",
        words: &["mark", "game.toml", "x", "C4"],
        prepare: to_move,
        ends: 0,
        again: &[0],
    },
    Writing {
        command: "plan",
        who: "bob",
        words: &["plan", "game.toml", "A2"],
        prepare: moved,
        ends: 0,
        again: &[0],
    },
    Writing {
        command: "offer",
        who: "bob",
        words: &["offer", "game.toml"],
        prepare: to_move,
        ends: 0,
        again: &[0],
    },
    Writing {
        command: "accept",
        who: "bob",
        words: &["accept", "game.toml", "--yes"],
        prepare: offered,
        ends: 0,
        again: &[0, 3],
    },
    Writing {
        command: "decline",
        who: "bob",
        words: &["decline", "game.toml"],
        prepare: guessed,
        ends: 0,
        again: &[0, 3],
    },
    Writing {
        command: "resign",
        who: "bob",
        words: &["resign", "game.toml", "--yes"],
        prepare: to_move,
        ends: 0,
        again: &[0, 3],
    },
    Writing {
        command: "reveal",
        who: "alice",
        words: &["reveal", "game.toml"],
        prepare: resigned,
        ends: 0,
        again: &[0, 3],
    },
    Writing {
        command: "claim",
        who: "alice",
        words: &["claim", "game.toml", "--show-setup"],
        prepare: late,
        ends: 0,
        again: &[0, 3],
    },
    Writing {
        command: "rematch",
        who: "alice",
        words: &["rematch", "game.toml", "next.toml", "--random", "--another"],
        prepare: over,
        ends: 0,
        again: &[0, 2],
    },
    Writing {
        command: "send",
        who: "alice",
        words: &["send", "cd-bob", "-o", "turn.eml"],
        prepare: to_move,
        ends: 0,
        again: &[0, 2],
    },
    Writing {
        command: "send",
        who: "alice",
        words: &[
            "send",
            "cd-bob",
            "--again",
            "--sendmail",
            "sh -c cat>/dev/null",
            "--to",
            "b@example.org",
        ],
        prepare: to_move,
        ends: 0,
        again: &[0],
    },
    Writing {
        command: "receive",
        who: "bob",
        words: &["receive", "mail/game.toml"],
        prepare: mail_has_come,
        ends: 0,
        again: &[0],
    },
    Writing {
        command: "receive",
        who: "carol",
        words: &["receive", "mail/game.toml"],
        prepare: invitation_has_come,
        ends: 0,
        again: &[0],
    },
    Writing {
        command: "receive",
        who: "bob",
        words: &["receive", "mail", "--answer"],
        prepare: a_hit_has_come,
        ends: 0,
        again: &[0, 4],
    },
    Writing {
        command: "receive",
        who: "bob",
        words: &["receive", "mail/broken.toml"],
        prepare: damage_has_come,
        ends: 4,
        again: &[4, 0],
    },
    Writing {
        command: "verify",
        who: "bob",
        words: &["verify", "game.toml", "-o", "report.json"],
        prepare: to_move,
        ends: 3,
        again: &[3],
    },
    Writing {
        command: "rule",
        who: "cup",
        words: &["rule", "cd-alice-bob"],
        prepare: arbiter::time_is_up,
        ends: 0,
        again: &[0],
    },
    Writing {
        command: "replay",
        who: "bob",
        words: &["replay", "game.toml", "-o", "game.html"],
        prepare: to_move,
        ends: 0,
        again: &[0, 2],
    },
    Writing {
        command: "form",
        who: "carol",
        words: &["form", "espionage", "army.txt"],
        prepare: Test::new,
        ends: 0,
        again: &[0, 2],
    },
    Writing {
        command: "backup",
        who: "bob",
        words: &["backup", "bob.pbem-backup"],
        prepare: to_move,
        ends: 0,
        again: &[0, 2, 5],
    },
    Writing {
        command: "backup",
        who: "bob",
        words: &["backup", "bob.pbem-backup", "--move"],
        prepare: to_move,
        ends: 0,
        again: &[0, 2, 5],
    },
    Writing {
        command: "restore",
        who: "carol",
        words: &["restore", "../bob/bob.pbem-backup"],
        prepare: backed_up,
        ends: 0,
        again: &[0, 5],
    },
    Writing {
        command: "restore",
        who: "carol",
        words: &["restore", "--nothing-since"],
        prepare: restored,
        ends: 0,
        again: &[0],
    },
];

/// Commands whose writes another command covers, or don't matter.
const ELSEWHERE: &[(&str, &str)] = &[
    ("dispute", "makes a turn as `resign` does, by the same function"),
    ("turn", "runs `receive`, `move` and `send`"),
    ("remind", "runs `send`"),
    ("paste", "runs `receive`"),
    ("learn", "runs `new` and `move`"),
    ("play", "runs `new`, `join`, `move` and other commands"),
    ("page", "writes a new file, as `replay` does"),
    ("status", "saves only the files that it reads, as `show` does"),
    ("record", "saves only the files that it reads, as `show` does"),
    ("share", "saves only the files that it reads, as `show` does"),
    ("rules", "writes nothing"),
    ("club", "writes no vault; `club_mail` interrupts it while it stores copies"),
    ("words", "writes nothing"),
    ("help", "writes nothing"),
    ("demo", "plays in a folder that is thrown away"),
];

/// The two lists cover every command.
#[test]
fn every_command_is_crashed() {
    for name in Test::new().commands() {
        let tried = WRITING.iter().any(|writing| writing.command == name);
        let excused = ELSEWHERE.iter().any(|(excused, _)| *excused == name);
        assert!(tried != excused, "{name}");
    }
}

#[test]
fn every_writing_command_leaves_whole_files_and_can_be_repeated() {
    for writing in WRITING {
        let ended = until_it_lives(writing.prepare, writing.who, writing.words, |test, step| {
            let label = format!("{:?}, step {step}", writing.words);
            let before = signed(test, writing.who);
            assert_eq!(test.pbem(writing.who, "status").run().code, Some(0), "{label}");
            let again = writing
                .words
                .iter()
                .fold(test.pbem(writing.who, ""), |call, word| call.arg(*word))
                .run();
            assert!(
                again.code.is_some_and(|code| writing.again.contains(&code)),
                "{label}: {}",
                again.shown()
            );
            everything_is_whole(test, writing.who, &label);
            let after = signed(test, writing.who);
            assert!(before.iter().all(|turn| after.contains(turn)), "{label}: a turn is forgotten");
            for (id, number, hash) in &before {
                let twice = after
                    .iter()
                    .any(|(game, other, its)| (game, other) == (id, number) && its != hash);
                assert!(!twice, "{label}: turn {number} twice");
            }
            if writing.words[1..].first() == Some(&"game.toml") && writing.command != "rematch" {
                let text = test.read(writing.who, "game.toml");
                let written =
                    |(_, number, _): &Made| text.contains(&format!("\nnumber = {number}\n"));
                assert!(
                    after.iter().all(written),
                    "{label}: signed, and not in the file\n{}",
                    again.shown()
                );
            }
            nothing_lies_about(test, writing.who, &label);
        });
        assert_eq!(ended, Some(writing.ends), "{:?}", writing.words);
    }
}

/// There is one ruling, no matter when the computer crashed: a different date would be a
/// different ruling.
#[test]
fn crashed_ruling_completes_the_signed_ruling() {
    at_every_step(arbiter::time_is_up, "cup", &["rule", "cd-alice-bob"], |test, step| {
        let file = "cd-alice-bob-ruling-4.toml";
        let path = test.path("cup", file);
        let left = path.exists().then(|| test.read("cup", file));
        let ruled = test.pbem("cup", "rule").json().1["games"][0]["ruled"].clone();
        assert!(left.is_none() || ruled.is_string(), "step {step}: a ruling is not in the vault");
        test.wait_minutes(24 * 60);
        let (code, ruling) = test.pbem("cup", "rule cd-alice-bob").json();
        assert_eq!(code, Some(0), "step {step}: {ruling}");
        let same = ruled.is_null() || ruled == ruling["ruled"];
        assert!(same, "step {step}: {ruled} became {}", ruling["ruled"]);
        let file = test.read("cup", file);
        assert!(left.is_none_or(|left| left == file), "step {step}: the file changed");
        nothing_lies_about(test, "cup", &format!("step {step}"));
    });
}

/// Asserts that everything in a player's folder and vault can be read.
pub(crate) fn everything_is_whole(test: &Test, who: &str, label: &str) {
    for words in ["status", "contact list"] {
        let ran = test.pbem(who, words).run();
        assert_eq!(ran.code, Some(0), "{label}: {}", ran.shown());
    }
    for path in test.everything(who).into_keys() {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if name == "game.toml" || name == "next.toml" {
            let (code, verdict) =
                test.pbem("judge", "verify").arg(path.display().to_string()).verdict();
            assert!(matches!(code, Some(0 | 3)), "{label}: {verdict}");
        }
    }
}

/// Asserts that the next command has removed all leftovers of the crash.
pub(crate) fn nothing_lies_about(test: &Test, who: &str, label: &str) {
    let left = |path: &std::path::PathBuf| path.to_string_lossy().contains("/.pbem-");
    let left: Vec<_> = test.everything(who).into_keys().filter(left).collect();
    assert!(left.is_empty(), "{label}: {left:?}");
}

/// Bob has moved, and an older file of the game is in Bob's folder.
fn moved() -> Test {
    let test = to_move();
    test.send("bob", "game.toml", "bob", "old.toml");
    test.pbem("bob", "move game.toml A1").ok();
    test
}

fn offered() -> Test {
    let test = Test::with_checkpoint();
    test.pbem("alice", "offer game.toml").ok();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    test.mail("alice", "bob");
    test
}

/// Alice has declared a guess in Spy!, which Bob may decline.
pub(crate) fn guessed() -> Test {
    let test = Test::new();
    test.pbem("alice", "new spy game.toml --as alice --with bob --first alice --setup")
        .arg("5F 5D 6D 6A 1A 1G 5G")
        .ok();
    test.mail("alice", "bob");
    test.pbem("bob", "join game.toml --setup").arg("10A 10G 5G 5C 8C 8E 7E").ok();
    for (mover, order) in
        [("alice", "10J"), ("bob", "10J"), ("alice", "guess 10A 10G 5G 5C 8C 8E 7E")]
    {
        let other = if mover == "alice" { "bob" } else { "alice" };
        if order != "10J" || mover != "alice" || test.path(mover, "game.toml").exists() {
            test.mail(if mover == "alice" { "bob" } else { "alice" }, mover);
        }
        test.pbem(mover, &format!("move game.toml {order}")).ok();
        test.mail(mover, other);
    }
    test
}

fn resigned() -> Test {
    let test = to_move();
    test.pbem("bob", "resign game.toml --yes").ok();
    test.mail("bob", "alice");
    test
}

fn over() -> Test {
    let test = resigned();
    test.pbem("alice", "reveal game.toml").ok();
    test
}

fn late() -> Test {
    let test = to_move();
    test.wait_minutes(30 * 24 * 60);
    test
}

/// A folder of Bob's with an email in it.
fn with_mail(test: Test, from: &str, to: &str) -> Test {
    std::fs::create_dir(test.path(to, "mail")).expect("a folder");
    test.send(from, "game.toml", to, "mail/game.toml");
    test
}

fn mail_has_come() -> Test {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    with_mail(test, "alice", "bob")
}

fn invitation_has_come() -> Test {
    with_mail(invited(), "alice", "carol")
}

fn a_hit_has_come() -> Test {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml Fiji 3").ok();
    with_mail(test, "alice", "bob")
}

fn damage_has_come() -> Test {
    let test = mail_has_come();
    let text = test.read("bob", "mail/game.toml").replace("Fiji 6", "Fiji 5");
    std::fs::remove_file(test.path("bob", "mail/game.toml")).expect("it was there");
    test.write("bob", "mail/broken.toml", text);
    test
}

fn backed_up() -> Test {
    let test = to_move();
    test.pbem("bob", "backup bob.pbem-backup").ok();
    test
}

fn restored() -> Test {
    let test = backed_up();
    test.pbem("carol", "restore ../bob/bob.pbem-backup").ok();
    test
}
