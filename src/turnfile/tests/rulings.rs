//! Ruling files, compared with the example in `docs/protocol.md`.

use super::*;
use crate::crypto::Verifier;

const DOCUMENTATION: &str = include_str!("../../../docs/protocol.md");
const KEY: &str = "03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8";
const HASH: &str = "4e5123b106cc93b9ac287aa88814e1fdb9e7ecf5e77f142b54c8fdbf7b4b36a5";

/// Returns the ruling file in the documentation.
fn example() -> &'static str {
    let blocks =
        DOCUMENTATION.split("```toml\n").skip(1).filter_map(|text| text.split("```").next());
    let mut rulings = blocks.filter(|text| text.starts_with("# pbem ruling"));
    rulings.next().expect("the page has one")
}

fn bytes(digits: &str) -> Bytes32 {
    hex::decode(digits).expect("hexadecimal").try_into().expect("32 bytes")
}

fn is_good(ruling: &Ruling) -> bool {
    let arbiter = Verifier::new(&bytes(KEY)).expect("a sound key");
    arbiter.ruling(&ruling.hash(), &ruling.signature)
}

#[test]
fn the_documented_ruling_is_read_and_written() {
    let ruling = Ruling::read(example().as_bytes()).expect("a ruling");
    assert_eq!((ruling.number, ruling.seat.as_str()), (5, "alice"));
    assert_eq!(ruling.ruled, moment("2026-12-21T09:00:00Z"));
    assert_eq!(hex::encode(ruling.hash()), HASH);
    assert!(is_good(&ruling));
    assert_eq!(ruling.write(), example());
}

#[test]
fn mail_programs_do_not_change_a_ruling() {
    let text = example();
    let known = Ruling::read(text.as_bytes()).expect("a ruling");
    let flush: String = text.lines().flat_map(|line| [line.trim(), "\n"]).collect();
    let wide: Vec<u8> =
        [0xff, 0xfe].into_iter().chain(text.encode_utf16().flat_map(u16::to_le_bytes)).collect();
    for way in [
        text.replace('\n', "\r\n").into_bytes(),
        format!("\u{feff}{text}").into_bytes(),
        format!("Hi,\n\n{text}\n-- \nbob\n").into_bytes(),
        flush.into_bytes(),
        wide,
    ] {
        assert_eq!(Ruling::read(&way), Ok(known.clone()));
    }
}

/// Removes, doubles, or moves a line, and quotes the text.
#[test]
fn a_ruling_with_changed_lines_is_refused() {
    let lines: Vec<&str> = example().lines().collect();
    let said = |line: &str| !line.is_empty() && !line.starts_with('#');
    let refused = |lines: &[&str]| {
        let text = lines.join("\n") + "\n";
        assert!(Ruling::read(text.as_bytes()).is_err(), "{text}");
    };
    for at in (0..lines.len()).filter(|at| said(lines[*at])) {
        let without: Vec<&str> = [&lines[..at], &lines[at + 1..]].concat();
        refused(&without);
        refused(&[&lines[..at], &[lines[at]], &lines[at..]].concat());
        if let Some(next) = (at + 1..lines.len()).find(|next| said(lines[*next])) {
            let mut swapped = lines.clone();
            swapped.swap(at, next);
            if swapped != lines && lines[at].trim() != lines[next].trim() {
                let text = swapped.join("\n");
                // If two lines of digits swap places, the file is still a ruling, but the signature
                // doesn't match.
                assert!(
                    Ruling::read(text.as_bytes()).is_ok_and(|ruling| !is_good(&ruling))
                        || Ruling::read(text.as_bytes()).is_err()
                );
            }
        }
    }
    let quoted: String = example().lines().flat_map(|line| ["> ", line, "\n"]).collect();
    assert!(Ruling::read(quoted.as_bytes()).is_err());
    refused(&lines[..lines.len() - 1]);
}

#[test]
fn a_ruling_with_another_value_is_not_signed() {
    for (old, new) in [
        ("260e3a42", "260e3a43"),
        ("number = 5", "number = 6"),
        ("\"alice\"", "\"bob\""),
        ("0c89f8e5", "0c89f8e6"),
        ("2026-12-21T09", "2026-12-21T08"),
        ("2567c8bf", "2567c8be"),
    ] {
        let text = example().replace(old, new);
        assert_ne!(text, example());
        let ruling = Ruling::read(text.as_bytes()).expect("the form is right");
        assert!(!is_good(&ruling), "{new}");
    }
}

#[test]
fn a_fault_in_a_ruling_names_its_line() {
    let text = example().replace("number = 5", "number = x");
    let line = text.lines().position(|line| line == "number = x").expect("the line") + 1;
    assert_eq!(Ruling::read(text.as_bytes()).expect_err("no number").line, Some(line));
}

#[test]
fn a_ruling_file_has_at_most_eight_mib() {
    let with_spaces = |bytes: usize| {
        let mut text = example().as_bytes().to_vec();
        text.resize(bytes, b' ');
        Ruling::read(&text)
    };
    let most = 8 * 1024 * 1024;
    assert!(with_spaces(most).is_ok());
    assert!(with_spaces(most + 1).is_err() && with_spaces(most + 2).is_err());
}

/// Lines of 64 bytes: 1024 of them are 64 KiB, and the first line is the heading.
#[test]
fn a_ruling_is_refused_at_the_first_line_beyond_64_kib() {
    let line = format!("x = {}\n", "1".repeat(59));
    let text = format!("# pbem ruling\n{}", line.repeat(2000));
    let fault = Ruling::read(text.as_bytes()).expect_err("too long");
    assert_eq!(fault.line, Some(1 + 1024 + 1));
}

#[test]
fn values_outside_the_limits_are_refused() {
    for (old, new) in [
        ("reason = \"late\"", "reason = \"early\""),
        ("number = 5", "number = 0"),
        ("number = 5", "number = 4004"),
        ("number = 5", "number = 05"),
        ("\"alice\"", "\"Alice\""),
        ("\"alice\"", "\"con\""),
        ("pbem = 2", "pbem = 3"),
        ("2026-12-21T09:00:00Z", "2026-12-21 09:00:00Z"),
        ("2026-12-21T09:00:00Z", "2026-12-21T09:00:60Z"),
        ("\n  \"f2c3", "\n  \"F2C3"),
    ] {
        let text = example().replace(old, new);
        assert_ne!(text, example());
        assert!(Ruling::read(text.as_bytes()).is_err(), "{new}");
    }
}

#[test]
fn grace_days_outside_the_limits_are_refused() {
    let read = |grace_days| {
        let arbiter = Arbiter { key: [7; 32], grace_days, name: None, mail: None };
        let game = Header { arbiter: Some(arbiter), ..header() };
        TurnFile::read(TurnFile { game, turns: vec![turn(1, "alice")] }.write().as_bytes())
    };
    assert!([1, 60].into_iter().all(|days| read(days).is_ok()));
    assert!([0, 61, 4_000_000_000].into_iter().all(|days| read(days).is_err()));
}
