//! What a record lets its player do, and what it keeps.

use proptest::prelude::*;

use super::*;

#[test]
fn a_game_goes_to_and_fro() {
    let mut bob = joined();
    assert_eq!(
        bob.newest().map(|newest| (
            newest.text.as_str(),
            newest.turns(),
            newest.last_seat.as_str()
        )),
        Some(("ab", 2, "bob"))
    );
    assert_eq!(bob.take_in(arrival("abc", "alice")), Ok(Seen::Newer { by: 1 }));
    bob.sign(signed("abcd")).expect("it is his turn");
    assert_eq!(bob.made().iter().map(|made| made.number).collect::<Vec<_>>(), [2, 4]);
    assert_eq!(bob.secrets(), Some(&secrets(1)));
    assert_eq!(bob.check(), Ok(()));
}

#[test]
fn an_older_file_never_overwrites_a_newer_one() {
    let mut bob = joined();
    assert_eq!(bob.take_in(arrival("a", "alice")), Ok(Seen::Older { by: 1 }));
    assert_eq!(bob.adopt(arrival("a", "alice")), Err(Reason::Stale));
    assert_eq!(bob, joined());
}

#[test]
fn no_two_turns_of_one_number_are_signed() {
    let mut bob = joined();
    let first = hash("b");
    assert_eq!(bob.may_sign(2, &hash("a")), Err(Reason::Signed { number: 2, hash: first }));
    assert_eq!(bob.sign(signed("aB")), Err(Reason::Signed { number: 2, hash: first }));
    assert_eq!(bob.may_sign(1, &ID), Err(Reason::BuiltUpon { number: 1 }));
    assert_eq!(bob.may_sign(4, &hash("b")), Err(Reason::NotNext { next: 3, asked: 4 }));
    assert_eq!(bob.may_sign(3, &hash("x")), Err(Reason::OtherHistory));
    assert_eq!(bob, joined());
}

#[test]
fn a_recorded_turn_is_found_again_byte_for_byte() {
    let bob = joined();
    assert_eq!(
        bob.recorded_turn_for(2, &hash("a")).map(|made| (made.text.as_str(), made.hash)),
        Some(("b", hash("b")))
    );
    assert_eq!(bob.recorded_turn_for(2, &hash("x")), None);
    assert_eq!(bob.recorded_turn_for(3, &hash("b")), None);
}

#[test]
fn a_turn_is_taken_back_and_another_made_in_its_place() {
    let mut bob = joined();
    assert_eq!(bob.may_undo().map(|made| made.number), Ok(2));
    assert_eq!(bob.undo(None), Err(Reason::NothingToUndo), "the file before it is missing");
    assert_eq!(bob.undo(Some(("a".to_owned(), "alice".to_owned()))), Ok(2));
    assert_eq!(bob.newest().map(|newest| newest.text.as_str()), Some("a"));
    assert_eq!(bob.secrets(), None, "a setup that was taken back is not used again");
    assert_eq!(bob.withdrawn(2).collect::<Vec<_>>(), [&hash("b")]);
    assert_eq!(bob.recorded_turn_for(2, &hash("a")), None);
    assert_eq!(bob.may_undo(), Err(Reason::NothingToUndo));
    assert_eq!(
        bob.take_in(arrival("ab", "bob")),
        Ok(Seen::TakenBack { number: 2 }),
        "his own old file proves nothing"
    );

    bob.sign(Signed { secrets: Some(secrets(5)), ..signed("aB") })
        .expect("the first was taken back");
    assert_eq!(bob.secrets(), Some(&secrets(5)));
    assert_eq!(bob.take_in(arrival("ab", "bob")), Ok(Seen::Differs { at: 2 }));
    assert_eq!(bob.check(), Ok(()));
}

#[test]
fn a_turn_that_was_taken_back_counts_if_it_was_answered_after_all() {
    let mut bob = joined();
    bob.undo(Some(("a".to_owned(), "alice".to_owned()))).expect("nobody has seen it");
    let mut at_once = bob.clone();
    assert_eq!(at_once.take_in(arrival("abc", "alice")), Ok(Seen::Newer { by: 2 }));
    assert_eq!(at_once.secrets(), Some(&secrets(1)), "the setup that alice has built on");
    assert_eq!(at_once.withdrawn(2).count(), 0);

    bob.sign(Signed { secrets: Some(secrets(5)), ..signed("aB") })
        .expect("the first was taken back");
    assert_eq!(bob.take_in(arrival("abc", "alice")), Ok(Seen::Differs { at: 2 }));
    bob.adopt(arrival("abc", "alice")).expect("alice has built on it");
    assert_eq!(bob.secrets(), Some(&secrets(1)));
    assert_eq!(bob.withdrawn(2).collect::<Vec<_>>(), [&hash("B")]);
    assert_eq!(bob.check(), Ok(()));
    bob.sign(signed("abcd")).expect("the game goes on");
}

