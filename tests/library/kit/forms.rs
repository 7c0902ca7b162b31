//! Framing, encodings, lines, numbers, dates, words and texts, at their limits and beyond.

use pbem::turnfile::limits::MAX_BYTES;
use pbem::turnfile::{BEGIN, END, TurnFile};

use super::headers::SMALL;
use super::{Case, texts};
use crate::play::{Game, of_kind};

/// A short game with names and notes: `text` is its file.
pub(super) struct Small {
    pub(super) game: Game,
    pub(super) text: String,
}

fn small() -> Small {
    let mut game = Game::new(of_kind("game-box"), 3, SMALL, 60);
    let sealed = game.compose_with(|plan| {
        plan.name = Some("Zoë \"Z\" Müller".to_owned());
        plan.note = Some("it’s on: 🎲".to_owned());
    });
    game.mail(sealed).expect("an honest turn");
    for _ in 0..3 {
        game.step(game.any());
    }
    let text = game.file.write();
    Small { game, text }
}

pub(super) fn cases() -> Vec<Case> {
    let small = small();
    let mut cases = framing(&small);
    cases.extend(encodings(&small));
    cases.extend(lines(&small));
    cases.extend(values(&small));
    cases.extend(texts::cases(&small));
    cases
}

pub(super) fn case(name: &str, bytes: impl Into<Vec<u8>>) -> Case {
    Case::of_bytes(format!("form/{name}"), bytes)
}

/// Names of cases, and the text in the file.
const NUMBERS: &[(&str, &str)] = &[
    ("zero", "0"),
    ("minus-zero", "-0"),
    ("plus", "+1"),
    ("leading-zero", "01"),
    ("negative", "-1"),
    ("greatest", "9007199254740991"),
    ("least", "-9007199254740991"),
    ("too-great", "9007199254740992"),
    ("seventeen-digits", "10000000000000000"),
    ("underscore", "1_0"),
    ("hexadecimal", "0x1"),
    ("real", "1.0"),
    ("exponent", "1e1"),
];

/// Names of cases, and the text in the file.
const DATES: &[(&str, &str)] = &[
    ("first", "1970-01-01T00:00:00Z"),
    ("before-1970", "1969-12-31T23:59:59Z"),
    ("last", "9999-12-31T23:59:59Z"),
    ("leap-day", "2024-02-29T12:00:00Z"),
    ("no-leap-day", "2025-02-29T12:00:00Z"),
    ("no-leap-day-2100", "2100-02-29T12:00:00Z"),
    ("hour-24", "2026-01-01T24:00:00Z"),
    ("second-60", "2026-06-30T23:59:60Z"),
    ("month-13", "2026-13-01T12:00:00Z"),
    ("offset", "2026-01-01T12:00:00+00:00"),
    ("small-t", "2026-01-01t12:00:00Z"),
    ("blank-for-t", "2026-01-01 12:00:00Z"),
    ("fraction", "2026-01-01T12:00:00.0Z"),
    ("local", "2026-01-01T12:00:00"),
    ("five-digits", "12026-01-01T12:00:00Z"),
];

/// Names of cases, and the text in the file.
const SEATS: &[(&str, &str)] = &[
    ("con", "con"),
    ("com0", "com0"),
    ("com", "com"),
    ("lpt9", "lpt9"),
    ("aux1", "aux1"),
    ("upper-case", "Alice"),
    ("digit-first", "1alice"),
    ("hyphen", "a-1-"),
    ("underscore", "a_b"),
    ("longest", "a2345678901234567890123456789012"),
    ("too-long", "a23456789012345678901234567890123"),
    ("doubled", "bob"),
    ("empty", ""),
    ("escaped", "alic\\u0065"),
];

/// Names of cases, and the text in the file.
const FORMATS: &[(&str, &str)] = &[
    ("format-1", "pbem = 1"),
    ("format-3", "pbem = 3"),
    ("format-02", "pbem = 02"),
    ("format-20", "pbem = 20"),
    ("format-without-blanks", "pbem=2"),
    ("format-negative", "pbem = -2"),
    ("format-in-quotes", "pbem = \"2\""),
    ("format-with-comment", "pbem = 2 # the second"),
];

