//! Whole rounds: a command mails the turn that it signs, one command plays all new turns, and
//! players exchange turns as text.

#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::process::Stdio;

use serde_json::Value;

use crate::asking::{dialog, typing, typing_at};
use crate::harness::Test;
use crate::newcomers::says;

/// Writes a script for a player and returns its path.
pub(crate) fn script(test: &Test, who: &str, name: &str, text: &str) -> String {
    let path = test.path(who, name);
    fs::write(&path, format!("#!/bin/sh\n{text}\n")).expect("it can be written");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a mode");
    path.display().to_string()
}

/// Alice and Bob, whose mail programs write to each other's downloads.
pub(crate) fn by_mail() -> Test {
    let test = Test::new();
    for (who, other) in [("alice", "bob"), ("bob", "alice")] {
        let downloads = test.path(other, "downloads");
        fs::create_dir_all(&downloads).expect("a folder");
        let post = format!("cat > {}/letter.$$.eml", downloads.display());
        let sendmail = script(&test, who, "post", &post);
        for (key, value) in [
            ("name", who.to_owned()),
            ("mail", format!("{who}@example.org")),
            ("sendmail", sendmail),
            ("downloads-dir", test.path(who, "downloads").display().to_string()),
        ] {
            test.pbem(who, "config").arg(key).arg(value).ok();
        }
    }
    test
}

/// Like `by_mail`, with a game that Bob has joined: Alice begins, and Bob's message is in her
/// downloads.
pub(crate) fn playing() -> Test {
    let test = by_mail();
    let new = "new checkpoint-danger --with bob --setup";
    test.pbem("alice", new).arg("B8 D4 E2 G6").ok();
    test.pbem("alice", "send cd-bob --to bob@example.org").ok();
    test.wait_minutes(30);
    let file = invitation(&test);
    test.pbem("bob", "join").arg(file).arg("--send").arg("--setup").arg("B2 C7 F1 F3").ok();
    test.wait_minutes(30);
    test
}

/// Bob receives the invitation; returns the name of its file.
fn invitation(test: &Test) -> String {
    let (_, json) = test.pbem("bob", "receive").json();
    json["games"][0]["file"].as_str().expect("a file").to_owned()
}

pub(crate) fn letters(test: &Test, who: &str) -> usize {
    fs::read_dir(test.path(who, "downloads")).expect("a folder").count()
}

#[test]
fn turn_that_cannot_be_mailed_is_kept() {
    let test = by_mail();
    let new = "new checkpoint-danger --with bob --random --send";
    let ran = test.pbem("alice", new).run();
    assert_eq!(ran.code, Some(5), "{}", ran.shown());
    let why = "turn 1 is signed, but not mailed: there is no email address for bob";
    assert!(ran.err.contains(why), "{}", ran.err);
    assert!(ran.out.contains("Next:     pbem send cd-bob --to bob=ADDRESS"), "{}", ran.out);
    test.pbem("alice", "send cd-bob --to bob@example.org").ok();
    assert_eq!(letters(&test, "bob"), 1);
    test.pbem("bob", "config sendmail /no/such/program").ok();
    let file = invitation(&test);
    let (code, json) = test.pbem("bob", "join --random --send").arg(file).json();
    assert_eq!((code, &json["number"], &json["sent"]), (Some(5), &Value::from(2), &Value::Null));
    assert_eq!(json["not_sent"]["kind"], "mail", "{json}");
    assert_eq!(test.pbem("bob", "status").json().1["games"][0]["turns"], 2);
}

/// An address that is missing at first can be added later; then the player gets the same email.
#[test]
fn late_address_is_kept_and_mailed_to() {
    let test = by_mail();
    let new = "new game-box --with bob,carol --random --send";
    let ran = test.pbem("alice", new).run();
    assert_eq!(ran.code, Some(5), "{}", ran.shown());
    let ask = "pbem send box-bob --to bob=ADDRESS --to carol=ADDRESS";
    assert!(ran.out.contains(ask), "{}", ran.out);
    let sent = test.pbem("alice", "send box-bob --to bob=bob@example.org").run();
    assert!(sent.err.contains("carol got no copy") && sent.err.contains("--to carol=ADDRESS"));
    let to_carol = "send box-bob --to carol=carol@example.org";
    let sent = test.pbem("alice", to_carol).ok();
    assert!(sent.out.contains("to carol <carol@example.org>"), "{}", sent.out);
    assert!(!sent.out.contains("bob@example.org") && letters(&test, "bob") == 2);
    let said = test.pbem("alice", to_carol).fails(3).err;
    assert!(said.contains("has already been mailed"), "{said}");
    let again = test.pbem("alice", "send box-bob --again").ok().out;
    assert!(again.contains("bob@example.org") && again.contains("carol@example.org"), "{again}");
}

