//! Files built to crash, hang or fill memory.

use super::*;
use crate::turnfile::limits::{MAX_BYTES, MAX_NOTES_OF_SEAT, MAX_TURN_BYTES};
use crate::turnfile::read;

#[test]
fn oversized_file_is_not_parsed() {
    for length in [MAX_BYTES + 1, 100_000_000] {
        let fault = read(&vec![b'x'; length]).fault.expect("too long");
        assert_eq!(fault.kind, ReadErrorKind::Unreadable);
    }
    let padded = with("pbem = 2\n", &format!("pbem = 2\n{}\n", "#".repeat(200_000)));
    assert_eq!(TurnFile::read(padded.as_bytes()), Ok(sample()));
}

#[test]
fn deep_nesting_is_refused() {
    for depth in [100, 10_000, 30_000] {
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
            let reading = read(with("answer = [\n  \"2\",\n]", &nested).as_bytes());
            assert_eq!(reading.file.map(|file| file.turns.len()), Some(2));
            assert!(reading.fault.is_some_and(|fault| fault.turn == Some(3)));
        }
    }
}

#[test]
fn oversized_values_are_refused() {
    let many = |item: &str, count: usize| format!("[\n{}]", format!("  {item},\n").repeat(count));
    let digits = format!("\"{}\"", "0a".repeat(32));
    let link = format!("[\n  \"{}\",\n]", "07".repeat(32));
    let boxes = format!(
        "[\n{}  \"{}\",\n]",
        format!("  \"{}\",\n", "08".repeat(32)).repeat(2),
        "08".repeat(17)
    );
    let turn = Some(3);
    for (from, to, turn, key) in [
        ("[\n  \"Canadian 2\",\n]", many("\"x\"", 1_025), turn, "move"),
        ("[\n  \"alice\",\n  \"bob\",\n]", many("\"x\"", 5_000), None, "seats"),
        (link.as_str(), many(&digits, 900), turn, "link"),
        (boxes.as_str(), many(&digits, 1_000), turn, ""),
        ("= 14", format!("= {}", many("1", 17)), None, "days-per-turn"),
        ("= 14", format!("= {}", many("\"x\"", 41)), None, "days-per-turn"),
        ("  \"alice@example.org\"", format!("  \"{}\"", "x".repeat(255)), Some(1), "mail"),
    ] {
        let fault = refusal(&with(from, &to));
        assert_eq!((fault.kind, fault.turn), (ReadErrorKind::Unreadable, turn), "{fault}");
        if !key.is_empty() {
            assert_eq!(fault.key.as_deref(), Some(key), "{fault}");
        }
    }
}

#[test]
fn a_turn_is_at_most_so_long() {
    let opening = "x".repeat(60);
    let turn_of = |entries: usize| Turn {
        moves: vec![opening.clone(); entries],
        reveal: vec![opening.clone(); 100],
        ..turn(1, "alice")
    };
    let length = |entries: usize| {
        let text = TurnFile { game: header(), turns: vec![turn_of(entries)] }.write();
        let body = text.split_once("[[turn]]").expect("a turn").1;
        body.lines().map(|line| line.trim().len() + 1).sum::<usize>() + "[[turn]]".len()
            - "# end of pbem turn file\n".len()
    };
    let most = (1..1_024).rev().find(|entries| length(*entries) <= MAX_TURN_BYTES).expect("some");
    let read = |entries: usize| {
        TurnFile::read(
            TurnFile { game: header(), turns: vec![turn_of(entries)] }.write().as_bytes(),
        )
    };
    assert!(read(most).is_ok() && length(most) > MAX_TURN_BYTES - 200);
    let fault = read(most + 1).expect_err("too long");
    assert_eq!((fault.kind, fault.turn), (ReadErrorKind::Unreadable, Some(1)));
}

/// Rule 2.8: "a turn has at most 64 KiB (65,536 bytes)".
#[test]
fn a_turn_of_exactly_64_kib_is_read() {
    let opening = "x".repeat(60);
    let text = |entries: usize, note: usize| {
        let (moves, reveal) = (vec![opening.clone(); entries], vec![opening.clone(); 100]);
        let turn = Turn { moves, reveal, note: Some("n".repeat(note)), ..turn(1, "alice") };
        TurnFile { game: header(), turns: vec![turn] }.write()
    };
    let length = |text: &str| {
        let body = text.split_once("[[turn]]").expect("a turn").1;
        let lines = body.lines().map(|line| line.trim().len() + 1).sum::<usize>();
        lines + "[[turn]]".len() - "# end of pbem turn file\n".len()
    };
    let most = (1..1_024).rev().find(|most| length(&text(*most, 1)) <= 65_536).expect("some");
    let note = 1 + 65_536 - length(&text(most, 1));
    let read = |note| TurnFile::read(text(most, note).as_bytes());
    assert!(read(note).is_ok());
    assert_eq!(read(note + 1).map_err(|fault| fault.turn), Err(Some(1)));
}

#[test]
fn a_million_of_anything_is_refused() {
    let options = |count: usize| {
        let lines: Vec<String> = (0..count).map(|n| format!("option-{n} = 1\n")).collect();
        lines.concat()
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
    let turns = read(with("# end", &format!("{}# end", "[[turn]]\n".repeat(400_000))).as_bytes());
    assert_eq!(
        (turns.file.map(|file| file.turns.len()), turns.fault.and_then(|fault| fault.turn)),
        (Some(3), Some(4))
    );
}

#[test]
fn notes_of_a_seat_are_limited() {
    let note = "\u{1f3b2}".repeat(280);
    let seats = ["alice", "bob"].iter().cycle();
    let turns: Vec<Turn> = (1..=40)
        .zip(seats)
        .map(|(number, seat)| Turn { note: Some(note.clone()), ..turn(number, seat) })
        .collect();
    let allowed = 2 * (MAX_NOTES_OF_SEAT / note.len());
    let reading = read(TurnFile { turns, game: header() }.write().as_bytes());
    let fault = reading.fault.expect("too many notes");
    assert_eq!((fault.kind, fault.key.as_deref()), (ReadErrorKind::Unreadable, Some("note")));
    assert_eq!(reading.file.map(|file| file.turns.len()), Some(allowed));
}

#[test]
fn bytes_that_are_not_text_are_refused() {
    for byte in 0..=u8::MAX {
        assert!(TurnFile::read(&[byte; 1_000]).is_err());
        assert!(TurnFile::read(&[[0xff, 0xfe].as_slice(), &[byte; 999]].concat()).is_err());
    }
}
