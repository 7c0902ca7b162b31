//! Cheats that only the reveal exposes: false counts, queued calls that never happened, illegal
//! setups.

use pbem::audit::{self, VerdictKind};
use pbem::rules::OutcomeKind;
use pbem::table::FindingKind::{FalseAnswer, IllegalMove, IllegalSetup, SealMismatch};
use pbem::table::{Finding, Intent};
use pbem::turnfile::{Turn, read};

use crate::cheats::table::{Attempt, Caught, Cheat};
use crate::cheats::{ALICE, BOB, Checkpoint, calling};
use crate::reference::{self, call, item};

pub(super) const CHEATS: &[Cheat] = &[
    Cheat(Attempt::FalseCount, "answering with a wrong number", || {
        false_count_is_found_at_the_end();
        Caught::Verify(FalseAnswer)
    }),
    Cheat(
        Attempt::Bluff,
        "queuing several calls, with a false one (a bluff) near the end; an earlier call in the \
         queue isn't a HIT, so the bluff is never made",
        || {
            uncalled_bluff_in_a_queue_is_found();
            Caught::Verify(IllegalMove)
        },
    ),
    Cheat(Attempt::IllegalSetup, "sealing too few or too many agents", || {
        wrong_number_of_agents_is_found();
        Caught::Verify(IllegalSetup)
    }),
    Cheat(
        Attempt::OtherSetup,
        "revealing a sheet that differs from the sealed one, or a different seed",
        || {
            revealing_another_setup_or_seed_is_found();
            Caught::Verify(SealMismatch)
        },
    ),
    Cheat(
        Attempt::NeverRevealing,
        "lying to an opponent who lies too, and then never revealing the sheet",
        || {
            no_one_wins_if_both_cheated();
            Caught::Verify(FalseAnswer)
        },
    ),
];

/// Plays bob's turn that answers alice's call in turn 3 falsely.
fn bob_says(table: &mut Checkpoint, count: &str) -> String {
    let entry = table.game.file.turns[2].moves[0].clone();
    let call = calling(table.of_alice("1"));
    table.game.cheat_unseen(call, |turn| count.clone_into(&mut turn.answer[0]));
    reference::squares()
        .find(|square| reference::call(*square) == entry)
        .map(item)
        .expect("a square")
}

#[test]
fn false_count_is_found_at_the_end() {
    for (truth, said) in [("1", "2"), ("2", "1"), ("2", "3"), ("2", "4"), ("3", "1")] {
        let mut table = Checkpoint::after_call(truth);
        let square = bob_says(&mut table, said);
        table.alice_wins();
        let finding = table.game.caught_at_the_end(BOB, 4, FalseAnswer);
        let words = (finding.item.as_deref(), finding.said.as_deref(), finding.truth.as_deref());
        assert_eq!(words, (Some(square.as_str()), Some(said), Some(truth)));
    }
}

#[test]
fn zero_told_as_a_count_is_found_at_the_end() {
    let mut table = Checkpoint::after_call("0");
    let asked = table.game.file.turns[2].moves[0].clone();
    let asked =
        reference::squares().find(|square| call(*square) == asked).map(item).expect("a square");
    let own = table.of_alice("1");
    let shown = [asked, item(own)];
    let salts = shown.each_ref().map(|square| table.game.salt(BOB, square)).to_vec();
    table.game.cheat_unseen(calling(own), |turn| {
        turn.answer[0] = "1".to_owned();
        turn.open = shown.map(|square| format!("{square} empty")).to_vec();
        turn.salts = salts;
    });
    table.alice_wins();
    table.game.caught_at_the_end(BOB, 4, FalseAnswer);
}

#[test]
fn lying_winner_loses() {
    let mut table = Checkpoint::new();
    table.idle(2);
    let call = calling(table.of_bob("1"));
    table.game.cheat_unseen(call, |turn| turn.answer[0] = "4".to_owned());
    table.alice_wins();
    let finding = table.game.caught_at_the_end(ALICE, 5, FalseAnswer);
    assert_eq!(finding.truth.as_deref(), Some("1"));
}

