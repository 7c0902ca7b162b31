//! What the answers leave possible.

use std::collections::BTreeSet;

use crate::games::{Fact, Pending, Rules};

use super::super::knowledge::possible;
use super::super::notation::{Answer, parse_choice};
use super::super::search::{Known, MOST_LINES, patterns};
use super::super::spaces::Spaces;
use super::super::{Spy, State};
use super::desk::{ALICE, BOB, Desk};
use super::{OTHER, REAL, names};

/// The patterns that fit, by asking every network of the field every question again.
fn slowly(state: &State, told: &[(&str, &str)]) -> usize {
    let grid = state.options.grid;
    let fits = |hot: &BTreeSet<String>| {
        told.iter().all(|(space, answer)| {
            let (row, col) = space.split_at(space.len() - 1);
            let (row, col) = (row.parse::<i32>().unwrap_or(0), i32::from(col.as_bytes()[0]));
            let near = [(1, 0), (-1, 0), (0, 1), (0, -1)].map(|(r, c)| {
                format!("{}{}", row + r, char::from(u8::try_from(col + c).unwrap_or(b'?')))
            });
            let truth = if hot.contains(*space) {
                "hot"
            } else if near.iter().any(|space| hot.contains(space)) {
                "warm"
            } else {
                "cold"
            };
            truth == *answer
        })
    };
    let all = patterns(grid, &state.options.lengths, &Known::default(), MOST_LINES)
        .expect("not too many");
    all.into_iter().filter(|hot| fits(&names(*hot).into_iter().collect())).count()
}

fn told(state: &State) -> Vec<(String, String)> {
    state.fields[BOB]
        .told
        .iter()
        .map(|(space, answer)| (super::super::notation::name(*space), answer.to_string()))
        .collect()
}

#[test]
fn what_is_possible_is_what_no_answer_denies() {
    let mut desk = Desk::with(&[("rows", "7"), ("cols", "7")], [REAL, "7A 7B 1B 1E 6E 6C 2C"]);
    assert_eq!(desk.state.options.lengths, [1, 2, 3, 4, 5, 6]);
    assert_eq!(possible(&desk.state, BOB).map(|patterns| patterns.len()), Some(4_376));
    let mut before = 4_376;
    for ask in ["4D", "1B-1F", "7G", "6E-7E", "2G"] {
        desk.file(ALICE, ask);
        desk.file(BOB, "7G");
        let told = told(&desk.state);
        let told: Vec<(&str, &str)> =
            told.iter().map(|(space, answer)| (space.as_str(), answer.as_str())).collect();
        let left = possible(&desk.state, BOB).map(|patterns| patterns.len());
        assert_eq!(left, Some(slowly(&desk.state, &told)), "{told:?}");
        assert!(left.is_some_and(|left| left > 0 && left <= before));
        before = left.unwrap_or(0);
    }
}

#[test]
fn the_hint_counts_patterns_and_shares() {
    let mut desk = Desk::new(&[]);
    let hint = Spy::hint(&desk.state, desk.own(ALICE)).expect("a hint");
    assert_eq!(hint[0], "141528 different patterns fit what {1} has answered.");
    assert_eq!(hint.len(), 13);
    desk.file(ALICE, "3D");
    desk.file(BOB, "10J");
    let hint = Spy::hint(&desk.state, desk.own(ALICE)).expect("a hint");
    let row: Vec<&str> = hint[5].split_whitespace().collect();
    assert_eq!((row[0], row[4]), ("3", "##"), "{hint:#?}");
    assert!(hint.iter().all(|line| line.chars().count() <= 80));
}

#[test]
fn a_false_answer_may_leave_nothing() {
    let mut desk = Desk::new(&[]);
    for (ask, answer) in [("3D", Answer::Hot), ("3D", Answer::Warm)] {
        let choice = parse_choice(ask).expect("a question");
        Spy::fold(
            &mut desk.state,
            &Fact::Chose { seat: ALICE, choice, sealed: None, opened: Vec::new() },
        );
        let Pending::Answer { question, .. } = Spy::pending(&desk.state) else {
            panic!("bob answers")
        };
        Spy::fold(
            &mut desk.state,
            &Fact::Answered { seat: BOB, question, answer, opened: Vec::new() },
        );
        desk.file(BOB, "10J");
        desk.file(ALICE, "");
    }
    let hint = Spy::hint(&desk.state, desk.own(ALICE)).expect("a hint");
    assert_eq!(hint[0], "No network fits what {1} has answered: one of the answers is false.");
}

