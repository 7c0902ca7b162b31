//! A recovery phrase of twelve words, and games restored with it.

use pbem::turnfile::TurnFile;

use crate::harness::Test;

/// A player's twelve words.
fn words(test: &Test, who: &str) -> String {
    let (_, said) = test.pbem(who, "words").json();
    let words = said["words"].as_array().expect("a list").iter();
    words.map(|word| word.as_str().expect("a word")).collect::<Vec<_>>().join(" ")
}

#[test]
fn lost_vault_is_restored_from_twelve_words_and_the_newest_file() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    test.mail("alice", "bob");
    let (words, number) = (words(&test, "bob"), test.pbem("bob", "whoami").json().1);
    // A new computer without the vault.
    test.pbem("laptop", "restore --words").input(format!("{words}\n")).ok();
    assert_eq!(test.pbem("laptop", "whoami").json().1["key"], number["key"]);
    test.send("bob", "game.toml", "laptop", "game.toml");
    // The file could be older than bob's latest turn.
    let refused = test.pbem("laptop", "move game.toml A1").refused(3);
    assert!(refused.err.contains("pbem restore --nothing-since"), "{}", refused.shown());
    test.pbem("laptop", "receive game.toml").ok();
    let (_, released) = test.pbem("laptop", "restore --nothing-since").json();
    assert_eq!(released["released"], serde_json::json!(["cd-alice"]));
    test.pbem("laptop", "move game.toml A1").ok();
    assert!(test.pbem("laptop", "show game.toml").ok().out.contains("YOUR MAP"));
    test.mail("laptop", "alice");
    test.pbem("alice", "resign game.toml --yes").ok();
    test.mail("alice", "laptop");
    test.pbem("laptop", "reveal game.toml").ok();
    let file = TurnFile::read(test.read("laptop", "game.toml").as_bytes()).expect("a turn file");
    assert_eq!(file.turns.last().expect("a turn").reveal, ["B2", "C7", "F1", "F3"]);
    let (_, verdict) = test.pbem("laptop", "verify game.toml").verdict();
    assert_eq!(verdict["verdict"], "honest");
}

#[test]
fn receive_restores_the_games_of_a_lost_vault() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    test.mail("alice", "bob");
    // As written on paper, on several lines.
    let words = words(&test, "bob").replacen(' ', "\n", 4);
    test.pbem("laptop", "restore --words").input(words).ok();
    test.send("bob", "game.toml", "laptop", "mail.toml");
    // The game can't continue yet, so no command that continues it is suggested.
    let next = &test.pbem("laptop", "receive mail.toml").json().1["games"][0]["next"];
    let next = next.as_str().expect("a step");
    assert!(next.contains("--nothing-since") && !next.contains("pbem turn"), "{next}");
    test.pbem("laptop", "move cd-alice A1").refused(3);
    test.pbem("laptop", "restore --nothing-since").ok();
    assert!(test.pbem("laptop", "status").ok().out.contains("YOUR MOVE"));
    test.pbem("laptop", "move cd-alice A1").ok();
}

/// The games folder was kept, but the vault that knew its files is lost.
#[test]
fn receive_says_that_a_game_is_back_if_its_file_is_no_newer() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    test.mail("alice", "bob");
    let words = words(&test, "bob");
    test.pbem("laptop", "restore --words").input(words).ok();
    test.pbem("laptop", "config games-dir games").ok();
    test.send("bob", "game.toml", "laptop", "games/cd-alice.toml");
    test.send("bob", "game.toml", "laptop", "mail.toml");
    let (code, received) = test.pbem("laptop", "receive mail.toml").json();
    let game = &received["games"][0];
    assert_eq!((code, &game["name"], &game["turns"]), (Some(0), &"cd-alice".into(), &3.into()));
    // Now the vault knows the game.
    let (_, again) = test.pbem("laptop", "receive mail.toml").json();
    assert_eq!((&again["games"], &again["known"]), (&serde_json::json!([]), &1.into()));
}

#[test]
fn wrong_words_restore_nothing() {
    let test = Test::with_checkpoint();
    let words = words(&test, "bob");
    let wrong = words.replacen(words.split(' ').next().expect("a word"), "pbem", 1);
    for typed in ["", "abandon abandon", &wrong] {
        let ran = test.pbem("laptop", "restore --words").input(typed).refused(2);
        assert!(
            words.split(' ').all(|word| !ran.err.contains(&format!(" {word} "))),
            "{}",
            ran.err
        );
    }
    test.pbem("laptop", "status").ok();
    // Settings alone don't prevent it, and are kept.
    test.pbem("laptop", "config downloads-dir .").ok();
    test.pbem("laptop", "config name robert").ok();
    test.pbem("laptop", "restore --words").input(words.clone()).ok();
    assert_eq!(
        test.pbem("laptop", "whoami").json().1["key"],
        test.pbem("bob", "whoami").json().1["key"]
    );
    assert_eq!(test.pbem("laptop", "config name").ok().out.trim(), "name = robert");
    test.pbem("laptop", "restore --words").input(words.clone()).refused(5);
    // An existing vault is not replaced.
    test.pbem("bob", "restore --words").input(words.clone()).refused(5);
    // The words are not accepted on the command line.
    test.pbem("laptop", "restore --words").arg(words).refused(2);
}

#[test]
fn player_without_identity_has_no_words() {
    let test = Test::new();
    test.pbem("alice", "words").refused(3);
}

/// Only the player knows whether the last turn before the loss was mailed.
#[test]
fn last_turn_before_a_restore_may_be_unmailed() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    test.mail("alice", "bob");
    test.pbem("bob", "move game.toml A1").ok();
    let words = words(&test, "bob");
    test.pbem("laptop", "restore --words").input(words).ok();
    let said = test.pbem("laptop", "").ok().out;
    assert!(said.contains("pbem receive FILE") && !said.contains("pbem learn"), "{said}");
    test.send("bob", "game.toml", "laptop", "mail.toml");
    test.pbem("laptop", "receive mail.toml").ok();
    test.pbem("laptop", "restore --nothing-since").ok();
    let (_, status) = test.pbem("laptop", "status").json();
    assert_eq!(status["games"][0]["maybe_not_mailed"], 4, "{status}");
    let send = "send cd-alice --to alice=alice@example.org -o letter.eml";
    test.pbem("laptop", send).ok();
    test.pbem("laptop", "send cd-alice --done").ok();
    let (_, status) = test.pbem("laptop", "status").json();
    assert!(status["games"][0]["maybe_not_mailed"].is_null(), "{status}");
}
