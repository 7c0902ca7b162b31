//! Pieces (some turns of a file as text), parts of pieces, and files with nothing around them.

use super::*;
use crate::turnfile::{
    JoinError, Part, Piece, continues, is_piece_begin, join_parts, last_turn, read, split_piece,
};

/// Returns the sample, with the hash of the previous turn in each turn.
fn chained() -> TurnFile {
    chain(sample())
}

fn chain(mut file: TurnFile) -> TurnFile {
    let mut after = file.game.id();
    for turn in &mut file.turns {
        turn.after = after;
        after = turn.hash();
    }
    file
}

#[test]
fn a_piece_joins_only_the_file_it_continues() {
    let file = chained();
    let known = |count: usize| TurnFile { turns: file.turns[..count].to_vec(), ..file.clone() };
    let text = file.piece(1).expect("two turns");
    let piece = Piece::look(&text).expect("a piece");
    assert_eq!(piece.game, &hex::encode(file.game.id())[..16]);
    assert_eq!(piece.first, 2);
    assert_eq!(piece.after(), Some(hex::encode(file.turns[0].hash()).as_str()));
    assert!(piece.join(&known(1)) == Ok(file.clone()));
    assert!(piece.join(&file) == Ok(file.clone()));
    let text = file.piece(2).expect("one turn");
    let last = Piece::look(&text).expect("a piece");
    assert!(last.join(&known(1)) == Err(JoinError::Gap));
    assert!(last.join(&known(2)) == Ok(file.clone()));
    let mut other = known(2);
    other.turns[1].note = Some("another".to_owned());
    assert!(last.join(&other) == Err(JoinError::Another));
    assert_eq!((file.piece(0), file.piece(3)), (None, None));
}

/// Rule 2.26: the notes of a seat have at most 16,384 bytes, and one note has at most 280
/// characters.
#[test]
fn notes_of_a_piece_count_with_those_before() {
    let joined = |last: usize| {
        let note = |number| Some("n".repeat(if number == 59 { last } else { 280 }));
        let turns = (1..=59).map(|number| Turn { note: note(number), ..turn(number, "alice") });
        let file = chain(TurnFile { game: header(), turns: turns.collect() });
        let known = TurnFile { turns: file.turns[..58].to_vec(), ..file.clone() };
        let text = file.piece(58).expect("one turn");
        Piece::look(&text).expect("a piece").join(&known)
    };
    assert!(joined(16_384 - 58 * 280).is_ok());
    assert!(matches!(joined(16_384 - 58 * 280 + 1), Err(JoinError::Fault(_))));
}

#[test]
fn only_the_first_line_begins_a_piece() {
    let file = chained();
    let text = file.piece(1).expect("two turns");
    let mut lines = text.lines();
    assert!(lines.next().is_some_and(is_piece_begin));
    assert!(lines.all(|line| !is_piece_begin(line)));
    assert!(file.write().lines().all(|line| !is_piece_begin(line)));
    assert!(is_piece_begin("> # pbem, one turn of game 6103ab4bfe6a44a4"));
    for digits in ["6103ab4bfe6a44a", "6103AB4BFE6A44A4", "6103ab4bfe6a44g4"] {
        assert!(!is_piece_begin(&format!("# pbem, one turn of game {digits}")), "{digits}");
    }
}

#[test]
fn parts_have_numbers_and_two_ends() {
    let text = chained().piece(1).expect("two turns");
    let parts = split_piece(&text, 700).expect("few parts");
    let count = parts.len();
    assert!(count > 1);
    for (part, number) in parts.iter().zip(1..) {
        assert!(part.len() <= 700);
        let first = part.lines().next().and_then(Part::parse).expect("the line of a part");
        assert_eq!((first.number, first.count, first.first), (number, count, 2));
        let end = format!("# end of part {number} of {count}");
        assert_eq!(part.lines().last(), Some(end.as_str()));
    }
}

#[test]
fn parts_have_room_for_the_longest_line() {
    let text = chained().piece(1).expect("two turns");
    let longest = text.lines().skip(1).map(str::len).max().expect("a line");
    let game = &hex::encode(chained().game.id())[..16];
    let around =
        format!("# pbem, part 64 of 64 of game {game}, turn 2\n\n# end of part 64 of 64\n");
    let most = around.len() + longest;
    let parts = split_piece(&text, most).expect("enough room");
    let joined = join_parts(parts.iter().map(String::as_str).collect());
    let [joined] = joined.as_slice() else { panic!("{joined:?}") };
    let known = TurnFile { turns: chained().turns[..1].to_vec(), ..chained() };
    assert!(Piece::look(joined).expect("a piece").join(&known) == Ok(chained()));
    assert_eq!(split_piece(&text, most - 1), None);
    assert_eq!(split_piece(&text, 0), None);
}

