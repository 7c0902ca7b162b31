//! Changes that mail programs make to a file: the reader returns the same game or reports the
//! damage, and never returns another game.

use super::*;
use crate::turnfile::{Reading, read};

fn utf16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(bytes).collect()
}

#[test]
fn other_line_ends_and_encodings_are_the_same_file() {
    let text = sample().write();
    let ways = [
        text.clone().into_bytes(),
        text.replace('\n', "\r\n").into_bytes(),
        format!("\u{feff}{text}").into_bytes(),
        utf16(&text, u16::to_le_bytes),
        utf16(&text.replace('\n', "\r\n"), u16::to_be_bytes),
        text.trim_end().to_owned().into_bytes(),
        text.replace('\n', " \n ").into_bytes(),
        text.replace('\n', "\n\n").into_bytes(),
        text.replace('\n', "\t\r\n# a comment\n").into_bytes(),
    ];
    for way in ways {
        assert_eq!(TurnFile::read(&way), Ok(sample()));
    }
}

#[test]
fn file_is_found_in_an_email() {
    let text = sample().write();
    let mail =
        format!("Hello Alice,\n[my turn]\n\"so there\n\n{text}\n-- \nBob = \u{1f642}\n[[turn]]\n");
    assert_eq!(TurnFile::read(mail.as_bytes()), Ok(sample()));
    let latin = [b"Gr\xfc\xdfe\r\n".as_slice(), text.as_bytes(), b"\xa0M\xfcller\n"].concat();
    assert_eq!(TurnFile::read(&latin), Ok(sample()));
}

#[test]
fn the_markers_are_needed() {
    let text = sample().write();
    let lines: Vec<&str> = text.lines().collect();
    let last = lines.len() - 1;
    assert_eq!(refusal(&lines[1..].join("\n")).kind, ReadErrorKind::NotATurnFile);
    assert_eq!(refusal(&lines[1..last].join("\n")).kind, ReadErrorKind::NotATurnFile);
    let reading = read(lines[..last].join("\n").as_bytes());
    let fault = reading.fault.expect("its end is missing");
    assert_eq!((fault.kind, fault.turn), (ReadErrorKind::Unreadable, Some(3)));
    assert_eq!(reading.file, Some(sample()));
    // Other text in the first and the last line is ignored.
    let marked = text
        .replace("# pbem turn file -", "  # pbem turn files!")
        .replace("# end of pbem turn file", "\t# end of pbem turn file 7");
    assert_eq!(TurnFile::read(marked.as_bytes()), Ok(sample()));
}

#[test]
fn second_file_after_the_first_is_ignored() {
    let text = sample().write();
    assert_eq!(TurnFile::read(format!("{text}{text}").as_bytes()), Ok(sample()));
    assert_eq!(TurnFile::read(format!("{text}\n# pbem turn file\nx").as_bytes()), Ok(sample()));
}

#[test]
fn a_second_file_within_the_first_is_named() {
    let text = sample().write();
    let lines = text.lines().count();
    let open = text.strip_suffix("# end of pbem turn file\n").expect("an end");
    let reading = read(format!("{open}{text}").as_bytes());
    assert_eq!(reading.file, Some(sample()));
    let fault = reading.fault.expect("two files");
    assert_eq!(
        (fault.kind, fault.turn, fault.line),
        (ReadErrorKind::Unreadable, Some(3), Some(lines))
    );
}

#[test]
fn file_cut_off_anywhere_is_a_prefix_or_nothing() {
    let text = sample().write();
    for whole in [
        text.clone().into_bytes(),
        text.replace('\n', "\r\n").into_bytes(),
        utf16(&text, u16::to_le_bytes),
    ] {
        let mut turns = 0;
        for end in 0..whole.len() {
            let reading = read(&whole[..end]);
            match &reading.file {
                Some(file) => {
                    assert!(is_start_of(file, &sample()), "cut at {end}");
                    assert!(file.turns.len() >= turns, "fewer turns of more text, at {end}");
                    turns = file.turns.len();
                }
                None => assert!(reading.fault.is_some() && turns == 0, "cut at {end}"),
            }
        }
        assert_eq!(turns, 3);
    }
}

#[test]
fn a_line_lost_anywhere_is_seen() {
    let text = sample().write();
    let lines: Vec<&str> = text.lines().collect();
    for lost in 0..lines.len() {
        let rest = [&lines[..lost], &lines[lost + 1..]].concat().join("\n");
        match TurnFile::read(rest.as_bytes()) {
            Ok(file) if file == sample() => {
                assert!(lines[lost].is_empty() || lines[lost].starts_with('#'), "{}", lines[lost]);
            }
            Ok(file) => assert_ne!(fingerprint(&file), fingerprint(&sample())),
            Err(_) => {}
        }
    }
}

#[test]
fn a_changed_byte_is_seen_or_means_nothing() {
    let text = sample().write().into_bytes();
    for at in 0..text.len() {
        for change in [1, 0x20, 0x80, 0xff] {
            let mut changed = text.clone();
            changed[at] ^= change;
            match read(&changed) {
                Reading { file: Some(file), fault: None } if file != sample() => {
                    assert_ne!(fingerprint(&file), fingerprint(&sample()));
                }
                Reading { file: None, fault: None } => panic!("neither a file nor a fault"),
                _ => {}
            }
        }
    }
}

/// A turn stays if the text after it is damaged. Otherwise a cheat could hide a turn by damaging
/// that text.
#[test]
fn junk_after_a_turn_does_not_remove_it() {
    let whole = sample();
    let text = whole.write();
    let body = text.strip_suffix("# end of pbem turn file\n").expect("an end");
    let junk = [
        "junk",
        "x = 1",
        "number = 3",
        "signature = [",
        "]",
        "\"\"\"",
        "'''\n\n",
        "[[[",
        "[game]\nkind = \"spy\"",
        "[turn.x]\ny = 1",
        "[claim]\nseat = \"alice\"",
        "[[tur",
        "\0\u{1b}",
    ];
    let long = format!("x = [{}", "1,".repeat(1_000_000));
    for junk in junk.map(str::to_owned).into_iter().chain([long]) {
        for end in ["", "\n# end of pbem turn file\n"] {
            let reading = read(format!("{body}{junk}{end}").as_bytes());
            assert_eq!(reading.file.as_ref(), Some(&whole), "{junk:.40}");
            let fault = reading.fault.expect("junk");
            assert_eq!(
                (fault.kind, fault.turn),
                (ReadErrorKind::Unreadable, Some(3)),
                "{junk:.40}"
            );
        }
    }
    let reading = read(format!("{body}[[turn]]\n").as_bytes());
    assert_eq!(reading.file.as_ref(), Some(&whole));
    assert_eq!(reading.fault.and_then(|fault| fault.turn), Some(4));
    assert_eq!(
        TurnFile::read(format!("{text}junk\n[[[").as_bytes()),
        Ok(whole),
        "any text may follow the last line"
    );
}

#[test]
fn damage_within_a_turn_keeps_the_turns_before() {
    for (damage, instead) in [
        ("  \"2\",", "  \"2\"\","),
        ("answer = [\n", "answer = '''\n"),
        ("\"Canadian 2\"", "\"Cana\ndian 2\""),
        ("number = 3\n", "[[turn]]\nnumber = 3\n"),
    ] {
        let reading = read(with(damage, instead).as_bytes());
        let file = reading.file.expect("the turns before");
        assert!(file.turns.len() == 2 && is_start_of(&file, &sample()));
        assert_eq!(reading.fault.and_then(|fault| fault.turn), Some(3));
    }
}