#[test]
fn lying_resigner_still_loses() {
    let mut table = Checkpoint::after_call("2");
    bob_says(&mut table, "1");
    let call = calling(table.of_bob("1"));
    table.game.step(call);
    table.game.step(Intent::Resign);
    table.game.step(Intent::Nothing);
    table.game.caught_at_the_end(BOB, 4, FalseAnswer);
}

#[test]
fn several_false_answers_are_listed_in_order() {
    let mut table = Checkpoint::after_call("2");
    bob_says(&mut table, "1");
    let next = calling(table.of_bob("2"));
    table.game.step(next);
    let call = calling(table.of_alice("1"));
    table.game.cheat_unseen(call, |turn| turn.answer[0] = "3".to_owned());
    table.alice_wins();
    let verdict = table.game.verdict();
    let found: Vec<(u32, &str)> = verdict
        .findings
        .iter()
        .map(|finding| (finding.turn, finding.said.as_deref().unwrap_or("")))
        .collect();
    assert_eq!(found, [(4, "1"), (6, "3")]);
    assert_eq!(verdict.result.expect("a result").winners, [ALICE]);
}

/// If both cheated, neither wins, not even by withholding a setup once the opponent is exposed.
#[test]
fn no_one_wins_if_both_cheated() {
    let mut table = Checkpoint::after_call("2");
    bob_says(&mut table, "1");
    let call = calling(table.of_bob("1"));
    table.game.cheat_unseen(call, |turn| turn.answer[0] = "4".to_owned());
    table.alice_wins();
    let turns = table.game.file.turns.len();

    let before = audit::verify(&read(table.game.cut(turns - 1).write().as_bytes()));
    assert_eq!(before.kind, VerdictKind::Dishonest);
    assert_eq!(before.findings.iter().map(|finding| finding.seat).collect::<Vec<_>>(), [BOB]);
    assert_eq!(before.result, None, "alice has not shown that she was honest");
    assert_eq!((before.due, before.missing_reveals), (Some(ALICE), vec![ALICE]));

    let after = table.game.verdict();
    assert_eq!(after.findings.iter().map(|finding| finding.seat).collect::<Vec<_>>(), [BOB, ALICE]);
    let result = after.result.expect("a result");
    assert_eq!((result.kind, result.winners), (OutcomeKind::Void, vec![]));
}

/// Alice queues a bluff after a call that isn't a HIT: the bluff is never called, but she signed
/// it.
#[test]
fn uncalled_bluff_in_a_queue_is_found() {
    for bluff in ["Bering 2", "Checkpoint Danger, Glacier 9"] {
        let mut table = Checkpoint::new();
        let first = calling(table.of_bob("1"));
        table.game.cheat_unseen(first, |turn| turn.moves.push(bluff.to_owned()));
        table.game.step(calling(table.of_alice("1")));
        table.alice_wins();
        let finding = table.game.caught_at_the_end(ALICE, 3, IllegalMove);
        assert!(finding.item.is_some_and(|item| item.contains(bluff)));
    }
}

/// Bob seals this setup, legal or not, and plays with it.
fn bob_hides(setup: &[&str]) -> Checkpoint {
    let mut table = Checkpoint::alone(&[]);
    let seals = reference::squares().map(item).map(|item| {
        let value = if setup.contains(&item.as_str()) { "agent" } else { "empty" };
        table.game.seal(BOB, &item, value)
    });
    let seals = seals.collect();
    table.game.cheat_unseen(Intent::Nothing, |turn| turn.setup = seals);
    table.game.players[1].setup = setup.iter().map(ToString::to_string).collect();
    table.bob = setup.iter().map(|square| reference::square(square)).collect();
    table
}

