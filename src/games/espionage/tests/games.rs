//! Whole random games.

use std::collections::BTreeMap;

use super::super::Espionage;
use crate::games::conformance::play_many;

fn play(set: &[(&str, &str)], games: u64) -> BTreeMap<String, u32> {
    let tally = play_many::<Espionage>(set, 2, games);
    assert_eq!(tally.values().map(|count| u64::from(*count)).sum::<u64>(), games, "{tally:?}");
    tally
}

#[test]
fn whole_games_end_by_a_rule() {
    let tally = play(&[], 200);
    println!("{tally:?}");
}
