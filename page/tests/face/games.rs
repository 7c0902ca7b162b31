//! Whole games.

use pbem::crypto::{GameId, Identity, Stream};
use pbem::rules::Seat;
use pbem::table::{AnyTable, Intent, Keys, Plan};
use pbem::turnfile::{Arbiter, TurnFile};
use serde_json::{Value, json};

use crate::page::Page;

pub(crate) const KINDS: [&str; 5] =
    ["checkpoint-danger", "spy", "game-box", "espionage", "enemy-agent"];

/// Length of a long game in turns. From then on, players resign as soon as they may.
const LONG: u64 = 30;

/// Names of the other players in a game with alice.
fn others(kind: &str) -> &'static [&'static str] {
    if kind == "game-box" { &["bob", "carol"] } else { &["bob"] }
}

/// Levels of the bots in a game with one person.
pub(crate) fn bots(kind: &str) -> &'static [&'static str] {
    if kind == "game-box" { &["easy", "easy"] } else { &["easy"] }
}

/// Returns the pages of alice and bob, and a game that alice started.
pub(crate) fn opened(kind: &str, seed: u64) -> (Page, Page, String) {
    let (mut alice, bob) = (Page::new(seed), Page::new(seed + 1));
    let table = alice.ask("new", json!({"kind": kind, "me": "alice", "with": others(kind)}));
    let answer = alice.turn(&table["table"], false);
    assert!(answer["error"].is_null(), "{answer}");
    let file = alice.file();
    (alice, bob, file)
}

#[test]
fn people_play_every_game_by_touch() {
    for (seed, kind) in (1..).zip(KINDS) {
        let (alice, bob, mut file) = opened(kind, seed * 10);
        let mut people = [("alice", alice), ("bob", bob), ("carol", Page::new(seed * 10 + 2))];
        let mut due = "bob".to_owned();
        loop {
            let page = people.iter_mut().find(|(name, _)| *name == due);
            let page = &mut page.expect("a player to move").1;
            let table = page.open(&file);
            if table["phase"] == json!("over") {
                break;
            }
            let resign = table["turn"].as_u64() > Some(LONG);
            let answer = page.turn(&table, resign);
            assert!(answer["error"].is_null(), "{kind}: {answer} {table}");
            file = page.file();
            due = answer["table"]["due"].as_str().unwrap_or(&due).to_owned();
        }
        let bob = &mut people[1].1;
        bob.open(&file);
        let verdict = bob.ask("verify", json!({}));
        assert_eq!(verdict["kind"], json!("honest"), "{kind}: {verdict}");
        let replay = bob.ask("replay", json!({}));
        let frames = replay["frames"].as_array().map_or(0, Vec::len);
        assert!(frames > 2, "{kind}");
        for at in [0, frames - 1] {
            let frame = bob.ask("frame", json!({"at": at}));
            let boards = &frame["views"][0]["scene"]["boards"];
            assert!(boards.as_array().is_some_and(|boards| !boards.is_empty()), "{kind}: {frame}");
        }
        let beyond = bob.try_ask("frame", json!({"at": frames}));
        assert_eq!(beyond["error"], json!("request"), "{kind}");
    }
}

#[test]
fn pencil_marks_are_saved() {
    let (mut alice, _, _) = opened("checkpoint-danger", 300);
    let id = alice.ask("table", json!({}))["table"]["id"].clone();
    alice.ask("mark", json!({"words": "x C4-C6; ? B2"}));
    alice.load();
    // A glance shows the boards, and opens no table.
    let glance = alice.ask("glance", json!({"id": id}));
    assert!(glance["scene"].to_string().contains("pencil"), "{glance}");
    assert_eq!(alice.try_ask("table", json!({}))["error"], json!("request"));
    let table = alice.ask("game", json!({"id": id}))["table"].clone();
    assert_eq!(table["marks"], json!({"B2": "?", "C4": "x", "C5": "x", "C6": "x"}));
    for words in ["x H9", "xx C4", "x C4; ? Z1", "x"] {
        let answer = alice.try_ask("mark", json!({"words": words}));
        assert_eq!(answer["error"], json!("mark"), "{words}");
    }
    let table = alice.ask("mark", json!({"words": "clear C4-C5"}))["table"].clone();
    assert_eq!(table["marks"], json!({"B2": "?", "C6": "x"}));
}

