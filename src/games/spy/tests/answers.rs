//! Answers and proofs, against a reference that draws the network on paper.

use std::cmp::Ordering;

use crate::board::Square;
use crate::games::conformance::Dice;
use crate::games::{Fact, Must, Opening, Own, Rules, Sealed};

use super::super::notation::{Answer, Item, Question, Value};
use super::super::{Illegal, Spy, State};
use super::desk::{ALICE, BOB, Desk};
use super::{OTHER, REAL, SAME, network, options};

/// The field as text, drawn unit by unit: `#` where a line runs.
fn paper(corners: &str, rows: usize, cols: usize) -> Vec<Vec<char>> {
    let mut paper = vec![vec!['.'; cols]; rows];
    let points: Vec<(usize, usize)> = corners
        .split(' ')
        .map(|corner| {
            let (row, col) = corner.split_at(corner.len() - 1);
            (row.parse::<usize>().expect("a row") - 1, usize::from(col.as_bytes()[0] - b'A'))
        })
        .collect();
    let (mut row, mut col) = points[0];
    paper[row][col] = '#';
    for (to_row, to_col) in points {
        while (row, col) != (to_row, to_col) {
            row = nearer(row, to_row);
            col = nearer(col, to_col);
            paper[row][col] = '#';
        }
    }
    paper
}

fn nearer(from: usize, to: usize) -> usize {
    match from.cmp(&to) {
        Ordering::Less => from + 1,
        Ordering::Equal => from,
        Ordering::Greater => from - 1,
    }
}

fn slow_answer(paper: &[Vec<char>], row: usize, col: usize) -> &'static str {
    if paper[row][col] == '#' {
        return "hot";
    }
    for (r, line) in paper.iter().enumerate() {
        for (c, sign) in line.iter().enumerate() {
            if *sign == '#' && r.abs_diff(row) + c.abs_diff(col) == 1 {
                return "warm";
            }
        }
    }
    "cold"
}

#[test]
fn answers_are_those_of_a_network_drawn_on_paper() {
    for (set, rows, cols) in
        [(&[][..], 10, 10), (&[("rows", "7"), ("cols", "16"), ("lengths", "1,1,2,3,4,5,6")], 7, 16)]
    {
        let options = options(set);
        let state = Spy::start(&options, 2, None);
        let mut dice = Dice(11);
        for _ in 0..100 {
            let own = Own::<Spy>::new(BOB, Spy::random_secret(&state, BOB, &mut dice));
            let paper = paper(&own.secret.to_string(), rows, cols);
            for space in options.grid.squares() {
                let question = Question::Space { of: BOB, space };
                let answer = Spy::truth(&state, &[&own], &question).expect("the owner knows");
                assert_eq!(
                    answer.to_string(),
                    slow_answer(&paper, usize::from(space.row), usize::from(space.col)),
                    "{question}"
                );
            }
        }
    }
}

#[test]
fn squares_that_touch_diagonally_are_not_adjacent() {
    let desk = Desk::new(&[]);
    // 7B touches the corner 6A of the network at its corner only, but 6B and 7A lie beside it.
    let answer = |space: Square| {
        Spy::truth(&desk.state, &[desk.own(ALICE)], &Question::Space { of: ALICE, space })
            .map(|answer| answer.to_string())
    };
    assert_eq!(answer(Square::new(6, 4)).as_deref(), Some("cold"), "7E touches 6D diagonally");
    assert_eq!(answer(Square::new(6, 3)).as_deref(), Some("warm"), "7D lies below it");
}

#[test]
fn nobody_else_knows_an_answer() {
    let desk = Desk::new(&[]);
    let question = Question::Space { of: ALICE, space: Square::new(0, 0) };
    assert_eq!(Spy::truth(&desk.state, &[desk.own(BOB)], &question), None);
    assert_eq!(Spy::truth(&desk.state, &[], &question), None);
}

