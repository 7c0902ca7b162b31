//! How calls and marks are typed, and the one form in which they are written.

use super::*;

fn state() -> State {
    State::start(Options::default(), None)
}

fn read(typed: &str) -> Result<Vec<Call>, Illegal> {
    CheckpointDanger::read_choice(&state(), &Own::new(ALICE, network(SEED_SHEET)), typed)
}

fn written(typed: &str) -> Vec<String> {
    CheckpointDanger::write_choice(&read(typed).expect("a call"))
}

#[test]
fn a_plain_call_is_typed_in_many_ways() {
    for typed in [
        "Fiji 6",
        "fiji-6",
        "F6",
        "f 6",
        "FIJI6",
        "Fiji 6!",
        " fij\u{a0}6. ",
        "\u{201c}Fiji\u{2014}6\u{201d}",
        "Ｆ６",
    ] {
        assert_eq!(written(typed), ["Fiji 6"], "{typed:?}");
    }
    assert_eq!(written("С3 Е1; в4, а9"), ["Canadian 3", "Equator 1", "Bering 4", "Arctic 9"]);
}

#[test]
fn a_danger_call_is_typed_in_many_ways() {
    for typed in [
        "Checkpoint Danger, Desert-3",
        "Checkpoint Danger! Desert 3",
        "danger D3",
        "DANGER d3",
        "Checkpoint: Danger! D3",
    ] {
        assert_eq!(written(typed), ["Checkpoint Danger, Desert 3"], "{typed:?}");
    }
}

#[test]
fn a_queue_is_parted_by_semicolons() {
    assert_eq!(
        written("Fiji 6; Canadian 3; Checkpoint Danger, Desert 4"),
        ["Fiji 6", "Canadian 3", "Checkpoint Danger, Desert 4"]
    );
    assert_eq!(written("danger D4; C3;"), ["Checkpoint Danger, Desert 4", "Canadian 3"]);
}

#[test]
fn what_is_no_call_is_named_and_what_would_do() {
    assert_eq!(
        read("H6").map_err(|illegal| illegal.to_string()),
        Err("\"H6\" is no call: name a row, A (Arctic) to G (Glacier), and a column, 1 to 9, such as F6, and put \"danger\" before the \
             square of your own agent"
            .to_owned())
    );
    assert_eq!(
        read("").map_err(|illegal| illegal.to_string()),
        Err("name the square to call, such as \"Fiji 6\" or F6".to_owned())
    );
    assert_eq!(read(" ; "), Err(Illegal::NoCall));
    for typed in [
        "F",
        "6",
        "F0",
        "F10",
        "Fijix 6",
        "6F",
        "danger",
        "checkpoint D3",
        "F6; danger",
        "F6 #",
        "F6; Ж1",
        "danger danger D3",
    ] {
        assert!(matches!(read(typed), Err(Illegal::Unreadable(_))), "{typed:?}");
    }
}

#[test]
fn an_error_repeats_nothing_that_could_harm_a_terminal() {
    let error = read(&format!("\u{1b}[2J{}", "{0}".repeat(1000))).expect_err("no call").to_string();
    assert!(
        error.len() < 300 && error.chars().all(|sign| !sign.is_control()) && !error.contains('{'),
        "{error}"
    );
}

#[test]
fn a_file_is_read_in_the_written_form_only() {
    let parse = |entry: &str| CheckpointDanger::parse_choice(&state(), &[entry.to_owned()]);
    assert_eq!(parse("Fiji 6"), Ok(vec![Call::plain(place("F6"))]));
    assert_eq!(parse("Checkpoint Danger, Desert 3"), Ok(vec![Call::danger(place("D3"))]));
    for strange in [
        "F6",
        "fiji 6",
        "Fiji  6",
        "Fiji 6 ",
        "Fiji 06",
        "Fiji 0",
        "Hill 1",
        "Checkpoint Danger Desert 3",
        "danger D3",
        "",
        " ",
    ] {
        assert!(matches!(parse(strange), Err(Illegal::NotCanonical(_))), "{strange:?}");
    }
}

#[test]
fn a_question_is_told_as_the_call() {
    let question = Question { to: BOB, call: Call::danger(place("F3")) };
    assert_eq!(question.to_string(), "Checkpoint Danger, Fiji 3");
}

#[test]
fn marks_name_squares_and_lines_of_them() {
    let marked = |typed: &str| {
        CheckpointDanger::mark_squares(&state(), typed).map(|squares| squares.join(" "))
    };
    let is = |squares: &str| Some(squares.to_owned());
    assert_eq!(marked("C4"), is("C4"));
    assert_eq!(marked("Canadian 4"), is("C4"));
    assert_eq!(marked("canadian-4"), is("C4"));
    assert_eq!(marked("C5-C9"), is("C5 C6 C7 C8 C9"));
    assert_eq!(marked("C5\u{2013}9"), is("C5 C6 C7 C8 C9"));
    assert_eq!(marked("C9 to C7"), is("C9 C8 C7"));
    assert_eq!(marked("C2-G2"), is("C2 D2 E2 F2 G2"));
    assert_eq!(marked("A1-C3"), is("A1 B2 C3"));
    assert_eq!(marked("G1-E3"), is("G1 F2 E3"));
    assert_eq!(marked("C4 D1, A1-A3 A2"), is("C4 D1 A1 A2 A3"));
    for strange in ["", "C4-D6", "C4-", "-C4", "H4", "C", "4", "C4-H9", "C4 x"] {
        assert_eq!(marked(strange), None, "{strange:?}");
    }
}
