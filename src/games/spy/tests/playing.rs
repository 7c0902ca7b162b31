//! Rounds: who asks, who answers, what may be asked.

use crate::games::conformance::Dice;
use crate::games::{EndedBy, Fact, OutcomeKind, Pending, Rules, Seat};

use super::super::notation::{Choice, parse_choice};
use super::super::{First, Illegal, Spy};
use super::desk::{ALICE, BOB, Desk};
use super::options;

#[test]
fn the_opener_hides_first_then_the_joiner_then_lots_are_drawn() {
    let mut state = Spy::start(&options(&[]), 2, None);
    assert_eq!(Spy::pending(&state), Pending::Setup(ALICE));
    Spy::fold(&mut state, &Fact::SetUp(ALICE));
    assert_eq!(Spy::pending(&state), Pending::Setup(BOB));
    Spy::fold(&mut state, &Fact::SetUp(BOB));
    assert_eq!(Spy::pending(&state), Pending::Chance { by: ALICE, draw: First });
    assert_eq!(First.to_string(), "first");
    for first in [ALICE, BOB] {
        let mut state = state.clone();
        Spy::fold(&mut state, &Fact::Drawn { draw: First, drawn: first });
        assert_eq!(Spy::pending(&state), Pending::Choice(first));
    }
}

#[test]
fn the_draw_is_one_number_below_two() {
    let state = Spy::start(&options(&[]), 2, None);
    for seed in 0..20 {
        let number = crate::games::Numbers::below(&mut Dice(seed), 2);
        assert_eq!(
            Spy::roll(&state, &First, &mut Dice(seed)),
            if number == 0 { ALICE } else { BOB }
        );
    }
}

#[test]
fn in_a_rematch_nothing_is_drawn() {
    for first in [ALICE, BOB] {
        let mut state = Spy::start(&options(&[]), 2, Some(first));
        Spy::fold(&mut state, &Fact::SetUp(ALICE));
        Spy::fold(&mut state, &Fact::SetUp(BOB));
        assert_eq!(Spy::pending(&state), Pending::Choice(first));
    }
}

#[test]
fn a_file_answers_and_asks() {
    let mut desk = Desk::new(&[]);
    assert_eq!(desk.file(ALICE, "4c"), ["4C"]);
    assert_eq!(desk.file(BOB, "C4"), ["4C: warm", "open 4C blank", "4C"]);
    assert_eq!(desk.state.round, 1);
    assert_eq!(desk.file(ALICE, "10J")[0], "4C: cold");
    assert_eq!(desk.state.round, 2);
    assert_eq!(Spy::pending(&desk.state).actor(), Some(BOB));
}

#[test]
fn a_row_is_answered_space_by_space_in_order() {
    let mut desk = Desk::new(&[]);
    assert_eq!(desk.file(ALICE, "3f-3d"), ["3D-3F"]);
    assert_eq!(
        desk.file(BOB, "6D 6E 6C"),
        ["3D: hot", "open 3D hot", "3E: hot", "open 3E hot", "3F: hot", "open 3F hot", "6C-6E"]
    );
    let answers: Vec<String> =
        desk.file(ALICE, "").into_iter().filter(|step| step.contains(':')).collect();
    assert_eq!(answers, ["6C: hot", "6D: hot", "6E: warm"]);
}

#[test]
fn a_row_crosses_out_its_numbered_square() {
    let mut desk = Desk::new(&[]);
    for (row, left) in [
        ("1A-1B", "2 3 3 4 5"),
        ("1A-5A", "2 3 3 4"),
        ("2A-2B", "3 3 4"),
        ("3A-3C", "3 4"),
        ("1A-4A", "3"),
        ("3A-3C", ""),
    ] {
        desk.file(ALICE, row);
        assert_eq!(super::super::notation::listed(&desk.state.fields[BOB].rows_left), left);
        desk.file(BOB, "1A");
        assert_eq!(
            desk.state.fields[ALICE].rows_left,
            [2, 2, 3, 3, 4, 5],
            "each has squares of his own"
        );
    }
    desk.file(ALICE, "");
    let none = Illegal::NoSquare { need: 2, left: Vec::new() };
    assert_eq!(desk.refuse(ALICE, "1A-1B"), none);
    assert_eq!(
        none.to_string(),
        "2 spaces at once take a numbered square with 2; all are crossed out: ask a single space"
    );
    desk.file(ALICE, "1A");
}

