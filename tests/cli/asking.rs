//! Prompts at a terminal: secrets are typed there and never on the command line.

#![cfg(unix)]

use std::io::{Read, Write};

use crate::harness::{Call, Test};
use crate::terminal::started;

/// Types `keys` when asked, and returns everything the terminal showed.
pub(crate) fn typing(call: &Call<'_>, asked: &str, keys: &str) -> String {
    typing_at(call, 200, asked, keys)
}

/// As [`typing`], at a terminal of this many lines.
pub(crate) fn typing_at(call: &Call<'_>, lines: u16, asked: &str, keys: &str) -> String {
    let (said, typed) = typing_if_asked(call, lines, asked, keys);
    assert!(typed, "{said}");
    said
}

/// As [`typing_at`], if it is possible that nothing is asked; says whether it was.
fn typing_if_asked(call: &Call<'_>, lines: u16, asked: &str, keys: &str) -> (String, bool) {
    let (mut pty, mut child) = started(call, lines);
    let (mut said, mut byte, mut typed) = (Vec::new(), [0], false);
    // On Linux, reading from a closed terminal is an error.
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
fn vault_is_free_while_a_prompt_waits() {
    let test = Test::with_checkpoint();
    let (mut pty, mut child) = started(&test.pbem("alice", "new cd second.toml --with carol"), 200);
    let (mut said, mut byte) = (Vec::new(), [0]);
    while !said.ends_with(b"to leave it: ") {
        assert_eq!(pty.read(&mut byte).expect("it asks"), 1);
        said.push(byte[0]);
    }
    // In a second terminal.
    test.pbem("alice", "move game.toml F6").ok();
    pty.write_all(b"B8 D4 E2 G6\r").expect("a terminal");
    while let Ok(1) = pty.read(&mut byte) {}
    assert!(child.wait().expect("it ends").success());
    test.pbem("alice", "show second.toml").ok();
}

#[test]
fn secrets_are_prompted_for_at_a_terminal() {
    let test = Test::new();
    let new = "new checkpoint-danger game.toml --as alice --with bob";
    let left = "or nothing, to leave it: ";
    let said = typing(&test.pbem("alice", new), left, "\r");
    assert!(said.contains("Nothing has been written"), "{said}");
    assert!(test.everything("alice").is_empty());
    let said = typing(&test.pbem("alice", new), left, "B8 D4 E2 G6\r");
    assert!(said.contains("You hide: Bering 8, Desert 4, Equator 2, Glacier 6"), "{said}");
    test.mail("alice", "bob");
    // The invitation is shown above the prompt.
    let said = typing(&test.pbem("bob", "join game.toml"), left, "random\r");
    assert!(said.contains("alice invites bob") && said.contains("You hide:"), "{said}");
    test.mail("bob", "carol");
    test.mail("alice", "carol");
    let join = "join game.toml --as bob --setup-file -";
    let said = typing(&test.pbem("carol", join), "Hide four agents: ", "B2 C7 F1 F3\r");
    assert!(said.contains("You hide: Bering 2, Canadian 7, Fiji 1, Fiji 3"), "{said}");
}

/// pbem checks that an answer can be saved before it asks for it, so that nothing typed is
/// lost.
#[test]
#[cfg(target_os = "linux")]
fn nothing_is_asked_that_could_not_be_written() {
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

/// Random secrets are shown before the prompt for a call, since the call may not name them.
#[test]
fn first_move_is_asked_after_the_random_setup() {
    let test = Test::new();
    test.pbem("alice", "new cd game.toml --as alice --with bob --first bob --random").ok();
    test.mail("alice", "bob");
    let join = test.pbem("bob", "join game.toml --as bob --random");
    let said = typing(&join, "to leave it: ", "\r");
    let (hidden, asked) = said.split_once("You begin").expect("it asks");
    assert!(hidden.contains("You hide: ") && asked.contains("Nothing was written"), "{said}");
}

/// A player who hides nothing is asked for the first move on joining.
#[test]
fn caller_of_game_box_is_asked_for_a_first_call() {
    let test = Test::new();
    test.pbem("alice", "new box game.toml --as alice --with bob --with carol --random").ok();
    test.mail("alice", "bob");
    let left = "Your first move, or nothing, to leave it: ";
    let said = typing(&test.pbem("bob", "join game.toml --as bob"), left, "\r");
    assert!(said.contains("alice invites bob"), "{said}");
    let said = typing(&test.pbem("bob", "join game.toml --as bob"), left, "D2\r");
    assert!(said.contains("Moved     D2"), "{said}");
}
