//! What a reader must refuse, each by name.

use super::*;

/// What `text` of the sample becomes with one thing replaced; the thing must be there.
fn with(from: &str, to: &str) -> String {
    let text = sample().write();
    assert!(text.contains(from), "{from}");
    text.replacen(from, to, 1)
}

/// The fault of a file in which one thing is replaced: its place and what it says.
fn fault_of(from: &str, to: &str) -> (Option<u32>, String, String) {
    let fault = refusal(&with(from, to));
    assert_eq!(fault.kind, FaultKind::Unreadable, "{fault}");
    (fault.turn, fault.key.unwrap_or_default(), fault.message)
}

#[test]
fn a_fault_says_where_it_is() {
    let text = with("answer = [\"2\"]", "answer = [2]");
    let line = 1 + text.lines().position(|line| line == "answer = [2]").expect("the line");
    let fault = refusal(&format!("Hello!\n\n{text}"));
    assert_eq!(
        (fault.turn, fault.key.as_deref(), fault.line),
        (Some(3), Some("answer"), Some(line + 2))
    );
    assert_eq!(
        fault.to_string(),
        format!("turn 3, line {}, key answer: a string belongs here, not this integer", line + 2)
    );
}

#[test]
fn unknown_keys_are_refused_by_name() {
    let cases = [
        ("pbem = 1\n", "pbem = 1\nextra = 1\n", None, "extra"),
        ("nonce", "extra = 1\nnonce", None, "game.extra"),
        ("[game.keys]\n", "[game.keys]\ncarol = [\"00\"]\n", None, "game.keys.carol"),
        ("number = 2\n", "number = 2\nresign = true\n", Some(2), "resign"),
        ("number = 2\n", "number = 2\nlink.x = 1\n", Some(2), "link"),
        ("[claim]\n", "[claim]\nmove = [\"resign\"]\n", None, "claim.move"),
        ("[claim]\n", "[turn.sub]\nx = 1\n[claim]\n", Some(3), "sub"),
        ("[claim]\n", "[game.more]\nx = 1\n[claim]\n", Some(3), "game"),
        ("number = 2\n", "number = 2\n\"\\u001b[2J\" = 1\n", Some(2), "\\u{1b}[2J"),
    ];
    for (from, to, turn, key) in cases {
        let fault = fault_of(from, to);
        assert_eq!((fault.0, fault.1.as_str()), (turn, key), "{to}");
    }
}

#[test]
fn missing_keys_are_refused_by_name() {
    for (line, turn, key) in [
        ("kind = \"checkpoint-danger\"\n", None, "game.kind"),
        ("seats = [\"alice\", \"bob\"]\n", None, "game.seats"),
        ("created = 2026-11-20T12:00:00Z\n", None, "game.created"),
        ("pbem = 1\n", None, "pbem"),
        ("seat = \"bob\"\n", Some(2), "seat"),
        ("number = 3\n", Some(3), "number"),
        ("sent = 2026-12-24T00:00:00Z\n", None, "claim.sent"),
    ] {
        let fault = fault_of(line, "");
        assert_eq!((fault.0, fault.1.as_str(), fault.2.as_str()), (turn, key, "it is missing"));
    }
}

#[test]
fn a_newer_file_asks_for_a_newer_program() {
    let fault = refusal(&with("pbem = 1\n", "pbem = 2\nnovelty = 1\n"));
    assert_eq!((fault.kind, fault.message.contains("get a newer one")), (FaultKind::Newer, true));
    assert_eq!(fault_of("pbem = 1\n", "pbem = 0\n").1, "pbem");
    assert_eq!(fault_of("pbem = 1\n", "pbem = \"1\"\n").1, "pbem");
}

