//! Whole games between people who have only their desks and the files they exchange.

use super::*;
use crate::audit::{self, VerdictKind};
use crate::turnfile::Reading;

const NAMES: [&str; 9] =
    ["alice", "bob", "carol", "dave", "erin", "frank", "grace", "heidi", "ivan"];

/// Plays a game to its end. Returns the people and the last file.
fn play(kind: Kind, seats: usize) -> (Vec<Person>, String) {
    let mut people: Vec<Person> = NAMES[..seats].iter().copied().map(Person::new).collect();
    let mut file = people[0].begin(kind, &NAMES[1..seats]).expect("a game").text;
    loop {
        let (table, fault) = table::open(&read(&file)).expect("a game");
        assert!(fault.is_none(), "{kind}: {fault:?}");
        let Some(due) = table.standing().due else { return (people, file) };
        let written = people[due.index()].turn(&file).expect("a turn");
        assert_eq!(written.loaded.game.file, read(&written.text));
        file = written.text;
    }
}

#[test]
fn every_kind_is_played_honestly_with_a_rematch() {
    for kind in Kind::ALL {
        let (mut people, file) = play(*kind, usize::from(*kind.seats().start()));
        let verdict = audit::verify(&Reading { file: Some(read(&file)), fault: None });
        assert_eq!(verdict.kind, VerdictKind::Honest, "{kind}: {:?}", verdict.findings);
        let mut opened = 0;
        for person in &mut people {
            let loaded = person.look(&file).expect("it is the game that was played");
            assert!(matches!(loaded.arrival, Arrival::Known | Arrival::Newer(_)), "{kind}");
            let at = loaded.own_seat(Some(person.name)).expect("a seat").expect("his own");
            let next = match person.desk.header_of_next(&loaded, at, &mut person.around) {
                Ok(next) => next,
                Err(DeskError::NotYours(opener)) => {
                    assert_ne!(opener, person.name, "{kind}");
                    continue;
                }
                Err(other) => panic!("{kind}: {other:?}"),
            };
            opened += 1;
            assert_eq!(next.seats[0], person.name, "{kind}");
            assert_eq!(next.options, loaded.game.file.game.options, "{kind}");
            assert_ne!(next.id(), loaded.game.file.game.id(), "{kind}");
            // The keys of known players are in the header, so that no one else takes their seats.
            let known = person.desk.contacts().expect("they can be read").iter().len();
            assert_eq!(next.keys.len(), known, "{kind}");
        }
        assert!(opened > 0, "{kind}");
    }
}

#[test]
fn all_seats_may_be_at_one_desk() {
    for kind in Kind::ALL {
        let seats = usize::from(*kind.seats().end().min(&3));
        let mut person = Person::new("alice");
        let mut file = person.begin(*kind, &NAMES[1..seats]).expect("a game").text;
        loop {
            let (table, _) = table::open(&read(&file)).expect("a game");
            let Some(due) = table.standing().due else { break };
            person.name = NAMES[due.index()];
            file = person.turn(&file).expect("a turn").text;
        }
        let verdict = audit::verify(&Reading { file: Some(read(&file)), fault: None });
        assert_eq!(verdict.kind, VerdictKind::Honest, "{kind}");
        let records = person.desk.records(&read(&file).game.id()).expect("they can be read");
        assert_eq!(records.len(), seats, "{kind}");
        assert!(records.iter().all(|record| record.newest().is_some_and(|it| *it.text == file)));
    }
}
