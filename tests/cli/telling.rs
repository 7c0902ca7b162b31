//! The information for each reader: news, notes, emails, and turns without a decision.

use crate::harness::Test;

/// A game in which chance chooses Bob, so that Alice's turn 3 contains only that result.
pub(crate) fn until_the_lot_falls_on_bob(kind: &str, setups: [&str; 2]) -> Test {
    for calls in 0..20 {
        let test = Test::new();
        // Every call has its own secrets, which decide the random result.
        for _ in 0..calls {
            test.pbem("alice", "help").ok();
        }
        test.pbem("alice", &format!("new {kind} game.toml --as alice --with bob --setup"))
            .arg(setups[0])
            .ok();
        test.mail("alice", "bob");
        test.pbem("bob", "join game.toml --setup").arg(setups[1]).ok();
        test.mail("bob", "alice");
        if test.pbem("alice", "show game.toml").json().1["expects"] == "answer" {
            return test;
        }
    }
    panic!("the lot never falls on bob");
}

pub(crate) const NETWORKS: [&str; 2] = ["8C 8D 3D 3H 9H 9F 6F", "8C 8D 3D 3H 9H 9F 6F"];

#[test]
fn turn_with_only_a_draw_says_who_begins() {
    let begins = "bob begins";
    for (kind, setups) in [("spy", NETWORKS), ("checkpoint-danger", ["B8 D4 E2 G6", "B2 C7 F1 F3"])]
    {
        let test = until_the_lot_falls_on_bob(kind, setups);
        let shown = test.pbem("alice", "show game.toml").ok().out;
        let head = shown.lines().next().unwrap_or_default();
        assert!(head.contains("YOUR TURN, ") && head.ends_with(" days left"), "{head}");
        assert!(shown.contains("at random who moves next") && shown.contains(begins), "{shown}");
        assert!(!shown.contains("answers"), "{shown}");
        let moved = test.pbem("alice", "move game.toml").ok().out;
        assert!(
            moved.lines().any(|line| line.starts_with("Drawn ") && line.contains(begins)),
            "{moved}"
        );
    }
}

#[test]
fn expected_move_before_the_dice_depends_on_viewer() {
    let test = until_the_lot_falls_on_bob(
        "enemy-agent",
        ["agents 1 3 5; plan 2", "agents 7 9 11; plan 2"],
    );
    test.pbem("alice", "move game.toml").ok();
    test.mail("alice", "bob");
    let expects = |who: &str, words: &str| {
        test.pbem(who, words).json().1["expects"].as_str().map(str::to_owned)
    };
    assert_eq!(expects("bob", "show game.toml").as_deref(), Some("move"));
    assert_eq!(expects("bob", "show game.toml --public").as_deref(), Some("answer"));
    assert_eq!(expects("alice", "show game.toml").as_deref(), Some("answer"));
}

#[test]
fn refused_resignation_after_a_guess_is_explained() {
    let test = until_the_lot_falls_on_bob("spy", NETWORKS);
    let guess = format!("guess {}", NETWORKS[0]);
    let mut last = "alice";
    for (who, typed) in [("alice", ""), ("bob", "10J"), ("alice", "10J"), ("bob", guess.as_str())] {
        if who != last {
            test.mail(last, who);
        }
        let call = test.pbem(who, "move game.toml");
        if typed.is_empty() { call } else { call.arg(typed) }.ok();
        last = who;
    }
    test.mail("bob", "alice");
    let refused = test.pbem("alice", "resign game.toml --yes").fails(3);
    assert!(
        refused.err.contains("a guess has been made, and that decides the game"),
        "{}",
        refused.err
    );
}

/// A game of four; Bob calls A3 with a note, and the Checker has answered. All players except Carol
/// have the file.
fn bob_has_written_a_note() -> Test {
    let test = Test::new();
    let seats = ["alice", "bob", "carol", "dave"];
    let chart = "houses A1 A3 A5 A7 C1 C3 C5 E7 G1 G3; guns B2 B4 B6 B8 D2 D4 F6 F8 H9 H1";
    test.pbem("alice", "new game-box game.toml --as alice --with bob,carol,dave --setup")
        .arg(chart)
        .ok();
    let answer = "move game.toml".to_owned();
    let joins = ["A1", "D5", "B4"];
    let first = joins.iter().zip(&seats[1..]).flat_map(|(call, who)| {
        [(*who, format!("join game.toml --as {who} {call}")), ("alice", answer.clone())]
    });
    let noted = [("bob", "move game.toml A3 --note boom".to_owned()), ("alice", answer.clone())];
    let mut last = "alice";
    for (who, words) in first.chain(noted) {
        for reader in seats
            .iter()
            .filter(|reader| **reader != last && (**reader != "carol" || !words.contains("note")))
        {
            test.mail(last, reader);
        }
        test.pbem(who, &words).ok();
        last = who;
    }
    test
}

