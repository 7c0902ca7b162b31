//! A player who types only the suggested commands gets through every game.

use insta::assert_snapshot;

use crate::harness::{Call, Test};

/// The first suggested command, without its explanation.
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

/// Number of turns to play before resigning.
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
            let ways: Vec<&str> = invitation["ways"]
                .as_array()
                .expect("ways")
                .iter()
                .filter_map(|way| way.as_str())
                .collect();
            let way = ways.last().expect("a way").strip_prefix("pbem ").expect("a command");
            way.split(' ')
                .fold(test.pbem(due, ""), |call, word| call.arg(word.trim_matches('"')))
                .ok();
        } else {
            let shown = test.pbem(due, "show game.toml").ok();
            assert!(
                shown.out.lines().all(|line| line.chars().count() <= 80),
                "{kind}: {}",
                shown.out
            );
            let words = offered(&shown.out)
                .unwrap_or_else(|| panic!("{kind}: nothing to type: {}", shown.out));
            assert!(["move", "reveal"].contains(&words[0].as_str()), "{kind}: {words:?}");
            let resigned = (turns >= ENOUGH && words[0] == "move")
                .then(|| test.pbem(due, "resign game.toml --yes").run());
            if resigned.is_none_or(|resigned| resigned.code != Some(0)) {
                words.iter().fold(test.pbem(due, ""), Call::arg).ok();
            }
        }
        last = due;
    }
    let (code, verdict) = test.pbem(last, "verify game.toml").verdict();
    assert_eq!((code, verdict["verdict"].as_str()), (Some(0), Some("honest")), "{kind}: {verdict}");
}

#[test]
fn suggested_commands_finish_checkpoint_danger() {
    follow("checkpoint-danger", &["alice", "bob"]);
}

#[test]
fn suggested_commands_finish_game_box() {
    follow("game-box", &["alice", "bob", "carol"]);
}

#[test]
fn suggested_commands_finish_enemy_agent() {
    follow("enemy-agent", &["alice", "bob"]);
}

#[test]
fn suggested_commands_finish_spy() {
    follow("spy", &["alice", "bob"]);
}

#[test]
fn suggested_commands_finish_espionage() {
    follow("espionage", &["alice", "bob"]);
}

