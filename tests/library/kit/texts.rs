//! Texts, limits of turns, and signatures.

use pbem::crypto;
use pbem::rules::Seat;
use pbem::table::Intent;
use pbem::turnfile::limits::{MAX_MAIL, MAX_NAME, MAX_NOTE};
use pbem::turnfile::{END, Turn, TurnFile};

use super::Case;
use super::forms::{Small, case};
use crate::play::{Game, of_kind, short_bytes};

pub(super) fn cases(small: &Small) -> Vec<Case> {
    let mut cases = texts(small);
    cases.extend(notes_in_pieces(small));
    cases.extend(limits(small));
    cases
}

/// Characters that a text cannot have.
const REFUSED: &[&str] = &[
    "00ad", "034f", "061c", "115f", "1160", "17b4", "180b", "180f", "200b", "200f", "2028", "202e",
    "2060", "206f", "3164", "feff", "ffa0", "fff0", "ffff",
];

/// Characters that a text can have, next to those.
const TAKEN: &[&str] =
    &["00a0", "00ac", "00ae", "180a", "1810", "200a", "2010", "2027", "202f", "2070", "ffef"];

/// A turn 1 of this sort, signed again after its text was changed.
fn resigned(small: &Small, change: impl Fn(&str) -> String) -> String {
    let whole = TurnFile { turns: small.game.file.turns[..1].to_vec(), ..small.game.file.clone() };
    let text = whole.write();
    let from = text.find("[[turn]]").expect("a turn");
    let to = text.find("signature = [").expect("a signature");
    let turn = change(&text[from..to]);
    let lines: String = turn
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .flat_map(|line| [line, "\n"])
        .collect();
    let hash = crypto::turn_hash(lines.as_bytes());
    let signature = hex::encode(small.game.players[0].identity.sign_turn(&hash));
    let (one, two) = signature.split_at(64);
    format!("{}{turn}signature = [\n  \"{one}\",\n  \"{two}\",\n]\n{END}\n", &text[..from])
}

/// The lines of a list of pieces.
fn piece_lines(pieces: &[&str]) -> String {
    pieces.iter().flat_map(|piece| ["  \"", piece, "\",\n"]).collect()
}

fn texts(small: &Small) -> Vec<Case> {
    let name_lines = |turn: &str, lines: &str| {
        let from = turn.find("name = [").expect("a name");
        let to = from + turn[from..].find("]\n").expect("its end") + 2;
        let lines = if lines.is_empty() { String::new() } else { format!("name = [\n{lines}]\n") };
        format!("{}{lines}{}", &turn[..from], &turn[to..])
    };
    let mut cases = Vec::new();
    let mut named = |name: &str, pieces: &[&str]| {
        let lines = piece_lines(pieces);
        let text = resigned(small, |turn| name_lines(turn, &lines));
        cases.push(case(&format!("text-{name}"), text));
    };
    let forty = "x".repeat(MAX_NAME);
    named("forty-characters", &[&forty]);
    named("forty-one-characters", &[&format!("{forty}x")]);
    named("empty-piece", &[""]);
    named("escape-of-two", &["a\\\"b\\\\c"]);
    named("escape-in-lower-case", &["\\u00e4"]);
    named("escape-in-upper-case", &["\\u00E4"]);
    named("escape-of-ascii", &["\\u0041"]);
    named("escape-long-for-short", &["\\U000000e4"]);
    named("escape-beyond", &["\\U0001f3b2"]);
    named("escape-of-the-last-character", &["\\U0010ffff"]);
    named("escape-beyond-the-last-character", &["\\U00110000"]);
    named("surrogates", &["\\ud83c\\udfb2"]);
    named("surrogate-in-eight", &["\\U0000d83c"]);
    named("newline-escape", &["a\\nb"]);
    named("tab", &["a\tb"]);
    named("control", &["\\u0080\\u0081"]);
    for code in REFUSED {
        named(&format!("refused-{code}"), &[&format!("a\\u{code}b")]);
    }
    for code in TAKEN {
        named(&format!("taken-{code}"), &[&format!("a\\u{code}b")]);
    }
    named("refused-e0000", &["a\\U000e0000b"]);
    named("taken-e1000", &["a\\U000e1000b"]);
    cases
}

/// Notes that are cut in pieces, rightly and wrongly.
fn notes_in_pieces(small: &Small) -> Vec<Case> {
    let mut cases = Vec::new();
    let note = |pieces: &[&str]| {
        let lines = piece_lines(pieces);
        resigned(small, |turn| {
            let from = turn.find("note = [").expect("a note");
            format!("{}note = [\n{lines}]\n", &turn[..from])
        })
    };
    let full = "y".repeat(64);
    let columns = |escape: &str, ascii: usize| format!("{}{escape}", "z".repeat(ascii));
    for (name, pieces) in [
        ("one-full-piece", vec![full.clone()]),
        ("two-pieces", vec![full.clone(), "y".to_owned()]),
        ("piece-too-long", vec![format!("{full}y")]),
        ("piece-not-full", vec!["y".repeat(63), "y".to_owned()]),
        ("piece-full-before-an-escape", vec![columns("", 59), "\\u00e4".to_owned()]),
        ("piece-not-full-before-an-escape", vec![columns("", 58), "\\u00e4".to_owned()]),
        ("piece-full-with-an-escape", vec![columns("\\u00e4", 58), "y".to_owned()]),
        ("piece-full-before-a-quote", vec![columns("", 63), "\\\"".to_owned()]),
    ] {
        let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
        cases.push(case(&format!("text-{name}"), note(&pieces)));
    }
    cases
}

