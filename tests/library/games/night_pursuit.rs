//! The toy with secret moves: a thief who lies about the way, and guards who fly.

use pbem::table::FindingKind::{FalseAnswer, IllegalMove, SealMismatch};
use pbem::table::{HiddenMove, Intent};
use pbem::turnfile::Turn;

use super::Facts;
use crate::cheats::table::{Attempt, Caught, Cheat};
use crate::cheats::{ALICE, BOB};
use crate::longest::{HASH, Most, NONE};
use crate::play::{Game, of_kind};

pub(super) const FACTS: Facts = Facts {
    cheats: &[CHEATS],
    longest: &[
        Most("setup", NONE, (1, HASH)),
        Most("answer", (1, 5), NONE),
        Most("move", (1, 8), NONE),
        Most("seal", (1, HASH), NONE),
        Most("open", NONE, (1, 15)),
        Most("salts", NONE, (1, HASH)),
        Most("reveal", NONE, (1, 8)),
    ],
    ..Facts::NONE
};

const CHEATS: &[Cheat] = &[
    Cheat(Attempt::FalseCount, "answering `false` although the guard is there", || {
        denied_meeting_is_found();
        denied_meeting_is_found_after_a_resignation();
        Caught::Verify(FalseAnswer)
    }),
    Cheat(
        Attempt::Bluff,
        "naming a road other than the one taken, or going to a place without a road",
        || {
            false_road_is_found();
            place_out_of_reach_is_found();
            Caught::Verify(IllegalMove)
        },
    ),
    Cheat(Attempt::OtherSetup, "sealing a step to something that isn't a place", || {
        sealed_nonsense_is_found();
        Caught::Verify(SealMismatch)
    }),
    Cheat(
        Attempt::IllegalMove,
        "moving a guard without a road, or moving without sealing or showing the step",
        || {
            impossible_walks_are_caught();
            Caught::Arrival(IllegalMove)
        },
    ),
];

fn go(typed: &str) -> Intent {
    Intent::Move(typed.to_owned())
}

/// Alice starts at Abbey, and these moves follow.
fn walked(moves: &[&str]) -> Game {
    let mut game = Game::new(of_kind("night-pursuit"), 2, &[], 7);
    game.players[0].setup = vec!["Abbey".to_owned()];
    game.step(Intent::Nothing);
    for typed in moves {
        game.step(go(typed));
    }
    game
}

/// Seals this as alice's step instead of her real step.
fn seal(game: &mut Game, turn: &mut Turn, step: &str, road: &str, place: &str) {
    let (item, value) = (step.to_owned(), place.to_owned());
    turn.seal = Some(game.seal(ALICE, step, place));
    turn.moves = vec![road.to_owned()];
    game.players[0].hidden.retain(|hidden| hidden.item != step);
    game.players[0].hidden.push(HiddenMove { item, value });
}

/// The guard is where alice has gone, and she denies it in turn 5.
fn denied() -> Game {
    let mut game = walked(&["Exchange", "Bridge", "Bridge"]);
    let mut turn = game.compose(Intent::Nothing);
    assert_eq!(turn.answer, ["true"], "as the rules have it");
    turn.answer = vec!["false".to_owned()];
    (turn.open, turn.salts, turn.seed, turn.reveal) = Default::default();
    seal(&mut game, &mut turn, "step-2", "street", "Castle");
    game.sign(&mut turn);
    game.mail(turn).expect("no one can see it yet");
    game
}

#[test]
fn denied_meeting_is_found() {
    let mut game = denied();
    // The guard meets her at Castle.
    game.step(go("Castle"));
    game.step(Intent::Nothing);
    let finding = game.caught_at_the_end(ALICE, 5, FalseAnswer);
    let said = (finding.said.as_deref(), finding.truth.as_deref());
    assert_eq!(said, (Some("false"), Some("true")));
}

#[test]
fn denied_meeting_is_found_after_a_resignation() {
    let mut game = denied();
    game.step(Intent::Resign);
    game.step(Intent::Nothing);
    game.caught_at_the_end(ALICE, 5, FalseAnswer);
}

/// Returns a game in which alice has sealed her first step like this, and bob has resigned.
fn sealed(road: &str, place: &str) -> Game {
    let mut game = walked(&["Exchange"]);
    let mut turn = game.compose(go("Bridge"));
    seal(&mut game, &mut turn, "step-1", road, place);
    game.sign(&mut turn);
    game.mail(turn).expect("no one can see it yet");
    game.step(Intent::Resign);
    game.step(Intent::Nothing);
    game
}

#[test]
fn false_road_is_found() {
    for (road, place) in [("tunnel", "Bridge"), ("street", "Inn"), ("street", "Exchange")] {
        sealed(road, place).caught_at_the_end(ALICE, 3, IllegalMove);
    }
    assert_eq!(sealed("tunnel", "Inn").verdict().findings, [], "this is the road");
}

#[test]
fn sealed_nonsense_is_found() {
    sealed("street", "Nowhere").caught_at_the_end(ALICE, 3, SealMismatch);
}

/// In step 3 she is seen at a place to which no road leads.
#[test]
fn place_out_of_reach_is_found() {
    let mut game = walked(&["Inn", "Bridge", "Harbor", "Abbey", "Gate"]);
    let mut turn = game.compose(go("Docks"));
    turn.moves = vec!["Exchange".to_owned()];
    game.sign(&mut turn);
    game.mail(turn).expect("no one can see it yet");
    game.step(Intent::Resign);
    game.step(Intent::Nothing);
    game.caught_at_the_end(ALICE, 7, IllegalMove);
}

#[test]
fn impossible_walks_are_caught() {
    for to in ["Inn", "street", "Exchange", "bridge"] {
        let mut game = walked(&["Exchange", "Bridge"]);
        let mut turn = game.compose(go("Docks"));
        turn.moves = vec![to.to_owned()];
        game.sign(&mut turn);
        let read = game.mail(turn);
        game.caught(read, BOB, 4, IllegalMove);
    }
    for (to, is_sealed) in [("Bridge", true), ("Bridge", false), ("street", false), ("road", true)]
    {
        let mut game = walked(&["Exchange"]);
        let mut turn = game.compose(go("Bridge"));
        turn.moves = vec![to.to_owned()];
        turn.seal = turn.seal.filter(|_| is_sealed);
        game.sign(&mut turn);
        let read = game.mail(turn);
        game.caught(read, ALICE, 3, IllegalMove);
    }
}

/// Every answer in whole games, from the places that are revealed and sealed, walked on paper.
#[test]
fn answers_follow_from_the_places() {
    let mut answers = 0;
    for seed in 0..40 {
        let game = crate::play::finished(of_kind("night-pursuit"), 2, &[], seed);
        let hidden = &game.players[0].hidden;
        let sealed = |step: usize| hidden.iter().find(|part| part.item == format!("step-{step}"));
        let (mut step, mut at, mut guard) = (0, String::new(), String::new());
        for turn in &game.file.turns {
            if let [said] = turn.answer.as_slice() {
                assert_eq!(*said, (at == guard).to_string(), "seed {seed}, turn {}", turn.number);
                answers += 1;
            }
            let [moved] = turn.moves.as_slice() else { continue };
            if turn.seat == "bob" {
                guard.clone_from(moved);
            } else {
                step += 1;
                at = sealed(step).map_or_else(|| moved.clone(), |part| part.value.clone());
            }
        }
    }
    assert!(answers > 80, "{answers}");
}
