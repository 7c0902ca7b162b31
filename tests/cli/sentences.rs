//! `pbem config boards sentences`: each command that prints boards prints sentences, for screen
//! readers.

use crate::harness::Test;

/// Alice plays against a bot, and wants sentences.
fn world(kind: &str) -> Test {
    let test = Test::new();
    test.pbem("alice", "config boards sentences").ok();
    let new = format!("new {kind} --as alice --against bot:easy");
    let new = match kind {
        "game-box" => test.pbem("alice", &format!("{new},bot:easy")),
        "checkpoint-danger" => test.pbem("alice", &new).arg("--setup").arg("G6 G7 G8 G9"),
        _ => test.pbem("alice", &new).arg("--random"),
    };
    assert_no_board(&new.ok().out);
    test
}

/// Whether the text has a drawing with frames.
fn has_board(text: &str) -> bool {
    text.contains(['│', '┌', '├', '█', '▓'])
}

fn assert_no_board(text: &str) {
    assert!(!has_board(text), "{text}");
}

/// The first sentence of the board, as `show --format list` prints it below the title.
fn first_sentence(test: &Test) -> String {
    let list = test.pbem("alice", "show --format list --full").ok().out;
    list.lines().nth(1).expect("a sentence").to_owned()
}

#[test]
fn show_prints_sentences_if_boards_are_set_to_them() {
    for kind in ["checkpoint-danger", "spy", "game-box", "enemy-agent", "espionage"] {
        let test = world(kind);
        let show = |words: &str| test.pbem("alice", &format!("show {words}")).ok().out;
        for words in ["", "--full", "--public", "--short"] {
            assert_no_board(&show(words));
            assert_eq!(show(words), show(&format!("{words} --format list")), "{kind} {words}");
        }
        // The option wins.
        let text = show("--full --format text");
        test.pbem("alice", "config boards pictures").ok();
        assert_eq!(show("--full"), text, "{kind}");
        test.pbem("alice", "config boards").arg("").ok();
        assert_eq!(show("--full"), text, "{kind}");
    }
}

#[test]
fn hint_prints_sentences_if_boards_are_set_to_them() {
    let test = world("checkpoint-danger");
    let hint = |words: &str| test.pbem("alice", &format!("show --hint {words}")).ok().out;
    assert_eq!(hint(""), hint("--format list"));
    assert_ne!(hint(""), hint("--format text"));
}

#[test]
fn turns_end_with_sentences_if_boards_are_set_to_them() {
    let test = world("checkpoint-danger");
    for words in ["move A1", "turn A2"] {
        let said = test.pbem("alice", words).ok().out;
        assert_no_board(&said);
        assert!(said.contains(&first_sentence(&test)), "{said}");
    }
    let said = test.pbem("alice", "resign --yes").ok().out;
    assert_no_board(&said);
}

#[test]
#[cfg(all(unix, feature = "tui"))]
fn questions_come_with_sentences_if_boards_are_set_to_them() {
    const ASKED: &str = "or a game's name): ";
    let test = world("checkpoint-danger");
    for (words, keys) in [("turn", "A1\r\r"), ("play --lines", "A2\r\r")] {
        let sentence = first_sentence(&test);
        let said = crate::asking::typing(&test.pbem("alice", words), ASKED, keys);
        assert_no_board(&said);
        assert!(said.contains(&sentence), "{words}: {said}");
        assert_eq!(said.matches(sentence.split(':').next().expect("a label")).count(), 2, "{said}");
    }
}

#[test]
fn learn_prints_sentences_if_boards_are_set_to_them() {
    let test = Test::new();
    test.pbem("alice", "config name alice").ok();
    let learn = |lines: &str| test.pbem("alice", "learn checkpoint-danger").input(lines).run().out;
    assert!(has_board(&learn("A1\nquit\n")));
    test.pbem("alice", "config boards sentences").ok();
    let said = learn("show\nhint\nA2\nquit\n");
    assert_no_board(&said);
    assert!(said.contains(&first_sentence(&test)), "{said}");
}

/// The demo has its own players, and only asks the vault how to show boards.
#[test]
fn demo_prints_sentences_if_boards_are_set_to_them() {
    let test = Test::new();
    let demo = || test.pbem("alice", "demo --fast").ok().out;
    assert!(has_board(&demo()));
    test.pbem("alice", "config boards sentences").ok();
    let before = test.everything("alice");
    assert_no_board(&demo());
    assert_eq!(test.everything("alice"), before);
}