/// Bob doesn't know carol's address, and needs only alice's: she has invited carol, and mails every
/// answer to both.
#[test]
fn caller_of_game_box_needs_only_the_address_of_the_checker() {
    let test = by_mail();
    test.pbem("alice", "new game-box --with bob,carol --random").ok();
    let to = "send box-bob --to bob=bob@example.org --to carol=carol@example.org";
    test.pbem("alice", to).ok();
    test.pbem("bob", "receive").ok();
    let (_, status) = test.pbem("bob", "status").json();
    let join = status["invitations"][0]["next"].as_str().expect("a command");
    let join = format!("{} B5", join.trim_start_matches("pbem "));
    let said = test.pbem("bob", &join).ok().out;
    assert!(said.contains("pbem send box-alice "), "{said}");
    let said = test.pbem("bob", "status").ok().out;
    assert!(said.contains("pbem send box-alice") && !said.contains("ADDRESS"), "{said}");
    test.pbem("bob", "send box-alice").ok();
    assert_eq!(test.pbem("bob", "send box-alice").run().code, Some(3), "it was mailed");
}

/// Bob has resigned by mail, so Alice has to reveal her setup.
fn until_alice_reveals() -> Test {
    let test = playing();
    test.pbem("alice", "receive").ok();
    test.pbem("alice", "move cd-bob F6 --send").ok();
    test.pbem("bob", "receive").ok();
    test.pbem("bob", "resign cd-alice --yes --send").ok();
    test.pbem("alice", "receive").ok();
    test
}

/// Between a resignation and the reveal, the game is decided, but no rematch can follow yet.
#[test]
fn claim_and_rematch_agree_about_a_decided_game() {
    let test = until_alice_reveals();
    for words in ["claim cd-alice", "rematch cd-alice"] {
        let said = test.pbem("bob", words).refused(3).err.replace("\n  ", " ");
        assert!(said.contains("this game is decided") && said.contains("alice"), "{said}");
    }
}

#[test]
fn last_turn_suggests_a_rematch_to_both_players() {
    let test = until_alice_reveals();
    let ran = test.pbem("alice", "reveal cd-bob --send").ok().out;
    assert!(ran.contains("pbem verify cd-bob  # check that everyone was honest"), "{ran}");
    assert!(ran.contains("pbem rematch cd-bob  # play again: bob begins"), "{ran}");
    // The recipient gets it too.
    let ran = test.pbem("bob", "turn cd-alice").ok().out;
    assert!(ran.contains("Over      cd-alice. alice wins: bob resigned"), "{ran}");
    assert!(!ran.contains("Nothing is due"), "{ran}");
    assert!(
        ran.contains("Next:     pbem verify") && ran.contains("pbem rematch cd-alice"),
        "{ran}"
    );
}

#[test]
fn waiting_invitation_is_named() {
    let test = by_mail();
    test.pbem("alice", "new checkpoint-danger --with bob --random").ok();
    test.pbem("alice", "send cd-bob --to bob@example.org").ok();
    let ran = test.pbem("bob", "turn").ok().out;
    assert!(ran.contains("alice invites you to a game of Checkpoint: Danger!"), "{ran}");
    assert!(!ran.contains("!."), "{ran}");
    assert!(!ran.contains("Nothing is due") && ran.contains("pbem join"), "{ran}");
}

/// A turn made without a prompt is shown together with its note, so that the player reads it.
#[test]
fn note_is_shown_with_an_automatic_turn() {
    for command in ["turn", "turn cd-bob G9", "turn cd-bob --no-send"] {
        let test = playing();
        test.pbem("alice", "receive").ok();
        test.pbem("alice", "plan cd-bob A1").refused(3);
        test.pbem("alice", "move cd-bob F6 --send").ok();
        test.pbem("alice", "plan cd-bob A1").ok();
        test.pbem("bob", "receive").ok();
        test.pbem("bob", "move cd-alice D5 --send --note ha").ok();
        let ran = test.pbem("alice", command).ok().out;
        assert!(ran.contains("bob writes: ha\n") && ran.contains("Moved"), "{ran}");
    }
}

#[test]
fn every_turn_is_mailed_if_configured() {
    let test = playing();
    assert_eq!(letters(&test, "alice"), 1);
    test.pbem("alice", "config send-always true").ok();
    test.pbem("alice", "receive").ok();
    let (code, json) = test.pbem("alice", "move cd-bob F6").json();
    assert_eq!((code, &json["sent"]["sent"]), (Some(0), &Value::Bool(true)), "{json}");
    assert_eq!(json["sent"]["to"][0], "bob@example.org");
    assert_eq!(letters(&test, "bob"), 2);
    test.wait_minutes(30);
    test.pbem("bob", "receive").ok();
    let moved = test.pbem("bob", "move cd-alice A1 --send").ok().out;
    assert!(moved.contains("\nMailed    turn 4 of cd-alice to alice <alice@example.org>\n"));
    assert!(moved.contains("\nNext:     pbem receive "), "{moved}");
    test.wait_minutes(30);
    test.pbem("alice", "receive").ok();
    let moved = test.pbem("alice", "move cd-bob F5 --no-send").ok().out;
    assert!(!moved.contains("Mailed") && letters(&test, "bob") == 2, "{moved}");
    // A game against bots has no recipient, which is not an error.
    let (code, json) =
        test.pbem("alice", "new checkpoint-danger --against bot:easy --random").json();
    assert_eq!((code, &json["sent"], &json["not_sent"]), (Some(0), &Value::Null, &Value::Null));
}

