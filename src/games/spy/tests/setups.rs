//! Choosing a network: every way to type a network, and every error in a network.

use super::super::network::{Fault, Network};
use super::super::notation::read_spaces;
use super::super::spaces::Spaces;
use super::{ALICE, REAL, SAME, Spy, name, network, options, space};
use crate::games::conformance::Dice;
use crate::rules::{Game, OptionMap, Seat, Setup, check_options};

fn read(typed: &str) -> Result<Network, Vec<Fault>> {
    Network::read(&options(&[]), ALICE, typed)
}

fn parse(entries: &[&str]) -> Option<Network> {
    let entries: Vec<String> = entries.iter().map(|entry| (*entry).to_owned()).collect();
    Network::parse(&options(&[]), ALICE, &entries)
}

fn touch(first: u8, second: u8, at: &str) -> String {
    format!(
        "lines {first} and {second} both run through {at}; two lines share a space only where \
         one ends and the next one starts"
    )
}

/// Returns the errors in a typed setup.
fn faults(typed: &str) -> Vec<String> {
    read(typed).expect_err("faulty").iter().map(ToString::to_string).collect()
}

#[test]
fn corners_are_read_however_they_are_typed() {
    for typed in [
        REAL,
        "5f,5d,6d,6a,1a,1g,5g",
        "F5 D5 D6 A6 A1 G1 G5",
        "5F-5D-6D-6A-1A-1G-5G",
        "5F\u{a0}5D \u{2013} 6D 6\u{410} 1\u{410} 1G 5G\n",
    ] {
        assert_eq!(read(typed), Ok(network(REAL)), "{typed}");
    }
    assert_eq!(network(REAL).write(&options(&[]), ALICE), [REAL]);
    for entries in [&["5f 5D"][..], &["5F  5D"], &["5F", "5D"], &[]] {
        assert_eq!(parse(entries), None, "{entries:?}");
    }
    assert!(parse(&["5F 5D"]).is_some(), "illegal, but written as it should be");
    assert_eq!(
        network(REAL).describe(&options(&[]), ALICE),
        "5F 5D 6D 6A 1A 1G 5G (lines 2 1 3 5 6 4)"
    );
}

const MAP: [&str; 10] = [
    "#######...",
    "#.....#...",
    "#.....#...",
    "#.....#...",
    "#..####...",
    "####......",
    "..........",
    "..........",
    "..........",
    "..........",
];

#[test]
fn a_map_stands_for_any_network_with_these_spaces() {
    let plain = MAP.join("\n");
    let one_line = MAP.join("/");
    let labelled: Vec<String> = MAP
        .iter()
        .enumerate()
        .map(|(row, line)| format!("row {:>2}:  {}", row + 1, spread(line)))
        .collect();
    let labelled = labelled.join("\n");
    let commented = format!("# my network\n          A B C D E F G H I J\n{labelled}");
    let crosses = plain.replace('#', "x");
    let spaced = MAP.map(spread).join("\n");
    for typed in [plain, one_line, labelled, commented, crosses, spaced] {
        let found = read(&typed).expect("a legal map");
        assert_eq!(found.hot(), network(REAL).hot());
        assert_eq!(found.hot(), network(SAME).hot());
    }
}

fn spread(line: &str) -> String {
    line.chars().flat_map(|sign| [sign, ' ']).collect()
}

#[test]
fn a_form_filled_in_is_a_map() {
    let form = Network::help(&options(&[]), ALICE).expect("help").form;
    assert!(form.lines().all(|line| line.is_ascii() && line.len() <= 80));
    assert!(form.contains("Lines, in any order: 1 2 3 4 5 6 units long"), "{form}");
    let mut rows = MAP.iter();
    let filled: Vec<String> = form
        .lines()
        .map(|line| match line.strip_suffix(". . . . . . . . . .") {
            Some(label) => format!("{label}{}", spread(rows.next().unwrap_or(&""))),
            None => line.to_owned(),
        })
        .collect();
    assert_eq!(read(&filled.join("\n")).map(|network| network.hot()), Ok(network(REAL).hot()));
    assert_eq!(
        faults(&form),
        ["the lines cover 22 spaces in total, so the map needs 22 spaces with a `#`, not 0"]
    );
}

#[test]
fn a_map_must_fit_the_field_and_be_a_network() {
    assert_eq!(
        faults("#..\n...\n"),
        [
            "the map needs 10 rows, not 2",
            "row 1 of the map needs 10 spaces, not 3",
            "row 2 of the map needs 10 spaces, not 3",
            "the lines cover 22 spaces in total, so the map needs 22 spaces with a `#`, not 1",
        ]
    );
    let rectangle = ["##########", "##########", "##........"]
        .into_iter()
        .chain([".........."; 7])
        .collect::<Vec<_>>()
        .join("\n");
    assert_eq!(
        faults(&rectangle),
        ["no chain of lines 1 2 3 4 5 6 units long, each at a right angle to the next, runs \
             through exactly these spaces"]
    );
}

