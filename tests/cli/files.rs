//! Files, folders and settings at their limits: a busy vault, a missing folder, a full disk.

#![cfg(unix)]

use std::fs::{self, File};
use std::os::unix::fs::symlink;

use crate::harness::Test;

#[test]
fn readers_do_not_wait_for_a_busy_vault() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "show game.toml").ok();
    let lock = File::open(test.path("alice", "vault/lock")).expect("a lock");
    lock.lock().expect("no one holds it");
    for words in [
        "status",
        "status --line",
        "show game.toml",
        "show game.toml --public",
        "log cd-bob",
        "whoami",
        "record",
    ] {
        test.pbem("alice", words).ok();
    }
    let verify = test.pbem("alice", "verify game.toml").run();
    assert_eq!((verify.code, verify.err.as_str()), (Some(3), ""), "{}", verify.shown());
    // A turn needs the lock of the vault.
    test.pbem("alice", "move game.toml Fiji 6").fails(5);
    drop(lock);
    test.pbem("alice", "move game.toml Fiji 6").ok();
}

#[test]
fn status_names_game_in_which_bot_did_not_answer() {
    let test = Test::new();
    let new = "new checkpoint-danger --as alice --against bot:easy --random";
    let killed = test.pbem("alice", new).env("PBEM_FAULT", "turn.rename").run();
    assert_eq!(killed.code, None, "{}", killed.shown());
    for words in ["status", "status cd-bot"] {
        let said = test.pbem("alice", words).ok().out;
        assert!(said.contains("Next: pbem turn cd-bot"), "{said}");
        assert!(!said.contains("--again"), "{said}");
    }
    let said = test.pbem("alice", "remind cd-bot").refused(3).shown();
    assert!(!said.contains("send"), "{said}");
    let said = test.pbem("alice", "copy cd-bot copy.toml").ok().out;
    assert!(!said.contains("mail"), "{said}");
    let (_, inbox) = test.pbem("alice", "status").json();
    assert_eq!(inbox["games"][0]["your_turn"], false, "it is the bot that has to answer");
    test.pbem("alice", "turn --no-receive").ok();
    assert!(test.pbem("alice", "status").ok().out.contains("YOUR MOVE"));
}

#[test]
fn decline_keeps_the_file_if_its_folder_is_missing() {
    let test = Test::new();
    test.pbem("alice", "new spy g.toml --as alice --with bob --random").ok();
    test.send("alice", "g.toml", "bob", "g.toml");
    test.pbem("bob", "decline g.toml").refused(3);
    fs::create_dir(test.path("bob", "games")).expect("a folder");
    test.pbem("bob", "config games-dir games").ok();
    test.pbem("bob", "decline g.toml").ok();
    assert!(!test.path("bob", "g.toml").exists());
    assert_eq!(fs::read_dir(test.path("bob", "games/aside")).expect("a folder").count(), 1);
}

#[test]
fn recovery_words_can_be_pasted_with_their_numbers() {
    let test = Test::with_checkpoint();
    let printed = test.pbem("bob", "words").ok().out;
    let printed: Vec<&str> = printed.lines().take(3).collect();
    test.pbem("laptop", "restore --words").input(printed.join("\n") + "\n").ok();
    let key = |who| test.pbem(who, "whoami").json().1["key"].clone();
    assert_eq!(key("laptop"), key("bob"));
}

#[test]
fn generate_reports_a_full_disk() {
    let test = Test::new();
    fs::create_dir_all(test.path("packer", "share/completions")).expect("a folder");
    symlink("/dev/full", test.path("packer", "share/completions/pbem.bash")).expect("a link");
    let ran = test.pbem("packer", "generate share").fails(5);
    assert!(ran.err.contains("can't write into"), "{}", ran.err);
}

