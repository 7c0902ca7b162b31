//! Tests how much work a verdict takes, and which checks a second judgement may skip.

mod kit;

use super::{
    FileReport, OtherFacts, VerdictKind, examine, examine_after, examine_with, judge, outcome_id,
    outcome_of, verify_open,
};
use crate::crypto::VERIFICATIONS;
use crate::games::Kind;
use crate::rules::OutcomeKind;
use crate::table::{OpenGame, open};
use crate::turnfile::{self, Reading, Turn};

const HONEST: &str = include_str!("../../examples/checkpoint-danger.toml");
const ESPIONAGE: &str = include_str!("../../examples/espionage.toml");
const LIED: &str = include_str!("../../examples/checkpoint-danger-lied.toml");

fn read(text: &str) -> Reading {
    turnfile::read(text.as_bytes())
}

/// Returns the number of signatures that are verified while these files are judged together.
fn verifications(texts: &[&str]) -> usize {
    let before = VERIFICATIONS.get();
    judge(&in_order(texts.iter().map(|text| read(text))));
    VERIFICATIONS.get() - before
}

/// Audits the files of one game in this order, each after the files before it.
fn in_order(readings: impl IntoIterator<Item = Reading>) -> Vec<FileReport> {
    let mut files = Vec::new();
    for reading in readings {
        files.push(examine_after(reading, &files));
    }
    files
}

fn turns(text: &str) -> usize {
    text.matches("[[turn]]").count()
}

#[test]
fn each_signature_of_a_file_is_verified_once() {
    assert_eq!(verifications(&[HONEST]), turns(HONEST));
    assert_eq!(verifications(&[LIED]), turns(LIED));
}

#[test]
fn each_signature_of_two_copies_is_verified_once() {
    let start = LIED.rmatch_indices("[[turn]]").next().map_or(LIED, |(at, _)| &LIED[..at]);
    assert_eq!(verifications(&[LIED, start]), turns(LIED));
    assert_eq!(verifications(&[start, LIED, LIED]), turns(LIED));
    assert_eq!(verifications(&[HONEST, LIED]), turns(HONEST) + turns(LIED));
}

/// A turn's hash doesn't cover its signature, so a copy with the same hashes can have another
/// signature.
#[test]
fn forged_signature_in_a_copy_is_found_in_any_order() {
    let mut forged = read(HONEST);
    forged.file.as_mut().expect("the example is a game").turns[9].signature[0] ^= 1;
    for order in [[read(HONEST), forged.clone()], [forged.clone(), read(HONEST)]] {
        let expected: Vec<_> = order.iter().cloned().map(|file| examine(file).verdict).collect();
        let files = in_order(order);
        assert_eq!(files.into_iter().map(|file| file.verdict).collect::<Vec<_>>(), expected);
        assert!(expected.iter().any(|verdict| verdict.intact == 9));
    }
}

#[test]
fn signatures_of_an_open_game_are_not_verified_again() {
    let content = read(HONEST).file.expect("the example is a game");
    let (table, None) = open(&content).expect("the example is a game") else {
        panic!("the example is honest")
    };
    let game = OpenGame::new(content, table);
    let before = VERIFICATIONS.get();
    assert_eq!(verify_open(&game).kind, VerdictKind::Honest);
    assert_eq!(VERIFICATIONS.get(), before);
}

#[test]
fn a_bad_signature_after_the_verified_turns_is_still_found() {
    let mut reading = read(HONEST);
    let file = reading.file.as_mut().expect("the example is a game");
    file.turns[9].signature[0] ^= 1;
    for verified in [0, 5, 9] {
        let beside = OtherFacts { verified, ..OtherFacts::default() };
        let damage = examine_with(&reading, &beside).0.damage.expect("turn 10 is damaged");
        assert_eq!((damage.kind, damage.turn), ("bad-signature", Some(10)));
    }
}

#[test]
fn verdict_counts_what_was_checked() {
    let judged = judge(&[examine(read(HONEST))]);
    let [judgement] = judged.as_slice() else { panic!("it is one game") };
    let verdict = &judgement.verdict;
    assert_eq!(verdict.kind, VerdictKind::Honest);
    assert_eq!(verdict.game.map(Kind::id), Some("checkpoint-danger"));
    // Both players have a sheet of 63 squares.
    assert_eq!((verdict.checked.setups, verdict.checked.seals), (2, 2 * 63));
    assert_eq!(verdict.checked.signatures, turns(HONEST));
    let file = read(HONEST).file.expect("a game");
    let answers = file.turns.iter().map(|turn| turn.answer.len()).sum();
    let moves = file.turns.iter().filter(|turn| !turn.moves.is_empty()).count();
    assert_eq!((verdict.checked.answers, verdict.checked.moves), (answers, moves));
    assert_eq!(verdict.checked.boxes, 0);
    // The boxes in the file: 81 bytes each for a sight, and 1,113 bytes each for a fight.
    let file = read(ESPIONAGE).file.expect("a game");
    let fights = |bytes: usize| (0..5).find(|fights| (bytes - 1113 * fights).is_multiple_of(81));
    let boxes = |turn: &Turn| {
        let fights = fights(turn.boxes.len()).expect("whole boxes");
        fights + (turn.boxes.len() - 1113 * fights) / 81
    };
    let boxes: usize = file.turns.iter().map(boxes).sum();
    let judged = judge(&[examine(read(ESPIONAGE))]);
    assert_eq!((boxes, judged[0].verdict.checked.boxes), (217, 217));
}

#[test]
fn each_name_in_a_report_has_one_meaning() {
    use VerdictKind::{Damaged, Dishonest, Forfeit, Honest, Open};
    for kind in [Honest, Dishonest, Forfeit, Open, Damaged] {
        assert_eq!(VerdictKind::from_id(kind.id()), Some(kind));
    }
    for kind in [OutcomeKind::Win, OutcomeKind::Draw, OutcomeKind::Void] {
        assert_eq!(outcome_of(outcome_id(kind)), Some(kind));
    }
    assert_eq!((VerdictKind::from_id("fair"), outcome_of("loss")), (None, None));
}