#[test]
fn hot_opens_the_space() {
    let mut desk = Desk::new(&[]);
    desk.file(ALICE, "3D");
    assert_eq!(desk.file(BOB, "9I"), ["3D: hot", "open 3D hot", "9I"]);
}

#[test]
fn cold_opens_the_space_and_its_neighbours_in_the_order_of_the_sheet() {
    let mut desk = Desk::new(&[]);
    desk.file(ALICE, "6A");
    assert_eq!(
        desk.file(BOB, "10J"),
        ["6A: cold", "open 5A blank", "open 6A blank", "open 6B blank", "open 7A blank", "10J"]
    );
}

#[test]
fn warm_opens_the_space_alone() {
    let mut desk = Desk::new(&[]);
    desk.file(ALICE, "2D");
    assert_eq!(desk.file(BOB, "10J"), ["2D: warm", "open 2D blank", "10J"]);
}

#[test]
fn nothing_is_opened_twice() {
    let mut desk = Desk::new(&[]);
    desk.file(ALICE, "6A");
    desk.file(BOB, "3J");
    desk.file(ALICE, "6B");
    assert_eq!(
        desk.file(BOB, "3J"),
        ["6B: cold", "open 5B blank", "open 6C blank", "open 7B blank", "3J"]
    );
}

#[test]
fn an_answer_says_why() {
    let desk = Desk::new(&[]);
    let why = |row, col| {
        Spy::because(
            &desk.state,
            &[desk.own(ALICE)],
            &Question::Space { of: ALICE, space: Square::new(row, col) },
        )
    };
    assert_eq!(why(2, 0).as_deref(), Some("the 5-unit line runs through it"));
    assert_eq!(why(5, 0).as_deref(), Some("lines of 3 and 5 units meet in it"));
    assert_eq!(why(6, 0).as_deref(), Some("6A beside it is hot"));
    assert_eq!(why(9, 9), None);
}

fn guess_question(text: &str) -> Question {
    Question::Guess { of: ALICE, network: network(text) }
}

#[test]
fn a_guess_is_right_if_all_hot_spaces_are() {
    let desk = Desk::new(&[]);
    let answer = |text| {
        Spy::truth(&desk.state, &[desk.own(ALICE)], &guess_question(text))
            .map(|answer| answer.to_string())
    };
    assert_eq!(answer(REAL).as_deref(), Some("right"));
    assert_eq!(answer("5G 1G 1A 6A 6D 5D 5F").as_deref(), Some("right"), "from the other end");
    assert_eq!(
        answer(SAME).as_deref(),
        Some("right"),
        "\"in such a case, either reconstruction would be considered correct\""
    );
    assert_eq!(answer(OTHER).as_deref(), Some("wrong 3D"));
}

fn be(seat: crate::games::Seat, item: Item, value: Value) -> Must<Spy> {
    Must::Be(Opening { of: Sealed { seat, item }, value })
}

fn opens(state: &State, question: &Question, answer: Answer) -> Vec<Must<Spy>> {
    Spy::opens_for_answer(state, ALICE, question, &answer)
}

#[test]
fn a_right_guess_opens_all_its_spaces_and_a_wrong_one_its_first_blank() {
    let desk = Desk::new(&[]);
    let hot: Vec<Must<Spy>> =
        network(REAL).hot().iter().map(|space| be(ALICE, Item::Space(space), Value::Hot)).collect();
    assert_eq!(hot.len(), 22);
    assert_eq!(opens(&desk.state, &guess_question(SAME), Answer::Right), hot);
    let blank = Square::new(2, 3);
    assert_eq!(
        opens(&desk.state, &guess_question(OTHER), Answer::Wrong(blank)),
        [be(ALICE, Item::Space(blank), Value::Blank)]
    );
}

