//! Rounds: asking, answering, and legal questions.

use super::super::legal::Illegal;
use super::super::moves::Move;
use super::super::notation::listed;
use super::super::words::{Answer, Question};
use super::{ALICE, BOB, Spy, Table, mv, options, space};
use crate::rules::{Due, EndedBy, Forfeits, Game, Leaving, Move as _, Position, Shown, Step};

#[test]
fn first_player_asks_first() {
    let start = Spy::start(&options(&[]), 2);
    assert_eq!(start.due(), Due::First);
    for first in [ALICE, BOB] {
        let mut state = start.clone();
        assert_eq!(state.apply(&Step::First(first), &Shown::nothing(2)), [""; 0]);
        assert_eq!(state.due(), Due::Move(first));
    }
}

#[test]
fn a_file_answers_and_asks() {
    let mut table = Table::new(&[]);
    assert_eq!(table.file(ALICE, "4c"), ["4C"]);
    assert_eq!(table.file(BOB, "C4"), ["4C: warm", "open 4C blank", "4C"]);
    assert_eq!(table.state.round, 1);
    assert_eq!(table.file(ALICE, "10J")[0], "4C: cold");
    assert_eq!(table.state.round, 2);
    assert_eq!(table.state.writer(), Some(BOB));
}

#[test]
fn a_row_is_answered_space_by_space_in_order() {
    let mut table = Table::new(&[]);
    assert_eq!(table.file(ALICE, "3f-3d"), ["3D-3F"]);
    assert_eq!(
        table.file(BOB, "6D 6E 6C"),
        ["3D: hot", "open 3D hot", "3E: hot", "open 3E hot", "3F: hot", "open 3F hot", "6C-6E"]
    );
    let answers: Vec<String> =
        table.file(ALICE, "").into_iter().filter(|step| step.contains(':')).collect();
    assert_eq!(answers, ["6C: hot", "6D: hot", "6E: warm"]);
}

#[test]
fn open_question_is_the_whole_row() {
    let mut table = Table::new(&[]);
    assert_eq!(table.state.asked(), None);
    table.file(ALICE, "3f-3d");
    assert_eq!(table.state.asked().as_deref(), Some("3D-3F"));
    table.file(BOB, "");
    assert_eq!(table.state.asked(), None);
}

#[test]
fn moves_that_are_not_due_change_nothing() {
    let mut table = Table::new(&[]);
    for step in [Step::First(BOB), Step::Moved { seat: BOB, mv: mv("4C"), sealed: None }] {
        assert_eq!(table.apply(&step), [""; 0]);
        assert_eq!(table.state.due(), Due::Move(ALICE));
    }
    table.rounds(1);
    table.file(ALICE, "guess 1A 1B 3B 3E 7E 7J 1J");
    let decline = Step::Moved { seat: ALICE, mv: Move::Decline, sealed: None };
    assert_eq!(table.apply(&decline), [""; 0]);
    assert_eq!(table.state.due(), Due::Move(BOB));
}

#[test]
fn answers_that_are_not_due_change_nothing() {
    let mut table = Table::new(&[]);
    table.file(ALICE, "1A-1B");
    let due = table.question();
    for (of, at) in [(ALICE, "1A"), (BOB, "1B")] {
        let question = Question::Space { of, space: space(at) };
        let step = Step::Answered { seat: of, question, answer: Answer::Hot };
        assert_eq!(table.apply(&step), [""; 0]);
        assert_eq!(table.question(), due);
        assert!(table.state.fields[of].hot.is_empty());
    }
}

