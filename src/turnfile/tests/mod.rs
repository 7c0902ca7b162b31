//! Turn files of all shapes, valid and hostile.

mod hashes;
mod hostile;
mod look;
mod mail;
mod pieces;
mod refused;
mod round_trip;
mod rulings;

use std::collections::BTreeMap;

use chrono::DateTime;

use super::{Arbiter, Bytes32, Header, Moment, ReadError, ReadErrorKind, Ruling, Turn, TurnFile};
use crate::rules::OptionValue;

fn moment(text: &str) -> Moment {
    DateTime::parse_from_rfc3339(text).expect("a date-time").to_utc()
}

fn turn(number: u32, seat: &str) -> Turn {
    let fill = u8::try_from(number % 200).expect("below 200");
    Turn {
        signature: [fill.wrapping_add(1); 64],
        ..Turn::blank(number, seat, moment("2026-11-21T08:15:00Z"), [fill; 32])
    }
}

fn header() -> Header {
    Header {
        kind: "checkpoint-danger".to_owned(),
        seats: vec!["alice".to_owned(), "bob".to_owned()],
        created: moment("2026-11-20T12:00:00Z"),
        nonce: [0x3f; 16],
        first: None,
        opener: None,
        options: BTreeMap::from([("days-per-turn".to_owned(), OptionValue::Number(14))]),
        keys: BTreeMap::from([("bob".to_owned(), [0xb0; 32])]),
        arbiter: None,
    }
}

/// Returns a file with three turns and every type of value.
fn sample() -> TurnFile {
    let opening = Turn {
        key: Some([1; 32]),
        tip: Some([2; 32]),
        name: Some("Alice \"Al\" \u{c5}str\u{f6}m \u{1f3b2}".to_owned()),
        mail: Some("alice@example.org".to_owned()),
        setup: (0..9).map(|n| [n; 32]).collect(),
        ..turn(1, "alice")
    };
    let joining = Turn { key: Some([3; 32]), tip: Some([4; 32]), ..turn(2, "bob") };
    let third = Turn {
        link: Some([7; 32]),
        answer: vec!["2".to_owned()],
        moves: vec!["Canadian 2".to_owned()],
        boxes: vec![8; 81],
        open: vec!["F6 empty".to_owned(), "C2 empty".to_owned()],
        salts: vec![[9; 32], [10; 32]],
        offer: Some("draw".to_owned()),
        note: Some(
            "From here on, no more bluffs. Or so they say; who knows? It is your turn.".to_owned(),
        ),
        seed: Some([11; 32]),
        reveal: vec!["F6".to_owned()],
        ..turn(3, "alice")
    };
    TurnFile { game: header(), turns: vec![opening, joining, third] }
}

/// A hash and a signature.
type Signed = (Bytes32, [u8; 64]);

/// Returns everything that is hashed or signed. Two files with the same fingerprint must be the
/// same game.
fn fingerprint(file: &TurnFile) -> (Bytes32, Vec<Signed>) {
    let turns = file.turns.iter().map(|turn| (turn.hash(), turn.signature)).collect();
    (file.game.id(), turns)
}

/// Whether `part` has the header of `whole` and its first turns.
fn is_start_of(part: &TurnFile, whole: &TurnFile) -> bool {
    part.game == whole.game && whole.turns.starts_with(&part.turns)
}

/// Returns the sample with `to` in place of `from`, which the sample must contain.
fn with(from: &str, to: &str) -> String {
    let text = sample().write();
    assert!(text.contains(from), "{from}");
    text.replacen(from, to, 1)
}

fn refusal(text: &str) -> ReadError {
    TurnFile::read(text.as_bytes()).expect_err("it ought to be refused")
}
