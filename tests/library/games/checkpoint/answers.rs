//! False answers, false calls and false openings: everyone who reads the turn catches them.

use pbem::table::FindingKind::{BadOpening, FalseAnswer, IllegalMove};
use pbem::table::{Finding, FindingKind, Intent};
use pbem::turnfile::Turn;

use crate::cheats::table::{Attempt, Caught, Cheat};
use crate::cheats::{ALICE, BOB, Checkpoint, calling};
use crate::play::{Game, of_kind};
use crate::reference::{self, call, item, seen_from, square};

pub(super) const CHEATS: &[Cheat] = &[
    Cheat(Attempt::FalseAnswer, "answering with a number when the call is a HIT", || {
        denied_hit_is_caught();
        Caught::Arrival(FalseAnswer)
    }),
    Cheat(Attempt::FalseAnswer, "answering HIT or 0 when that isn't true", || {
        invented_hit_is_caught();
        invented_zero_is_caught();
        Caught::Arrival(FalseAnswer)
    }),
    Cheat(
        Attempt::FalseOpening,
        "opening the wrong squares, or only some of the required squares",
        || {
            wrong_openings_are_caught();
            Caught::Arrival(BadOpening)
        },
    ),
    Cheat(
        Attempt::FalseAnswer,
        "calling a square with one of the cheater's own agents, without calling \"danger\"",
        || {
            plain_call_of_the_callers_agent_is_caught();
            queued_plain_call_of_the_callers_agent_is_caught();
            Caught::Arrival(BadOpening)
        },
    ),
    Cheat(
        Attempt::FalseAnswer,
        "calling \"danger\" for a square without one of the cheater's own agents",
        || {
            danger_call_without_an_agent_is_caught();
            Caught::Arrival(BadOpening)
        },
    ),
    Cheat(
        Attempt::IllegalMove,
        "calling something that isn't a square, several squares instead of one, or no square",
        || {
            impossible_moves_are_caught();
            Caught::Arrival(IllegalMove)
        },
    ),
    Cheat(Attempt::AskTwice, "calling a square twice", || {
        repeated_call_is_caught();
        Caught::Arrival(IllegalMove)
    }),
    Cheat(Attempt::CopiedSeals, "copying the opponent's seals", || {
        copied_seals_are_caught();
        Caught::Arrival(BadOpening)
    }),
    Cheat(
        Attempt::IllegalSetup,
        "opening more agents during the game than the rules allow",
        || {
            revealing_more_agents_than_exist_is_caught();
            Caught::Arrival(IllegalMove)
        },
    ),
];

/// Alice calls a square with this answer. Bob answers falsely in turn 4 and is caught there.
fn bob_answers(
    truth: &str,
    change: impl FnOnce(&Checkpoint, &mut Turn),
    kind: FindingKind,
) -> Finding {
    let mut table = Checkpoint::after_call(truth);
    let mut turn = table.game.compose(calling(table.of_alice("1")));
    change(&table, &mut turn);
    table.game.sign(&mut turn);
    let read = table.game.mail(turn);
    table.game.caught(read, BOB, 4, kind)
}

fn asked_square(table: &Checkpoint) -> String {
    let call = &table.game.file.turns[2].moves[0];
    reference::squares()
        .find(|square| reference::call(*square) == *call)
        .map(item)
        .expect("a square")
}

/// Sets an opening of the turn, with the item's salt.
fn open(table: &Checkpoint, turn: &mut Turn, at: usize, item: &str, value: &str) {
    let seat = if turn.seat == "bob" { BOB } else { ALICE };
    turn.open[at] = format!("{item} {value}");
    turn.salts[at] = table.game.salt(seat, item);
}

fn push(table: &Checkpoint, turn: &mut Turn, item: &str, value: &str) {
    turn.open.push(String::new());
    turn.salts.push([0; 32]);
    let last = turn.open.len() - 1;
    open(table, turn, last, item, value);
}

#[test]
fn denied_hit_is_caught() {
    let said = |value: &'static str| {
        move |table: &Checkpoint, turn: &mut Turn| {
            turn.answer[0] = "2".to_owned();
            open(table, turn, 0, &asked_square(table), value);
            let square = table.of_alice("1");
            turn.moves = vec![call(square)];
            push(table, turn, &item(square), "empty");
        }
    };
    let finding = bob_answers("HIT", said("agent"), FalseAnswer);
    assert_eq!((finding.said.as_deref(), finding.truth.as_deref()), (Some("empty"), Some("agent")));
    assert!(finding.item.is_some());
    bob_answers("HIT", said("empty"), BadOpening);
}

