//! Files built to crash, hang or fill memory.

use super::*;
use crate::turnfile::limits::{MAX_BYTES, MAX_NOTES_OF_SEAT};
use crate::turnfile::read;

fn kind_of(text: &str) -> FaultKind {
    refusal(text).kind
}

fn with(from: &str, to: &str) -> String {
    sample().write().replacen(from, to, 1)
}

#[test]
fn a_file_too_long_is_not_looked_at() {
    for length in [MAX_BYTES + 1, 100_000_000] {
        assert_eq!(
            read(&vec![0; length]).fault.map(|fault| fault.kind),
            Some(FaultKind::OverLimit)
        );
    }
    let padded = with("pbem = 1\n", &format!("pbem = 1\n{}\n", "#".repeat(200_000)));
    assert_eq!(TurnFile::read(padded.as_bytes()), Ok(sample()));
}

#[test]
fn deep_nesting_is_refused() {
    for depth in [100, 10_000, 60_000] {
        let nested = [
            format!("answer = {}", "[".repeat(depth)),
            format!("answer = {}\"2\"{}", "[".repeat(depth), "]".repeat(depth)),
            format!("answer = {}", "{a=".repeat(depth)),
            format!("answer = {}1{}", "[{a=".repeat(depth), "}]".repeat(depth)),
            format!("answer{} = 1", ".a".repeat(depth)),
            format!("[turn{}]", ".a".repeat(depth)),
            format!("[[turn{}]]", ".a".repeat(depth)),
        ];
        for nested in nested {
            let reading = read(with("answer = [\"2\"]", &nested).as_bytes());
            assert_eq!(reading.file.map(|file| file.turns.len()), Some(2));
            assert!(reading.fault.is_some_and(|fault| fault.turn == Some(3)));
        }
    }
}

#[test]
fn lists_are_counted_before_they_are_read() {
    let many = |entry: &str, count: usize| format!("[{}]", format!("{entry},").repeat(count));
    let digits = format!("\"{}\"", "0a".repeat(32));
    let link = format!("[\n  \"{}\",\n]", "07".repeat(32));
    for (from, to, key) in [
        ("[\"Canadian 2\"]", many("\"x\"", 1_025), "move"),
        ("[\"alice\", \"bob\"]", many("\"x\"", 20_000), "game.seats"),
        (link.as_str(), many(&digits, 1_025), "link"),
        ("= 14", format!("= {}", many("1", 17)), "game.options.days-per-turn"),
        ("= 14", format!("= {}", many("\"x\"", 41)), "game.options.days-per-turn"),
        ("[\"alice@example.org\"]", many("\"xxxxx\"", 51), "mail"),
        ("\"From here", format!("{}\"From here", "\"xxxxxxxxxxxxxx\", ".repeat(15)), "note"),
    ] {
        let fault = refusal(&with(from, &to));
        assert_eq!(
            (fault.kind, fault.key.as_deref()),
            (FaultKind::OverLimit, Some(key)),
            "{fault}"
        );
    }
}

#[test]
fn a_million_of_anything_is_refused() {
    let options = |count: usize| {
        (0..count)
            .flat_map(|n| {
                [
                    "option-".to_owned(),
                    n.to_string(),
                    " = 1
"
                    .to_owned(),
                ]
            })
            .collect::<String>()
    };
    let heads = [
        options(100_000),
        options(33),
        "a.b = 1\n".repeat(100_000),
        "[[x]]\n".repeat(400_000),
        "=".repeat(4_000_000),
        "[".repeat(4_000_000),
        "\"".repeat(4_000_000),
        "{a=1},".repeat(600_000),
    ];
    for head in heads {
        let text = with("days-per-turn = 14\n", &head);
        assert!(read(text.as_bytes()).file.is_none());
    }
    assert_eq!(
        kind_of(&format!("pbem = 1\n{}", "[[turn]]\n".repeat(400_000))),
        FaultKind::NotATurnFile
    );
    let turns = read(with("[claim]\n", &"[[turn]]\n".repeat(400_000)).as_bytes());
    assert_eq!(
        (turns.file.map(|file| file.turns.len()), turns.fault.and_then(|fault| fault.turn)),
        (Some(3), Some(4))
    );
}

#[test]
fn a_seat_has_so_much_to_say_and_no_more() {
    let note = "\u{1f3b2}".repeat(280);
    let seats = ["alice", "bob"].iter().cycle();
    let turns: Vec<Turn> = (1..=40)
        .zip(seats)
        .map(|(number, seat)| Turn { note: Some(note.clone()), ..turn(number, seat) })
        .collect();
    let allowed = 2 * (MAX_NOTES_OF_SEAT / note.len());
    let reading = read(TurnFile { turns, claim: None, game: header() }.write().as_bytes());
    let fault = reading.fault.expect("too many notes");
    assert_eq!((fault.kind, fault.key.as_deref()), (FaultKind::OverLimit, Some("note")));
    assert_eq!(reading.file.map(|file| file.turns.len()), Some(allowed));
}

#[test]
fn bytes_that_are_no_text_are_refused() {
    for byte in 0..=u8::MAX {
        assert!(TurnFile::read(&[byte; 1_000]).is_err());
        assert!(TurnFile::read(&[[0xff, 0xfe].as_slice(), &[byte; 999]].concat()).is_err());
    }
}
