//! Whoever types what `Next:` says gets through every game.

use crate::harness::{Call, Test};

/// What a person would type: the first command that is offered, without the explanation behind it.
fn offered(said: &str) -> Option<Vec<String>> {
    let line = said.lines().find_map(|line| line.strip_prefix("Next:"))?.trim();
    let command = line.strip_prefix("pbem ")?;
    let (mut words, mut word, mut quoted) = (Vec::new(), String::new(), false);
    let mut signs = command.chars().peekable();
    while let Some(sign) = signs.next() {
        match sign {
            '"' => quoted = !quoted,
            ' ' if !quoted && signs.peek() == Some(&' ') => break,
            ' ' if !quoted => words.push(std::mem::take(&mut word)),
            sign => word.push(sign),
        }
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    Some(words)
}

/// How many turns are played before somebody gives up.
const ENOUGH: u64 = 14;

fn follow(kind: &str, seats: &[&str]) {
    let test = Test::new();
    let with = seats[1..].join(",");
    test.pbem("alice", &format!("new {kind} game.toml --as alice --with {with} --random")).ok();
    let mut last = "alice";
    for _ in 0..60 {
        for reader in seats.iter().filter(|reader| **reader != last) {
            test.mail(last, reader);
        }
        let (_, table) = test.pbem(last, "show game.toml --public").json();
        let Some(due) = table["to_act"][0].as_str() else { break };
        let due = seats.iter().find(|seat| **seat == due).expect("a player");
        let turns = table["turns"].as_u64().expect("a number");
        if table["expects"] == "join" {
            let invitation = test.pbem(due, &format!("join game.toml --as {due}")).json().1;
            let ways: Vec<&str> = invitation["ways"].as_array().expect("ways").iter().filter_map(|way| way.as_str()).collect();
            let way = ways.last().expect("a way").strip_prefix("pbem ").expect("a command");
            way.split(' ').fold(test.pbem(due, ""), |call, word| call.arg(word.trim_matches('"'))).ok();
        } else {
            let shown = test.pbem(due, "show game.toml").ok();
            assert!(shown.out.lines().all(|line| line.chars().count() <= 80), "{kind}: {}", shown.out);
            let words = offered(&shown.out).unwrap_or_else(|| panic!("{kind}: nothing to type: {}", shown.out));
            assert!(["move", "reveal"].contains(&words[0].as_str()), "{kind}: {words:?}");
            let resigned = (turns >= ENOUGH && words[0] == "move").then(|| test.pbem(due, "resign game.toml").run());
            if resigned.is_none_or(|resigned| resigned.code != Some(0)) {
                words.iter().fold(test.pbem(due, ""), Call::arg).ok();
            }
        }
        last = due;
    }
    let (code, verdict) = test.pbem(last, "verify game.toml").json();
    assert_eq!((code, verdict["verdict"].as_str()), (Some(0), Some("honest")), "{kind}: {verdict}");
}

#[test]
fn of_checkpoint_danger() {
    follow("checkpoint-danger", &["alice", "bob"]);
}

#[test]
fn of_game_box() {
    follow("game-box", &["alice", "bob", "carol"]);
}

#[test]
fn of_enemy_agent() {
    follow("enemy-agent", &["alice", "bob"]);
}

#[test]
fn of_spy() {
    follow("spy", &["alice", "bob"]);
}

#[test]
fn of_espionage() {
    follow("espionage", &["alice", "bob"]);
}
