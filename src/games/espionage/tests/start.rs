//! Options, and the steps before the first move.

use super::super::Espionage;
use super::super::kind::Kind;
use super::super::options::{Options, Roster};
use super::super::play::Volcanoes;
use super::super::setup::Army;
use super::super::square::Square;
use super::super::step::{Stride, Strides};
use super::table::{ALICE, BOB, Table, at, options};
use crate::board::NotCanonical;
use crate::rules::*;

#[test]
fn the_usual_options() {
    let usual = Options {
        roster: Roster::Seed,
        volcanoes: true,
        moves: 2,
        stuck_loses: false,
        open: false,
        draw_turns: 50,
    };
    assert_eq!(options(&[]), usual);
    let other = [
        ("army", "thirty"),
        ("draw-turns", "none"),
        ("moves-per-turn", "1"),
        ("no-move", "lose"),
        ("open", "true"),
        ("volcanoes", "none"),
    ];
    let read = Options {
        roster: Roster::Thirty,
        volcanoes: false,
        moves: 1,
        stuck_loses: true,
        open: true,
        draw_turns: 0,
    };
    assert_eq!(options(&other), read);
}

#[test]
fn conflicting_options_are_all_refused() {
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
    // Each line has the number of pieces of each kind (the five ranks, then Spies, Sappers, Mines
    // and Headquarters), of all pieces, of pieces that can move, and of empty squares.
    for (set, counts, all, walkers, empty) in [
        (&[][..], [5, 4, 3, 2, 2, 5, 5, 4, 1], 31, 26, 9),
        (&[("army", "thirty")], [5, 4, 3, 2, 2, 5, 4, 4, 1], 30, 25, 0),
        (&[("size", "small")], [3, 2, 1, 1, 1, 3, 2, 2, 1], 16, 13, 0),
    ] {
        let options = options(set);
        assert_eq!(Kind::pieces().map(|kind| options.count(kind)).collect::<Vec<_>>(), counts);
        assert_eq!(
            (options.pieces(), options.walkers(), options.count(Kind::Empty)),
            (all, walkers, empty)
        );
        assert_eq!(options.home(ALICE).len(), all + empty);
    }
}

