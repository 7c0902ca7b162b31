//! Written files parse to the same values, and no change goes unnoticed.

use std::collections::BTreeMap;

use proptest::collection::{btree_map, btree_set, vec};
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::Index;

use super::*;
use crate::rules::OptionMap;
use crate::turnfile::limits::{
    MAX_BYTES, MAX_INTEGER, is_entry, is_printable, is_seat_name, text_problem,
};
use crate::turnfile::text::Line;
use crate::turnfile::{BEGIN, END, id_of, line_reader, parse, read};

/// Returns a strategy for strings in which characters that need escapes are more frequent than in
/// real text.
fn printable(most: usize) -> impl Strategy<Value = String> {
    let letter = prop_oneof![8 => "[ -~]", 1 => "[\"\\\\]", 1 => "[.>#'\\[\\]-]"];
    vec(letter, 0..=most).prop_map(|letters| letters.concat())
}

fn entries(most: usize) -> impl Strategy<Value = Vec<String>> {
    vec(printable(66).prop_filter("an entry", |text| is_entry(text)), 0..=most)
}

fn text(most: usize) -> impl Strategy<Value = Option<String>> {
    let letter = prop_oneof![4 => prop::char::range(' ', '~'), 1 => any::<char>(), 1 => Just('"')];
    let safe = letter
        .prop_map(|ch| if text_problem(&ch.to_string(), 1).is_none() { ch } else { '\u{1f3b2}' });
    of(vec(safe, 1..=most).prop_map(String::from_iter))
}

fn a_moment() -> impl Strategy<Value = Moment> {
    // All years from 1970 to 9999.
    (0..=253_402_300_799_i64)
        .prop_map(|seconds| DateTime::from_timestamp(seconds, 0).expect("within the range"))
}

fn options() -> impl Strategy<Value = OptionMap> {
    let limit = i64::try_from(MAX_INTEGER).expect("53 bits");
    let value = prop_oneof![
        any::<bool>().prop_map(OptionValue::Flag),
        (-limit..=limit).prop_map(OptionValue::Number),
        "[a-z][a-z0-9-]{0,31}".prop_map(OptionValue::Word),
        vec(-limit..=limit, 1..=16).prop_map(OptionValue::Numbers),
        vec(printable(64).prop_filter("a line", |line| is_printable(line, 64)), 1..=40)
            .prop_map(OptionValue::Lines),
    ];
    btree_map("[a-z][a-z0-9-]{0,31}", value, 0..5)
}

fn a_header() -> impl Strategy<Value = Header> {
    let seats =
        btree_set("[a-z][a-z0-9-]{0,31}".prop_filter("a seat", |seat| is_seat_name(seat)), 2..=9);
    let parts = (
        seats,
        "[a-z][a-z0-9-]{0,31}",
        a_moment(),
        any::<[u8; 16]>(),
        options(),
        vec(any::<Option<Bytes32>>(), 9),
        any::<[Option<Index>; 2]>(),
        of(an_arbiter()),
    );
    parts.prop_map(|(seats, kind, created, nonce, options, keys, named, arbiter)| {
        let seats: Vec<String> = seats.into_iter().rev().collect();
        let keys = seats
            .iter()
            .zip(keys)
            .filter_map(|(seat, key)| Some((seat.clone(), key?)))
            .collect::<BTreeMap<_, _>>();
        let [first, opener] = named.map(|at| at.map(|at| at.get(&seats).clone()));
        Header { kind, seats, created, nonce, first, opener, options, keys, arbiter }
    })
}

fn an_arbiter() -> impl Strategy<Value = Arbiter> {
    (any::<Bytes32>(), 1..=60_u32, text(40), text(254))
        .prop_map(|(key, grace_days, name, mail)| Arbiter { key, grace_days, name, mail })
}

fn hashes() -> impl Strategy<Value = Vec<Bytes32>> {
    vec(any::<Bytes32>(), 0..4)
}

fn a_turn() -> impl Strategy<Value = (Index, Turn)> {
    let single = any::<[Option<Bytes32>; 5]>();
    let lists = (hashes(), hashes(), hashes(), vec(any::<Bytes32>(), 4), vec(any::<u8>(), 0..200));
    let words = (entries(4), entries(4), entries(4), entries(4), of("[a-z][a-z0-9-]{0,31}"));
    let texts = (text(40), text(254), text(280));
    let nonce = any::<Option<[u8; 16]>>();
    let frame = (any::<Index>(), a_moment(), any::<Bytes32>(), nonce, any::<[u8; 32]>());
    let ruled = of(a_moment());
    (single, lists, words, texts, frame, ruled).prop_map(
        |(single, lists, words, texts, (seat, sent, after, nonce, half), ruled)| {
            let [link, key, tip, seal, seed] = single;
            let (setup, eyes, tokens, mut salts, boxes) = lists;
            let (answer, moves, open, reveal, offer) = words;
            let (name, mail, note) = texts;
            salts.truncate(open.len());
            let mut signature = [0; 64];
            signature[..32].copy_from_slice(&half);
            let turn = Turn {
                sent,
                after,
                link,
                key,
                tip,
                nonce,
                name,
                mail,
                setup,
                eyes,
                answer,
                tokens,
                moves,
                ruled,
                ruling: ruled.map(|_| signature),
                seal,
                boxes,
                open,
                salts,
                offer,
                note,
                seed,
                reveal,
                signature,
                ..turn(0, "")
            };
            (seat, turn)
        },
    )
}

fn a_file() -> impl Strategy<Value = TurnFile> {
    (a_header(), vec(a_turn(), 1..4)).prop_map(|(game, turns)| {
        let seated = |(number, (seat, turn)): (u32, (Index, Turn))| Turn {
            number,
            seat: seat.get(&game.seats).clone(),
            ..turn
        };
        let turns = (1..).zip(turns).map(seated).collect();
        TurnFile { game, turns }
    })
}

