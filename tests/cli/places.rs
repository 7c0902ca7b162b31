//! Where files are written: over a turn file of the same game, or as a new file.

#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::PathBuf;

use crate::harness::Test;

/// Files that contain Alice's game, or a game, and more than that.
const PRECIOUS: [&str; 12] = [
    "record",
    "backup",
    "mbox",
    "mail.eml",
    "commented.toml",
    "record-link",
    "backup-link",
    "mbox-link",
    "game-link",
    "folder",
    "other.toml",
    "read-only.toml",
];

/// Alice has made turn 3; `game.toml` has turn 2, and the world has each of [`PRECIOUS`].
fn world() -> Test {
    let test = Test::with_checkpoint();
    let record = fs::read_dir(test.path("alice", "vault/games")).expect("a folder");
    let record = record.map(|entry| entry.expect("an entry").path()).next().expect("a record");
    let path = |name: &str| test.path("alice", name);
    test.pbem("alice", "backup backup").ok();
    let game = test.read("alice", "game.toml");
    let mail = |number| {
        format!(
            "From bob@example.org Fri Nov 20 12:{number:02}:00 2026\nFrom: bob@example.org\n\
             Subject: {number}\nContent-Type: text/plain\n\nHello.\n\n"
        )
    };
    let mbox: String = (10..30).map(mail).collect();
    test.write("alice", "mbox", format!("{mbox}{game}\n{}", mail(31)));
    test.write("alice", "mail.eml", format!("From: bob@example.org\n\n{game}"));
    test.write("alice", "commented.toml", game.replacen("[game]", "# a note of mine\n[game]", 1));
    symlink(&record, path("record")).expect("a link");
    symlink(&record, path("record-link")).expect("a link");
    symlink("backup", path("backup-link")).expect("a link");
    symlink("mbox", path("mbox-link")).expect("a link");
    test.write("alice", "real.toml", &game);
    symlink("real.toml", path("game-link")).expect("a link");
    fs::create_dir(path("folder")).expect("a folder");
    test.pbem("carol", "new checkpoint-danger game.toml --as carol --with dora --random").ok();
    test.send("carol", "game.toml", "alice", "other.toml");
    test.write("alice", "read-only.toml", &game);
    fs::set_permissions(path("read-only.toml"), fs::Permissions::from_mode(0o444)).expect("a mode");
    test
}

/// Path of a precious file; the real path of the record is as good as a link to it.
fn place(test: &Test, name: &str) -> String {
    if name == "record" {
        let record = fs::read_link(test.path("alice", "record")).expect("a link");
        return record.to_string_lossy().into_owned();
    }
    name.to_owned()
}

/// All files that no command has made, with the targets of links.
fn lying(test: &Test) -> BTreeMap<PathBuf, (bool, Vec<u8>)> {
    let mut files = BTreeMap::new();
    for name in PRECIOUS.into_iter().chain(["real.toml"]).filter(|name| !name.contains("record")) {
        let path = test.path("alice", name);
        let bytes = if path.is_dir() { Vec::new() } else { fs::read(&path).expect("it is there") };
        files.insert(path.clone(), (path.is_symlink(), bytes));
    }
    files
}

/// Asserts that the record is still a record of the same game, with its setup.
fn record_is_whole(test: &Test, what: &str) {
    let records = test.records("alice");
    assert!(records.iter().any(|record| record["made"].to_string().contains("B8")), "{what}");
    test.pbem("alice", "status").ok();
}

#[test]
fn writing_commands_never_cost_a_file_or_a_turn() {
    // These write a turn, or a file of the game, to the named file.
    let commands = ["move FILE Fiji 6", "resign FILE --yes", "join FILE", "undo FILE --not-mailed"];
    for name in PRECIOUS {
        for words in commands {
            let test = world();
            if words.starts_with("undo") {
                test.pbem("alice", "move game.toml Fiji 6").ok();
            }
            let before = lying(&test);
            let words = words.replace("FILE", &place(&test, name));
            let ran = test.pbem("alice", &words).run();
            assert_eq!(lying(&test), before, "{}", ran.shown());
            record_is_whole(&test, &ran.shown());
            if ran.code == Some(0) && words.starts_with("move") {
                // The output says where the turn is, and it is there.
                let words: Vec<&str> = ran.out.split_whitespace().collect();
                let note = words.join(" ").contains("left it unchanged");
                assert!(note, "{}", ran.shown());
                assert!(test.read("alice", "cd-bob.toml").contains("Fiji 6"), "{}", ran.shown());
                test.pbem("alice", "send cd-bob").run();
            }
        }
    }
}

