//! What hangs over a game beside its moves is said wherever somebody looks.

use insta::assert_snapshot;
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
    let told = "alice claims the game since 5 Dec 2026, 13:30 UTC: you let the deadline pass, by \
                the clock of alice. You can still make your turn: it takes the claim away, and \
                the game goes on.";
    let received = test.pbem("bob", "receive mail").ok();
    assert!(read(&received.out).contains(told), "{}", received.out);
    for command in [
        "show cd-alice",
        "status cd-alice",
        "status",
        "show cd-alice --format list",
        "show cd-alice --format html",
    ] {
        let said = test.pbem("bob", command).ok();
        assert!(read(&said.out.replace("</dd>", " ")).contains(told), "{command}: {}", said.out);
    }
    assert!(
        read(&test.pbem("bob", "log cd-alice").ok().out)
            .contains("claim 05 Dec 13:30 alice alice claims the game")
    );
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
    let told =
        "You claim the game since 5 Dec 2026, 13:30 UTC: bob let the deadline pass, by your clock.";
    for command in ["show cd-bob", "status cd-bob", "status", "log cd-bob"] {
        let said = test.pbem("alice", command).ok();
        assert!(read(&said.out).contains(told), "{command}: {}", said.out);
    }
    let status = test.pbem("alice", "status cd-bob").ok().out;
    assert!(status.contains("pbem verify game.toml") && !status.contains("pbem claim"), "{status}");
    // To everybody else neither is "you".
    for call in
        [test.pbem("alice", "show cd-bob --public"), test.pbem("carol", "show ../alice/game.toml")]
    {
        let said = read(&call.ok().out);
        assert!(said.contains("alice claims the game") && !said.contains("You "), "{said}");
    }
}

#[test]
fn programs_and_mails_are_told_of_a_claim() {
    let test = alice_claims();
    let claim = json!({"by": "alice", "against": "bob", "since": "2026-12-05T13:30:00Z"});
    for command in ["show cd-bob", "log cd-bob"] {
        assert_eq!(test.pbem("alice", command).json().1["claim"], claim, "{command}");
    }
    assert_eq!(test.pbem("alice", "status").json().1["games"][0]["claim"], claim);
    let (_, sent) = test.pbem("alice", "send cd-bob --again -o turn.eml").json();
    assert_eq!(sent["claim"], claim);
    let mail = read(&test.read("alice", "turn.eml").replace("=\r\n", ""));
    assert!(
        mail.contains(
            "alice claims the game since 5 Dec 2026, 13:30 UTC: bob let the deadline pass"
        ),
        "{mail}"
    );
}

#[test]
fn a_claim_that_does_not_count_is_not_told() {
    let test = alice_claims();
    let forged = test
        .read("alice", "game.toml")
        .replace("[claim]\nseat = \"alice\"", "[claim]\nseat = \"bob\"");
    assert!(forged.contains("[claim]\nseat = \"bob\""), "{forged}");
    test.write("bob", "game.toml", forged);
    assert!(!test.pbem("bob", "show game.toml").ok().out.contains("claim"));
}

#[test]
fn being_late_is_told_in_the_same_words_everywhere() {
    let test = bob_is_late();
    let both = [
        ("alice", "cd-bob", "bob's deadline passed 1 day ago."),
        ("bob", "cd-alice", "Your deadline passed 1 day ago."),
    ];
    for (who, game, words) in both {
        for command in ["show", "status"] {
            let said = test.pbem(who, command).arg(game).ok().out;
            assert!(read(&said).contains(words), "{who}: {said}");
        }
        let inbox = test.pbem(who, "status").ok().out;
        assert!(inbox.contains("LATE 1 day\n"), "{inbox}");
    }
    assert!(
        test.pbem("bob", "show cd-alice --public")
            .ok()
            .out
            .contains("bob's deadline passed 1 day ago")
    );
}

