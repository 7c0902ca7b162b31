//! Calls and setups: many ways to type them, and one canonical form.

use super::setup::{Fault, Holding};
use super::*;
use crate::rules::{OptionValue, check_options};

fn usual() -> Options {
    conformance::options::<GameBox>(&[], 4)
}

fn read(typed: &str) -> Result<Layout, Vec<String>> {
    Layout::read(&usual(), CHECKER, typed)
        .map_err(|faults| faults.iter().map(ToString::to_string).collect())
}

fn read_call(typed: &str) -> Result<Dot, Illegal> {
    Table::plain().read(typed)
}

/// Returns the empty form.
fn form() -> String {
    Layout::help(&usual(), CHECKER).expect("the Checker hides").form
}

#[test]
fn calls_of_the_original_are_read_however_they_are_typed() {
    for typed in [
        "B5",
        "b5",
        "b-5",
        "B 5",
        " b\u{2013}5 ",
        "b\u{a0}5",
        "\u{412}5",
        "B05",
        "5b",
        "\u{201c}B5\u{201d}",
    ] {
        assert_eq!(read_call(typed), Ok(dot("B5")), "{typed}");
    }
    assert_eq!(read_call("a9"), Ok(dot("A9")));
    assert_eq!(dot("B5").write(), ["B5"]);
}

#[test]
fn invalid_call_is_refused_with_an_example() {
    for typed in
        ["", "B", "5", "BB5", "B5 C6", "B0", "B100", "5B5", "B+5", "\u{e9}5", "\u{1b}[31m", "B1-B5"]
    {
        let fault = read_call(typed).expect_err(typed).to_string();
        assert!(
            fault.contains("A1 to H9") && fault.contains("such as") && !fault.contains('\u{1b}'),
            "{fault}"
        );
    }
    let long = read_call(&"x".repeat(1000)).expect_err("no call").to_string();
    assert!(long.len() < 140, "{long}");
}

#[test]
fn file_has_only_canonical_calls() {
    let state = Table::plain().state;
    let parse = |entries: &[&str]| {
        Dot::parse(&entries.iter().map(ToString::to_string).collect::<Vec<_>>(), &state)
    };
    assert_eq!(parse(&["B5"]), Ok(dot("B5")));
    for entry in ["b5", "B05", "B 5", "B5 ", "5B", "", "B"] {
        assert!(parse(&[entry]).is_err(), "{entry}");
    }
    assert_eq!(parse(&[]), Err(Illegal::OneCall(0)));
    assert_eq!(parse(&["B5", "B6"]), Err(Illegal::OneCall(2)));
}

#[test]
fn a_dot_off_the_chart_cannot_be_called() {
    let table = Table::plain();
    let check = |name: &str| table.state.check(Seat(1), &dot(name), &table.shown);
    let fault = check("J1").expect_err("off the chart").to_string();
    assert_eq!(fault, "J1 is not on the chart, which runs from A1 to H9");
    assert!(check("A10").is_err());
    assert_eq!(check("H9"), Ok(()));
    let own = caller(1);
    let planned = |typed: &str| Dot::check_planned(typed, &table.seen(&own));
    assert!(planned("A10").is_err() && planned("call").is_err());
    assert_eq!(planned("h9"), Ok(()));
    let opening = |name| Opening::new(CHECKER, dot(name), Holding::House);
    assert!(table.state.check_opening(&opening("J1"), &table.shown).is_err());
    assert_eq!(table.state.check_opening(&opening("H9"), &table.shown), Ok(()));
}

#[test]
fn a_setup_is_a_list_in_any_order_and_punctuation() {
    let layout = read(ROWS).expect("a legal setup");
    let same = [
        "HOUSES: a9, a8, a7, a6, a5, a4, a3, a2, a1, c9. GUNS: b9, b8, b7, b6, b5, b4, b3, b2, \
         b1, d9.",
        "guns B1 B2 B3 B4 B5 B6 B7 B8 B9 D9\nhouses A1 A2 A3 A4 A5\nhouses A6 A7 A8 A9 C9",
        "house A-1 A-2 A 3 A4 A5 A6 A7 A8 A9 \u{421}9 gun B1 B2 B3 B4 B5 B6 B7 B8 B9 D9  # my \
         best",
    ];
    for typed in same {
        assert_eq!(read(typed).as_ref(), Ok(&layout), "{typed}");
    }
    assert_eq!(layout.write(&usual(), CHECKER).join("; "), ROWS);
}

