//! Games with an arbiter: named in the invitation, asked before a claim, ruling in time.

use crate::harness::Test;
use crate::rounds::script;

const DAY: i64 = 24 * 60;
// The players answered within an hour, so a turn has twice 14 days from the previous one.

/// Public key of the organizer in hexadecimal.
fn key(test: &Test) -> String {
    test.pbem("cup", "whoami --as cup").ok();
    let (_, whoami) = test.pbem("cup", "whoami").json();
    whoami["key"].as_str().expect("a key").to_owned()
}

/// Alice has invited Bob to a game with the arbiter.
fn bob_is_invited(test: &Test) {
    let new = "new checkpoint-danger game.toml --as alice --with bob --random --arbiter";
    test.pbem("alice", new).arg(key(test)).ok();
    test.mail("alice", "bob");
}

/// Alice and Bob play, Alice has called, it is Bob's move, and the arbiter has a copy.
pub(crate) fn asked(test: &Test) {
    let key = key(test);
    test.pbem("alice", "new checkpoint-danger game.toml --as alice --with bob --first alice")
        .arg("--arbiter")
        .arg(key)
        .arg("--arbiter-name")
        .arg("Spring Cup")
        .arg("--arbiter-mail")
        .arg("cup@example.org")
        .arg("--setup")
        .arg("B8 D4 E2 G6")
        .ok();
    test.mail("alice", "bob");
    let shown = test.pbem("bob", "join game.toml").run();
    let said = shown.shown().replace('\n', " ").split_whitespace().collect::<Vec<_>>().join(" ");
    let words = "The game has an arbiter, Spring Cup, who gets a copy of each turn and decides \
                 when a player's time is up.";
    assert!(said.contains(words), "{said}");
    test.pbem("bob", "join game.toml").arg("--setup").arg("B2 C7 F1 F3").ok();
    test.mail("bob", "alice");
    test.pbem("alice", "move game.toml Fiji 6").ok();
    test.mail("alice", "bob");
    test.pbem("bob", "show game.toml").ok();
    test.mail("alice", "cup");
    let (code, received) = test.pbem("cup", "receive game.toml").json();
    assert_eq!(code, Some(0));
    assert_eq!(received["copies"][0]["name"], "cd-alice-bob");
}

/// Like `asked`, after bob's deadline and the grace days.
pub(crate) fn time_is_up() -> Test {
    let test = Test::new();
    asked(&test);
    test.wait_minutes(31 * DAY + 60);
    test
}

/// The arbiter rules and sends the file to both players.
fn ruled(test: &Test) {
    let (code, ruling) = test.pbem("cup", "rule cd-alice-bob").json();
    assert_eq!(code, Some(0), "{ruling}");
    assert_eq!((&ruling["seat"], &ruling["number"]), (&"bob".into(), &4.into()));
    let file = "cd-alice-bob-ruling-4.toml";
    test.send("cup", file, "alice", "ruling.toml");
    test.send("cup", file, "bob", "ruling.toml");
}

#[test]
fn claim_asks_the_arbiter_and_signs_nothing() {
    let test = Test::new();
    asked(&test);
    test.wait_minutes(29 * DAY);
    let refused = test.pbem("alice", "claim game.toml --show-setup").refused(3);
    assert!(refused.err.contains("Spring Cup <cup@example.org>"), "{}", refused.err);
    assert!(refused.err.contains("Nothing was signed"), "{}", refused.err);
    assert!(refused.err.contains("pbem send cd-bob --again"), "{}", refused.err);
    // The newest file goes to Bob, with a copy to the arbiter.
    let (code, sent) = test.pbem("alice", "send cd-bob --again -o ask.eml").json();
    assert_eq!(code, Some(0), "{sent}");
    assert_eq!(sent["cc"][0], "cup@example.org");
}

#[test]
fn arbiter_rules_only_after_deadline_and_grace() {
    let test = Test::new();
    asked(&test);
    let refused = test.pbem("cup", "rule cd-alice-bob").refused(3);
    assert!(refused.err.contains("you can't rule against bob before"), "{}", refused.err);
    test.wait_minutes(30 * DAY);
    test.pbem("cup", "rule cd-alice-bob").refused(3);
    test.wait_minutes(DAY + 60);
    ruled(&test);
    let first = test.read("cup", "cd-alice-bob-ruling-4.toml");
    // The same ruling is repeated, no other is made.
    test.wait_minutes(DAY);
    test.pbem("cup", "rule cd-alice-bob").ok();
    assert_eq!(test.read("cup", "cd-alice-bob-ruling-4.toml"), first);
    test.pbem("cup", "rule nobody").refused(4);
}

