//! Saving, moving, losing and restoring vaults.

use serde_json::json;

use crate::games::opened;
use crate::page::Page;

fn turn(page: &mut Page, file: &str) -> String {
    let table = page.open(file);
    let answer = page.turn(&table, false);
    assert!(answer["error"].is_null(), "{answer}");
    page.file()
}

#[test]
fn moved_vault_signs_only_in_its_new_place() {
    let (mut alice, mut bob, file) = opened("checkpoint-danger", 600);
    let file = turn(&mut bob, &file);
    let mut file = turn(&mut alice, &file);
    let saved = bob.ask("move-out", json!({}))["text"].as_str().expect("a backup").to_owned();
    let table = bob.open(&file);
    assert!(table["notices"][0].as_str().is_some_and(|words| words.contains("moved")), "{table}");
    assert_eq!(bob.turn(&table, false)["error"], json!("forbidden"));
    let mut phone = Page::new(601);
    let answer = phone.ask("open", json!({"text": saved}));
    assert_eq!(answer["backup"]["moved"], json!(true));
    assert!(phone.store.is_empty());
    phone.ask("restore", json!({"text": saved}));
    file = turn(&mut phone, &file);
    assert_ne!(alice.open(&file)["phase"], json!("wait"));
    bob.ask("moved-out", json!({}));
    // A second move contains no signing vault.
    let later = bob.ask("move-out", json!({}));
    assert!(later["text"].is_string());
    let mut third = Page::new(602);
    third.ask("restore", json!({"text": later["text"]}));
    let waits = third.open(&file);
    assert_eq!(waits["phase"], json!("wait"));
}

/// Bob may have answered a turn that alice sent before the restore.
#[test]
fn copy_waits_for_a_turn_after_the_restore() {
    let (mut alice, mut bob, file) = opened("spy", 620);
    let file = turn(&mut bob, &file);
    let saved = bob.ask("backup", json!({}))["text"].as_str().expect("a backup").to_owned();
    let earlier = turn(&mut alice, &file);
    let answered = turn(&mut bob, &earlier);
    let mut copy = Page::new(621);
    copy.minutes = 1;
    let home = copy.ask("restore", json!({"text": saved}));
    assert_eq!(home["restored"].as_array().map(Vec::len), Some(1));
    let table = copy.open(&earlier);
    assert_eq!(table["waiting"], json!(true));
    assert_eq!(copy.turn(&table, false)["error"], json!("forbidden"));
    alice.minutes = 2;
    let table = copy.open(&turn(&mut alice, &answered));
    assert_eq!(table["waiting"], json!(false));
    assert!(copy.turn(&table, false)["error"].is_null());
    assert_eq!(copy.try_ask("restore", json!({"text": saved}))["error"], json!("trouble"));
}

/// The turn may have been undone and replaced after the backup.
#[test]
fn restored_page_withholds_unsent_turns() {
    let (_alice, mut bob, file) = opened("spy", 660);
    turn(&mut bob, &file);
    let saved = bob.ask("backup", json!({}))["text"].as_str().expect("a backup").to_owned();
    let mut copy = Page::new(661);
    let home = copy.ask("restore", json!({"text": saved}));
    let id = home["games"][0]["id"].clone();
    let table = copy.ask("game", json!({"id": id}))["table"].clone();
    assert!(table["unsent"].is_null(), "{table}");
    assert_eq!(copy.try_ask("file", json!({}))["error"], json!("forbidden"));
    copy.ask("nothing-since", json!({}));
    let table = copy.ask("game", json!({"id": id}))["table"].clone();
    assert!(table["unsent"].is_number(), "{table}");
    assert!(copy.ask("file", json!({}))["text"].is_string());
}

#[test]
fn sealed_backup_needs_its_passphrase() {
    let (_alice, mut bob, file) = opened("checkpoint-danger", 630);
    turn(&mut bob, &file);
    assert_eq!(bob.try_ask("backup", json!({"passphrase": "short"}))["error"], json!("trouble"));
    let refused = bob.try_ask("move-out", json!({"passphrase": "short"}));
    assert_eq!(refused["error"], json!("trouble"));
    assert!(bob.ask("home", json!({}))["locked"].is_null(), "the vault stays");
    let sealed = json!({"passphrase": "four words, or five"});
    let saved = bob.ask("backup", sealed)["text"].as_str().expect("a backup").to_owned();
    assert!(!saved.contains("checkpoint"));
    let mut copy = Page::new(631);
    assert_eq!(copy.ask("open", json!({"text": saved}))["sealed"], json!(true));
    for way in ["open", "restore"] {
        let wrong = json!({"text": saved, "passphrase": "four words, or six"});
        assert_eq!(copy.try_ask(way, wrong)["error"], json!("trouble"));
    }
    let right = json!({"text": saved, "passphrase": "four words, or five"});
    assert_eq!(copy.ask("open", right.clone())["backup"]["games"], json!(1));
    assert_eq!(copy.ask("restore", right)["restored"].as_array().map(Vec::len), Some(1));
}

#[test]
fn recovery_phrase_and_latest_file_restore_every_game() {
    for (seed, kind) in (640..).step_by(10).zip(crate::games::KINDS) {
        let (mut alice, mut bob, file) = opened(kind, seed);
        let file = turn(&mut bob, &file);
        let words = bob.ask("words", json!({}))["words"].as_str().expect("words").to_owned();
        assert_eq!(words.split(' ').count(), 12);
        let table = alice.open(&file);
        let newest = if table["phase"] == json!("wait") { file } else { turn(&mut alice, &file) };
        let mut anew = Page::new(seed + 5);
        anew.ask("restore-words", json!({"words": words.to_uppercase()}));
        let table = anew.open(&newest);
        assert_eq!((&table["you"], &table["chair"]), (&json!("bob"), &json!("own")), "{kind}");
        // The file could be older than the latest turn of this seat.
        assert_eq!(table["waiting"], json!(true), "{kind}");
        if table["phase"] != json!("wait") {
            assert_eq!(anew.turn(&table, false)["error"], json!("forbidden"), "{kind}");
            anew.ask("nothing-since", json!({}));
            let table = anew.open(&newest);
            assert!(anew.turn(&table, false)["error"].is_null(), "{kind}");
        }
    }
    let mut page = Page::new(1);
    let wrong = page.try_ask("restore-words", json!({"words": "one two three"}));
    assert_eq!(wrong["error"], json!("trouble"));
    assert!(page.store.is_empty());
}