#[test]
fn a_setup_is_a_filled_in_form_too() {
    let layout = read(ROWS).expect("a legal setup");
    let filled: String = form()
        .lines()
        .map(|line| match line.chars().next() {
            Some('A') => line.replace('.', "H"),
            Some('B') => line.replace('.', "g"),
            Some('C') => line.trim_end_matches('.').to_owned() + "h",
            Some('D') => line.trim_end_matches('.').to_owned() + "G",
            _ => line.to_owned(),
        } + "\r\n")
        .collect();
    assert_eq!(read(&filled).as_ref(), Ok(&layout), "{filled}");
    let bare =
        "HHHHHHHHH\nGGGGGGGGG\n........H\n........G\n.........\n.........\n.........\n.........";
    assert_eq!(read(bare), Ok(layout));
}

#[test]
fn empty_form_needs_only_houses_and_guns() {
    let wanted = [
        "houses: this chart has 0, but needs exactly 10",
        "guns: this chart has 0, but needs exactly 10",
    ];
    assert_eq!(read(&form()), Err(wanted.map(String::from).to_vec()));
    assert_eq!(read(""), Err(wanted.map(String::from).to_vec()));
}

#[test]
fn all_faults_of_a_setup_are_named_at_once() {
    let faults = read("A1 houses A1 A2 A2 Z3 B500; guns A1 C2 what?").expect_err("full of faults");
    assert_eq!(
        faults,
        [
            "A1 comes before the word `houses` or `guns`: write one of them first",
            "B500 is not on the chart, which runs from A1 to H9",
            "`WHAT` cannot be read. Write `houses A1 ..; guns C2 ..`, or fill in the form",
            "`?` cannot be read. Write `houses A1 ..; guns C2 ..`, or fill in the form",
            "houses: this chart has 4, but needs exactly 10",
            "guns: this chart has 2, but needs exactly 10",
            "A1 is used more than once. A dot can hold only one house or one gun",
            "A2 is used more than once. A dot can hold only one house or one gun",
            "Z3 is not on the chart, which runs from A1 to H9",
        ]
    );
}

#[test]
fn all_faults_of_a_map_are_named_at_once() {
    let map = "A: HHHHHHHHH\nA: .........\nB: GGGGGGGG\nC: ...X....H\nD: ........G\n\
               Q: .........\nE: .........\nF: .........\nG: .........";
    let faults = read(map).expect_err("full of faults");
    assert_eq!(
        faults,
        [
            "line A appears more than once",
            "line B has 8 characters; the chart has 9 dots there",
            "line C, C4: `X` is not `H` (house), `G` (gun) or `.` (empty)",
            "the chart has no line `Q: .........`",
            "line H is missing",
            "guns: this chart has 9, but needs exactly 10",
        ]
    );
}

#[test]
fn a_setup_with_the_word_houses_or_guns_is_a_list() {
    let counts = |typed: &str| -> Vec<String> {
        let faults = read(typed).expect_err("too few");
        faults
            .iter()
            .map(|fault| fault.split_once(", but").expect("a count").0.to_owned())
            .collect()
    };
    let wanted = |houses: u32, guns: u32| -> Vec<String> {
        vec![format!("houses: this chart has {houses}"), format!("guns: this chart has {guns}")]
    };
    assert_eq!(counts("GUNS: B1"), wanted(0, 1));
    assert_eq!(counts("house: A1, A2"), wanted(2, 0));
    assert_eq!(counts("\n \n"), wanted(0, 0));
    let options = conformance::options::<GameBox>(
        &[("letters", "1"), ("numbers", "4"), ("houses", "3"), ("guns", "0")],
        3,
    );
    let line = Layout::read(&options, CHECKER, "H.HH").expect("a map of one line");
    assert_eq!(line.describe(&options, CHECKER), "houses A1 A3 A4; guns");
}

