//! Errors that a reader must report, with the turn and the key.

use super::*;
use crate::turnfile::limits::{MAX_INTEGER, is_seat_name};
use crate::turnfile::read;

/// Returns the turn, key and message of the error in the sample with `to` in place of `from`.
fn fault_of(from: &str, to: &str) -> (Option<u32>, String, String) {
    let fault = refusal(&with(from, to));
    assert_eq!(fault.kind, ReadErrorKind::Unreadable, "{fault}");
    (fault.turn, fault.key.unwrap_or_default(), fault.message)
}

/// Returns the sample with another value for the first occurrence of a key.
fn with_value(key: &str, value: &str) -> String {
    let text = sample().write();
    let from = text.find(&format!("\n{key} = ")).expect("the key") + 1;
    let line = text[from..].find('\n').expect("a line");
    let tall = text[from..from + line].ends_with('[');
    let end = if tall { text[from..].find("]\n").expect("an end") + 1 } else { line };
    format!("{}{key} = {value}{}", &text[..from], &text[from + end..])
}

/// Checks that a value of a key is rejected, and that the error names this turn.
fn refused(turn: Option<u32>, key: &str, value: &str) {
    let fault = refusal(&with_value(key, value));
    assert_eq!(
        (fault.kind, fault.turn),
        (ReadErrorKind::Unreadable, turn),
        "{key} = {value}: {fault}"
    );
    let lines = sample().write().lines().count() + value.matches('\n').count();
    assert!(fault.line.is_some_and(|line| line <= lines), "{fault}");
}

fn list(items: &[&str]) -> String {
    let lines: Vec<String> = items.iter().map(|item| format!("  {item},\n")).collect();
    format!("[\n{}]", lines.concat())
}

#[test]
fn a_fault_says_where_it_is() {
    let text = with("answer = [\n  \"2\",\n]", "answer = [\n  2,\n]");
    let line = 2 + text.lines().position(|line| line == "answer = [").expect("the line");
    let fault = refusal(&format!("Hello!\n\n{text}"));
    assert_eq!((fault.turn, fault.key.as_deref()), (Some(3), Some("answer")));
    assert_eq!(fault.line, Some(line + 2));
    let begins = format!("turn 3, line {}, field `answer`: ", line + 2);
    assert!(fault.to_string().starts_with(&begins), "{fault}");
}

#[test]
fn a_fault_names_its_line_in_every_table() {
    for (from, to) in [
        ("kind = \"checkpoint-danger\"", "kind = x"),
        ("days-per-turn = 14", "days-per-turn = x"),
        ("bob = [", "b b = ["),
        ("link = [", "link = x["),
    ] {
        let text = with(from, to);
        let line = text.lines().position(|line| line == to).expect("the line") + 1;
        assert_eq!(refusal(&text).line, Some(line), "{to}");
    }
}

#[test]
fn a_fault_in_an_empty_file_has_no_line_zero() {
    let fault = refusal("# pbem turn file\n# end of pbem turn file\n");
    assert_eq!(fault.line, Some(2));
    let fault = refusal("# pbem turn file\npbem = 2\n# end of pbem turn file\n");
    assert_eq!(fault.line, None);
    let fault = refusal("# pbem turn file\n\nversion = 2\n# end of pbem turn file\n");
    assert_eq!(fault.line, Some(3));
}

