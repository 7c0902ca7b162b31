//! Players join a game once: after any loss, pbem signs no second turn 2 without a confirmation.

use std::fs;

use crate::harness::Test;

const JOIN: &str = "join invitation.toml --random";

/// Alice has invited Bob, who has joined; the invitation is still in Bob's folder.
fn joined() -> Test {
    let test = Test::new();
    test.pbem("alice", "new checkpoint-danger game.toml --as alice --with bob --random").ok();
    test.send("alice", "game.toml", "bob", "game.toml");
    test.send("alice", "game.toml", "bob", "invitation.toml");
    test.pbem("bob", "join game.toml --as bob --random").ok();
    test
}

/// Deletes the record of the game from Bob's vault.
fn lose_record(test: &Test) {
    fs::remove_dir_all(test.path("bob", "vault/games")).expect("it was there");
}

/// Deletes the list of joined games from Bob's vault.
fn lose_list(test: &Test) {
    let vault = test.read("bob", "vault/vault.toml");
    let at = vault.find("joined = [").expect("it is on the list");
    let end = at + vault[at..].find(']').expect("the end of a list") + 1;
    test.write("bob", "vault/vault.toml", vault[..at].to_owned() + &vault[end..]);
}

/// Bob has taken back the turn that joined.
fn joins_again() -> Test {
    let test = joined();
    test.pbem("bob", "undo cd-alice --not-mailed").ok();
    fs::remove_file(test.path("bob", "invitation.toml")).expect("it was there");
    test
}

#[test]
fn join_without_arguments_finds_an_undone_setup() {
    let test = joins_again();
    let said = test.pbem("bob", "join --random").ok().out;
    assert!(said.contains("You are bob in cd-alice"), "{said}");
}

#[cfg(unix)]
#[test]
fn turn_asks_again_for_an_undone_setup() {
    use crate::asking::typing;

    let test = joins_again();
    let refused = test.pbem("bob", "turn --no-receive").refused(3);
    assert!(refused.err.contains("Next: pbem join cd-alice"), "{}", refused.shown());
    let turn = || test.pbem("bob", "turn --no-receive");
    let said = typing(&turn(), "cancel): ", "\r");
    assert!(said.contains("Nothing was written."), "{said}");
    let said = typing(&turn(), "cancel): ", "B2 C7 F1 F3\r");
    assert!(said.contains("Your hidden setup: Bering 2, Canadian 7, Fiji 1, Fiji 3"), "{said}");
    let (_, shown) = test.pbem("bob", "show cd-alice").json();
    assert_eq!(shown["turns"], 2, "{shown}");
}

#[test]
fn lost_record_leads_to_no_second_turn_2() {
    let test = joined();
    lose_record(&test);
    fs::remove_file(test.path("bob", "game.toml")).expect("it was there");
    let refused = test.pbem("bob", JOIN).refused(3);
    assert!(refused.err.contains("you have joined this game before"), "{}", refused.shown());
    assert!(refused.err.contains("--nothing-since"), "{}", refused.shown());
    test.pbem("bob", &format!("{JOIN} --nothing-since")).ok();
}

#[test]
fn leftover_game_file_proves_an_earlier_join() {
    for place in ["beside.toml", "games/cd-alice.toml", "games/aside/x.toml", "vault/aside/y.toml"]
    {
        let test = joined();
        if place.starts_with("games") {
            test.pbem("bob", "config games-dir games").ok();
        }
        lose_record(&test);
        lose_list(&test);
        let to = test.path("bob", place);
        fs::create_dir_all(to.parent().expect("a folder")).expect("it can be made");
        fs::rename(test.path("bob", "game.toml"), &to).expect("it was there");
        let refused = test.pbem("bob", JOIN).refused(3);
        let said = refused.err.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains("has your first turn as bob"), "{}", refused.shown());
        assert!(refused.err.contains(place), "{}", refused.shown());
        // The suggested command restores the game.
        test.pbem("bob", &format!("show {place}")).run();
        test.send("bob", place, "alice", "game.toml");
        test.pbem("alice", "show game.toml").ok();
        assert_eq!(test.records("bob").len(), 1);
    }
}

