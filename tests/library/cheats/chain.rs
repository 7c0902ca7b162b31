//! The chain of turns: turns that were changed, lost or assembled wrongly are damage, and damage
//! accuses no one.

use std::collections::HashMap;

use pbem::audit::{self, VerdictKind};
use pbem::table::{DamageKind, Intent};
use pbem::turnfile::{END, Reading, Turn, TurnFile, read};

use super::{BOB, Checkpoint, calling, damaged};
use crate::mutations::short_games;
use crate::play::is_long_run;

/// Returns a game of ten turns that isn't decided.
fn ten_turns() -> Checkpoint {
    let mut table = Checkpoint::new();
    table.idle(8);
    table
}

#[test]
fn rewriting_an_earlier_turn_is_damage() {
    for at in [1, 3, 5] {
        let mut table = ten_turns();
        let mut turn = table.game.file.turns[at].clone();
        turn.note = Some("I never said that".to_owned());
        table.game.sign(&mut turn);
        table.game.file.turns[at] = turn;
        damaged(&table.game.file, u32::try_from(at).expect("small") + 2, DamageKind::BadChain);
    }
}

#[test]
fn rewriting_an_opponents_turn_is_damage() {
    let mut table = ten_turns();
    table.game.file.turns[4].answer[0] = "3".to_owned();
    damaged(&table.game.file, 5, DamageKind::BadSignature);
    // The forger's own signature doesn't help.
    let turn = &mut table.game.file.turns[4];
    turn.signature = table.game.players[1].identity.sign_turn(&turn.hash());
    damaged(&table.game.file, 5, DamageKind::BadSignature);
}

#[test]
fn edited_turn_with_its_old_signature_is_damage() {
    let change: [fn(&mut Turn); 5] = [
        |turn| turn.answer[0] = "3".to_owned(),
        |turn| turn.moves[0] = "Arctic 2".to_owned(),
        |turn| turn.open.swap(0, 1),
        |turn| turn.sent += chrono::Duration::days(1),
        |turn| turn.note = Some("hello".to_owned()),
    ];
    for change in change {
        let mut table = ten_turns();
        change(&mut table.game.file.turns[5]);
        damaged(&table.game.file, 6, DamageKind::BadSignature);
        // The last turn gets no special treatment.
        table.game.file.turns.truncate(6);
        damaged(&table.game.file, 6, DamageKind::BadSignature);
    }
}

#[test]
fn missing_doubled_or_swapped_turns_are_damage() {
    let with = |edit: fn(&mut Vec<Turn>), turn| {
        let mut table = ten_turns();
        edit(&mut table.game.file.turns);
        damaged(&table.game.file, turn, DamageKind::BadChain);
    };
    with(|turns| drop(turns.remove(4)), 5);
    with(|turns| drop(turns.remove(0)), 1);
    with(|turns| turns.insert(4, turns[4].clone()), 6);
    with(|turns| turns.swap(4, 5), 5);
}

#[test]
fn two_turns_with_one_parent_are_damage() {
    let mut table = ten_turns();
    // Bob signs another turn after bob's second-to-last one, and appends it.
    let mut turn = table.game.file.turns[9].clone();
    (turn.number, turn.note) = (11, Some("another".to_owned()));
    table.game.sign(&mut turn);
    table.game.file.turns.push(turn);
    damaged(&table.game.file, 11, DamageKind::BadChain);
}

#[test]
fn turns_of_another_game_are_damage() {
    let mut table = ten_turns();
    let mut other = Checkpoint::under(&[("days-per-turn", "13")]);
    other.idle(8);
    for at in [0, 1, 9] {
        let own =
            std::mem::replace(&mut table.game.file.turns[at], other.game.file.turns[at].clone());
        damaged(&table.game.file, u32::try_from(at).expect("small") + 1, DamageKind::BadChain);
        table.game.file.turns[at] = own;
    }
    table.game.file.game = other.game.file.game;
    damaged(&table.game.file, 1, DamageKind::BadChain);
}

