//! `pbem turn` at a terminal: what it prints before the prompt and after it, on small screens too.

#![cfg(unix)]

use crate::asking::{dialog, typing, typing_at};
use crate::harness::Test;
use crate::newcomers::says;
use crate::rounds::{letters, playing};

const PROMPT: &str = "or a game's name): ";

/// The words of a text, without line breaks.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Alice's turn in `cd-bob`, and in `cd-bob-2` a turn without a decision: Bob has resigned.
fn resigned() -> Test {
    let test = playing();
    test.pbem("alice", "receive").ok();
    test.pbem("alice", "new checkpoint-danger --with bob --random --send").ok();
    test.wait_minutes(30);
    test.pbem("bob", "receive").ok();
    test.pbem("bob", "join --send --random").ok();
    test.wait_minutes(30);
    test.pbem("alice", "receive").ok();
    test.pbem("alice", "move cd-bob-2 A1 --send").ok();
    test.wait_minutes(30);
    test.pbem("bob", "receive").ok();
    test.pbem("bob", "resign cd-alice-2 --yes --send").ok();
    test
}

/// The screens have the sizes of phones and of old terminals.
#[test]
fn small_screens_show_all_news_and_the_choices() {
    for (kind, others) in [
        ("checkpoint-danger --random", "--against bot:easy --first alice"),
        ("checkpoint-danger --random", "--against bot:easy --first bot"),
        ("spy --random", "--against bot:easy --first alice"),
        ("spy --random", "--against bot:easy --first bot"),
        ("espionage --random", "--against bot:easy --first alice"),
        ("enemy-agent --random", "--against bot:easy --first alice"),
        ("game-box", "--against bot:easy,bot:easy"),
    ] {
        let test = Test::new();
        test.pbem("alice", &format!("new {kind} {others} --as alice")).ok();
        if kind == "game-box" {
            let said = typing(&test.pbem("alice", "turn"), "(Enter: cancel): ", "q\r");
            assert!(said.contains("You may:  call any dot"), "{said}");
            test.pbem("alice", "move B5").ok();
        }
        let news = test.pbem("alice", "show").json().1["news"].clone();
        let news = news.as_array().expect("news").iter();
        let lines = news.flat_map(|turn| turn["lines"].as_array().expect("lines"));
        let lines: Vec<&str> = lines.map(|line| line.as_str().expect("a line")).collect();
        for (columns, rows) in [("80", 24), ("60", 30)] {
            let turn = test.pbem("alice", "turn").env("COLUMNS", columns);
            let said = typing_at(&turn, rows, PROMPT.trim_start_matches("or a "), "q\r");
            let (above, _) = said.split_once("Your move in ").expect("a prompt");
            says(&flat(above), &lines);
            let end: Vec<&str> = above.lines().rev().take(usize::from(rows) - 2).collect();
            assert!(end.iter().any(|line| line.starts_with("You may:")), "{kind}: {said}");
            let is_cut = !flat(above).contains("Hints: ");
            assert_eq!(flat(above).contains("More: pbem show"), is_cut, "{kind}: {said}");
        }
    }
}

#[test]
fn declined_draw_is_on_a_small_screen() {
    let test = playing();
    test.pbem("alice", "receive").ok();
    test.pbem("alice", "offer cd-bob").ok();
    test.pbem("alice", "move cd-bob A1 --send").ok();
    test.wait_minutes(30);
    test.pbem("bob", "receive").ok();
    test.pbem("bob", "move cd-alice A2 --send").ok();
    test.wait_minutes(30);
    let said = typing_at(&test.pbem("alice", "turn"), 20, PROMPT, "q\r");
    let end: Vec<&str> = said.split(PROMPT).next().expect("text").lines().rev().take(18).collect();
    assert!(end.iter().any(|line| line.contains("bob declines the draw")), "{said}");
}

#[test]
fn mail_is_reported_before_the_automatic_answers() {
    let ordered = |said: &str| {
        let parts =
            ["Mail      bob's turn 4 in cd-bob-2", "Game      cd-bob-2", "Mailed    turn 5"];
        let at = parts.map(|part| said.find(part).unwrap_or_else(|| panic!("{part}: {said}")));
        assert!(at.is_sorted(), "{said}");
        assert_eq!(said.matches("Mail   ").count(), 1, "{said}");
    };
    ordered(&resigned().pbem("alice", "turn").run().out);
    ordered(&typing(&resigned().pbem("alice", "turn"), PROMPT, "q\r"));
}

