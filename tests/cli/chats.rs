//! Turns as text in a chat, in parts if messages are short.

use serde_json::Value;

use crate::harness::Test;

/// Maximum number of characters of a message in a chat with short messages.
const MESSAGE: usize = 1900;

/// Bob has joined Alice's game; returns the turn as chat messages.
fn joined(kind: &str) -> (Test, Vec<String>) {
    let test = Test::new();
    test.pbem("alice", &format!("new {kind} game.toml --as alice --with bob --random")).ok();
    test.mail("alice", "bob");
    test.pbem("bob", "join game.toml --random").ok();
    let name = test.pbem("bob", "status").json().1["games"][0]["name"].clone();
    let copy = format!("copy {} --turn", name.as_str().expect("a name"));
    let (_, copied) = test.pbem("bob", &copy).json();
    let messages = copied["messages"].as_array().expect("a list").iter();
    let messages = messages.map(|message| message.as_str().expect("a text").to_owned()).collect();
    test.wait_minutes(5);
    (test, messages)
}

fn paste(test: &Test, text: String) -> Value {
    test.pbem("alice", "paste").input(text).json().1
}

/// The messages as Telegram copies them.
fn telegram(messages: &[String]) -> String {
    let header = "Bob, [23.11.26 12:30]\n";
    messages.iter().flat_map(|message| [header, message.trim(), "\n\n"]).collect()
}

/// The messages as `WhatsApp` copies them, after the keyboard has changed the quotation marks.
fn whatsapp(messages: &[String]) -> String {
    let curly = |message: &String| {
        let mut marks = ['\u{201c}', '\u{201d}'].into_iter().cycle();
        let mark = |sign| if sign == '"' { marks.next().unwrap_or(sign) } else { sign };
        message.trim().chars().map(mark).collect::<String>()
    };
    let message = |message| format!("[23/11/2026, 12:30] Bob: {}\n", curly(message));
    messages.iter().map(message).collect()
}

#[test]
fn paste_joins_the_parts_of_a_long_text() {
    for kind in ["checkpoint-danger", "spy", "espionage", "enemy-agent"] {
        for chat in [telegram, whatsapp] {
            let (test, mut messages) = joined(kind);
            assert!(messages.iter().all(|message| message.chars().count() <= MESSAGE), "{kind}");
            messages.reverse();
            messages.push(messages[0].clone());
            let report = paste(&test, chat(&messages));
            assert_eq!(report["games"][0]["turns"], 2, "{kind}: {report}");
        }
    }
    assert!(joined("spy").1.len() > 1);
}

/// Returns what `copy --turn` of this player's only game prints, as chat messages.
fn copied(test: &Test, player: &str) -> Vec<String> {
    let (code, copied) = test.pbem(player, "copy --turn").json();
    assert_eq!(code, Some(0), "{copied}");
    let messages = copied["messages"].as_array().expect("a list").iter();
    messages.map(|message| message.as_str().expect("a text").to_owned()).collect()
}

#[test]
fn paste_joins_the_parts_of_an_invitation() {
    for kind in ["checkpoint-danger", "spy", "espionage", "enemy-agent"] {
        for chat in [telegram, whatsapp] {
            let test = Test::new();
            test.pbem("alice", &format!("new {kind} --as alice --with bob --random")).ok();
            let mut messages = copied(&test, "alice");
            assert!(messages.iter().all(|message| message.chars().count() <= MESSAGE), "{kind}");
            messages.reverse();
            messages.push(messages[0].clone());
            let (code, report) = test.pbem("bob", "paste").input(chat(&messages)).json();
            assert_eq!(
                (code, &report["aside"]),
                (Some(0), &serde_json::json!([])),
                "{kind}: {report}"
            );
            test.pbem("bob", "join --as bob --random").ok();
            test.wait_minutes(5);
            let report = paste(&test, telegram(&copied(&test, "bob")));
            assert_eq!(report["games"][0]["turns"], 2, "{kind}: {report}");
        }
    }
}

#[test]
fn paste_names_the_missing_part_of_an_invitation() {
    let test = Test::new();
    test.pbem("alice", "new espionage --as alice --with bob --random").ok();
    let mut messages = copied(&test, "alice");
    let count = messages.len();
    assert!(count > 1, "{count}");
    messages.remove(0);
    let report = test.pbem("bob", "paste").input(telegram(&messages)).json().1;
    let aside = report["aside"].as_array().expect("a list");
    assert_eq!((aside.len(), &report["games"]), (1, &serde_json::json!([])), "{report}");
    let why = aside[0]["why"].as_str().expect("a reason");
    assert!(why.contains(&format!("part 1 of {count} is missing")), "{why}");
}

/// Carol doesn't have the file, and both other players have its first two turns.
#[test]
fn third_player_joins_from_the_parts_of_a_file() {
    let test = Test::new();
    test.pbem("alice", "new game-box --as alice --with bob,carol --random").ok();
    let report = test.pbem("bob", "paste").input(telegram(&copied(&test, "alice"))).json().1;
    assert_eq!(report["aside"], serde_json::json!([]), "{report}");
    let id = report["games"][0]["id"].as_str().expect("an id").to_owned();
    test.pbem("bob", &format!("join {id:.4} B5 --as bob")).ok();
    paste(&test, telegram(&copied(&test, "bob")));
    test.pbem("alice", "move").ok();
    let messages = copied(&test, "alice");
    assert!(messages.len() > 1, "{messages:?}");
    test.pbem("carol", "paste").input(telegram(&messages)).ok();
    let joined = test.pbem("carol", &format!("join {id:.4} B6 --as carol")).json().1;
    assert_eq!(joined["number"], 4, "{joined}");
}

