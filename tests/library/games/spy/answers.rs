//! Questions and answers.

use pbem::table::FindingKind::{BadOpening, FalseAnswer, IllegalMove};
use pbem::table::{DamageKind, FindingKind, Intent};

use super::{
    BOBS, answer, around, cheat, idle, of_bob, on_arrival, order, set_openings, table, table_with,
    value,
};
use crate::cheats::table::{Attempt, Caught, Cheat};
use crate::cheats::{ALICE, BOB};
use crate::play::Game;

pub(super) const CHEATS: &[Cheat] = &[
    Cheat(Attempt::FalseAnswer, "answering warm or cold for a hot space", hot_denied),
    Cheat(Attempt::FalseAnswer, "answering hot for an empty space", hot_made_up),
    Cheat(Attempt::FalseAnswer, "answering cold for a warm space", warm_told_as_cold),
    Cheat(Attempt::FalseCount, "answering warm for a cold space", cold_told_as_warm),
    Cheat(
        Attempt::FalseAnswer,
        "answering one space of a row falsely, or not at all",
        row_with_a_false_space,
    ),
    Cheat(
        Attempt::FalseOpening,
        "opening only some of the spaces that prove a cold answer, or opening spaces that aren't \
         required",
        openings_not_due,
    ),
    Cheat(
        Attempt::IllegalMove,
        "using a numbered square twice, or using a number for which there is no square",
        numbered_squares,
    ),
    Cheat(Attempt::IllegalMove, "asking a malformed question", odd_questions),
    Cheat(Attempt::AskTwice, "asking two questions in one turn", two_questions),
    Cheat(Attempt::OutOfTurn, "asking a question out of turn", question_out_of_turn),
    Cheat(
        Attempt::OutOfTurn,
        "asking a question instead of giving the answer",
        question_instead_of_answer,
    ),
];

/// Alice asks in turn 3. Bob answers falsely in turn 4, with these openings, and is caught there.
fn bob_says(asked: &str, said: &str, openings: &[String], kind: FindingKind) -> Caught {
    let mut game = table();
    game.step(order(asked));
    let read = cheat(&mut game, order("10J"), |game, turn| {
        turn.answer = vec![said.to_owned()];
        set_openings(game, turn, openings);
    });
    on_arrival(&game, read, BOB, kind, 1)
}

/// Returns what an answer must open: by the setup, and by the answer itself.
fn proofs(asked: &str, said: &str) -> [Vec<String>; 2] {
    let items = if said == "cold" { around(asked) } else { vec![asked.to_owned()] };
    let says = if said == "hot" { "hot" } else { "blank" };
    [
        items.iter().map(|item| value(BOBS, item)).collect(),
        items.iter().map(|item| format!("{item} {says}")).collect(),
    ]
}

fn told_falsely(truth: &str, said: &str) -> Caught {
    for asked in of_bob(truth) {
        let [honest, false_] = proofs(&asked, said);
        bob_says(&asked, said, &honest, FalseAnswer);
        bob_says(&asked, said, &false_, BadOpening);
    }
    Caught::Arrival(FalseAnswer)
}

fn hot_denied() -> Caught {
    told_falsely("hot", "cold");
    told_falsely("hot", "warm")
}

fn hot_made_up() -> Caught {
    told_falsely("warm", "hot");
    told_falsely("cold", "hot")
}

fn warm_told_as_cold() -> Caught {
    told_falsely("warm", "cold")
}

/// No one can see this before the reveal. Alice resigns, but bob loses.
fn cold_told_as_warm() -> Caught {
    for asked in of_bob("cold") {
        let mut game = table();
        game.step(order(&asked));
        let opening = format!("{asked} blank");
        cheat(&mut game, order("10J"), |game, turn| {
            turn.answer = vec!["warm".to_owned()];
            set_openings(game, turn, &[opening]);
        })
        .expect("no one can see it yet");
        game.step(Intent::Resign);
        game.step(Intent::Nothing);
        let finding = game.caught_at_the_end(BOB, 4, FalseAnswer);
        assert_eq!(
            (finding.said.as_deref(), finding.truth.as_deref()),
            (Some("warm"), Some("cold"))
        );
        assert!(finding.item.is_some_and(|item| item.contains(&asked)));
    }
    Caught::Verify(FalseAnswer)
}