#[test]
fn address_is_remembered_for_the_player() {
    let test = playing();
    test.pbem("alice", "receive").ok();
    test.pbem("alice", "move cd-bob F6").ok();
    test.pbem("alice", "send cd-bob --to robert@example.org").ok();
    let (_, contacts) = test.pbem("alice", "contact list").json();
    assert!(contacts.to_string().contains("robert@example.org"), "{contacts}");
}

#[test]
fn turn_makes_a_turn_in_one_command() {
    let test = playing();
    // Without a terminal it stops before the prompt.
    let ran = test.pbem("alice", "turn").run();
    assert_eq!((ran.code, ran.out.as_str()), (Some(3), "Mail      bob's turn 2 in cd-bob\n"));
    assert!(ran.err.contains("pbem turn cd-bob MOVE"), "{}", ran.err);
    assert_eq!(test.pbem("alice", "go cd-bob").json().1["kind"], "move-needed");
    let (code, round) = test.pbem("alice", "turn cd-bob F6 --try").json();
    assert_eq!((code, &round["turn"]["tried"]), (Some(0), &Value::Bool(true)));
    assert_eq!(letters(&test, "bob"), 1);
    let (code, round) = test.pbem("alice", "turn cd-bob F6").json();
    assert_eq!((code, &round["schema"]), (Some(0), &Value::from("pbem-round/1")));
    assert_eq!((&round["turn"]["number"], &round["sent"]["sent"]), (&3.into(), &true.into()));
    assert_eq!(letters(&test, "bob"), 2);
    test.wait_minutes(30);
    let ran = test.pbem("bob", "turn cd-alice A1").ok().out;
    for row in [
        "Mail      alice's turn 3 in cd-alice\n",
        "Answered  Fiji 6:  ",
        "Moved     Arctic 1\n",
        "      turn 4, signed\n",
        "Mailed    turn 4 of cd-alice to alice <alice@example.org>\n",
    ] {
        assert!(ran.contains(row), "{row}{ran}");
    }
    let nothing = test.pbem("bob", "turn").ok().out;
    assert_eq!(nothing, "You have no moves to make right now.\n");
    assert_eq!(test.pbem("bob", "turn").json().1["game"], Value::Null);
    let ran = test.pbem("alice", "turn cd-bob F5 --no-receive").fails(3);
    assert!(ran.err.contains("it is bob's turn"), "{}", ran.err);
}

#[test]
fn turn_first_makes_the_turns_without_a_decision() {
    let test = playing();
    test.pbem("alice", "receive").ok();
    test.pbem("alice", "new checkpoint-danger --with bob --random --send").ok();
    let file = invitation(&test);
    test.pbem("bob", "join").arg(file).arg("--send").arg("--random").ok();
    test.wait_minutes(30);
    test.pbem("alice", "receive").ok();
    test.pbem("alice", "move cd-bob-2 A1 --send").ok();
    test.wait_minutes(30);
    test.pbem("bob", "receive").ok();
    test.pbem("bob", "resign cd-alice-2 --yes --send").ok();
    let before = letters(&test, "bob");
    let asked = test.pbem("alice", "turn").run();
    assert_eq!(asked.code, Some(3), "{}", asked.shown());
    assert!(asked.out.contains("Mailed    turn 5 of cd-bob-2"), "{}", asked.shown());
    assert!(asked.err.contains("cd-bob needs your move"), "{}", asked.shown());
    assert!(asked.out.contains("Mail      "), "the news isn't lost: {}", asked.shown());
    assert_eq!(letters(&test, "bob"), before + 1);
    assert_eq!(test.pbem("alice", "verify cd-bob-2").verdict().1["verdict"], "honest");
}

