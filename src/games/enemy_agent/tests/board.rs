//! The board, compared with the drawing and the measures on the rules page.

use super::table::square as at;
use crate::board::text::joined;
use crate::games::conformance;
use crate::games::enemy_agent::EnemyAgent;
use crate::games::enemy_agent::board::{Board, Ground, House, Reach, SHORT, STANDARD, Square};
use crate::rules::*;

const SEATS: [Seat; 2] = [Seat(0), Seat(1)];

fn standard() -> Board {
    Board::read(STANDARD.lines(), false).expect("a sound board")
}

#[test]
fn the_standard_board_has_106_squares_and_the_short_one_108() {
    assert_eq!(standard().squares().count(), 106);
    assert_eq!(Board::read(SHORT.lines(), false).expect("a sound board").squares().count(), 108);
}

#[test]
fn the_wall_is_open_at_two_doorways_only() {
    let board = standard();
    for square in board.squares().filter(|&square| board.on_wall_path(square)) {
        assert_eq!(
            board.far(square).is_some(),
            matches!(square.to_string().as_str(), "D5" | "D6" | "L5" | "L6")
        );
        assert!(board.near(square).iter().all(|&next| board.side(next) == board.side(square)));
    }
    assert_eq!(board.far(at("D5")), Some(at("D6")));
    assert_eq!(board.sentry_of(at("D5")), Some(at("E5")));
    assert_eq!(board.sentry_of(at("L6")), Some(at("K6")));
    assert_eq!(board.circle_of(at("K5")), Some(at("L5")));
}

#[test]
fn starting_spaces_are_left_by_their_adjoining_gray_squares() {
    let board = standard();
    let exits = |seat, house| joined(board.exits(seat, house), "-");
    assert_eq!(exits(Seat(0), House::Hotel), "A1-A2-A3");
    assert_eq!(exits(Seat(0), House::Station), "O1-O2-O3");
    assert_eq!(exits(Seat(0), House::Jail), "H1-H3");
    assert_eq!(exits(Seat(1), House::Hotel), "O8-O9-O10");
    assert_eq!(exits(Seat(1), House::Station), "A8-A9-A10");
    assert_eq!(exits(Seat(1), House::Jail), "H8-H10");
    for (yellow, gray) in [("D2", "D1 D3"), ("L2", "L1 L3"), ("D9", "D8 D10"), ("L9", "L8 L10")] {
        let mut near: Vec<String> = board.near(at(yellow)).iter().map(Square::to_string).collect();
        near.sort_by_key(String::len);
        assert_eq!(near.join(" "), gray);
    }
}

/// Of a side's two Inspectors, the western one has the lower number, no matter in which rows they
/// start.
#[test]
fn inspectors_1_and_3_start_in_the_west_of_their_sides() {
    let start = |board: &str| {
        let options = conformance::options::<EnemyAgent>(&[("board", board)], 2);
        let state = EnemyAgent::start(&options, 2);
        ["I1", "I2", "I3", "I4"].map(|inspector| {
            state.square_of(super::table::who(inspector)).expect("on the board").to_string()
        })
    };
    assert_eq!(start(STANDARD), ["D2", "L2", "D9", "L9"]);
    let higher = STANDARD.replacen("   3 g . . g . .", "   3 g . g Y g .", 1).replacen(
        "   2 g # # Y",
        "   2 g # # g",
        1,
    );
    assert_eq!(start(&higher), ["D3", "L2", "D9", "L9"], "not the lower row first");
}

#[test]
fn ways_are_as_long_as_measured() {
    let board = standard();
    for seat in SEATS {
        let other = seat.other();
        let circles_of = |seat| board.of(seat, Ground::Circle).collect::<Vec<_>>();
        let circles = board.reach(&circles_of(seat));
        for house in [House::Hotel, House::Station] {
            let from = |reach: &Reach| {
                board
                    .exits(seat, house)
                    .iter()
                    .filter_map(|&exit| board.steps(reach, exit))
                    .min()
                    .map(|n| n + 1)
            };
            assert_eq!(from(&circles), Some(6));
            let mut buildings: Vec<u16> = (1..=4)
                .filter_map(|building| from(&board.reach(board.front(other, building))))
                .collect();
            buildings.sort_unstable();
            assert!(matches!(buildings[..], [15 | 16, 15 | 16, _, 20]), "{buildings:?}");
        }
        let wall: Vec<Square> = board.wall_path(other).collect();
        let (wall, far_circles) = (board.reach(&wall), board.reach(&circles_of(other)));
        for building in 1..=4 {
            let nearest = |seat, reach: &Reach| {
                board
                    .front(seat, building)
                    .iter()
                    .filter_map(|&front| board.steps(reach, front))
                    .min()
            };
            assert!(matches!(nearest(other, &wall), Some(6 | 7)), "{other:?} {building}");
            assert!(matches!(nearest(other, &far_circles), Some(8 | 9)), "{other:?} {building}");
            assert!(
                matches!(nearest(seat, &board.reach(&board.yellow(seat))), Some(2 | 3)),
                "{seat:?} {building}"
            );
        }
    }
}

