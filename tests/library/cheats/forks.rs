//! Two turns of one number, signed with one key: proved by two files side by side.

use pbem::audit::{self, VerdictKind, forks};
use pbem::rules::{EndedBy, Seat};
use pbem::table::FindingKind;
use pbem::turnfile::{Bytes32, Turn, TurnFile, read};

use super::{ALICE, BOB, Checkpoint, calling};

/// What the two files prove together.
fn proved(one: &TurnFile, other: &TurnFile) -> Vec<(Seat, u32)> {
    let verdicts = [one, other].map(|file| audit::verify(&read(file.write().as_bytes())));
    let keys: Vec<_> = verdicts
        .iter()
        .map(|verdict| |seat: Seat| -> Option<Bytes32> { verdict.seats.get(seat.index())?.key })
        .collect();
    let [one_key, other_key] = keys.as_slice() else { panic!("two files") };
    let found =
        forks(&[(one, verdicts[0].intact, one_key), (other, verdicts[1].intact, other_key)]);
    for fork in &found {
        assert_eq!((fork.one, fork.other, fork.finding.kind), (0, 1, FindingKind::Fork));
    }
    found.into_iter().map(|fork| (fork.finding.seat, fork.finding.turn)).collect()
}

/// Bob's turn 4 in a file of its own, and another one of his.
fn two_files(change: impl FnOnce(&mut Turn)) -> (Checkpoint, TurnFile) {
    let mut table = Checkpoint::asked("2");
    let mut other = table.game.compose(calling(table.of_alice("1")));
    let call = calling(table.of_alice("1"));
    table.game.step(call);
    change(&mut other);
    table.game.sign(&mut other);
    let mut file = table.game.cut(3);
    file.turns.push(other);
    (table, file)
}

fn another_count(turn: &mut Turn) {
    "1".clone_into(&mut turn.answer[0]);
}

#[test]
fn two_answers_to_one_question() {
    let (mut table, other) = two_files(another_count);
    assert_eq!(proved(&table.game.file, &other), [(BOB, 4)]);
    // Neither file shows it alone, however long it is.
    assert_eq!(table.game.verdict().kind, VerdictKind::Open);
    table.idle(4);
    assert_eq!(proved(&table.game.file, &other), [(BOB, 4)]);
    assert_eq!(proved(&table.game.file, &table.game.cut(3)), []);
    assert_eq!(proved(&table.game.file, &table.game.file), []);

    let mut verdict = table.game.verdict();
    let fork = pbem::table::Finding {
        seat: BOB,
        turn: 4,
        kind: FindingKind::Fork,
        item: None,
        said: None,
        truth: None,
        message: "{1} signed two different turns 4".to_owned(),
    };
    verdict.add_fork(fork.clone());
    verdict.add_fork(fork);
    assert_eq!(
        (verdict.kind, verdict.findings.len(), verdict.exit_code()),
        (VerdictKind::Dishonest, 1, 1)
    );
    let result = verdict.result.expect("a result");
    assert_eq!((result.winners, result.ended_by), (vec![ALICE], EndedBy::Breach));
    assert_eq!(result.reason, "bob signed two different turns 4");
}

#[test]
fn the_first_turn_of_a_seat_made_twice() {
    let one = Checkpoint::new();
    let mut other = Checkpoint::alone(&[]);
    other.game.cheat_unseen(pbem::table::Intent::Nothing, |turn| turn.setup[0] = [7; 32]);
    assert_eq!(proved(&one.game.file, &other.game.file), [(BOB, 2)]);
}

#[test]
fn a_turn_dated_or_annotated_anew() {
    let (table, other) = two_files(|turn| turn.sent += chrono::Duration::days(3));
    assert_eq!(proved(&table.game.file, &other), []);
    let (table, other) = two_files(|turn| turn.note = Some("sorry".to_owned()));
    assert_eq!(proved(&table.game.file, &other), []);
    let (table, other) = two_files(|turn| turn.offer = Some("draw".to_owned()));
    assert_eq!(proved(&table.game.file, &other), [(BOB, 4)]);
}

#[test]
fn a_turn_taken_back() {
    let mut table = Checkpoint::asked("2");
    let first = table.game.compose(calling(table.of_alice("1")));
    let instead = first.hash();
    let mut file = table.game.cut(3);
    file.turns.push(first);
    let second = calling(table.of_alice("2"));
    let mut turn = table.game.compose(second);
    turn.instead = vec![instead];
    table.game.sign(&mut turn);
    table.game.mail(turn).expect("an honest turn");
    assert_eq!(proved(&table.game.file, &file), [], "the later names the earlier");
    assert_eq!(proved(&file, &table.game.file), []);

    // Another one that names neither is a fork with both.
    let (_, third) = two_files(|turn| turn.answer[0] = "3".to_owned());
    assert_eq!(proved(&table.game.file, &third), [(BOB, 4)]);
    assert_eq!(proved(&file, &third), [(BOB, 4)]);
}

#[test]
fn turns_of_different_keys() {
    // Somebody else has taken bob's seat in another copy of the file.
    let one = Checkpoint::new();
    let mut other = Checkpoint::alone(&[]);
    other.game.players[1].identity = pbem::crypto::Identity::from_bytes(&[7; 32]);
    other.game.step(pbem::table::Intent::Nothing);
    assert_eq!(proved(&one.game.file, &other.game.file), []);
}

#[test]
fn turns_of_different_games() {
    let mut one = Checkpoint::new();
    let mut other = Checkpoint::under(&[("days-per-turn", "13")]);
    one.idle(3);
    other.idle(4);
    assert_eq!(proved(&one.game.file, &other.game.file), []);
}

#[test]
fn a_turn_that_somebody_else_signed() {
    let (table, mut other) = two_files(another_count);
    let turn = other.turns.last_mut().expect("a turn");
    turn.signature = table.game.players[0].identity.sign_turn(&turn.hash());
    assert_eq!(proved(&table.game.file, &other), [], "alice cannot frame bob");
}

/// A breach is a signed turn too: who shows another one elsewhere has forked.
#[test]
fn a_breach_and_a_clean_turn() {
    let (table, other) = two_files(|turn| turn.answer[0] = "HIT".to_owned());
    assert_eq!(proved(&table.game.file, &other), [(BOB, 4)]);
}
