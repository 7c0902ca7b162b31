//! An older file never replaces a newer one, and a game without its record waits.

use std::fs;

use pbem::turnfile::TurnFile;

use crate::harness::Test;

/// The signature of each turn in a file.
fn signatures(test: &Test, who: &str, file: &str) -> Vec<Vec<u8>> {
    let file = TurnFile::read(test.read(who, file).as_bytes()).expect("a turn file");
    file.turns.iter().map(|turn| turn.signature.to_vec()).collect()
}

/// Alice's file has six turns. `backup` knows two of them, and `week.toml` has four.
fn restored() -> Test {
    let test = Test::with_checkpoint();
    test.pbem("alice", "show game.toml").ok();
    test.pbem("alice", "backup backup").ok();
    for (call, answer) in [("Fiji 6", "Arctic 2"), ("Canadian 5", "Arctic 1")] {
        test.pbem("alice", "move game.toml").arg(call).ok();
        test.mail("alice", "bob");
        test.pbem("bob", "move game.toml").arg(answer).ok();
        test.mail("bob", "alice");
        if call == "Fiji 6" {
            test.send("bob", "game.toml", "alice", "week.toml");
        }
    }
    test.pbem("alice", "--home restored restore backup").ok();
    test
}

#[test]
fn receive_keeps_newer_file_after_restore() {
    let test = restored();
    let before = signatures(&test, "alice", "game.toml");
    let ran = test.pbem("alice", "--home restored receive week.toml").run();
    assert_eq!(signatures(&test, "alice", "game.toml"), before, "{}", ran.shown());
    assert!(ran.out.contains("turn 6"), "the file was read: {}", ran.shown());
    // Alice may have answered this turn, which bob sent before the restore.
    test.pbem("alice", "--home restored move cd-bob A1").refused(3);
    test.pbem("alice", "--home restored restore --nothing-since").ok();
    test.pbem("alice", "--home restored move cd-bob A1").ok();
    let after = signatures(&test, "alice", "game.toml");
    assert_eq!(after.len(), 7);
    assert_eq!(after[..6], before, "no turn was signed twice");
}

/// A file named in a command follows the same rule as one by mail.
#[test]
fn move_in_an_older_file_is_refused_after_restore() {
    let test = restored();
    let before = signatures(&test, "alice", "game.toml");
    let ran = test.pbem("alice", "--home restored move week.toml A1").fails(4);
    assert!(ran.err.contains("old copy"), "{}", ran.err);
    assert_eq!(signatures(&test, "alice", "game.toml"), before);
    assert_eq!(signatures(&test, "alice", "week.toml").len(), 4);
}

#[test]
fn paste_keeps_newer_file_after_restore() {
    let test = restored();
    let before = signatures(&test, "alice", "game.toml");
    let week = test.read("alice", "week.toml");
    let ran = test.pbem("alice", "--home restored paste").input(week).run();
    assert_eq!(signatures(&test, "alice", "game.toml"), before, "{}", ran.shown());
}

#[test]
fn copy_reads_newer_file_before_writing() {
    let test = Test::with_checkpoint();
    fs::copy(test.path("alice", "game.toml"), test.path("alice", "old.toml")).expect("a copy");
    test.pbem("alice", "move game.toml Fiji 6").ok();
    test.mail("alice", "bob");
    test.pbem("bob", "move game.toml Arctic 1").ok();
    test.mail("bob", "alice");
    let before = signatures(&test, "alice", "game.toml");
    let ran = test.pbem("alice", "copy old.toml game.toml").ok();
    assert_eq!(signatures(&test, "alice", "game.toml"), before, "{}", ran.shown());
    assert!(ran.out.contains("turn 4, by bob"), "{}", ran.shown());
}

/// A file damaged after the vault last read the game is saved too.
#[test]
fn receive_writes_next_to_damaged_newer_file() {
    let test = restored();
    let damaged = test.read("alice", "game.toml").replace("Canadian 5", "Canadian 6");
    test.write("alice", "game.toml", &damaged);
    let ran = test.pbem("alice", "--home restored receive week.toml").run();
    assert_eq!(test.read("alice", "game.toml"), damaged, "{}", ran.shown());
    assert_eq!(signatures(&test, "alice", "cd-bob.toml").len(), 4, "{}", ran.shown());
}

fn record(test: &Test) -> std::path::PathBuf {
    let games = fs::read_dir(test.path("alice", "vault/games")).expect("a folder");
    games.map(|entry| entry.expect("an entry").path()).next().expect("a record")
}

