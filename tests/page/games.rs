//! Whole games.

use std::path::Path;

use serde_json::json;

use crate::people::{Person, begin, done, is_honest, pbem};

const KINDS: [&str; 5] = ["checkpoint-danger", "spy", "game-box", "espionage", "enemy-agent"];

/// Number of turns before the players resign.
const LONG: u64 = 16;

/// alice uses the program, and bob the page. In Game Box, carol uses the program too.
#[test]
fn every_game_is_played_by_touch_against_the_program() {
    let Some((mut browser, address)) = begin() else { return };
    for (seed, kind) in (1..).zip(KINDS) {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path();
        let with = if kind == "game-box" { "bob,carol" } else { "bob" };
        let new = ["new", kind, "game.toml", "--as", "alice", "--with", with, "--random"];
        done(folder, "alice", &new);
        let mut bob = Person::new(&mut browser, &address, seed);
        let read = || std::fs::read_to_string(folder.join("game.toml")).expect("a file");
        for step in 0.. {
            assert!(step < 80, "{kind} never ends");
            let turns = read().matches("[[turn]]").count() as u64;
            let due = done(folder, "judge", &["show", "game.toml", "--public", "--json"]);
            let due: serde_json::Value = serde_json::from_str(&due).expect("JSON");
            match due["to_act"][0].as_str() {
                None => break,
                Some("bob") => {
                    bob.paste(&mut browser, &format!("Hello bob\n\n{}\nalice", read()));
                    bob.is_well(&mut browser);
                    bob.sit_down(&mut browser, "bob");
                    let file = bob.turn(&mut browser, step > 3 && step % 2 == 0, turns > LONG);
                    std::fs::write(folder.join("game.toml"), file).expect("written");
                }
                Some(who) => program(folder, who, turns),
            }
        }
        is_honest(folder, "game.toml");
        bob.paste(&mut browser, &read());
        assert_eq!(bob.table(&mut browser)["phase"], json!("over"), "{kind}");
        browser.until(&bob.tab, "document.querySelector('#verify:enabled')");
        browser.touch(&bob.tab, "#verify");
        browser.until(&bob.tab, "document.querySelector('#verdict')");
        let verdict = browser.eval(&bob.tab, "document.querySelector('#verdict').textContent");
        assert_eq!(verdict, json!("Everyone was honest"), "{kind}");
    }
    let questions: Vec<&str> = browser
        .reported("Network.requestWillBeSent")
        .into_iter()
        .filter_map(|text| text["request"]["url"].as_str())
        .filter(|url| !url.starts_with("data:") && !url.starts_with("blob:"))
        .filter(|url| *url != address && *url != "about:blank")
        .collect();
    assert!(questions.is_empty(), "the page requests other files: {questions:?}");
}

/// Makes the next turn with the program: the move that the program suggests as an example.
pub(crate) fn program(folder: &Path, who: &str, turns: u64) {
    let json = |args: &[&str]| -> serde_json::Value {
        let (_, said) = pbem(folder, who, &[args, &["--json"]].concat());
        serde_json::from_str(&said).unwrap_or_else(|_| panic!("{args:?}: {said}"))
    };
    let last = |words: &serde_json::Value| -> String {
        let words = words.as_str().expect("a command").split(" # ").next();
        let words = words.unwrap_or_default().trim_end_matches('"');
        words.rsplit(['"', ' ']).next().unwrap_or_default().to_owned()
    };
    let shown = json(&["show", "game.toml"]);
    if shown["expects"] == json!("join") {
        let ways = json(&["join", "game.toml", "--as", who])["ways"].clone();
        let way = last(&ways[ways.as_array().map_or(1, Vec::len) - 1]);
        done(folder, who, &["join", "game.toml", "--as", who, &way]);
    } else if turns > LONG && pbem(folder, who, &["resign", "game.toml", "--yes"]).0 == 0 {
    } else if pbem(folder, who, &["move", "game.toml"]).0 != 0 {
        let next = json(&["move", "game.toml"])["next"].clone();
        let command = next[0].as_str().expect("a command").to_owned();
        let typed = command.splitn(4, ' ').nth(3).expect("a move").trim_matches('"').to_owned();
        done(folder, who, &["move", "game.toml", &typed]);
    }
}

/// alice uses the page and plays Red. After the first turns, both send single turns as text.
#[test]
fn single_turns_are_enough_after_the_beginning() {
    let Some((mut browser, address)) = begin() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let mut alice = Person::new(&mut browser, &address, 9);
    browser.touch(&alice.tab, "#invite");
    let fill = "(() => {
        const put = (id, value) => {
            const it = document.querySelector(id);
            it.value = value;
            it.dispatchEvent(new Event('change'));
        };
        put('#kind', 'enemy-agent'); put('#me', 'Alice'); put('#with', 'Bob');
        put('#side', document.querySelector('#side').options[1].value);
    })()";
    browser.eval(&alice.tab, fill);
    browser.touch(&alice.tab, "#begin");
    browser.until(&alice.tab, "app.table && !busy");
    let file = alice.turn(&mut browser, true, false);
    assert!(file.contains("seats = [\n  \"bob\",\n  \"alice\",\n]"), "alice is Red: {file}");
    std::fs::write(folder.join("game.toml"), file).expect("written");
    done(folder, "bob", &["join", "game.toml", "--as", "bob", "--random"]);
    alice.paste(&mut browser, &std::fs::read_to_string(folder.join("game.toml")).expect("a file"));
    for turn in [3_u64, 5] {
        alice.turn(&mut browser, true, false);
        let alone = browser.eval(&alice.tab, "look('file').alone");
        let alone = alone.as_str().expect("a turn alone");
        assert!(alone.contains("\n# pbem, one turn of game "), "{alone}");
        assert!(browser.eval(&alice.tab, "!!document.querySelector('#copy-alone')") == json!(true));
        std::fs::write(folder.join("alone.txt"), alone).expect("written");
        let said = done(folder, "bob", &["receive", "alone.txt"]);
        assert!(said.contains(&format!("turn {turn}")), "{said}");
        program(folder, "bob", turn);
        let alone = done(folder, "bob", &["copy", "game.toml", "--turn"]);
        alice.paste(&mut browser, &format!("my turn:\n{alone}\nbob"));
        alice.is_well(&mut browser);
        assert_eq!(alice.table(&mut browser)["turn"], json!(turn + 1));
        // Opening the same turn again is not an error.
        alice.paste(&mut browser, &alone);
        alice.is_well(&mut browser);
    }
    let gap = "# pbem, one turn of game 0011223344556677\npbem = 2\n[[turn]]\nnumber = 9\n";
    alice.paste(&mut browser, gap);
    let wrong = browser.eval(&alice.tab, "document.querySelector('.wrong').innerText");
    let wrong = wrong.as_str().expect("words");
    assert!(wrong.contains("a game that you don't have"), "{wrong}");
}
