//! All notices of a game are reported wherever a player looks.

use insta::assert_snapshot;
use serde_json::json;

use crate::harness::Test;

/// Bob had 28 days and has taken 29; all earlier answers came right away.
fn bob_is_late() -> Test {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    test.mail("alice", "bob");
    test.pbem("bob", "show game.toml").ok();
    test.wait_minutes(29 * 24 * 60);
    test
}

/// Alice has claimed, and the file is in Bob's downloads.
pub(crate) fn alice_claims() -> Test {
    let test = bob_is_late();
    test.pbem("alice", "claim cd-bob --show-setup").ok();
    std::fs::create_dir(test.path("bob", "mail")).expect("a folder");
    test.send("alice", "game.toml", "bob", "mail/game.toml");
    test
}

/// Bob has answered in time, and Alice, who has not received it, has claimed.
fn claimed_and_answered() -> Test {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    test.mail("alice", "bob");
    test.pbem("bob", "move game.toml A1").ok();
    test.wait_minutes(29 * 24 * 60);
    test.pbem("alice", "claim cd-bob --show-setup").ok();
    test
}

/// A screen as one line.
fn read(screen: &str) -> String {
    screen.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn player_claimed_against_is_notified_and_can_reveal() {
    let test = alice_claims();
    let text = "On 19 Dec 2026, 13:30 UTC (alice's clock), alice claimed that you had missed the \
                deadline. The claim ended the game.";
    let received = test.pbem("bob", "receive mail").ok();
    assert!(read(&received.out).contains(text), "{}", received.out);
    for command in [
        "show cd-alice",
        "status cd-alice",
        "status",
        "show cd-alice --format list",
        "show cd-alice --format html",
    ] {
        let said = test.pbem("bob", command).ok();
        assert!(read(&said.out).contains(text), "{command}: {}", said.out);
    }
    let log = read(&test.pbem("bob", "log cd-alice").ok().out);
    assert!(log.contains("alice claims the game: bob missed the deadline"), "{log}");
    assert!(log.contains("alice reveals the setup"), "{log}");
    for command in ["show cd-alice", "status cd-alice"] {
        let said = test.pbem("bob", command).ok().out;
        let (_, next) = said.split_once("Next:").expect("something to do");
        assert!(next.contains("pbem verify cd-alice"), "{said}");
    }
    // Bob can reveal the setup and do nothing else.
    for command in ["resign cd-alice --yes", "accept cd-alice", "claim cd-alice --show-setup"] {
        test.pbem("bob", command).refused(3);
    }
    test.pbem("bob", "reveal cd-alice").ok();
    let (code, verdict) = test.pbem("bob", "verify cd-alice").verdict();
    assert_eq!((code, verdict["verdict"].as_str()), (Some(0), Some("forfeit")));
    assert_eq!(verdict["result"]["winners"], json!(["alice"]));
    let again = test.pbem("bob", "receive mail").ok().out;
    assert!(again.contains("Nothing new"), "{again}");
}

#[test]
fn claim_is_reported_as_news_once() {
    let test = alice_claims();
    assert_eq!(test.pbem("bob", "receive mail").json().1["games"][0]["claim"]["by"], "alice");
    assert_eq!(test.pbem("bob", "receive mail").json().1["known"], 1);
}

#[test]
fn claimant_sees_the_claim() {
    let test = alice_claims();
    let text = "On 19 Dec 2026, 13:30 UTC (your clock), you claimed that bob had missed the \
                deadline. The claim ended the game.";
    for command in ["show cd-bob", "status cd-bob", "status", "log cd-bob"] {
        let said = test.pbem("alice", command).ok();
        assert!(read(&said.out).contains(text), "{command}: {}", said.out);
    }
    let status = test.pbem("alice", "status cd-bob").ok().out;
    assert!(status.contains("pbem verify cd-bob") && !status.contains("pbem claim"), "{status}");
    // For all other readers, neither player is "you".
    for call in
        [test.pbem("alice", "show cd-bob --public"), test.pbem("carol", "show ../alice/game.toml")]
    {
        let said = read(&call.ok().out);
        assert!(said.contains("alice claimed that") && !said.contains("your clock"), "{said}");
    }
}

#[test]
fn json_and_messages_report_a_claim() {
    let test = alice_claims();
    let claim = json!({"by": "alice", "against": "bob", "since": "2026-12-19T13:30:00Z"});
    for command in ["show cd-bob", "log cd-bob"] {
        assert_eq!(test.pbem("alice", command).json().1["claim"], claim, "{command}");
    }
    assert_eq!(test.pbem("alice", "status").json().1["games"][0]["claim"], claim);
    let (_, sent) = test.pbem("alice", "send cd-bob --again -o turn.eml").json();
    assert_eq!(sent["claim"], claim);
    let mail = read(&test.read("alice", "turn.eml").replace("=\r\n", ""));
    assert!(
        mail.contains("13:30 UTC (alice's clock), alice claimed that bob had missed"),
        "{mail}"
    );
}

/// An answer dated in time takes precedence over a claim, in any order of reading; then
/// neither counts until the players have agreed.
#[test]
fn claim_that_crossed_an_answer_does_not_count() {
    let test = claimed_and_answered();
    test.send("bob", "game.toml", "alice", "late.toml");
    let output = test.pbem("alice", "show late.toml").ok();
    assert!(output.out.contains("turn 4"), "{}", output.out);
    let (code, verdict) =
        test.pbem("carol", "verify ../alice/game.toml ../bob/game.toml").verdict();
    assert_eq!((code, verdict["verdict"].as_str()), (Some(3), Some("open")));
    assert_eq!((&verdict["crossed"], &verdict["result"]), (&json!(4), &json!(null)));
    assert_eq!(verdict["findings"], json!([]), "no one is accused");
    // Alice has revealed her setup, so she can't play on.
    for command in ["move late.toml B1", "claim cd-bob --show-setup"] {
        test.pbem("alice", command).refused(3);
    }
}

/// In both vaults the game is over without a winner: a player with both files knows it.
#[test]
fn player_with_claim_and_answer_knows_that_they_crossed() {
    let test = claimed_and_answered();
    std::fs::create_dir(test.path("alice", "mail")).expect("a folder");
    std::fs::create_dir(test.path("bob", "mail")).expect("a folder");
    test.send("bob", "game.toml", "alice", "mail/answer.toml");
    test.send("alice", "game.toml", "bob", "mail/claim.toml");
    assert!(read(&test.pbem("alice", "receive mail").ok().out).contains("crossed"));
    let aside = test.pbem("bob", "receive mail").run().out;
    assert!(read(&aside).contains("with a claim that it was late, so no one wins"), "{aside}");
    // Each record of a player against the opponent has the crossing.
    for (who, other) in [("alice", "bob"), ("bob", "alice")] {
        let (_, record) = test.pbem(who, "record").json();
        let against = &record["people"][0];
        assert_eq!((&against["name"], &against["crossed"]), (&json!(other), &json!(1)), "{record}");
        assert_eq!((&against["played"], &against["void"]), (&json!(1), &json!(0)));
        assert_eq!(against["games"][0]["score"], "crossed");
        assert!(test.pbem(who, "record").ok().out.contains("1 crossed   last: X"));
    }
    // Bob's own deadline passes too, without effect.
    for (who, game) in [("alice", "cd-bob"), ("bob", "cd-alice")] {
        for command in ["show", "status"] {
            let said = test.pbem(who, command).arg(game).ok().out;
            let crossed = "Turn 4 crossed in the mail with a claim that it was late.";
            assert!(read(&said).contains(crossed), "{said}");
            assert!(!said.contains("deadline") && !said.contains("pbem claim"), "{said}");
        }
        let inbox = test.pbem(who, "status").ok().out;
        assert!(inbox.contains("FINISHED") && inbox.contains("no one won"), "{inbox}");
        let (code, verdict) = test.pbem(who, "verify").arg(game).verdict();
        assert_eq!(
            (code, &verdict["crossed"], &verdict["result"]),
            (Some(3), &json!(4), &json!(null))
        );
        for command in ["move", "claim --show-setup", "resign --yes", "offer"] {
            test.pbem(who, command).arg(game).refused(3);
        }
    }
}

/// A turn sent too late gives way to the claim, and both players are notified.
#[test]
fn turn_after_the_deadline_gives_way_to_the_claim() {
    let test = bob_is_late();
    std::fs::create_dir(test.path("alice", "mail")).expect("a folder");
    std::fs::create_dir(test.path("bob", "mail")).expect("a folder");
    test.pbem("bob", "move game.toml A1").ok();
    test.pbem("alice", "claim cd-bob --show-setup").ok();
    test.send("bob", "game.toml", "alice", "mail/late.toml");
    test.send("alice", "game.toml", "bob", "mail/claim.toml");
    let aside = test.pbem("alice", "receive mail").run().out;
    let text = "a turn in it was sent after the deadline, so alice's claim counts";
    assert!(read(&aside).contains(text), "{aside}");
    let received = test.pbem("bob", "receive mail").ok().out;
    let text = "Your turn 4 was sent after the deadline, so alice's claim counts instead.";
    assert!(read(&received).contains(text), "{received}");
}

#[test]
fn lateness_is_described_in_the_same_words_everywhere() {
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
        assert!(inbox.contains("LATE 1 d 1 h\n"), "{inbox}");
    }
    assert!(
        test.pbem("bob", "show cd-alice --public")
            .ok()
            .out
            .contains("bob's deadline passed 1 day ago")
    );
}