#[test]
fn misplaced_words_are_named() {
    let test = Test::new();
    test.pbem("alice", "new checkpoint-danger game.toml --as alice --with bob --setup")
        .arg("B8 D4 E2 G6")
        .ok();
    test.mail("alice", "bob");
    assert_snapshot!(test.pbem("bob", "join game.toml B2 C7 F1 F3").refused(2).shown(), @r#"
    $ pbem join game.toml B2 C7 F1 F3
    pbem: you also need a setup, and you can't type it in the command itself.
      Nothing was written.
    Next: pbem join game.toml --setup-file -  # then type your setup
    (exit code 2)
    "#);
    let said = test
        .pbem("carol", "new checkpoint-danger x.toml --as carol --with bob --first dave --random")
        .refused(2)
        .shown();
    assert_snapshot!(said, @r#"
    $ pbem new checkpoint-danger x.toml --as carol --with bob --first dave --random
    pbem: `first` names dave, but that player has no seat
    (exit code 2)
    "#);
    assert!(test.pbem("bob", "help mail").ok().out.starts_with("Playing by mail\n═════"));
}

#[test]
fn verify_accepts_a_game_name_and_knows_its_seats() {
    let test = Test::with_checkpoint();
    assert_eq!(test.pbem("alice", "verify cd-bob").verdict().1["verdict"], "open");
    assert_snapshot!(test.pbem("alice", "verify cd-eve").fails(4).shown(), @r#"
    $ pbem verify cd-eve
    pbem: you have no game or file named cd-eve
    Next: pbem status  # lists your games
    (exit code 4)
    "#);
    let key = format!("={}", "1".repeat(64));
    let said =
        test.pbem("alice", "verify game.toml --key").arg(format!("alise{key}")).refused(2).err;
    assert_snapshot!(said, @"pbem: game.toml has no seat named alise; the seats are alice, bob.");
    let said = test.pbem("alice", "verify game.toml --key").arg(format!("bob{key}")).run().out;
    let damaged = "DAMAGED   This is a different file from the one you named. No one is accused.";
    assert_eq!(said.lines().nth(2), Some(damaged));
    // Part of a safety number says nothing; the whole number or key does.
    let (_, bob) = test.pbem("bob", "whoami").json();
    let [number, key] = ["safety", "key"].map(|what| bob[what].as_str().expect("text").to_owned());
    let verify = |key: &str| test.pbem("alice", "verify game.toml --key").arg(format!("bob={key}"));
    let digits = number.replace(' ', "");
    assert!(verify(&digits[..25]).refused(2).err.contains("has 30 digits, but you typed 25"));
    for key in [&digits, &number, &number.replace(' ', "-"), &key] {
        assert_eq!(verify(key).verdict().1["verdict"], "open");
    }
}

/// A mail filter passes on every email, including old ones.
#[test]
fn old_mail_through_a_filter_is_not_news() {
    let test = Test::with_checkpoint();
    let old = test.read("alice", "game.toml");
    test.pbem("alice", "move game.toml A1").ok();
    test.pbem("alice", "receive -").input(old.clone()).ok();
    // Naming a file asks for its contents.
    test.write("alice", "old.toml", old);
    assert_eq!(test.pbem("alice", "receive old.toml").run().code, Some(4));
}

/// To check a damaged file, the player's own copy is enough.
#[test]
fn ones_own_copy_repairs_ones_own_turn() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml A1").ok();
    let spoilt = test.read("alice", "game.toml").replace("Arctic 1", "Arctic 2");
    test.write("alice", "game.toml", spoilt);
    assert_snapshot!(test.pbem("alice", "show game.toml").fails(4).shown(), @r#"
    $ pbem show game.toml
    pbem: game.toml was changed after it was signed. pbem saved nothing from it.
      turn 3, by alice, field `move`:  this file says "Arctic 2", your own copy says
      "Arctic 1"
    Next: pbem copy cd-bob FILE  # write your own turn again, as you signed it
    (exit code 4)
    "#);
}

/// A turn after `> `, as in a reply.
#[test]
fn quoted_turn_suggests_receive() {
    let test = Test::with_checkpoint();
    let quoted = test.read("alice", "game.toml").replace('\n', "\n> ");
    test.write("bob", "quoted.txt", format!("> {quoted}"));
    assert_snapshot!(test.pbem("bob", "show quoted.txt").fails(4).shown(), @r"
    $ pbem show quoted.txt
    pbem: quoted.txt cannot be read: found no turn file in it; turn files begin with
      `# pbem turn file`.
    Next: pbem receive FILE  # finds a turn file in an email, or in quoted text
    (exit code 4)
    ");
}

/// An organizer checks one player's key over a folder of games of many players.
#[test]
fn verify_insists_on_a_key_only_where_its_seat_is() {
    let test = Test::new();
    std::fs::create_dir(test.path("alice", "league")).expect("a folder");
    test.pbem("alice", "new cd league/one.toml --as alice --with bob --random").ok();
    test.pbem("carol", "new cd two.toml --as carol --with dan --random").ok();
    test.send("carol", "two.toml", "alice", "league/two.toml");
    let key = test.pbem("alice", "whoami").json().1["key"].as_str().expect("a key").to_owned();
    let verify = |seat: &str, key: &str| {
        test.pbem("alice", "verify league --key").arg(format!("{seat}={key}")).json()
    };
    let (code, said) = verify("alice", &key);
    assert_eq!((code, said["games"].as_array().map(Vec::len)), (Some(3), Some(2)), "{said}");
    let (code, said) = verify("carol", &key);
    assert_eq!(code, Some(4), "carol has another key: {said}");
    let (code, _) = verify("erin", &key);
    assert_eq!(code, Some(2));
}

/// A file without a game has no keys that could differ.
#[test]
fn verify_with_a_key_says_why_a_file_is_unreadable() {
    let test = Test::new();
    std::fs::create_dir(test.path("alice", "league")).expect("a folder");
    test.pbem("alice", "new cd league/one.toml --as alice --with bob --random").ok();
    test.write("alice", "league/notes.toml", "these = \"notes\"\n");
    let older = test.read("alice", "league/one.toml").replacen("pbem = 2", "pbem = 1", 1);
    test.write("alice", "league/older.toml", older);
    let key = test.pbem("alice", "whoami").json().1["key"].as_str().expect("a key").to_owned();
    for files in ["league", "league/notes.toml"] {
        let verify = format!("verify {files}");
        let [with_key, without] = [format!("{verify} --key alice={key}"), verify]
            .map(|words| test.pbem("alice", &words).run());
        assert_eq!((with_key.code, with_key.out), (Some(4), without.out));
    }
}

/// Bob has a key in one game, and hasn't joined the other.
#[test]
fn verify_of_a_folder_ignores_the_key_of_a_player_who_has_not_joined() {
    let test = Test::with_checkpoint();
    std::fs::create_dir(test.path("alice", "league")).expect("a folder");
    test.send("alice", "game.toml", "alice", "league/one.toml");
    test.pbem("alice", "new spy league/two.toml --with bob --random").ok();
    let key = test.pbem("bob", "whoami").json().1["key"].as_str().expect("a key").to_owned();
    let verify = |files: &str| {
        test.pbem("alice", &format!("verify {files} --key")).arg(format!("bob={key}"))
    };
    let said = verify("league").run().out;
    assert!(said.contains("bob hasn't joined league/two.toml"), "{said}");
    assert!(!said.contains("DAMAGED"), "{said}");
    // If the user names the file, the key must be there.
    let said = verify("league/two.toml").run().out;
    assert!(said.contains("bob hasn't joined"), "{said}");
}
