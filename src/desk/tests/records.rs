//! What a record contains, and which turns it allows its player to sign or undo.

use proptest::prelude::*;

use super::made::{ID, chain, hash, incoming, joined, setup, signed};
use super::*;

pub(super) fn record(seat: &str) -> GameRecord {
    GameRecord::new(ID, seat, "checkpoint-danger", format!("cd-{seat}"))
}

#[test]
fn game_alternates_between_two_players() {
    let mut bob = joined();
    assert_eq!(
        bob.newest().map(|newest| (
            newest.text.as_str(),
            newest.turns(),
            newest.last_seat.as_str()
        )),
        Some(("ab", 2, "bob"))
    );
    assert_eq!(bob.take_in(incoming("abc", "alice")), ChainOrder::Newer { by: 1 });
    bob.sign(signed("abcd")).expect("the turn of bob");
    assert_eq!(bob.signed_turns().iter().map(|turn| turn.number).collect::<Vec<_>>(), [2, 4]);
    assert_eq!(bob.setup(), setup(1));
    assert_eq!(bob.check(), Ok(()));
}

#[test]
fn older_file_never_replaces_a_newer_one() {
    let mut bob = joined();
    assert_eq!(bob.take_in(incoming("a", "alice")), ChainOrder::Older { by: 1 });
    assert_eq!(bob, joined());
}

#[test]
fn turn_follows_only_the_newest_file() {
    let mut bob = joined();
    assert_eq!(bob.may_sign(&hash("b"), false), Ok(()));
    for turns in ["aB", "xb", "abcd", "A"] {
        assert_eq!(bob.sign(signed(turns)), Err(Forbidden::OtherHistory), "{turns}");
    }
    assert_eq!(bob, joined());
}

#[test]
fn undone_turn_is_replaced_by_another() {
    let mut bob = joined();
    assert_eq!(bob.may_undo().map(|turn| turn.number), Ok(2));
    assert_eq!(bob.undo(None), Err(Forbidden::NothingToUndo), "the file before it is missing");
    assert_eq!(bob.undo(Some(("a".to_owned(), "alice".to_owned()))), Ok(2));
    assert_eq!(bob.newest().map(|newest| newest.text.as_str()), Some("a"));
    assert_eq!(bob.setup(), [""; 0], "a setup that was undone is not used again");
    assert_eq!(bob.may_undo(), Err(Forbidden::NothingToUndo));
    assert_eq!(
        bob.take_in(incoming("ab", "bob")),
        ChainOrder::TakenBack { number: 2 },
        "bob's own old file proves nothing"
    );

    bob.sign(NewTurn { setup: setup(5), ..signed("aB") }).expect("the first was undone");
    assert_eq!(bob.setup(), setup(5));
    assert_eq!(bob.take_in(incoming("ab", "bob")), ChainOrder::Differs { at: 2 });
    assert_eq!(bob.check(), Ok(()));
}

#[test]
fn undone_turn_counts_if_someone_answered_it() {
    let mut bob = joined();
    bob.undo(Some(("a".to_owned(), "alice".to_owned()))).expect("no one has seen it");
    let mut at_once = bob.clone();
    assert_eq!(at_once.take_in(incoming("abc", "alice")), ChainOrder::Newer { by: 2 });
    assert_eq!(at_once.setup(), setup(1), "the setup that alice has built on");
    assert!(at_once.signed_turns().iter().all(|turn| !turn.withdrawn));

    bob.sign(NewTurn { setup: setup(5), ..signed("aB") }).expect("the first was undone");
    assert_eq!(bob.take_in(incoming("abc", "alice")), ChainOrder::Differs { at: 2 });
    bob.adopt(incoming("abc", "alice"));
    assert_eq!(bob.setup(), setup(1));
    let withdrawn: Vec<Hash> =
        bob.signed_turns().iter().filter(|turn| turn.withdrawn).map(|turn| turn.hash).collect();
    assert_eq!(withdrawn, [hash("B")]);
    assert_eq!(bob.check(), Ok(()));
    bob.sign(signed("abcd")).expect("the game continues");
}

