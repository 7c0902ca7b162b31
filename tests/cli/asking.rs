//! Questions at a terminal: what is hidden is typed there, and stands on no command line.

#![cfg(unix)]

use std::io::{Read, Write};

use crate::harness::{Call, Test};
use crate::terminal::started;

/// At a terminal: types this when asked, and gives what was shown.
pub(crate) fn typing(call: &Call<'_>, asked: &str, keys: &str) -> String {
    typing_at(call, 200, asked, keys)
}

/// The same at a terminal of so many lines.
pub(crate) fn typing_at(call: &Call<'_>, lines: u16, asked: &str, keys: &str) -> String {
    let (said, typed) = typing_if_asked(call, lines, asked, keys);
    assert!(typed, "{said}");
    said
}

/// The same where it may be that nothing is asked.
fn typing_if_asked(call: &Call<'_>, lines: u16, asked: &str, keys: &str) -> (String, bool) {
    let (mut pty, mut child) = started(call, lines);
    let (mut said, mut byte, mut typed) = (Vec::new(), [0], false);
    // At its end a terminal gives an error on Linux.
    while let Ok(1) = pty.read(&mut byte) {
        said.push(byte[0]);
        if !typed && said.ends_with(asked.as_bytes()) {
            pty.write_all(keys.as_bytes()).expect("a terminal");
            typed = true;
        }
    }
    child.wait().expect("it ends");
    (String::from_utf8_lossy(&said).into_owned(), typed)
}

#[test]
fn the_vault_is_free_while_a_question_stands() {
    let test = Test::with_checkpoint();
    let (mut pty, mut child) = started(&test.pbem("alice", "new cd second.toml --with carol"), 200);
    let (mut said, mut byte) = (Vec::new(), [0]);
    while !said.ends_with(b"to leave it: ") {
        assert_eq!(pty.read(&mut byte).expect("it asks"), 1);
        said.push(byte[0]);
    }
    // In another terminal.
    test.pbem("alice", "move game.toml F6").ok();
    pty.write_all(b"B8 D4 E2 G6\r").expect("a terminal");
    while let Ok(1) = pty.read(&mut byte) {}
    assert!(child.wait().expect("it ends").success());
    test.pbem("alice", "show second.toml").ok();
}

#[test]
fn what_is_hidden_is_asked_for_at_a_terminal() {
    let test = Test::new();
    let new = "new checkpoint-danger game.toml --as alice --with bob";
    let left = "or nothing, to leave it: ";
    let said = typing(&test.pbem("alice", new), left, "\r");
    assert!(said.contains("Nothing has been written"), "{said}");
    assert!(test.everything("alice").is_empty());
    let said = typing(&test.pbem("alice", new), left, "B8 D4 E2 G6\r");
    assert!(said.contains("You hide: Bering 8, Desert 4, Equator 2, Glacier 6"), "{said}");
    test.mail("alice", "bob");
    // An invitation is shown above the question.
    let said = typing(&test.pbem("bob", "join game.toml"), left, "random\r");
    assert!(said.contains("alice invites bob") && said.contains("You hide:"), "{said}");
    test.mail("bob", "carol");
    test.mail("alice", "carol");
    let join = "join game.toml --as bob --setup-file -";
    let said = typing(&test.pbem("carol", join), "Hide four agents: ", "B2 C7 F1 F3\r");
    assert!(said.contains("You hide: Bering 2, Canadian 7, Fiji 1, Fiji 3"), "{said}");
}

/// What somebody types is not lost: whether it can be kept is known before it is asked for.
#[test]
#[cfg(target_os = "linux")]
fn nothing_is_asked_for_that_could_not_be_written() {
    let test = Test::new();
    for file in ["taken.toml", "cd-bob.toml"] {
        test.write("alice", file, "something else");
    }
    test.pbem("carol", "new cd game.toml --as carol --with alice --random").ok();
    test.send("carol", "game.toml", "alice", "invitation.toml");
    let before = test.everything("alice");
    for (words, why) in [
        ("new cd nowhere/game.toml --with bob", "whether its folder is there."),
        ("new cd /proc/game.toml --with bob", "cannot write"),
        ("new cd taken.toml --with bob", "taken.toml exists already, and is never overwritten."),
        ("new cd --with bob", "cd-bob.toml exists already"),
        ("new cd game.toml --with bob --home /proc/vault", "cannot make /proc/vault"),
        ("join invitation.toml --home /proc/vault", "pbem receive invitation.toml      puts"),
    ] {
        let call = test.pbem("alice", words).arg("--as").arg("alice");
        let (said, typed) = typing_if_asked(&call, 200, "to leave it: ", "B8 D4 E2 G6\r");
        assert!(!typed && said.contains(why) && said.contains("Next:"), "{words}: {said}");
    }
    assert_eq!(test.everything("alice"), before);
}

/// What chance has hidden is shown before a call is asked for, which may not name it.
#[test]
fn a_first_move_is_asked_for_behind_what_is_hidden() {
    let test = Test::new();
    test.pbem("alice", "new cd game.toml --as alice --with bob --first bob --random").ok();
    test.mail("alice", "bob");
    let join = test.pbem("bob", "join game.toml --as bob --random");
    let said = typing(&join, "to leave it: ", "\r");
    let (hidden, asked) = said.split_once("You begin").expect("it asks");
    assert!(hidden.contains("You hide: ") && asked.contains("Nothing was written"), "{said}");
}

/// Who hides nothing is asked for the move with which he joins.
#[test]
fn a_caller_of_game_box_is_asked_for_his_first_call() {
    let test = Test::new();
    test.pbem("alice", "new box game.toml --as alice --with bob --with carol --random").ok();
    test.mail("alice", "bob");
    let left = "Your first move, or nothing, to leave it: ";
    let said = typing(&test.pbem("bob", "join game.toml --as bob"), left, "\r");
    assert!(said.contains("alice invites bob"), "{said}");
    let said = typing(&test.pbem("bob", "join game.toml --as bob"), left, "D2\r");
    assert!(said.contains("Moved     D2"), "{said}");
}