#[test]
fn file_has_only_canonical_setups() {
    let options = usual();
    let parse = |houses: &str, guns: &str| {
        Layout::parse(&options, CHECKER, &[houses.to_owned(), guns.to_owned()])
    };
    let illegal = parse("houses A1 Z9", "guns").expect("well written, though illegal");
    assert_eq!(
        illegal.faults(&options, CHECKER),
        [
            Fault::Count { what: Holding::House, placed: 2, wanted: 10 },
            Fault::Count { what: Holding::Gun, placed: 0, wanted: 10 },
            Fault::OffChart { dot: "Z9".to_owned(), chart: "A1 to H9".to_owned() },
        ]
    );
    for (houses, guns) in [
        ("houses A2 A1", "guns"),
        ("houses A1 A1", "guns"),
        ("houses A1", "guns B2 B2"),
        ("houses A1 B2", "guns B2 C1"),
        ("houses  A1", "guns"),
        ("Houses A1", "guns"),
        ("guns", "houses"),
        ("houses a1", "guns "),
    ] {
        assert_eq!(parse(houses, guns), None, "{houses}; {guns}");
    }
    assert_eq!(Layout::parse(&options, CHECKER, &[]), None);
    assert_eq!(Layout::parse(&options, CHECKER, &["houses".to_owned()]), None);
}

#[test]
fn the_longest_setup_fits_its_lines() {
    let set = [("letters", "1"), ("numbers", "99"), ("houses", "15"), ("guns", "15")];
    let options = conformance::options::<GameBox>(&set, 3);
    let all: Vec<Dot> = options.chart.dots().collect();
    let layout = Layout::new(all[84..].to_vec(), all[69..84].to_vec());
    let entries = layout.write(&options, CHECKER);
    assert_eq!(entries.iter().map(String::len).max(), Some(66));
    assert_eq!(Layout::parse(&options, CHECKER, &entries), Some(layout));
}

#[test]
fn the_example_of_a_setup_is_legal_on_every_chart() {
    for set in [
        vec![],
        vec![("letters", "10"), ("numbers", "10")],
        vec![("letters", "4"), ("numbers", "5")],
        vec![("letters", "26"), ("numbers", "4"), ("houses", "3"), ("guns", "15")],
        vec![("letters", "1"), ("numbers", "99"), ("houses", "15"), ("guns", "0")],
    ] {
        let options = conformance::options::<GameBox>(&set, 3);
        let help = Layout::help(&options, CHECKER).expect("the Checker hides");
        let example = help.example.expect("an example");
        let layout = Layout::read(&options, CHECKER, &example).expect("legal");
        assert_eq!(layout.describe(&options, CHECKER), example);
    }
}

#[test]
fn options_have_bounds_and_go_together() {
    let usual: OptionMap =
        GameBox::options().into_iter().map(|spec| (spec.name.to_owned(), spec.default)).collect();
    let with = |set: &[(&str, i64)]| {
        let mut map = usual.clone();
        map.extend(set.iter().map(|(name, n)| ((*name).to_owned(), OptionValue::Number(*n))));
        check_options(&GameBox::options(), &map).is_empty()
            && GameBox::read_options(&map, 3).is_ok()
    };
    for legal in [
        &[][..],
        &[("letters", 10), ("numbers", 10)],
        &[("letters", 8), ("numbers", 16)],
        &[("letters", 4), ("numbers", 5)],
    ] {
        assert!(with(legal), "{legal:?}");
    }
    assert!(
        with(&[("letters", 2), ("numbers", 64)])
            && with(&[("miss-limit", 10)])
            && with(&[("houses", 15), ("guns", 15)])
    );
    for illegal in [
        &[("letters", 9), ("numbers", 15)][..],
        &[("letters", 27), ("numbers", 4)],
        &[("letters", 0)],
        &[("numbers", 100), ("letters", 1)],
        &[("letters", 4), ("numbers", 4)],
        &[("houses", 16)],
        &[("houses", 2)],
        &[("guns", 16)],
        &[("miss-limit", -1)],
    ] {
        assert!(!with(illegal), "{illegal:?}");
    }
}