#[test]
fn game_without_record_waits_before_signing() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "show game.toml").ok();
    fs::copy(test.path("alice", "game.toml"), test.path("alice", "in.toml")).expect("a copy");
    test.pbem("alice", "move game.toml Fiji 6").ok();
    fs::remove_file(record(&test)).expect("it was there");
    let ran = test.pbem("alice", "move in.toml A4").fails(3);
    assert!(ran.err.contains("--nothing-since"), "{}", ran.err);
    // No other way to the same file leads to a second turn.
    test.pbem("alice", "receive in.toml").run();
    test.pbem("alice", "move cd-bob A4").fails(3);
    // It is alice's move, but not in this vault.
    let said = test.pbem("alice", "turn --no-receive").ok().out;
    assert!(said.contains("cd-bob: ") && said.contains("--nothing-since"), "{said}");
    assert!(!said.contains("no moves to make"), "{said}");
    test.pbem("alice", "restore --nothing-since").ok();
    test.pbem("alice", "move cd-bob A4").ok();
}

#[test]
fn game_without_record_continues_with_newer_file() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    test.mail("alice", "bob");
    fs::remove_file(record(&test)).expect("it was there");
    test.pbem("alice", "show game.toml").ok();
    test.wait_minutes(1);
    test.pbem("bob", "move game.toml Arctic 1").ok();
    test.mail("bob", "alice");
    test.pbem("alice", "move game.toml A4").ok();
}

#[test]
fn backup_move_refuses_to_leave_games_out() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "show game.toml").ok();
    let (path, text) = (record(&test), fs::read_to_string(record(&test)).expect("a record"));
    fs::write(&path, &text[..text.len() / 2]).expect("it can be written");
    let ran = test.pbem("alice", "backup --move b").refused(5);
    assert!(ran.err.contains("leave out"), "{}", ran.err);
    // A partial backup is better than none, and the vault plays on.
    test.pbem("alice", "backup b").run();
    assert!(test.path("alice", "b").is_file());
    fs::write(&path, text).expect("it can be written");
    test.pbem("alice", "move game.toml Fiji 6").ok();
}

/// The vault lists the games that a player has joined, or has started and played on, so it notices
/// that a record is gone.
#[test]
fn backup_move_refuses_to_leave_out_a_lost_game() {
    for who in ["alice", "bob"] {
        let test = Test::with_checkpoint();
        test.pbem("alice", "move game.toml Fiji 6").ok();
        for entry in fs::read_dir(test.path(who, "vault/games")).expect("a folder") {
            fs::remove_file(entry.expect("an entry").path()).expect("it was there");
        }
        let ran = test.pbem(who, "backup --move b").refused(5);
        assert!(ran.err.contains("lost its record"), "{}", ran.err);
        let status = test.pbem(who, "status").run();
        assert!(status.shown().contains("lost its record"), "{}", status.shown());
        let (code, moved) = test.pbem(who, "backup --move --leave-out b").json();
        assert_eq!((code, &moved["moved"]), (Some(0), &serde_json::json!(true)), "{moved}");
    }
}

/// The audit hasn't stored the result, but the game is over.
#[test]
fn finished_game_does_not_wait_after_restore() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "resign game.toml --yes").ok();
    test.mail("alice", "bob");
    test.pbem("bob", "reveal game.toml").ok();
    test.pbem("bob", "backup backup").ok();
    let (_, restored) = test.pbem("bob", "--home restored restore backup").json();
    assert_eq!(restored["waiting"], serde_json::json!([]));
    let (_, released) = test.pbem("bob", "--home restored restore --nothing-since").json();
    assert_eq!(released["released"], serde_json::json!([]));
}

/// A vault that was moved neither mails a turn, which the other computer may have undone, nor moves
/// or joins again.
#[test]
fn moved_vault_sends_no_turn_that_it_never_sent() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    test.pbem("alice", "backup a.pbem-backup --move").ok();
    for command in ["send game.toml -o second.eml --to bob@example.org", "copy game.toml --turn"] {
        let refused = test.pbem("alice", command).run();
        assert_eq!(refused.code, Some(3), "{command}: {}", refused.shown());
    }
    assert!(!test.path("alice", "second.eml").exists());
    let (_, again) = test.pbem("alice", "backup b.pbem-backup --move").json();
    assert_eq!(again["moved"], false, "only one backup moves the vault");
    test.pbem("bob", "new spy spy.toml --with alice --random").ok();
    test.send("bob", "spy.toml", "alice", "spy.toml");
    let refused = test.pbem("alice", "join spy.toml --random").run();
    assert_eq!(refused.code, Some(3), "{}", refused.shown());
    assert!(refused.err.contains("moved"), "{}", refused.err);
}
