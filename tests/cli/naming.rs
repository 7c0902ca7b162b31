//! Names of games, players and the vault, and the form of output.

use insta::assert_snapshot;

use crate::harness::Test;
use crate::newcomers::says;

#[test]
fn game_is_named_by_file_name_or_start_of_its_id() {
    let test = Test::with_checkpoint();
    let (_, table) = test.pbem("alice", "show game.toml").json();
    let id = table["id"].as_str().expect("an id").to_owned();
    for word in ["game.toml", "./game.toml", "cd-bob", &id, &id[..8], &id[..8].to_uppercase()] {
        let (code, shown) = test.pbem("alice", "show").arg(word).json();
        assert_eq!(
            (code, &shown["id"], &shown["you"]),
            (Some(0), &table["id"], &table["you"]),
            "{word}"
        );
    }
    // A path that exists takes precedence.
    test.write("alice", "cd-bob", "not a turn file");
    test.pbem("alice", "show cd-bob").refused(4);
    std::fs::remove_file(test.path("alice", "cd-bob")).expect("it was there");
    // A folder is not a game, so a folder of that name does no harm.
    std::fs::create_dir(test.path("alice", "cd-bob")).expect("a folder");
    test.pbem("alice", "show cd-bob").ok();
    assert_snapshot!(test.pbem("alice", "show cd-eve").refused(4).shown(), @r#"
    $ pbem show cd-eve
    pbem: you have no game or file named cd-eve
    Next: pbem status  # lists your games
    (exit code 4)
    "#);
    assert_snapshot!(test.pbem("nobody", "show cd-eve").refused(4).shown(), @r#"
    $ pbem show cd-eve
    pbem: you have no game or file named cd-eve
    Next: pbem status  # lists your games
    (exit code 4)
    "#);
    test.pbem("alice", "show abc").refused(4);
}

#[cfg(unix)]
#[test]
fn empty_name_keeps_the_other_answers() {
    use crate::asking::typing;

    let test = Test::new();
    let new = test.pbem("alice", "new spy --with bob --random");
    let said = typing(&new, "example alice): ", "\ralice\r");
    says(&said, &["Your player name", "Your player name", "New game spy-bob: Spy!"]);
    let said = typing(&test.pbem("carol", "new spy --with bob --random"), "alice): ", "\r\r");
    says(&said, &["what is your player name"]);
}

#[test]
fn ambiguous_name_lists_both_games() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "new checkpoint-danger --with bob --random").ok();
    assert!(test.path("alice", "cd-bob-2.toml").exists());
    let (_, first) = test.pbem("alice", "show cd-bob").json();
    let (_, second) = test.pbem("alice", "show cd-bob-2").json();
    assert_ne!(first["id"], second["id"]);
}

#[test]
fn named_game_is_written_to_its_file() {
    let test = Test::with_checkpoint();
    std::fs::create_dir(test.path("alice", "elsewhere")).expect("a folder");
    test.pbem("alice", "copy cd-bob elsewhere/mine.toml").ok();
    test.pbem("alice", "show game.toml").ok();
    test.pbem("alice", "move cd-bob Fiji 6").ok();
    assert!(test.read("alice", "elsewhere/mine.toml").contains("Fiji 6"));
}

#[test]
fn file_of_another_game_is_not_overwritten() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "show game.toml").ok();
    test.pbem("carol", "new checkpoint-danger game.toml --as carol --with alice --random").ok();
    test.mail("carol", "alice");
    let stranger = test.read("alice", "game.toml");
    let ran = test.pbem("alice", "move cd-bob Fiji 6").ok();
    assert_eq!(test.read("alice", "game.toml"), stranger);
    assert!(
        ran.out.contains("cd-bob.toml") && test.read("alice", "cd-bob.toml").contains("Fiji 6"),
        "{}",
        ran.out
    );
}