#[test]
fn a_field_with_too_many_networks_is_not_counted() {
    let desk = Desk::with(
        &[("rows", "16"), ("cols", "16"), ("lengths", "1,2,3,4,5,6,7,8")],
        ["1A 1B 3B 3E 7E 7J 1J 1P 9P", "1A 1B 3B 3E 7E 7J 1J 1P 9P"],
    );
    let hint = Spy::hint(&desk.state, desk.own(ALICE)).expect("a hint");
    assert_eq!(hint, ["Too many networks fit what {1} has answered to count them."]);
}

#[test]
fn a_guess_is_weighed_before_it_is_made() {
    let mut desk = Desk::new(&[]);
    desk.file(ALICE, "3D-3F");
    desk.file(BOB, "10J");
    desk.file(ALICE, "8C");
    desk.file(BOB, "10J");
    desk.file(ALICE, "");
    let foresee = |text: &str| {
        let choice = Spy::read_choice(&desk.state, desk.own(ALICE), text).expect("a move");
        Spy::foresee(&desk.state, desk.own(ALICE), &choice)
    };
    let said = foresee(&format!("guess {OTHER}"));
    let patterns = possible(&desk.state, BOB).map_or(0, |patterns| patterns.len());
    assert_eq!(
        said,
        [
            "Guess     a legal network, lines 1 5 4 6 2 3; it agrees with all 4 answers".to_owned(),
            format!("          ({patterns} different patterns do)"),
            "          right: 1 for you.  wrong: 2 for {1}.".to_owned(),
            "          Sealed until {1} has guessed or declined;".to_owned(),
            "          after that the game is over.".to_owned(),
        ]
    );
    let said = foresee(&format!("guess {REAL}"));
    assert_eq!(
        said[..2],
        [
            "Guess     a legal network, lines 2 1 3 5 6 4;",
            "          IT CANNOT BE RIGHT by the 4 answers"
        ]
        .map(str::to_owned)
    );
    assert_eq!(foresee("4C-4F"), ["Ask       4C-4F, 4 spaces; crosses out a numbered square 4"]);
    assert_eq!(foresee("3D")[1], "          3D: known already whether hot or not");
}

#[test]
fn marks_name_spaces_and_lines_of_them() {
    let desk = Desk::new(&[]);
    let marks = |typed| Spy::mark_squares(&desk.state, typed).map(|squares| squares.join(" "));
    assert_eq!(marks("c4").as_deref(), Some("4C"));
    assert_eq!(marks("C5-C9").as_deref(), Some("5C 6C 7C 8C 9C"));
    assert_eq!(marks("1J-1A").map(|line| line.len()), Some(29));
    for typed in ["11A", "A1-B2", "x", "", "9A-12A"] {
        assert_eq!(marks(typed), None, "{typed}");
    }
}

#[test]
fn what_is_possible_holds_the_truth() {
    let mut desk = Desk::new(&[]);
    for ask in ["3D-3F", "8C", "5H", "6F-9F", "4J", "9G"] {
        desk.file(ALICE, ask);
        desk.file(BOB, "10J");
    }
    let hot: Spaces = super::network(OTHER).hot();
    assert!(possible(&desk.state, BOB).is_some_and(|patterns| patterns.contains(&hot)));
}

/// The position in which the target screens weigh a guess: 115 patterns agree with ten answers.
#[test]
fn ten_answers_of_the_target_screen_leave_115_patterns() {
    let mut desk = Desk::new(&[]);
    for ask in ["2B", "6B", "5E", "5H", "7D", "9G", "8I", "3D-3F"] {
        desk.file(ALICE, ask);
        desk.file(BOB, "10J");
    }
    assert_eq!(desk.state.fields[BOB].told.len(), 10);
    assert_eq!(possible(&desk.state, BOB).map(|patterns| patterns.len()), Some(115));
}
