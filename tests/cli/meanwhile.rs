//! Turns that are signed in another window while a prompt waits, and mail that arrives before a
//! command asks.

use crate::harness::Test;
use crate::rounds::{by_mail, letters, playing};
use crate::screen::Screen;

/// Alice signs another turn in another window. The prompt neither hides nor mails that turn.
#[test]
fn prompt_names_the_move_that_was_not_signed() {
    let test = playing();
    test.pbem("alice", "receive").ok();
    let before = letters(&test, "bob");
    let mut screen = Screen::open(&test, "turn cd-bob");
    screen.wait_for("Your move in");
    test.pbem("alice", "move cd-bob F6").ok();
    screen.press("G9\r");
    screen.wait_for("has moved on to turn 3");
    screen.wait_for("You typed: G9");
    screen.wait_for("turn 3: alice calls Fiji 6");
    screen.wait_for("pbem send cd-bob");
    assert!(screen.end().contains("exit 3"));
    assert_eq!(letters(&test, "bob"), before);
}

/// The news begins with the turn that was on the screen, not with Alice's own later turn.
#[test]
fn prompt_shows_all_news_after_the_game_has_moved_on() {
    let test = Test::with_checkpoint();
    let mut screen = Screen::open(&test, "turn game.toml --no-receive --no-send");
    screen.wait_for("Your move in");
    for (own, answer) in [("Fiji 6", "Arctic 1"), ("Glacier 9", "Arctic 2")] {
        test.pbem("alice", &format!("move game.toml {own}")).ok();
        test.mail("alice", "bob");
        test.pbem("bob", &format!("move game.toml {answer}")).ok();
        test.mail("bob", "alice");
    }
    test.pbem("alice", "show game.toml").ok();
    screen.press("E9\r");
    screen.wait_for("You typed: E9");
    screen.wait_for("bob calls Arctic 1 (turn 4");
    screen.wait_for("bob answers 0 to Glacier 9");
    screen.wait_for("bob calls Arctic 2 (turn 6");
    screen.wait_for("(news above the board: 1 line)");
    screen.press("q\r");
    // The oldest news has scrolled off the screen.
    let said = screen.end();
    let after = said.split_once("You typed: E9").map_or(said.as_str(), |(before, _)| before);
    assert!(after.contains("Since your last turn:  bob answers 2 to Fiji 6"), "{said}");
}

#[test]
fn turn_names_the_unsent_turns_of_other_games() {
    let test = playing();
    test.pbem("alice", "receive").ok();
    test.pbem("alice", "move cd-bob F6").ok();
    test.pbem("alice", "new spy --with bob --random").ok();
    let before = letters(&test, "bob");
    let said = test.pbem("alice", "turn").ok().out;
    assert_eq!(letters(&test, "bob"), before + 1, "{said}");
    let commands = ["pbem send cd-bob", "pbem send spy-bob"];
    let named = commands.into_iter().filter(|command| said.contains(command));
    let named: Vec<&str> = named.collect();
    assert_eq!(named.len(), 1, "{said}");
    assert!(said.contains("You haven't mailed turn"), "{said}");
    test.pbem("alice", named[0].strip_prefix("pbem ").expect("a command")).ok();
    assert_eq!(letters(&test, "bob"), before + 2);
}

#[test]
fn rematch_reads_the_mail_first() {
    let test = playing();
    test.pbem("alice", "receive").ok();
    test.pbem("alice", "resign cd-bob --yes --send").ok();
    test.pbem("bob", "receive").ok();
    test.pbem("bob", "reveal cd-alice --send").ok();
    test.pbem("alice", "receive").ok();
    test.pbem("bob", "rematch cd-alice --random --send").ok();
    let (code, refused) = test.pbem("alice", "rematch cd-bob --random").json();
    assert_eq!((code, &refused["kind"]), (Some(3), &"ask".into()), "{refused}");
    let message = refused["message"].as_str().expect("a text");
    assert!(message.contains("bob has already invited you"), "{message}");
}

/// Alice is to move in two games, and a draw is offered in one of them.
#[test]
fn accept_finds_the_game_with_the_offer() {
    let test = Test::new();
    for file in ["one.toml", "two.toml"] {
        let new = format!("new checkpoint-danger {file} --as alice --with bob --setup");
        test.pbem("alice", &new).arg("B8 D4 E2 G6").ok();
        test.send("alice", file, "bob", file);
        test.pbem("bob", &format!("join {file} --setup")).arg("B2 C7 F1 F3").ok();
        test.send("bob", file, "alice", file);
        test.pbem("alice", &format!("show {file}")).ok();
    }
    for command in ["accept --yes", "decline"] {
        let ran = test.pbem("alice", command).refused(3);
        assert!(!ran.err.contains("two.toml"), "{}", ran.shown());
    }
    test.pbem("alice", "move two.toml Fiji 6").ok();
    test.send("alice", "two.toml", "bob", "two.toml");
    test.pbem("bob", "offer two.toml").ok();
    test.pbem("bob", "move two.toml Arctic 1").ok();
    test.send("bob", "two.toml", "alice", "two.toml");
    test.pbem("alice", "show two.toml").ok();
    let declined = test.pbem("alice", "decline").ok().out;
    assert!(declined.contains("declines the draw"), "{declined}");
    let (code, accepted) = test.pbem("alice", "accept --yes").json();
    assert_eq!((code, &accepted["move"]), (Some(0), &serde_json::json!(["accept"])), "{accepted}");
    assert!(test.read("alice", "one.toml").matches("[[turn]]").count() == 2);
}

/// A draft without an address stays, because the player may have edited it.
#[test]
fn older_draft_of_a_turn_is_named() {
    let test = Test::new();
    test.pbem("alice", "new checkpoint-danger --as alice --with bob --random").ok();
    let first = test.pbem("alice", "send cd-bob").run().out;
    assert!(!first.contains("older draft"), "{first}");
    let second = test.pbem("alice", "send cd-bob --to bob@example.org").ok().out;
    assert!(second.contains("cd-bob-turn1.eml is an older draft of this turn"), "{second}");
    assert!(test.path("alice", "cd-bob-turn1-2.eml").is_file());
}

#[test]
fn unread_invitations_are_counted() {
    let test = by_mail();
    for kind in ["checkpoint-danger", "spy", "espionage"] {
        test.pbem("alice", &format!("new {kind} --with bob --random --send")).run();
    }
    for game in ["cd-bob", "spy-bob", "esp-bob"] {
        test.pbem("alice", &format!("send {game} --to bob@example.org")).run();
    }
    let said = test.pbem("bob", "status").ok().out;
    assert!(said.contains("Unread mail: 3 invitations from alice."), "{said}");
}