#[test]
fn a_row_crosses_out_its_numbered_square() {
    let mut table = Table::new(&[]);
    for (row, left) in [
        ("1A-1B", "2 3 3 4 5"),
        ("1A-5A", "2 3 3 4"),
        ("2A-2B", "3 3 4"),
        ("3A-3C", "3 4"),
        ("1A-4A", "3"),
        ("3A-3C", ""),
    ] {
        table.file(ALICE, row);
        assert_eq!(listed(&table.state.fields[BOB].rows_left), left);
        table.file(BOB, "1A");
        assert_eq!(
            table.state.fields[ALICE].rows_left,
            [2, 2, 3, 3, 4, 5],
            "each player has their own squares"
        );
    }
    table.file(ALICE, "");
    let none = Illegal::NoSquare { need: 2, left: Vec::new() };
    assert_eq!(table.refuse(ALICE, "1A-1B"), none);
    assert_eq!(
        none.to_string(),
        "to ask about 2 spaces at once, you need a square with the number 2; all your squares are \
        crossed out, so ask about a single space"
    );
    table.file(ALICE, "1A");
}

#[test]
fn a_row_needs_a_square_of_its_length() {
    let mut table = Table::new(&[("multi", "2,4,4")]);
    assert_eq!(
        table.refuse(ALICE, "1A-1C").to_string(),
        "to ask about 3 spaces at once, you need a square with the number 3; you have 2 4 4"
    );
}

#[test]
fn row_has_at_most_five_spaces() {
    let mut table = Table::new(&[]);
    assert!(matches!(table.refuse(ALICE, "1A-2B"), Illegal::Crooked(..)));
    assert_eq!(table.refuse(ALICE, "1A-1F"), Illegal::TooLong(6));
    assert_eq!(table.refuse(ALICE, "1A 1B 1D"), Illegal::Loose);
    assert_eq!(table.refuse(ALICE, "5D-6D, 4D-5D"), Illegal::Loose, "5D is named twice");
    assert!(matches!(table.refuse(ALICE, "1A 1B 2B"), Illegal::Crooked(..)));
    assert!(matches!(table.refuse(ALICE, "10I-10L"), Illegal::Outside(..)));
    assert!(matches!(table.refuse(ALICE, "11A"), Illegal::Outside(..)));
    assert_eq!(table.file(ALICE, "C4-F4"), ["4C-4F"]);
}

/// Players who type two questions don't mean the row between them.
#[test]
fn several_questions_are_not_a_row() {
    let mut table = Table::new(&[]);
    for (typed, says) in [
        ("6A; 6B", "type 6A, or 6A-6B to ask about the whole row"),
        ("6a;6c", "you can ask only one question per turn: type 6A"),
        ("6A; 2C", "you can ask only one question per turn: type 6A"),
        ("4C-4F; 6A", "you can ask only one question per turn: type 4C"),
        ("6A, 6C", "name only the two ends, such as 4C-4F"),
        ("6A and 6D", "name only the two ends, such as 4C-4F"),
    ] {
        let refused = table.refuse(ALICE, typed).to_string();
        assert!(refused.ends_with(says), "{typed}: {refused}");
    }
}

#[test]
fn space_can_be_questioned_again() {
    let mut table = Table::new(&[]);
    for answer in [vec!["3D: hot", "open 3D hot", "10J"], vec!["3D: hot", "10J"]] {
        table.file(ALICE, "3D");
        assert_eq!(table.file(BOB, "10J"), answer);
    }
}