#[test]
fn paste_names_the_missing_part() {
    let (test, mut messages) = joined("spy");
    let count = messages.len();
    messages.pop();
    let report = paste(&test, telegram(&messages));
    assert_eq!(report["games"], serde_json::json!([]), "{report}");
    let why = report["aside"][0]["why"].as_str().expect("a reason");
    assert!(why.contains(&format!("part {count} of {count} is missing")), "{why}");
    assert_eq!(report["aside"].as_array().map(Vec::len), Some(1), "{report}");
}

#[test]
fn text_names_the_move_in_its_first_line() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    let text = test.pbem("alice", "copy game.toml --turn").run().out;
    let first = text.lines().next().unwrap_or_default();
    assert!(first.ends_with("alice calls Fiji 6 (Checkpoint: Danger!, turn 3)"), "{text}");
}

/// Answers can be long. They leave room for the move, the queued calls and a reveal.
#[test]
fn text_names_the_whole_move_after_long_answers() {
    let test = Test::with_checkpoint();
    let first_line = |who: &str| {
        let text = test.pbem(who, "copy game.toml --turn").run().out;
        text.lines().next().unwrap_or_default().to_owned()
    };
    test.pbem("alice", "move game.toml").arg("A5; C2; F2; G2; E3").ok();
    test.mail("alice", "bob");
    test.pbem("bob", "move game.toml").arg("A1; A2; C5; C6; D1").ok();
    let line = first_line("bob");
    let queued = "if that is a HIT, also Arctic 2; Canadian 5; Canadian 6; Desert 1 (Checkpoint";
    assert!(line.starts_with("bob answers ") && line.contains(queued), "{line}");
    test.mail("bob", "alice");
    test.pbem("alice", "resign game.toml --yes").ok();
    let line = first_line("alice");
    let reveal =
        "alice resigned; alice reveals the setup: Bering 8, Desert 4, Equator 2, Glacier 6 (";
    assert!(line.contains(reveal), "{line}");
}

/// In a chat, `pbem turn --text` is enough, even for a turn that another command has signed.
#[test]
fn turn_prints_the_last_turn_as_text() {
    for way in ["config name alice", "config sendmail msmtp"] {
        let test = Test::new();
        test.pbem("alice", way).ok();
        test.pbem("alice", "new cd game.toml --as alice --with bob --random").ok();
        let ran = test.pbem("alice", "turn --text").run();
        assert!(ran.out.contains("pbem = 2") && !ran.err.contains("pbem send"), "{}", ran.shown());
        test.mail("alice", "bob");
        test.pbem("bob", "join game.toml --random").ok();
        test.mail("bob", "alice");
        test.pbem("alice", "receive game.toml").ok();
        let tried = test.pbem("alice", "turn cd-bob --text --try").arg("A1; C9").run();
        let next = "pbem turn cd-bob \"A1; C9\" --text";
        assert!(tried.out.contains(next) && !tried.out.contains("pbem move"), "{}", tried.shown());
        test.pbem("alice", "move cd-bob A1").ok();
        let ran = test.pbem("alice", "turn cd-bob --text").run();
        assert!(
            ran.out.contains("number = 3") && !ran.err.contains("pbem send"),
            "{}",
            ran.shown()
        );
    }
}

/// As with email, the player to move needs the turn, and the other players follow the game.
#[test]
fn text_is_for_all_other_players() {
    let test = Test::new();
    test.pbem("alice", "new game-box game.toml --as alice --with bob,carol --random").ok();
    let (_, copied) = test.pbem("alice", "copy game.toml --turn").json();
    assert_eq!(copied["mail_to"], serde_json::json!(["bob"]));
    assert_eq!(copied["cc"], serde_json::json!(["carol"]));
    let said = test.pbem("alice", "copy game.toml --turn").run().err;
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("bob and carol type pbem paste"), "{said}");
}

#[test]
fn text_of_a_joining_turn_names_the_move() {
    let test = Test::new();
    test.pbem("alice", "new game-box game.toml --as alice --with bob,carol --random").ok();
    test.mail("alice", "bob");
    test.pbem("bob", "join game.toml B5 --as bob").ok();
    let text = test.pbem("bob", "copy game.toml --turn").run().out;
    let first = text.lines().next().unwrap_or_default();
    assert!(first.contains("bob joins") && first.contains("B5"), "{first}");
}

/// Alice pastes a turn into the chat and then undoes it. Bob answers it all the same.
#[test]
fn answer_to_an_undone_turn_needs_the_whole_file() {
    for own in [None, Some("move game.toml Glacier 9")] {
        let test = Test::with_checkpoint();
        test.pbem("alice", "move game.toml Fiji 6").ok();
        test.pbem("bob", "paste").input(telegram(&copied(&test, "alice"))).ok();
        test.pbem("alice", "undo game.toml --not-mailed").ok();
        own.map(|own| test.pbem("alice", own).ok());
        test.pbem("bob", "move game.toml Arctic 1").ok();
        let report = paste(&test, telegram(&copied(&test, "bob")));
        let why = report["aside"][0]["why"].as_str().expect("a reason");
        assert!(why.contains("answers your turn 3 of cd-bob"), "{why}");
        assert!(why.contains("pbem copy GAME FILE"), "{why}");
        test.pbem("bob", "copy cd-alice whole.toml").ok();
        test.send("bob", "whole.toml", "alice", "whole.toml");
        let report = test.pbem("alice", "receive whole.toml").json().1;
        assert_eq!(report["games"][0]["turns"], 4, "{report}");
    }
}