#[test]
fn maildir_is_read_as_well_as_the_downloads() {
    let test = playing();
    // One message as a mail program stores it, and the downloads as before.
    let (downloads, new) = (test.path("alice", "downloads"), test.path("alice", "Maildir/new"));
    fs::create_dir_all(&new).expect("a folder");
    fs::create_dir_all(test.path("alice", "Maildir/cur")).expect("a folder");
    for (number, letter) in fs::read_dir(downloads).expect("a folder").flatten().enumerate() {
        fs::rename(letter.path(), new.join(number.to_string())).expect("it is moved");
    }
    test.pbem("alice", "receive").run();
    assert!(test.pbem("alice", "show cd-bob").ok().out.contains("turn 1 "), "nothing has arrived");
    test.pbem("alice", "config mail-dir")
        .arg(test.path("alice", "Maildir").display().to_string())
        .ok();
    let ran = test.pbem("alice", "turn cd-bob F6").ok();
    assert!(ran.out.contains("Mail      bob's turn 2 in cd-bob"), "{}", ran.out);
    assert!(new.join("0").exists(), "messages stay in place");
}

#[test]
fn turn_suggests_setting_the_mail_folder() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "turn game.toml F6 --no-send").ok();
    let ran = test.pbem("alice", "turn").run();
    assert!(ran.out.starts_with("You have no moves to make right now.\n"), "{}", ran.out);
    let text = "pbem doesn't know where your mail program saves attachments. \
                Set the folder with pbem config downloads-dir";
    assert!(ran.err.split_whitespace().collect::<Vec<_>>().join(" ").contains(text), "{}", ran.err);
}

#[test]
fn turn_prompts_at_a_terminal() {
    let test = playing();
    let prompt = "or a game's name): ";
    let said = typing(&test.pbem("alice", "turn"), prompt, "\r");
    assert!(
        said.contains("Mail      bob's turn 2 in cd-bob") && said.contains("YOUR MOVE, 27 days")
    );
    assert!(said.contains("Nothing was written."), "{said}");
    let said = typing(&test.pbem("alice", "turn"), prompt, "q\r");
    assert!(said.contains("Nothing was written."), "{said}");
    let said = typing(&test.pbem("alice", "turn"), prompt, "nonsense\rF6\r");
    assert!(said.contains("Mailed    turn 3 of cd-bob to bob"), "{said}");
}

#[test]
fn game_with_least_time_left_comes_first() {
    let test = playing();
    test.pbem("alice", "receive").ok();
    test.pbem(
        "alice",
        "new checkpoint-danger hurry.toml --with carol --random --set days-per-turn=2",
    )
    .ok();
    test.send("alice", "hurry.toml", "carol", "game.toml");
    test.pbem("carol", "join game.toml --as carol --random").ok();
    test.send("carol", "game.toml", "alice", "hurry.toml");
    test.pbem("alice", "receive hurry.toml").ok();
    let (_, inbox) = test.pbem("alice", "status").json();
    let due = |inbox: &Value| -> Vec<String> {
        let games = inbox["games"].as_array().expect("games").iter();
        games.map(|game| game["seconds_left"].to_string()).collect()
    };
    assert_eq!(due(&inbox).len(), 2, "{inbox}");
    test.wait_minutes(87 * 60);
    let shown = test.pbem("alice", "status").ok().out;
    let mine: Vec<&str> = shown.lines().skip_while(|line| *line != "YOUR MOVE").skip(1).collect();
    assert!(mine[0].starts_with("  cd-carol") && mine[0].ends_with("  ! 8 h left"), "{shown}");
    assert!(mine[1].starts_with("  cd-bob") && mine[1].ends_with("  18 Dec, 24 d left"), "{shown}");
    assert_eq!(test.pbem("alice", "status --line").ok().out, "pbem 2! 8h\n");
    assert_eq!(test.pbem("bob", "status --line").ok().out, "");
    let show = test.pbem("alice", "show cd-bob").ok().out;
    assert!(show.lines().next().expect("a line").ends_with("YOUR MOVE, 24 days left"), "{show}");
    assert!(show.contains("Deadline"), "{show}");
    test.wait_minutes(2 * 24 * 60);
    assert!(test.pbem("alice", "status").ok().out.contains("LATE 1 d 16 h"));
    assert_eq!(test.pbem("alice", "status --line").ok().out, "pbem 2! LATE\n");
}

/// The turn to send to the other player, as text.
fn piece(test: &Test, who: &str, game: &str) -> String {
    let ran = test.pbem(who, &format!("copy {game} --turn")).run();
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
    ran.out
}

