//! A store that fails: no answer contains a turn that was not stored.

use serde_json::{Value, json};

use crate::games::{KINDS, bots, opened};
use crate::page::{Documents, Page};

/// The signatures of all turns in a text.
fn signatures(text: &str) -> Vec<String> {
    let parts = text.split("signature = ").skip(1);
    parts
        .map(|part| part.trim_start_matches(['\\', '"']))
        .map(|part| part.chars().take_while(char::is_ascii_hexdigit).collect())
        .collect()
}

fn is_stored(store: &Documents, signature: &str) -> bool {
    store.values().any(|document| document.contains(signature))
}

/// Plays some turns against a bot and against a person, until the store fails.
fn play(page: &mut Page, kind: &str, file: &str) -> Value {
    let mut answer = page.try_ask("open", json!({"text": file}));
    if answer["error"].is_null() && answer["table"]["phase"] != json!("wait") {
        let table = answer["table"].clone();
        answer = page.turn(&table, false);
        if answer["error"].is_null() {
            page.ask("file", json!({}));
        }
    }
    if answer["error"].is_null() {
        answer = page.try_ask("new", json!({"kind": kind, "me": "bob", "bots": bots(kind)}));
    }
    for _ in 0..2 {
        let table = answer["table"].clone();
        if !answer["error"].is_null() || table["phase"] == json!("over") {
            break;
        }
        answer = page.turn(&table, false);
    }
    answer
}

#[test]
fn failing_store_releases_no_turn() {
    for (seed, kind) in (400..).zip(KINDS) {
        let (_, _, file) = opened(kind, seed);
        for commits in 0.. {
            let mut page = Page::new(seed + 7);
            page.left = Some(commits);
            let answer = play(&mut page, kind, &file);
            for signature in signatures(&page.heard) {
                let known = file.contains(&signature) || is_stored(&page.store, &signature);
                assert!(known, "{kind}: answered but not stored, after {commits} commits");
            }
            if answer["error"].is_null() {
                assert!(commits > 2, "{kind}: the store never failed");
                break;
            }
            assert_eq!(answer["error"], json!("store"), "{kind}, {commits}: {answer}");
            continues(&mut page);
        }
    }
}

/// Loads the page again with a working store, and continues all stored games.
fn continues(page: &mut Page) {
    page.left = None;
    page.load();
    let home = page.ask("home", json!({}));
    assert_eq!(home["faults"], json!([]));
    for game in home["games"].as_array().expect("games") {
        let mut answer = page.ask("game", json!({"id": game["id"]}));
        if answer["table"]["phase"] == json!("bot") {
            answer = page.ask("bots", json!({}));
        }
        let table = answer["table"].clone();
        if !matches!(table["phase"].as_str(), Some("wait" | "over")) {
            let answer = page.turn(&table, false);
            assert!(answer["error"].is_null(), "{answer}");
        }
    }
}

#[test]
fn answer_contains_no_turn_before_it_is_stored() {
    let (_, mut bob, file) = opened("checkpoint-danger", 500);
    let table = bob.open(&file);
    let (setup, _) = bob.draft("");
    assert_eq!(table["phase"], json!("setup"));
    let random = "11".repeat(32);
    let ask = |what: &str, mut request: Value| {
        request["do"] = json!(what);
        request["now"] = json!("2027-01-15T08:00:00Z");
        request["random"] = json!(random);
        request.to_string()
    };
    let staged: Value =
        serde_json::from_str(&bob.face.call(&ask("sign", json!({"setup": setup})))).expect("JSON");
    let names: Vec<&String> = staged.as_object().expect("an object").keys().collect();
    assert_eq!(names, ["changes", "commit"]);
    // All other requests fail until the store has answered.
    for what in ["file", "sign", "home", "game"] {
        let refused = bob.face.call(&ask(what, json!({})));
        assert!(refused.contains("\"busy\""), "{what}: {refused}");
    }
    let other = bob.face.call(&ask("kept", json!({"ticket": 0})));
    assert!(other.contains("unknown ticket"));
}

#[test]
fn lost_turn_can_be_signed_again() {
    for (seed, kind) in (407..).zip(KINDS) {
        let mut page = Page::new(seed);
        let new_game = page.ask("new", json!({"kind": kind, "me": "bob", "bots": bots(kind)}));
        let first = page.turn(&new_game["table"], false);
        let table = &first["table"];
        let turns = table["turn"].as_u64();
        page.left = Some(0);
        assert_eq!(page.turn(table, false)["error"], json!("store"));
        page.left = None;
        let again = page.turn(table, false);
        assert!(again["table"]["turn"].as_u64() > turns, "{kind}: {again}");
        let saved = page.ask("file", json!({}));
        page.load();
        page.ask("game", json!({"id": again["table"]["id"]}));
        assert_eq!(page.ask("file", json!({})), saved, "{kind}");
    }
}
