//! Checks the form of a written file: it follows the specification, and mail programs don't change
//! it.

use super::*;
use crate::turnfile::read;

/// Checks that no mail program would wrap, strip, quote or recode the text.
pub(super) fn assert_mail_safe(text: &str) {
    assert!(text.is_ascii() && text.ends_with('\n'));
    for line in text.split_terminator('\n') {
        assert!(line.len() <= 72, "{} columns: {line}", line.len());
        assert!(
            !line.ends_with(' ') && !line.contains(|ch: char| ch.is_ascii_control()),
            "{line:?}"
        );
        assert!(!["From ", ".", ">", "--"].iter().any(|start| line.starts_with(start)), "{line:?}");
    }
}

#[test]
fn a_file_looks_as_the_specification_shows_it() {
    let turn = Turn {
        answer: vec!["2".to_owned()],
        moves: vec!["Canadian 2".to_owned()],
        open: vec!["F6 empty".to_owned(), "C2 empty".to_owned()],
        salts: vec![[0xa1; 32], [0xb2; 32]],
        note: Some("Gr\u{fc}\u{df}e".to_owned()),
        ..turn(1, "bob")
    };
    let file = TurnFile { game: header(), turns: vec![turn] };
    let [x3f, xb0, x01, x02, xa1, xb2] =
        ["3f", "b0", "01", "02", "a1", "b2"].map(|byte| byte.repeat(32));
    let x3f = &x3f[..32];
    let version = env!("CARGO_PKG_VERSION");
    let expected = format!(
        r#"# pbem turn file - mail it whole, as an attachment or as text
# checkpoint-danger, turn 1, made by pbem {version}
pbem = 2

[game]
kind = "checkpoint-danger"
seats = [
  "alice",
  "bob",
]
created = 2026-11-20T12:00:00Z
nonce = "{x3f}"

[game.options]
days-per-turn = 14

[game.keys]
bob = [
  "{xb0}",
]

[[turn]]
number = 1
seat = "bob"
sent = 2026-11-21T08:15:00Z
after = [
  "{x01}",
]
answer = [
  "2",
]
move = [
  "Canadian 2",
]
open = [
  "F6 empty",
  "C2 empty",
]
salts = [
  "{xa1}",
  "{xb2}",
]
note = [
  "Gr\u00fc\u00dfe",
]
signature = [
  "{x02}",
  "{x02}",
]
# end of pbem turn file
"#
    );
    assert_eq!(file.write(), expected);
}

#[test]
fn every_value_is_read_back() {
    let text = sample().write();
    assert_mail_safe(&text);
    assert_eq!(TurnFile::read(text.as_bytes()), Ok(sample()));
}

#[test]
fn the_widest_entries_fit() {
    let widest =
        ["x".repeat(66), "\"".repeat(33), "> ".repeat(33), "--".repeat(33), "From ".repeat(13)];
    let seats: Vec<String> = (1..=9).map(|n| format!("{}{n}", "s".repeat(31))).collect();
    let options = BTreeMap::from([
        ("o".repeat(32), OptionValue::Word("w".repeat(32))),
        ("l".repeat(32), OptionValue::Numbers(vec![1 - (1 << 53); 16])),
    ]);
    let keys = BTreeMap::from([(seats[3].clone(), [1; 32])]);
    let game = Header {
        kind: "k".repeat(32),
        first: Some(seats[8].clone()),
        options,
        keys,
        seats: seats.clone(),
        ..header()
    };
    let turn = Turn {
        moves: widest.to_vec(),
        name: Some("\u{1f3b2}".repeat(40)),
        mail: Some("\\".repeat(254)),
        note: Some("x".repeat(280)),
        ..turn(1, &seats[0])
    };
    let file = TurnFile { game, turns: vec![turn] };
    assert_mail_safe(&file.write());
    assert_eq!(TurnFile::read(file.write().as_bytes()), Ok(file));
}

#[test]
fn the_largest_number_of_turns_is_read() {
    let turns: Vec<Turn> = (1..=4_003)
        .map(|number| turn(number, if number % 2 == 1 { "alice" } else { "bob" }))
        .collect();
    let file = TurnFile { game: header(), turns };
    let text = file.write();
    assert_eq!(TurnFile::read(text.as_bytes()).as_ref(), Ok(&file));
    let one_more = TurnFile {
        turns: [file.turns.clone(), vec![turn(4_004, "alice")]].concat(),
        ..file.clone()
    };
    let reading = read(one_more.write().as_bytes());
    assert_eq!(reading.file, Some(file));
    assert_eq!(
        reading.fault.map(|fault| (fault.kind, fault.turn)),
        Some((ReadErrorKind::Unreadable, Some(4_004)))
    );
}