#[test]
fn game_can_be_played_by_pasted_turns() {
    let test = playing();
    test.pbem("alice", "receive").ok();
    test.pbem("alice", "copy cd-bob --turn").refused(3);
    test.pbem("alice", "move cd-bob F6").ok();
    let sent = piece(&test, "alice", "cd-bob");
    let text = "alice calls Fiji 6 (Checkpoint: Danger!, turn 3)\n# pbem, one turn of game ";
    assert!(sent.contains(text) && sent.ends_with("# end of one turn\n"), "{sent}");
    assert!(sent.len() < 700 && sent.is_ascii(), "{} {sent}", sent.len());
    test.wait_minutes(5);
    let pasted = test.pbem("bob", "paste").input(sent.clone()).ok().out;
    assert!(pasted.contains("YOUR TURN") && pasted.contains("alice calls Fiji 6"), "{pasted}");
    let again = test.pbem("bob", "receive -").input(sent.clone()).ok().out;
    assert!(again.starts_with("Nothing new"), "{again}");
    test.pbem("bob", "move cd-alice A1").ok();
    let answer = piece(&test, "bob", "cd-alice");
    test.wait_minutes(5);
    // A chat quotes it and adds the sender and the time.
    let quoted: String = answer.lines().flat_map(|line| ["> ", line, "\r\n"]).collect();
    let chat = format!("[21:08] bob: hello\n{quoted}\n[21:09] bob: your turn");
    let (code, json) = test.pbem("alice", "receive -").input(chat).json();
    assert_eq!((code, &json["games"][0]["turns"]), (Some(0), &4.into()), "{json}");
    assert_eq!(json["games"][0]["by"], "bob");
    let (code, verdict) = test.pbem("alice", "verify cd-bob.toml").verdict();
    assert_eq!((code, verdict["verdict"].as_str()), (Some(3), Some("open")));
    let said =
        typing(&test.pbem("bob", "paste"), "nothing happens).\r\n", &sent.replace('\n', "\r"));
    assert!(said.contains("Nothing new"), "{said}");
}

#[test]
fn pasted_turn_with_a_gap_says_what_is_missing() {
    let test = playing();
    test.pbem("alice", "receive").ok();
    test.pbem("alice", "move cd-bob F6").ok();
    let third = piece(&test, "alice", "cd-bob");
    test.wait_minutes(5);
    test.pbem("bob", "paste").input(third.clone()).ok();
    test.pbem("bob", "move cd-alice A1").ok();
    let fourth = piece(&test, "bob", "cd-alice");
    test.wait_minutes(5);
    // Carol does not have this game.
    let ran = test.pbem("carol", "paste").input(third.clone()).run();
    assert_eq!(ran.code, Some(4), "{}", ran.shown());
    let said = ran.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("a game that you don't have"), "{said}");
    // Alice's machine has lost everything but the invitation.
    test.pbem("alice", "receive -").input(fourth.clone()).ok();
    test.pbem("alice", "move cd-bob F5").ok();
    let fifth = piece(&test, "alice", "cd-bob");
    test.wait_minutes(5);
    let lost = fifth.replace("number = 5", "number = 7");
    let ran = test.pbem("bob", "paste").input(lost).run();
    let said = ran.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(ran.code, Some(4), "{}", ran.shown());
    let text = "this is turn 7 of cd-alice, but your latest is turn 4: turns 5 to 6 are missing";
    assert!(said.contains(text), "{said}");
    // Both together, in any order.
    let both = format!("{fifth}\n{fourth}");
    let (code, json) = test.pbem("bob", "paste").input(both).json();
    assert_eq!((code, &json["games"][0]["turns"]), (Some(0), &5.into()), "{json}");
}

#[test]
fn late_player_is_reminded_once_a_day() {
    let test = playing();
    test.pbem("alice", "receive").ok();
    test.pbem("alice", "move cd-bob F6 --send").ok();
    let ran = test.pbem("alice", "remind cd-bob").refused(3);
    assert!(ran.err.contains("has had only 1 minute"), "{}", ran.err);
    test.pbem("alice", "remind").refused(3);
    test.pbem("bob", "remind cd-alice").fails(3);
    test.wait_minutes(24 * 24 * 60);
    let (code, json) = test.pbem("alice", "remind").json();
    assert_eq!((code, &json["sent"][0]["reminder"]), (Some(0), &true.into()), "{json}");
    let subject = json["sent"][0]["subject"].as_str().expect("a subject");
    assert!(subject.starts_with("Reminder: your move, 3 days left [pbem "), "{subject}");
    test.pbem("alice", "remind cd-bob").fails(3);
    test.wait_minutes(24 * 60);
    test.pbem("alice", "remind cd-bob").ok();
    assert_eq!(letters(&test, "bob"), 4);
}

#[test]
fn news_program_runs_once_per_turn() {
    let test = playing();
    let text = test.path("alice", "told");
    let on_news = format!("echo \"$1|$2|$PBEM_GAME $PBEM_TURN $PBEM_EVENT\" >> {}", text.display());
    let on_news = script(&test, "alice", "on-news", &on_news);
    test.pbem("alice", "config on-news").arg(on_news).ok();
    test.pbem("alice", "receive").ok();
    test.pbem("alice", "receive").ok();
    let lines = fs::read_to_string(&text).expect("it has run");
    assert_eq!(lines, "pbem: cd-bob|bob's turn 2 arrived: your move|cd-bob 2 turn\n");
    let said = test.pbem("alice", "config on-news /no/such/program").run().err;
    assert!(said.contains("there is no program named /no/such/program on this computer"), "{said}");
    test.pbem("alice", "turn cd-bob F6").ok();
}

