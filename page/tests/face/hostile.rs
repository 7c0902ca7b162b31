//! Texts pasted by mistake or with bad intent.

use serde_json::json;

use crate::games::opened;
use crate::page::Page;

#[test]
fn malformed_texts_fail_and_store_nothing() {
    let (_, _, file) = opened("checkpoint-danger", 800);
    let half = &file[..file.len() / 2];
    let forged = file.replacen("alice", "alicf", 3);
    let texts = [
        String::new(),
        "\u{0}\u{1}\u{202e}".to_owned(),
        "# pbem turn file".to_owned(),
        "# pbem turn file\n[game]\n# end of pbem turn file\n".repeat(200),
        "[".repeat(200_000),
        "# pbem backup\n".to_owned() + &"[[file]]\n".repeat(10_000),
        half.to_owned(),
        forged,
        file.replace("checkpoint-danger", "chess"),
        "<script>alert(1)</script>".to_owned(),
    ];
    for text in texts {
        let mut page = Page::new(801);
        let answer = page.try_ask("open", json!({"text": text}));
        let start: String = text.chars().take(40).collect();
        assert!(!answer["error"].is_null(), "{start:?}: {answer}");
        assert!(page.store.is_empty(), "{start:?}");
        assert!(answer["message"].as_str().is_some_and(|message| message.len() < 600));
        page.ask("home", json!({}));
    }
}

/// The file may be intact, so asking for it again can't help.
#[test]
fn file_of_another_version_is_not_called_damaged() {
    let (_, _, file) = opened("checkpoint-danger", 800);
    for (format, advice) in [("pbem = 1", "begin a new game"), ("pbem = 3", "Update pbem")] {
        let other = file.replacen("pbem = 2", format, 1);
        let answer = Page::new(801).try_ask("open", json!({"text": other}));
        assert_eq!(answer["error"], "other-format", "{answer}");
        let message = answer["message"].as_str().expect("a message");
        assert!(message.contains(advice) && !message.contains("damaged"), "{message}");
    }
}

#[test]
fn malformed_requests_fail() {
    let mut page = Page::new(802);
    for request in ["", "[]", "null", "{\"do\":\"home\"}", "{\"do\":7}"] {
        assert!(page.face.call(request).contains("\"error\""), "{request}");
    }
    let without_numbers = json!({"do": "home", "now": "2027-01-15T08:00:00Z"}).to_string();
    assert!(page.face.call(&without_numbers).contains("\"random\""));
    for what in ["table", "sign", "touch", "undo", "file", "mailed", "hint", "kept", "nonsense"] {
        assert!(!page.try_ask(what, json!({}))["error"].is_null(), "{what}");
    }
}

#[test]
fn markup_in_names_and_notes_stays_text() {
    let mut page = Page::new(803);
    for name in ["<script>", "a b", "Alice", "", "a\u{202e}b"] {
        let answer = page.try_ask("new", json!({"kind": "spy", "me": name, "with": ["bob"]}));
        assert_eq!(answer["error"], json!("name"), "{name}");
    }
    let (_, mut bob, file) = opened("spy", 804);
    let table = bob.open(&file);
    let (setup, _) = bob.draft("");
    let note = "<img src=x onerror=alert(1)>";
    assert_eq!(table["phase"], json!("setup"));
    bob.ask("sign", json!({"setup": setup, "note": note}));
    let mut alice = Page::new(805);
    let table_of_alice = alice.open(&bob.file());
    assert_eq!(table_of_alice["news"][1]["note"], json!(note));
}