#[test]
fn turn_of_another_player_does_not_prevent_joining() {
    let test = Test::new();
    test.pbem("alice", "new checkpoint-danger game.toml --as alice --with bob --random").ok();
    test.send("alice", "game.toml", "bob", "invitation.toml");
    test.send("alice", "game.toml", "carol", "game.toml");
    test.pbem("carol", "join game.toml --as bob --random").ok();
    test.send("carol", "game.toml", "bob", "stranger.toml");
    test.pbem("bob", &format!("{JOIN} --as bob")).ok();
}

/// A contact is saved before the game, so after a crash it proves nothing.
#[test]
fn contact_does_not_show_that_a_game_was_joined() {
    let test = Test::new();
    test.pbem("alice", "new checkpoint-danger game.toml --as alice --with bob --random").ok();
    test.send("alice", "game.toml", "bob", "invitation.toml");
    let before = test.now();
    let mut met = 0;
    for step in 1.. {
        test.back_to(&before);
        let join = || test.pbem("bob", JOIN).arg("--as").arg("bob");
        if join().env("PBEM_FAULT", step.to_string()).run().code.is_some() {
            break;
        }
        let contacts = test.path("bob", "vault/contacts.toml");
        let knows = fs::read_to_string(contacts).is_ok_and(|text| text.contains("alice"));
        if knows && test.records("bob").is_empty() {
            met += 1;
            join().ok();
            test.send("bob", "invitation.toml", "alice", "game.toml");
            test.pbem("alice", "move game.toml Fiji 6").ok();
        }
    }
    assert!(met > 0, "no crash left only a contact");
}

#[test]
fn backup_knows_which_games_were_joined() {
    let test = joined();
    test.pbem("bob", "backup bob.pbem-backup --move").ok();
    fs::remove_dir_all(test.path("bob", "vault")).expect("it was there");
    fs::remove_file(test.path("bob", "game.toml")).expect("it was there");
    test.pbem("bob", "restore bob.pbem-backup").ok();
    lose_record(&test);
    test.pbem("bob", JOIN).refused(3);
}

/// A second copy of an invitation is not a lost turn.
#[test]
fn joining_again_from_another_copy_is_refused() {
    let test = joined();
    let (file, invitation) = (test.read("bob", "game.toml"), test.read("bob", "invitation.toml"));
    let said = test.pbem("bob", JOIN).ok().out;
    let text = "You have already signed turn 2 of cd-alice (your setup). It is in game.toml";
    assert!(said.contains(text), "{said}");
    assert_eq!(test.read("bob", "invitation.toml"), invitation);
    test.pbem("bob", "undo cd-alice --not-mailed").ok();
    test.pbem("bob", "join game.toml --random").ok();
    assert_ne!(test.read("bob", "game.toml"), file, "it is still the file of the game");
    // A lost file is written again.
    fs::remove_file(test.path("bob", "game.toml")).expect("it was there");
    let said = test.pbem("bob", JOIN).ok().out;
    assert!(said.contains("which you signed earlier"), "{said}");
}

/// Suggested commands can be typed.
#[test]
fn file_names_are_quoted_for_the_shell() {
    let test = joined();
    for (file, typed) in [
        ("game (1).toml", "\"game (1).toml\""),
        ("game$1.toml", "'game$1.toml'"),
        ("it's!.toml", "'it'\\''s!.toml'"),
        ("a/game_1.toml", "a/game_1.toml"),
    ] {
        fs::create_dir_all(test.path("carol", "a")).expect("a folder");
        test.send("alice", "game.toml", "carol", file);
        let said = test.pbem("carol", "join").arg(file).ok().out;
        let text = format!("pbem join {typed}");
        assert!(said.contains(&text) && said.contains("--setup"), "{said}");
    }
}

/// Lines have at most 80 columns and break no word, even with a long name.
#[test]
fn report_on_a_game_fits_the_line() {
    let test = Test::new();
    let new = "new checkpoint-danger game.toml --as alice --with a-friend-of-mine --random";
    test.pbem("alice", new).ok();
    test.send("alice", "game.toml", "bob", "game.toml");
    test.pbem("bob", "join game.toml --as a-friend-of-mine --random").ok();
    test.pbem(
        "alice",
        "new checkpoint-danger two.toml --as alice --with a-friend-of-mine --random",
    )
    .ok();
    test.send("alice", "two.toml", "bob", "two.toml");
    test.send("bob", "game.toml", "alice", "game.toml");
    let mut said = test.pbem("bob", "join two.toml").ok().out;
    for command in ["status", "status cd-a-friend-of-mine", "status two.toml"] {
        said += &test.pbem("alice", command).ok().out;
    }
    let words = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("contact alice, not compared yet"), "{said}");
    for line in said.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