#[test]
fn items_are_the_home_squares_row_by_row() {
    let items = |set: &[(&str, &str)], seat: Seat| {
        let items = Army::items(&options(set), seat);
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
    let options = options(&[]);
    for seat in [ALICE, BOB] {
        for (index, square) in Army::items(&options, seat).into_iter().enumerate() {
            assert_eq!(options.home_index(seat, square), Some(index));
            assert_eq!(options.home_index(seat.other(), square), None);
        }
    }
}

#[test]
fn squares_are_read_in_their_canonical_form_only() {
    for text in ["A1", "J10", "D4"] {
        assert_eq!(text.parse::<Square>().map(|square| square.to_string()), Ok(text.to_owned()));
    }
    for text in ["", "A", "A0", "A01", "a1", "K1", "A11", "A+1", "4D", "A1 ", "\u{410}1", "A999"] {
        assert_eq!(text.parse::<Square>(), Err(NotCanonical), "{text}");
    }
}

/// Carries out the steps until the first player is chosen, and describes them.
fn course(set: &[(&str, &str)]) -> Vec<String> {
    let mut table = Table::sealed(set, 5);
    let mut course = Vec::new();
    loop {
        let step = match table.state.due() {
            Due::Open { seat, opens } => {
                let opened = table.open(seat, &opens);
                course.push(format!("{} opens {} in {} parts", seat.0, opened.len(), opens.len()));
                assert!(opens.iter().all(|open| matches!(open, Open::Every { .. })));
                Step::Opened { seat, opened }
            }
            Due::Roll { by, roll } => {
                course.push(format!("{} rolls {roll}", by.0));
                Step::Rolled { roll, rolled: Vec::new() }
            }
            Due::First => return course,
            other => panic!("{other:?} before the first move"),
        };
        table.apply(&step);
    }
}

#[test]
fn joiner_opens_before_the_opener_opens_and_rolls() {
    assert_eq!(course(&[]), ["1 opens 9 in 1 parts", "0 opens 9 in 1 parts", "0 rolls volcanoes"]);
}

#[test]
fn full_home_rows_have_nothing_to_open() {
    assert_eq!(course(&[("army", "thirty")]), ["0 rolls volcanoes"]);
    assert_eq!(course(&[("size", "small")]), ["0 rolls volcanoes"]);
}

#[test]
fn open_games_prove_legal_armies() {
    assert_eq!(
        course(&[("open", "true")]),
        ["1 opens 40 in 10 parts", "0 opens 40 in 10 parts", "0 rolls volcanoes"]
    );
    assert_eq!(course(&[("open", "true"), ("size", "small")])[0], "1 opens 16 in 9 parts");
}

#[test]
fn only_the_first_player_is_rolled_without_volcanoes() {
    assert_eq!(course(&[("volcanoes", "0")]), ["1 opens 9 in 1 parts", "0 opens 9 in 1 parts"]);
    assert!(course(&[("volcanoes", "0"), ("army", "thirty")]).is_empty());
    for seat in [ALICE, BOB] {
        let mut table = Table::sealed(&[("volcanoes", "0"), ("army", "thirty")], 1);
        table.apply(&Step::First(seat));
        assert_eq!(table.actor(), seat);
    }
}

/// The numbers that `below` returns one by one, and the bounds with which `below` has been called.
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
                let state = Espionage::start(&options(set), 2);
                let mut numbers = Fixed(vec![first, second], Vec::new());
                let rolled = state.roll(&Volcanoes, &mut numbers);
                assert_eq!(numbers.1, ranges, "v1 is rolled first, then v2");
                let (v1, v2) =
                    (2 + u8::try_from(first).expect("small"), u8::try_from(second).expect("small"));
                // The formula in the rules, with x and y counted from 0.
                let last = side - 1;
                let due = [(v1, row), (last - v2, row), (v2, row + 1), (last - v1, row + 1)]
                    .map(|(x, y)| Square::new(x, y));
                assert_eq!(rolled, due);
                assert!((0..4).all(|at| !due[..at].contains(&due[at])));
                for square in due {
                    assert!(
                        due.contains(&Square::new(last - square.0.col, last - square.0.row)),
                        "point-symmetric"
                    );
                }
            }
        }
    }
    assert_eq!(Volcanoes.to_string(), "volcanoes");
}

#[test]
fn steps_that_are_not_due_change_nothing() {
    let mut table = Table::sealed(&[], 1);
    let due = Due::Open { seat: BOB, opens: table.state.opens() };
    assert_eq!(table.state.due(), due);
    for step in [
        Step::Opened { seat: ALICE, opened: Vec::new() },
        Step::Rolled { roll: Volcanoes, rolled: vec![at("A5")] },
        Step::First(ALICE),
        Step::Revealed(ALICE),
    ] {
        assert_eq!(table.apply(&step), [""; 0]);
        assert_eq!(table.state.due(), due);
    }
    let mut table = Table::sealed(&[("volcanoes", "0"), ("army", "thirty")], 1);
    table.apply(&Step::First(Seat(2)));
    assert_eq!(table.state.due(), Due::First, "no such seat");
    let mut table = Table::full(&[], 1);
    let mv = Strides(vec![Stride { from: at("A7"), to: at("A6") }]);
    assert_eq!(table.apply(&Step::Moved { seat: BOB, mv, sealed: None }), [""; 0]);
    assert_eq!(table.actor(), ALICE);
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
    assert!(table.state.volcanoes.iter().all(|square| matches!(square.row(), 5 | 6)));
    assert_eq!(at("D5").row(), 5);
}

#[test]
fn an_army_is_not_in_debug() {
    let first = Table::full(&[], 3);
    let text = format!("{:?}", first.owns[0].setup);
    assert!(
        !text.to_lowercase().contains("mine") && text.contains(".."),
        "no secret in Debug: {text}"
    );
}
