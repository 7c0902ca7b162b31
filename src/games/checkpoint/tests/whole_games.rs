//! Whole random games: under any house rules, every game ends by a rule of the game.

use super::*;
use crate::games::conformance::{play, play_many};

fn ends_by_rule(set: &[(&str, &str)], games: u64) {
    let tally = play_many::<Checkpoint>(set, 2, games);
    let won = |seat: Seat| format!("{seat} found all four of {}'s agents", seat.other());
    assert_eq!(tally.keys().cloned().collect::<Vec<_>>(), [won(ALICE), won(BOB)], "{tally:?}");
    assert_eq!(tally.values().sum::<u32>(), u32::try_from(games).expect("few games"));
}

#[test]
fn games_end_with_default_rules() {
    ends_by_rule(&[], 200);
}

#[test]
fn with_bluffs() {
    ends_by_rule(&[("allow-danger-bluff", "true")], 50);
}

#[test]
fn with_repeats() {
    ends_by_rule(&[("allow-repeat-calls", "true")], 50);
}

#[test]
fn with_both() {
    ends_by_rule(&[("allow-repeat-calls", "true"), ("allow-danger-bluff", "true")], 50);
}

#[test]
fn a_rematch_begun_by_either() {
    for first in [ALICE, BOB] {
        for seed in 0..20 {
            let record = play::<Checkpoint>(&Options::default(), 2, Some(first), seed);
            let begun = record.taken.iter().find_map(|taken| match taken.step {
                Step::Moved { seat, .. } => Some(seat),
                _ => None,
            });
            assert_eq!(begun, Some(first));
            assert!(record.turns > 2);
        }
    }
}

#[test]
fn each_player_finds_the_agents_that_were_hidden() {
    let record = play::<Checkpoint>(&Options::default(), 2, None, 5);
    let winner = record.outcome.winners[0];
    let hits: Vec<Square> = record
        .taken
        .iter()
        .filter_map(|taken| match taken.step {
            Step::Answered { question, answer: Answer::Hit, .. } if question.to != winner => {
                Some(question.call.square)
            }
            _ => None,
        })
        .collect();
    let hidden = record.owns[winner.other()].setup.clone();
    assert_eq!(Network::new(hits), hidden);
}