#[test]
fn seats_are_words_and_no_devices() {
    let bad = [
        "Alice", "1st", "-x", "", "a b", "a_b", "\u{e4}", "../x", "con", "prn", "aux", "nul",
        "com0", "com9", "lpt1", "a/b", "bob",
    ];
    for seat in bad.map(str::to_owned).into_iter().chain(["a".repeat(33)]) {
        assert_eq!(
            fault_of("seats = [\"alice\"", &format!("seats = [\"{seat}\"")).1,
            "game.seats",
            "{seat}"
        );
    }
    for seats in [
        "[\"alice\"]",
        "[]",
        "[\"a\",\"b\",\"c\",\"d\",\"e\",\"f\",\"g\",\"h\",\"i\",\"j\"]",
        "\"alice\"",
        "[[\"a\"],[\"b\"]]",
    ] {
        assert_eq!(fault_of("[\"alice\", \"bob\"]", seats).1, "game.seats", "{seats}");
    }
    let fine = ["com10", "console", "lpt", "a-", "z9"];
    for seat in fine {
        assert!(crate::turnfile::limits::is_seat_name(seat));
    }
    assert_eq!(fault_of("seat = \"bob\"", "seat = \"carol\"").1, "seat");
    assert_eq!(fault_of("nonce", "first = \"carol\"\nnonce").1, "game.first");
}

#[test]
fn dates_have_one_form() {
    let others = [
        "2026-11-20T12:00:00.5Z",
        "2026-11-20T12:00:00.000Z",
        "2026-11-20T12:00:00+00:00",
        "2026-11-20T12:00:00-00:00",
        "2026-11-20T13:00:00+01:00",
        "2026-11-20T12:00:00",
        "2026-11-20T12:00Z",
        "2026-11-20 12:00:00Z",
        "2026-11-20t12:00:00z",
        "2026-11-20",
        "12:00:00",
        "2026-11-20T12:00:60Z",
        "2026-02-30T12:00:00Z",
        "\"2026-11-20T12:00:00Z\"",
        "1795000000",
    ];
    for other in others {
        let fault = refusal(&with("2026-11-20T12:00:00Z", other));
        assert!(fault.kind == FaultKind::Unreadable && fault.line == Some(8), "{other}: {fault}");
    }
}

#[test]
fn binary_values_are_lines_of_64_small_digits() {
    let line = "07".repeat(32);
    let lists = [
        format!("[\"{}\"]", "A7".repeat(32)),
        format!("[\"{}\"]", "07".repeat(31)),
        format!("[\"{}\"]", "07".repeat(33)),
        format!("[\"{line}\", \"07\"]"),
        format!("[\"{}\", \"{}\"]", "07".repeat(16), "07".repeat(16)),
        format!("[\"{}7\"]", "07".repeat(31)),
        format!("[\"{}x\"]", &line[1..]),
        format!("[\"{line}\", \"\"]"),
        format!("\"{line}\""),
        "[]".to_owned(),
        "[7]".to_owned(),
    ];
    for list in lists {
        assert_eq!(fault_of(&format!("[\n  \"{line}\",\n]"), &list).1, "link", "{list}");
    }
    assert_eq!(
        fault_of(&format!("\"{}\"", "3f".repeat(16)), &format!("\"{}\"", "3f".repeat(15))).1,
        "game.nonce"
    );
    assert_eq!(
        fault_of(&format!("\"{}\"", "3f".repeat(16)), &format!("\"{}\"", "3F".repeat(16))).1,
        "game.nonce"
    );
    assert_eq!(fault_of(&format!("  \"{}\",\n", "0a".repeat(32)), "").1, "salts");
    assert_eq!(
        fault_of(&format!("  \"{}\",\n]\n# end", "0d".repeat(32)), "]\n# end").1,
        "claim.signature"
    );
}

#[test]
fn entries_are_short_and_plain() {
    for entry in ["", "\\u00e9", "\\t", "\\u001b[2J", "\u{e9}"]
        .map(str::to_owned)
        .into_iter()
        .chain(["x".repeat(67), "\\\"".repeat(34)])
    {
        assert_eq!(fault_of("\"Canadian 2\"", &format!("\"{entry}\"")).1, "move", "{entry}");
    }
    assert_eq!(fault_of("[\"Canadian 2\"]", "[]").1, "move");
    assert_eq!(fault_of("[\"Canadian 2\"]", "\"Canadian 2\"").1, "move");
    assert_eq!(fault_of("[\"Canadian 2\"]", "[[\"Canadian 2\"]]").1, "move");
    assert_eq!(fault_of("offer = \"draw\"", "offer = \"DRAW\"").1, "offer");
}