#[test]
fn retired_vault_says_so_and_suggests_no_move() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "show game.toml").ok();
    test.pbem("alice", "backup a.pbem-backup --move").ok();
    for command in ["show cd-bob", "status cd-bob", "status"] {
        let said = test.pbem("alice", command).ok().out;
        assert!(read(&said).contains("You can't take a turn here: this vault was moved"), "{said}");
        assert!(!said.contains("YOUR MOVE") && !said.contains("pbem move"), "{said}");
        let (_, next) = said.split_once("Next:").expect("something to do");
        assert!(next.trim().starts_with("Play on the other computer"), "{said}");
    }
    assert_eq!(test.pbem("alice", "status").json().1["games"][0]["locked"], true);
    // The place of the file does not matter.
    let refused = test.pbem("alice", "config --only-here").refused(3).err;
    assert!(refused.contains("moved to another computer"), "{refused}");
}

#[test]
fn restored_vault_names_locked_games_and_the_way_out() {
    let test = Test::with_checkpoint();
    let before = test.read("alice", "game.toml");
    test.pbem("alice", "move game.toml Fiji 6").ok();
    test.pbem("alice", "backup a.pbem-backup").ok();
    test.send("alice", "a.pbem-backup", "laptop", "a.pbem-backup");
    test.pbem("laptop", "restore a.pbem-backup").ok();
    for command in ["show cd-bob", "status cd-bob", "status"] {
        let said = test.pbem("laptop", command).ok().out;
        assert!(
            read(&said).contains("You can't take a turn here: this vault was restored"),
            "{said}"
        );
        assert!(read(&said).contains("Next: Ask your opponents for their latest file"), "{said}");
    }
    let inbox = test.pbem("laptop", "status").ok().out;
    assert!(inbox.contains("LOCKED\n  cd-bob") && !inbox.contains("WAITING"), "{inbox}");
    // pbem never suggests undo for the turn that was signed before.
    test.write("laptop", "game.toml", before);
    let refused = test.pbem("laptop", "move game.toml A1").refused(3);
    assert!(
        refused.err.contains("this vault was restored") && !refused.err.contains("undo"),
        "{}",
        refused.err
    );
    test.pbem("laptop", "restore --nothing-since").ok();
    assert!(!test.pbem("laptop", "status").ok().out.contains("LOCKED"));
}

