//! `club.toml`: every error with its line.

use chrono::NaiveDate;

use pbem::club::{Arrival, Arrivals, Decision, Points, Roster, RosterProblem};
use pbem::crypto::{KeyWord, safety_number};
use pbem::games::Kind;
use pbem::rules::{OptionMapExt, OptionValue};

const KEY: &str = "03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8";
/// The generator of the curve: a valid key.
const OTHER: &str = "5866666666666666666666666666666666666666666666666666666666666666";

fn club() -> String {
    let ids = "06".repeat(32);
    format!(
        r#"club = 1
name = "Spring Cup"
mail = "cup@example.org"
arbiter = "{KEY}"
grace-days = 5
away = [{{ player = "ben", from = 2027-04-01, until = 2027-04-14 }}]
[[section]]
name = "A"
kind = "spy"
games = 2
points = "board"
players = ["anna", "ben"]
options = {{ days-per-turn = 7, hints = "none", max-rounds = 50 }}
[[section]]
name = "B"
kind = "cd"
players = ["ben", "cleo"]
[[player]]
name = "anna"
safety = "86818 61067 26020 10385 30394 50355"
[[player]]
name = "ben"
key = "{OTHER}"
[[player]]
name = "cleo"
safety = "86818-61067-26020-10385-30394-50356"
[[decided]]
game = "{ids}"
points = {{ anna = 0.5, ben = 0.5 }}
reason = "stopped on 31 August"
[[decided]]
section = "A"
players = ["ben", "anna"]
points = {{ anna = 3, ben = 0 }}
reason = "ben withdrew"
"#
    )
}

#[test]
fn roster_has_all_values_of_the_file() {
    let roster = Roster::read(&club()).expect("a roster");
    assert_eq!(roster.name, "Spring Cup");
    let arbiter = roster.arbiter().expect("an arbiter");
    assert_eq!((hex::encode(arbiter.key).as_str(), arbiter.grace_days), (KEY, 5));
    assert_eq!(arbiter.mail.as_deref(), Some("cup@example.org"));
    let day = |day| NaiveDate::from_ymd_opt(2027, 4, day).expect("a day");
    let away = &roster.away[0];
    assert_eq!((away.player.as_str(), away.from, away.until), ("ben", day(1), day(14)));
    let section = &roster.sections[0];
    assert_eq!((section.kind.id(), section.games, section.points), ("spy", 2, Points::Board));
    assert_eq!(section.all_options().number("days-per-turn"), 7);
    assert_eq!(section.all_options().word("hints"), "none");
    assert!(section.all_options().contains_key("rows"));
    let second = &roster.sections[1];
    assert_eq!((second.kind, second.games, second.points), (Kind::ALL[0], 1, Points::Result));
    assert_eq!(roster.decided[0].half_points, [("anna".to_owned(), 1), ("ben".to_owned(), 1)]);
    assert_eq!(roster.decided[1].game, Decision::NotBegun { section: "A".to_owned() });
    assert_eq!(roster.decided[1].half_points, [("anna".to_owned(), 6), ("ben".to_owned(), 0)]);
}

#[test]
fn roster_finds_players_by_key_and_safety_number() {
    let mut key = [0; 32];
    hex::decode_to_slice(KEY, &mut key).expect("digits");
    let text = club().replace(&format!("arbiter = \"{KEY}\"\n"), "");
    let text = text.replace("86818-61067-26020-10385-30394-50356", &safety_number(&key));
    let roster = Roster::read(&text).expect("a roster");
    assert_eq!(roster.player_with(&key), Some("cleo"));
    assert_eq!(roster.key_of("cleo"), None);
    let ben = roster.key_of("ben").expect("a key");
    assert_eq!(roster.player_with(&ben), Some("ben"));
    assert_eq!(roster.player_with(&[7; 32]), None);
}

#[test]
fn other_options_list_what_differs() {
    let roster = Roster::read(&club()).expect("a roster");
    let section = &roster.sections[0];
    let mut options = section.all_options();
    assert!(section.other_options(&options).is_empty());
    options.insert("hints".to_owned(), OptionValue::Word("full".to_owned()));
    let [(name, has, wants)] = &section.other_options(&options)[..] else { panic!("one differs") };
    assert_eq!(name, "hints");
    assert_eq!(has.as_ref().map(ToString::to_string).as_deref(), Some("full"));
    assert_eq!(wants.to_string(), "none");
}

/// The line and the problem after a change to the file.
fn refused(from: &str, to: &str) -> (usize, RosterProblem) {
    let text = club();
    assert!(text.contains(from), "{from}");
    let error = Roster::read(&text.replacen(from, to, 1)).expect_err(to);
    (error.line, error.problem)
}