#[test]
fn words_are_read_in_the_ways_people_type() {
    let typed = [
        "Fiji 6",
        "fiji-6",
        "F6",
        "f 6",
        "\u{201c}Fiji\u{a0}6\u{201d}",
        "Fiji \u{2013} 6",
        "FIJI,6",
    ];
    for typed in typed {
        let test = Test::with_checkpoint();
        let (code, turn) = test.pbem("alice", "move game.toml").arg(typed).json();
        assert_eq!((code, &turn["move"]), (Some(0), &serde_json::json!(["Fiji 6"])), "{typed}");
    }
    for words in [&["danger", "D4"][..], &["Checkpoint", "Danger,", "Desert", "4"], &["danger d-4"]]
    {
        let test = Test::with_checkpoint();
        let call =
            words.iter().fold(test.pbem("alice", "move game.toml"), |call, word| call.arg(*word));
        assert_eq!(
            call.json().1["move"],
            serde_json::json!(["Checkpoint Danger, Desert 4"]),
            "{words:?}"
        );
    }
}

#[test]
fn file_is_read_in_the_forms_of_editors_and_mailers() {
    let test = Test::with_checkpoint();
    let sound = test.read("alice", "game.toml");
    let utf_16: Vec<u8> =
        std::iter::once(0xfeff).chain(sound.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    test.write("alice", "utf-16.toml", utf_16);
    test.write("alice", "crlf.toml", sound.replace('\n', "\r\n"));
    test.write("alice", "mark.toml", format!("\u{feff}{sound}"));
    test.write("alice", "mail.txt", format!("Dear alice,\n\n{sound}\nyours,\nbob\n"));
    for file in ["utf-16.toml", "crlf.toml", "mark.toml", "mail.txt"] {
        assert_eq!(test.pbem("alice", "show").arg(file).json().1["turns"], 2, "{file}");
    }
    // The new file is plain UTF-8 again.
    test.pbem("alice", "move utf-16.toml Fiji 6").ok();
    assert!(test.read("alice", "utf-16.toml").is_ascii());
}

#[test]
fn join_chooses_or_asks_for_the_seat() {
    let test = Test::new();
    test.pbem("alice", "new game-box game.toml --as alice --with bob,carol --random").ok();
    test.mail("alice", "bob");
    // A new player who has a choice must give a name, which is then remembered.
    assert_snapshot!(test.pbem("bob", "join game.toml A1").refused(2).shown(), @r#"
    $ pbem join game.toml A1
    pbem: who are you? Open seats: bob (joins next) and carol. Nothing was written.
    Next: pbem join game.toml --as bob  # if you are bob
          pbem join game.toml --as carol  # if you are carol (joins after bob)
    (exit code 2)
    "#);
    test.pbem("bob", "join game.toml A1 --as bob").ok();
    test.pbem("alice", "new checkpoint-danger duel.toml --with bob --random").ok();
    test.send("alice", "duel.toml", "bob", "duel.toml");
    assert_eq!(test.pbem("bob", "join duel.toml --random").json().1["seat"], "bob");
    // A player with another name says so.
    test.pbem("dave", "config name dave").ok();
    test.pbem("alice", "new checkpoint-danger third.toml --with erin --random").ok();
    test.send("alice", "third.toml", "dave", "third.toml");
    assert_snapshot!(test.pbem("dave", "join third.toml --random").refused(2).shown(), @r#"
    $ pbem join third.toml --random
    pbem: your name is dave, but dave is not playing in this game (alice and erin).
      Nothing was written.
    Next: pbem join third.toml --as erin  # if you are erin
    (exit code 2)
    "#);
    test.pbem("dave", "join third.toml --random --as erin").ok();
    test.pbem("dave", "join third.toml --random --as erin").refused(3);
}

#[test]
fn dash_is_standard_input_and_output() {
    let test = Test::new();
    let ran = test
        .pbem("alice", "new checkpoint-danger - --as alice --with bob --setup")
        .arg("B8 D4 E2 G6")
        .run();
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
    assert!(
        ran.out.starts_with("# pbem turn file") && ran.err.contains("New game cd-bob"),
        "{}",
        ran.shown()
    );
    let join = test.pbem("bob", "join - --setup").arg("B2 C7 F1 F3");
    let joined = join.input(ran.out).run();
    assert_eq!(joined.code, Some(0), "{}", joined.shown());
    let mail = format!(
        "Dear alice,\r\nhere it is.\r\n\r\n{}\r\n-- \r\nbob\r\n",
        joined.out.replace('\n', "\r\n")
    );
    let moved = test.pbem("alice", "move - Fiji 6").input(mail).run();
    assert_eq!(moved.code, Some(0), "{}", moved.shown());
    assert!(moved.out.contains("move = [\n  \"Fiji 6\",\n]"));
    let (code, turn) = test.pbem("bob", "move - A1").input(moved.out).json();
    assert_eq!(code, Some(0));
    assert!(
        turn["text"].as_str().is_some_and(|text| text.starts_with("# pbem turn file")),
        "{turn}"
    );
    assert!(!test.path("alice", "-").exists());
    let form = test.pbem("alice", "form checkpoint-danger -").ok();
    let by_form = test
        .pbem("carol", "new checkpoint-danger game.toml --as carol --with dave --setup-file -")
        .input("B8 D4 E2 G6")
        .ok();
    assert!(!form.out.is_empty() && by_form.out.contains("Bering 8"));
    test.pbem("dave", "join - --setup-file -").refused(2);
}

#[test]
fn player_of_two_seats_has_one_name() {
    let test = Test::with_checkpoint();
    assert_snapshot!(test.pbem("alice", "move game.toml Fiji 6 --as bob").refused(3).shown(), @r"
    $ pbem move game.toml Fiji 6 --as bob
    pbem: bob doesn't use this vault in this game.
    Next: pbem show cd-bob --public
    (exit code 3)
    ");
    assert_snapshot!(test.pbem("alice", "move game.toml Fiji 6 --as carol").refused(2).shown(), @r#"
    $ pbem move game.toml Fiji 6 --as carol
    pbem: carol is not playing in this game. The players are alice and bob
    (exit code 2)
    "#);
    assert_snapshot!(test.pbem("carol", "move ../alice/game.toml Fiji 6").refused(3).shown(), @r"
    $ pbem move ../alice/game.toml Fiji 6
    pbem: no player in this game uses this vault.
    Next: pbem show ../alice/game.toml --public
    (exit code 3)
    ");
    // Without a seat, the output is public.
    let public = test.pbem("alice", "show game.toml --public").ok();
    let carol = test.pbem("carol", "show ../alice/game.toml").ok();
    assert!(!public.out.contains(" A  ") || !public.out.contains("YOUR MAP"), "{}", public.out);
    assert_eq!(
        public.out.lines().skip(1).collect::<Vec<_>>(),
        carol.out.lines().skip(1).collect::<Vec<_>>()
    );
}

#[test]
fn vault_is_found_where_the_options_say() {
    let test = Test::new();
    let new = "new checkpoint-danger --as alice --with bob --random";
    test.pbem("alice", new).arg("--home").arg("here").ok();
    assert!(
        test.path("alice", "here/vault.toml").exists() && !test.path("alice", "vault").exists()
    );
    test.pbem("alice", new).arg("two.toml").ok();
    assert!(test.path("alice", "vault/vault.toml").exists());
    let home = test.folder("alice").display().to_string();
    test.pbem("alice", new).arg("three.toml").without("PBEM_HOME").env("HOME", home).ok();
    assert!(test.path("alice", ".local/share/pbem/vault.toml").exists());
}

#[test]
fn ascii_is_used_on_request_or_by_necessity() {
    let test = Test::with_checkpoint();
    let unicode = test.pbem("alice", "show game.toml").ok();
    assert!(!unicode.out.is_ascii());
    let asked = test.pbem("alice", "show game.toml --ascii").ok();
    assert_snapshot!(asked.shown(), @r#"
    $ pbem show game.toml --ascii
    Checkpoint: Danger!    cd-bob (game.toml)    turn 2    YOUR MOVE, 27 days left

                 YOUR MAP                              BOB: what you know
         1  2  3  4  5  6  7  8  9                  1  2  3  4  5  6  7  8  9
       +---------------------------+              +---------------------------+
       | .  .  .  .  .  .  .  .  . | A Arctic   A | .  .  .  .  .  .  .  .  . |
       | .  .  .  .  .  .  .  A  . | B Bering   B | .  .  .  .  .  .  .  a  . |
       | .  .  .  .  .  .  .  .  . | C Canadian C | .  .  .  .  .  .  .  .  . |
       | .  .  .  A  .  .  .  .  . | D Desert   D | .  .  .  a  .  .  .  .  . |
       | .  A  .  .  .  .  .  .  . | E Equator  E | .  a  .  .  .  .  .  .  . |
       | .  .  .  .  .  .  .  .  . | F Fiji     F | .  .  .  .  .  .  .  .  . |
       | .  .  .  .  .  A  .  .  . | G Glacier  G | .  .  .  .  .  a  .  .  . |
       +---------------------------+              +---------------------------+
        A  agent     [A] found by opponent      2  answer 2   [A] found by you
       (3) your opponent's call, answer 3       x  ruled out by a 0   X  by you
        ?  not answered yet    !  Danger call   p  called by opponent: no agent
                                                a  your own agent: say danger

    Found:  by you 0 of 4, by bob 0 of 4

    Since your last turn:  bob joins
                           bob has hidden four agents (turn 2, 30 minutes ago)
    Your turn reveals:     alice begins
    You may:               call a square, or several: "F6; C3" calls C3 after a HIT
                           write "danger" before a square that holds your own agent
    Deadline:              18 Dec, 12:00 UTC (27 days left)
    Hints:                 allowed
    Next: pbem move cd-bob "Fiji 5"  # an agent may be there
    "#);
    for (name, value) in [("TERM", "dumb"), ("LC_ALL", "C")] {
        assert_eq!(
            test.pbem("alice", "show game.toml").env(name, value).ok().out,
            asked.out,
            "{name}={value}"
        );
    }
    assert!(test.pbem("alice", "show nothing --ascii").refused(4).err.is_ascii());
    assert_eq!(test.pbem("alice", "show game.toml").env("NO_COLOR", "1").ok().out, unicode.out);
    assert!(!unicode.out.contains('\u{1b}'));
}

#[test]
fn json_is_one_object_also_for_errors() {
    let test = Test::with_checkpoint();
    let calls = [
        ("alice", "", 0, "pbem-inbox/1"),
        ("alice", "status game.toml", 0, "pbem-inbox/1"),
        ("alice", "show game.toml", 0, "pbem-table/1"),
        ("alice", "log game.toml", 0, "pbem-log/1"),
        ("alice", "mark game.toml", 0, "pbem-marks/1"),
        ("alice", "rules", 0, "pbem-rules/1"),
        ("alice", "rules checkpoint-danger", 0, "pbem-rules/1"),
        ("alice", "whoami", 0, "pbem-whoami/1"),
        ("alice", "contact list", 0, "pbem-contacts/1"),
        ("alice", "config", 0, "pbem-config/1"),
        ("alice", "help", 0, "pbem-help/1"),
        ("alice", "--version", 0, "pbem-help/1"),
        ("alice", "form checkpoint-danger -", 0, "pbem-text/1"),
        ("alice", "copy cd-bob -", 0, "pbem-copy/1"),
        ("alice", "undo game.toml", 3, "pbem-error/1"),
        ("alice", "move game.toml Z9", 3, "pbem-error/1"),
        ("alice", "move game.toml Fiji 6 --try", 0, "pbem-turn/1"),
        ("alice", "move game.toml Fiji 6", 0, "pbem-turn/1"),
        ("alice", "move game.toml Fiji 6", 3, "pbem-error/1"),
        ("alice", "claim game.toml", 3, "pbem-error/1"),
        ("alice", "offer game.toml", 0, "pbem-offer/1"),
        ("alice", "verify game.toml", 3, "pbem-verdict/3"),
        ("alice", "verify game.toml game.toml", 3, "pbem-verdict/3"),
        ("alice", "verify nothing.toml", 4, "pbem-error/1"),
        ("alice", "shuffle", 2, "pbem-error/1"),
        ("alice", "move", 3, "pbem-error/1"),
        ("alice", "copy cd-bob new.toml", 0, "pbem-copy/1"),
        ("alice", "backup b.pbem-backup", 0, "pbem-backup/1"),
        ("alice", "undo game.toml --not-mailed", 0, "pbem-undo/1"),
        ("carol", "restore ../alice/b.pbem-backup", 0, "pbem-restore/1"),
        ("dave", "join ../alice/game.toml", 3, "pbem-error/1"),
        ("erin", "new checkpoint-danger --as erin --with alice --random", 0, "pbem-turn/1"),
        ("alice", "join ../erin/cd-alice.toml", 0, "pbem-invitation/1"),
    ];
    for (who, words, code, schema) in calls {
        let (exit, object) = test.pbem(who, words).json();
        assert_eq!(
            (exit, object["schema"].as_str()),
            (Some(code), Some(schema)),
            "{words}: {object}"
        );
        if schema == "pbem-error/1" {
            assert_eq!(object["exit"], code, "{words}");
            assert!(
                object["message"].is_string()
                    && object["kind"].is_string()
                    && object["next"].is_array(),
                "{object}"
            );
        }
    }
}

#[test]
fn json_of_status_and_turn_has_the_documented_keys() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    test.mail("alice", "bob");
    let (_, table) = test.pbem("bob", "show game.toml").json();
    for key in [
        "schema",
        "game",
        "id",
        "name",
        "turns",
        "seats",
        "you",
        "to_act",
        "expects",
        "pending",
        "your_answer",
        "news",
        "deadline",
        "dice",
        "public",
        "mine",
    ] {
        assert!(table.get(key).is_some(), "{key}");
    }
    assert_eq!(
        (table["turns"].as_u64(), table["expects"].as_str(), table["to_act"][0].as_str()),
        (Some(3), Some("move"), Some("bob"))
    );
    assert_eq!(table["your_answer"][0]["answer"], "2");
    let (_, turn) = test.pbem("bob", "move game.toml A1").json();
    for key in [
        "schema", "file", "id", "number", "seat", "answer", "move", "dropped", "mail_to", "cc",
        "over",
    ] {
        assert!(turn.get(key).is_some(), "{key}");
    }
    assert_eq!(
        (&turn["answer"][0], &turn["mail_to"][0], &turn["over"]),
        (&"2".into(), &"alice".into(), &false.into())
    );
    let (_, public) = test.pbem("bob", "show game.toml --public").json();
    assert_eq!(
        (&public["you"], &public["mine"], &public["your_answer"]),
        (&().into(), &().into(), &().into())
    );
}

/// If only one game is running, no command needs its name.
#[test]
fn command_without_a_game_takes_the_only_one() {
    let test = Test::new();
    says(&test.pbem("alice", "move E5").refused(3).err, &["no game in progress", "pbem new"]);
    test.pbem("alice", "new cd --as alice --against bot:easy --random").ok();
    let named = |words: &str| {
        let (code, json) = test.pbem("alice", words).json();
        assert_eq!(code, Some(0), "{words}: {json}");
        assert_eq!(json["name"].as_str().or(json["game"].as_str()), Some("cd-bot"), "{words}");
    };
    let turns = || test.pbem("alice", "show").json().1["turns"].as_u64();
    let before = turns();
    for words in ["move A1 --try", "move Arctic 1", "turn A3", "mark x C4", "mark", "turn A 7"] {
        named(words);
    }
    assert!(turns() > before);
    for words in ["show", "show --hint", "log", "copy backup.toml", "resign --yes"] {
        test.pbem("alice", words).ok();
    }
    for words in ["verify", "share", "replay -o page.html", "show", "rematch --random"] {
        test.pbem("alice", words).ok();
    }
    assert!(test.path("alice", "backup.toml").exists());
    // The rematch is the only running game, so a move goes there.
    let said = test.pbem("alice", "move E5").ok().out;
    says(&said, &["Game cd-bot-2"]);
    test.pbem("alice", "offer draw").ok();
    test.pbem("alice", "offer --cancel").ok();
}

#[test]
fn form_without_a_game_means_the_only_invitation() {
    let test = Test::new();
    says(&test.pbem("bob", "form").refused(3).err, &["no invitation is waiting", "pbem form KIND"]);
    test.pbem("alice", "new esp game.toml --as alice --with bob --random --set size=small").ok();
    test.pbem("alice", "new cd danger.toml --with bob --random").ok();
    test.mail("alice", "bob");
    test.pbem("bob", "receive game.toml").ok();
    says(&test.pbem("bob", "form").ok().out, &["Wrote espionage-setup.txt"]);
    says(&test.pbem("bob", "form").ok().out, &["Wrote espionage-setup-2.txt"]);
    says(&test.pbem("bob", "form army.txt").ok().out, &["Wrote army.txt"]);
    let form = test.pbem("bob", "form game.toml -").ok().out;
    assert_eq!(test.read("bob", "army.txt"), form);
    // The small board is a house rule of this game.
    assert_ne!(test.pbem("bob", "form espionage -").ok().out, form);
    // A typo doesn't become a file name.
    says(&test.pbem("bob", "form espoinage").refused(2).err, &["did you mean espionage?"]);
    test.send("alice", "danger.toml", "bob", "danger.toml");
    test.pbem("bob", "receive danger.toml").ok();
    says(&test.pbem("bob", "form other.txt").refused(2).err, &["which game?", "pbem form "]);
    assert!(!test.path("bob", "other.txt").exists());
}

/// With several running games a move goes to the only game in which it is your move; if there are
/// several, pbem lists them.
#[test]
fn move_without_a_game_goes_to_the_only_due_one() {
    let test = Test::new();
    test.pbem("alice", "new spy --as alice --with bob --random").ok();
    test.pbem("alice", "new cd --against bot:easy --random").ok();
    says(&test.pbem("alice", "move E5").ok().out, &["Game cd-bot", "Moved Equator 5"]);
    let said = test.pbem("alice", "undo --not-mailed").refused(2).err;
    says(&said, &["name the game, to be safe.", "pbem undo spy-bob --not-mailed"]);
    test.pbem("alice", "new cd --against bot:easy --random").ok();
    for command in ["move", "turn"] {
        let said = test.pbem("alice", &format!("{command} Fiji 6")).refused(2).err;
        says(&said, &["It could be cd-bot or cd-bot-2."]);
        says(&said, &[&format!("pbem {command} cd-bot \"Fiji 6\"")]);
    }
}

#[test]
fn only_games_in_which_the_command_can_work_are_suggested() {
    let test = Test::new();
    test.pbem("alice", "new spy --as alice --with bob --random").ok();
    test.pbem("alice", "new cd --with bob --random").ok();
    for command in ["move", "turn"] {
        let said = test.pbem("alice", &format!("{command} 4C")).refused(3).err;
        says(&said, &["no game is waiting for your move", "pbem status", "pbem receive"]);
    }
    let said = test.pbem("alice", "send --done").refused(2).err;
    says(&said, &["pbem send cd-bob --done", "pbem send spy-bob --done"]);
    let said = test.pbem("alice", "send --to bob=bob@example.org").refused(2).err;
    says(&said, &["pbem send spy-bob --to bob=bob@example.org"]);
    test.pbem("alice", "send cd-bob --done").ok();
    let said = test.pbem("alice", "undo").refused(2).err;
    says(
        &said,
        &[
            "name the game, to be safe. This command would work only in spy-bob.",
            "Next: pbem undo spy-bob",
        ],
    );
    // There is only one turn to mail.
    says(&test.pbem("alice", "send --done").ok().out, &["spy-bob"]);
    let said = test.pbem("alice", "send").refused(3).err;
    says(&said, &["you have mailed", "pbem send cd-bob --again", "pbem send spy-bob --again"]);
    let said = test.pbem("alice", "send --done").refused(3).err;
    assert!(said.contains("mail it again") && !said.contains("--done"), "{said}");
    let said = test.pbem("alice", "undo").refused(3).err;
    says(&said, &["there is no turn that you can take back"]);
}

#[test]
fn wrong_word_suggests_the_likely_one() {
    let test = Test::new();
    test.pbem("alice", "new cd --as alice --against bot:easy --random").ok();
    for (words, code, text) in [
        (
            "shwo cd-bot",
            2,
            &["there is no command `shwo`; did you mean `show`?", "pbem show cd-bot"][..],
        ),
        ("stauts", 2, &["did you mean `status`?"]),
        ("help mvoe", 2, &["did you mean `move`?"]),
        ("show cd-bto", 4, &["no game or file named cd-bto; did you mean cd-bot?"]),
        ("move cd-bto E5", 4, &["did you mean cd-bot?"]),
        ("move cd-bto.toml E5", 4, &["did you mean cd-bot?"]),
        ("show cd", 4, &["did you mean cd-bot?"]),
        ("turn cd E5", 4, &["did you mean cd-bot?"]),
        ("show E5", 4, &["pbem move E5"]),
        ("E5", 2, &["pbem move E5"]),
        ("cd-bot", 2, &["one of your games", "pbem show cd-bot"]),
        ("cd-bot E5", 2, &["pbem move cd-bot E5"]),
        ("spy", 2, &["pbem learn spy", "pbem new spy"]),
        ("rules espoinage", 2, &["did you mean espionage?"]),
        ("new chekpoint-danger --with bob", 2, &["did you mean checkpoint-danger?"]),
        ("new chekpoint --with bob", 2, &["did you mean checkpoint-danger?"]),
        ("new enmy --with bob", 2, &["did you mean enemy-agent?"]),
    ] {
        says(&test.pbem("alice", words).refused(code).err, text);
    }
    // A first move joins the game.
    test.pbem("carol", "new box game.toml --as carol --with bob --with dave --random").ok();
    test.mail("carol", "bob");
    test.pbem("bob", "receive game.toml").ok();
    let said = test.pbem("bob", "join B5").refused(4).err;
    let joins = said.split("pbem join ").nth(1).and_then(|rest| rest.lines().next());
    let joins = format!("join {} --as bob", joins.expect("a command"));
    test.pbem("bob", &joins).ok();
    // A move with an invalid square is still a move.
    says(&test.pbem("alice", "move Z9").refused(3).err, &["Z9"]);
}

/// The words of a game's name mean the game, with or without its punctuation.
#[test]
fn words_of_a_game_name_are_read_as_the_game() {
    let test = Test::new();
    for (words, title) in [
        ("rules checkpoint danger", "Checkpoint: Danger!"),
        ("rules Checkpoint: DANGER!", "Checkpoint: Danger!"),
        ("rules spy!", "Spy!"),
        ("rules Enemy Agent --all", "Enemy Agent"),
        ("demo game box --fast", "Game Box"),
    ] {
        let said = test.pbem("alice", words).ok().out;
        assert!(said.contains(title), "{words}: {said}");
    }
    let new = "--as alice new checkpoint danger --with bob --random";
    test.pbem("alice", new).ok();
    assert!(test.path("alice", "cd-bob.toml").exists());
    test.pbem("alice", "new Enemy Agent box.toml --with bob --random").ok();
    assert!(test.path("alice", "box.toml").exists());
    let said = test.pbem("alice", "learn game box").input("quit\n").run().out;
    assert!(said.contains("New game box-bot: Game Box"), "{said}");
    // A file may have a name that begins like a game's name.
    test.pbem("alice", "new spy agent --with bob --random").ok();
    assert!(test.path("alice", "agent").exists());
}