#[test]
fn map_of_the_original_is_accepted_as_an_option() {
    let lines: Vec<String> = STANDARD.lines().map(str::to_owned).collect();
    let specs = EnemyAgent::options();
    let mut map: OptionMap =
        specs.iter().map(|spec| (spec.name.to_owned(), spec.default.clone())).collect();
    let typed = specs.iter().find(|spec| spec.name == "board").expect("an option").read(STANDARD);
    assert_eq!(typed, Ok(OptionValue::Lines(lines)));
    map.insert("board".to_owned(), typed.expect("read"));
    assert_eq!(check_options(&specs, &map), []);
    let options = EnemyAgent::read_options(&map, 2).expect("sound");
    assert!(*options.board == standard());
}

#[test]
fn both_boards_could_be_handed_in_as_files() {
    for text in [STANDARD, SHORT] {
        assert!(
            text.lines().count() <= 40
                && text.lines().all(|line| line.is_ascii() && line.len() <= 64)
        );
    }
}

#[test]
fn a_map_has_at_most_40_rows_of_26_squares() {
    let has_the_size_of_a_map = |rows: usize, columns: usize| {
        let mut lines: Vec<String> =
            (1..=rows).rev().map(|row| format!("{row}{}", " .".repeat(columns))).collect();
        lines.insert(1, format!("wall{}", " =".repeat(columns)));
        let faults = Board::read(lines.iter().map(String::as_str), false).expect_err("no houses");
        !faults.contains(&"there must be 1 to 40 rows of 1 to 26 squares".to_owned())
    };
    for (rows, columns) in [(2, 1), (2, 26), (40, 2)] {
        assert!(has_the_size_of_a_map(rows, columns), "{rows} x {columns}");
    }
    for (rows, columns) in [(2, 0), (2, 27), (41, 2)] {
        assert!(!has_the_size_of_a_map(rows, columns), "{rows} x {columns}");
    }
}

#[test]
fn the_wall_is_between_two_rows() {
    let has_a_wall = |lines: &[&str]| {
        let faults = Board::read(lines.iter().copied(), false).expect_err("no houses");
        !faults.iter().any(|fault| fault.starts_with("between two rows there must be one `wall`"))
    };
    assert!(has_a_wall(&["2 . .", "wall = |", "1 . ."]));
    for lines in [
        &["wall = |", "2 . .", "1 . ."][..],
        &["2 . .", "1 . .", "wall = |"],
        &["2 . .", "wall = ?", "1 . ."],
        &["2 . .", "wall =", "1 . ."],
        &["2 . .", "1 . ."],
    ] {
        assert!(!has_a_wall(lines), "{lines:?}");
    }
}

#[test]
fn all_errors_in_a_board_are_listed() {
    let faults = |from: &str, to: &str| {
        Board::read(STANDARD.replacen(from, to, 1).lines(), false)
            .expect_err("a faulty board")
            .join("; ")
    };
    for (from, to, said) in [
        ("wall = = = |", "wall = = = =", "isn't at a doorway"),
        ("wall = = = |", "wall | = = |", "A5 is at a doorway"),
        ("  10 g s s g", "  10 g s . g", "Red must have a building"),
        ("   9 g # # Y", "   9 g # # #", "Red has 1 yellow"),
        ("   8 g . . g", "   8 g . . .", "the yellow square D9 must have"),
        ("blue jail      H1 H3", "blue jail", "`blue jail ...`"),
        ("blue jail      H1 H3", "blue jail H1 H8", "`blue jail ...`"),
        ("red buildings  B10 C10, ", "red buildings ", "four pairs"),
        (". . . O b", ". . . O .", "one sentry box square"),
        ("   4 # . #", "   4 # . ?", "row 4 can only have"),
        ("   4 # . #", "   4 # .", "must have the same length"),
        ("  10 g", "  11 g", "count down"),
        ("\nwall", "\nwand", "begins with `wand`"),
        ("blue hotel", "blue house", "not `house`"),
        ("A1 A2 A3", "A1 2A A3", "followed by squares"),
        ("A1 A2 A3", "A1 a2 A3", "followed by squares"),
        ("blue hotel     A1 A2 A3", "blue", "not ``"),
        ("blue station   O1", "blue hotel   O1", "two `hotel` lines"),
        ("   9 g", "  09 g", "begins with `09`"),
        ("\nwall", "\nWall", "begins with `Wall`"),
        ("\nblue", "\nwall = =\nblue", "two walls"),
        (
            "   7 # . # # # . # # # . # # # . #",
            "   7 # # # # # # # # # # # # # # #",
            "cannot be reached",
        ),
    ] {
        assert!(faults(from, to).contains(said), "{to}: {}", faults(from, to));
    }
    assert!(Board::read([], false).is_err());
    let two = STANDARD.replacen("wall = = = |", "wall | = = |", 1).replace("red jail", "red goal");
    assert!(
        Board::read(two.lines(), false).expect_err("faulty").len() == 1,
        "unreadable rows come first"
    );
}
