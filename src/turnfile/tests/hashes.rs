//! Canonical forms and hashes, against values from elsewhere.

use std::collections::BTreeMap;

use super::*;

const DOCUMENTATION: &str = include_str!("../../../docs/turn-file.md");

/// Two headers whose ids begin alike, from the specification of the protocol.
#[test]
fn two_games_with_one_short_id() {
    let nonces = ["000000000000000042455e2dd70270b6", "0000000000000000b23fce31dcaaec53"];
    let headers = nonces.map(|nonce| {
        let flag = |name: &str| (name.to_owned(), OptionValue::Flag(false));
        let days = ("days-per-turn".to_owned(), OptionValue::Number(14));
        let mut bytes = [0; 16];
        hex::decode_to_slice(nonce, &mut bytes).expect("hex");
        let flags = [flag("allow-repeat-calls"), flag("allow-danger-bluff")];
        let options = flags.into_iter().chain([days]).collect();
        let header = Header { nonce: bytes, options, keys: BTreeMap::new(), ..header() };
        let json = format!(
            "{{\"created\":\"2026-11-20T12:00:00Z\",\"kind\":\"checkpoint-danger\",\
             \"nonce\":\"{nonce}\",\"options\":{{\"allow-danger-bluff\":false,\
             \"allow-repeat-calls\":false,\"days-per-turn\":14}},\"seats\":[\"alice\",\"bob\"]}}"
        );
        assert_eq!(String::from_utf8(header.canonical()).expect("UTF-8"), json);
        header
    });
    let [one, other] = headers.map(|header| hex::encode(header.id()));
    assert!(one.starts_with("bb3dc64169296728") && other.starts_with("bb3dc64169296728"));
    assert_ne!(one, other);
    assert!(DOCUMENTATION.contains(&one) && DOCUMENTATION.contains(&other));
}

/// The values were computed by a separate program: Python's `json` with sorted keys, and `hashlib`.
#[test]
fn every_key_enters_the_hash_as_the_specification_says() {
    let file = sample();
    assert_eq!(
        hex::encode(file.game.id()),
        "a84c27c0d660126b1721b664c6467b224d6221631a5b2ca10f1a2f01ce4f857c"
    );
    let turns: Vec<String> = file.turns.iter().map(|turn| hex::encode(turn.hash())).collect();
    assert_eq!(
        turns,
        [
            "ed699b36dbbaa76b02f26d318825ebf7ba9e1aa3e40ea5cf74b0cf29684ac15b",
            "6e3df317b7aaa91e4e210ef6ac6374fbc29a5cc0ca0b88afe52b4e6295e18e42",
            "e3de660b331b8a59d9276d94f797ede847e7767cf9c36dbc7edbdcefc17d9790",
        ]
    );
    let claim = file.claim.expect("a claim").hash();
    assert_eq!(
        hex::encode(claim),
        "e513ed266572cc0a47d460c825e68cf186b063cb0c14517a6f4c5d4f86ef0e3e"
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
        "6792aa21541d289d1b5519650b25c6bb042ee680a0146ea108b45996dec7c2d2"
    );
}

/// The turn that `docs/turn-file.md` works out.
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
    let joined: String = DOCUMENTATION.split_whitespace().collect();
    let json: String =
        String::from_utf8(turn.canonical()).expect("UTF-8").split_whitespace().collect();
    assert!(joined.contains(&json));
    assert!(
        DOCUMENTATION.contains("8b3c0a28cb28b74fa542e8d04c3d1a4779cfecb206497b17d74f37bbd74b0106")
    );
    assert_eq!(
        hex::encode(turn.hash()),
        "8b3c0a28cb28b74fa542e8d04c3d1a4779cfecb206497b17d74f37bbd74b0106"
    );
}