#[test]
fn what_was_mailed_or_answered_stands() {
    let mut bob = joined();
    bob.mailed(2);
    assert_eq!(bob.may_undo(), Err(Reason::Mailed { number: 2 }));
    let mut bob = joined();
    bob.take_in(arrival("abc", "alice")).expect("it is newer");
    assert_eq!(bob.may_undo(), Err(Reason::Answered { number: 2 }));
}

#[test]
fn an_opening_turn_can_be_taken_back() {
    let mut alice = record("alice");
    alice.sign(Signed { secrets: Some(secrets(1)), ..signed("a") }).expect("she opens the game");
    assert_eq!(alice.undo(None), Ok(1));
    assert_eq!(alice.newest(), None);
    assert_eq!(alice.take_in(arrival("a", "alice")), Ok(Seen::TakenBack { number: 1 }));
    alice.take_in(arrival("ab", "bob")).expect("bob has joined all the same");
    assert_eq!(alice.secrets(), Some(&secrets(1)));
}

#[test]
fn a_vault_never_gives_up_a_turn_that_it_has_built_upon() {
    let mut bob = joined();
    bob.take_in(arrival("abc", "alice")).expect("it is newer");
    bob.sign(signed("abcd")).expect("it is his turn");
    let kept = bob.clone();
    for other in ["abC", "abCd", "abCDe", "x", "axcdefg"] {
        let seen = bob.take_in(arrival(other, "alice")).expect("nothing changes");
        assert!(matches!(seen, Seen::Differs { .. }), "{other}");
        assert!(
            matches!(bob.adopt(arrival(other, "alice")), Err(Reason::BuiltUpon { .. })),
            "{other}"
        );
    }
    assert_eq!(bob, kept);
}

#[test]
fn a_turn_that_somebody_else_signed_with_our_key_is_noticed() {
    let mut bob = joined();
    assert_eq!(bob.adopt(arrival("aXc", "alice")), Err(Reason::NotOurs { number: 2 }));
    assert_eq!(bob, joined());
}

#[test]
fn an_opponents_replaced_turn_is_adopted_while_nothing_rests_on_it() {
    let mut bob = joined();
    bob.take_in(arrival("abc", "alice")).expect("it is newer");
    bob.adopt(arrival("abC", "alice")).expect("she took it back, and bob has not answered");
    bob.sign(signed("abCd")).expect("it is his turn");
}

#[test]
fn a_breach_ends_the_game_and_is_kept() {
    let mut bob = joined();
    bob.take_in(arrival("abc", "alice")).expect("it is newer");
    bob.end_by_breach(Breach { number: 3, hash: hash("c"), seat: "alice".to_owned() });
    assert_eq!(bob.adopt(arrival("abC", "alice")), Err(Reason::Ended { number: 3 }));
    assert_eq!(bob.may_sign(4, &hash("c")), Err(Reason::Ended { number: 3 }));
    assert_eq!(bob.may_undo(), Err(Reason::Ended { number: 3 }));
    bob.end_by_breach(Breach { number: 2, hash: hash("b"), seat: "bob".to_owned() });
    assert_eq!(bob.breach().map(|breach| breach.number), Some(3), "the first breach counts");
}

#[test]
fn evidence_is_kept_once_and_bounded() {
    let mut bob = joined();
    bob.keep_evidence(2, "fork".to_owned(), at(0));
    bob.keep_evidence(2, "fork".to_owned(), at(1));
    assert_eq!(bob.evidence().len(), 1);
    for number in 0..50 {
        bob.keep_evidence(number, format!("fork {number}"), at(0));
    }
    assert!(bob.evidence().len() < 10);
}

#[test]
fn nothing_secret_is_printed() {
    let mut bob = joined();
    bob.take_in(arrival("abc", "alice")).expect("it is newer");
    let hidden = vec![SealedMove { item: "guess-4".to_owned(), value: "8C 8D 3D".to_owned() }];
    bob.sign(Signed { hidden, ..signed("abcd") }).expect("it is his turn");
    let printed = format!("{bob:?} {:#?} {:?}", secrets(0x5e), Secret::from([0x5e; 32]));
    for secret in ["Fiji", "8C", "94, 94", "0x5e", "5e5e", "[1, 1", "0101"] {
        assert!(!printed.contains(secret), "{secret} in {printed}");
    }
}