fn framing(Small { text, .. }: &Small) -> Vec<Case> {
    let end = format!("{END}\n");
    let body = text.replace(&end, "");
    let bare: String =
        text.lines().filter(|line| !line.is_empty()).flat_map(|line| [line, "\n"]).collect();
    let mut cases = vec![
        case("whole", text.clone()),
        case("no-empty-lines", bare),
        case(
            "more-empty-lines-and-comments",
            text.replace("\n[", "\n\n# a comment\n  # another\n\n["),
        ),
        case("blanks-and-tabs-around-lines", text.replace('\n', " \t\n \t")),
        case("crlf", text.replace('\n', "\r\n")),
        case("only-cr", text.replace('\n', "\r")),
        case("text-around", format!("Dear bob,\npbem = 9\n\n{text}\n-- \nalice\n[[turn]]\n")),
        case("quoted", text.replace('\n', "\n> ")),
        case("twice-in-a-file", format!("{text}\n{text}")),
        case("after-another-text-file", format!("{END}\n{text}")),
        case("begins-longer", text.replacen(BEGIN, &format!("{BEGIN} and more"), 1)),
        case("ends-longer", text.replacen(END, &format!("{END} and more"), 1)),
        case("no-first-line", text.replacen(BEGIN, "# a file", 1)),
        case("no-last-line", body.clone()),
        case("no-last-line-and-half-a-turn", format!("{body}\n[[turn]]\nnumber = 5\n")),
        case("another-first-line-at-the-end", format!("{body}{BEGIN}\n{end}")),
        case(
            "another-first-line-within",
            text.replacen("\n[[turn]]", &format!("\n{BEGIN}\n[[turn]]"), 2),
        ),
        case(
            "last-line-within",
            text.replacen("\n[[turn]]\nnumber = 3", &format!("\n{END}\n[[turn]]\nnumber = 3"), 1),
        ),
        case("empty", Vec::new()),
        case("no-turn-file", "Dear alice, how are you?\n"),
        case("only-first-and-last-line", format!("{BEGIN}\n{end}")),
        case("format-alone", format!("{BEGIN}\npbem = 2\n{end}")),
        case("only-header", format!("{}{end}", &text[..text.find("[[turn]]").expect("a turn")])),
    ];
    for (name, line) in FORMATS {
        cases.push(case(name, text.replacen("pbem = 2", line, 1)));
    }
    for (name, size) in [("longest-file", MAX_BYTES), ("too-long-file", MAX_BYTES + 1)] {
        let spaces = size - text.len();
        cases.push(Case { spaces, ..case(name, text.clone()) });
    }
    cases
}

fn encodings(Small { text, .. }: &Small) -> Vec<Case> {
    let utf16 =
        |bytes: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(bytes).collect::<Vec<u8>>();
    let latin = |line: &str| text.replacen("\n[game]", &format!("\n{line}\n[game]"), 1);
    let as_latin = |text: String| -> Vec<u8> {
        text.chars().map(|ch| u8::try_from(u32::from(ch)).unwrap_or(b'?')).collect()
    };
    let mut odd = [vec![0xff, 0xfe], utf16(u16::to_le_bytes)].concat();
    odd.push(b'#');
    vec![
        case("utf-8-mark", [b"\xef\xbb\xbf", text.as_bytes()].concat()),
        case("utf-8-mark-twice", [b"\xef\xbb\xbf\xef\xbb\xbf", text.as_bytes()].concat()),
        case("utf-16-le", [vec![0xff, 0xfe], utf16(u16::to_le_bytes)].concat()),
        case("utf-16-be", [vec![0xfe, 0xff], utf16(u16::to_be_bytes)].concat()),
        case("utf-16-le-without-mark", utf16(u16::to_le_bytes)),
        case("utf-16-le-odd", odd),
        case("latin-1-in-a-comment", as_latin(latin("# für Zoë"))),
        case("latin-1-in-a-line", as_latin(text.replacen("\"alice\",", "\"alicé\",", 1))),
        case("utf-8-in-a-comment", latin("# für Zoë 🎲")),
        case("utf-8-in-a-line", text.replacen("\"alice\",", "\"alicé\",", 1)),
        case("nul-in-a-comment", latin("# a \0 b")),
        case("nul-in-a-line", text.replacen("\"alice\",", "\"al\0ice\",", 1)),
        case("no-break-space-around-a-line", latin("\u{a0}")),
        case("form-feed-around-a-line", text.replacen("\n[game]", "\n\u{c}[game]", 1)),
    ]
}