#[test]
fn moves_are_read_however_they_are_typed() {
    let table = Table::new(&[]);
    let read = |typed: &str| table.read(ALICE, typed).map(|mv| mv.to_string());
    for (typed, canonical) in [
        ("4c", "4C"),
        ("C4", "4C"),
        (" ask 4C ", "4C"),
        ("ask about 4C", "4C"),
        ("4\u{421}", "4C"),
        ("spy on 4-C", "4C"),
        ("4C-4C", "4C"),
        ("4C\u{2013}4F", "4C-4F"),
        ("row C4 to F4", "4C-4F"),
        ("4f 4c", "4C-4F"),
        ("4C,4D,4E,4F", "4C-4F"),
        ("7b-4b", "4B-7B"),
        ("4C;", "4C"),
        ("4C and 4D", "4C-4D"),
        ("9A-10A", "9A-10A"),
        ("Guess 5f,5d,6d,6a,1a,1g,5g", "guess 5F 5D 6D 6A 1A 1G 5G"),
        ("guess: F5 D5", "guess 5F 5D"),
        ("DECLINE", "decline"),
        ("pass", "decline"),
    ] {
        assert_eq!(read(typed).as_deref(), Ok(canonical), "{typed}");
    }
    for typed in [
        "",
        "4",
        "C",
        "4C5",
        "44C4",
        "hello",
        "4CC",
        "decline 4C",
        "guess what",
        "\u{0}",
        "4C \u{fffd}",
    ] {
        assert!(matches!(read(typed), Err(Illegal::Unread(_))), "{typed}");
    }
    assert_eq!(read("guess"), Err(Illegal::NoCorners));
    assert_eq!(
        read("attack {0}").map_err(|illegal| illegal.to_string()),
        Err("`attack (0)` cannot be read; ask about a space (4C) or a row (4C-4F), guess \
             (`guess` and \
            the corners), or `decline`"
            .to_owned())
    );
}

#[test]
fn file_has_only_canonical_moves() {
    for text in ["4C", "4C-4F", "4C-8C", "9A-10A", "guess", "guess 5F 5D 6D 6A 1A 1G 5G", "decline"]
    {
        assert_eq!(Move::canonical(text).map(|mv| mv.to_string()).as_deref(), Some(text));
    }
    for text in [
        "4c", "C4", "4C-4C", "4F-4C", "4C - 4F", "4C-5D", "4C-4H", "guess ", "guess 5f", "Decline",
        "pass", "", "10A-9A", "4C 4F", "04C",
    ] {
        assert_eq!(Move::canonical(text), None, "{text}");
    }
    let table = Table::new(&[]);
    let parse = |entries: &[&str]| {
        let entries: Vec<String> = entries.iter().map(|entry| (*entry).to_owned()).collect();
        Move::parse(&entries, &table.state)
    };
    assert!(matches!(parse(&[]), Err(Illegal::NotCanonical(_))));
    assert!(matches!(parse(&["4C", "4D"]), Err(Illegal::NotCanonical(_))));
    assert!(parse(&["4C"]).is_ok());
}

#[test]
fn spying_is_not_optional() {
    let mut table = Table::new(&[]);
    assert_eq!(table.refuse(ALICE, "decline"), Illegal::NothingToDecline);
    assert_eq!(table.refuse(ALICE, "pass"), Illegal::NothingToDecline);
}

#[test]
fn no_one_moves_out_of_turn() {
    let mut table = Table::new(&[]);
    let check = |table: &Table| table.state.check(BOB, &mv("4C"), &table.shown);
    assert_eq!(check(&table), Err(Illegal::NotNow(BOB)));
    table.file(ALICE, "4C");
    assert_eq!(check(&table), Err(Illegal::AnswerFirst));
}

#[test]
fn resigning_gives_the_opponent_one_point() {
    let mut table = Table::new(&[]);
    table.file(ALICE, "4C");
    let outcome = table.state.leave(BOB, Leaving::Resigned).expect("the end");
    assert_eq!((&outcome.winners[..], outcome.ended_by), (&[ALICE][..], EndedBy::Resignation));
    table.state.end(outcome);
    assert_eq!(table.points(), [1, 0]);
}

#[test]
fn events_are_described_in_sentences() {
    let mut table = Table::new(&[]);
    let asks = |text: &str| Step::Moved { seat: ALICE, mv: mv(text), sealed: None };
    assert_eq!(table.apply(&asks("4C-4F")), ["{0} asks about 4C-4F"]);
    assert_eq!(table.apply(&asks("4C")), [""; 0], "not now");
    let (question, _) = table.question();
    let answered = Step::Answered { seat: BOB, question, answer: Answer::Warm };
    assert_eq!(table.apply(&answered), ["{1} answers 4C: warm"]);
}