/// Returns the lines of every `key = value`, counted from 0, as inclusive ranges.
fn blocks(text: &str) -> Vec<(usize, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let starts = (0..lines.len())
        .filter(|&at| lines[at].contains(" = ") && !lines[at].starts_with([' ', '#']));
    starts
        .map(|at| {
            let tall = lines[at].ends_with(" = [");
            (
                at,
                if tall {
                    at + lines[at..].iter().position(|line| *line == "]").expect("an end")
                } else {
                    at
                },
            )
        })
        .collect()
}

fn lines(lines: &[&str]) -> String {
    lines.iter().flat_map(|line| [line, "\n"]).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn written_file_parses_to_the_same_values(file in a_file()) {
        let text = file.write();
        look::assert_mail_safe(&text);
        prop_assert_eq!(TurnFile::read(text.as_bytes()), Ok(file));
    }

    /// The fast reader reads every turn without an escape, with the same result as the TOML parser.
    #[test]
    fn only_what_has_an_escape_is_left_to_toml(file in a_file()) {
        for turn in &file.turns {
            let text = turn.signed_text();
            let lines = text.lines().zip(1..).map(|(text, number)| Line { number, text });
            let lines: Vec<Line<'_>> = lines.collect();
            let Ok(by_toml) = parse::table::<Turn>(&lines[1..]) else {
                return Err(TestCaseError::fail("it is TOML"));
            };
            prop_assert_eq!(&by_toml, turn);
            let by_lines = line_reader::turn(&lines).ok();
            prop_assert_eq!(by_lines, (!text.contains('\\')).then_some(by_toml));
        }
    }

    #[test]
    fn a_dropped_key_is_seen(file in a_file(), which in any::<Index>()) {
        let text = file.write();
        let all: Vec<&str> = text.lines().collect();
        let (from, to) = *which.get(&blocks(&text));
        let dropped = lines(&[&all[..from], &all[to + 1..]].concat());
        if let Ok(other) = TurnFile::read(dropped.as_bytes()) {
            prop_assert_ne!(fingerprint(&other), fingerprint(&file));
        }
    }

    #[test]
    fn a_doubled_key_is_refused(file in a_file(), which in any::<Index>()) {
        let text = file.write();
        let all: Vec<&str> = text.lines().collect();
        let (from, to) = *which.get(&blocks(&text));
        let doubled = lines(&[&all[..=to], &all[from..]].concat());
        prop_assert_eq!(refusal(&doubled).kind, ReadErrorKind::Unreadable);
    }

    #[test]
    fn changed_character_is_noticed_or_means_nothing(
        file in a_file(),
        at in any::<Index>(),
        letter in "[ -~\n]",
    ) {
        let mut text = file.write();
        let at = at.index(text.len());
        text.replace_range(at..=at, &letter);
        let reading = read(text.as_bytes());
        match (reading.file, reading.fault) {
            (Some(other), None) if other != file => {
                prop_assert_ne!(fingerprint(&other), fingerprint(&file));
            }
            (None, None) => prop_assert!(false, "neither a file nor a fault"),
            _ => {}
        }
    }

    #[test]
    fn the_order_of_keys_is_fixed(file in a_file(), which in any::<Index>()) {
        let text = file.write();
        let all: Vec<&str> = text.lines().collect();
        let blocks = blocks(&text);
        let at = which.index(blocks.len());
        let (from, to) = blocks[at];
        if let Some((next, end)) = blocks.get(at + 1).filter(|(next, _)| *next == to + 1) {
            let parts = [&all[..from], &all[*next..=*end], &all[from..=to], &all[end + 1..]];
            prop_assert_eq!(refusal(&lines(&parts.concat())).kind, ReadErrorKind::Unreadable);
        }
    }

    /// Any TOML 1.0 parser reads an accepted file with the same result.
    #[test]
    fn accepted_file_is_valid_toml(
        file in a_file(),
        changes in vec(
            (any::<Index>(), 0..4, "[ \t\n\"'\\[\\]=#,.0aZ{}_-]", any::<Index>()),
            1..3,
        ),
    ) {
        let mut text = file.write();
        for (at, change, letter, other) in changes {
            let at = at.index(text.len());
            match change {
                0 => text.replace_range(at..=at, &letter),
                1 => text.insert_str(at, &letter),
                2 => { text.remove(at); }
                _ => {
                    let other = other.index(text.len());
                    let piece: String = text[other..].chars().take(at % 40).collect();
                    text.insert_str(at, &piece);
                }
            }
        }
        if let Ok(taken) = TurnFile::read(text.as_bytes()) {
            let from = text.find(BEGIN).expect("a first line");
            let body = &text[from..from + text[from..].find(END).expect("a last line")];
            let read: toml::Table = toml::from_str(body).expect("TOML");
            prop_assert_eq!(read, toml::from_str(&taken.write()).expect("TOML"));
        }
    }
}

#[test]
fn id_is_found_without_reading_the_whole_file() {
    let file = sample();
    let mut text = file.write();
    assert_eq!(id_of(text.as_bytes()), Some(file.game.id()));
    // Damage after the first turn doesn't matter.
    let second = text.rfind("[[turn]]").expect("a turn");
    text.replace_range(second.., "junk");
    assert_eq!(id_of(text.as_bytes()), Some(file.game.id()));
    let first = text.find("[[turn]]").expect("a turn");
    assert_eq!(id_of(&text.as_bytes()[..first]), None);
    let long = format!("{}{}", file.write(), " ".repeat(MAX_BYTES));
    assert_eq!(id_of(long.as_bytes()), None);
}