#[test]
fn texts_cannot_steer_a_terminal() {
    let controls = [
        "\\u001b[31m",
        "\\n",
        "\\u007f",
        "\\u0085",
        "\\u009b",
        "\\u202e",
        "\\u2066",
        "\\u200f",
        "\\u061c",
        "\\u200b",
        "\\u2028",
        "\\ufeff",
        "\u{202e}",
    ];
    for bad in controls.into_iter().chain(["\\ufffd", "\\U000e0041"]) {
        for (key, from) in [("mail", "alice@"), ("note", "From here"), ("name", "Alice ")] {
            let (turn, found, message) =
                fault_of(&format!("\"{from}"), &format!("\"{bad}\", \"{from}"));
            assert!(
                turn.is_some()
                    && found == key
                    && message.contains("cannot be seen or shown safely"),
                "{message}"
            );
        }
    }
    assert_eq!(fault_of("mail = [\"alice", "mail = [\"\", \"alice").1, "mail");
    assert_eq!(
        fault_of("mail = [\"alice", &format!("mail = [\"{}\", \"alice", "x".repeat(65))).1,
        "mail"
    );
}

#[test]
fn a_fault_is_safe_to_print() {
    let hostile = "\\u001b]0;title\\u0007\\u202e".repeat(50);
    for (from, to) in [
        ("\"Canadian 2\"", format!("\"{hostile}\"")),
        ("number = 2\n", format!("number = 2\n\"{hostile}\" = 1\n")),
    ] {
        let shown = refusal(&with(from, &to)).to_string();
        assert!(
            shown.is_ascii()
                && !shown.contains(|ch: char| ch.is_ascii_control())
                && shown.len() < 200,
            "{shown:?}"
        );
    }
}

#[test]
fn numbers_are_whole_and_exact() {
    for number in ["1.0", "nan", "inf", "-inf", "1e3"] {
        assert_eq!(
            fault_of("days-per-turn = 14", &format!("days-per-turn = {number}")).1,
            "game.options.days-per-turn"
        );
        assert_eq!(fault_of("number = 2", &format!("number = {number}")).1, "number");
    }
    assert_eq!(fault_of("number = 2", "number = -2").1, "number");
    for number in
        ["9007199254740992", "-9007199254740992", "0x20000000000000", "99999999999999999999999999"]
    {
        let fault = refusal(&with("days-per-turn = 14", &format!("days-per-turn = {number}")));
        assert_eq!(
            (fault.kind, fault.key.as_deref()),
            (FaultKind::OverLimit, Some("game.options.days-per-turn")),
            "{number}"
        );
    }
    assert!(
        TurnFile::read(with("days-per-turn = 14", "days-per-turn = 0xe").as_bytes())
            == Ok(sample()),
        "only the meaning counts"
    );
}

#[test]
fn options_are_flags_numbers_words_and_lists_of_one_kind() {
    let bad = [
        "[]",
        "[1, \"a\"]",
        "[\"a\", 1]",
        "[true]",
        "[1.5]",
        "[[1]]",
        "{a = 1}",
        "2026-11-20T12:00:00Z",
        "\"Two Words\"",
        "[\"\\u00e9\"]",
    ];
    for value in bad.map(str::to_owned).into_iter().chain([format!("[\"{}\"]", "x".repeat(65))]) {
        assert_eq!(
            fault_of("days-per-turn = 14", &format!("days-per-turn = {value}")).1,
            "game.options.days-per-turn",
            "{value}"
        );
    }
    assert_eq!(fault_of("days-per-turn", "Days_per_turn").1, "game.options.Days_per_turn");
    assert_eq!(fault_of("days-per-turn = 14\n", "").2, "this table is empty");
}

#[test]
fn turns_are_counted_without_a_gap() {
    for number in ["1", "3", "0"] {
        let (turn, key, _) = fault_of("number = 2", &format!("number = {number}"));
        assert_eq!((turn, key.as_str()), (Some(2), "number"));
    }
    let none = TurnFile { turns: Vec::new(), claim: None, ..sample() };
    assert!(refusal(&none.write()).message.contains("before the first turn"));
}

#[test]
fn what_is_no_turn_file_is_said_to_be_none() {
    for text in [
        "",
        "\n\n",
        "Hello Bob,\nhow are you?\n",
        "[package]\nname = \"x\"\n",
        "{\"json\": true}",
        "\u{feff}",
        "\0\0\0",
    ] {
        let fault = refusal(text);
        assert_eq!(fault.kind, FaultKind::NotATurnFile, "{text:?}: {fault}");
    }
}