#[test]
fn turn_that_was_not_mailed_yet_is_named() {
    let test = playing();
    test.pbem("alice", "receive").ok();
    let says = |command: &str, text: &str| {
        let said = test.pbem("alice", command).ok().shown();
        assert!(said.contains(text), "{said}");
    };
    test.pbem("alice", "move cd-bob F6").ok();
    for command in ["show cd-bob", "status cd-bob", "status"] {
        says(command, "You haven't mailed turn 3 yet.");
    }
    says("show cd-bob", "Next: pbem send cd-bob\n");
    says("status cd-bob", "Next: pbem send cd-bob\n");
    says("status", "Next: pbem send cd-bob\n");
    says("turn --no-send", "You haven't mailed turn 3 of cd-bob yet.\nNext: pbem send cd-bob\n");
    let (_, json) = test.pbem("alice", "status").json();
    let game = &json["games"][0];
    assert_eq!((&game["not_mailed"], &game["opponents"]), (&3.into(), &vec!["bob"].into()));
    assert_eq!(game["id"].as_str().map(str::len), Some(64), "{game}");
    let said = test.pbem("alice", "move cd-bob").refused(3).err;
    assert!(said.contains("you haven't mailed your turn 3 yet.\nNext: pbem send cd-bob"), "{said}");
    test.pbem("alice", "send cd-bob").ok();
    let said = test.pbem("alice", "show cd-bob").ok().shown();
    assert!(!said.contains("not mailed"), "{said}");
}

/// A chat may cut a turn off or put it on one line.
#[test]
fn incomplete_turn_is_requested_again() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml F6").ok();
    let turn = test.pbem("alice", "copy game.toml --turn").run().out;
    for torn in [turn.replace('\n', " "), turn[..300].to_owned()] {
        let ran = test.pbem("bob", "paste").input(torn).run();
        assert_eq!(ran.code, Some(4), "{}", ran.shown());
        let said = ran.out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains("damaged: part of the turn is missing"), "{said}");
        let next = "Next: ask for it again (the sender types pbem copy GAME --turn)";
        assert!(said.contains(next), "{said}");
        assert!(!said.contains("key ") && !said.contains("field"), "{said}");
    }
    let said = test.pbem("bob", "paste").input("hello").refused(4).err;
    let next = "Next: copy the whole turn, from \"# pbem, one turn of game\"";
    assert!(said.contains(next), "{said}");
}

/// Only the player knows whether a text was pasted; pbem does not ask for it again.
#[test]
fn turn_given_out_as_text_is_not_requested() {
    for command in ["move cd-bob F6", "turn cd-bob F6 --text"] {
        let test = playing();
        test.pbem("alice", "receive").ok();
        assert_eq!(test.pbem("alice", command).run().code, Some(0));
        assert_eq!(test.pbem("alice", "copy cd-bob --turn").run().code, Some(0));
        for command in ["show cd-bob", "status cd-bob", "status", "turn"] {
            let said = test.pbem("alice", command).ok().shown();
            assert!(!said.contains("not mailed") && !said.contains("Mailed"), "{said}");
        }
        test.pbem("alice", "undo cd-bob --not-mailed").ok();
        test.pbem("alice", "move cd-bob E7").ok();
        let said = test.pbem("alice", "status cd-bob").ok().out;
        assert!(said.contains("You haven't mailed turn 3 yet."), "{said}");
    }
}

#[test]
fn turn_also_sends_earlier_unsent_turns() {
    for command in ["turn", "turn cd-bob"] {
        let test = playing();
        test.pbem("alice", "receive").ok();
        test.pbem("alice", "move cd-bob F6").ok();
        test.pbem("alice", "config sendmail /no/such/program").ok();
        let before = letters(&test, "bob");
        let ran = test.pbem("alice", command).run();
        assert_eq!(ran.code, Some(5), "{}", ran.shown());
        assert!(ran.err.contains("turn 3 is signed, but not mailed: "), "{}", ran.err);
        assert!(ran.out.contains("Next: pbem send cd-bob"), "{}", ran.out);
        let post = test.path("alice", "post").display().to_string();
        test.pbem("alice", "config sendmail").arg(post).ok();
        let (code, json) = test.pbem("alice", command).json();
        assert_eq!((code, &json["turn"]), (Some(0), &Value::Null), "{json}");
        assert!(json["sent"].is_object(), "{json}");
        assert_eq!(letters(&test, "bob"), before + 1);
    }
}