/// Bob signs two versions of turn 4 with two copies of the vault, an hour apart.
fn two_turns_4() -> Test {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    test.mail("alice", "bob");
    for (path, bytes) in test.everything("bob") {
        let copy = test.folder("twin").join(path.strip_prefix(test.folder("bob")).expect("inside"));
        std::fs::create_dir_all(copy.parent().expect("a folder")).expect("it can be made");
        std::fs::write(copy, bytes).expect("it can be written");
    }
    test.pbem("bob", "move game.toml A1").ok();
    test.wait_minutes(60);
    test.pbem("twin", "move game.toml A2").run();
    test
}

/// No one is locked out, gains anything or is accused.
#[test]
fn later_version_counts_until_an_answer() {
    for [first, then] in [["bob", "twin"], ["twin", "bob"]] {
        let test = two_turns_4();
        test.mail(first, "alice");
        test.pbem("alice", "show game.toml").ok();
        test.send(then, "game.toml", "alice", "second.toml");
        let shown = test.pbem("alice", "show second.toml").run();
        assert_eq!(shown.code, Some(0), "{}", shown.shown());
        let said = read(&format!("{}{}", shown.err, shown.out));
        let text = if then == "twin" {
            "bob has signed two versions of turn 4. The version in this file counts"
        } else {
            "has a version of turn 4 by bob that doesn't count"
        };
        assert!(said.contains(text), "{said}");
        // Either way Alice continues from the later version.
        let log = test.pbem("alice", "log cd-bob").ok().out;
        assert!(log.contains("Arctic 2") && !log.contains("Arctic 1"), "{log}");
        let both = test.pbem("carol", "verify ../bob/game.toml ../twin/game.toml").verdict();
        assert_eq!((both.0, &both.1["findings"]), (Some(3), &json!([])));
        let role = |at: usize| both.1["files"][at]["role"].clone();
        assert_eq!((role(0), role(1)), (json!("superseded"), json!("stands")));
        assert_eq!(both.1["files"][0]["differs"], json!([4, "bob"]));
    }
}

