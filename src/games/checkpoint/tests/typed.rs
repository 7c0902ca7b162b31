//! Typed calls, and their canonical form.

use super::*;

fn state() -> State {
    State::new(Options::default())
}

fn read(typed: &str) -> Result<Calls, Illegal> {
    let (position, shown) = (state(), Shown::nothing(2));
    let private = Private::new(ALICE, network(SEED_SHEET));
    Calls::read(typed, &Observation { position: &position, shown: &shown, private: &private })
}

fn written(typed: &str) -> Vec<String> {
    read(typed).expect("a call").write()
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
    assert_eq!(written("С3; Е1; в4; а9"), ["Canadian 3", "Equator 1", "Bering 4", "Arctic 9"]);
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
    // Calls without semicolons are refused, so that no one queues a call by mistake.
    for (typed, said) in [
        (
            "E5 E6",
            "did you mean two calls: E5 and, after a HIT, E6? Put a semicolon between them: \
            \"E5; E6\"",
        ),
        (
            "A1; E5, danger E6 F7",
            "did you mean 3 calls: E5 and, after a HIT, danger E6 and, after a HIT, F7? Put a \
            semicolon between them: \"E5; danger E6; F7\"",
        ),
    ] {
        assert_eq!(read(typed).map_err(|illegal| illegal.to_string()), Err(said.to_owned()));
    }
}

#[test]
fn invalid_call_is_quoted_with_a_valid_example() {
    assert_eq!(
        read("H6").map_err(|illegal| illegal.to_string()),
        Err("\"H6\" is not a call: name a row, A (Arctic) to G (Glacier), and a column, 1 to 9, \
            such as F6, and write \"danger\" before a square that holds your own agent"
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
fn error_quotes_no_terminal_controls() {
    let error = read(&format!("\u{1b}[2J{}", "{0}".repeat(1000))).expect_err("no call").to_string();
    assert!(
        error.len() < 300 && error.chars().all(|sign| !sign.is_control()) && !error.contains('{'),
        "{error}"
    );
}

#[test]
fn a_file_is_read_in_the_written_form_only() {
    let parse = |entry: &str| Calls::parse(&[entry.to_owned()], &state());
    assert_eq!(parse("Fiji 6"), Ok(Calls(vec![plain("F6")])));
    assert_eq!(parse("Checkpoint Danger, Desert 3"), Ok(Calls(vec![danger("D3")])));
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
fn question_is_described_like_the_call() {
    let question = Question { to: BOB, call: danger("F3") };
    assert_eq!(question.to_string(), "Checkpoint Danger, Fiji 3");
}