#[test]
fn ended_game_suggests_verify_and_rematch_while_another_waits() {
    let next = ["pbem verify cd-bob-2", "pbem rematch cd-bob-2"];
    // The player's automatic turn ends the game.
    says(&typing(&resigned().pbem("alice", "turn"), PROMPT, "q\r"), &next);
    says(&typing(&resigned().pbem("alice", "turn"), PROMPT, "F6\r"), &next);
    // The opponent's turn ends it.
    let test = resigned();
    test.pbem("alice", "turn").run();
    test.pbem("bob", "new cd --against bot:easy --random --first bob").ok();
    let said = typing(&test.pbem("bob", "turn"), PROMPT, "q\r");
    says(&said, &["Over cd-alice-2.", "pbem verify cd-alice-2", "pbem rematch cd-alice-2"]);
}

#[test]
fn signed_turns_are_mailed_before_a_bot_game_waits() {
    for command in ["turn", "play --lines"] {
        let test = playing();
        test.pbem("alice", "receive").ok();
        test.pbem("alice", "move cd-bob F6").ok();
        test.pbem("alice", "new cd --against bot:easy --random --first alice").ok();
        let before = letters(&test, "bob");
        // With `--no-send`, pbem mails nothing.
        typing(&test.pbem("alice", "turn --no-send"), PROMPT, "q\r");
        assert_eq!(letters(&test, "bob"), before);
        let said = typing(&test.pbem("alice", command), PROMPT, "q\r");
        let (above, _) = said.split_once("Your move in cd-bot").expect("a prompt");
        assert!(above.contains("Mailed    turn 3 of cd-bob to bob"), "{said}");
        assert_eq!(letters(&test, "bob"), before + 1);
    }
}

/// Lines as pbem prints them, with the label and the explanation.
#[test]
fn prompt_runs_the_commands_that_pbem_suggests() {
    let test = Test::new();
    test.pbem("alice", "new espionage --as alice --against bot:easy --first alice --random").ok();
    let turn = test.pbem("alice", "turn");
    for (typed, shown) in [
        ("Next:     pbem show esp-bot --full  # show everything", "Hints: "),
        ("More:  pbem show esp-bot --full", "Hints: "),
        ("show esp-bot --full", "Hints: "),
        ("show esp-bot --hint", "Hint: Kinds of bot's pieces"),
        ("show esp-bot --moves Z9", "there is no square Z9"),
        ("Next: pbem rules espionage  # how to type moves", "Espionage in short"),
        ("offer esp-bot", "You will offer a draw"),
        ("          pbem offer esp-bot --cancel   take it back", "Canceled your draw offer."),
        ("resign esp-bot", "[y/N]"),
    ] {
        let said = typing(&turn, PROMPT, &format!("{typed}\r\rq\r"));
        let (_, after) = said.split_once(PROMPT).expect("a prompt");
        assert!(flat(after).contains(shown), "{typed}: {after}");
        assert!(!flat(after).contains("takes only a move"), "{typed}: {after}");
    }
    let said =
        dialog(&turn, &[(PROMPT, "Next: pbem log esp-bot     the whole game\r"), (PROMPT, "q\r")]);
    assert!(flat(&said).contains("Type q, then pbem log esp-bot Your move"), "{said}");
}

/// Of the games that wait, only those are suggested whose rules can read the move.
#[test]
fn move_without_a_game_suggests_games_that_can_read_it() {
    let test = Test::new();
    for kind in ["checkpoint-danger", "enemy-agent", "espionage"] {
        let new = format!("new {kind} --as alice --against bot:easy --first alice --random");
        test.pbem("alice", &new).ok();
    }
    for command in ["move", "turn"] {
        let said = test.pbem("alice", command).arg("D4").refused(2).err;
        assert!(said.contains(&format!("Next: pbem {command} cd-bot D4\n")), "{said}");
        assert!(!said.contains("ea-bot") && !said.contains("esp-bot"), "{said}");
        // No game can read it, and none has that name.
        for typed in ["nosuch", "nosuch D4"] {
            let said = test.pbem("alice", &format!("{command} {typed}")).refused(4).err;
            assert!(said.contains("nosuch") && said.contains("Next: pbem status"), "{said}");
            assert!(!said.contains(&format!("pbem {command}")), "{said}");
        }
    }
}

#[test]
fn cancelled_new_game_keeps_its_options() {
    let test = Test::new();
    let new = test.pbem("alice", "new cd --as alice --with bob --send --note").arg("Hi Bob");
    let said = typing(&new, "Your setup (Enter: cancel): ", "\r");
    let command = "pbem new checkpoint-danger --as alice --with bob --note \"Hi Bob\" --send";
    assert!(said.contains(&format!("{command} --random")), "{said}");
    assert!(said.contains(&format!("{command} --setup-file -")), "{said}");
}