fn lines(Small { text, .. }: &Small) -> Vec<Case> {
    let turn_3 = text.find("[[turn]]\nnumber = 3").expect("a third turn");
    let in_turn_3 = |from: &str, to: &str| {
        assert!(text[turn_3..].contains(from), "{from}");
        format!("{}{}", &text[..turn_3], text[turn_3..].replacen(from, to, 1))
    };
    let all = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        text.replacen(from, to, 1)
    };
    let signature = text[turn_3..].find("signature").expect("a signature") + turn_3;
    let next = text[signature..].find("\n[[turn]]").map_or(text.len(), |at| signature + at);
    let without_signature = format!("{}{}", &text[..signature], &text[next..]);
    vec![
        case("turn-key-unknown", in_turn_3("signature = [", "shrug = 1\nsignature = [")),
        case("turn-key-twice", in_turn_3("seat = ", "number = 3\nseat = ")),
        case(
            "turn-keys-in-another-order",
            in_turn_3("number = 3\nseat = \"alice\"", "seat = \"alice\"\nnumber = 3"),
        ),
        case("turn-number-wrong", in_turn_3("number = 3", "number = 4")),
        case("turn-seat-unknown", in_turn_3("seat = \"alice\"", "seat = \"carol\"")),
        case("turn-without-sent", in_turn_3("sent = 2026", "# sent = 2026")),
        case("turn-without-signature", without_signature),
        case("turn-empty-list", in_turn_3("signature = [", "offer = []\nsignature = [")),
        case("turn-empty-note", in_turn_3("signature = [", "note = [\n]\nsignature = [")),
        case("turn-list-in-a-line", in_turn_3("signature = [", "note = [\"x\"]\nsignature = [")),
        case("turn-list-without-comma", in_turn_3("\",\n]", "\"\n]")),
        case("turn-string-for-a-list", in_turn_3("signature = [", "note = \"x\"\nsignature = [")),
        case("turn-list-for-a-string", in_turn_3("seat = \"alice\"", "seat = [\n\"alice\",\n]")),
        case("turn-quotes-of-another-sort", in_turn_3("seat = \"alice\"", "seat = 'alice'")),
        case("turn-key-in-upper-case", in_turn_3("seat = ", "SEAT = ")),
        case("turn-blank-missing", in_turn_3("seat = ", "seat= ")),
        case("turn-comment-after-a-value", in_turn_3("seat = \"alice\"", "seat = \"alice\" # bob")),
        case("turn-head-with-blanks", all("[[turn]]\nnumber = 3", "[[ turn ]]\nnumber = 3")),
        case("turn-junk-after", in_turn_3("\n[[turn]]", "\njunk\n[[turn]]")),
        case("turn-junk-after-the-last", text.replace(END, &format!("junk\n{END}"))),
        case(
            "turn-table-unknown",
            all("[[turn]]\nnumber = 3", "[[note]]\ntext = 1\n[[turn]]\nnumber = 3"),
        ),
        case("header-key-unknown", all("created = ", "shrug = 1\ncreated = ")),
        case("header-key-missing", all("created = ", "# created = ")),
        case("header-keys-in-another-order", all("kind = \"game-box\"\n", "")),
        case(
            "header-option-unsorted",
            all("guns = 1\nhints = \"full\"", "hints = \"full\"\nguns = 1"),
        ),
        case("header-option-twice", all("guns = 1\n", "guns = 1\nguns = 1\n")),
        case("header-without-options", {
            let from = text.find("[game.options]").expect("options");
            format!("{}{}", &text[..from], &text[text.find("[[turn]]").expect("a turn")..])
        }),
        case("header-table-twice", all("[game.options]", "[game.options]\nx = 1\n[game.options]")),
        case("header-of-no-known-game", all("kind = \"game-box\"", "kind = \"chess\"")),
    ]
}

fn values(small: &Small) -> Vec<Case> {
    let whole = TurnFile { turns: small.game.file.turns[..1].to_vec(), ..small.game.file.clone() };
    let text = &whole.write();
    let mut cases = Vec::new();
    let mut with = |name: &str, from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        cases.push(case(name, text.replacen(from, to, 1)));
    };
    for (name, number) in NUMBERS {
        with(&format!("number-{name}"), "guns = 1\n", &format!("guns = {number}\n"));
    }
    let created = text.lines().find(|line| line.starts_with("created = ")).expect("a date");
    for (name, date) in DATES {
        with(&format!("date-{name}"), created, &format!("created = {date}"));
    }
    for (name, seat) in SEATS {
        cases
            .push(case(&format!("seat-{name}"), text.replace("\"alice\"", &format!("\"{seat}\""))));
    }
    let nonce = text.lines().find(|line| line.starts_with("nonce = ")).expect("a nonce");
    let mut with = |name: &str, from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        cases.push(case(name, text.replacen(from, to, 1)));
    };
    with("nonce-short", nonce, &nonce.replacen('"', "\"0", 1));
    with("nonce-in-upper-case", nonce, &nonce.to_uppercase().replace("NONCE", "nonce"));
    with("bytes-short", "setup = [\n  \"", "setup = [\n  \"00\",\n  \"");
    with("bytes-odd", "\",\n]\n", "0\",\n]\n");
    with("seats-one", "\n  \"bob\",\n  \"carol\",", "");
    with("seats-two", "\n  \"bob\",", "");
    with(
        "seats-ten",
        "\n  \"bob\",",
        "\n  \"bob\",\n\"d\",\n\"e\",\n\"f\",\n\"g\",\n\"h\",\n\"i\",\n\"j\",",
    );
    with("first-of-no-seat", "nonce = ", "first = \"carol\"\nnonce = ");
    with(
        "opener-is-the-first-seat",
        "\n\n[game.options]",
        "\nopener = \"alice\"\n\n[game.options]",
    );
    cases
}