/// Alice withdraws an invitation that bob has declined. If bob joins after all, the game continues.
#[test]
fn own_invitation_can_be_withdrawn() {
    let test = Test::new();
    test.pbem("alice", "new checkpoint-danger game.toml --as alice --with bob --random").ok();
    test.send("alice", "game.toml", "bob", "game.toml");
    test.pbem("alice", "send cd-bob --done").ok();
    let (code, refused) = test.pbem("alice", "undo cd-bob --not-mailed").json();
    assert_eq!(code, Some(3), "{refused}");
    let next = refused["next"][0].as_str().unwrap_or_default();
    assert!(next.starts_with("pbem decline cd-bob "), "{refused}");
    let games = |words: &str| {
        let games = test.pbem("alice", words).json().1["games"].clone();
        games.as_array().map_or(0, Vec::len)
    };
    assert_eq!(games("status"), 1);
    test.pbem("alice", "decline cd-bob").ok();
    assert_eq!((games("status"), games("status --all")), (0, 1));
    test.wait_minutes(40 * 24 * 60);
    assert_eq!(test.pbem("alice", "remind").run().code, Some(3), "nobody is reminded");
    // Mailing it again means waiting again.
    test.pbem("alice", "send cd-bob --again -o letter.eml --to bob=b@example.org").ok();
    assert_eq!(games("status"), 1);
    test.pbem("alice", "decline cd-bob").ok();
    test.pbem("bob", "join game.toml --as bob --random").ok();
    test.mail("bob", "alice");
    let said = test.pbem("alice", "receive game.toml").ok().out;
    assert!(said.contains("you had withdrawn the invitation"), "{said}");
    assert_eq!(games("status"), 1);
    test.pbem("alice", "move cd-bob A1").ok();
    // With the opponent at the table, there is no invitation to withdraw.
    assert_eq!(test.pbem("alice", "decline cd-bob").run().code, Some(3));
}

/// The callers of Game Box join in order. The second caller isn't told to join before the first.
#[test]
fn unread_invitation_suggests_joining_only_to_the_next_player() {
    let test = Test::new();
    test.pbem("alice", "new game-box game.toml --as alice --with bob,carol --random").ok();
    for (who, next) in [("bob", "pbem join "), ("carol", "pbem receive ")] {
        test.pbem(who, &format!("config name {who}")).ok();
        test.pbem(who, "config mail-dir mail").ok();
        fs::create_dir(test.path(who, "mail")).expect("a folder");
        test.send("alice", "game.toml", who, "mail/game.toml");
        let (_, said) = test.pbem(who, "status").json();
        assert_eq!(said["unread"]["invitations"][0], "alice", "{said}");
        let said = test.pbem(who, "status").ok().out;
        assert!(said.contains(&format!("Next: {next}")), "{said}");
    }
}

/// Carol joins Game Box after the Checker has answered bob's first call.
#[test]
fn invitation_names_the_player_to_wait_for() {
    let test = Test::new();
    test.pbem("alice", "new game-box game.toml --as alice --with bob,carol --random").ok();
    test.pbem("carol", "config name carol").ok();
    test.pbem("carol", "config games-dir games").ok();
    let next = |from: &str| {
        test.send(from, "game.toml", "carol", "mail.toml");
        let (_, said) = test.pbem("carol", "receive mail.toml").json();
        said["games"][0]["next"].as_str().expect("a next step").to_owned()
    };
    assert_eq!(next("alice"), "wait for a newer file: bob must join before you");
    test.mail("alice", "bob");
    test.pbem("bob", "join game.toml --as bob A1").ok();
    assert_eq!(next("bob"), "wait for a newer file: alice must answer first");
    test.mail("bob", "alice");
    test.pbem("alice", "move game.toml").ok();
    assert!(next("alice").starts_with("pbem join "));
}

/// Eight calls are legal with fewer than six of ten setups: none of the squares may hold an agent.
#[test]
fn random_setup_suits_the_first_move() {
    let test = Test::new();
    let new = "new checkpoint-danger game.toml --as alice --with bob --first bob --random";
    test.pbem("alice", new).ok();
    let calls = "A1; B2; C3; D4; E5; F6; G7; A9";
    for number in 0..8 {
        let who = format!("bob{number}");
        test.mail("alice", &who);
        test.pbem(&who, "join game.toml --as bob --random").arg(calls).ok();
    }
    // A move that no setup allows is refused.
    test.mail("alice", "bob");
    test.pbem("bob", "join game.toml --as bob --random A1;A1").fails(3);
}