/// The first line that differs from canonical form is the error.
#[test]
fn there_is_one_way_to_say_a_thing() {
    let line = "07".repeat(32);
    let cases = [
        ("number = 2", "number=2"),
        ("number = 2", "number  = 2"),
        ("number = 2", "\"number\" = 2"),
        ("number = 2", "number = 2 # the second"),
        ("number = 2", "number = +2"),
        ("number = 2", "number = 0x2"),
        ("number = 2", "number = 02"),
        ("number = 2\nseat = \"bob\"", "seat = \"bob\"\nnumber = 2"),
        ("days-per-turn = 14", "days-per-turn = 1_4"),
        ("days-per-turn = 14", "days-per-turn = 0xe"),
        ("seats = [\n  \"alice\",\n  \"bob\",\n]", "seats = [\"alice\", \"bob\"]"),
        ("  \"alice\",\n  \"bob\",\n", "  \"alice\",\n  \"bob\"\n"),
        ("  \"alice\",\n  \"bob\",\n", "  \"alice\", \"bob\",\n"),
        ("seat = \"bob\"", "seat = 'bob'"),
        ("seat = \"bob\"", "seat = \"\"\"bob\"\"\""),
        ("seat = \"bob\"", "seat = \"b\\u006fb\""),
        ("\"Canadian 2\"", "\"Canadian\\u00202\""),
        ("\\\"Al\\\"", "\\u0022Al\\u0022"),
        ("\\u00c5", "\\u00C5"),
        ("\\u00c5", "\\U000000c5"),
        ("\\u00c5", "\u{c5}"),
        ("\\U0001f3b2", "\\ud83c\\udfb2"),
        ("2026-11-20T12:00:00Z", "2026-11-20 12:00:00Z"),
        ("[game.keys]", "[ game.keys ]"),
        ("[game.keys]\nbob = ", "[game.keys]\n[game.keys.bob]\nx = "),
        ("[[turn]]", "[[ turn ]]"),
        ("[game.options]\ndays-per-turn = 14\n", "options.days-per-turn = 14\n"),
        ("[game.options]\ndays-per-turn = 14\n", "options = {days-per-turn = 14}\n"),
        ("  \"alice@example.org\"", "  \"alice@\",\n  \"example.org\""),
    ];
    for (from, to) in cases {
        let fault = refusal(&with(from, to));
        assert_eq!(fault.kind, ReadErrorKind::Unreadable, "{to}: {fault}");
    }
    let halves = format!("\"{}\"", &line[..32]);
    for value in [format!("\"{line}\""), list(&[&halves, &halves]), list(&[&format!("'{line}'")])] {
        refused(Some(3), "link", &value);
    }
}

#[test]
fn unknown_keys_are_refused() {
    let cases = [
        ("pbem = 2\n", "pbem = 2\nextra = 1\n", None),
        ("nonce", "extra = 1\nnonce", None),
        ("[game.keys]\n", "[game.keys]\ncarol = [\n\"00\",\n]\n", None),
        ("number = 2\n", "number = 2\nresign = true\n", Some(2)),
        ("number = 2\n", "number = 2\nlink.x = 1\n", Some(2)),
        ("number = 2\n", "[turn.sub]\nx = 1\nnumber = 2\n", Some(2)),
        ("number = 3\n", "[game.more]\nx = 1\nnumber = 3\n", Some(3)),
        ("number = 2\n", "number = 2\ninstead = [\n  \"00\",\n]\n", Some(2)),
        ("# end", "[claim]\nseat = \"bob\"\n# end", Some(3)),
    ];
    for (from, to, turn) in cases {
        assert_eq!(fault_of(from, to).0, turn, "{to}");
    }
}

#[test]
fn missing_keys_are_refused() {
    for (line, turn) in [
        ("kind = \"checkpoint-danger\"\n", None),
        ("seats = [\n  \"alice\",\n  \"bob\",\n]\n", None),
        ("created = 2026-11-20T12:00:00Z\n", None),
        ("pbem = 2\n", None),
        ("[game]\n", None),
        ("seat = \"bob\"\n", Some(2)),
        ("number = 3\n", Some(3)),
    ] {
        let (found, _, message) = fault_of(line, "");
        assert_eq!(found, turn, "{line}: {message}");
        assert!(message.contains("missing") || message.contains("ought to be"), "{message}");
    }
    for key in ["sent", "after", "signature"] {
        let key = format!("\n{key} = ");
        assert_eq!(fault_of(&key, &key.replace('\n', "\nx")).0, Some(1), "{key}");
    }
}

#[test]
fn another_format_is_named_and_not_looked_at() {
    for (version, kind) in [
        ("0", ReadErrorKind::OlderFormat),
        ("1", ReadErrorKind::OlderFormat),
        ("3", ReadErrorKind::NewerFormat),
        ("10", ReadErrorKind::NewerFormat),
        ("99999999999999999999999999", ReadErrorKind::NewerFormat),
    ] {
        let fault = refusal(&with("pbem = 2\n", &format!("pbem = {version}\n[claim]\nx = 1\n")));
        assert_eq!(fault.kind, kind, "format {version}");
        assert!(fault.to_string().contains(&format!("(format {version})")), "{fault}");
    }
    assert!(!ReadErrorKind::OlderFormat.advice().contains("update"), "an update can't help");
    for line in ["pbem = \"2\"", "pbem = ", "pbem = -1", "pbem=2", "x = 2"] {
        assert_eq!(fault_of("pbem = 2", line).0, None);
    }
}