#[test]
fn every_game_against_bots_survives_reloads() {
    for (seed, kind) in (70..).zip(KINDS) {
        let mut page = Page::new(seed);
        let new = json!({"kind": kind, "me": "alice", "bots": bots(kind)});
        let mut answer = page.ask("new", new);
        for turn in 0.. {
            let table = answer["table"].clone();
            if table["phase"] == json!("over") {
                break;
            }
            answer = page.turn(&table, turn > 6);
            assert!(answer["error"].is_null(), "{kind}: {answer} {table}");
            page.load();
            let id = answer["table"]["id"].clone();
            answer = page.ask("game", json!({"id": id}));
        }
        let verdict = page.ask("verify", json!({}));
        assert_eq!(verdict["kind"], json!("honest"), "{kind}: {verdict}");
    }
}

#[test]
fn only_unsent_turns_can_be_undone() {
    let (mut alice, mut bob, file) = opened("checkpoint-danger", 200);
    let table = bob.open(&file);
    bob.turn(&table, false);
    let joined = bob.file();
    let back = bob.ask("undo", json!({}));
    assert_eq!(back["table"]["phase"], json!("setup"));
    let again = bob.turn(&back["table"], false);
    assert_eq!(again["table"]["undo"], json!(2));
    assert_ne!(bob.file(), joined);
    let sent = bob.ask("mailed", json!({}));
    assert!(sent["table"]["undo"].is_null() && sent["table"]["unsent"].is_null());
    assert!(!bob.try_ask("undo", json!({}))["error"].is_null());
    let file = bob.file();
    assert_ne!(alice.open(&file)["phase"], json!("wait"));
}

#[test]
fn invitation_is_withdrawn_until_someone_joins() {
    let (mut alice, mut bob, file) = opened("checkpoint-danger", 250);
    let games =
        |page: &mut Page| page.ask("home", json!({}))["games"].as_array().expect("a list").len();
    let table = alice.open(&file);
    // An invitation that hasn't been sent is undone instead.
    assert_eq!((&table["may_withdraw"], &table["undo"]), (&json!(false), &json!(1)));
    let sent = alice.ask("mailed", json!({}));
    assert_eq!(sent["table"]["may_withdraw"], json!(true), "{sent}");
    let home = alice.ask("withdraw", json!({}));
    assert_eq!(home["games"], json!([]), "{home}");
    alice.load();
    assert_eq!(games(&mut alice), 0);
    let table = bob.open(&file);
    bob.turn(&table, false);
    let joined = alice.open(&bob.file());
    assert_eq!(joined["may_withdraw"], json!(false), "{joined}");
    assert_eq!(games(&mut alice), 1);
    alice.open(&bob.file());
    assert!(!alice.try_ask("withdraw", json!({}))["error"].is_null());
}

#[test]
fn table_has_seat_news_and_recipients() {
    let (_, mut bob, file) = opened("spy", 300);
    let table = bob.open(&format!("Hello bob,\n\n{file}\n-- \nalice\n"));
    assert_eq!((&table["you"], &table["chair"]), (&json!("bob"), &json!("free")));
    assert_eq!(table["players"][0]["known"], json!("new"));
    assert!(table["help"]["ask"].is_string() && table["scene"]["boards"].is_array());
    let answer = bob.turn(&table, false);
    assert_eq!(answer["made"]["number"], json!(2));
    assert_eq!(answer["made"]["first"], json!(true));
    let file = bob.ask("file", json!({}));
    assert_eq!(file["hears"], json!(["alice"]));
    assert!(file["subject"].as_str().is_some_and(|subject| subject.contains("spy")));
    let home = bob.ask("home", json!({}));
    assert_eq!((&home["me"], &home["games"][0]["unsent"]), (&json!("bob"), &json!(true)));
    assert_eq!(home["contacts"][0]["name"], json!("alice"));
}

/// In Game Box, the callers join in order.
#[test]
fn player_who_joins_too_early_learns_whose_turn_it_is() {
    let (_, mut carol, file) = opened("game-box", 305);
    carol.ask("open", json!({"text": file}));
    let answer = carol.try_ask("seat", json!({"seat": "carol"})).to_string();
    assert!(answer.contains("wait for the file with bob's turn"), "{answer}");
}

/// Alice's invitation to a game with an arbiter, which her own page can't make.
fn with_arbiter(invitation: &str) -> String {
    let mut header = TurnFile::read(invitation.as_bytes()).expect("a file").game;
    let key = Identity::from_bytes(&[3; 16]).public();
    let mail = Some("cup@example.org".to_owned());
    header.arbiter = Some(Arbiter { key, grace_days: 3, name: None, mail });
    let table = AnyTable::new(&header).expect("a game");
    let (alice, seat) = (Identity::from_bytes(&[1; 16]), Seat::OPENER);
    let mut keys = Keys::new(alice, seat, "alice", &GameId(header.id()), [2; 16]);
    keys.setup = table.random_setup(seat, &mut Stream::from_seed([4; 32]));
    let plan = Plan::new(header.created, Intent::Nothing);
    let (composed, _) = table.compose(&keys, &plan).expect("a turn");
    TurnFile { game: header, turns: vec![composed.turn] }.write()
}