#[test]
fn a_row_needs_a_square_of_its_length() {
    let mut desk = Desk::new(&[("multi", "2,4,4")]);
    assert_eq!(
        desk.refuse(ALICE, "1A-1C").to_string(),
        "3 spaces at once take a numbered square with 3; left are 2 4 4"
    );
}

#[test]
fn several_spaces_make_a_row_or_column_of_at_most_five() {
    let mut desk = Desk::new(&[]);
    assert!(matches!(desk.refuse(ALICE, "1A-2B"), Illegal::Crooked(..)));
    assert_eq!(desk.refuse(ALICE, "1A-1F"), Illegal::TooLong(6));
    assert_eq!(desk.refuse(ALICE, "1A 1B 1D"), Illegal::Loose);
    assert!(matches!(desk.refuse(ALICE, "1A 1B 2B"), Illegal::Crooked(..)));
    assert!(matches!(desk.refuse(ALICE, "10I-10L"), Illegal::Outside(..)));
    assert!(matches!(desk.refuse(ALICE, "11A"), Illegal::Outside(..)));
    assert_eq!(desk.file(ALICE, "C4-F4"), ["4C-4F"]);
}

#[test]
fn a_space_may_be_asked_again() {
    let mut desk = Desk::new(&[]);
    for answer in [vec!["3D: hot", "open 3D hot", "10J"], vec!["3D: hot", "10J"]] {
        desk.file(ALICE, "3D");
        assert_eq!(desk.file(BOB, "10J"), answer);
    }
}

#[test]
fn moves_are_read_however_they_are_typed() {
    let desk = Desk::new(&[]);
    let read = |typed: &str| {
        Spy::read_choice(&desk.state, desk.own(ALICE), typed).map(|choice| choice.to_string())
    };
    for (typed, canonical) in [
        ("4c", "4C"),
        ("C4", "4C"),
        (" ask 4C ", "4C"),
        ("4\u{421}", "4C"),
        ("spy on 4-C", "4C"),
        ("4C-4C", "4C"),
        ("4C\u{2013}4F", "4C-4F"),
        ("row C4 to F4", "4C-4F"),
        ("4f 4c", "4C-4F"),
        ("4C,4D,4E,4F", "4C-4F"),
        ("7b-4b", "4B-7B"),
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
        Err("`attack (0)` cannot be read; ask a space (4C) or a row (4C-4F), guess (`guess` and the corners), or `decline`".to_owned())
    );
}

#[test]
fn a_file_holds_the_canonical_form_alone() {
    for text in ["4C", "4C-4F", "4C-8C", "9A-10A", "guess", "guess 5F 5D 6D 6A 1A 1G 5G", "decline"]
    {
        assert_eq!(parse_choice(text).map(|choice| choice.to_string()).as_deref(), Some(text));
    }
    for text in [
        "4c", "C4", "4C-4C", "4F-4C", "4C - 4F", "4C-5D", "4C-4H", "guess ", "guess 5f", "Decline",
        "pass", "", "10A-9A", "4C 4F", "04C",
    ] {
        assert_eq!(parse_choice(text), None, "{text}");
    }
    let desk = Desk::new(&[]);
    let parse = |entries: &[&str]| {
        Spy::parse_choice(
            &desk.state,
            &entries.iter().map(|entry| (*entry).to_owned()).collect::<Vec<_>>(),
        )
    };
    assert!(matches!(parse(&[]), Err(Illegal::NotCanonical(_))));
    assert!(matches!(parse(&["4C", "4D"]), Err(Illegal::NotCanonical(_))));
    assert!(parse(&["4C"]).is_ok());
}