#[test]
fn every_random_network_can_be_typed_as_its_map() {
    let options = options(&[]);
    let mut dice = Dice(3);
    for _ in 0..50 {
        let hot: Spaces = Network::random(&options, ALICE, &mut dice).hot();
        let sign = |space| if hot.contains(space) { '#' } else { '.' };
        let map: String = options
            .grid
            .squares()
            .map(|space| {
                if space.col == 9 { format!("{}\n", sign(space)) } else { sign(space).to_string() }
            })
            .collect();
        assert_eq!(read(&map).map(|network| network.hot()), Ok(hot));
    }
}

#[test]
fn a_length_missing_or_twice_is_named() {
    // The lines have the lengths 2 1 3 5 6 3.
    assert_eq!(
        faults("5F 5D 6D 6A 1A 1G 4G"),
        [
            "2 lines are 3 units long; this game has only one of that length",
            "the line of 4 units is missing"
        ]
    );
    assert_eq!(
        faults("10A 10H 9H"),
        [
            "a chain of 6 lines has 7 corners, including both ends, not 3",
            "the line of 2 units is missing",
            "the line of 3 units is missing",
            "the line of 4 units is missing",
            "the line of 5 units is missing",
            "the line of 6 units is missing",
            "a line is 7 units long, but this game has no such line",
        ]
    );
}

#[test]
fn equal_lengths_are_interchangeable() {
    let options = options(&[("lengths", "1,1,2,3,4,5,6")]);
    assert_eq!(
        Network::read(&options, ALICE, REAL)
            .expect_err("one line short")
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>(),
        [
            "a chain of 7 lines has 8 corners, including both ends, not 7",
            "one line is 1 unit long; this game has 2 of that length",
        ]
    );
    assert!(Network::read(&options, ALICE, "5F 5D 6D 6A 1A 1G 5G 5H").is_ok());
}

#[test]
fn wrong_number_of_lines_is_described() {
    for (length, wanted, drawn, told) in [
        (1, 1, 0, "the line of 1 unit is missing"),
        (7, 0, 1, "a line is 7 units long, but this game has no such line"),
        (7, 0, 2, "2 lines are 7 units long, but this game has no such line"),
        (3, 2, 0, "the 2 lines of 3 units are missing"),
        (3, 1, 2, "2 lines are 3 units long; this game has only one of that length"),
        (1, 2, 1, "one line is 1 unit long; this game has 2 of that length"),
        (4, 3, 2, "2 lines are 4 units long; this game has 3 of that length"),
    ] {
        assert_eq!(Fault::Lines { length, wanted, drawn }.to_string(), told);
    }
}

#[test]
fn a_joint_without_a_right_angle_is_named() {
    // The one-unit line continues straight after the two-unit line.
    assert!(
        faults("5G 5E 5D 8D 8I 2I 2E").contains(
            &"there is no right angle at 5E; each line must be at a right angle to the next one"
                .to_owned()
        )
    );
    // The line goes back over itself: there is no right angle, and two lines share a space.
    let back = faults("5F 5D 5E 8E 8J 2J 2F");
    assert!(
        back.contains(
            &"there is no right angle at 5D; each line must be at a right angle to the next one"
                .to_owned()
        ),
        "{back:?}"
    );
    assert!(back.contains(&touch(1, 2, "5E")), "{back:?}");
}

#[test]
fn a_crossing_is_named() {
    // The lines are 5 down, 1 left, 3 up, then 6 right across the first line, and so on.
    let crossed = faults("1D 6D 6C 3C 3I 7I 7G");
    assert_eq!(crossed, [touch(1, 4, "3D")]);
}

#[test]
fn an_end_may_not_touch_another_line() {
    // The lines are 6 right, 4 down, 3 left, 1 down, 2 left, 5 up; the last line ends on the first
    // line.
    assert_eq!(faults("1A 1G 5G 5D 6D 6B 1B"), [touch(1, 6, "1B")]);
}

#[test]
fn lines_side_by_side_are_allowed() {
    assert!(read(REAL).is_ok(), "the free ends 5F and 5G face each other");
}

#[test]
fn all_misplaced_corners_are_named() {
    assert_eq!(
        faults("5F 6D 6D 6A 1A 1G 12G"),
        [
            "12G is outside the field, which runs from 1A to 10J",
            "line 1, 5F to 6D, runs neither along a row nor along a column",
            "line 2 starts and ends in 6D; a line is at least one unit long",
        ]
    );
}

#[test]
fn senseless_text_is_refused() {
    for typed in ["", "network", "5F 5", "5F 5D 6D 6A 1A 1G 5Ж", "55 FF", "999A"] {
        assert!(
            matches!(read(typed).expect_err(typed).as_slice(), [Fault::Unreadable(_)]),
            "{typed}"
        );
    }
    assert!(read(&format!("A\n{}", MAP.join("\n"))).is_err(), "a single letter is no head");
    assert_eq!(read_spaces(&"1A ".repeat(32)), Some(vec![space("1A"); 32]));
    assert_eq!(read_spaces(&"1A ".repeat(33)), None);
    let endless = "1A ".repeat(1000);
    assert!(matches!(read(&endless).expect_err("too long").as_slice(), [Fault::Unreadable(_)]));
}

