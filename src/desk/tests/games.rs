//! Finding games, and several seats in one vault.

use super::made::{ID, hash, incoming, joined, signed};
use super::records::record;
use super::*;

/// Returns a desk with these records, a vault and an identity.
pub(super) fn desk_with(records: &[GameRecord]) -> Desk<MemoryStore> {
    let mut desk = Desk::new(MemoryStore::default()).expect("an empty desk");
    let mut around = around(0);
    let staged = desk.establish(&mut around).expect("there is none yet");
    desk.keep(staged).expect("it is kept");
    for record in records {
        save(&mut desk, record);
    }
    desk
}

pub(super) fn save(desk: &mut Desk<MemoryStore>, record: &GameRecord) {
    let mut draft = Draft::default();
    load::put_record(&mut draft, record).expect("it can be written");
    desk.keep(draft.stage(())).expect("it is kept");
}

pub(super) fn kept(desk: &Desk<MemoryStore>, seat: &str) -> Option<GameRecord> {
    desk.record(&ID, seat, &mut ReadSet::new()).expect("it can be read")
}

#[test]
fn record_is_saved_and_read_back() {
    let mut bob = joined();
    bob.path = Some("/home/bob/a \"strange\"\n[name].toml".to_owned());
    bob.marks.insert("C4".to_owned(), "?".to_owned());
    bob.end_by_breach(Breach { number: 1, hash: hash("a"), seat: "alice".to_owned() });
    bob.finished = Some("bob won, both honest".to_owned());
    let desk = desk_with(&[bob.clone()]);
    assert_eq!(kept(&desk, "bob"), Some(bob.clone()));
    let found = desk.find("cd-bob", |_| false).expect("it is there");
    assert_eq!(found[0].path, bob.path);
    assert_eq!(kept(&desk, "carol"), None);
    assert_eq!(kept(&desk, "../bob"), None);
}

#[test]
fn game_is_found_by_name_place_or_id() {
    let game = |id: u8, seat: &str, name: &str, path: Option<&str>| {
        let mut bytes = [id; 32];
        bytes[31] = 1;
        let mut record = GameRecord::new(bytes, seat, "game-box", name);
        record.path = path.map(str::to_owned);
        // Make the record so long that only its head is read.
        let text = "x\n".repeat(20_000);
        record.take_in(Incoming { text, ..incoming("a", "alice") });
        record
    };
    let desk = desk_with(&[
        game(0xaa, "bob", "club", Some("/club.toml")),
        game(0xaa, "carol", "club-2", Some("/club.toml")),
        game(0xab, "bob", "cd-alice", None),
    ]);
    let found = |word: &str| {
        let heads = desk.find(word, |place| place == word);
        heads.map(|heads| heads.into_iter().map(|head| head.name).collect::<Vec<_>>())
    };
    assert_eq!(found("club").expect("a name"), ["club"]);
    assert_eq!(found("/club.toml").expect("a place"), ["club", "club-2"]);
    assert_eq!(found("AAAA").expect("the beginning of an id"), ["club", "club-2"]);
    assert_eq!(found("abab").expect("the beginning of an id"), ["cd-alice"]);
    assert!(matches!(found("aa"), Err(DeskError::UnknownGame(_))), "too short");
    assert!(matches!(found("nobody"), Err(DeskError::UnknownGame(_))));
    let id = desk.find("club", |_| false).expect("a name")[0].id;
    let seats = desk.records(&id).expect("they can be read");
    assert_eq!(seats.iter().map(GameRecord::seat).collect::<Vec<_>>(), ["bob", "carol"]);

    assert_eq!(desk.free_name("spy-bob").expect("a name"), "spy-bob");
    assert_eq!(desk.free_name("club").expect("a name"), "club-3");
    assert!(matches!(desk.free_name("../club"), Err(DeskError::BadName(_))));
    let names: Vec<_> =
        desk.heads().expect("they can be read").0.into_iter().map(|head| head.name).collect();
    assert_eq!(names, ["cd-alice", "club", "club-2"]);
    assert!(!desk.has_no_game().expect("there are three"));
    let here = desk.game_at(|place| place == "/club.toml").expect("they can be read");
    assert_eq!(here.map(|head| head.name).as_deref(), Some("club"));
}

#[test]
fn ambiguous_prefix_lists_all_matches() {
    let game = |last, name: &str| {
        let mut id = ID;
        id[31] = last;
        GameRecord::new(id, "alice", "checkpoint-danger", name)
    };
    let desk = desk_with(&[game(1, "cd-bob"), game(2, "cd-bob-2")]);
    let error = desk.find("cdcd", |_| false).expect_err("there are two");
    assert!(matches!(error, DeskError::Ambiguous { word, names }
            if word == "cdcd" && names == ["cd-bob", "cd-bob-2"]));
}

/// Alice and bob share a desk, which updates both records when either player signs or undoes a
/// turn.
#[test]
fn two_seats_of_one_desk_have_the_same_file() {
    let mut desk = desk_with(&[]);
    let seat = |desk: &Desk<MemoryStore>, name: &str| {
        let records = desk.records(&ID).expect("they can be read");
        records.into_iter().find(|record| record.seat() == name).unwrap_or_else(|| record(name))
    };
    let text = |desk: &Desk<MemoryStore>, name: &str| {
        seat(desk, name).newest().map(|newest| newest.text.to_string()).unwrap_or_default()
    };
    let sign = |desk: &mut Desk<MemoryStore>, name: &str, turns: &str| {
        let mut record = seat(desk, name);
        record.sign(signed(turns)).expect("it is the next turn");
        save(desk, &record);
    };
    sign(&mut desk, "alice", "a");
    let mut bob = record("bob");
    bob.take_in(incoming("a", "alice"));
    bob.sign(signed("ab")).expect("the turn of bob");
    save(&mut desk, &bob);
    sign(&mut desk, "alice", "abc");
    assert_eq!(text(&desk, "bob"), "abc");
    let bob = seat(&desk, "bob");
    save(&mut desk, &bob);

    // Alice undoes her turn and signs another version. Bob, who hasn't answered, gets the same
    // file.
    let mut alice = seat(&desk, "alice");
    alice.undo(Some(("ab".to_owned(), "bob".to_owned()))).expect("no one has answered");
    save(&mut desk, &alice);
    assert_eq!((text(&desk, "alice"), text(&desk, "bob")), ("ab".to_owned(), "ab".to_owned()));
    sign(&mut desk, "alice", "abC");
    sign(&mut desk, "bob", "abCd");
    assert_eq!(
        seat(&desk, "alice").may_undo().map(|turn| turn.number),
        Err(Forbidden::Answered { number: 3 })
    );
    assert_eq!((seat(&desk, "alice").check(), seat(&desk, "bob").check()), (Ok(()), Ok(())));
}

#[test]
fn undo_fails_after_the_turn_was_mailed() {
    let mut desk = desk_with(&[joined()]);
    let staged = desk.mailed(&ID, 2, hash("b"), None).expect("it can be read");
    desk.keep(staged).expect("it is kept");
    let bob = kept(&desk, "bob").expect("it is there");
    assert_eq!(bob.may_undo().map(|turn| turn.number), Err(Forbidden::Mailed { number: 2 }));
}
