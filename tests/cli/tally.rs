//! Records of finished games: the opponents, the counts, and the player who begins the next game.

use insta::assert_snapshot;

use crate::harness::Test;

/// A game that Alice starts and one of the two resigns. Alice has the whole file at the end.
fn game(test: &Test, kind: &str, file: &str, with: &str, loser: &str) {
    test.pbem("alice", &format!("new {kind} {file} --as alice --with {with} --random")).ok();
    test.send("alice", file, with, file);
    test.pbem(with, &format!("join {file} --as {with} --random")).ok();
    test.send(with, file, "alice", file);
    finish(test, file, with, loser);
}

/// Finishes a game in which it is Alice's move: the loser resigns, and the winner reveals.
fn finish(test: &Test, file: &str, with: &str, loser: &str) {
    if loser != "alice" {
        test.pbem("alice", &format!("move {file} A1")).ok();
        test.send("alice", file, with, file);
    }
    let other = if loser == "alice" { with } else { "alice" };
    test.pbem(loser, &format!("resign {file} --yes")).ok();
    test.send(loser, file, other, file);
    test.pbem(other, &format!("reveal {file}")).ok();
    if other != "alice" {
        test.send(other, file, "alice", file);
        test.pbem("alice", &format!("show {file}")).ok();
    }
}

/// Alice has played Bob three times and Carol once; a game with Dan is running.
fn played() -> Test {
    let test = Test::new();
    game(&test, "cd", "one.toml", "bob", "bob");
    game(&test, "cd", "two.toml", "bob", "alice");
    test.wait_minutes(60 * 24 * 60);
    game(&test, "spy", "three.toml", "bob", "alice");
    game(&test, "cd", "four.toml", "carol", "carol");
    test.pbem("alice", "new cd five.toml --as alice --with dan --random").ok();
    test
}