#[test]
fn example_in_the_help_is_legal_with_all_options() {
    let example = |set: &[(&str, &str)]| {
        Network::help(&options(set), ALICE).and_then(|help| help.example).expect("an example")
    };
    for set in [
        &[][..],
        &[("rows", "7"), ("cols", "7")],
        &[("lengths", "1,1,2,3,4,5,6")],
        &[("rows", "16"), ("cols", "7"), ("lengths", "9,9,1")],
    ] {
        assert!(Network::read(&options(set), ALICE, &example(set)).is_ok());
    }
    assert_eq!(example(&[]), REAL);
}

#[test]
fn lines_that_fit_no_field_are_refused() {
    let problem = |set: &[(&str, &str)]| {
        let specs = Spy::options();
        let mut map: OptionMap =
            specs.iter().map(|spec| (spec.name.to_owned(), spec.default.clone())).collect();
        for (option, typed) in set {
            let spec = specs.iter().find(|spec| spec.name == *option).expect("an option");
            map.insert((*option).to_owned(), spec.read(typed).expect("within bounds"));
        }
        assert_eq!(check_options(&specs, &map), []);
        Spy::read_options(&map, 2)
            .expect_err("no network")
            .first()
            .map(ToString::to_string)
            .unwrap_or_default()
    };
    let small = [("rows", "7"), ("cols", "7")];
    let with = |lengths| problem(&[small[0], small[1], ("lengths", lengths)]);
    assert_eq!(
        with("1,7"),
        "option lengths: a line of 7 units does not fit a field of 7 x 7; the longest line \
         that fits has 6 units"
    );
    assert_eq!(
        with("6,6,6,6,6,6,6,6,6"),
        "option lengths: the lines cover 55 spaces; a field of 7 x 7 has only 49"
    );
}

#[test]
fn lines_without_any_network_cannot_be_hidden() {
    for lengths in ["6,6,6,6", "1,2,3,6,6,6,6,6,6"] {
        let options = options(&[("rows", "7"), ("cols", "7"), ("lengths", lengths)]);
        assert_eq!(options.example, None);
        let drawn = Network::random(&options, ALICE, &mut Dice(1));
        assert!(!drawn.is_legal(&options));
    }
}

#[test]
fn options_keep_their_bounds() {
    let specs = Spy::options();
    let refused = |name: &str, typed: &str| {
        specs.iter().find(|spec| spec.name == name).is_some_and(|spec| spec.read(typed).is_err())
    };
    for (name, typed) in [
        ("rows", "6"),
        ("rows", "17"),
        ("cols", "6"),
        ("cols", "17"),
        ("lengths", "0,1"),
        ("lengths", "10"),
        ("lengths", "1,1,1,1,1,1,1,1,1,1"),
        ("multi", "1"),
        ("multi", "6"),
        ("multi", "2,2,2,2,2,2,2,2,2,2"),
        ("max-rounds", "257"),
    ] {
        assert!(refused(name, typed), "{name}={typed}");
    }
    assert_eq!(options(&[]).max_rounds, 100);
    assert_eq!(options(&[("rows", "16"), ("cols", "16"), ("max-rounds", "none")]).max_rounds, 256);
    assert_eq!(options(&[("max-rounds", "1")]).max_rounds, 1);
}

#[test]
fn the_sheet_has_every_space_row_by_row() {
    let items: Vec<String> =
        Network::items(&options(&[("cols", "7"), ("rows", "8")]), Seat::JOINER)
            .iter()
            .map(ToString::to_string)
            .collect();
    assert_eq!(items.len(), 56);
    assert_eq!(items[..8], ["1A", "1B", "1C", "1D", "1E", "1F", "1G", "2A"]);
    let options = options(&[]);
    let hot: Vec<String> = Network::items(&options, ALICE)
        .into_iter()
        .filter(|item| network(REAL).value(&options, item).to_string() == "hot")
        .map(|item| item.to_string())
        .collect();
    assert!(hot.iter().eq(network(REAL).hot().iter().map(name).collect::<Vec<_>>().iter()));
}

#[test]
fn a_network_shows_no_corner_in_debug() {
    let shown = format!("{:?}", network(REAL));
    assert!(!shown.contains("row"), "{shown}");
}

#[test]
fn rare_networks_are_still_drawn() {
    // All lines except one are as long as the field, so random attempts hardly ever succeed.
    let options = options(&[("rows", "7"), ("cols", "7"), ("lengths", "1,2,4,5,6,6,6")]);
    for seed in 0..3 {
        assert_eq!(Network::random(&options, Seat::OPENER, &mut Dice(seed)).faults(&options), []);
    }
}