#[test]
fn invented_hit_is_caught() {
    let hit = |value: &'static str| {
        move |table: &Checkpoint, turn: &mut Turn| {
            turn.answer[0] = "HIT".to_owned();
            turn.moves.clear();
            turn.open.truncate(1);
            turn.salts.truncate(1);
            open(table, turn, 0, &asked_square(table), value);
        }
    };
    let finding = bob_answers("2", hit("empty"), FalseAnswer);
    assert_eq!((finding.said.as_deref(), finding.truth.as_deref()), (Some("agent"), Some("empty")));
    bob_answers("2", hit("agent"), BadOpening);
}

#[test]
fn invented_zero_is_caught() {
    let zero = |truthful: bool| {
        move |table: &Checkpoint, turn: &mut Turn| {
            let asked = asked_square(table);
            let own = turn.open.pop().expect("the opening of bob's own call");
            let salt = turn.salts.pop().expect("its salt");
            turn.answer[0] = "0".to_owned();
            turn.open.clear();
            turn.salts.clear();
            for seen in seen_from(square(&asked)) {
                let agent = truthful && table.bob.contains(&seen);
                push(table, turn, &item(seen), if agent { "agent" } else { "empty" });
            }
            turn.open.push(own);
            turn.salts.push(salt);
        }
    };
    let finding = bob_answers("2", zero(true), FalseAnswer);
    assert_eq!((finding.said.as_deref(), finding.truth.as_deref()), (Some("empty"), Some("agent")));
    let finding = bob_answers("2", zero(false), BadOpening);
    assert!(finding.message.contains("does not match its seal"), "{}", finding.message);
    bob_answers("2", |_, turn| turn.answer[0] = "0".to_owned(), BadOpening);
}

#[test]
fn half_proved_zero_is_caught() {
    let mut table = Checkpoint::after_call("0");
    let honest = table.game.compose(calling(table.of_alice("1")));
    for left_out in 0..honest.open.len() - 1 {
        bob_answers(
            "0",
            |_, turn| {
                turn.open.remove(left_out);
                turn.salts.remove(left_out);
            },
            BadOpening,
        );
    }
}

#[test]
fn wrong_openings_are_caught() {
    bob_answers("2", |table, turn| open(table, turn, 0, "G9", "empty"), BadOpening);
    bob_answers("2", |table, turn| turn.salts[0] = table.game.salt(BOB, "G9"), BadOpening);
    bob_answers(
        "2",
        |table, turn| turn.salts[0] = table.game.salt(ALICE, &asked_square(table)),
        BadOpening,
    );
    bob_answers("2", |_, turn| turn.salts.swap(0, 1), BadOpening);
    bob_answers(
        "2",
        |_, turn| {
            turn.open.swap(0, 1);
            turn.salts.swap(0, 1);
        },
        BadOpening,
    );
    bob_answers(
        "2",
        |_, turn| {
            turn.open.remove(0);
            turn.salts.remove(0);
        },
        BadOpening,
    );
    bob_answers(
        "2",
        |_, turn| {
            turn.open.pop();
            turn.salts.pop();
        },
        BadOpening,
    );
    bob_answers("2", |table, turn| push(table, turn, "G9", "empty"), BadOpening);
    let again =
        |table: &Checkpoint, turn: &mut Turn| push(table, turn, &asked_square(table), "empty");
    bob_answers("2", again, BadOpening);
    for odd in ["H1 empty", "F6 full", "F6", "F6  empty", "f6 empty", " empty", "guess-4 empty"] {
        bob_answers("2", |_, turn| turn.open[0] = odd.to_owned(), BadOpening);
    }
}

