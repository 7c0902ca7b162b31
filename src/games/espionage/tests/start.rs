//! Options, and what happens before the first move.

use super::super::{Army, Draw, Drawn, Espionage, House, Kind, Place};
use super::table::{ALICE, BOB, Table, at};
use crate::games::conformance::{self, Dice};
use crate::games::{Fact, Must, Numbers, OptionMap, OptionValue, Pending, Rules, Seat};

fn house(set: &[(&str, &str)]) -> House {
    conformance::options::<Espionage>(set, 2)
}

#[test]
fn the_usual_options() {
    let usual = House {
        army: Army::Seed,
        volcanoes: true,
        moves: 2,
        stuck_loses: false,
        open: false,
        draw_turns: 50,
    };
    assert_eq!(house(&[]), usual);
    let other = [
        ("army", "thirty"),
        ("draw-turns", "none"),
        ("moves-per-turn", "1"),
        ("no-move", "lose"),
        ("open", "true"),
        ("volcanoes", "none"),
    ];
    let read = House {
        army: Army::Thirty,
        volcanoes: false,
        moves: 1,
        stuck_loses: true,
        open: true,
        draw_turns: 0,
    };
    assert_eq!(house(&other), read);
}

#[test]
fn options_that_do_not_go_together_are_refused_all_at_once() {
    let mut map: OptionMap =
        Espionage::options().into_iter().map(|spec| (spec.name.to_owned(), spec.default)).collect();
    map.insert("size".to_owned(), OptionValue::Word("small".to_owned()));
    map.insert("army".to_owned(), OptionValue::Word("thirty".to_owned()));
    map.insert("volcanoes".to_owned(), OptionValue::Number(3));
    let faults = Espionage::read_options(&map, 2).expect_err("faults");
    assert_eq!(
        faults.iter().map(|fault| fault.name.as_str()).collect::<Vec<_>>(),
        ["army", "volcanoes"]
    );
}

#[test]
fn armies_have_as_many_pieces_as_the_rules_say() {
    // Corporals to Generals, Spies, Sappers, Mines, Headquarters; all; those that move; squares
    // left empty.
    for (set, counts, all, walkers, empty) in [
        (&[][..], [5, 4, 3, 2, 2, 5, 5, 4, 1], 31, 26, 9),
        (&[("army", "thirty")], [5, 4, 3, 2, 2, 5, 4, 4, 1], 30, 25, 0),
        (&[("size", "small")], [3, 2, 1, 1, 1, 3, 2, 2, 1], 16, 13, 0),
    ] {
        let house = house(set);
        assert_eq!(Kind::pieces().map(|kind| house.count(kind)).collect::<Vec<_>>(), counts);
        assert_eq!(
            (house.pieces(), house.walkers(), house.count(Kind::Empty)),
            (all, walkers, empty)
        );
        assert_eq!(house.home(ALICE).len(), all + empty);
    }
}

#[test]
fn items_are_the_home_squares_row_by_row() {
    let items = |set: &[(&str, &str)], seat: Seat| {
        let items = Espionage::items(&Espionage::start(&house(set), 2, None), seat);
        assert!(items.is_sorted());
        (items[0].to_string(), items[items.len() - 1].to_string(), items.len())
    };
    let ends = |first: &str, last: &str, count: usize| (first.to_owned(), last.to_owned(), count);
    assert_eq!(items(&[], ALICE), ends("A1", "J4", 40));
    assert_eq!(items(&[], BOB), ends("A7", "J10", 40));
    assert_eq!(items(&[("army", "thirty")], ALICE), ends("A1", "J3", 30));
    assert_eq!(items(&[("army", "thirty")], BOB), ends("A8", "J10", 30));
    assert_eq!(items(&[("size", "small")], ALICE), ends("A1", "H2", 16));
    assert_eq!(items(&[("size", "small")], BOB), ends("A7", "H8", 16));
    let state = Espionage::start(&house(&[]), 2, None);
    for seat in [ALICE, BOB] {
        for (index, place) in Espionage::items(&state, seat).into_iter().enumerate() {
            assert_eq!(state.house.home_index(seat, place), Some(index));
            assert_eq!(state.house.home_index(seat.other(), place), None);
        }
    }
}

#[test]
fn squares_are_read_in_their_canonical_form_only() {
    for text in ["A1", "J10", "D4"] {
        assert_eq!(text.parse::<Place>().map(|place| place.to_string()), Ok(text.to_owned()));
    }
    for text in ["", "A", "A0", "A01", "a1", "K1", "A11", "A+1", "4D", "A1 ", "\u{410}1", "A999"] {
        assert_eq!(text.parse::<Place>(), Err(()), "{text}");
    }
}

/// What is pending, in words, until the first move.
fn course(set: &[(&str, &str)], first: Option<Seat>) -> Vec<String> {
    let mut state = Espionage::start(&house(set), 2, first);
    let mut dice = Dice(5);
    let mut course = Vec::new();
    let owns = Table::full(set, 5).owns;
    loop {
        let fact = match Espionage::pending(&state) {
            Pending::Setup(seat) => {
                course.push(format!("{} seals", seat.0));
                Fact::SetUp(seat)
            }
            Pending::Opening { seat, must } => {
                let opened = super::table::openings(&state, &owns, &must);
                course.push(format!("{} opens {} in {} parts", seat.0, opened.len(), must.len()));
                assert!(must.iter().all(|must| matches!(must, Must::All { .. })));
                Fact::Opened { seat, opened }
            }
            Pending::Chance { by, draw } => {
                course.push(format!("{} draws {draw}", by.0));
                Fact::Drawn { draw, drawn: Espionage::roll(&state, &draw, &mut dice) }
            }
            Pending::Choice(_) => return course,
            other => panic!("{other:?} before the first move"),
        };
        Espionage::fold(&mut state, &fact);
    }
}

