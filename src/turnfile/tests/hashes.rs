//! Canonical forms and hashes, against values from elsewhere.

use std::collections::BTreeMap;

use super::*;

/// Two headers whose ids begin alike, from the specification of the protocol.
#[test]
fn two_games_with_one_short_id() {
    let headers = ["000000000000000042455e2dd70270b6", "0000000000000000b23fce31dcaaec53"].map(|nonce| {
        let flag = |name: &str| (name.to_owned(), OptionValue::Flag(false));
        let days = ("days-per-turn".to_owned(), OptionValue::Number(14));
        let mut bytes = [0; 16];
        hex::decode_to_slice(nonce, &mut bytes).expect("hex");
        let options = BTreeMap::from([flag("allow-repeat-calls"), flag("allow-danger-bluff"), days]);
        let header = Header { nonce: bytes, options, keys: BTreeMap::new(), ..header() };
        let json = format!(
            "{{\"created\":\"2026-11-20T12:00:00Z\",\"kind\":\"checkpoint-danger\",\"nonce\":\"{nonce}\",\"options\":\
             {{\"allow-danger-bluff\":false,\"allow-repeat-calls\":false,\"days-per-turn\":14}},\"seats\":[\"alice\",\"bob\"]}}"
        );
        assert_eq!(String::from_utf8(header.canonical()).expect("UTF-8"), json);
        header
    });
    let [one, other] = headers.map(|header| hex::encode(header.id()));
    assert!(one.starts_with("bb3dc64169296728") && other.starts_with("bb3dc64169296728"));
    assert_ne!(one, other);
}