#[test]
fn undo_fails_after_mailing_or_an_answer() {
    let mut bob = joined();
    bob.mailed(2, None);
    assert_eq!(bob.may_undo(), Err(Forbidden::Mailed { number: 2 }));
    let mut bob = joined();
    bob.take_in(incoming("abc", "alice"));
    assert_eq!(bob.may_undo(), Err(Forbidden::Answered { number: 2 }));
}

#[test]
fn opening_turn_can_be_undone() {
    let mut alice = record("alice");
    alice.sign(NewTurn { setup: setup(1), ..signed("a") }).expect("she opens the game");
    assert_eq!(alice.undo(None), Ok(1));
    assert_eq!(alice.newest(), None);
    assert_eq!(alice.take_in(incoming("a", "alice")), ChainOrder::TakenBack { number: 1 });
    alice.take_in(incoming("ab", "bob"));
    assert_eq!(alice.setup(), setup(1));
}

/// Reading a different file changes nothing: only [`stands`](crate::table::stands) decides whether
/// that file is adopted.
#[test]
fn different_file_is_not_adopted_automatically() {
    let mut bob = joined();
    bob.take_in(incoming("abc", "alice"));
    bob.sign(signed("abcd")).expect("the turn of bob");
    let before = bob.clone();
    for other in ["abC", "abCd", "abCDe", "x", "axcdefg"] {
        assert!(
            matches!(bob.take_in(incoming(other, "alice")), ChainOrder::Differs { .. }),
            "{other}"
        );
    }
    assert_eq!(bob, before);
    bob.adopt(incoming("abCDe", "alice"));
    let standing: Vec<Hash> =
        bob.signed_turns().iter().filter(|turn| !turn.withdrawn).map(|turn| turn.hash).collect();
    assert_eq!(standing, [hash("b"), hash("D")], "bob's turn d no longer counts, but D does");
    assert!(bob.signed_turns().iter().all(|turn| turn.hash != hash("d") || turn.mailed));
    bob.sign(signed("abCDef")).expect("the game continues");
}

#[test]
fn turn_made_elsewhere_is_recorded() {
    let mut bob = joined();
    bob.adopt(incoming("aXc", "alice"));
    let there: Vec<(u32, Hash, bool)> =
        bob.signed_turns().iter().map(|turn| (turn.number, turn.hash, turn.withdrawn)).collect();
    assert_eq!(there, [(2, hash("b"), true), (2, hash("X"), false)]);
    assert_eq!(bob.setup(), [""; 0], "it has not sealed what was sealed here");
    assert_eq!(bob.check(), Ok(()));
}

#[test]
fn player_signs_nothing_after_claiming() {
    let mut bob = joined();
    bob.sign(NewTurn { claims: true, ..signed("abc") }).expect("alice is late");
    assert_eq!(bob.lock(false), Err(Forbidden::Claimed));
    bob.undo(Some(("ab".to_owned(), "bob".to_owned()))).expect("no one has seen it");
    assert_eq!(bob.lock(false), Ok(()));
    bob.sign(NewTurn { claims: true, ..signed("abc") }).expect("alice is late");
    bob.adopt(incoming("abC", "alice"));
    assert_eq!(
        bob.may_sign(&hash("C"), false),
        Err(Forbidden::Claimed),
        "she was in time, and has seen it"
    );
}

#[test]
fn breach_ends_the_game_and_is_recorded() {
    let mut bob = joined();
    bob.take_in(incoming("abc", "alice"));
    bob.end_by_breach(Breach { number: 3, hash: hash("c"), seat: "alice".to_owned() });
    assert_eq!(bob.may_sign(&hash("c"), false), Err(Forbidden::Ended { number: 3 }));
    assert_eq!(bob.may_undo(), Err(Forbidden::Ended { number: 3 }));
    bob.end_by_breach(Breach { number: 2, hash: hash("b"), seat: "bob".to_owned() });
    assert_eq!(bob.breach().map(|breach| breach.number), Some(3), "the first breach counts");
}