/// Limits of texts, entries and turns, in turns that are signed.
fn limits(small: &Small) -> Vec<Case> {
    let mut cases = Vec::new();
    let mut with = |name: &str, change: &dyn Fn(&mut Turn)| {
        let mut turn = small.game.file.turns[0].clone();
        change(&mut turn);
        small.game.sign(&mut turn);
        let file = TurnFile { turns: vec![turn], ..small.game.file.clone() };
        cases.push(Case::of_file(format!("form/limit-{name}"), &file));
    };
    let text = |length: usize| Some("é".repeat(length));
    with("name-longest", &|turn| turn.name = text(MAX_NAME));
    with("name-too-long", &|turn| turn.name = text(MAX_NAME + 1));
    with("mail-longest", &|turn| turn.mail = text(MAX_MAIL));
    with("mail-too-long", &|turn| turn.mail = text(MAX_MAIL + 1));
    with("note-longest", &|turn| turn.note = text(MAX_NOTE));
    with("note-too-long", &|turn| turn.note = text(MAX_NOTE + 1));
    with("no-name-and-note", &|turn| (turn.name, turn.note) = (None, None));
    with("setup-256", &|turn| turn.setup = vec![[7; 32]; 256]);
    with("setup-257", &|turn| turn.setup = vec![[7; 32]; 257]);
    with("eyes-41", &|turn| turn.eyes = vec![[7; 32]; 41]);
    with("answer-20", &|turn| turn.answer = vec!["MISS".to_owned(); 20]);
    with("answer-21", &|turn| turn.answer = vec!["MISS".to_owned(); 21]);
    with("tokens-3", &|turn| turn.tokens = vec![[7; 32]; 3]);
    with("move-21", &|turn| turn.moves = vec!["A1".to_owned(); 21]);
    with("entry-66-columns", &|turn| turn.moves = vec!["x".repeat(66)]);
    with("entry-67-columns", &|turn| turn.moves = vec!["x".repeat(67)]);
    with("entry-33-quotes", &|turn| turn.moves = vec!["\"".repeat(33)]);
    with("entry-34-quotes", &|turn| turn.moves = vec!["\"".repeat(34)]);
    with("open-1024", &|turn| {
        turn.open = vec!["A1 empty".to_owned(); 300];
        turn.salts = vec![[7; 32]; 300];
    });
    with("salts-too-few", &|turn| turn.open = vec!["A1 empty".to_owned()]);
    with("boxes-4819", &|turn| turn.boxes = vec![7; 4_819]);
    with("turn-more-than-64-kib", &|turn| turn.boxes = vec![7; 32_700]);
    with("seats-own-nonce", &|turn| turn.nonce = Some(short_bytes(1, "another nonce")));
    cases.push(notes(small));
    cases.extend(signatures(small));
    cases
}

/// Signatures of turn 4 that a loose verifier would accept, and a wrong signature with junk.
fn signatures(Small { game, text }: &Small) -> Vec<Case> {
    let signed = |name: &str, change: &dyn Fn(&mut [u8; 64])| {
        let mut file = game.file.clone();
        change(&mut file.turns[3].signature);
        Case::of_file(format!("form/signature-{name}"), &file)
    };
    let wrong = |text: &str| {
        let at = text.rfind("signature = [").expect("a signature") + 20;
        let other = if &text[at..=at] == "0" { "1" } else { "0" };
        format!("{}{other}{}", &text[..at], &text[at + 1..])
    };
    let junk = text.replace(END, &format!("junk\n{END}"));
    let early = text.replacen("seat = \"bob\"", "junk\nseat = \"bob\"", 1);
    vec![
        signed("s-not-reduced", &|signature| add_order(&mut signature[32..])),
        signed("s-zero", &|signature| signature[32..].fill(0)),
        signed("r-identity", &|signature| {
            signature[..32].fill(0);
            signature[0] = 1;
        }),
        signed("r-not-canonical", &|signature| signature[..32].fill(0xff)),
        case("bad-signature-and-junk", wrong(&junk)),
        case("junk-and-bad-signature", wrong(&early)),
    ]
}

/// The order of the group of Ed25519, little-endian.
const ORDER: [u8; 32] = [
    0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10,
];

/// Adds the order of the group: an equal number modulo the order, in another spelling.
fn add_order(scalar: &mut [u8]) {
    let mut carry = 0;
    for (byte, add) in scalar.iter_mut().zip(ORDER) {
        let sum = u16::from(*byte) + u16::from(add) + carry;
        *byte = sum.to_le_bytes()[0];
        carry = sum >> 8;
    }
}

/// A seat's notes have more than 16,384 bytes together.
fn notes(small: &Small) -> Case {
    let mut game = Game::new(of_kind("game-box"), 3, &[("letters", "2"), ("numbers", "64")], 61);
    let note = "🎲".repeat(MAX_NOTE);
    let mut turns = 0;
    let mut calls = (1..=64).flat_map(|at| [format!("A{at}"), format!("B{at}")]);
    while turns < 15 {
        let is_call = game.due().is_some_and(|due| due != Seat::OPENER);
        let intent =
            if is_call { Intent::Move(calls.next().expect("a dot")) } else { Intent::Nothing };
        if !is_call {
            turns += 1;
        }
        let mut turn = game.compose(intent);
        turn.note = (!is_call).then(|| note.clone());
        game.sign(&mut turn);
        game.file.turns.push(turn.clone());
        if turns < 15 {
            game.table.read(&turn).expect("an honest turn");
        }
    }
    assert!(small.game.file.turns.len() > 1);
    Case::of_file("form/limit-notes".to_owned(), &game.file)
}
