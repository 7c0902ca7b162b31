//! What a record lets its player do, and what it keeps.

use proptest::prelude::*;

use super::*;

pub(super) const ID: Hash = [0xcd; 32];

/// The hash of a turn, told from what it says.
pub(super) fn hash(turn: &str) -> Hash {
    use sha2::{Digest, Sha256};
    Sha256::digest(turn).into()
}

/// A file in which every letter is a turn.
fn chain(turns: &str) -> Vec<Hash> {
    turns.chars().map(|turn| hash(&turn.to_string())).collect()
}

pub(super) fn incoming(turns: &str, last_seat: &str) -> Incoming {
    Incoming {
        text: turns.to_owned(),
        chain: chain(turns),
        last_seat: last_seat.to_owned(),
        path: None,
        at: at(1),
    }
}

/// The turn that makes a file of these turns out of the one before.
pub(super) fn signed(turns: &str) -> Signed {
    let chain = chain(turns);
    let after = chain.iter().rev().nth(1).copied().unwrap_or(ID);
    let turn: String = turns.chars().next_back().into_iter().collect();
    let number = u32::try_from(chain.len()).expect("it is short");
    Signed {
        number,
        hash: hash(&turn),
        after,
        text: turn,
        secrets: None,
        hidden: Vec::new(),
        file: turns.to_owned(),
        path: None,
        at: at(2),
    }
}

pub(super) fn secrets(seed: u8) -> Secrets {
    Secrets {
        seed: Secret::from([seed; 32]),
        chain_start: Some(Secret::from([seed + 1; 32])),
        setup: vec![format!("Fiji {seed}")],
    }
}

pub(super) fn record(seat: &str) -> GameRecord {
    GameRecord::new(ID, seat, "checkpoint-danger", format!("cd-{seat}"))
}

/// bob's record of a game in which he has read alice's `a` and joined with `b`.
pub(super) fn joined() -> GameRecord {
    let mut record = record("bob");
    record.take_in(incoming("a", "alice")).expect("it is new");
    record.sign(Signed { secrets: Some(secrets(1)), ..signed("ab") }).expect("it is his turn");
    record
}

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
    assert_eq!(bob.take_in(incoming("abc", "alice")), Ok(Seen::Newer { by: 1 }));
    bob.sign(signed("abcd")).expect("it is his turn");
    assert_eq!(bob.made().iter().map(|made| made.number).collect::<Vec<_>>(), [2, 4]);
    assert_eq!(bob.secrets(), Some(&secrets(1)));
    assert_eq!(bob.check(), Ok(()));
}