#[test]
fn a_record_is_kept_and_read_back() {
    let (_temp, dir) = place();
    let vault = create(&dir);
    let mut bob = joined();
    bob.path = Some("/home/bob/a \"strange\"\n[name].toml".to_owned());
    bob.marks.insert("C4".to_owned(), "?".to_owned());
    bob.keep_evidence(2, "fork\r\n".to_owned(), at(0));
    bob.end_by_breach(Breach { number: 1, hash: hash("a"), seat: "alice".to_owned() });
    bob.finished = Some("bob won, both honest".to_owned());
    vault.save(&bob).expect("it can be kept");
    assert_eq!(vault.game(&ID, "bob").expect("it can be read"), Some(bob.clone()));
    assert_eq!(
        vault.find("cd-bob").expect("it is there").first().and_then(|head| head.path.clone()),
        bob.path
    );
    assert_eq!(vault.game(&ID, "carol").expect("there is none"), None);
    assert_eq!(vault.game(&ID, "../bob").expect("there is none"), None);
}

#[test]
fn a_game_is_found_by_name_path_or_id() {
    let (temp, dir) = place();
    let vault = create(&dir);
    let path = temp.path().join("club.toml").to_string_lossy().into_owned();
    let game = |id: u8, seat: &str, name: &str, path: Option<&String>| {
        let mut bytes = [id; 32];
        bytes[31] = 1;
        let mut record = GameRecord::new(bytes, seat, "game-box", name);
        record.path = path.cloned();
        // A long record: only its head is read.
        record
            .take_in(Arrival { text: "x\n".repeat(20_000), ..arrival("a", "alice") })
            .expect("it is new");
        vault.save_new(&record).expect("it is new");
    };
    game(0xaa, "bob", "club", Some(&path));
    game(0xaa, "carol", "club-2", Some(&path));
    game(0xab, "bob", "cd-alice", None);
    let found = |word: &str| {
        vault.find(word).map(|heads| heads.into_iter().map(|head| head.name).collect::<Vec<_>>())
    };
    assert_eq!(found("club").expect("a name"), ["club"]);
    assert_eq!(found(&path).expect("a path"), ["club", "club-2"]);
    assert_eq!(found("AAAA").expect("the beginning of an id"), ["club", "club-2"]);
    assert_eq!(found("abab").expect("the beginning of an id"), ["cd-alice"]);
    assert!(matches!(found("aa"), Err(VaultError::UnknownGame(_))), "too short");
    assert!(matches!(found("nobody"), Err(VaultError::UnknownGame(_))));
    assert_eq!(
        vault.seats(&vault.find("club").expect("a name")[0].id).expect("it is there"),
        ["bob", "carol"]
    );

    assert_eq!(vault.free_name("spy-bob").expect("a name"), "spy-bob");
    assert_eq!(vault.free_name("club").expect("a name"), "club-3");
    assert!(matches!(vault.free_name("../club"), Err(VaultError::BadName(_))));
    assert_eq!(vault.names().expect("they can be read"), ["cd-alice", "club", "club-2"]);
}

#[test]
fn two_games_with_one_beginning_are_named_not_guessed() {
    let (_temp, dir) = place();
    let vault = create(&dir);
    for (last, name) in [(1, "cd-bob"), (2, "cd-bob-2")] {
        let mut id = ID;
        id[31] = last;
        vault
            .save(&GameRecord::new(id, "alice", "checkpoint-danger", name))
            .expect("it can be kept");
    }
    let error = vault.find("cdcd").expect_err("there are two");
    assert_eq!(error.class(), ErrorClass::Ambiguous);
    assert_eq!(error.to_string(), "\"cdcd\" may be any of: cd-bob, cd-bob-2");
}

