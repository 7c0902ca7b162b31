//! The faults of a header.

use super::super::{DAYS_PER_TURN, header_faults};
use super::*;
use crate::games::{EnemyAgent, GameBox};
use crate::rules::OptionValue;
use crate::turnfile::Arbiter;

fn faults(kind: Kind, change: impl FnOnce(&mut Header)) -> usize {
    let mut header = header(kind, None, 1);
    change(&mut header);
    header_faults(kind, &header).len()
}

fn key_of(seed: u64) -> [u8; 32] {
    Identity::from_bytes(bytes(seed, "key").first_chunk().expect("it is longer")).public()
}

#[test]
fn untouched_header_has_no_faults() {
    for kind in Kind::ALL {
        assert_eq!(faults(*kind, |_| ()), 0, "{kind}");
    }
}

#[test]
fn number_of_seats_depends_on_the_kind() {
    let mut alone = header(Kind::of::<Checkpoint>(), None, 1);
    alone.seats.truncate(1);
    let faults_alone = header_faults(Kind::of::<Checkpoint>(), &alone);
    assert!(faults_alone[0].contains(" is for 2 players, not 1"), "{faults_alone:?}");
    let add = |header: &mut Header| header.seats.push("erin".to_owned());
    for kind in Kind::ALL {
        assert_eq!(faults(*kind, |header| header.seats.truncate(1)), 1, "{kind}");
        let most = usize::from(*kind.seats().end());
        assert_eq!(faults(*kind, add), usize::from(*kind.seats().end() == 2), "{kind}");
        let full = |header: &mut Header| header.seats.resize(most, "erin".to_owned());
        assert_eq!(faults(*kind, full), 0, "{kind}");
        assert_eq!(faults(*kind, |header| header.seats.resize(most + 1, "x".to_owned())), 1);
    }
}

#[test]
fn first_and_opener_name_seats_that_may_have_a_choice() {
    let first = |kind, name: &str| faults(kind, |header| header.first = Some(name.to_owned()));
    let opener = |kind, name: &str| faults(kind, |header| header.opener = Some(name.to_owned()));
    let (two, sides) = (Kind::of::<Checkpoint>(), Kind::of::<EnemyAgent>());
    assert_eq!([first(two, "alice"), first(two, "bob"), first(two, "erin")], [0, 0, 1]);
    // In the Game Box, the first caller is the caller to the left of the Checker.
    assert_eq!([first(Kind::of::<GameBox>(), "alice"), first(Kind::of::<GameBox>(), "x")], [1, 1]);
    assert_eq!([opener(sides, "bob"), opener(sides, "alice")], [0, 1]);
    assert_eq!([opener(two, "bob"), opener(two, "alice")], [1, 2]);
}

#[test]
fn keys_belong_to_seats_and_are_sound() {
    let kind = Kind::of::<Checkpoint>();
    let keys = |name: &str, key| {
        faults(kind, |header| header.keys = BTreeMap::from([(name.to_owned(), key)]))
    };
    assert_eq!(keys("bob", key_of(1)), 0);
    assert_eq!(keys("erin", key_of(1)), 1);
    // A point of small order.
    assert_eq!(keys("bob", [0; 32]), 1);
}

#[test]
fn arbiter_has_a_sound_key_and_a_deadline_and_does_not_play() {
    let kind = Kind::of::<Checkpoint>();
    let with = |key, days| {
        faults(kind, |header| {
            header.arbiter = Some(Arbiter { key, grace_days: 0, name: None, mail: None });
            header.options.insert(DAYS_PER_TURN.to_owned(), OptionValue::Number(days));
            header.keys.insert("alice".to_owned(), key_of(1));
        })
    };
    assert_eq!(with(key_of(2), 14), 0);
    assert_eq!(with(key_of(2), 0), 1);
    assert_eq!(with(key_of(1), 14), 1);
    assert_eq!(with([0; 32], 14), 1);
}