#[test]
fn config_refuses_useless_values() {
    let test = Test::with_checkpoint();
    let set = |key: &str, value: String| {
        test.pbem("alice", "config").arg(key).arg(value).refused(2);
    };
    let vault = test.path("alice", "vault").to_string_lossy().into_owned();
    set("games-dir", vault.clone());
    set("games-dir", format!("{vault}/games"));
    set("games-dir", "a\nb".to_owned());
    set("sendmail", "  ".to_owned());
    set("mail", "|/bin/sh@example.org".to_owned());
    for address in ["|/bin/sh@example.org", "/etc/passwd@example.org"] {
        test.pbem("alice", "send game.toml --to").arg(format!("bob={address}")).fails(2);
    }
}

#[test]
fn damaged_settings_can_be_deleted() {
    let test = Test::with_checkpoint();
    test.write("alice", "vault/config.toml", "version = 1\n[settings\n");
    let ran = test.pbem("alice", "status").fails(5);
    assert!(ran.err.contains("delete the file"), "{}", ran.err);
}

#[test]
fn status_does_not_say_over_if_a_record_is_damaged() {
    let test = Test::with_checkpoint();
    let games = fs::read_dir(test.path("alice", "vault/games")).expect("a folder");
    for record in games {
        fs::write(record.expect("an entry").path(), "version = ").expect("it can be written");
    }
    let ran = test.pbem("alice", "status").run();
    assert!(!ran.out.contains("over") && ran.err.contains("damaged"), "{}", ran.shown());
    // A new game gets another name, in case the record comes back.
    test.pbem("alice", "new checkpoint-danger n.toml --with bob --random").run();
    let said = test.pbem("alice", "status").run().out;
    assert!(said.contains("cd-bob-2") && !said.contains("no moves"), "{said}");
    let (_, inbox) = test.pbem("alice", "status").json();
    assert_eq!(inbox["games"][0]["name"], "cd-bob-2", "{inbox}");
}

/// The vault has a game, but pbem can't read its record.
#[test]
fn command_without_a_game_names_the_unreadable_record() {
    let test = Test::with_checkpoint();
    let games = fs::read_dir(test.path("bob", "vault/games")).expect("a folder");
    let record = games.map(|entry| entry.expect("an entry").path()).next().expect("a record");
    let whole = fs::read_to_string(&record).expect("a text");
    for text in [Some("version = "), whole.get(..whole.len() - 30), None] {
        match text {
            Some(text) => fs::write(&record, text).expect("it can be written"),
            None => fs::remove_file(&record).expect("it can be removed"),
        }
        let (_, inbox) = test.pbem("bob", "status").json();
        let [why, next] = ["why", "next"].map(|field| inbox["unreadable"][0][field].clone());
        let why = why.as_str().expect("a reason");
        for command in [
            "show",
            "log",
            "undo",
            "send",
            "claim",
            "copy",
            "rematch",
            "verify",
            "move A1",
            "turn A1 --no-receive",
            "resign",
        ] {
            let (code, error) = test.pbem("bob", command).json();
            let message = error["message"].as_str().unwrap_or_default();
            assert!(message.ends_with(why), "{command}: {error}");
            assert_eq!((code, &error["next"][0]), (Some(5), &next), "{command}");
        }
        let ran = test.pbem("bob", "turn --no-receive").run();
        assert!(ran.code == Some(0) && !ran.out.contains("no moves"), "{}", ran.shown());
        let warning = ran.err.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(warning.contains(why), "{}", ran.shown());
    }
}

