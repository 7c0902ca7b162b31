//! What the organizer has to look at, with dates worked out by hand.

use chrono::Duration;
use pbem::club::{
    Arbitrated, Arrival, Arrivals, Facts, Games, Item, Lateness, Missing, Roster, Times, due,
};
use pbem::turnfile::Moment;

use crate::play::bytes;
use crate::world::{club, key, roster, running};

fn at(text: &str) -> Moment {
    format!("{text}:00Z").parse().expect("a date")
}

/// anna against ben, 7 days for a turn, 3 days of grace. Turn 4 is dated 1 December and ben is due.
fn waiting(more: &str) -> (Roster, Facts) {
    let arbiter = format!("arbiter = \"{}\"\ngrace-days = 3\n", hex::encode(key("cup").0));
    let rules = "options = { days-per-turn = 7 }\n";
    let text = club("hideout", 2, &["anna", "ben"], rules);
    let roster = roster(&text.replace("[[section]]", &format!("{arbiter}{more}[[section]]")));
    let mut facts = running(&roster, 1, &["anna", "ben"]);
    facts.arbiter = Some(Arbitrated { key: key("cup").0, grace_days: 3 });
    facts.last = Some(at("2026-12-01T12:00"));
    facts.due = Some(Missing {
        seat: "ben".to_owned(),
        deadline: Some(at("2026-12-08T12:00")),
        days: 7,
        claimable: true,
    });
    facts.newest = vec![turn(4), turn(3)];
    (roster, facts)
}

fn turn(number: u64) -> pbem::club::Hash {
    pbem::club::Hash(bytes(number, "turn"))
}

fn arrivals(list: &[(u64, &str)]) -> Arrivals {
    let mut arrivals = Arrivals::default();
    for (number, date) in list {
        let (game, seat, turn) = ([0; 32], "anna".to_owned(), turn(*number).0);
        let number = u32::try_from(*number).expect("small");
        arrivals.add(&Arrival { game, number, seat, turn, at: at(date) });
    }
    arrivals
}

#[test]
fn time_counts_from_the_arrival() {
    let (roster, facts) = waiting("");
    // Turn 4 arrived two days after its date: 7 days more are 10 December.
    let arrivals = arrivals(&[(4, "2026-12-03T12:00")]);
    let times = Times::of(&roster, &facts, "ben", &arrivals).expect("a deadline");
    assert_eq!(times.arrived, Some(at("2026-12-03T12:00")));
    assert_eq!(times.reminder, at("2026-12-07T00:00"));
    assert_eq!(times.notice, at("2026-12-10T12:00"));
    assert_eq!(times.ruling, Some(at("2026-12-13T12:00")));
    let lateness = |date: &str| times.lateness(at(date));
    assert_eq!(lateness("2026-12-06T23:59"), Lateness::InTime);
    assert_eq!(lateness("2026-12-07T00:00"), Lateness::Reminder);
    assert_eq!(lateness("2026-12-10T11:59"), Lateness::Reminder);
    assert_eq!(lateness("2026-12-10T12:00"), Lateness::Notice);
    assert_eq!(lateness("2026-12-13T11:59"), Lateness::Notice);
    assert_eq!(lateness("2026-12-13T12:00"), Lateness::Ruling);
}

#[test]
fn deadline_counts_if_it_is_later() {
    let (roster, facts) = waiting("");
    // A turn that is dated ahead doesn't cost the next player time.
    let times = Times::of(&roster, &facts, "ben", &arrivals(&[(4, "2026-11-30T12:00")]));
    assert_eq!(times.expect("a deadline").notice, at("2026-12-08T12:00"));
}

#[test]
fn no_ruling_without_an_arrival_or_a_claimant() {
    let (roster, mut facts) = waiting("");
    let times = Times::of(&roster, &facts, "ben", &Arrivals::default()).expect("a deadline");
    assert_eq!((times.notice, times.ruling), (at("2026-12-08T12:00"), None));
    facts.due.as_mut().expect("due").claimable = false;
    let times = Times::of(&roster, &facts, "ben", &arrivals(&[(4, "2026-12-03T12:00")]));
    assert_eq!(times.expect("a deadline").ruling, None);
}

#[test]
fn absences_extend_the_time() {
    let away = "away = [{ player = \"ben\", from = 2026-12-05, until = 2026-12-06 }, \
        { player = \"ben\", from = 2026-12-06, until = 2026-12-07 }, \
        { player = \"ben\", from = 2026-12-13, until = 2026-12-13 }, \
        { player = \"ben\", from = 2026-12-20, until = 2026-12-30 }, \
        { player = \"anna\", from = 2026-12-05, until = 2026-12-30 }]\n";
    let (roster, facts) = waiting(away);
    // Until 10 December at 12:00, plus 5, 6 and 7 December: 13 December at 12:00. 13 December is
    // another day off: 14 December. The absence from 20 December begins too late.
    let arrivals = arrivals(&[(4, "2026-12-03T12:00")]);
    let times = Times::of(&roster, &facts, "ben", &arrivals).expect("a deadline");
    assert_eq!(times.notice, at("2026-12-14T12:00"));
    assert_eq!(times.ruling, Some(at("2026-12-17T12:00")));
}

fn items<'g, 'a>(
    roster: &'a Roster,
    games: &'g Games<'a>,
    arrivals: &Arrivals,
) -> Vec<Item<'g, 'a>> {
    due(roster, games, arrivals, at("2026-12-09T12:00"))
}

#[test]
fn older_file_after_the_newest_turn_suggests_a_lost_copy() {
    let (roster, facts) = waiting("");
    let facts = [facts];
    let games = Games::new(&roster, &facts);
    let lost = |list: &[(u64, &str)]| {
        let items = items(&roster, &games, &arrivals(list));
        items.iter().any(|item| matches!(item, Item::Lost { number: 4, player: "ben", .. }))
    };
    let arrived = [(3, "2026-11-28T12:00"), (4, "2026-12-03T12:00")];
    assert!(!lost(&arrived));
    assert!(lost(&[&arrived[..], &[(3, "2026-12-05T12:00")]].concat()));
    assert!(!lost(&[&arrived[..], &[(3, "2026-12-03T18:00")]].concat()));
}

#[test]
fn games_that_have_not_begun_are_listed_with_their_opener() {
    let text = club("hideout", 2, &["anna", "ben", "cleo"], "");
    let roster = roster(&text);
    let mut facts = running(&roster, 1, &["ben", "anna"]);
    facts.opener = "ben".to_owned();
    let facts = [facts];
    let games = Games::new(&roster, &facts);
    let items = items(&roster, &games, &Arrivals::default());
    let open = items.iter().filter_map(|item| match item {
        Item::NotBegun { players: [one, other], number, opener, .. } => {
            Some((*one, *other, *number, *opener))
        }
        _ => None,
    });
    assert_eq!(
        open.collect::<Vec<_>>(),
        [
            ("anna", "ben", 1, "anna"),
            ("anna", "cleo", 1, "anna"),
            ("anna", "cleo", 2, "cleo"),
            ("ben", "cleo", 1, "ben"),
            ("ben", "cleo", 2, "cleo"),
        ]
    );
}

#[test]
fn turn_dated_ahead_of_the_clock_is_listed() {
    let (roster, mut facts) = waiting("");
    facts.last = Some(at("2026-12-09T12:00") + Duration::days(2));
    let facts = [facts];
    let games = Games::new(&roster, &facts);
    let items = items(&roster, &games, &Arrivals::default());
    assert!(items.iter().any(|item| matches!(item, Item::Ahead { number: 4, .. })));
}