#[test]
fn a_retired_vault_says_so_and_offers_no_move() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "show game.toml").ok();
    test.pbem("alice", "backup a.pbem-backup --move").ok();
    for command in ["show cd-bob", "status cd-bob", "status"] {
        let said = test.pbem("alice", command).ok().out;
        assert!(
            read(&said).contains("No turn can be made here: this vault was handed over"),
            "{said}"
        );
        assert!(!said.contains("YOUR MOVE") && !said.contains("pbem move"), "{said}");
        let (_, next) = said.split_once("Next:").expect("something to do");
        assert!(next.trim().starts_with("Play where you restored it."), "{said}");
    }
    assert_eq!(test.pbem("alice", "status").json().1["games"][0]["locked"], true);
}

#[test]
fn a_restored_vault_says_which_games_are_locked_and_how_to_free_them() {
    let test = Test::with_checkpoint();
    let before = test.read("alice", "game.toml");
    test.pbem("alice", "move game.toml Fiji 6").ok();
    test.pbem("alice", "backup a.pbem-backup").ok();
    test.send("alice", "a.pbem-backup", "laptop", "a.pbem-backup");
    test.pbem("laptop", "restore a.pbem-backup").ok();
    for command in ["show cd-bob", "status cd-bob", "status"] {
        let said = test.pbem("laptop", command).ok().out;
        assert!(
            read(&said).contains("No turn can be made here: this vault was restored from a backup"),
            "{said}"
        );
        assert!(read(&said).contains("Next: Ask your opponents for their newest file"), "{said}");
    }
    let inbox = test.pbem("laptop", "status").ok().out;
    assert!(inbox.contains("LOCKED\n  cd-bob") && !inbox.contains("WAITING"), "{inbox}");
    // The turn that was signed before is never called one to take back.
    test.write("laptop", "game.toml", before);
    let refused = test.pbem("laptop", "move game.toml A1").refused(3);
    assert!(
        refused.err.contains("restored from a backup") && !refused.err.contains("undo"),
        "{}",
        refused.err
    );
    test.pbem("laptop", "restore --nothing-since").ok();
    assert!(!test.pbem("laptop", "status").ok().out.contains("LOCKED"));
}

#[test]
fn a_fork_is_told_until_the_end_and_verify_proves_it_by_the_name_of_the_game() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    test.mail("alice", "bob");
    // Bob plays the same turn twice, with two copies of his vault.
    for (path, bytes) in test.everything("bob") {
        let copy = test.folder("twin").join(path.strip_prefix(test.folder("bob")).expect("inside"));
        std::fs::create_dir_all(copy.parent().expect("a folder")).expect("it can be made");
        std::fs::write(copy, bytes).expect("it can be written");
    }
    test.pbem("bob", "move game.toml A1").ok();
    test.pbem("twin", "move game.toml A2").ok();
    test.mail("bob", "alice");
    test.pbem("alice", "show game.toml").ok();
    test.send("twin", "game.toml", "alice", "second.toml");
    test.pbem("alice", "show second.toml").fails(4);
    std::fs::remove_file(test.path("alice", "second.toml")).expect("it was there");
    for command in ["show cd-bob", "status cd-bob", "status"] {
        let said = test.pbem("alice", command).ok().out;
        assert!(
            read(&said).contains(
                "bob has signed two different turns 4. The vault keeps both, as evidence."
            ),
            "{said}"
        );
    }
    for command in ["show cd-bob", "status cd-bob"] {
        assert!(
            test.pbem("alice", command)
                .ok()
                .out
                .contains("pbem verify cd-bob      proves the fork")
        );
    }
    assert!(!test.pbem("alice", "show cd-bob --public").ok().out.contains("two different"));
    let proved = test.pbem("alice", "verify cd-bob").run();
    assert_eq!(proved.code, Some(1));
    assert!(
        read(&proved.out).contains("bob signed two turns 4: in cd-bob and in cd-bob, evidence"),
        "{}",
        proved.shown()
    );
}