/// One game's record is damaged in its first line or in its last, or gone; nothing else is touched.
#[test]
fn status_lists_other_games_and_names_the_unreadable_one() {
    let test = Test::with_checkpoint();
    test.pbem("bob", "new spy other.toml --with carol --random").ok();
    let (_, before) = test.pbem("bob", "status").json();
    assert_eq!(before["unreadable"], serde_json::json!([]), "{before}");
    let game = before["games"].as_array().expect("games").iter();
    let game = game.clone().find(|game| game["name"] == "cd-alice").expect("the game").clone();
    let id = game["id"].as_str().expect("an id").to_owned();
    let folder = fs::read_dir(test.path("bob", "vault/games")).expect("a folder");
    let mut paths = folder.map(|entry| entry.expect("an entry").path());
    let is_it = |path: &std::path::PathBuf| path.display().to_string().contains(&id);
    let record = paths.find(is_it).expect("a record");
    let whole = fs::read_to_string(&record).expect("a text");
    let cut = whole.get(..whole.len() - 30).expect("a long text").to_owned();
    for (text, name, state) in [
        (Some(whole.replace("version", "versoin")), "cd-alice", "damaged"),
        (Some(cut), "cd-alice", "damaged"),
        (None, &id[..4], "lost"),
    ] {
        match text {
            Some(text) => fs::write(&record, text).expect("it can be written"),
            None => fs::remove_file(&record).expect("it can be removed"),
        }
        let vault = test.everything("bob");
        let ran = test.pbem("bob", "status").run();
        assert!(ran.err.contains(&format!("{name}:")), "{}", ran.shown());
        let (code, inbox) = test.pbem("bob", "status").json();
        let listed: Vec<&str> = inbox["games"]
            .as_array()
            .expect("games")
            .iter()
            .map(|game| game["name"].as_str().expect("a name"))
            .collect();
        assert_eq!((code, listed), (Some(0), vec!["spy-carol"]), "{inbox}");
        let unreadable = inbox["unreadable"].as_array().expect("a list");
        assert_eq!(unreadable.len(), 1, "{inbox}");
        assert_eq!(
            (&unreadable[0]["name"], &unreadable[0]["state"]),
            (&name.into(), &state.into())
        );
        assert!(unreadable[0]["next"].is_string(), "{inbox}");
        assert!(test.everything("bob") == vault, "status changed a file");
    }
}

/// Bob's record of a game is damaged. Mail for this game stays where it is, and mail for the other
/// games is received.
#[test]
fn damaged_record_blocks_no_other_game() {
    let test = Test::with_checkpoint();
    let (_, shown) = test.pbem("bob", "show game.toml").json();
    let record = format!("vault/games/{}.bob.toml", shown["id"].as_str().expect("an id"));
    let whole = test.read("bob", &record);
    test.pbem("alice", "move game.toml Fiji 6").ok();
    test.pbem("alice", "new spy other.toml --with bob --random").ok();
    test.pbem("bob", "config games-dir games").ok();
    test.pbem("bob", "config mail-dir mail").ok();
    fs::create_dir(test.path("bob", "mail")).expect("a folder");
    test.send("alice", "game.toml", "bob", "mail/game.toml");
    test.send("alice", "other.toml", "bob", "mail/other.toml");
    let not_text = vec![0xff; 100];
    for damage in [whole.replace("version", "versoin").into_bytes(), not_text] {
        test.write("bob", &record, damage);
        let ran = test.pbem("bob", "status").run();
        assert_eq!(ran.code, Some(0), "{}", ran.shown());
        assert!(ran.out.contains("an invitation from alice"), "{}", ran.shown());
        let (code, received) = test.pbem("bob", "receive").json();
        let games = received["games"].as_array().expect("a list");
        let names: Vec<_> = games.iter().filter_map(|game| game["game"].as_str()).collect();
        assert_eq!((code, names), (Some(5), vec!["spy"]), "{received}");
        fs::remove_dir_all(test.path("bob", "games")).expect("a folder");
        let ran = test.pbem("bob", "receive mail/game.toml").run();
        assert_eq!((ran.code, ran.out.as_str()), (Some(5), ""), "{}", ran.shown());
        assert!(ran.err.contains("is damaged") && ran.err.contains("Restore a good copy"));
    }
    test.write("bob", &record, whole);
    let (_, received) = test.pbem("bob", "receive").json();
    assert_eq!(received["games"].as_array().map(Vec::len), Some(2), "{received}");
}

#[test]
fn contact_and_exit_codes_are_described_for_scripts() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "show game.toml").ok();
    test.pbem("alice", "contact show bob").ok();
    let (_, bob) = test.pbem("alice", "contact show bob").json();
    assert_eq!(bob["schema"], "pbem-contact/1");
    assert!(test.pbem("alice", "help exit-codes").ok().out.contains("that occurs: 1, 5, 4"));
}