#[test]
fn reopened_item_is_caught() {
    let mut table = Checkpoint::after_call("2");
    let (first, second) = (table.of_alice("1"), asked_square(&table));
    table.game.step(calling(first));
    let call = calling(table.of_bob("1"));
    table.game.step(call);
    // Bob opened that square when alice called it; now bob calls it.
    let mut turn = table.game.compose(calling(square(&second)));
    assert_eq!(turn.open.len(), 1, "bob's own square is known: {:?}", turn.open);
    push(&table, &mut turn, &second, "empty");
    table.game.sign(&mut turn);
    let read = table.game.mail(turn);
    table.game.caught(read, BOB, 6, BadOpening);
}

#[test]
fn impossible_answers_are_caught() {
    for odd in ["hit", "02", "5", "2 ", "two", "-", "HIT HIT"] {
        bob_answers("2", |_, turn| turn.answer[0] = odd.to_owned(), IllegalMove);
    }
    bob_answers("2", |_, turn| turn.answer.clear(), IllegalMove);
    bob_answers("2", |_, turn| turn.answer.push("1".to_owned()), IllegalMove);
    bob_answers("2", |_, turn| turn.moves.clear(), IllegalMove);
    bob_answers("HIT", |table, turn| turn.moves = vec![call(table.of_alice("1"))], IllegalMove);
}

/// Alice calls falsely in turn 3 and is caught there.
fn alice_calls(
    set: &[(&str, &str)],
    change: impl FnOnce(&Checkpoint, &mut Turn),
    kind: FindingKind,
) -> Finding {
    let mut table = Checkpoint::under(set);
    let mut turn = table.game.compose(calling(table.of_bob("1")));
    change(&table, &mut turn);
    table.game.sign(&mut turn);
    let read = table.game.mail(turn);
    table.game.caught(read, ALICE, 3, kind)
}

#[test]
fn plain_call_of_the_callers_agent_is_caught() {
    for set in [&[][..], &[("allow-danger-bluff", "true")]] {
        let plain = |value: &'static str| {
            move |table: &Checkpoint, turn: &mut Turn| {
                turn.moves = vec!["Bering 2".to_owned()];
                open(table, turn, 0, "B2", value);
            }
        };
        alice_calls(set, plain("empty"), BadOpening);
        let finding = alice_calls(set, plain("agent"), IllegalMove);
        assert_eq!(
            (finding.item.as_deref(), finding.truth.as_deref()),
            (Some("B2"), Some("agent"))
        );
    }
}

#[test]
fn danger_call_without_an_agent_is_caught() {
    let danger = |value: &'static str| {
        move |table: &Checkpoint, turn: &mut Turn| {
            turn.moves = vec!["Checkpoint Danger, Glacier 9".to_owned()];
            open(table, turn, 0, "G9", value);
        }
    };
    alice_calls(&[], danger("agent"), BadOpening);
    alice_calls(&[], danger("empty"), IllegalMove);
    // If bluffs are allowed, the words prove nothing, so nothing may be opened.
    alice_calls(&[("allow-danger-bluff", "true")], danger("empty"), BadOpening);
}

#[test]
fn impossible_moves_are_caught() {
    let moves = |moves: &[&str]| {
        let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
        move |_: &Checkpoint, turn: &mut Turn| turn.moves = moves
    };
    for odd in [
        "A1",
        "arctic 1",
        "Arctic 10",
        "Arctic  1",
        "Checkpoint Danger Arctic 1",
        "pass",
        "Resign",
        "claim",
        "{0} {1}",
    ] {
        alice_calls(&[], moves(&[odd]), IllegalMove);
    }
    alice_calls(&[], moves(&[]), IllegalMove);
    alice_calls(&[], moves(&["Arctic 1", "Arctic 1"]), IllegalMove);
    alice_calls(&[], moves(&["Arctic 1", "resign"]), IllegalMove);
    alice_calls(&[], moves(&["resign", "Arctic 1"]), IllegalMove);
    alice_calls(&[], moves(&["dispute sight 2 A1 A2"]), FindingKind::BadBox);
    let many: Vec<String> = reference::squares().map(call).collect();
    let finding = alice_calls(&[], |_, turn| turn.moves = many, IllegalMove);
    assert!(finding.item.is_some_and(|item| item.len() < 200), "a finding is for people to read");
}