#[test]
fn the_opener_seals_the_joiner_seals_and_opens_his_empties_the_opener_opens_and_draws() {
    assert_eq!(
        course(&[], None),
        [
            "0 seals",
            "1 seals",
            "1 opens 9 in 1 parts",
            "0 opens 9 in 1 parts",
            "0 draws volcanoes",
            "0 draws first"
        ]
    );
}

#[test]
fn full_home_rows_have_nothing_to_open() {
    assert_eq!(
        course(&[("army", "thirty")], None),
        ["0 seals", "1 seals", "0 draws volcanoes", "0 draws first"]
    );
    assert_eq!(
        course(&[("size", "small")], None),
        ["0 seals", "1 seals", "0 draws volcanoes", "0 draws first"]
    );
}

#[test]
fn with_open_everything_is_opened_and_so_proved_to_be_a_legal_army() {
    assert_eq!(
        course(&[("open", "true")], None),
        [
            "0 seals",
            "1 seals",
            "1 opens 40 in 10 parts",
            "0 opens 40 in 10 parts",
            "0 draws volcanoes",
            "0 draws first"
        ]
    );
    assert_eq!(course(&[("open", "true"), ("size", "small")], None)[2], "1 opens 16 in 9 parts");
}

#[test]
fn what_is_agreed_is_not_drawn() {
    assert_eq!(course(&[], Some(BOB)).last().map(String::as_str), Some("0 draws volcanoes"));
    assert_eq!(
        course(&[("volcanoes", "0")], Some(BOB)).last().map(String::as_str),
        Some("0 opens 9 in 1 parts")
    );
    assert_eq!(
        course(&[("volcanoes", "0"), ("army", "thirty")], Some(ALICE)),
        ["0 seals", "1 seals"]
    );
    let table = Table::full(&[], 1);
    assert_eq!(table.actor(), ALICE);
}

/// Says the numbers in turn, and notes below what they were drawn.
struct Fixed(Vec<u32>, Vec<u32>);

impl Numbers for Fixed {
    fn below(&mut self, m: u32) -> u32 {
        self.1.push(m);
        self.0.remove(0)
    }
}

#[test]
fn volcanoes_lie_point_symmetric_in_the_two_middle_rows() {
    for (set, side, ranges, row) in [
        (&[][..], 10_u8, [3, 5], 4_u8),
        (&[("army", "thirty")], 10, [3, 5], 4),
        (&[("size", "small")], 8, [2, 4], 3),
    ] {
        for first in 0..ranges[0] {
            for second in 0..ranges[1] {
                let state = Espionage::start(&house(set), 2, None);
                let mut numbers = Fixed(vec![first, second], Vec::new());
                let drawn = Espionage::roll(&state, &Draw::Volcanoes, &mut numbers);
                assert_eq!(numbers.1, ranges, "v1 is drawn first, then v2");
                let (v1, v2) =
                    (2 + u8::try_from(first).expect("small"), u8::try_from(second).expect("small"));
                assert_eq!(drawn, Drawn::Volcanoes(v1, v2));
                // The formula of the rules, with x and y from 0.
                let last = side - 1;
                let due = [(v1, row), (last - v2, row), (v2, row + 1), (last - v1, row + 1)]
                    .map(|(x, y)| Place::new(x, y));
                assert_eq!(state.house.volcanoes(v1, v2), due);
                assert!((0..4).all(|at| !due[..at].contains(&due[at])));
                for place in due {
                    assert!(
                        due.contains(&Place::new(last - place.0.col, last - place.0.row)),
                        "point-symmetric"
                    );
                }
            }
        }
    }
}

#[test]
fn each_seat_begins_as_often() {
    let state = Espionage::start(&house(&[]), 2, None);
    let roll = |n: u32| Espionage::roll(&state, &Draw::First, &mut Fixed(vec![n], Vec::new()));
    assert_eq!((roll(0), roll(1)), (Drawn::First(ALICE), Drawn::First(BOB)));
    assert_eq!([Draw::Volcanoes, Draw::First].map(|draw| draw.to_string()), ["volcanoes", "first"]);
}

#[test]
fn a_piece_is_named_by_its_first_square() {
    let table = Table::full(&[], 3);
    for seat in [ALICE, BOB] {
        assert_eq!(table.state.pieces[seat].len(), 31);
        assert!(
            table.state.pieces[seat]
                .iter()
                .all(|(name, piece)| piece.at == Some(*name) && piece.kind.is_none())
        );
    }
    assert!(table.state.volcanoes.iter().all(|place| matches!(place.row(), 5 | 6)));
    assert_eq!(at("D5").row(), 5);
}

#[test]
fn the_public_state_holds_no_kind_before_a_fight() {
    let first = Table::full(&[], 3);
    let text = format!("{:?}", first.owns[0].secret);
    assert!(
        !text.to_lowercase().contains("mine") && text.contains(".."),
        "no secret in Debug: {text}"
    );
}