#[test]
fn turn_says_that_a_different_version_of_a_turn_counts() {
    let test = two_turns_4();
    test.mail("bob", "alice");
    test.pbem("alice", "move game.toml B1").ok();
    std::fs::create_dir(test.path("twin", "downloads")).expect("a folder");
    test.send("alice", "game.toml", "twin", "downloads/answer.toml");
    let downloads = test.path("twin", "downloads").display().to_string();
    test.pbem("twin", "config downloads-dir").arg(downloads).ok();
    let ran = test.pbem("twin", "turn").run();
    let text = "Your opponent answered a different version of your turn 4.";
    assert!(read(&format!("{}{}", ran.out, ran.err)).contains(text), "{}", ran.shown());
}

/// A turn that was answered counts, no matter the date of another version.
#[test]
fn answered_turn_counts_against_a_later_version() {
    let test = two_turns_4();
    test.mail("bob", "alice");
    test.pbem("alice", "move game.toml B1").ok();
    test.send("twin", "game.toml", "alice", "second.toml");
    let before = test.read("alice", "game.toml");
    let shown = test.pbem("alice", "show second.toml").run();
    assert!(read(&shown.err).contains("a version of turn 4 by bob that doesn't count"));
    assert_eq!(test.read("alice", "game.toml"), before);
    // The copy that made the other version learns of it too, and plays on.
    test.mail("alice", "twin");
    let text = read(&test.pbem("twin", "show game.toml").ok().out);
    assert!(text.contains("Your opponent answered a different version of your turn 4."), "{text}");
    test.pbem("twin", "move game.toml A3").ok();
    let files = "verify ../alice/game.toml ../bob/game.toml ../alice/second.toml";
    let (code, verdict) = test.pbem("carol", files).verdict();
    assert_eq!((code, &verdict["findings"]), (Some(3), &json!([])));
}