/// If the arbiter gets the file late, the player's time runs from its arrival.
#[test]
fn arbiter_counts_from_arrival() {
    let test = Test::new();
    bob_is_invited(&test);
    test.pbem("bob", "join game.toml --random").ok();
    test.wait_minutes(40 * DAY);
    test.mail("bob", "cup");
    test.pbem("cup", "receive game.toml").ok();
    test.pbem("cup", "rule cd-alice-bob").refused(3);
    test.wait_minutes(16 * DAY);
    test.pbem("cup", "rule cd-alice-bob").refused(3);
    test.wait_minutes(DAY + 60);
    test.pbem("cup", "rule cd-alice-bob").ok();
}

#[test]
fn arbiter_does_not_rule_against_a_turn_that_came() {
    let test = Test::new();
    asked(&test);
    test.wait_minutes(32 * DAY);
    test.pbem("bob", "move game.toml A9").ok();
    test.mail("bob", "cup");
    test.pbem("cup", "receive game.toml").ok();
    // Now it is Alice's move, and her time has just begun.
    let refused = test.pbem("cup", "rule cd-alice-bob").refused(3);
    assert!(refused.err.contains("you can't rule against alice before"), "{}", refused.err);
}

#[test]
fn claim_uses_the_ruling_and_the_loser_accepts_it() {
    let test = Test::new();
    asked(&test);
    test.wait_minutes(31 * DAY + 60);
    // Bob has made a turn, but it reached no one.
    test.pbem("bob", "move game.toml A9").ok();
    ruled(&test);
    let (_, received) = test.pbem("alice", "receive ruling.toml").json();
    assert_eq!(received["rulings"][0]["state"], "new", "{received}");
    let again = test.pbem("alice", "receive ruling.toml").run();
    assert!(again.out.contains("Nothing new"), "{}", again.shown());
    let (_, received) = test.pbem("bob", "receive ruling.toml").json();
    assert_eq!(received["rulings"][0]["state"], "answered", "{received}");

    test.pbem("alice", "claim game.toml --show-setup").ok();
    let (code, verdict) = test.pbem("alice", "verify game.toml ruling.toml").verdict();
    assert_eq!((code, &verdict["verdict"]), (Some(0), &"forfeit".into()));
    assert_eq!(verdict["result"]["winners"][0], "alice");
    assert_eq!(verdict["rulings"][0]["state"], "used");
    assert_eq!(verdict["ruled"]["seat"], "bob");
    let said = test.pbem("alice", "verify game.toml").ok().out;
    assert!(
        said.contains("FORFEIT   alice wins: the arbiter says that bob's time for turn 4 ran out."),
        "{said}"
    );
    assert!(said.contains("Arbiter: Spring Cup, "), "{said}");
}

#[test]
fn rulings_that_do_not_fit_are_ignored() {
    let test = Test::new();
    asked(&test);
    test.wait_minutes(31 * DAY + 60);
    ruled(&test);
    let ruling = test.read("alice", "ruling.toml");
    // The ruling is for a game that isn't in this vault.
    let refused = test.pbem("carol", "receive -").input(ruling.clone()).run();
    assert_ne!(refused.code, Some(0), "{}", refused.shown());
    // The ruling was changed on the way.
    test.write("alice", "bad.toml", ruling.replace("number = 4", "number = 3"));
    let ran = test.pbem("alice", "receive bad.toml").run();
    assert!(ran.out.contains("did not sign this ruling"), "{}", ran.shown());
    assert_eq!(ran.code, Some(4), "{}", ran.shown());
    test.pbem("alice", "claim game.toml --show-setup").refused(3);
    // pbem finds a ruling in a message that quotes it.
    let quoted: String = ruling.lines().flat_map(|line| ["> ", line, "\n"]).collect();
    test.pbem("alice", "paste").input(format!("Hi Alice,\n\n{quoted}\n")).ok();
    test.pbem("alice", "claim game.toml --show-setup").ok();
}

#[test]
fn arbiter_options_are_checked() {
    let test = Test::new();
    let key = key(&test);
    let new = |words: &str| {
        let words = format!("new checkpoint-danger --as alice --with bob --random {words}");
        test.pbem("alice", &words).run()
    };
    for words in [
        "--arbiter nobody".to_owned(),
        "--grace-days 3".to_owned(),
        format!("--arbiter {key} --grace-days 0"),
        format!("--arbiter {key} --grace-days 61"),
        format!("--arbiter {key} --set days-per-turn=none"),
        format!("--arbiter {}", "0".repeat(64)),
    ] {
        assert_eq!(new(&words).code, Some(2), "{words}");
    }
    assert_eq!(new(&format!("--arbiter {key} --grace-days 5")).code, Some(0));
}