/// alice and bob share a vault; each is given the record as the vault levels it.
#[test]
fn two_seats_of_one_vault_know_the_same_file() {
    let (_temp, dir) = place();
    let vault = create(&dir);
    let seat = |name: &str| {
        let records = vault.records(&ID).expect("they can be read");
        records.into_iter().find(|record| record.seat() == name).unwrap_or_else(|| record(name))
    };
    let sign = |name: &str, turns: &str| {
        vault.sign(&mut seat(name), signed(turns)).expect("it is the next turn")
    };
    let text =
        |name: &str| seat(name).newest().map(|newest| newest.text.clone()).unwrap_or_default();
    sign("alice", "a");
    let mut bob = record("bob");
    bob.take_in(arrival("a", "alice")).expect("it is new");
    vault.sign(&mut bob, signed("ab")).expect("it is his turn");
    sign("alice", "abc");
    assert_eq!(text("bob"), "abc");
    vault.save(&seat("bob")).expect("he has seen it");

    // alice takes her turn back and makes another: bob, who has not answered, goes along.
    vault
        .undo(&mut seat("alice"), Some(("ab".to_owned(), "bob".to_owned())))
        .expect("nobody has answered");
    assert_eq!((text("alice"), text("bob")), ("ab".to_owned(), "ab".to_owned()));
    sign("alice", "abC");
    sign("bob", "abCd");
    assert_eq!(
        seat("alice").may_undo().map(|made| made.number),
        Err(Reason::Answered { number: 3 })
    );
    assert_eq!((seat("alice").check(), seat("bob").check()), (Ok(()), Ok(())));
}

#[test]
fn a_game_is_taken_up_once() {
    let (_temp, dir) = place();
    let vault = create(&dir);
    vault.save_new(&joined()).expect("it is new");
    assert!(matches!(vault.save_new(&record("bob")), Err(VaultError::GameExists { .. })));
    assert_eq!(vault.game(&ID, "bob").expect("it can be read"), Some(joined()));
}

#[test]
fn a_record_from_before_cannot_sign_again() {
    let (_temp, dir) = place();
    let vault = create(&dir);
    let mut one = record("bob");
    one.take_in(arrival("a", "alice")).expect("it is new");
    vault.save(&one).expect("it can be kept");
    let mut other = one.clone();
    vault.sign(&mut one, signed("ab")).expect("it is his turn");
    let before = other.clone();
    assert!(matches!(
        vault.sign(&mut other, signed("aB")),
        Err(VaultError::Refused(Reason::Changed))
    ));
    assert_eq!(other, before);
}

/// Something that happens to a vault: its player signs, takes back, or reads a file.
#[derive(Clone, Debug)]
enum Deed {
    Sign(char),
    Undo,
    Read(String),
    Adopt(String),
}

fn deeds() -> impl Strategy<Value = Vec<Deed>> {
    let turns = "[aA][bB]?[cC]?[dD]?";
    let deed = prop_oneof![
        proptest::char::range('p', 'z').prop_map(Deed::Sign),
        Just(Deed::Undo),
        turns.prop_map(Deed::Read),
        turns.prop_map(Deed::Adopt),
    ];
    prop::collection::vec(deed, 1..40)
}

proptest! {
    /// Whatever is read, signed and taken back: of each number at most one turn stands, and it is
    /// in the newest file.
    #[test]
    fn no_course_of_events_leaves_two_turns_of_one_number(deeds in deeds()) {
        let mut bob = record("bob");
        for deed in deeds {
            let text = bob.newest().map_or_else(String::new, |newest| newest.text.clone());
            match deed {
                Deed::Sign(turn) => { let _ = bob.sign(signed(&format!("{text}{turn}"))); }
                Deed::Undo => {
                    let before = text.chars().take(text.len().saturating_sub(1)).collect::<String>();
                    let _ = bob.undo((!before.is_empty()).then(|| (before, "alice".to_owned())));
                }
                Deed::Read(turns) => { let _ = bob.take_in(arrival(&turns, "alice")); }
                Deed::Adopt(turns) => { let _ = bob.adopt(arrival(&turns, "alice")); }
            }
            prop_assert_eq!(bob.check(), Ok(()));
            let newest = bob.newest().map_or_else(String::new, |newest| newest.text.clone());
            prop_assert_eq!(bob.newest().map_or(Vec::new(), |newest| newest.chain.clone()), chain(&newest));
            let mut standing: Vec<u32> = bob.made().iter().filter(|made| !made.withdrawn).map(|made| made.number).collect();
            let all = standing.len();
            standing.dedup();
            prop_assert_eq!(standing.len(), all);
        }
    }

    /// Texts of any kind come back from the vault as they were.
    #[test]
    fn texts_survive_the_vault(text in "(\\PC|[\\r\\n\\t\"'\\\\\u{0}\u{7f}])*") {
        let mut bob = joined();
        bob.take_in(Arrival { text: text.clone(), ..arrival("abc", "alice") }).expect("it is newer");
        let path = Path::new("games").join(format!("{}.bob.toml", hex::encode(ID)));
        let written = disk::document(&path, &bob).expect("it can be written");
        prop_assert_eq!(games::parse_record(&path, &written).expect("it can be read"), bob);
    }
}
