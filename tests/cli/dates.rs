//! Turns that get an earlier date because the turn before arrived late.

use serde_json::Value;

use crate::harness::Test;
use crate::rounds::playing;

const DAY: i64 = 24 * 60;

/// Bob reads Alice's turn only after 45 days, long after the deadline.
fn reads_late() -> Test {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    test.mail("alice", "bob");
    test.wait_minutes(45 * DAY);
    test
}

fn status(test: &Test, who: &str) -> Value {
    test.pbem(who, "status").json().1["games"][0].clone()
}

#[test]
fn date_that_is_not_the_time_of_signing_is_reported() {
    let test = reads_late();
    let deadline = status_of_file(&test);
    for command in ["move game.toml A1 --try", "turn game.toml A1 --try", "move game.toml A1"] {
        let before = test.now();
        let said = test.pbem("bob", command).ok().out;
        assert!(said.contains("just before the deadline"), "{command}: {said}");
        test.back_to(&before);
        let (_, turn) = test.pbem("bob", command).json();
        let turn = if turn["turn"].is_object() { turn["turn"].clone() } else { turn };
        let date = turn["dated_back"].as_str().expect("a date").to_owned();
        assert!(date < deadline, "{command}: {date}, {deadline}");
        test.back_to(&before);
    }
    // A turn in time has no such date.
    let test = Test::with_checkpoint();
    let (_, turn) = test.pbem("alice", "move game.toml Fiji 6").json();
    assert_eq!(turn["dated_back"], Value::Null, "{turn}");
}

/// The deadline in the file.
fn status_of_file(test: &Test) -> String {
    let shown = test.pbem("bob", "show game.toml --public").json().1;
    shown["deadline"].as_str().expect("a deadline").to_owned()
}

/// The date in the turn would give Alice no time at all.
#[test]
fn opponent_has_full_time_after_a_turn_with_an_earlier_date() {
    let test = reads_late();
    test.pbem("bob", "move game.toml A1").ok();
    test.wait_minutes(14 * DAY - 5);
    let game = status(&test, "bob");
    assert_eq!(game["late"], false, "{game}");
    assert!((0..=300).contains(&game["seconds_left"].as_i64().expect("a number")), "{game}");
    let said = test.pbem("bob", "status cd-alice").ok().out;
    assert!(!said.contains("pbem claim"), "{said}");
    let (code, refused) = test.pbem("bob", "claim cd-alice --show-setup").json();
    assert_eq!((code, &refused["kind"]), (Some(3), &"too-early".into()), "{refused}");
    test.wait_minutes(10);
    assert_eq!(status(&test, "bob")["late"], true);
    let said = test.pbem("bob", "status cd-alice").ok().out;
    assert!(said.contains("pbem claim cd-alice"), "{said}");
    test.pbem("bob", "claim cd-alice --show-setup").ok();
}

#[test]
fn time_of_the_opponent_begins_when_pbem_mails_the_turn() {
    let test = playing();
    test.pbem("alice", "receive").ok();
    test.pbem("alice", "move cd-bob F6").ok();
    test.wait_minutes(20 * DAY);
    test.pbem("alice", "send cd-bob").ok();
    // Mailing the turn again doesn't give more time.
    test.wait_minutes(13 * DAY);
    test.pbem("alice", "send cd-bob --again").ok();
    assert_eq!(status(&test, "alice")["late"], false);
    test.wait_minutes(2 * DAY);
    assert_eq!(status(&test, "alice")["late"], true);
}

#[test]
fn claim_suggests_the_command_that_mails_it() {
    let test = playing();
    test.pbem("alice", "receive").ok();
    test.pbem("alice", "move cd-bob F6 --send").ok();
    test.wait_minutes(31 * DAY);
    let said = test.pbem("alice", "claim cd-bob --show-setup --no-send").ok().out;
    assert!(said.contains("pbem send cd-bob"), "{said}");
}

/// A claim ends a game for the player who made it, although the late player may still reveal.
#[test]
fn claimed_game_counts_before_the_late_player_reveals() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    test.wait_minutes(60 * 24 * 40);
    test.pbem("alice", "claim cd-bob --show-setup").ok();
    let (_, record) = test.pbem("alice", "record").json();
    let bob = &record["people"][0];
    assert_eq!((&bob["name"], &bob["won"], &bob["forfeit"]), (&"bob".into(), &1.into(), &1.into()));
    let listed = test.pbem("alice", "status").ok().out;
    assert!(listed.contains("FINISHED") && listed.contains("you won, forfeit"), "{listed}");
    assert!(!listed.contains("LOCKED"), "{listed}");
}