#[test]
fn inbox_shows_long_names() {
    let test = Test::new();
    for with in ["bob", "opponent-number-1", "an-opponent-of-thirty-two-letter"] {
        test.pbem("alice", &format!("new checkpoint-danger --as alice --with {with} --random"))
            .ok();
    }
    assert_snapshot!(test.pbem("alice", "status").ok().out, @r"
    Your games                                                 Fri 20 Nov, 12:00 UTC

    WAITING
      cd-an-opponent-of-thirty-two-letter
                            Checkpoint: Danger!  an-opponent-of-t.. 4 Dec, 14 d left
      cd-bob                Checkpoint: Danger!  bob                4 Dec, 14 d left
      cd-opponent-number-1  Checkpoint: Danger!  opponent-number-1  4 Dec, 14 d left

    Have you mailed turn 1 of cd-an-opponent-of-thirty-two-letter, turn 1 of cd-bob
    and turn 1 of cd-opponent-number-1? If so, confirm them one by one:
    pbem send cd-an-opponent-of-thirty-two-letter --done
    You have no moves to make right now.
    Next: pbem receive  # when you have new mail
    ");
}

#[test]
fn undone_game_is_not_restored_from_a_backup() {
    let test = Test::new();
    test.pbem("rita", "new spy a.toml --as rita --with sam --random").ok();
    test.pbem("rita", "undo a.toml --not-mailed").ok();
    test.pbem("rita", "backup r.pbem-backup").ok();
    let restored = test.pbem("laptop", "restore ../rita/r.pbem-backup").ok().out;
    assert!(
        restored.contains("Restored rita's vault: 0 games") && !restored.contains("spy-sam"),
        "{restored}"
    );
    assert!(
        test.pbem("laptop", "restore --nothing-since").ok().out.contains("No game was waiting")
    );
}

#[test]
fn invitations_are_listed_in_the_inbox() {
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
    // A single invitation needs no name.
    assert_eq!(join, "join");
    let next = test.pbem("bob", "status").json().1["invitations"][0]["next"].take();
    assert!(next.as_str().is_some_and(|next| next.starts_with("pbem join ")), "{next}");
    test.pbem("bob", join).arg("--random").ok();
    let inbox = test.pbem("bob", "status").ok().out;
    assert!(!inbox.contains("INVITATIONS") && inbox.contains("cd-alice"), "{inbox}");
    // A file of that name with other contents is not an invitation.
    test.write("carol", "spy-dave-0123.toml", "rubbish");
    assert!(test.pbem("carol", "status").ok().out.contains("Play right now, against a bot"));
}

#[test]
fn new_vault_is_announced_and_the_first_game_mentions_its_words() {
    let test = Test::new();
    for (at, command) in ["whoami", "config name alice"].iter().enumerate() {
        let said = test.pbem("alice", &format!("{command} --home home-{at}")).ok().out;
        assert!(
            said.contains("created your vault:") && said.contains(&format!("home-{at}")),
            "{said}"
        );
    }
    assert!(!test.pbem("alice", "whoami --home home-0").ok().out.contains("new vault"));
    let first = test.pbem("alice", "new spy --as alice --with bob --random --home home-0").ok().out;
    assert!(
        first.contains("You can't continue the game without your vault")
            && first.contains("pbem words"),
        "{first}"
    );
    let second = test
        .pbem("alice", "new spy second.toml --as alice --with bob --random --home home-0")
        .ok()
        .out;
    assert!(!second.contains("pbem words"), "{second}");
    let unknown = test.pbem("carol", "new spy --as carol --with bob --random").ok().out;
    assert!(
        unknown.contains("pbem created your vault. You can't continue the game without it."),
        "{unknown}"
    );
}

/// In Game Box the Checker removes a late caller; callers can't, and the game continues.
#[test]
fn only_the_checker_may_remove_a_late_caller() {
    let test = Test::new();
    for (who, words) in [
        ("alice", "new game-box game.toml --as alice --with bob,carol --random"),
        ("bob", "join game.toml --as bob A1"),
        ("alice", "move game.toml"),
        ("carol", "join game.toml --as carol B1"),
        ("alice", "move game.toml"),
    ] {
        test.pbem(who, words).ok();
        for reader in ["alice", "bob", "carol"].iter().filter(|reader| **reader != who) {
            test.send(who, "game.toml", reader, "game.toml");
        }
    }
    for who in ["bob", "carol"] {
        test.pbem(who, "show game.toml").ok();
    }
    test.wait_minutes(60 * 24 * 60);
    let status = |who| read(&test.pbem(who, "status game.toml").run().out);
    assert!(status("alice").contains("You can remove that player; the other players continue."));
    assert!(!status("carol").contains("You can remove"), "a caller has no say in it");
    let question = read(&test.pbem("alice", "claim game.toml").refused(3).err);
    assert!(
        question.contains("you can remove bob from the game; the other players continue"),
        "{question}"
    );
    let no = read(&test.pbem("carol", "claim game.toml").refused(3).err);
    assert!(no.contains("only alice can remove a caller"), "{no}");
    let said = read(&test.pbem("alice", "claim game.toml --show-setup").ok().out);
    assert!(said.contains("The other players continue."), "{said}");
    test.send("alice", "game.toml", "carol", "game.toml");
    test.pbem("carol", "move game.toml C1").ok();
}