#[test]
fn part_is_filled_to_its_last_byte() {
    let (file, text) = (chained(), chained().write());
    let is_kept = |line: &&str| !line.is_empty() && !line.starts_with('#');
    let body: usize = text.lines().filter(is_kept).map(|line| line.len() + 1).sum();
    let game = &hex::encode(file.game.id())[..16];
    let around = format!("# pbem, part 64 of 64 of game {game}, turn 1\n# end of part 64 of 64\n");
    let most = around.len() + body;
    let count = |most| file.split(most).expect("few parts").len();
    assert_eq!((count(most), count(most - 1)), (1, 2));
}

#[test]
fn parts_of_a_whole_file_join_to_it() {
    let parts = chained().split(700).expect("few parts");
    assert!(parts.len() > 1);
    let joined = join_parts(parts.iter().map(String::as_str).collect());
    let [joined] = joined.as_slice() else { panic!("{joined:?}") };
    assert!(read(joined.as_bytes()).file == Some(chained()));
}

#[test]
fn file_with_extra_lines_is_rejected() {
    let text = sample().write();
    let is_alone = |text: &str| TurnFile::read_alone(text.as_bytes()).is_some();
    let lines: Vec<&str> = text.lines().collect();
    let with = |nth: usize, line: &str| text.replacen(lines[nth], line, 1);
    assert!(is_alone(&text));
    assert!(is_alone(&text.replace('\n', "\r\n")));
    assert!(is_alone(&with(1, "# made by another program")));
    assert!(!is_alone(&with(0, &format!("{}, and my notes", lines[0]))));
    assert!(!is_alone(&with(1, &format!("# {}", "my notes".repeat(1000)))));
    assert!(!is_alone(&format!("My notes\n{text}")));
    assert!(!is_alone(&format!("{text}My notes\n")));
    assert!(!is_alone(&text.replace("[[turn]]", "# my notes\n[[turn]]")));
}

#[test]
fn a_file_continues_only_its_own_beginning() {
    let file = chained();
    let cut = |count: usize| TurnFile { turns: file.turns[..count].to_vec(), ..file.clone() };
    let (whole, start) = (file.write(), cut(2).write());
    assert!(continues(&whole, &start) && continues(&whole, &whole));
    assert!(!continues(&start, &whole));
    let mut other = cut(2);
    other.turns[1].note = Some("another".to_owned());
    assert!(!continues(&whole, &other.write()));
    let mut other = cut(2);
    other.game.nonce = [1; 16];
    assert!(!continues(&whole, &other.write()));
    assert!(!continues(&whole, "") && !continues("", &whole) && !continues("", ""));
}

#[test]
fn the_last_turn_begins_at_its_heading() {
    let text = sample().write();
    let last = last_turn(&text);
    assert!(last.starts_with("[[turn]]\nnumber = 3\nseat = \"alice\"\n"), "{last}");
    assert!(last.lines().filter(|line| *line == "[[turn]]").count() == 1);
    assert!(text.ends_with(last));
    assert_eq!(last_turn("[game]\n"), "");
}

/// A name with an escape makes pbem read the whole turn as TOML.
#[test]
fn value_next_to_an_escape_is_read() {
    for name in ["Alice", "\u{c5}sa"] {
        let full = Turn {
            link: Some([1; 32]),
            key: Some([2; 32]),
            tip: Some([3; 32]),
            nonce: Some([4; 16]),
            name: Some(name.to_owned()),
            mail: Some("alice@example.org".to_owned()),
            ruled: Some(moment("2026-12-21T09:00:00Z")),
            ruling: Some([5; 64]),
            seal: Some([6; 32]),
            boxes: vec![7; 65],
            seed: Some([8; 32]),
            ..turn(1, "alice")
        };
        let file = TurnFile { game: header(), turns: vec![full] };
        assert!(TurnFile::read(file.write().as_bytes()) == Ok(file));
    }
}

#[test]
fn others_are_all_seats_but_the_opener() {
    let mut game = header();
    game.seats.push("carol".to_owned());
    assert_eq!(game.others(), ["bob", "carol"]);
    game.opener = Some("bob".to_owned());
    assert_eq!((game.opened_by(), game.others()), ("bob", vec!["alice".into(), "carol".into()]));
}

#[test]
fn swapping_sides_keeps_the_opener() {
    let mut game = header();
    game.swap_sides();
    assert_eq!(game.seats, ["bob", "alice"]);
    assert_eq!((game.opener.as_deref(), game.opened_by()), (Some("alice"), "alice"));
    assert_eq!(game.others(), ["bob"]);
    game.swap_sides();
    assert_eq!(game.seats, ["alice", "bob"]);
    assert_eq!((game.opener.as_deref(), game.opened_by()), (None, "alice"));
}
