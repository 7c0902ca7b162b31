//! Choosing a setup.

use super::*;
use crate::board::NotCanonical;

fn read(typed: &str) -> Result<Network, Vec<Fault>> {
    Network::read(&Options::default(), ALICE, typed)
}

fn faults(typed: &str) -> Vec<String> {
    read(typed).expect_err("no setup").iter().map(ToString::to_string).collect()
}

#[test]
fn the_map_has_seven_regions_and_nine_columns() {
    let items = Network::items(&Options::default(), ALICE);
    assert_eq!(items.len(), 63);
    assert_eq!(items.first().map(ToString::to_string).as_deref(), Some("A1"));
    assert_eq!(items.get(9).map(ToString::to_string).as_deref(), Some("B1"), "row by row");
    let regions: Vec<&str> = items.iter().step_by(9).map(|square| square.region()).collect();
    assert_eq!(regions, ["Arctic", "Bering", "Canadian", "Desert", "Equator", "Fiji", "Glacier"]);
    for item in items {
        assert_eq!(item.to_string().parse(), Ok(item));
    }
}

#[test]
fn setups_are_typed_in_many_ways() {
    let meant = Ok(network(SEED_SHEET));
    for typed in [
        "Bering 2, Canadian 7, Fiji 1, Fiji 3",
        "B2 C7 F1 F3",
        "f3,f1,c7,b2",
        "bering-2; CANADIAN-7; fiji\u{2013}1; F\u{a0}3",
        "  В2 С7\nF1\r\nF3 ",
        "# a form\nB2\nC7\n  # a remark with A1 in it\nF1\nF3\n",
    ] {
        assert_eq!(read(typed), meant, "{typed:?}");
    }
}

#[test]
fn the_empty_form_is_a_setup_without_agents() {
    let help = Network::help(&Options::default(), ALICE).expect("something to hide");
    let form = help.form;
    assert_eq!(read(&form), Err(vec![Fault::Count(0)]));
    assert_eq!(read(&format!("{form}B2\nC7\nF1\nF3\n")), Ok(network(SEED_SHEET)));
    assert_eq!(read(&help.example.unwrap_or_default()), Ok(network(SEED_SHEET)));
}

#[test]
fn exactly_four_agents_on_four_different_squares() {
    assert_eq!(faults("B2 C7 F1"), ["a setup has exactly four agents, but this one has 3"]);
    assert_eq!(faults("B2"), ["a setup has exactly four agents, but this one has 1"]);
    assert_eq!(faults(""), ["a setup has exactly four agents, but this one has 0"]);
    assert_eq!(read("B2 C7 F1 F3 G9"), Err(vec![Fault::Count(5)]));
    assert_eq!(
        faults("B2 C7 F1 B2"),
        ["you named Bering 2 more than once: put the four agents on four different squares"]
    );
}

#[test]
fn all_faults_are_named_at_once() {
    assert_eq!(
        read("B2 B2 B2 H3 A10 Fiji"),
        Err(vec![
            Fault::NoSquare("H3".to_owned()),
            Fault::NoSquare("A10".to_owned()),
            Fault::NoSquare("Fiji".to_owned()),
            Fault::Count(6),
            Fault::Twice(square("B2")),
        ])
    );
    assert_eq!(
        faults("B2 C7 F1 J3"),
        ["\"J3\" is not a square: name a row, A (Arctic) to G (Glacier), and a column, 1 to 9, \
            such as F6 or Fiji 6"]
    );
}

#[test]
fn some_other_text_is_refused_in_a_few_lines() {
    assert!(faults(&"lorem ipsum \u{1b}[31m ".repeat(10_000)).len() < 10);
    let unread = ["H1", "H2", "H3", "H4", "H5"].map(|word| Fault::NoSquare(word.to_owned()));
    assert_eq!(read("H1 H2 H3 H4 H5 H6 H7").expect_err("no square")[..5], unread);
    assert_eq!(faults("H1 H2 H3 H4 H5 H6 H7").len(), 6, "five parts, and the number of agents");
}

#[test]
fn the_reveal_reads_exactly_what_was_written() {
    let entries = network("F3 B2 F1 C7").write(&Options::default(), ALICE);
    assert_eq!(entries, ["B2", "C7", "F1", "F3"]);
    let parse = |entries: &[&str]| {
        let entries: Vec<String> = entries.iter().map(|&entry| entry.to_owned()).collect();
        Network::parse(&Options::default(), ALICE, &entries)
    };
    assert_eq!(parse(&["B2", "C7", "F1", "F3"]), Some(network(SEED_SHEET)));
    for illegal in [&["B2", "C7"][..], &["A1", "A2", "A3", "A4", "A5"], &[]] {
        assert!(parse(illegal).is_some(), "it can be read, and is judged elsewhere: {illegal:?}");
    }
    for strange in [
        &["C7", "B2", "F1", "F3"][..],
        &["B2", "B2", "C7", "F1"],
        &["b2"],
        &["B2 "],
        &["Bering 2"],
        &["B02"],
        &["H1"],
        &["A0"],
        &[""],
        &["B2"; 64],
    ] {
        assert_eq!(parse(strange), None, "{strange:?}");
    }
}

#[test]
fn an_illegal_setup_is_judged_with_all_its_faults() {
    let check = |names| network(names).faults(&Options::default(), BOB);
    assert_eq!(check(SEED_SHEET), []);
    assert_eq!(check("B2 B2 C7"), [Fault::Count(3), Fault::Twice(square("B2"))]);
    assert_eq!(check(""), [Fault::Count(0)]);
}

#[test]
fn setup_is_described_only_to_its_owner() {
    let setup = network("G6 B8 E2 D4");
    assert_eq!(
        setup.describe(&Options::default(), ALICE),
        "Bering 8, Desert 4, Equator 2, Glacier 6"
    );
    assert_eq!(
        format!("{setup:?} {:?}", Private::<Checkpoint>::new(ALICE, setup.clone())),
        "Placed(..) Private { seat: Seat(0), .. }"
    );
}

#[test]
fn every_square_holds_an_agent_or_is_empty() {
    let agents: Vec<String> = Square::all()
        .filter(|item| network(SEED_SHEET).value(&Options::default(), item) == Value::Agent)
        .map(|item| item.to_string())
        .collect();
    assert_eq!(agents, ["B2", "C7", "F1", "F3"]);
    assert_eq!([Value::Agent, Value::Empty].map(|value| value.to_string()), ["agent", "empty"]);
    assert_eq!("Agent".parse::<Value>(), Err(NotCanonical));
    for answer in ["HIT", "0", "1", "2", "3", "4"] {
        assert_eq!(
            answer.parse::<Answer>().map(|answer| answer.to_string()).as_deref(),
            Ok(answer)
        );
    }
    for strange in ["hit", "5", "", "00", "-1", " 1"] {
        assert!(strange.parse::<Answer>().is_err());
    }
}