/// Bob joins, undoes that, and declines: the game no longer waits for bob. Joining stays possible.
#[test]
fn invitation_can_be_declined_after_an_undone_join() {
    let test = Test::new();
    test.pbem("alice", "new checkpoint-danger game.toml --as alice --with bob --random").ok();
    test.send("alice", "game.toml", "bob", "game.toml");
    test.pbem("bob", "join game.toml --as bob --random").ok();
    test.pbem("bob", "undo cd-alice --not-mailed").ok();
    let games = || test.pbem("bob", "status").json().1["games"].as_array().map(Vec::len);
    assert_eq!(games(), Some(1));
    test.pbem("bob", "decline cd-alice").ok();
    assert_eq!(games(), Some(0));
    test.pbem("bob", "turn --no-receive").ok();
    test.pbem("bob", "join cd-alice --random").ok();
    assert_eq!(games(), Some(1));
}

/// A withdrawn invitation isn't waiting for anyone.
#[test]
fn status_names_a_withdrawn_invitation() {
    let test = Test::new();
    test.pbem("alice", "config sendmail true").ok();
    test.pbem("alice", "new checkpoint-danger game.toml --as alice --with bob --random").ok();
    test.pbem("alice", "decline cd-bob").ok();
    let said = test.pbem("alice", "status cd-bob").ok().out;
    assert!(
        said.contains("withdrawn") && said.contains("pbem send cd-bob --to bob=ADDRESS --again"),
        "{said}"
    );
    assert!(!said.contains("waiting for bob") && !said.contains("mailed"), "{said}");
}

/// In Game Box, the second caller's invitation contains the notes of the Checker and of the first
/// caller.
#[test]
fn invitation_names_the_author_of_each_note() {
    let test = Test::new();
    let new = "new game-box game.toml --as alice --with bob,carol --random --note Welcome";
    test.pbem("alice", new).ok();
    test.send("alice", "game.toml", "bob", "game.toml");
    test.pbem("bob", "join game.toml --as bob A1 --note Hello").ok();
    test.mail("bob", "alice");
    test.pbem("alice", "move game.toml").ok();
    test.send("alice", "game.toml", "carol", "game.toml");
    let said = test.pbem("carol", "join game.toml --as carol").run().out;
    let alice = said.find("alice writes: Welcome").expect("the Checker's note");
    let bob = said.find("bob writes: Hello").expect("the caller's note");
    assert!(alice < bob, "{said}");
}

/// Alice claims, undoes that, and claims again in the same second: the two turns are identical.
#[test]
fn turn_signed_twice_in_one_second_is_one_turn() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    test.mail("alice", "bob");
    test.pbem("bob", "show game.toml").ok();
    test.wait_minutes(60 * 24 * 60);
    test.pbem("alice", "claim game.toml --show-setup").ok();
    let first = test.read("alice", "game.toml");
    test.pbem("alice", "undo game.toml --not-mailed").ok();
    test.pbem("alice", "claim game.toml --show-setup").ok();
    assert_eq!(test.read("alice", "game.toml"), first);
    test.mail("alice", "bob");
    test.pbem("bob", "show game.toml").run();
    test.pbem("bob", "reveal game.toml").ok();
    test.mail("bob", "alice");
    test.pbem("alice", "receive game.toml").ok();
    let (_, verdict) = test.pbem("alice", "verify cd-bob").verdict();
    assert_eq!(verdict["verdict"], "forfeit");
}

/// Alice takes the second seat of Enemy Agent. The invitation still comes from alice.
#[test]
fn invitation_names_the_player_who_started_the_game() {
    let test = Test::new();
    let new = "new enemy-agent game.toml --as alice --with bob --random --side red";
    test.pbem("alice", new).ok();
    let mail = test.pbem("alice", "send game.toml -o - --to bob=bob@example.org").run().out;
    assert!(mail.contains("Subject: alice invites you to a game of Enemy Agent"), "{mail}");
    assert!(mail.contains("alice invites you to play Enemy Agent") && !mail.contains("ask bob"));
}
