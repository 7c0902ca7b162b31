//! Answers and proofs, compared with a reference that draws the network on paper.

use std::cmp::Ordering;

use super::super::legal::Illegal;
use super::super::network::Network;
use super::super::position::State;
use super::super::words::{Answer, Item, Question, Value};
use super::{ALICE, BOB, OTHER, REAL, SAME, Spy, Table, network, options, space};
use crate::board::Square;
use crate::games::conformance::Dice;
use crate::rules::{Game, Knowledge, Known, Open, Opening, Position, Private, Setup, Step};

/// Returns the field as text, drawn unit by unit: `#` where a line runs.
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
fn answers_agree_with_a_network_drawn_on_paper() {
    for (set, rows, cols) in
        [(&[][..], 10, 10), (&[("rows", "7"), ("cols", "16"), ("lengths", "1,1,2,3,4,5,6")], 7, 16)]
    {
        let options = options(set);
        let state = Spy::start(&options, 2);
        let mut dice = Dice(11);
        for _ in 0..100 {
            let own = Private::<Spy>::new(BOB, Network::random(&options, BOB, &mut dice));
            let paper = paper(&own.setup.to_string(), rows, cols);
            for space in options.grid.squares() {
                let question = Question::Space { of: BOB, space };
                let answer = state.truth(&question, Known(&[&own]));
                assert_eq!(
                    answer.expect("the owner knows").to_string(),
                    slow_answer(&paper, usize::from(space.row), usize::from(space.col)),
                    "{question}"
                );
            }
        }
    }
}

fn asked(text: &str) -> Question {
    Question::Space { of: ALICE, space: space(text) }
}

/// Returns the answer that alice's network gives to a question.
fn answer(question: &Question) -> String {
    Table::new(&[]).truth(ALICE, question).expect("the owner knows")
}

#[test]
fn squares_that_touch_diagonally_are_not_adjacent() {
    assert_eq!(answer(&asked("7E")), "cold", "it touches 6D diagonally");
    assert_eq!(answer(&asked("7D")), "warm", "it is below 6D");
}

#[test]
fn only_the_owner_knows_an_answer() {
    let table = Table::new(&[]);
    assert_eq!(table.truth(BOB, &asked("1A")), None);
    assert_eq!(table.state.truth(&asked("1A"), Known(&[])), None);
}

#[test]
fn hot_opens_the_space() {
    let mut table = Table::new(&[]);
    table.file(ALICE, "3D");
    assert_eq!(table.file(BOB, "9I"), ["3D: hot", "open 3D hot", "9I"]);
}

#[test]
fn cold_opens_the_space_and_its_neighbors_in_order() {
    let mut table = Table::new(&[]);
    table.file(ALICE, "6A");
    assert_eq!(
        table.file(BOB, "10J"),
        ["6A: cold", "open 5A blank", "open 6A blank", "open 6B blank", "open 7A blank", "10J"]
    );
}

#[test]
fn warm_opens_only_the_space() {
    let mut table = Table::new(&[]);
    table.file(ALICE, "2D");
    assert_eq!(table.file(BOB, "10J"), ["2D: warm", "open 2D blank", "10J"]);
}

#[test]
fn no_item_is_opened_twice() {
    let mut table = Table::new(&[]);
    table.file(ALICE, "6A");
    table.file(BOB, "3J");
    table.file(ALICE, "6B");
    assert_eq!(
        table.file(BOB, "3J"),
        ["6B: cold", "open 5B blank", "open 6C blank", "open 7B blank", "3J"]
    );
}

#[test]
fn an_answer_says_why() {
    let table = Table::new(&[]);
    let why = |text| table.state.because(&asked(text), Known(&[table.own(ALICE)]));
    assert_eq!(why("3A").as_deref(), Some("the 5-unit line runs through it"));
    assert_eq!(why("6A").as_deref(), Some("lines of 3 and 5 units meet there"));
    assert_eq!(why("7A").as_deref(), Some("its neighbor 6A is hot"));
    assert_eq!(why("10J"), None);
}

fn guessed(text: &str) -> Question {
    Question::Guess { of: ALICE, network: network(text) }
}

#[test]
fn a_guess_is_right_if_all_hot_spaces_are() {
    assert_eq!(answer(&guessed(REAL)), "right");
    assert_eq!(answer(&guessed("5G 1G 1A 6A 6D 5D 5F")), "right", "from the other end");
    assert_eq!(
        answer(&guessed(SAME)),
        "right",
        "\"in such a case, either reconstruction would be considered correct\""
    );
    assert_eq!(answer(&guessed(OTHER)), "wrong 3D");
}

fn opens(question: &Question, answer: Answer) -> Vec<Open<Spy>> {
    let state: State = Table::new(&[]).state;
    state.opens_for_answer(question, &answer)
}

#[test]
fn right_guess_opens_all_its_spaces() {
    let hot: Vec<Open<Spy>> = network(REAL)
        .hot()
        .iter()
        .map(|space| Open::is(ALICE, Item::Space(space), Value::Hot))
        .collect();
    assert_eq!(hot.len(), 22);
    assert_eq!(opens(&guessed(SAME), Answer::Right), hot);
    let blank = space("3D");
    assert_eq!(
        opens(&guessed(OTHER), Answer::Wrong(blank)),
        [Open::is(ALICE, Item::Space(blank), Value::Blank)]
    );
}

/// An answer of the wrong kind demands an opening that no setup allows.
#[test]
fn an_answer_of_the_wrong_kind_cannot_be_opened() {
    let never = [Open::is(ALICE, Item::Guess(0), Value::Blank)];
    assert_eq!(opens(&asked("1A"), Answer::Right), never);
    assert_eq!(opens(&asked("1A"), Answer::Wrong(space("1A"))), never);
    assert_eq!(opens(&guessed(OTHER), Answer::Hot), never);
    assert_eq!(opens(&guessed(OTHER), Answer::Wrong(space("1A"))), never, "1A is not in the guess");
}

#[test]
fn each_question_has_its_own_answers() {
    let table = Table::new(&[]);
    let is = |question: &Question, text: &str| {
        table.state.is_answer(question, &text.parse().expect("an answer"))
    };
    for said in ["hot", "warm", "cold"] {
        assert!(is(&asked("1A"), said) && !is(&guessed(OTHER), said), "{said}");
    }
    for said in ["right", "wrong 4C", "wrong 1A"] {
        assert!(is(&guessed(OTHER), said) && !is(&asked("1A"), said), "{said}");
    }
    assert!(!is(&guessed(OTHER), "wrong 11A"), "off the field");
}

#[test]
fn openings_hold_what_their_items_can_hold() {
    let table = Table::new(&[]);
    let check = |item: &str, value: &str| {
        let (item, Ok(value)) = (item.parse().expect("an item"), value.parse());
        table.state.check_opening(&Opening::new(ALICE, item, value), &table.shown)
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
fn any_sealed_guess_can_be_read() {
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
    let mut table = Table::new(&[]);
    let (question, answer) = (asked("1A"), Answer::Cold);
    table.apply(&Step::Answered { seat: ALICE, question: question.clone(), answer });
    assert_eq!(table.truth(ALICE, &question).as_deref(), Some("hot"));
}