/// A cheat gains nothing by damaging the file: the turns before the damage are still audited.
#[test]
fn damage_does_not_hide_an_earlier_breach() {
    let mut table = Checkpoint::after_call("2");
    let call = calling(table.of_alice("1"));
    let _ = table.game.cheat(call, |turn| turn.answer[0] = "HIT".to_owned());
    let mut more = table.game.file.turns.clone();
    more.push(table.game.bare(BOB));
    let verdict = audit::verify(&Reading {
        file: Some(TurnFile { turns: more, ..table.game.file.clone() }),
        fault: None,
    });
    assert_eq!(
        (verdict.kind, verdict.findings.len(), verdict.turns, verdict.intact),
        (VerdictKind::Dishonest, 1, 5, 4)
    );
}

/// The first breach counts: no later turn changes the table.
#[test]
fn turns_after_a_breach_are_ignored() {
    let mut table = Checkpoint::after_call("2");
    let call = calling(table.of_alice("1"));
    let first = table.game.cheat(call, |turn| turn.answer[0] = "HIT".to_owned());
    let mut more = table.game.bare(super::ALICE);
    more.moves = vec!["resign".to_owned()];
    table.game.sign(&mut more);
    assert_eq!(table.game.table.read(&more), first);
    assert_eq!(table.game.turns(), 4);
    assert_eq!(table.game.standing().breach.map(|finding| finding.seat), Some(BOB));
}

/// Anyone can cut off the end of a file. That leaves a game open and makes no one dishonest.
#[test]
fn file_cut_after_any_turn_is_open() {
    for (label, game) in short_games() {
        for turns in 1..game.file.turns.len() {
            let verdict = audit::verify(&read(game.cut(turns).write().as_bytes()));
            assert_eq!(
                (verdict.kind, verdict.exit_code()),
                (VerdictKind::Open, 3),
                "{label}, {turns} turns"
            );
            assert_eq!(verdict.findings, [], "{label}, {turns} turns");
            assert!(verdict.due.is_some(), "{label}, {turns} turns: somebody is named");
            let decided = game.file.turns[..turns].iter().any(|turn| turn.seed.is_some());
            assert!(decided || verdict.result.is_none(), "{label}, {turns} turns");
        }
    }
}

/// Cut at any byte, a file is never honest before its last line is complete, has no finding, and
/// contains no invented turn. It has all turns as soon as the last signature is complete.
#[test]
fn file_cut_at_any_byte_accuses_no_one() {
    let mut table = Checkpoint::after_call("2");
    let call = calling(table.of_alice("1"));
    table.game.step(call);
    table.game.step(Intent::Resign);
    table.game.step(Intent::Nothing);
    let text = table.game.file.write();
    let whole = text.rfind(']').expect("the end of the last signature");
    let end = text.rfind(END).expect("the last line") + END.len();
    let mut known: HashMap<(usize, bool), VerdictKind> = HashMap::new();
    let is_tried =
        |at: &usize| is_long_run() || at % 16 == 3 || at.abs_diff(whole) < 16 || at + 16 > end;
    for at in (0..=text.len()).filter(is_tried) {
        let reading = read(&text.as_bytes()[..at]);
        let turns = reading.file.as_ref().map_or(0, |file| file.turns.len());
        if let Some(file) = &reading.file {
            assert_eq!(
                (&file.game, &file.turns[..]),
                (&table.game.file.game, &table.game.file.turns[..turns]),
                "cut at {at}"
            );
        }
        let kind = *known.entry((turns, reading.fault.is_some())).or_insert_with(|| {
            let verdict = audit::verify(&reading);
            assert_eq!(verdict.findings, [], "cut at {at}");
            verdict.kind
        });
        assert_eq!(turns == table.game.file.turns.len(), at > whole, "cut at {at}: {turns} turns");
        assert_eq!(kind == VerdictKind::Honest, at >= end, "cut at {at}: {kind:?}");
    }
}