#[test]
fn seats_are_words_and_no_devices() {
    let bad = [
        "Alice", "1st", "-x", "", "a b", "a_b", "\\u00e4", "../x", "con", "prn", "aux", "nul",
        "com0", "com9", "lpt1", "a/b", "bob",
    ];
    for seat in bad.map(str::to_owned).into_iter().chain(["a".repeat(33)]) {
        refused(None, "seats", &list(&[&format!("\"{seat}\""), "\"bob\""]));
    }
    let many: Vec<String> = (0..10).map(|n| format!("\"s{n}\"")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    for seats in [list(&["\"alice\""]), list(&[]), list(&many), "\"alice\"".to_owned()] {
        refused(None, "seats", &seats);
    }
    for seat in ["com10", "console", "lpt", "a-", "z9"] {
        assert!(is_seat_name(seat));
    }
    assert_eq!(fault_of("seat = \"bob\"", "seat = \"carol\"").1, "seat");
    let (_, key, _) = fault_of("[game.options]", "first = \"carol\"\n[game.options]");
    assert_eq!(key, "first");
}

#[test]
fn dates_have_one_form() {
    for other in [
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
        "2026-11-20T24:00:00Z",
        "2026-02-30T12:00:00Z",
        "2027-02-29T12:00:00Z",
        "1969-12-31T23:59:59Z",
        "0000-01-01T00:00:00Z",
        "12026-11-20T12:00:00Z",
        "\"2026-11-20T12:00:00Z\"",
        "1795000000",
    ] {
        refused(None, "created", other);
        refused(Some(1), "sent", other);
    }
    for good in ["1970-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "2028-02-29T00:00:00Z"] {
        assert!(TurnFile::read(with_value("created", good).as_bytes()).is_ok(), "{good}");
    }
}

#[test]
fn binary_values_are_lines_of_64_small_digits() {
    let line = format!("\"{}\"", "07".repeat(32));
    let lists = [
        list(&[&line.replace("07", "A7")]),
        list(&[&format!("\"{}\"", "07".repeat(31))]),
        list(&[&format!("\"{}\"", "07".repeat(33))]),
        list(&[&line, "\"07\""]),
        list(&[&format!("\"{}7\"", "07".repeat(31))]),
        list(&[&format!("\"x{}", &line[2..])]),
        list(&[&line, "\"\""]),
        list(&[]),
        list(&["7"]),
    ];
    for list in lists {
        refused(Some(3), "link", &list);
        refused(Some(1), "signature", &list);
    }
    for nonce in [format!("\"{}\"", "3f".repeat(15)), format!("\"{}\"", "3F".repeat(16))] {
        refused(None, "nonce", &nonce);
    }
    assert_eq!(fault_of(&format!("  \"{}\",\n", "0a".repeat(32)), "").1, "salts");
}

#[test]
fn entries_are_short_and_plain() {
    for entry in ["", "\\u00e9", "\\t", "\\u001b[2J", "\u{e9}"]
        .map(str::to_owned)
        .into_iter()
        .chain(["x".repeat(67), "\\\"".repeat(34)])
    {
        refused(Some(3), "move", &list(&[&format!("\"{entry}\"")]));
    }
    refused(Some(3), "move", "\"Canadian 2\"");
    refused(Some(3), "move", &list(&["[\"Canadian 2\"]"]));
    assert_eq!(fault_of("offer = \"draw\"", "offer = \"DRAW\"").1, "offer");
}

#[test]
fn texts_cannot_steer_a_terminal() {
    let controls = [
        "\\u001b[31m",
        "\\u000a",
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
        "\\ufffd",
        "\\U000e0041",
    ];
    for bad in controls {
        for key in ["mail", "note", "name"] {
            let turn = if key == "note" { Some(3) } else { Some(1) };
            let text = with_value(key, &list(&[&format!("\"a{bad}\"")]));
            let fault = refusal(&text);
            assert_eq!((fault.turn, fault.key.as_deref()), (turn, Some(key)));
            assert!(fault.message.contains("is invisible or not safe to show"), "{fault}");
        }
    }
    for bad in ["\"\"", "\"\u{202e}\"", "\"\\n\"", "\"\\ud800\""] {
        refused(Some(1), "mail", &list(&[bad]));
    }
    let (full, more) = (format!("\"{}\"", "x".repeat(64)), "\"x\"");
    assert!(TurnFile::read(with_value("mail", &list(&[&full, more])).as_bytes()).is_ok());
    refused(Some(1), "mail", &list(&[more, &full]));
    refused(Some(1), "mail", &list(&[&full, "\"\""]));
    refused(Some(1), "mail", &list(&[&format!("\"{}\"", "x".repeat(65))]));
}

#[test]
fn a_fault_is_safe_to_print() {
    let hostile = "\\u001b]0;title\\u0007\\u202e".repeat(50);
    let raw = "\u{1b}]0;title\u{7}\u{202e}".repeat(50);
    for (from, to) in [
        ("\"Canadian 2\"", format!("\"{hostile}\"")),
        ("number = 2\n", format!("number = 2\n\"{hostile}\" = 1\n")),
        ("number = 2\n", format!("number = 2\n{raw}\n")),
        ("number = 2\n", format!("{raw} = 2\n")),
        ("# end", format!("{raw}\n# end")),
        ("[game]", raw),
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
    for number in ["1.0", "nan", "inf", "-inf", "1e3", "-0", "00"] {
        refused(None, "days-per-turn", number);
        refused(Some(1), "number", number);
    }
    assert_eq!(fault_of("number = 2", "number = -2").1, "number");
    let most = i64::try_from(MAX_INTEGER).expect("53 bits");
    for good in [most, -most, 0] {
        let read = read(with_value("days-per-turn", &good.to_string()).as_bytes());
        let options = read.file.expect("a turn file").game.options;
        assert_eq!(options["days-per-turn"], OptionValue::Number(good));
    }
    for number in ["9007199254740992", "-9007199254740992", "99999999999999999999999999"] {
        refused(None, "days-per-turn", number);
        refused(None, "days-per-turn", &list(&[number]));
    }
}

#[test]
fn options_are_flags_numbers_words_and_lists_of_one_kind() {
    let bad = [
        list(&[]),
        list(&["1", "\"a\""]),
        list(&["\"a\"", "1"]),
        list(&["true"]),
        list(&["1.5"]),
        list(&["[1]"]),
        list(&["\"\\u00e9\""]),
        list(&[&format!("\"{}\"", "x".repeat(65))]),
        "{a = 1}".to_owned(),
        "2026-11-20T12:00:00Z".to_owned(),
        "\"Two Words\"".to_owned(),
    ];
    for value in bad {
        refused(None, "days-per-turn", &value);
    }
    assert_eq!(fault_of("days-per-turn", "Days_per_turn").0, None);
    assert_eq!(fault_of("days-per-turn = 14\n", "").0, None);
    let option = |name: &str| (name.to_owned(), OptionValue::Flag(true));
    let header = Header { options: [option("b"), option("a")].into(), ..header() };
    let text = TurnFile { game: header, ..sample() }.write();
    let turned = text.replace("a = true\nb = true\n", "b = true\na = true\n");
    assert!(TurnFile::read(text.as_bytes()).is_ok() && text != turned);
    assert_eq!(refusal(&turned).kind, ReadErrorKind::Unreadable, "options ascend");
}

#[test]
fn turns_are_counted_without_a_gap() {
    for number in ["1", "3", "0"] {
        let (turn, key, _) = fault_of("number = 2", &format!("number = {number}"));
        assert_eq!((turn, key.as_str()), (Some(2), "number"));
    }
    let none = TurnFile { turns: Vec::new(), ..sample() };
    assert!(refusal(&none.write()).message.contains("before the first turn"));
}

#[test]
fn text_without_a_turn_file_is_named() {
    for text in [
        "",
        "\n\n",
        "Hello Bob,\nhow are you?\n",
        "[package]\nname = \"x\"\n",
        "{\"json\": true}",
        "\u{feff}",
        "\0\0\0",
        "pbem = 2\n[game]\n",
    ] {
        let fault = refusal(text);
        assert_eq!(fault.kind, ReadErrorKind::NotATurnFile, "{text:?}: {fault}");
    }
}
