//! Whole random games.

use std::collections::BTreeMap;

use crate::games::conformance;
use crate::games::{EndedBy, Fact, Rules, Seat};

use super::super::Spy;
use super::options;

/// The small field has the same rules and far fewer networks.
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
fn an_agreed_beginner_begins() {
    for first in [Seat::OPENER, Seat::JOINER] {
        let record = conformance::play::<Spy>(&options(&SMALL), 2, Some(first), 5);
        assert!(!record.facts.iter().any(|fact| matches!(fact, Fact::Drawn { .. })));
        let begins = record
            .facts
            .iter()
            .find_map(|fact| if let Fact::Chose { seat, .. } = fact { Some(*seat) } else { None });
        assert_eq!(begins, Some(first));
    }
}

/// At the end every answer is that of the network shown, and both networks are shown.
#[test]
fn a_finished_game_proves_itself() {
    for seed in 0..20 {
        let record = conformance::play::<Spy>(&options(&SMALL), 2, None, seed);
        assert_eq!(record.outcome.ended_by, EndedBy::Board);
        let owns: Vec<_> = record.owns.iter().filter_map(|(_, own)| own.as_ref()).collect();
        let shown =
            record.facts.iter().filter(|fact| matches!(fact, Fact::Revealed { .. })).count();
        assert_eq!((owns.len(), shown), (2, 2));
        for fact in &record.facts {
            if let Fact::Answered { question, answer, .. } = fact {
                assert_eq!(Spy::truth(&record.start, &owns, question).as_ref(), Some(answer));
            }
        }
        let files = record.facts.iter().filter(|fact| matches!(fact, Fact::Chose { .. })).count();
        assert!(record.turns as usize <= files + 5, "no file without a purpose");
    }
}
