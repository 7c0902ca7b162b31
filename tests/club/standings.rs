//! Standings worked out by hand, and which games count.

use pbem::club::{Arbitrated, Facts, Games, Place, Roster, Unscored, standings};
use pbem::rules::OptionValue;

use crate::world::{club, key, over, roster, running};

const TEN: [&str; 10] = ["anna", "ben", "cleo", "dora", "eva", "finn", "gus", "hugo", "ida", "jan"];

fn table(roster: &Roster, facts: &[Facts]) -> Vec<Place> {
    standings(roster, &Games::new(roster, facts))
}

/// Rank, name, half points and quarters.
fn short(places: &[Place]) -> Vec<(usize, &str, u32, u64)> {
    let mut rows = Vec::new();
    for place in places {
        rows.push((place.rank, place.player.as_str(), place.half_points, place.quarters));
    }
    rows
}

/// anna beat ben, ben and cleo beat dora, eva beat gus; gus drew with jan, finn with hugo and ida.
///
/// Five players have 1 point. anna beat someone with 1 point: SB 1. eva beat someone with 0.5
/// points, and finn has two draws against 0.5 points: SB 0.5, but eva has a win. ben and cleo both
/// beat dora, who has none: SB 0, and equal in everything.
#[test]
fn ties_are_broken_by_sonneborn_berger_then_wins() {
    let roster = roster(&club("hideout", 2, &TEN, ""));
    let facts = [
        over(&roster, 1, ["anna", "ben"], Some(0)),
        over(&roster, 2, ["dora", "cleo"], Some(1)),
        over(&roster, 3, ["ben", "dora"], Some(0)),
        over(&roster, 4, ["gus", "eva"], Some(1)),
        over(&roster, 5, ["finn", "hugo"], None),
        over(&roster, 6, ["ida", "finn"], None),
        over(&roster, 7, ["gus", "jan"], None),
    ];
    let places = table(&roster, &facts);
    assert_eq!(
        short(&places),
        [
            (1, "anna", 2, 4),
            (2, "eva", 2, 2),
            (3, "finn", 2, 2),
            (4, "ben", 2, 0),
            (4, "cleo", 2, 0),
            (6, "hugo", 1, 2),
            (6, "ida", 1, 2),
            (8, "gus", 1, 1),
            (8, "jan", 1, 1),
            (10, "dora", 0, 0),
        ]
    );
    let gus = &places[7];
    assert_eq!((gus.played, gus.won, gus.drawn, gus.lost), (2, 0, 1, 1));
    let mut shuffled = facts.to_vec();
    shuffled.reverse();
    shuffled.swap(1, 4);
    assert_eq!(table(&roster, &shuffled), places);
}

#[test]
fn cheat_loses_and_void_gives_nothing() {
    let roster = roster(&club("hideout", 9, &["anna", "ben"], ""));
    let mut cheated = over(&roster, 1, ["anna", "ben"], None);
    cheated.seats[0].cheated = true;
    let mut void = over(&roster, 2, ["anna", "ben"], None);
    void.outcome = Some("void".to_owned());
    let places = table(&roster, &[cheated, void]);
    let row = |at: usize| {
        let place: &Place = &places[at];
        (place.player.as_str(), place.played, place.won, place.drawn, place.lost, place.half_points)
    };
    assert_eq!(row(0), ("ben", 2, 1, 0, 0, 1));
    assert_eq!(row(1), ("anna", 2, 0, 0, 1, 0));
}

#[test]
fn board_points_count_instead_of_results() {
    let roster = roster(&club("spy", 1, &["anna", "ben"], "points = \"board\"\n"));
    let mut facts = over(&roster, 1, ["anna", "ben"], Some(1));
    facts.seats[0].points = Some(1);
    facts.seats[1].points = Some(2);
    let places = table(&roster, &[facts]);
    assert_eq!(short(&places), [(1, "ben", 4, 8), (2, "anna", 2, 8)]);
    assert_eq!((places[0].won, places[1].lost), (1, 1));
}

