//! Wrong spellings of commands: pbem says what to type.

use crate::harness::Test;
use crate::newcomers::says;

#[test]
fn undo_names_the_drafts_of_the_undone_turn() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    let said = test.pbem("alice", "undo cd-bob --not-mailed").ok().out;
    assert!(!said.contains("Draft"), "{said}");
    test.pbem("alice", "move game.toml Fiji 6").ok();
    for _ in 0..2 {
        test.pbem("alice", "send cd-bob").run();
    }
    let said = test.pbem("alice", "undo cd-bob --not-mailed").ok().out;
    says(&said, &["Draft cd-bob-turn3.eml delete it", "Draft cd-bob-turn3-2.eml delete it"]);
    assert!(test.path("alice", "cd-bob-turn3.eml").exists());
}

#[test]
fn unknown_option_lists_the_known_ones() {
    let test = Test::new();
    for (words, text) in [
        ("move cd-bob --any", &["pbem move has no --any. It has ", "--try", "pbem help move"][..]),
        ("rematch cd-bob --try", &["pbem rematch has no --try. It has ", "--random"]),
        ("move cd-bob --tri", &["pbem move has no --tri; did you mean --try?"]),
        (
            "new spy --with bob --to=bob@example.org",
            &["pbem new has no --to.", "pbem send # has --to", "pbem help new"],
        ),
        ("status --al", &["did you mean --all?", "pbem help status"]),
        ("--sheet", &["pbem has no --sheet", "pbem help"]),
    ] {
        let said = test.pbem("alice", words).refused(2).err;
        says(&said, text);
        assert!(!said.contains("as a value") && !said.contains("tip:"), "{said}");
    }
}

#[test]
fn synonym_suggests_the_command() {
    let test = Test::new();
    for (word, command) in [
        ("hint", "pbem show GAME --hint"),
        ("help hint", "pbem show GAME --hint"),
        ("list", "pbem status"),
        ("history", "pbem log GAME"),
        ("hint esp-cy", "pbem show esp-cy --hint"),
    ] {
        let said = test.pbem("alice", word).refused(2).err;
        says(&said, &["there is no command", command, "pbem help"]);
    }
    says(&test.pbem("alice", "mvoe").refused(2).err, &["mvoe"]);
    let said = test.pbem("alice", "hepl").refused(2).err;
    assert_eq!(said.matches("pbem help").count(), 1, "{said}");
}

#[test]
fn missing_number_of_bots_is_prompted_for() {
    let test = Test::new();
    let said = test.pbem("alice", "new game-box --as alice --against bot:easy").refused(2).err;
    says(&said, &["for 3 to 9 players, not 2", "--against bot:easy,bot:easy"]);
}

#[test]
fn square_off_the_board_is_named() {
    let test = Test::new();
    test.pbem("alice", "new spy game.toml --as alice --against bot:easy --random").ok();
    let said = test.pbem("alice", "move game.toml 4D-4X").refused(3).err;
    says(&said, &["4X is outside the field of 10 rows and 10 columns"]);
}

#[test]
fn typo_in_a_setting_or_a_help_page_is_found() {
    let test = Test::new();
    for (words, text) in [
        (
            "config bords on",
            ["no setting \"bords\"; did you mean \"boards\"?", "pbem config boards"],
        ),
        ("config bords sentences", ["did you mean \"boards\"?", "pbem config boards sentences"]),
        ("help trubble", ["`trubble`; did you mean `trouble`?", "pbem help trouble"]),
        ("help mvoe", ["did you mean `move`?", "pbem help move"]),
        ("help spy", ["that is a kind of game.", "pbem rules spy"]),
    ] {
        says(&test.pbem("alice", words).refused(2).err, &text);
    }
    assert!(!test.pbem("alice", "config bords on").refused(2).err.contains("boards on"));
}

#[test]
fn typo_in_a_house_rule_is_found() {
    let test = Test::new();
    for (rule, text) in [
        ("dayz-per-turn=3", "no house rule `dayz-per-turn`; did you mean days-per-turn?"),
        ("size=smal", "did you mean small?"),
    ] {
        let new = format!("new espionage --with bob --as alice --random --set {rule}");
        says(&test.pbem("alice", &new).refused(2).err, &[text]);
    }
}

#[test]
#[cfg(unix)]
fn typo_at_a_prompt_is_found() {
    let test = Test::with_checkpoint();
    let turn = test.pbem("alice", "turn game.toml");
    let said = crate::asking::typing(&turn, "a game's name): ", "hnit\rresgin\rq\r");
    says(&said, &["`hnit` isn't a move; did you mean hint?", "did you mean resign?"]);
    let learn = test.pbem("bob", "learn spy --as bob");
    let said = crate::asking::typing(&learn, "quit > ", "shwo\rtry\rquit\r");
    says(&said, &["`shwo` isn't a move; did you mean show?"]);
    assert!(!said.contains("did you mean try?"), "{said}");
}

/// A player who starts a game without bots is the Checker anyway.
#[test]
fn checker_can_be_named_in_a_game_without_bots() {
    let test = Test::new();
    let new = "new game-box game.toml --with ann,bob --as cy --as-checker --random";
    assert_eq!(test.pbem("cy", new).json().0, Some(0));
}

/// A player who withdraws an invitation may have mailed it by hand.
#[test]
fn withdrawn_invitation_may_have_been_sent() {
    let test = Test::new();
    test.pbem("alice", "new cd game.toml --as alice --with bob --random").ok();
    says(&test.pbem("alice", "decline game.toml").ok().out, &["If you have sent it", "tell bob."]);
}