#[test]
fn file_names_the_address_for_copies() {
    let (_, mut bob, file) = opened("spy", 310);
    let table = bob.open(&with_arbiter(&file));
    bob.turn(&table, false);
    let file = bob.ask("file", json!({}));
    assert_eq!((&file["copies"], &file["hears"]), (&json!("cup@example.org"), &json!(["alice"])));
}

#[test]
fn only_games_without_people_are_deletable() {
    let (mut alice, _, _) = opened("spy", 320);
    let id = alice.ask("table", json!({}))["table"]["id"].clone();
    assert_eq!(alice.try_ask("deletable", json!({"id": id}))["error"], json!("people"));
    for (seed, kind) in (330..).zip(["spy", "game-box"]) {
        let mut page = Page::new(seed);
        let answer = page.ask("new", json!({"kind": kind, "me": "alice", "bots": bots(kind)}));
        let answer = page.turn(&answer["table"], false);
        let id = answer["table"]["id"].clone();
        let documents = page.ask("deletable", json!({"id": id}))["documents"].clone();
        let documents = documents.as_array().expect("names");
        // The player's record, and the record of each bot.
        assert_eq!(documents.len(), 1 + bots(kind).len(), "{documents:?}");
        for name in documents {
            assert!(page.store.remove(name.as_str().expect("a name")).is_some(), "{name}");
        }
        page.load();
        let home = page.ask("home", json!({}));
        assert_eq!((&home["games"], &home["faults"]), (&json!([]), &json!([])));
        assert!(!page.store.keys().any(|name| name.contains("games/")), "{:?}", page.store);
    }
}

#[test]
fn games_of_other_people_can_be_watched_and_verified() {
    let kinds = KINDS.map(|kind| format!("../examples/{kind}.toml"));
    for path in kinds {
        let text = std::fs::read_to_string(&path).expect("an example");
        let mut page = Page::new(1);
        let table = page.open(&text);
        assert_eq!((&table["chair"], &table["phase"]), (&json!("none"), &json!("over")), "{path}");
        assert_eq!(page.ask("verify", json!({}))["kind"], json!("honest"));
        assert!(page.store.is_empty(), "watching stores no document");
        let sign = page.try_ask("sign", json!({}));
        assert_ne!(sign["error"], Value::Null);
    }
}

/// Chats limit the length of a message. The recipient copies all parts together, with the names of
/// the chat between them.
#[test]
fn long_turn_is_copied_and_pasted_in_parts() {
    let (mut alice, mut bob, file) = opened("espionage", 670);
    let table = bob.open(&file);
    assert!(bob.turn(&table, false)["error"].is_null());
    let file_answer = bob.ask("file", json!({}));
    let parts: Vec<&str> = file_answer["parts"]
        .as_array()
        .expect("parts")
        .iter()
        .filter_map(|part| part.as_str())
        .collect();
    assert!(
        parts.len() > 1 && parts.iter().all(|part| part.chars().count() <= 1900),
        "{file_answer}"
    );
    let pasted: Vec<String> =
        parts.iter().rev().map(|part| format!("[23/11/2026, 12:30] Bob: {part}\n")).collect();
    assert_eq!(alice.open(&pasted.concat())["turn"], json!(2));
}

/// A guess decides a game of Spy!, so no one may resign after it.
#[test]
fn nobody_is_offered_to_resign_after_a_guess() {
    const GUESS: &str = "guess 8C 8D 3D 3H 9H 9F 6F";
    let (mut alice, mut bob, mut file) = opened("spy", 270);
    for turn in 2..6 {
        let page = if turn % 2 == 0 { &mut bob } else { &mut alice };
        let table = page.open(&file);
        assert_eq!(table["may_leave"], json!(turn > 2), "turn {turn}");
        page.turn(&table, false);
        file = page.file();
    }
    // Bob asks first, so bob's guess at the end of a round is sealed, and alice responds.
    let table = bob.open(&file);
    assert_eq!((&table["phase"], &table["may_leave"]), (&json!("move"), &json!(true)));
    bob.ask("sign", json!({"draft": GUESS}));
    let table = alice.open(&bob.file());
    assert_eq!((&table["phase"], &table["may_leave"]), (&json!("move"), &json!(false)));
}