fn row_with_a_false_space() -> Caught {
    // Answers: hot hot hot warm cold.
    let row = ["5E", "5F", "5G", "5H", "5I"];
    let truths = row.map(|asked| answer(BOBS, asked));
    assert_eq!(truths, ["hot", "hot", "hot", "warm", "cold"]);
    for at in 0..row.len() {
        for said in ["hot", "warm", "cold"] {
            if said == truths[at] || (truths[at], said) == ("cold", "warm") {
                continue;
            }
            let mut game = table();
            game.step(order("5E-5I"));
            let mut answers = truths;
            answers[at] = said;
            let mut openings: Vec<String> = Vec::new();
            for (asked, said) in row.iter().zip(answers) {
                let fresh: Vec<String> = proofs(asked, said)[0]
                    .iter()
                    .filter(|opening| !openings.contains(opening))
                    .cloned()
                    .collect();
                openings.extend(fresh);
            }
            let read = cheat(&mut game, order("10J"), |game, turn| {
                turn.answer = answers.map(str::to_owned).to_vec();
                set_openings(game, turn, &openings);
            });
            on_arrival(&game, read, BOB, FalseAnswer, 1);
        }
    }
    for answers in [4, 6] {
        let mut game = table();
        game.step(order("5E-5I"));
        let read = cheat(&mut game, order("10J"), |_, turn| {
            turn.answer.resize(answers, "cold".to_owned());
        });
        on_arrival(&game, read, BOB, IllegalMove, 1);
    }
    // The end exposes the false warm.
    let mut game = table();
    game.step(order("5E-5I"));
    cheat(&mut game, order("10J"), |game, turn| {
        "warm".clone_into(&mut turn.answer[4]);
        set_openings(game, turn, &row.map(|item| value(BOBS, item)));
    })
    .expect("no one can see it yet");
    game.step(Intent::Resign);
    game.step(Intent::Nothing);
    game.caught_at_the_end(BOB, 4, FalseAnswer);
    Caught::Arrival(FalseAnswer)
}

fn openings_not_due() -> Caught {
    let asked = of_bob("cold").remove(0);
    let [due, _] = proofs(&asked, "cold");
    for left_out in 0..due.len() {
        let mut fewer = due.clone();
        fewer.remove(left_out);
        bob_says(&asked, "cold", &fewer, BadOpening);
    }
    let mut more = due.clone();
    more.push(value(BOBS, "10A"));
    bob_says(&asked, "cold", &more, BadOpening);
    let mut turned = due.clone();
    turned.reverse();
    bob_says(&asked, "cold", &turned, BadOpening);
    for odd in
        ["11A blank", "1K blank", "1A cold", "1A", "A1 blank", "guess-4 blank", "guess-0 blank"]
    {
        bob_says(&asked, "cold", &[odd.to_owned()], BadOpening);
    }
    Caught::Arrival(BadOpening)
}

/// Alice asks falsely in the next turn, and is caught.
fn alice_asks(game: &mut Game, moves: &[&str]) -> Caught {
    let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
    let read = cheat(game, order("1J"), |_, turn| turn.moves = moves);
    on_arrival(game, read, ALICE, IllegalMove, 1)
}

fn numbered_squares() -> Caught {
    let mut game = table();
    game.step(order("1A-1E"));
    game.step(order("10J"));
    alice_asks(&mut game, &["2A-2E"]);
    // There are two squares with a 2.
    let mut game = table();
    for row in ["1A-1B", "2A-2B"] {
        game.step(order(row));
        game.step(order("10J"));
    }
    alice_asks(&mut game, &["3A-3B"]);
    alice_asks(&mut table_with(&[("multi", "2,3")], |_| ()), &["1A-1D"]);
    alice_asks(&mut table_with(&[("multi", "2,3")], |_| ()), &["1A-5A"])
}

fn odd_questions() -> Caught {
    for odd in [
        "1K", "11A", "0A", "C4", "4c", "04C", "4F-4C", "4C-4C", "4C-5D", "1A-1F", "4C 4D",
        "4C-4D-4E", "pass", "decline", "guess 4C",
    ] {
        alice_asks(&mut table(), &[odd]);
    }
    Caught::Arrival(IllegalMove)
}

fn two_questions() -> Caught {
    alice_asks(&mut table(), &["4C", "4D"]);
    alice_asks(&mut table(), &["4C", "resign"]);
    alice_asks(&mut table(), &["4C", "4C"])
}

fn question_out_of_turn() -> Caught {
    let game = table();
    let mut turn = game.bare(BOB);
    turn.moves = vec!["4C".to_owned()];
    game.sign(&mut turn);
    game.not_taken(turn);
    // The answering player's turn isn't the asking player's.
    let mut game = table();
    game.step(order("4C"));
    let mut turn = game.bare(ALICE);
    turn.moves = vec!["4D".to_owned()];
    game.sign(&mut turn);
    game.not_taken(turn);
    Caught::Damage(DamageKind::BadChain)
}

fn question_instead_of_answer() -> Caught {
    for turns in [3, 5] {
        for instead in ["10J", "resign", "decline", "accept"] {
            let mut game = table();
            idle(&mut game, turns);
            let read = cheat(&mut game, order("10J"), |_, turn| {
                turn.answer.clear();
                turn.moves = vec![instead.to_owned()];
                (turn.open, turn.salts) = (Vec::new(), Vec::new());
            });
            on_arrival(&game, read, BOB, IllegalMove, 1);
        }
    }
    Caught::Arrival(IllegalMove)
}