/// A player who got the file by hand has no address here, which isn't an error of every `turn`.
#[test]
fn unmailable_turn_is_only_named() {
    let test = by_mail();
    test.pbem("alice", "new checkpoint-danger --with bob --random").ok();
    let said = test.pbem("alice", "turn").ok().out;
    let text = "You have no moves to make right now.\nYou haven't mailed turn 1 of cd-bob yet.\n";
    assert!(said.starts_with(text) && said.contains("Next: pbem send cd-bob"), "{said}");
    let said = test.pbem("alice", "turn cd-bob").refused(3).err;
    assert!(said.contains("you haven't mailed your turn 1 yet."), "{said}");
}

#[test]
fn watch_reports_news() {
    let test = playing();
    test.pbem("alice", "receive - --watch").refused(2);
    let mut watch = test.pbem("alice", "receive --watch --every 1 --json").command();
    let mut watch = watch.stdout(Stdio::piped()).spawn().expect("it starts");
    let mut lines = BufReader::new(watch.stdout.take().expect("its output")).lines();
    let line = lines.next().expect("a line").expect("text");
    let news: Value = serde_json::from_str(&line).expect("an object");
    assert_eq!((&news["schema"], &news["event"]), (&"pbem-news/1".into(), &"turn".into()));
    assert_eq!((&news["name"], &news["due"]), (&"cd-bob".into(), &"alice".into()));
    // Other commands can use the vault between two looks.
    test.pbem("alice", "move cd-bob F6").ok();
    // Damaged mail is reported too, once.
    let damaged = test.read("alice", "cd-bob.toml").replace("seat = \"bob\"", "seat = bob");
    test.write("alice", "downloads/broken.toml", &damaged);
    let line = lines.next().expect("a line").expect("text");
    let news: Value = serde_json::from_str(&line).expect("an object");
    assert_eq!((&news["event"], &news["turn"]), (&"aside".into(), &Value::Null), "{news}");
    watch.kill().expect("it runs");
    watch.wait().expect("it ends");
}

/// A setting may name a folder of another computer, for example after a restore.
#[test]
fn missing_folder_does_not_block_the_other_one() {
    let test = playing();
    for (gone, kept) in [("downloads-dir", "mail-dir"), ("mail-dir", "downloads-dir")] {
        let there = test.path("alice", "downloads").display().to_string();
        test.pbem("alice", "config").arg(kept).arg(there).ok();
        test.pbem("alice", "config").arg(gone).arg("/tmp/gone").ok();
        let ran = test.pbem("alice", "receive").run();
        assert_eq!(ran.code, Some(0), "{}", ran.shown());
        let why = format!("can't read /tmp/gone ({gone}): ");
        let next = format!("pbem config {gone} FOLDER  # choose another folder");
        assert!(ran.err.contains(&why) && ran.err.contains(&next), "{}", ran.err);
        assert!(ran.out.contains("YOUR TURN") || ran.out.contains("Nothing new"), "{}", ran.out);
        let ran = test.pbem("alice", "turn cd-bob").run();
        assert!(ran.err.contains(&why) && ran.err.contains(&next), "{}", ran.err);
        test.pbem("alice", "config").arg(kept).arg("/tmp/gone").ok();
        let ran = test.pbem("alice", "receive").fails(5).err;
        assert!(ran.contains("can't read ") && ran.contains("Next: pbem config "), "{ran}");
        test.pbem("alice", "config").arg(gone).arg("").ok();
    }
}

/// The last turn of a game arrives: verify it, or play again.
#[test]
fn received_end_of_a_game_suggests_a_rematch() {
    let test = until_alice_reveals();
    test.pbem("alice", "reveal cd-bob --send").ok();
    let ran = test.pbem("bob", "receive").ok().out;
    let next = ran.find("Next: pbem verify").expect("verify");
    assert!(ran[next..].contains("pbem rematch cd-alice"), "{ran}");
}

/// `pbem turn` has just read the mail, so only `pbem move` suggests to read it.
#[test]
fn turn_does_not_suggest_to_read_the_mail_again() {
    let test = playing();
    test.pbem("alice", "receive").ok();
    test.pbem("alice", "move cd-bob F6 --send").ok();
    let next = |words: &str| test.pbem("alice", words).json().1["next"].to_string();
    assert!(next("move cd-bob E5").contains("pbem receive"), "{}", next("move cd-bob E5"));
    assert!(!next("turn cd-bob").contains("pbem receive"), "{}", next("turn cd-bob"));
    assert!(next("turn cd-bob").contains("pbem send cd-bob --again"), "{}", next("turn cd-bob"));
}

/// The folder is typed relative to another working directory than the next command's.
#[test]
fn mail_folders_are_stored_with_their_whole_path() {
    let test = Test::new();
    fs::create_dir(test.path("alice", "post")).expect("a folder");
    let set = test.pbem("alice", "config mail-dir post").ok().out;
    assert!(!set.contains("doesn't exist"), "{set}");
    let stored = test.pbem("alice", "config mail-dir").json().1["settings"]["mail-dir"].clone();
    assert_eq!(stored, test.path("alice", "post").display().to_string());
    let set = test.pbem("alice", "config downloads-dir nowhere").ok().out;
    assert!(set.contains("This folder doesn't exist yet."), "{set}");
}

