//! Whole random games.

use std::collections::BTreeMap;

use super::super::bot::Sensible;
use super::{ALICE, BOB, Spy, Table, options};
use crate::games::conformance;
use crate::rules::{EndedBy, Knowledge, Known, Policy, Position, Seat, Step};

/// Options for a small field, which has the same rules and far fewer networks.
const SMALL: [(&str, &str); 2] = [("rows", "7"), ("cols", "7")];

fn endings(tally: &BTreeMap<String, u32>, words: &str) -> u32 {
    tally.iter().filter(|(reason, _)| reason.contains(words)).map(|(_, count)| count).sum()
}

#[test]
fn random_games_end_in_every_way() {
    let tally = conformance::play_many::<Spy>(&SMALL, 2, 200);
    assert_eq!(tally.values().sum::<u32>(), 200);
    for words in
        ["has found the network", "has guessed wrong", "triple victory", "both have guessed wrong"]
    {
        assert!(endings(&tally, words) > 0, "{words}: {tally:?}");
    }
}

#[test]
fn short_games_end_by_the_last_word() {
    let set = [SMALL[0], SMALL[1], ("max-rounds", "3")];
    let tally = conformance::play_many::<Spy>(&set, 2, 60);
    assert!(endings(&tally, "all 3 rounds are over") > 0, "{tally:?}");
}

#[test]
fn games_with_more_lines_on_other_fields_end() {
    for set in [
        [("rows", "10"), ("cols", "10"), ("lengths", "1,2,3,4,5,6")],
        [("rows", "8"), ("cols", "7"), ("lengths", "1,1,2,3,4,5,6")],
        [("rows", "7"), ("cols", "16"), ("lengths", "5")],
    ] {
        let tally = conformance::play_many::<Spy>(&set, 2, 6);
        assert_eq!(tally.values().sum::<u32>(), 6);
    }
}

#[test]
fn an_agreed_beginner_asks_first() {
    for first in [Seat::OPENER, Seat::JOINER] {
        let record = conformance::play::<Spy>(&options(&SMALL), 2, Some(first), 5);
        let asks = record.taken.iter().find_map(|taken| {
            if let Step::Moved { seat, .. } = taken.step { Some(seat) } else { None }
        });
        assert_eq!(asks, Some(first));
    }
}

/// At the end, both networks are revealed, and every answer agrees with them.
#[test]
fn a_finished_game_proves_itself() {
    for seed in 0..20 {
        let record = conformance::play::<Spy>(&options(&SMALL), 2, None, seed);
        assert_eq!(record.outcome.ended_by, EndedBy::Board);
        let steps = || record.taken.iter().map(|taken| &taken.step);
        let shown = steps().filter(|step| matches!(step, Step::Revealed(_))).count();
        assert_eq!(shown, 2);
        let owns: Vec<_> = record.owns.iter().map(|(_, own)| own).collect();
        for step in steps() {
            if let Step::Answered { question, answer, .. } = step {
                let truth = record.start.truth(question, Known(&owns));
                assert_eq!(truth.as_ref(), Some(answer));
            }
        }
        let files = steps().filter(|step| matches!(step, Step::Moved { .. })).count();
        assert!(record.turns as usize <= files + 5, "no file without a purpose");
    }
}

#[test]
fn bot_rarely_guesses_instead_of_answering() {
    let mut table = Table::new(&[]);
    table.rounds(1);
    table.file(ALICE, "10J");
    let mut dice = conformance::Dice(4);
    let mut guesses = 0;
    for _ in 0..400 {
        if let Some(guess) = Sensible.instead(table.seen(BOB), &mut dice) {
            assert_eq!(table.state.check(BOB, &guess, &table.shown), Ok(()));
            guesses += 1;
        }
    }
    assert!((5..=40).contains(&guesses), "one in twenty: {guesses} of 400");
}
