//! What hangs over a game beside its moves is said wherever somebody looks.

use serde_json::json;

use crate::harness::Test;

/// It is bob's turn since 15 days, of 14.
fn bob_is_late() -> Test {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    test.mail("alice", "bob");
    test.pbem("bob", "show game.toml").ok();
    test.wait_minutes(15 * 24 * 60);
    test
}

/// Alice has claimed, and bob has the file in his downloads.
fn alice_claims() -> Test {
    let test = bob_is_late();
    test.pbem("alice", "claim cd-bob").ok();
    std::fs::create_dir(test.path("bob", "mail")).expect("a folder");
    test.send("alice", "game.toml", "bob", "mail/game.toml");
    test
}

/// A screen in one line, as one reads it.
fn read(screen: &str) -> String {
    screen.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn whoever_is_claimed_against_is_told_and_can_play_on() {
    let test = alice_claims();
    let told = "alice claims the game since 5 Dec 2026, 14:00 UTC: you let the deadline pass, by the clock of alice. You can still make your \
                turn: it takes the claim away, and the game goes on.";
    let received = test.pbem("bob", "receive mail").ok();
    assert!(read(&received.out).contains(told), "{}", received.out);
    for command in ["show cd-alice", "status cd-alice", "status", "show cd-alice --format list", "show cd-alice --format html"] {
        let said = test.pbem("bob", command).ok();
        assert!(read(&said.out.replace("</dd>", " ")).contains(told), "{command}: {}", said.out);
    }
    assert!(read(&test.pbem("bob", "log cd-alice").ok().out).contains("claim 05 Dec 14:00 alice alice claims the game"));
    for command in ["show cd-alice", "status cd-alice"] {
        let said = test.pbem("bob", command).ok().out;
        let (_, next) = said.split_once("Next:").expect("something to do");
        assert!(next.contains("any turn of yours takes the claim away"), "{said}");
    }
    // It does, and the same mail, read again, is old.
    test.pbem("bob", "move cd-alice A1").ok();
    for command in ["show cd-alice", "status cd-alice", "status", "log cd-alice"] {
        assert!(!test.pbem("bob", command).ok().out.contains("claim"), "{command}");
    }
    let again = test.pbem("bob", "receive mail").ok().out;
    assert!(again.contains("Nothing new"), "{again}");
}

#[test]
fn a_claim_is_news_once() {
    let test = alice_claims();
    assert_eq!(test.pbem("bob", "receive mail").json().1["games"][0]["claim"]["by"], "alice");
    assert_eq!(test.pbem("bob", "receive mail").json().1["known"], 1);
}

#[test]
fn whoever_claims_sees_his_claim() {
    let test = alice_claims();
    let told = "You claim the game since 5 Dec 2026, 14:00 UTC: bob let the deadline pass, by your clock.";
    for command in ["show cd-bob", "status cd-bob", "status", "log cd-bob"] {
        let said = test.pbem("alice", command).ok();
        assert!(read(&said.out).contains(told), "{command}: {}", said.out);
    }
    let status = test.pbem("alice", "status cd-bob").ok().out;
    assert!(status.contains("pbem verify game.toml") && !status.contains("pbem claim"), "{status}");
    // To everybody else neither is "you".
    for call in [test.pbem("alice", "show cd-bob --public"), test.pbem("carol", "show ../alice/game.toml")] {
        let said = read(&call.ok().out);
        assert!(said.contains("alice claims the game") && !said.contains("You "), "{said}");
    }
}

#[test]
fn programs_and_mails_are_told_of_a_claim() {
    let test = alice_claims();
    let claim = json!({"by": "alice", "against": "bob", "since": "2026-12-05T14:00:00Z"});
    for command in ["show cd-bob", "log cd-bob"] {
        assert_eq!(test.pbem("alice", command).json().1["claim"], claim, "{command}");
    }
    assert_eq!(test.pbem("alice", "status").json().1["games"][0]["claim"], claim);
    let (_, sent) = test.pbem("alice", "send cd-bob --again -o turn.eml").json();
    assert_eq!(sent["claim"], claim);
    let mail = read(&test.read("alice", "turn.eml").replace("=\r\n", ""));
    assert!(mail.contains("alice claims the game since 5 Dec 2026, 14:00 UTC: bob let the deadline pass"), "{mail}");
}

#[test]
fn a_claim_that_does_not_count_is_not_told() {
    let test = alice_claims();
    let forged = test.read("alice", "game.toml").replace("[claim]\nseat = \"alice\"", "[claim]\nseat = \"bob\"");
    assert!(forged.contains("[claim]\nseat = \"bob\""), "{forged}");
    test.write("bob", "game.toml", forged);
    assert!(!test.pbem("bob", "show game.toml").ok().out.contains("claim"));
}

#[test]
fn being_late_is_told_in_the_same_words_everywhere() {
    let test = bob_is_late();
    let both = [("alice", "cd-bob", "bob's deadline passed 1 day ago."), ("bob", "cd-alice", "Your deadline passed 1 day ago.")];
    for (who, game, words) in both {
        for command in ["show", "status"] {
            let said = test.pbem(who, command).arg(game).ok().out;
            assert!(read(&said).contains(words), "{who}: {said}");
        }
        let inbox = test.pbem(who, "status").ok().out;
        assert!(inbox.contains("LATE 1 day\n"), "{inbox}");
    }
    assert!(test.pbem("bob", "show cd-alice --public").ok().out.contains("bob's deadline passed 1 day ago"));
}