/// Bob has signed a rematch but not mailed it. Alice's invitation to the same rematch arrives:
/// mailing bob's own would start the game twice, so `pbem turn` leaves the choice to bob.
#[test]
fn unmailed_rematch_is_not_mailed_across_the_opponents_invitation() {
    let test = playing();
    test.pbem("alice", "turn cd-bob Fiji 6").ok();
    test.pbem("bob", "receive").ok();
    test.pbem("bob", "resign cd-alice --yes --send").ok();
    test.pbem("alice", "receive --answer --send").ok();
    test.pbem("bob", "receive --answer --send").ok();
    test.pbem("bob", "rematch cd-alice --random --no-send").ok();
    test.pbem("alice", "rematch cd-bob --random --send").ok();
    let before = letters(&test, "alice");
    let said = test.pbem("bob", "turn").ok().out;
    says(&said, &["alice has invited you to the same game", "pbem undo cd-alice-2"]);
    says(&said, &["pbem join "]);
    assert_eq!(letters(&test, "alice"), before);
    says(&test.pbem("bob", "status").ok().out, &["You have invited alice to the same game"]);
    // After joining alice's rematch, bob's own is still not mailed.
    let invited = &test.pbem("bob", "status").json().1["invitations"][0]["id"];
    let join = format!("join {} --random A1 --send", &invited.as_str().expect("an id")[..4]);
    assert_eq!(test.pbem("bob", &join).run().code, Some(0));
    let before = letters(&test, "alice");
    says(
        &test.pbem("bob", "turn").ok().out,
        &["You are already playing cd-alice-3", "pbem undo cd-alice-2"],
    );
    assert_eq!(letters(&test, "alice"), before);
    test.pbem("bob", "send cd-alice-2").ok();
    assert_eq!(letters(&test, "alice"), before + 1);
}

/// Alice mistyped bob's address for this game; the contact's new address replaces it.
#[test]
fn new_address_of_a_contact_replaces_the_one_typed_for_a_game() {
    let test = playing();
    test.pbem("alice", "turn cd-bob Fiji 6").ok();
    let to = || test.pbem("alice", "send cd-bob --again -o letter.eml").json().1["to"][0].clone();
    assert_eq!(to(), "bob@example.org");
    test.pbem("alice", "contact mail bob robert@example.org").ok();
    fs::remove_file(test.path("alice", "letter.eml")).expect("a draft");
    assert_eq!(to(), "robert@example.org");
}

#[test]
fn question_mark_lists_the_words_that_the_prompt_takes() {
    let test = playing();
    let keys = "?\rhint\rrules\rtry F6\rundo\rbackup\rmoves F6\rq\r";
    let said = typing(&test.pbem("alice", "turn"), "or a game's name): ", keys);
    let text: Vec<&str> = said.split_whitespace().collect();
    says(
        &text.join(" "),
        &[
            "hint what is still possible show the whole game try MOVE a preview of a move",
            "maps fit everything you know.",
            "Checkpoint: Danger! in short",
            "Moves Fiji 6",
            "Type q, then pbem undo cd-bob",
            "Type q, then pbem backup Your",
        ],
    );
    assert!(said.contains("this game has no pieces") && !said.contains("moves PIECE"), "{said}");
    assert!(said.contains("Nothing was written."), "{said}");
}

/// The board has 16 lines. Only older news is above them.
#[test]
fn prompt_shows_the_choices_in_24_lines() {
    let test = Test::new();
    test.pbem("alice", "new ea --as alice --against bot:easy --first alice --random").ok();
    let prompt = "or a game's name): ";
    let said = typing_at(&test.pbem("alice", "turn"), 24, prompt, "q\r");
    let shown: Vec<&str> = said.lines().take_while(|line| !line.contains(prompt)).collect();
    says(&shown.join("\n"), &["Since your last turn:", "Blue Hotel", "alice rolls", "You may:"]);
    let screen = shown.iter().skip_while(|line| !line.starts_with("Enemy Agent")).count();
    assert!((16..=22).contains(&screen), "{said}");
}

#[test]
fn guess_that_may_be_wrong_is_confirmed_at_the_prompt() {
    let test = Test::new();
    test.pbem("alice", "new spy --as alice --against bot:easy --first alice --random").ok();
    test.pbem("alice", "move 4F-8F").ok();
    let prompt = "or a game's name): ";
    let said = dialog(
        &test.pbem("alice", "turn"),
        &[(prompt, "guess 1A 1B 3B 3E 7E 7J 1J\r"), ("[y/N] ", "n\r"), (prompt, "q\r")],
    );
    says(&said, &["This guess can't be right", "Sign it? [y/N]", "Canceled. Nothing was written."]);
}