#[test]
fn spying_is_not_optional() {
    let mut desk = Desk::new(&[]);
    assert_eq!(desk.refuse(ALICE, "decline"), Illegal::NothingToDecline);
    assert_eq!(desk.refuse(ALICE, "pass"), Illegal::NothingToDecline);
}

#[test]
fn nobody_moves_out_of_turn() {
    let desk = Desk::new(&[]);
    let choice = parse_choice("4C").expect("a move");
    assert_eq!(Spy::check(&desk.state, BOB, &choice), Err(Illegal::NotNow(BOB)));
    let mut state = desk.state.clone();
    Spy::fold(
        &mut state,
        &Fact::Chose { seat: ALICE, choice: choice.clone(), sealed: None, opened: Vec::new() },
    );
    assert_eq!(Spy::check(&state, BOB, &choice), Err(Illegal::AnswerFirst));
}

fn end(desk: &mut Desk, fact: &Fact<Spy>) {
    Spy::fold(&mut desk.state, fact);
}

#[test]
fn who_resigns_shows_first_and_the_other_wins_one_point() {
    let mut desk = Desk::new(&[]);
    desk.file(ALICE, "4C");
    end(&mut desk, &Fact::Resigned(BOB));
    let Pending::Reveal { seat, result: Some(result) } = Spy::pending(&desk.state) else {
        panic!("bob shows")
    };
    assert_eq!((seat, result.winners, result.ended_by), (BOB, vec![ALICE], EndedBy::Resignation));
    assert!(Spy::may_reveal(&desk.state, BOB) && !Spy::may_reveal(&desk.state, ALICE));
    assert_eq!(desk.file(BOB, ""), ["reveal, decided"]);
    assert_eq!(desk.file(ALICE, ""), ["reveal, decided"]);
    assert_eq!(desk.points(), [1, 0]);
}

#[test]
fn an_agreed_draw_is_shown_first_by_the_one_who_agreed() {
    let mut desk = Desk::new(&[]);
    desk.file(ALICE, "4C");
    end(&mut desk, &Fact::DrawAgreed);
    assert_eq!(desk.file(BOB, ""), ["reveal, decided"]);
    assert_eq!(desk.file(ALICE, ""), ["reveal, decided"]);
    let outcome = desk.outcome();
    assert_eq!(
        (outcome.kind, outcome.ended_by, desk.points()),
        (OutcomeKind::Draw, EndedBy::Agreement, [0, 0])
    );
}

#[test]
fn who_has_hidden_nothing_shows_nothing() {
    let mut state = Spy::start(&options(&[]), 2, None);
    Spy::fold(&mut state, &Fact::SetUp(ALICE));
    Spy::fold(&mut state, &Fact::Resigned(BOB));
    assert_eq!(Spy::pending(&state).actor(), Some(ALICE));
    Spy::fold(&mut state, &Fact::Revealed { seat: ALICE, secret: super::network(super::REAL) });
    assert!(matches!(Spy::pending(&state), Pending::Over(_)));
}

#[test]
fn what_happened_is_told_in_sentences() {
    let mut desk = Desk::new(&[]);
    let mut say = |fact: Fact<Spy>| {
        Spy::fold(&mut desk.state, &fact).iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let chose = |seat: Seat, text: &str| Fact::Chose {
        seat,
        choice: parse_choice(text).unwrap_or(Choice::Decline),
        sealed: None,
        opened: Vec::new(),
    };
    assert_eq!(say(chose(ALICE, "4C-4F")), ["{0} asks the row 4C-4F"]);
    assert_eq!(say(chose(ALICE, "4C")), [""; 0], "not now");
    let question = match Spy::pending(&desk.state) {
        Pending::Answer { question, .. } => question,
        other => panic!("{other:?}"),
    };
    let answered = Fact::Answered {
        seat: BOB,
        question,
        answer: super::super::Answer::Warm,
        opened: Vec::new(),
    };
    let events: Vec<String> =
        Spy::fold(&mut desk.state, &answered).iter().map(ToString::to_string).collect();
    assert_eq!(events, ["{1} answers 4C: warm"]);
}