/// Such answers ask for an opening that nobody can make.
#[test]
fn an_answer_of_the_wrong_kind_cannot_be_opened() {
    let desk = Desk::new(&[]);
    let never = [be(ALICE, Item::Guess(0), Value::Blank)];
    let space = |row, col| Question::Space { of: ALICE, space: Square::new(row, col) };
    assert_eq!(opens(&desk.state, &space(0, 0), Answer::Right), never);
    assert_eq!(opens(&desk.state, &space(0, 0), Answer::Wrong(Square::new(0, 0))), never);
    assert_eq!(opens(&desk.state, &guess_question(OTHER), Answer::Hot), never);
    assert_eq!(
        opens(&desk.state, &guess_question(OTHER), Answer::Wrong(Square::new(0, 0))),
        never,
        "1A is not in the guess"
    );
}

#[test]
fn openings_hold_what_their_items_can_hold() {
    let state = Desk::new(&[]).state;
    let check = |item: &str, value: &str| {
        let (item, Ok(value)) = (item.parse().expect("an item"), value.parse());
        Spy::check_opening(&state, &Opening { of: Sealed { seat: ALICE, item }, value })
    };
    assert_eq!(check("4C", "hot"), Ok(()));
    assert_eq!(check("4C", "blank"), Ok(()));
    assert_eq!(check("4C", "cold"), Err(Illegal::NoSuchValue(Item::Space(Square::new(3, 2)))));
    assert_eq!(check("11A", "hot"), Err(Illegal::NoSuchItem(Item::Space(Square::new(10, 0)))));
    assert_eq!(check("guess-17", REAL), Ok(()));
    for unfit in ["hot", "", "guess", "5f 5d 6d 6a 1a 1g 5g", "5F  5D"] {
        assert_eq!(check("guess-17", unfit), Err(Illegal::NoNetwork(Item::Guess(17))), "{unfit}");
    }
    assert!(matches!(check("guess-17", "5F 5D 6D 6A 1A 1G"), Err(Illegal::Network(_))));
}

#[test]
fn any_text_of_a_guess_can_be_read_so_that_it_can_be_proved() {
    for text in ["hot", "blank", "{0}", "5F 5D", "5F  5D", ""] {
        let Ok(value) = text.parse::<Value>();
        assert_eq!(value.to_string(), text);
    }
}

#[test]
fn items_and_answers_have_one_canonical_form() {
    for text in ["4C", "16P", "guess-17", "10J"] {
        assert_eq!(text.parse::<Item>().map(|item| item.to_string()).as_deref(), Ok(text));
    }
    for text in [
        "4c",
        "C4",
        "04C",
        "4 C",
        "guess",
        "guess-",
        "guess-017",
        "guess--1",
        "0A",
        "",
        "4C-4D",
        "guess-99999999999",
        "300A",
    ] {
        assert!(text.parse::<Item>().is_err(), "{text}");
    }
    for text in ["hot", "warm", "cold", "right", "wrong 4C"] {
        assert_eq!(text.parse::<Answer>().map(|answer| answer.to_string()).as_deref(), Ok(text));
    }
    for text in ["HOT", "wrong", "wrong 4c", "wrong  4C", "", "blank"] {
        assert!(text.parse::<Answer>().is_err(), "{text}");
    }
}

#[test]
fn items_are_ordered_as_the_sheet_is() {
    let texts = ["1A", "1B", "1J", "2A", "10A", "guess-3", "guess-17"];
    let items: Vec<Item> = texts.iter().map(|text| text.parse().expect("an item")).collect();
    assert!(items.is_sorted());
}

#[test]
fn a_false_answer_is_not_the_truth() {
    let desk = Desk::new(&[]);
    let question = Question::Space { of: ALICE, space: Square::new(0, 0) };
    let mut lied = desk.state.clone();
    let answer = Answer::Cold;
    Spy::fold(
        &mut lied,
        &Fact::Answered { seat: ALICE, question: question.clone(), answer, opened: Vec::new() },
    );
    assert_ne!(Spy::truth(&lied, &[desk.own(ALICE)], &question), Some(answer));
}