#[test]
fn debug_shows_no_secret() {
    let mut bob = joined();
    bob.take_in(incoming("abc", "alice"));
    let hidden = vec![SealedMove { item: "guess-4".to_owned(), value: "8C 8D 3D".to_owned() }];
    bob.sign(NewTurn { hidden, ..signed("abcd") }).expect("the turn of bob");
    let printed = format!("{bob:?} {bob:#?} {:?}", Secret::from([0x5e; 16]));
    for secret in ["Fiji", "8C", "94, 94", "0x5e", "5e5e", "[1, 1", "0101"] {
        assert!(!printed.contains(secret), "{secret} in {printed}");
    }
}

/// An event in bob's vault: bob signs or undoes a turn, reads a file, or adopts a file.
#[derive(Clone, Debug)]
enum Action {
    Sign(char),
    Undo,
    Read(String),
    Adopt(String),
}

fn actions() -> impl Strategy<Value = Vec<Action>> {
    let turns = "[aA][bB]?[cC]?[dD]?";
    let action = prop_oneof![
        proptest::char::range('p', 'z').prop_map(Action::Sign),
        Just(Action::Undo),
        turns.prop_map(Action::Read),
        turns.prop_map(Action::Adopt),
    ];
    prop::collection::vec(action, 1..40)
}

#[test]
fn a_truncated_record_is_refused() {
    let mut bob = joined();
    bob.take_in(Incoming { text: "pbem = 2\n".repeat(3), ..incoming("abc", "alice") });
    let text = bob.to_document().expect("it can be written");
    assert_eq!(GameRecord::from_document(&text), Ok(bob));
    for length in 0..text.len() {
        assert!(GameRecord::from_document(&text[..length]).is_err(), "{length} bytes");
    }
    for changed in [text.replacen("= 27\n", "= 28\n", 1), text.replacen("= 27\n", "= 99999\n", 1)] {
        assert_ne!(changed, *text);
        assert!(GameRecord::from_document(&changed).is_err(), "{changed}");
    }
}

proptest! {
    /// After any events, at most one version of each turn counts, and that version is in the newest
    /// file.
    #[test]
    fn no_events_leave_two_versions_of_a_turn(actions in actions()) {
        let mut bob = record("bob");
        for action in actions {
            let text = bob.newest().map_or_else(String::new, |newest| newest.text.to_string());
            match action {
                Action::Sign(turn) => { let _ = bob.sign(signed(&format!("{text}{turn}"))); }
                Action::Undo => {
                    let shorter = text.len().saturating_sub(1);
                    let before: String = text.chars().take(shorter).collect();
                    let _ = bob.undo((!before.is_empty()).then(|| (before, "alice".to_owned())));
                }
                Action::Read(turns) => { bob.take_in(incoming(&turns, "alice")); }
                Action::Adopt(turns) => bob.adopt(incoming(&turns, "alice")),
            }
            prop_assert_eq!(bob.check(), Ok(()));
            let newest = bob.newest().map_or_else(String::new, |newest| newest.text.to_string());
            let known = bob.newest().map_or(Vec::new(), |newest| newest.chain.clone());
            prop_assert_eq!(known, chain(&newest));
            let standing = bob.signed_turns().iter().filter(|turn| !turn.withdrawn);
            let mut standing: Vec<u32> = standing.map(|turn| turn.number).collect();
            let all = standing.len();
            standing.dedup();
            prop_assert_eq!(standing.len(), all);
        }
    }

    /// Every file comes back from the vault unchanged, no matter which text it contains.
    #[test]
    fn texts_survive_the_vault(text in "(\\PC|[\\r\\n\\t\"'\\\\\u{0}\u{7f}])*") {
        let mut bob = joined();
        let file = Incoming { text: text.clone(), ..incoming("abc", "alice") };
        bob.take_in(file);
        let name = DocName::game(ID, "bob").expect("a name");
        let written = bob.to_document().expect("it can be written");
        let read = crate::desk::games::parse_record(&name, &written).expect("it can be read");
        prop_assert_eq!(read, bob);
    }
}
