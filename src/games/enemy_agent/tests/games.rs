//! Whole random games.

use crate::games::conformance;
use crate::games::enemy_agent::EnemyAgent;
use crate::games::enemy_agent::board::STANDARD;
use crate::rules::{Game, Level, Seat};

/// Plays games to the end, prints how often each rule ended a game, and returns the number of games
/// that a player won by bringing home a plan.
#[expect(clippy::print_stdout, reason = "--nocapture shows the numbers of endings of each kind")]
fn play(set: &[(&str, &str)], games: u64) -> u32 {
    let tally = conformance::play_many::<EnemyAgent>(set, 2, games);
    println!("{set:?}: {tally:#?}");
    tally.iter().filter(|(reason, _)| reason.contains("home")).map(|(_, count)| count).sum()
}

#[test]
fn two_hundred_random_games_end_by_a_rule() {
    assert!(play(&[], 200) > 100, "most end with a plan brought home");
}

#[test]
fn random_games_end_by_a_rule_with_other_house_rules() {
    play(&[("board", "short"), ("must-move", "true"), ("arrest-mandatory", "true")], 15);
    play(
        &[
            ("stop-card-ends-turn", "false"),
            ("failed-try-uses-person", "true"),
            ("sentry-safe", "true"),
        ],
        15,
    );
    play(
        &[("diagonal", "true"), ("colored-die", "3"), ("pass-cards", "1"), ("stop-cards", "9")],
        10,
    );
    play(&[("max-turns", "5")], 10);
}

/// These rules leave few legal turns, and bots must find a legal turn each time.
#[test]
fn bots_finish_games_under_strict_rules() {
    let strict = [("must-move", "true"), ("arrest-mandatory", "true")];
    let more = [("diagonal", "false"), ("diagonal", "true"), ("board", "short")];
    for seed in 0..conformance::games_under_drawn_rules() {
        let more = more[usize::try_from(seed % 3).expect("a small number")];
        let options = conformance::options::<EnemyAgent>(&[&strict[..], &[more]].concat(), 2);
        let level = if seed % 2 == 0 { Level::Hard } else { Level::Easy };
        // With seeds of 16 or more, the conformance test saves time by drawing the table only at
        // every eighth step.
        conformance::play_as::<EnemyAgent>(&options, 2, None, 16 + seed, level);
    }
}

#[test]
fn a_game_with_an_agreed_beginner_ends_too() {
    let options = conformance::options::<EnemyAgent>(&[], 2);
    let record = conformance::play::<EnemyAgent>(&options, 2, Some(Seat(1)), 3);
    assert!(record.turns > 4);
}

#[test]
fn the_manual_tells_every_option_and_draws_the_board() {
    for spec in EnemyAgent::options() {
        let row = format!("| `{}` | ", spec.name);
        let usual = format!("{}", spec.default).trim_matches(['[', ']']).to_owned();
        let row_of_option = EnemyAgent::PROFILE.manual.lines().find(|line| line.starts_with(&row));
        assert!(row_of_option.is_some_and(|line| line.contains(&usual)), "{} {usual}", spec.name);
    }
    for row in STANDARD
        .lines()
        .filter(|line| line.trim_start().starts_with(|sign: char| sign.is_ascii_digit()))
    {
        let (_, cells) = row.trim_start().split_once(' ').expect("a label");
        assert!(EnemyAgent::PROFILE.manual.contains(&format!("   {cells}")), "{row}");
    }
}