#[test]
fn record_counts_finished_games() {
    let test = Test::new();
    assert_snapshot!(test.pbem("alice", "record").ok().shown(), @r"
    $ pbem record
    No game is over yet.
    Next: pbem status
    ");
    assert!(!test.path("alice", "vault").exists(), "looking has made a vault");
    let test = played();
    assert_snapshot!(test.pbem("alice", "record").ok().shown(), @r"
    $ pbem record
    You against
    bob      3 played   1 won  2 lost   last: W L L
           Checkpoint: Danger! 1:1, Spy! 0:1
    carol    1 played   1 won  0 lost   last: W   Checkpoint: Danger! 1:0
    ");
    // Bob doesn't have the last turn of the first game, so for Bob it isn't over.
    assert_snapshot!(test.pbem("bob", "record").ok().out, @r"
    You against
    alice    2 played   2 won  0 lost   last: W W
           Checkpoint: Danger! 1:0, Spy! 1:0
    ");
    for (words, names) in [
        ("record carol", &["carol"][..]),
        ("record --since 2026", &["bob", "carol"]),
        ("record --since 2026-11-21", &["bob", "carol"]),
        ("record --since 2028-01", &[]),
    ] {
        let (code, record) = test.pbem("alice", words).json();
        assert_eq!((code, record["schema"].as_str()), (Some(0), Some("pbem-record/1")), "{words}");
        let people = record["people"].as_array().expect("people").iter();
        let there: Vec<&str> = people.filter_map(|person| person["name"].as_str()).collect();
        assert_eq!(there, names, "{words}");
    }
    let (_, bob) = test.pbem("alice", "record bob --since 2027").json();
    let bob = &bob["people"][0];
    assert_eq!((&bob["played"], &bob["lost"]), (&1.into(), &1.into()), "{bob}");
    assert_eq!(bob["games"][0]["score"], "lost");
    assert_eq!(bob["kinds"][0]["game"], "spy");
    let said = test.pbem("alice", "record dan").refused(3).err;
    assert!(said.contains("you have no finished games with dan that count."), "{said}");
    let said = test.pbem("alice", "record --since May").refused(2).err;
    assert!(said.contains("May is not a date: use 2026, 2026-05 or 2026-05-01"), "{said}");
}

#[test]
fn result_is_cached_until_the_game_continues() {
    let test = Test::new();
    game(&test, "cd", "one.toml", "bob", "bob");
    test.pbem("alice", "record").ok();
    let before = test.everything("alice");
    test.pbem("alice", "record").ok();
    test.pbem("alice", "status").ok();
    test.pbem("alice", "record").ok();
    let games = test.records("alice");
    assert_eq!(games[0]["judged"]["verdict"].as_str(), Some("honest"));
    assert_eq!(games[0]["judged"]["winners"][0].as_str(), Some("alice"));
    // The cached result is used; the audit does not run again.
    let path = before.keys().find(|path| path.to_string_lossy().contains("vault/games/"));
    let path = path.expect("a record");
    let text = std::fs::read_to_string(path).expect("a record");
    std::fs::write(path, text.replace("\"honest\"", "\"forfeit\"")).expect("it is written");
    let said = test.pbem("alice", "record").ok().out;
    assert!(said.contains("1 won  0 lost  1 by forfeit   last: W"), "{said}");
    // Her last turn is undone, so the result is unknown.
    test.pbem("alice", "undo one.toml --not-mailed").ok();
    assert!(test.records("alice")[0].get("judged").is_none());
    assert!(test.pbem("alice", "record").ok().out.contains("No game is over yet."));
    test.pbem("alice", "reveal one.toml").ok();
    let said = test.pbem("alice", "record").ok().out;
    assert!(said.contains("1 won  0 lost   last: W"), "{said}");
}

#[test]
fn status_lists_finished_games_for_thirty_days() {
    let test = Test::new();
    game(&test, "cd", "one.toml", "bob", "bob");
    let listed = |words: &str| test.pbem("alice", words).ok().out.contains("  cd-bob ");
    assert!(listed("status"));
    test.wait_minutes(29 * 24 * 60);
    assert!(listed("status"));
    test.wait_minutes(2 * 24 * 60);
    assert_snapshot!(test.pbem("alice", "status").ok().shown(), @r"
    $ pbem status
    Your games                                                 Mon 21 Dec, 14:00 UTC

    OVER for more than 30 days: 1 game, see  pbem status --all

    Every game is over.
    Next: pbem new  # start another
    ");
    assert!(listed("status --all"));
    let (_, inbox) = test.pbem("alice", "status").json();
    assert_eq!((&inbox["older"], inbox["games"].as_array().map(Vec::len)), (&1.into(), Some(0)));
    assert!(test.pbem("alice", "status cd-bob").ok().out.contains("you won, all honest"));
}

#[test]
fn series_is_shown_with_the_offer_of_the_next_game() {
    let test = Test::with_checkpoint();
    finish(&test, "game.toml", "bob", "bob");
    let said = test.pbem("alice", "show game.toml").ok().out;
    assert!(said.contains("pbem rematch cd-bob  # play again: bob begins"), "{said}");
    test.pbem("alice", "rematch cd-bob two.toml --random").ok();
    let mail = test.pbem("alice", "send two.toml -o -").run().out;
    assert!(mail.contains("bob begins, because alice began the last game."), "{mail}");
    test.send("alice", "two.toml", "bob", "two.toml");
    test.pbem("bob", "join two.toml A1 --random").ok();
    test.send("bob", "two.toml", "alice", "two.toml");
    finish(&test, "two.toml", "bob", "alice");
    for words in ["show two.toml", "verify two.toml"] {
        let said = test.pbem("alice", words).ok().out;
        let tally = "pbem rematch cd-bob-2  # alice begins, score so far: alice 1, bob 1";
        assert!(said.contains(tally), "{words}: {said}");
    }
    // A game of another kind is another series.
    game(&test, "spy", "three.toml", "bob", "alice");
    let said = test.pbem("alice", "verify three.toml").ok().out;
    assert!(!said.contains("score so far: "), "{said}");
}

/// The Checker of Game Box only answers and neither wins nor loses; a game against two bots of
/// one level is one game.
#[test]
fn game_is_counted_once_and_the_checker_separately() {
    let test = Test::new();
    let new = "new game-box game.toml --as alice --against bot,bot,bot:easy";
    test.pbem("alice", new).ok();
    let mut over = false;
    for dot in (b'A'..=b'H').flat_map(|row| (1..=9).map(move |at| format!("{}{at}", row as char))) {
        let output = test.pbem("alice", &format!("move game.toml {dot}")).run();
        over = test.pbem("alice", "show game.toml").ok().out.contains("GAME OVER");
        if over || output.code != Some(0) {
            break;
        }
    }
    assert!(over, "{}", test.pbem("alice", "show game.toml").ok().out);
    let (_, record) = test.pbem("alice", "record").json();
    let people = record["people"].as_array().expect("people");
    let hard = people.iter().find(|person| person["name"] == "bot:hard").expect("two of them");
    assert_eq!((&hard["played"], &hard["apart"]), (&1.into(), &0.into()), "{record}");
    let shared = test.pbem("alice", "share game.toml").ok().out;
    assert!(shared.contains(", with bot as Checker"), "{shared}");
    let said = test.pbem("alice", "record --since 2027").ok().out;
    assert!(said.contains("No game has ended since 2027."), "{said}");
}

/// A player may type a game or make a typo instead of naming an opponent.
#[test]
fn record_names_the_opponent_that_was_meant() {
    let test = played();
    for (typed, meant) in [("cd-dan", "pbem record dan"), ("crol", "pbem record carol")] {
        let (code, failure) = test.pbem("alice", &format!("record {typed}")).json();
        assert_eq!((code, &failure["kind"]), (Some(3), &"nobody".into()), "{failure}");
        let next = failure["next"][0].as_str().expect("a command");
        assert!(next.starts_with(meant), "{failure}");
    }
}
