//! Long texts at a terminal: wrapped for it, and shown one screen at a time.

use crate::asking::typing_at;
use crate::harness::Test;
use crate::terminal::shown;

/// Runs it at a terminal with this many lines; `PAGER` prints a mark when it runs.
fn at_terminal(test: &Test, words: &str, lines: u16) -> String {
    test.write("alice", "pager.sh", "echo PAGED $(wc -l)\n");
    let path = std::env::var("PATH").unwrap_or_default();
    let call = test.pbem("alice", words).env("PAGER", "/bin/sh pager.sh").env("PATH", path);
    shown(&call, lines)
}

#[test]
fn long_pages_are_shown_one_screen_at_a_time() {
    let test = Test::new();
    for words in ["rules cd --all", "help trouble", "help"] {
        assert!(at_terminal(&test, words, 24).contains("PAGED"), "{words}");
        assert!(!at_terminal(&test, &format!("{words} --no-pager"), 24).contains("PAGED"));
    }
    for words in ["rules cd", "rules", "help exit-codes"] {
        assert!(!at_terminal(&test, words, 24).contains("PAGED"), "{words}");
    }
    // This page fits on the screen.
    assert!(!at_terminal(&test, "help", 200).contains("PAGED"));
}

#[test]
fn log_is_shown_one_screen_at_a_time() {
    let test = Test::with_checkpoint();
    assert!(at_terminal(&test, "log game.toml", 4).contains("PAGED"));
    assert!(!at_terminal(&test, "log game.toml", 24).contains("PAGED"));
}

#[test]
fn rules_are_wrapped_for_the_screen() {
    let test = Test::new();
    for kind in ["cd", "spy", "box", "ea", "esp"] {
        let set = test.pbem("alice", &format!("rules {kind} --all")).ok().out;
        for line in set.lines() {
            assert!(line.chars().count() <= 80, "{kind}: {line}");
        }
        assert!(set.contains('┌') && !set.contains("**"), "{kind}");
        assert!(set.contains("For programs"), "{kind}");
        let short = test.pbem("alice", &format!("rules {kind}")).ok().out;
        assert!(short.lines().count() <= 20 && short.contains("--all"), "{kind}");
    }
}

/// The whole board is visible; other parts follow in order of importance, if they fit.
#[test]
fn table_shows_as_much_as_the_screen_holds() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml F6 --note").arg("good luck").ok();
    test.mail("alice", "bob");
    let shown = |lines| shown(&test.pbem("bob", "show game.toml"), lines);
    let all = shown(60);
    for (text, lines) in [
        ("Question for you", 23),
        ("alice writes:", 24),
        ("Since your last turn:", 24),
        ("You may:", 30),
        ("Hints:", 40),
    ] {
        assert!(all.contains(text) && shown(lines).contains(text), "{text}: {}", shown(lines));
    }
    let small = shown(24);
    assert!(small.contains("Arctic") && small.lines().count() < 24, "{small}");
    assert!(!small.contains("Hints:") && small.contains("--full"), "{small}");
}

/// Nothing else says that the last move of Spy! is a guess or none.
#[test]
fn low_screen_shows_that_you_may_decline() {
    let test = Test::new();
    let new = "new spy game.toml --as alice --with bob --first alice --random --set max-rounds=1";
    test.pbem("alice", new).ok();
    test.mail("alice", "bob");
    test.pbem("bob", "join game.toml --random").ok();
    test.mail("bob", "alice");
    test.pbem("alice", "move game.toml 4C").ok();
    test.mail("alice", "bob");
    let asks = shown(&test.pbem("bob", "show game.toml"), 24);
    assert!(!asks.contains("or decline"), "{asks}");
    test.pbem("bob", "move game.toml 4C").ok();
    test.mail("bob", "alice");
    let ends = shown(&test.pbem("alice", "show game.toml"), 24);
    assert!(ends.contains("You may:") && ends.contains("or decline"), "{ends}");
}

/// Even a low screen shows the answer to the user's own move and its note.
#[test]
fn answers_and_notes_are_shown_on_a_low_screen() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml F6").ok();
    test.mail("alice", "bob");
    test.pbem("bob", "offer game.toml").ok();
    test.pbem("bob", "move game.toml D5 --note").arg("shall we?").ok();
    test.mail("bob", "alice");
    for lines in [16, 22, 24, 26] {
        let show = shown(&test.pbem("alice", "show cd-bob"), lines);
        let turn = test.pbem("alice", "turn cd-bob --no-receive");
        let turn = typing_at(&turn, lines, "game's name): ", "q\r");
        for said in [show, turn] {
            for text in ["bob answers 2 to Fiji 6", "bob writes", "shall we?", "offers a draw"] {
                assert!(said.contains(text), "{lines}, {text}: {said}");
            }
        }
    }
}

/// The oldest news scrolls first, and no heading is repeated.
#[test]
fn news_is_in_order_on_a_low_screen() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml F6").ok();
    test.mail("alice", "bob");
    test.pbem("bob", "move game.toml D5").ok();
    test.mail("bob", "alice");
    let mut split = 0;
    for lines in 16..30 {
        let show = shown(&test.pbem("alice", "show cd-bob"), lines);
        let turn = test.pbem("alice", "turn cd-bob --no-receive");
        let turn = typing_at(&turn, lines, "game's name): ", "q\r");
        for said in [&show, &turn] {
            assert_eq!(said.matches("Since your last turn:").count(), 1, "{lines}: {said}");
            let [answer, call] =
                ["bob answers 2 to Fiji 6", "bob calls Desert 5"].map(|news| said.find(news));
            assert!(answer.is_some() && answer < call, "{lines}: {said}");
        }
        let above: Vec<&str> =
            turn.lines().take_while(|line| !line.starts_with("Checkpoint")).collect();
        let above = above.iter().filter(|line| !line.trim().is_empty()).count();
        let says = match above {
            0 => continue,
            1 => "(news above the board: 1 line)".to_owned(),
            above => format!("(news above the board: {above} lines)"),
        };
        assert!(turn.contains(&says), "{lines}: {turn}");
        split += 1;
    }
    assert!(split > 0, "no screen was too low");
}

/// The tables of Espionage are below the board on a narrow screen.
#[test]
fn low_and_narrow_screen_shows_the_whole_board() {
    let test = Test::new();
    let new = "new espionage esp-bot.toml --as alice --against bot:easy --first alice --random";
    test.pbem("alice", new).ok();
    let call = test.pbem("alice", "turn esp-bot --no-receive").env("COLUMNS", "60");
    let said = typing_at(&call, 24, "game's name): ", "q\r");
    let screen: Vec<&str> =
        said.lines().skip_while(|line| !line.starts_with("Espionage")).collect();
    let prompt = screen.iter().position(|line| line.contains("name): "));
    assert!(prompt.is_some_and(|last| last < 24), "{said}");
    for row in ["10 │", " 1 │"] {
        assert!(screen.iter().any(|line| line.starts_with(row)), "{row}: {said}");
    }
    assert!(test.pbem("alice", "show esp-bot --full").ok().out.contains("hidden"));
}
