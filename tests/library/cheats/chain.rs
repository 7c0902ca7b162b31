//! The chain of turns: what was changed, lost or put together wrongly is damage, and damage accuses
//! nobody.

use std::collections::HashMap;

use pbem::audit::{self, VerdictKind};
use pbem::table::{DamageKind, Intent};
use pbem::turnfile::{END, Reading, Turn, TurnFile, read};

use super::{BOB, Checkpoint, calling, damaged};
use crate::mutations::short_games;
use crate::play::is_long_run;

/// A game of ten turns in which nothing is decided yet.
fn ten_turns() -> Checkpoint {
    let mut table = Checkpoint::new();
    table.idle(8);
    table
}

#[test]
fn an_earlier_turn_of_ones_own_rewritten() {
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
fn an_earlier_turn_of_the_others_rewritten() {
    let mut table = ten_turns();
    table.game.file.turns[4].answer[0] = "3".to_owned();
    damaged(&table.game.file, 5, DamageKind::BadSignature);
    // Signed with the key of whoever rewrote it, it is no better.
    let turn = &mut table.game.file.turns[4];
    turn.signature = table.game.players[1].identity.sign_turn(&turn.hash());
    damaged(&table.game.file, 5, DamageKind::BadSignature);
}

#[test]
fn an_edited_turn_with_its_old_signature() {
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
        // It may be the last turn as well.
        table.game.file.turns.truncate(6);
        damaged(&table.game.file, 6, DamageKind::BadSignature);
    }
}

#[test]
fn turns_missing_doubled_or_out_of_place() {
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
fn two_turns_with_one_parent() {
    let mut table = ten_turns();
    // Bob signs another turn upon the one before his last, and puts it behind.
    let mut turn = table.game.file.turns[9].clone();
    (turn.number, turn.note) = (11, Some("another".to_owned()));
    table.game.sign(&mut turn);
    table.game.file.turns.push(turn);
    damaged(&table.game.file, 11, DamageKind::BadChain);
}

#[test]
fn turns_of_another_game() {
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

/// A liar who damages his own file gains nothing: what comes before the damage is judged.
#[test]
fn damage_behind_a_breach() {
    let mut table = Checkpoint::asked("2");
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

/// The first breach is the one that counts: whatever is read after it, the table stays where it
/// ended.
#[test]
fn nothing_is_judged_after_a_breach() {
    let mut table = Checkpoint::asked("2");
    let call = calling(table.of_alice("1"));
    let first = table.game.cheat(call, |turn| turn.answer[0] = "HIT".to_owned());
    let mut more = table.game.bare(super::ALICE);
    more.moves = vec!["resign".to_owned()];
    table.game.sign(&mut more);
    assert_eq!(table.game.table.read(&more), first);
    assert_eq!(table.game.turns(), 4);
    assert_eq!(table.game.standing().breach.map(|finding| finding.seat), Some(BOB));
}

/// The end of a file can be cut off: that makes a game open, and a liar of nobody.
#[test]
fn a_file_cut_off_after_each_turn() {
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

/// At any byte: never honest before the line that ends it is whole, never a finding, never a turn
/// that was not there; and all turns are there as soon as the last signature is whole.
#[test]
fn a_file_cut_off_at_any_byte() {
    let mut table = Checkpoint::asked("2");
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