fn bob_resigns(mut table: Checkpoint) -> Finding {
    table.idle(1);
    table.game.step(Intent::Resign);
    table.game.step(Intent::Nothing);
    table.game.caught_at_the_end(BOB, 2, IllegalSetup)
}

#[test]
fn wrong_number_of_agents_is_found() {
    for setup in [&["A9", "D4", "E8"][..], &["A9", "D4", "E8", "G2", "G9"], &["D4"]] {
        bob_resigns(bob_hides(setup));
    }
    let all: Vec<String> = reference::squares().map(item).collect();
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    let mut table = bob_hides(&all);
    let call = Intent::Move("Arctic 1".to_owned());
    table.game.step(call);
    table.game.step(Intent::Nothing);
    let resigns = Intent::Resign;
    table.game.step(resigns);
    table.game.step(Intent::Nothing);
    table.game.caught_at_the_end(BOB, 2, IllegalSetup);
}

#[test]
fn legal_setup_is_not_a_breach() {
    let mut table = bob_hides(&["A1", "A2", "A3", "A4"]);
    table.alice_wins();
    assert_eq!(table.game.verdict().kind, VerdictKind::Honest);
}

/// Plays up to the turn in which bob, who has lost, must reveal.
fn before_bobs_reveal() -> (Checkpoint, Turn) {
    let mut table = Checkpoint::new();
    table.alice_wins();
    let at = table
        .game
        .file
        .turns
        .iter()
        .position(|turn| turn.seed.is_some())
        .expect("bob reveals a sheet");
    let mut shorter = Checkpoint::new();
    for turn in &table.game.file.turns[2..at] {
        shorter.game.mail(turn.clone()).expect("an honest turn");
    }
    (shorter, table.game.file.turns[at].clone())
}

/// Bob reveals a different setup than the sealed one; no one can see it on arrival.
fn bob_shows(change: impl FnOnce(&mut Turn)) {
    let (mut table, mut turn) = before_bobs_reveal();
    change(&mut turn);
    table.game.sign(&mut turn);
    let number = turn.number;
    table.game.mail(turn).expect("a sheet is compared with its seals by the audit alone");
    table.game.step(Intent::Nothing);
    table.game.caught_at_the_end(BOB, number, SealMismatch);
}

#[test]
fn revealing_another_setup_or_seed_is_found() {
    bob_shows(|turn| turn.reveal = ["A9", "D4", "E8", "G3"].map(str::to_owned).to_vec());
    bob_shows(|turn| turn.reveal = ["A9", "D4", "E8"].map(str::to_owned).to_vec());
    bob_shows(|turn| turn.reveal = ["A9", "D4", "E8", "G2", "G9"].map(str::to_owned).to_vec());
    bob_shows(|turn| turn.seed = Some([7; 32]));
}

#[test]
fn withheld_or_empty_reveal_is_caught() {
    let kinds = [IllegalMove, IllegalMove, IllegalMove, IllegalSetup, IllegalSetup, IllegalSetup];
    for (at, kind) in kinds.into_iter().enumerate() {
        let (mut table, mut turn) = before_bobs_reveal();
        let number = turn.number;
        match at {
            0 => (turn.seed, turn.reveal) = (None, Vec::new()),
            1 => turn.seed = None,
            2 => turn.reveal.clear(),
            3 => turn.reveal.reverse(),
            4 => turn.reveal[0] = "H1".to_owned(),
            _ => turn.reveal[0] = "Arctic 9".to_owned(),
        }
        table.game.sign(&mut turn);
        let read = table.game.mail(turn);
        table.game.caught(read, BOB, number, kind);
    }
}

#[test]
fn early_reveal_is_caught() {
    let mut table = Checkpoint::after_call("2");
    let (seed, setup) =
        (*table.game.players[1].seed.as_bytes(), table.game.players[1].setup.clone());
    let call = calling(table.of_alice("1"));
    let read = table.game.cheat(call, |turn| (turn.seed, turn.reveal) = (Some(seed), setup));
    table.game.caught(read, BOB, 4, IllegalMove);
}