#[test]
fn every_error_has_its_line() {
    use RosterProblem as P;
    let owned = str::to_owned;
    assert_eq!(refused("club = 1", "club = 2"), (1, P::Newer(2)));
    assert_eq!(refused("cup@example.org", "cup at home"), (3, P::Mail(owned("cup at home"))));
    assert_eq!(refused(KEY, "abcd"), (4, P::ArbiterKey));
    assert_eq!(refused("grace-days = 5", "grace-days = 61"), (5, P::GraceDays(61)));
    assert_eq!(
        refused("player = \"ben\"", "player = \"bea\""),
        (6, P::UnknownPlayer(owned("bea")))
    );
    assert_eq!(refused("until = 2027-04-14", "until = 2027-03-31"), (6, P::Absence(owned("ben"))));
    assert_eq!(refused("kind = \"spy\"", "kind = \"go\""), (9, P::UnknownKind(owned("go"))));
    assert_eq!(refused("games = 2", "games = 0"), (10, P::Games(0, 100)));
    assert_eq!(refused("\"board\"", "\"elo\""), (11, P::PointsWord(owned("elo"))));
    assert_eq!(
        refused("[\"anna\", \"ben\"]", "[\"anna\", \"bea\"]"),
        (12, P::UnknownPlayer(owned("bea")))
    );
    assert_eq!(
        refused("[\"anna\", \"ben\"]", "[\"anna\", \"anna\"]"),
        (12, P::TwiceInSection(owned("anna")))
    );
    assert!(matches!(refused("[\"anna\", \"ben\"]", "[\"anna\"]"), (8, P::TooFew(_, 1, _, 2))));
    assert!(matches!(refused("max-rounds", "max-round"), (13, P::Option(_))));
    assert!(matches!(refused("hints = \"none\"", "hints = \"some\""), (13, P::Option(_))));
    assert!(matches!(refused("days-per-turn = 7", "days-per-turn = 0"), (8, P::Options(_))));
    assert_eq!(refused("name = \"B\"", "name = \"A\""), (15, P::SectionTwice(owned("A"))));
    assert!(matches!(
        refused("kind = \"cd\"", "kind = \"cd\"\npoints = \"board\""),
        (17, P::NoBoardPoints(_))
    ));
    assert_eq!(refused("name = \"ben\"", "name = \"anna\""), (22, P::PlayerTwice(owned("anna"))));
    assert_eq!(refused("name = \"ben\"", "name = \"Ben\""), (22, P::Name(owned("Ben"))));
    assert_eq!(refused("50356", "50355"), (26, P::KeyTwice(owned("anna"), owned("cleo"))));
    assert!(matches!(refused("50356", "5035"), (26, P::Key(..))));
    assert_eq!(refused(OTHER, KEY), (23, P::ArbiterPlays(owned("ben"))));
    assert!(matches!(refused(&format!("key = \"{OTHER}\"\n"), ""), (22, P::NoKey(_))));
    assert!(matches!(refused("game = \"0606", "game = \"06"), (28, P::GameId(_))));
    assert_eq!(
        refused("{ anna = 0.5, ben", "{ anna = 0.5, bea"),
        (29, P::UnknownPlayer(owned("bea")))
    );
    assert_eq!(refused("anna = 0.5", "anna = 0.25"), (29, P::Halves(owned("anna"))));
    assert_eq!(refused("anna = 3", "anna = 3.5").0, 31);
    assert!(matches!(refused("anna = 3", "anna = 3.5"), (31, P::TooManyPoints(_))));
    assert_eq!(refused("section = \"A\"", "section = \"C\""), (32, P::UnknownSection(owned("C"))));
    assert_eq!(
        refused("[\"ben\", \"anna\"]", "[\"ben\", \"cleo\"]"),
        (33, P::UnknownPlayer(owned("cleo")))
    );
    assert!(matches!(refused("grace-days = 5", "grace = 5"), (5, P::Form(_))));
    assert!(matches!(refused("name = \"Spring Cup\"", "name = \"\""), (2, P::Text(..))));
}

#[test]
fn decision_of_two_ids_is_refused() {
    let text = club();
    let decided = text.split("[[decided]]\n").nth(1).expect("one").to_owned();
    let error = Roster::read(&format!("{text}[[decided]]\n{decided}")).expect_err("twice");
    assert!(matches!(error.problem, RosterProblem::DecidedTwice(_)));
    assert_eq!(error.line, 37);
}

#[test]
fn earliest_arrival_of_a_turn_counts() {
    let arrival = |second: u32, turn: u8| Arrival {
        game: [1; 32],
        number: 3,
        seat: "ben".to_owned(),
        turn: [turn; 32],
        at: format!("2027-04-01T12:00:{second:02}Z").parse().expect("a date"),
    };
    let lines: String =
        [arrival(9, 5), arrival(7, 5), arrival(8, 6)].iter().map(Arrival::line).collect();
    let (arrivals, bad) = Arrivals::read(&format!("{lines}{{\"game\": \"0"));
    assert_eq!(bad, [4]);
    assert_eq!(arrivals.of(&[5; 32]), Some(arrival(7, 5).at));
    assert_eq!(arrivals.of(&[6; 32]), Some(arrival(8, 6).at));
    assert_eq!(arrivals.of(&[7; 32]), None);
}

#[test]
fn key_is_read_from_either_form() {
    let roster = Roster::read(&club()).expect("a roster");
    assert!(matches!(&roster.players[0].key, KeyWord::Number(_)));
    assert!(matches!(&roster.players[1].key, KeyWord::Key(_)));
}