/// The players have written their addresses into the game.
#[test]
fn ruling_is_mailed_to_the_players() {
    let test = Test::new();
    test.pbem("alice", "config mail alice@example.org").ok();
    bob_is_invited(&test);
    test.pbem("bob", "config mail bob@example.org").ok();
    test.pbem("bob", "join game.toml --random").ok();
    test.mail("bob", "cup");
    test.pbem("cup", "receive game.toml").ok();
    test.wait_minutes(40 * DAY);
    let refused = test.pbem("cup", "rule cd-alice-bob --send").refused(2);
    assert!(refused.err.contains("isn't set up to send mail"), "{}", refused.err);
    let post = script(&test, "cup", "post", "cat > letter.eml");
    test.pbem("cup", "config sendmail").arg(post).ok();
    let (code, ruled) = test.pbem("cup", "rule cd-alice-bob --send").json();
    assert_eq!(code, Some(0), "{ruled}");
    assert_eq!(ruled["to"], serde_json::json!(["alice@example.org", "bob@example.org"]));
    // A player's program reads the email.
    let letter = test.read("cup", "letter.eml");
    assert!(
        letter.contains("Subject: Ruling: alice's time for turn 3 is up [pbem cd "),
        "{letter}"
    );
    test.mail("bob", "alice");
    test.pbem("alice", "show game.toml").ok();
    test.send("cup", "letter.eml", "bob", "letter.eml");
    let (_, received) = test.pbem("bob", "receive letter.eml").json();
    assert_eq!(received["rulings"][0]["state"], "new", "{received}");
    test.pbem("bob", "claim cd-alice --show-setup").ok();
}

/// The arbiter's copies are announced, listed, and can be shown and verified by name.
#[test]
fn arbiter_sees_the_games() {
    let test = Test::new();
    asked(&test);
    let said = test.pbem("cup", "").ok().out;
    assert!(said.contains("You are the arbiter of 1 game, 1 in progress"), "{said}");
    test.pbem("bob", "move game.toml A9").ok();
    std::fs::create_dir(test.path("cup", "mail")).expect("a folder");
    test.pbem("cup", "config mail-dir mail").ok();
    test.send("bob", "game.toml", "cup", "mail/game.toml");
    let said = test.pbem("cup", "turn").ok().out;
    assert!(said.contains("turn 4 of cd-alice-bob"), "{said}");
    for command in ["show", "log", "status"] {
        test.pbem("cup", &format!("{command} cd-alice-bob")).ok();
    }
    assert_eq!(test.pbem("cup", "verify cd-alice-bob").verdict().1["verdict"], "open");
    let (_, shown) = test.pbem("cup", "show cd-alice-bob").json();
    assert_eq!(shown["turns"], 4, "{shown}");
}

/// A turn that lies unread in the arbiter's mail counts: `pbem rule` reads the mail first.
#[test]
fn arbiter_reads_the_mail_before_ruling() {
    let test = time_is_up();
    std::fs::create_dir(test.path("cup", "mail")).expect("a folder");
    test.pbem("cup", "config mail-dir mail").ok();
    test.pbem("bob", "move game.toml A9").ok();
    test.send("bob", "game.toml", "cup", "mail/game.toml");
    let refused = test.pbem("cup", "rule cd-alice-bob").fails(3);
    assert!(refused.err.contains("you can't rule against alice before"), "{}", refused.err);
    assert!(!test.path("cup", "cd-alice-bob-ruling-4.toml").exists());
    assert_eq!(test.pbem("cup", "rule").json().1["games"][0]["turns"], 4);
}

/// The arbiter's ruling waits in Alice's mail folder. Then a turn arrives that Bob signed in time.
#[test]
fn status_names_an_unread_ruling_and_the_claim_to_mail() {
    let test = time_is_up();
    test.wait_minutes(DAY);
    test.pbem("cup", "rule cd-alice-bob").ok();
    test.pbem("alice", "config mail-dir mail").ok();
    std::fs::create_dir(test.path("alice", "mail")).expect("a folder");
    test.send("cup", "cd-alice-bob-ruling-4.toml", "alice", "mail/ruling.toml");
    let status = || test.pbem("alice", "status").run().out;
    assert!(status().contains("the arbiter's ruling in cd-bob"), "{}", status());
    test.pbem("alice", "claim --show-setup").ok();
    test.send("alice", "game.toml", "cup", "claimed.toml");
    test.pbem("cup", "receive claimed.toml").run();
    let listed = test.pbem("cup", "rule").ok().out;
    assert!(listed.contains("alice has claimed the game"), "{listed}");
    // Alice mails by hand, so pbem can't know whether Bob has the claim.
    let said = status();
    assert!(said.contains("Have you mailed turn 4 of cd-bob?"), "{said}");
    assert!(!said.contains("ruling in"), "{said}");
    test.pbem("bob", "move game.toml A3").ok();
    test.send("bob", "game.toml", "alice", "mail/late.toml");
    let said = test.pbem("alice", "receive").run().out;
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("the arbiter ruled that a turn in it was too late"), "{said}");
}