#[test]
fn note_reaches_all_other_players() {
    let test = bob_has_written_a_note();
    test.send("alice", "game.toml", "carol", "come.toml");
    let received = test.pbem("carol", "receive come.toml").ok().out;
    let place = |text: &str, words: &str| {
        text.find(words).unwrap_or_else(|| panic!("no `{words}`: {text}"))
    };
    assert!(
        place(&received, "bob writes: boom") < place(&received, "bob calls A3"),
        "turn by turn: {received}"
    );
    let shown = test.pbem("carol", "show box-alice").ok().out;
    assert!(place(&shown, "bob writes:") > place(&shown, "bob calls A3"), "{shown}");
    let after = shown[place(&shown, "bob writes:")..].lines().nth(1).unwrap_or_default();
    assert!(!after.starts_with(' '), "nothing follows the note: {shown}");
}

#[test]
fn mail_does_not_mention_turns_that_only_ask() {
    let test = bob_has_written_a_note();
    let letter = test.pbem("alice", "send box-bob -o -").run().out;
    let text: Vec<&str> = letter
        .lines()
        .filter(|line| line.starts_with("Turn ") || line.contains(" writes: "))
        .collect();
    assert!(
        text.iter().any(|line| line.contains("bob calls A3")) && text.contains(&"bob writes: boom"),
        "{letter}"
    );
    assert!(text.iter().all(|line| !line.contains(": .")), "{text:?}");
}

#[test]
fn invitation_explains_pbem_without_hints() {
    let test = Test::new();
    test.pbem("alice", "new checkpoint-danger game.toml --as alice --with bob --setup")
        .arg("B8 D4 E2 G6")
        .ok();
    let letter = test.pbem("alice", "send cd-bob -o -").run().out;
    let text = letter.split_whitespace().collect::<Vec<_>>().join(" ");
    for words in [
        "The game is played with pbem, a free program.",
        "ask alice for the file pbem.html, open it in a browser",
        "Deadline: 4 Dec, 12:00 UTC (14 days left). If pbem is installed, save the attached file",
    ] {
        assert!(text.contains(words), "{letter}");
    }
    assert!(!text.contains("Open on"), "{letter}");
    test.mail("alice", "bob");
    test.pbem("bob", "join game.toml --setup").arg("B2 C7 F1 F3").ok();
    let letter = test.pbem("bob", "send cd-alice -o -").run().out;
    assert!(!letter.contains("a program in Rust"));
    // The board comes first, then the description.
    assert!(letter.find("alice has called") > letter.find("1  2  3  4"), "{letter}");
    let words = letter.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words.contains(
            "alice's map has 63 open squares (not answered yet, and not ruled out by a 0"
        ),
        "{letter}"
    );
}

/// The screen includes the player's own knowledge, and the email doesn't.
#[test]
fn mail_rules_out_the_squares_that_show_rules_out() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml G9").ok();
    test.mail("alice", "bob");
    test.pbem("bob", "move game.toml A5").ok();
    let letter = test.pbem("bob", "send game.toml -o -").run().out;
    test.mail("bob", "alice");
    let shown = test.pbem("alice", "show game.toml --ascii").ok().out;
    let rows = |text: &str| -> Vec<String> {
        let rows = text.lines().filter(|line| line.contains("| ") && line.contains("  "));
        let theirs = rows.filter_map(|line| line.rsplit('|').nth(1));
        theirs.filter(|row| row.len() == 27).take(7).map(|row| row.replace('a', ".")).collect()
    };
    let (mailed, shown) = (rows(&letter), rows(&shown));
    assert_eq!(mailed, shown);
    assert!(shown.len() == 7 && shown.concat().contains('x'), "{shown:?}");
}

/// A row of Spy! is one question, however many spaces it has.
#[test]
fn row_is_one_question() {
    let test = Test::new();
    let new = "new spy game.toml --as alice --with bob --first bob --setup";
    test.pbem("alice", new).arg(NETWORKS[0]).ok();
    test.mail("alice", "bob");
    test.pbem("bob", "join game.toml --as bob 3D-3H --setup").arg(NETWORKS[1]).ok();
    test.mail("bob", "alice");
    let said = test.pbem("alice", "status game.toml").ok().out;
    assert!(said.contains("Question for you: 3D-3H."), "{said}");
    assert!(test.pbem("alice", "status").ok().out.contains("asked: 3D-3H"));
}