#[test]
fn repeated_call_is_caught() {
    let mut table = Checkpoint::new();
    let square = table.of_bob("1");
    table.game.step(calling(square));
    let answer = calling(table.of_alice("1"));
    table.game.step(answer);
    let mut turn = table.game.compose(calling(table.of_bob("1")));
    let own = turn.open.len() - 1;
    turn.moves = vec![call(square)];
    turn.open.remove(own);
    turn.salts.remove(own);
    table.game.sign(&mut turn);
    let read = table.game.mail(turn);
    table.game.caught(read, ALICE, 5, IllegalMove);
}

/// A call queued after a HIT: it is opened in the caller's next file, which catches the caller.
#[test]
fn queued_plain_call_of_the_callers_agent_is_caught() {
    for value in ["empty", "agent"] {
        let mut table = Checkpoint::new();
        let hit = table.bob[0];
        table.game.cheat_unseen(calling(hit), |turn| turn.moves.push("Bering 2".to_owned()));
        let answer = calling(table.of_alice("1"));
        table.game.step(answer);
        assert_eq!(table.game.file.turns[3].answer.len(), 2, "bob answers both calls");
        let mut turn = table.game.bare(ALICE);
        turn.answer = vec!["1".to_owned()];
        let next = table.of_bob("1");
        turn.moves = vec![call(next)];
        push(&table, &mut turn, "B2", value);
        let called = table.game.file.turns[3].moves[0].clone();
        let called = reference::squares()
            .find(|square| call(*square) == called)
            .map(item)
            .expect("a square");
        push(&table, &mut turn, &called, "empty");
        push(&table, &mut turn, &item(next), "empty");
        table.game.sign(&mut turn);
        let read = table.game.mail(turn);
        table.game.caught(read, ALICE, 5, if value == "empty" { BadOpening } else { IllegalMove });
    }
}

#[test]
fn copied_seals_are_caught() {
    let mut table = Checkpoint::alone(&[]);
    let seals = table.game.file.turns[0].setup.clone();
    table.game.cheat_unseen(Intent::Nothing, |turn| turn.setup = seals);
    // Bob plays with a guess of alice's setup and can't open any of it.
    let call = calling(table.of_bob("1"));
    table.game.step(call);
    let mut turn = table.game.bare(BOB);
    turn.answer = vec!["1".to_owned()];
    turn.moves = vec![reference::call(table.of_alice("1"))];
    let square = asked_square(&table);
    push(&table, &mut turn, &square, "empty");
    push(&table, &mut turn, &item(table.of_alice("1")), "empty");
    table.game.sign(&mut turn);
    let read = table.game.mail(turn);
    table.game.caught(read, BOB, 4, BadOpening);
}

#[test]
fn revealing_more_agents_than_exist_is_caught() {
    let mut table = Checkpoint::alone(&[("allow-repeat-calls", "true")]);
    let five = ["A9", "D4", "E8", "G2", "G9"];
    let seals = reference::squares().map(item).map(|item| {
        let value = if five.contains(&item.as_str()) { "agent" } else { "empty" };
        table.game.seal(BOB, &item, value)
    });
    let seals = seals.collect();
    table.game.cheat_unseen(Intent::Nothing, |turn| turn.setup = seals);
    table.game.players[1].setup = five.map(str::to_owned).to_vec();
    for own in five.iter().take(4) {
        let call = calling(table.of_bob("1"));
        table.game.step(call);
        table.game.step(Intent::Move(format!("danger {own}")));
    }
    let call = calling(table.of_bob("1"));
    table.game.step(call);
    let mut turn = table.game.compose(calling(table.of_alice("1")));
    let at = turn.open.len() - 1;
    turn.moves = vec!["Checkpoint Danger, Glacier 9".to_owned()];
    open(&table, &mut turn, at, "G9", "agent");
    table.game.sign(&mut turn);
    let read = table.game.mail(turn);
    table.game.caught(read, BOB, 12, IllegalMove);
}

/// A seal is valid only in its own game, even if seed, seats and setup are the same in another.
#[test]
fn one_seed_in_two_games_is_caught() {
    let (one, other) = (
        Game::new(of_kind("checkpoint-danger"), 2, &[], 1),
        Game::new(of_kind("checkpoint-danger"), 2, &[("days-per-turn", "13")], 1),
    );
    for square in reference::squares().map(item) {
        assert_ne!(one.salt(BOB, &square), other.salt(BOB, &square));
        assert_ne!(one.seal(BOB, &square, "empty"), other.seal(BOB, &square, "empty"));
    }
}