#[test]
fn an_older_file_never_overwrites_a_newer_one() {
    let mut bob = joined();
    assert_eq!(bob.take_in(incoming("a", "alice")), Ok(Seen::Older { by: 1 }));
    assert_eq!(bob.adopt(incoming("a", "alice")), Err(Reason::Stale));
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
fn a_turn_is_taken_back_and_another_made_in_its_place() {
    let mut bob = joined();
    assert_eq!(bob.may_undo().map(|made| made.number), Ok(2));
    assert_eq!(bob.undo(None), Err(Reason::NothingToUndo), "the file before it is missing");
    assert_eq!(bob.undo(Some(("a".to_owned(), "alice".to_owned()))), Ok(2));
    assert_eq!(bob.newest().map(|newest| newest.text.as_str()), Some("a"));
    assert_eq!(bob.secrets(), None, "a setup that was taken back is not used again");
    assert_eq!(bob.withdrawn(2).collect::<Vec<_>>(), [&hash("b")]);
    assert_eq!(bob.may_undo(), Err(Reason::NothingToUndo));
    assert_eq!(
        bob.take_in(incoming("ab", "bob")),
        Ok(Seen::TakenBack { number: 2 }),
        "his own old file proves nothing"
    );

    bob.sign(Signed { secrets: Some(secrets(5)), ..signed("aB") })
        .expect("the first was taken back");
    assert_eq!(bob.secrets(), Some(&secrets(5)));
    assert_eq!(bob.take_in(incoming("ab", "bob")), Ok(Seen::Differs { at: 2 }));
    assert_eq!(bob.check(), Ok(()));
}

#[test]
fn a_turn_that_was_taken_back_counts_if_it_was_answered_after_all() {
    let mut bob = joined();
    bob.undo(Some(("a".to_owned(), "alice".to_owned()))).expect("nobody has seen it");
    let mut at_once = bob.clone();
    assert_eq!(at_once.take_in(incoming("abc", "alice")), Ok(Seen::Newer { by: 2 }));
    assert_eq!(at_once.secrets(), Some(&secrets(1)), "the setup that alice has built on");
    assert_eq!(at_once.withdrawn(2).count(), 0);

    bob.sign(Signed { secrets: Some(secrets(5)), ..signed("aB") })
        .expect("the first was taken back");
    assert_eq!(bob.take_in(incoming("abc", "alice")), Ok(Seen::Differs { at: 2 }));
    bob.adopt(incoming("abc", "alice")).expect("alice has built on it");
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
    bob.take_in(incoming("abc", "alice")).expect("it is newer");
    assert_eq!(bob.may_undo(), Err(Reason::Answered { number: 2 }));
}

#[test]
fn an_opening_turn_can_be_taken_back() {
    let mut alice = record("alice");
    alice.sign(Signed { secrets: Some(secrets(1)), ..signed("a") }).expect("she opens the game");
    assert_eq!(alice.undo(None), Ok(1));
    assert_eq!(alice.newest(), None);
    assert_eq!(alice.take_in(incoming("a", "alice")), Ok(Seen::TakenBack { number: 1 }));
    alice.take_in(incoming("ab", "bob")).expect("bob has joined all the same");
    assert_eq!(alice.secrets(), Some(&secrets(1)));
}

#[test]
fn a_vault_never_gives_up_a_turn_that_it_has_built_upon() {
    let mut bob = joined();
    bob.take_in(incoming("abc", "alice")).expect("it is newer");
    bob.sign(signed("abcd")).expect("it is his turn");
    let kept = bob.clone();
    for other in ["abC", "abCd", "abCDe", "x", "axcdefg"] {
        let seen = bob.take_in(incoming(other, "alice")).expect("nothing changes");
        assert!(matches!(seen, Seen::Differs { .. }), "{other}");
        assert!(
            matches!(bob.adopt(incoming(other, "alice")), Err(Reason::BuiltUpon { .. })),
            "{other}"
        );
    }
    assert_eq!(bob, kept);
}

#[test]
fn a_turn_that_somebody_else_signed_with_our_key_is_noticed() {
    let mut bob = joined();
    assert_eq!(bob.adopt(incoming("aXc", "alice")), Err(Reason::NotOurs { number: 2 }));
    assert_eq!(bob, joined());
}

#[test]
fn an_opponents_replaced_turn_is_adopted_while_nothing_rests_on_it() {
    let mut bob = joined();
    bob.take_in(incoming("abc", "alice")).expect("it is newer");
    bob.adopt(incoming("abC", "alice")).expect("she took it back, and bob has not answered");
    bob.sign(signed("abCd")).expect("it is his turn");
}

#[test]
fn a_breach_ends_the_game_and_is_kept() {
    let mut bob = joined();
    bob.take_in(incoming("abc", "alice")).expect("it is newer");
    bob.end_by_breach(Breach { number: 3, hash: hash("c"), seat: "alice".to_owned() });
    assert_eq!(bob.adopt(incoming("abC", "alice")), Err(Reason::Ended { number: 3 }));
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
    bob.take_in(incoming("abc", "alice")).expect("it is newer");
    let hidden = vec![SealedMove { item: "guess-4".to_owned(), value: "8C 8D 3D".to_owned() }];
    bob.sign(Signed { hidden, ..signed("abcd") }).expect("it is his turn");
    let printed = format!("{bob:?} {:#?} {:?}", secrets(0x5e), Secret::from([0x5e; 32]));
    for secret in ["Fiji", "8C", "94, 94", "0x5e", "5e5e", "[1, 1", "0101"] {
        assert!(!printed.contains(secret), "{secret} in {printed}");
    }
}

/// alice and bob share a vault; each is given the record as the vault levels it.
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
                    let shorter = text.len().saturating_sub(1);
                    let before: String = text.chars().take(shorter).collect();
                    let _ = bob.undo((!before.is_empty()).then(|| (before, "alice".to_owned())));
                }
                Deed::Read(turns) => { let _ = bob.take_in(incoming(&turns, "alice")); }
                Deed::Adopt(turns) => { let _ = bob.adopt(incoming(&turns, "alice")); }
            }
            prop_assert_eq!(bob.check(), Ok(()));
            let newest = bob.newest().map_or_else(String::new, |newest| newest.text.clone());
            let known = bob.newest().map_or(Vec::new(), |newest| newest.chain.clone());
            prop_assert_eq!(known, chain(&newest));
            let standing = bob.made().iter().filter(|made| !made.withdrawn);
            let mut standing: Vec<u32> = standing.map(|made| made.number).collect();
            let all = standing.len();
            standing.dedup();
            prop_assert_eq!(standing.len(), all);
        }
    }

    /// Texts of any kind come back from the vault as they were.
    #[test]
    fn texts_survive_the_vault(text in "(\\PC|[\\r\\n\\t\"'\\\\\u{0}\u{7f}])*") {
        let mut bob = joined();
        let file = Incoming { text: text.clone(), ..incoming("abc", "alice") };
        bob.take_in(file).expect("it is newer");
        let name = DocName::game(ID, "bob").expect("a name");
        let written = document::write(&bob).expect("it can be written");
        let read = crate::desk::games::parse_record(&name, &written).expect("it can be read");
        prop_assert_eq!(read, bob);
    }
}
