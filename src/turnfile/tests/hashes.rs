//! Hashes, compared with values that other programs computed.

use std::collections::BTreeMap;

use super::*;
use crate::turnfile::read;

const DOCUMENTATION: &str = include_str!("../../../docs/protocol.md");

/// Returns the lines of the example in `docs/protocol.md` from the line `from` up to the line `to`,
/// in the form in which they are hashed.
fn example(from: &str, to: &str) -> String {
    let file = DOCUMENTATION.split("```toml\n").nth(1).and_then(|text| text.split("```").next());
    let lines = file.expect("the page has it").lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let lines = lines.skip_while(|line| *line != from).take_while(|line| *line != to);
    lines.flat_map(|line| [line, "\n"]).collect()
}

fn hashed_header(nonce: &str) -> Header {
    let flag = |name: &str| (name.to_owned(), OptionValue::Flag(false));
    let days = ("days-per-turn".to_owned(), OptionValue::Number(14));
    let hints = ("hints".to_owned(), OptionValue::Word("full".to_owned()));
    let flags = [flag("allow-repeat-calls"), flag("allow-danger-bluff")];
    let options = flags.into_iter().chain([days, hints]).collect();
    let mut bytes = [0; 16];
    hex::decode_to_slice(nonce, &mut bytes).expect("hex");
    Header { nonce: bytes, options, keys: BTreeMap::new(), ..header() }
}

/// Two headers whose ids begin with the same digits, from the specification.
#[test]
fn two_games_with_one_short_id() {
    let headers =
        ["00000000000000000000b7346e1088cf", "0000000000000000000052bdffba76e6"].map(hashed_header);
    assert_eq!(headers[0].text(), example("[game]", "[[turn]]"));
    let [one, other] = headers.map(|header| hex::encode(header.id()));
    assert!(one.starts_with("260e3a42a95b") && other.starts_with("260e3a42a95b"));
    assert_ne!(one, other);
    assert!(DOCUMENTATION.contains(&one) && DOCUMENTATION.contains(&other));
}

/// A separate program, Python's `hashlib`, computed the values from the text.
#[test]
fn every_key_enters_the_hash_as_the_specification_says() {
    let file = sample();
    assert_eq!(
        hex::encode(file.game.id()),
        "faf6e74e07ca7829e99a904923998b1d682feaf1eb6e393a1f6428d61dcac68f"
    );
    let turns: Vec<String> = file.turns.iter().map(|turn| hex::encode(turn.hash())).collect();
    assert_eq!(
        turns,
        [
            "36b94675a9d6114a57b6cee8636ad87c3642a23c3dfb46aeb76d4af30f070220",
            "7240079348952f6951099394919eb0b00dd4863db98c9ec90709dac02b266896",
            "1dfed84e875ba120c1c6cbc06d852f4db3bdfc4a931e90e8dbf6f71cc2a79ed4"
        ]
    );
}

#[test]
fn options_of_every_kind_enter_the_id() {
    let options = BTreeMap::from([
        ("board".to_owned(), OptionValue::Lines(vec!["#.# \"\\".to_owned(), "  ..".to_owned()])),
        ("lengths".to_owned(), OptionValue::Numbers(vec![-3, 0, (1 << 53) - 1])),
        ("preset".to_owned(), OptionValue::Word("standard".to_owned())),
        ("winter".to_owned(), OptionValue::Flag(true)),
    ]);
    let header = Header { options, first: Some("bob".to_owned()), ..header() };
    assert_eq!(
        hex::encode(header.id()),
        "ef21e04f0a83cbffd9f13dfea70afc5df240c028063087859f05e80e6b03915a"
    );
}

/// The example turn in `docs/protocol.md`.
#[test]
fn the_example_of_the_documentation() {
    let turn = Turn {
        after: [0x9c; 32],
        answer: vec!["2".to_owned()],
        moves: vec!["Canadian 2".to_owned()],
        open: vec!["F6 empty".to_owned(), "C2 empty".to_owned()],
        salts: vec![[0xa1; 32], [0xb2; 32]],
        ..turn(4, "bob")
    };
    assert_eq!(turn.text(), example("[[turn]]", "signature = ["));
    assert!(
        DOCUMENTATION.contains("0c89f8e5582117fb8529fe98db6b5ea8230420b6ae5ecd6ca4c59ad5d1619eb6")
    );
    assert_eq!(
        hex::encode(turn.hash()),
        "0c89f8e5582117fb8529fe98db6b5ea8230420b6ae5ecd6ca4c59ad5d1619eb6"
    );
}

/// Hashes cover only text that mail programs don't change.
#[test]
fn mail_programs_do_not_change_hashes() {
    let text = sample().write();
    let spaced: String = text.lines().flat_map(|line| [" \t", line, "\t \r\n"]).collect();
    let flush: String = text.lines().flat_map(|line| [line.trim(), "\n"]).collect();
    for way in [
        text.replace('\n', "\r\n"),
        format!("\u{feff}{text}"),
        format!("Hi,\n\n{text}\n-- \nbob\n"),
        spaced,
        flush,
    ] {
        let file = read(way.as_bytes()).file.expect("a turn file");
        assert_eq!(fingerprint(&file), fingerprint(&sample()));
    }
}