#[test]
fn named_output_is_new_or_the_same_game() {
    let commands = [
        "copy cd-bob FILE",
        "new checkpoint-danger FILE --with bob --random",
        "rematch cd-bob FILE --random",
        "backup FILE",
        "form spy FILE",
        "replay cd-bob -o FILE",
        "send cd-bob -o FILE",
        "verify game.toml -o FILE",
    ];
    let test = world();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    for words in commands {
        for name in PRECIOUS {
            let before = (lying(&test), test.everything_plain("alice"));
            let words = words.replace("FILE", &place(&test, name));
            let ran = test.pbem("alice", &words).run();
            assert_ne!(ran.code, Some(0), "{}", ran.shown());
            assert_eq!(lying(&test), before.0, "{}", ran.shown());
            record_is_whole(&test, &ran.shown());
        }
        // No new file appears in the vault either.
        let words = words.replace("FILE", "vault/games/new");
        let ran = test.pbem("alice", &words).run();
        assert_ne!(ran.code, Some(0), "{}", ran.shown());
        assert!(!test.path("alice", "vault/games/new").exists(), "{}", ran.shown());
    }
}

#[test]
fn reading_a_file_never_makes_it_the_place_of_the_game() {
    for looks in ["show FILE", "status FILE", "log FILE", "replay FILE -o page", "mark FILE A1 ?"] {
        for name in PRECIOUS.into_iter().chain(["real.toml"]) {
            let test = world();
            let before = lying(&test);
            let words = looks.replace("FILE", &place(&test, name));
            test.pbem("alice", &words).run();
            test.pbem("alice", "move cd-bob Fiji 6").ok();
            assert_eq!(lying(&test), before, "{words}");
            record_is_whole(&test, &words);
            assert!(test.read("alice", "game.toml").contains("Fiji 6"), "{words}");
        }
    }
}

#[test]
fn undo_never_changes_a_mailbox() {
    let test = Test::new();
    test.pbem("alice", "new checkpoint-danger game.toml --as alice --with bob --random").ok();
    let game = test.read("alice", "game.toml");
    test.write("alice", "mbox", format!("From: me@example.org\n\n{game}\nmy messages\n"));
    test.pbem("alice", "undo game.toml --not-mailed").ok();
    let before = test.read("alice", "mbox");
    test.pbem("alice", "undo mbox").run();
    assert_eq!(test.read("alice", "mbox"), before);
}

#[test]
fn draft_is_never_written_through_a_link_or_over_a_file() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    let (_, sent) = test.pbem("alice", "send cd-bob").json();
    assert_eq!(sent["sent"], false);
    let drafts = || -> Vec<String> {
        let names = fs::read_dir(test.folder("alice")).expect("a folder");
        let names = names.map(|entry| entry.expect("an entry").path());
        let names = names.filter(|path| path.extension().is_some_and(|ending| ending == "eml"));
        let names = names.filter_map(|path| path.file_name()?.to_str().map(str::to_owned));
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    };
    let [first] = drafts().try_into().expect("one draft");
    fs::remove_file(test.path("alice", &first)).expect("it was there");
    symlink("vault/identity.toml", test.path("alice", &first)).expect("a link");
    let identity = test.read("alice", "vault/identity.toml");
    assert_eq!(test.pbem("alice", "send cd-bob").run().code, Some(0));
    assert_eq!(test.read("alice", "vault/identity.toml"), identity);
    let second = first.replace(".eml", "-2.eml");
    let draft = format!("{}\nmy own words", test.read("alice", &second));
    test.write("alice", &second, &draft);
    assert_eq!(test.pbem("alice", "send cd-bob --again").run().code, Some(0));
    assert_eq!(test.read("alice", &second), draft);
    assert_eq!(drafts().len(), 3);
}

#[test]
fn incoming_mail_is_never_written_over_another_file() {
    for name in PRECIOUS.into_iter().filter(|name| *name != "record") {
        let test = world();
        let before = lying(&test);
        test.pbem("alice", "move game.toml Fiji 6").ok();
        test.send("alice", "game.toml", "bob", "game.toml");
        test.pbem("bob", "move game.toml A1").ok();
        test.send("bob", "game.toml", "alice", "answer");
        // Meanwhile another file replaces the game.
        fs::remove_file(test.path("alice", "game.toml")).expect("it was there");
        fs::rename(test.path("alice", name), test.path("alice", "game.toml")).expect("it is there");
        test.pbem("alice", "receive answer").ok();
        fs::rename(test.path("alice", "game.toml"), test.path("alice", name)).expect("it is there");
        assert_eq!(lying(&test), before, "{name}");
        record_is_whole(&test, name);
        assert!(test.read("alice", "cd-bob.toml").contains("Fiji 6"), "{name}");
    }
}
