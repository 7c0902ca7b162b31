//! Passports: roles, and knowledge about them.

use std::collections::BTreeSet;

use super::table::{BLUE, RED, table, who};
use crate::games::conformance::Dice;
use crate::games::enemy_agent::illegal::Illegal;
use crate::games::enemy_agent::person::{Item, Person, Role, Value};
use crate::games::enemy_agent::setup::Fault;
use crate::games::enemy_agent::{Dossier, EnemyAgent, Options};
use crate::rules::{Game, Private, Seat, Setup, Show};

fn options() -> Options {
    table().state.options
}

fn read(seat: Seat, typed: &str) -> Result<String, String> {
    match Dossier::read(&options(), seat, typed) {
        Ok(dossier) => Ok(dossier.write(&options(), seat).join("; ")),
        Err(faults) => Err(faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")),
    }
}

#[test]
fn red_player_uses_red_passports() {
    let items = |seat| {
        let items = Dossier::items(&options(), seat);
        items.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    };
    let buildings = "building-1 building-2 building-3 building-4";
    assert_eq!(
        items(BLUE),
        format!("passport-1 passport-2 passport-3 passport-4 passport-5 passport-6 {buildings}")
    );
    assert_eq!(
        items(RED),
        format!("passport-7 passport-8 passport-9 passport-10 passport-11 passport-12 {buildings}")
    );
}

#[test]
fn for_each_traveler_there_are_two_passports() {
    let table = table();
    let values = |number| {
        let item = format!("passport-{number}").parse().expect("an item");
        table.owns[0].setup.value(&table.state.options, &item)
    };
    assert_eq!(values(1).to_string(), "agent");
    assert_eq!(values(2).to_string(), "tourist");
    for word in ["agent", "tourist", "plan", "empty"] {
        assert_eq!(word.parse::<Value>().expect("a value").to_string(), word);
    }
    assert!("passport-13".parse::<Item>().is_err() && "building-02".parse::<Item>().is_err());
}

#[test]
fn each_player_secretly_determines_three_agents_and_three_tourists() {
    assert_eq!(read(BLUE, "agents 1 3 5; plan 2"), Ok("agents 1 3 5; plan 2".to_owned()));
    assert_eq!(read(RED, "Plan 4; Agents 11, 7 and 12"), Ok("agents 7 11 12; plan 4".to_owned()));
    assert_eq!(
        read(BLUE, "# a form\nagents 6\u{2013}5\u{2013}4\nplan\u{a0}1"),
        Ok("agents 4 5 6; plan 1".to_owned())
    );
    assert!(
        read(BLUE, "agents 1 3; plan 2")
            .is_err_and(|said| said.contains("exactly three Agents, not 2"))
    );
    assert!(read(BLUE, "agents 1 3 5 6; plan 2").is_err_and(|said| said.contains("not 4")));
}

#[test]
fn all_errors_in_a_setup_are_listed() {
    let said = read(BLUE, "agents 1 1 7 bob; plan 5").expect_err("faulty");
    for part in [
        "1 is named twice",
        "Traveler 7 is not yours; your Travelers are 1 to 6",
        "`bob` cannot be read",
        "no building 5",
        "not 1",
        "setup names 0",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert!(read(BLUE, "").is_err());
}

#[test]
fn the_plan_is_hidden_in_one_of_ones_own_buildings() {
    assert!(
        read(RED, "agents 7 8 9; plan 1 2")
            .is_err_and(|said| said.contains("exactly one building, but this setup names 2"))
    );
    assert!(read(RED, "agents 7 8 9").is_err_and(|said| said.contains("setup names 0")));
}

#[test]
fn an_illegal_setup_can_be_written_down_and_is_found() {
    let parse = |agents: &str, plan: &str| {
        Dossier::parse(&options(), BLUE, &[agents.to_owned(), plan.to_owned()])
    };
    let dossier = parse("agents 1 2 3 4", "plan none").expect("the canonical form");
    assert_eq!(dossier.write(&options(), BLUE), ["agents 1 2 3 4", "plan none"]);
    assert_eq!(dossier.faults(&options(), BLUE), [Fault::Agents(4), Fault::Plans(0)]);
    for [agents, plan] in [
        ["agents 3 1 5", "plan 2"],
        ["agents 1 3 7", "plan 2"],
        ["agents 1 3 05", "plan 2"],
        ["agents 1 3 5", "plan 5"],
        ["agents ", "plan 1"],
    ] {
        assert_eq!(parse(agents, plan), None);
    }
}

#[test]
fn only_the_owner_knows_the_passports() {
    let table = table();
    let scene = |own| format!("{:?}", table.state.scene(&table.shown, own));
    assert!(scene(Some(&table.owns[0])).contains("1a 2t 3a"));
    let other = Private::new(BLUE, Dossier::random(&options(), BLUE, &mut Dice(5)));
    assert_ne!(scene(Some(&table.owns[0])), scene(Some(&other)));
    assert!(!scene(None).contains("1a 2t") && !scene(Some(&table.owns[1])).contains("1a 2t"));
    assert!(!format!("{:?}", table.owns[0].setup).contains('1'));
}

#[test]
fn all_setups_are_drawn() {
    let mut dice = Dice(1);
    let mut seen = BTreeSet::new();
    for _ in 0..2000 {
        seen.insert(Dossier::random(&options(), RED, &mut dice).write(&options(), RED));
    }
    assert_eq!(seen.len(), 20 * 4, "three Agents of six, one building of four");
}

#[test]
fn a_form_filled_in_is_a_setup() {
    let help = Dossier::help(&options(), RED).expect("both hide something");
    let form = help.form.replace("agents\n", "agents 8 9 10\n").replace("plan\n", "plan 3\n");
    assert_eq!(read(RED, &form), Ok("agents 8 9 10; plan 3".to_owned()));
    assert!(read(RED, &help.example.expect("an example")).is_ok());
}

#[test]
fn three_travelers_start_in_hotel_and_three_in_station() {
    let table = table();
    for (people, place) in [
        (["1", "2", "3"], "hotel"),
        (["4", "5", "6"], "station"),
        (["7", "8", "9"], "hotel"),
        (["10", "11", "12"], "station"),
    ] {
        assert!(people.iter().all(|person| table.place(person) == place));
    }
    let inspectors = ["I1", "I2", "I3", "I4"].map(|inspector| table.place(inspector));
    assert_eq!(inspectors, ["D2", "L2", "D9", "L9"]);
    assert_eq!(table.owns[0].setup.role(who("3")), Role::Agent);
}

#[test]
fn hotel_guests_are_chosen_first_or_never() {
    let mut table = table().dice(1, 2);
    for (typed, why) in [
        ("hotel 1 2", Illegal::NotThree),
        ("hotel 1 1 2", Illegal::NotThree),
        ("hotel 1 2 I1", Illegal::NotThree),
        ("hotel 7 8 9", Illegal::NotYours(who("7"))),
        ("1 to A1; hotel 1 2 4", Illegal::NotFirst),
        ("hotel 1 2 4; hotel 1 2 5", Illegal::NotFirst),
    ] {
        assert_eq!(table.refuse(typed), why, "{typed}");
    }
    let events = table.order("hotel 6, 1 and 4; 6 A1-A2");
    assert_eq!(events[0], "{0} begins with 1 Ada, 4 Dario, 6 Felix in the Hotel");
    let places = ["1", "2", "3", "4", "5", "6"].map(|person| table.place(person));
    assert_eq!(places, ["hotel", "station", "station", "hotel", "station", "A2"]);
    assert!(table.is_turn_of(RED));
    table.throw(1, 1);
    assert!(table.try_order("hotel 7 8 12").is_ok(), "no one has to move");
    assert!(table.try_order("hotel 7 8 12; pass").is_ok());
    table.order("pass");
    table.throw(1, 1);
    assert_eq!(table.refuse("hotel 1 2 3"), Illegal::NotFirst);
    table.order("pass");
    table.throw(1, 1);
    assert_eq!(table.refuse("hotel 7 8 12; pass"), Illegal::NotFirst, "the first order was made");
}

#[test]
fn travelers_have_the_names_and_lines_of_the_page() {
    let travelers: Vec<Person> = Seat::all(2).flat_map(Person::travelers).collect();
    let names: BTreeSet<&str> = travelers.iter().filter_map(|who| who.name()).collect();
    assert_eq!((travelers.len(), names.len()), (12, 12));
    for who in travelers {
        let (name, about) = (who.name().expect("a name"), who.about().expect("a line"));
        let cell = format!("| {who} | {name}: {about} |");
        assert!(EnemyAgent::PROFILE.manual.contains(&cell), "{cell}");
        let help = Dossier::help(&options(), who.seat()).expect("both hide something");
        let line = format!("{who}  {name}: {about}");
        assert!(help.form.lines().any(|form| form.ends_with(&line)), "{line}");
    }
    assert!(Person::inspectors(RED).all(|who| who.name().is_none()));
}