#[test]
fn checker_is_not_scored() {
    let roster = roster(&club("game-box", 1, &["anna", "ben", "cleo"], ""));
    let mut facts = running(&roster, 1, &["anna", "ben", "cleo"]);
    facts.outcome = Some("win".to_owned());
    facts.seats[0].referee = true;
    facts.seats[1].won = true;
    let places = table(&roster, std::slice::from_ref(&facts));
    let played =
        |at: usize| (places[at].player.as_str(), places[at].played, places[at].half_points);
    assert_eq!([played(0), played(1), played(2)], [("ben", 1, 2), ("anna", 0, 0), ("cleo", 1, 0)]);
    // Unless the Checker cheated.
    facts.seats[0].cheated = true;
    let places = table(&roster, &[facts]);
    let anna = places.iter().find(|place| place.player == "anna").expect("anna");
    assert_eq!((anna.played, anna.lost), (1, 1));
}

/// Why each game doesn't count, in the order of opening.
fn why(roster: &Roster, facts: &[Facts]) -> Vec<Option<Unscored>> {
    Games::new(roster, facts).games.into_iter().map(|game| game.unscored).collect()
}

#[test]
fn earliest_games_of_a_pair_count() {
    let roster = roster(&club("hideout", 2, &["anna", "ben"], ""));
    let third = over(&roster, 3, ["anna", "ben"], Some(0));
    let first = running(&roster, 1, &["ben", "anna"]);
    let mut by_other_rules = over(&roster, 0, ["anna", "ben"], Some(0));
    by_other_rules.options.insert("days-per-turn".to_owned(), OptionValue::Number(3));
    let second = over(&roster, 2, ["anna", "ben"], Some(1));
    let facts = [third, first, by_other_rules, second];
    let why = why(&roster, &facts);
    assert!(matches!(&why[0], Some(Unscored::Options(name, ..)) if name == "days-per-turn"));
    assert_eq!(why[1..], [Some(Unscored::Running), None, Some(Unscored::TooMany)]);
    assert_eq!(short(&table(&roster, &facts))[0], (1, "ben", 2, 0));
}

#[test]
fn only_games_of_the_club_count() {
    let roster = roster(&club("hideout", 9, &["anna", "ben"], ""));
    let mut stranger = over(&roster, 1, ["anna", "ben"], Some(0));
    stranger.seats[1].key = Some(key("someone"));
    let mut same = over(&roster, 2, ["anna", "ben"], Some(0));
    same.seats[1].key = Some(key("anna"));
    let mut strangers = over(&roster, 3, ["anna", "ben"], Some(0));
    strangers.seats[0].key = Some(key("someone"));
    strangers.seats[1].key = Some(key("else"));
    let mut ruled = over(&roster, 4, ["anna", "ben"], Some(0));
    ruled.arbiter = Some(Arbitrated { key: key("arbiter").0, grace_days: 3 });
    let mut other_kind = over(&roster, 5, ["anna", "ben"], Some(0));
    other_kind.kind = "spy".to_owned();
    let facts = [stranger, same, strangers, ruled, other_kind];
    assert_eq!(Games::new(&roster, &facts).strangers, 1);
    assert_eq!(
        why(&roster, &facts),
        [
            Some(Unscored::UnknownKey("ben".to_owned())),
            Some(Unscored::OnePerson("anna".to_owned())),
            Some(Unscored::Arbiter),
            Some(Unscored::NoSection),
        ]
    );
    assert!(table(&roster, &facts).iter().all(|place| place.played == 0));
}

#[test]
fn crossed_game_waits_for_the_decision() {
    let text = club("hideout", 2, &["anna", "ben"], "");
    let before = roster(&text);
    let mut crossed = running(&before, 1, &["anna", "ben"]);
    crossed.crossed = Some(5);
    let facts = [crossed];
    assert_eq!(why(&before, &facts), [Some(Unscored::Crossed)]);
    let decided = format!(
        "{text}[[decided]]\ngame = \"{}\"\npoints = {{ anna = 0.5, ben = 0.5 }}\n\
         reason = \"both were in time\"\n[[decided]]\nsection = \"A\"\nplayers = [\"anna\", \
         \"ben\"]\npoints = {{ anna = 0, ben = 1 }}\nreason = \"anna withdrew\"\n",
        hex::encode(facts[0].id)
    );
    let roster = roster(&decided);
    assert_eq!(why(&roster, &facts), [None, None]);
    assert_eq!(short(&table(&roster, &facts)), [(1, "ben", 3, 3), (2, "anna", 1, 3)]);
}