#[test]
fn the_inbox_holds_long_names() {
    let test = Test::new();
    for with in ["bob", "opponent-number-1", "an-opponent-of-thirty-two-letter"] {
        test.pbem("alice", &format!("new checkpoint-danger --as alice --with {with} --random"))
            .ok();
    }
    assert_snapshot!(test.pbem("alice", "status").ok().out, @r#"
    Your games                                                 Fri 20 Nov, 12:00 UTC

    WAITING
      cd-an-opponent-of-thirty-two-letter
                            Checkpoint: Danger!  turn 1  an-opponent-of-t.. 1 minute
      cd-bob                Checkpoint: Danger!  turn 1  bob                1 minute
      cd-opponent-number-1  Checkpoint: Danger!  turn 1  opponent-number-1  1 minute

    Next: nothing is due from you just now
    "#);
}

#[test]
fn a_game_that_was_taken_back_waits_for_nothing() {
    let test = Test::new();
    test.pbem("rita", "new spy a.toml --as rita --with sam --random").ok();
    test.pbem("rita", "undo a.toml --not-mailed").ok();
    test.pbem("rita", "backup r.pbem-backup").ok();
    let restored = test.pbem("laptop", "restore ../rita/r.pbem-backup").ok().out;
    assert!(
        restored.contains("Restored rita: 0 games") && !restored.contains("spy-sam"),
        "{restored}"
    );
    assert!(
        test.pbem("laptop", "restore --nothing-since").ok().out.contains("No game was waiting.")
    );
}

#[test]
fn invitations_that_have_come_stand_in_the_inbox() {
    let test = Test::new();
    test.pbem("alice", "new checkpoint-danger game.toml --as alice --with bob --random").ok();
    std::fs::create_dir(test.path("bob", "mail")).expect("a folder");
    test.send("alice", "game.toml", "bob", "mail/game.toml");
    test.pbem("bob", "receive mail").ok();
    let inbox = test.pbem("bob", "status").ok();
    let (_, listed) = inbox.out.split_once("INVITATIONS\n").expect("invitations");
    assert!(listed.trim_start().starts_with("Checkpoint: Danger!, from alice"), "{}", inbox.out);
    let join = inbox
        .out
        .lines()
        .find_map(|line| line.strip_prefix("Next: pbem "))
        .expect("something to do");
    assert_eq!(
        test.pbem("bob", "status").json().1["invitations"][0]["next"],
        format!("pbem {join}")
    );
    test.pbem("bob", join).arg("--random").ok();
    let inbox = test.pbem("bob", "status").ok().out;
    assert!(!inbox.contains("INVITATIONS") && inbox.contains("cd-alice"), "{inbox}");
    // A file of that name that is anything else is none.
    test.write("carol", "spy-dave-0123.toml", "rubbish");
    assert!(test.pbem("carol", "status").ok().out.contains("No server, no account."));
}

#[test]
fn a_new_vault_is_announced_and_the_first_game_asks_for_a_backup() {
    let test = Test::new();
    for (at, command) in ["whoami", "config name alice"].iter().enumerate() {
        let said = test.pbem("alice", &format!("{command} --home home-{at}")).ok().out;
        assert!(
            said.contains("a new vault was made:") && said.contains(&format!("home-{at}")),
            "{said}"
        );
    }
    assert!(!test.pbem("alice", "whoami --home home-0").ok().out.contains("new vault"));
    let first = test.pbem("alice", "new spy --as alice --with bob --random --home home-0").ok().out;
    assert!(
        first.contains("without the vault the game cannot be continued")
            && first.contains("pbem backup FILE"),
        "{first}"
    );
    let second = test
        .pbem("alice", "new spy second.toml --as alice --with bob --random --home home-0")
        .ok()
        .out;
    assert!(!second.contains("pbem backup"), "{second}");
    let unknown = test.pbem("carol", "new spy --as carol --with bob --random").ok().out;
    assert!(
        unknown.contains("a new vault was made. Without it the game cannot be continued."),
        "{unknown}"
    );
}
