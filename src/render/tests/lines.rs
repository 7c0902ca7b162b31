//! Wrapping text.

use super::scenes;
use crate::render::{Look, list, rows, wrap};
use crate::rules::scene::Scene;

#[test]
fn a_text_is_wrapped_at_blanks() {
    assert_eq!(wrap("one two three", 7, "  "), "one two\n  three");
    assert_eq!(wrap("one two three", 6, ""), "one\ntwo\nthree");
    assert_eq!(wrap("  one two", 5, ""), "  one\ntwo");
    assert_eq!(wrap("", 10, "  "), "");
}

#[test]
fn blanks_within_a_line_stay() {
    assert_eq!(wrap("dave   G8  GUN", 80, ""), "dave   G8  GUN");
    assert_eq!(wrap("dave   G8   GUN", 10, " "), "dave   G8\n GUN");
}

#[test]
fn lines_that_are_given_stay() {
    assert_eq!(wrap("one\ntwo three", 9, "  "), "one\n  two\n  three");
    assert_eq!(wrap("one\n\ntwo", 9, "  "), "one\n\n  two");
}

#[test]
fn a_word_too_long_for_a_line_is_left_whole() {
    assert_eq!(
        wrap("see /home/alice/pbem/cd-bob.toml now", 10, "  "),
        "see\n  /home/alice/pbem/cd-bob.toml\n  now"
    );
    assert_eq!(wrap("a bc", 0, "   "), "a\n   bc");
}

#[test]
fn columns_are_signs_and_not_bytes() {
    assert_eq!(wrap("···· ····", 9, ""), "···· ····");
}

fn owned(rows: &[(&str, &str)]) -> Vec<(String, String)> {
    rows.iter().map(|(label, text)| ((*label).to_owned(), (*text).to_owned())).collect()
}

/// The rows are from the screens of Checkpoint and Spy!.
#[test]
fn rows_are_wrapped_under_their_own_start() {
    let given = owned(&[
        (
            "Since your last turn",
            "{1} calls Equator 2, HIT (turn 10), and continues:\n\
             Checkpoint Danger, Fiji 3 (turn 12, 2 days ago)",
        ),
        ("Bob is asking", "Fiji 3. Your map says 1 (Equator 2). pbem answers it."),
        ("You may", "ask a space (4C), a row (4C-4F), or guess: round 8 ends with your file."),
    ]);
    let expected = "\
Since your last turn:  bob calls Equator 2, HIT (turn 10), and continues:
                       Checkpoint Danger, Fiji 3 (turn 12, 2 days ago)
Bob is asking:         Fiji 3. Your map says 1 (Equator 2). pbem answers it.
You may:               ask a space (4C), a row (4C-4F), or guess: round 8 ends
                       with your file.
";
    assert_eq!(rows(&given, &scenes::names(), Look::default()), expected);
}

/// The rows are from the screen of Game Box.
#[test]
fn a_row_without_a_label_continues_the_one_above() {
    let given =
        owned(&[("Since your last turn", "dave   G8  GUN (third: out)"), ("", "erin   C3  MISS")]);
    let expected = "\
Since your last turn:  dave   G8  GUN (third: out)
                       erin   C3  MISS
";
    assert_eq!(rows(&given, &scenes::names(), Look::default()), expected);
}

#[test]
fn a_long_label_pushes_only_its_own_text() {
    let given = owned(&[("A label longer than twenty-two", "text"), ("Short", "· text")]);
    let expected = "\
A label longer than twenty-two:  text
Short:                  . text
";
    assert_eq!(rows(&given, &scenes::names(), Look { ascii: true, ..Look::default() }), expected);
    assert_eq!(rows(&[], &scenes::names(), Look::default()), "");
}

/// The sentences are from the list view of the design.
#[test]
fn a_list_is_sentences_with_continuation_lines() {
    let sentences = [
        "{1} asks: Checkpoint Danger, Fiji 3. Your answer will be: 1.",
        "You have called: Fiji 6, told 2. Equator 8, told 0. Fiji 3, HIT. Bering 1, told 2.",
    ];
    let scene = Scene { list: sentences.map(str::to_owned).into(), ..Scene::default() };
    let expected = "\
bob asks: Checkpoint Danger, Fiji 3. Your answer will be: 1.
You have called: Fiji 6, told 2. Equator 8, told 0. Fiji 3, HIT. Bering 1, told
  2.
";
    assert_eq!(list(&scene, &scenes::names(), Look::default()), expected);
}
