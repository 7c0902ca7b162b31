//! Whole random games through the conformance tests.

use std::collections::BTreeMap;

use super::super::Espionage;
use crate::games::conformance::play_many;

/// Plays games. For each entry of `due`, checks that at least this many games end for a reason that
/// contains this text.
fn play(set: &[(&str, &str)], games: u64, due: &[(&str, u32)]) {
    let tally: BTreeMap<String, u32> = play_many::<Espionage>(set, 2, games);
    assert_eq!(tally.values().map(|count| u64::from(*count)).sum::<u64>(), games);
    for (part, least) in due {
        let count: u32 =
            tally.iter().filter(|(reason, _)| reason.contains(part)).map(|(_, count)| count).sum();
        assert!(count >= *least, "{part}: {tally:?}");
    }
}

#[test]
fn standard_games() {
    play(&[], 20, &[("Headquarters", 10)]);
}

#[test]
fn fast_games() {
    play(&[("moves-per-turn", "1"), ("draw-turns", "10")], 10, &[]);
}

#[test]
fn small_games() {
    play(&[("size", "small")], 80, &[("Headquarters", 20), ("no piece left", 5)]);
}

#[test]
fn small_fast_games_without_volcanoes() {
    play(&[("size", "small"), ("moves-per-turn", "1"), ("volcanoes", "none")], 20, &[("took", 5)]);
}

#[test]
fn games_with_thirty_pieces() {
    play(&[("army", "thirty")], 10, &[("took", 2)]);
}

#[test]
fn open_games() {
    play(&[("open", "true")], 10, &[]);
    play(&[("open", "true"), ("size", "small"), ("no-move", "lose")], 20, &[]);
}

#[test]
fn games_without_patience() {
    play(&[("draw-turns", "1")], 20, &[("no piece was removed in either player's last turn", 15)]);
}

#[test]
fn games_without_draw_turns_end_too() {
    play(&[("draw-turns", "none"), ("size", "small")], 10, &[]);
}
