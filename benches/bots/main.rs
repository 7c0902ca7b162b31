//! Strength of the bots, and tables computed from the rules. `benches/bots.md` and `docs/solver.md`
//! have the results.

#![expect(clippy::print_stdout, reason = "it is a report")]
#![expect(clippy::cast_precision_loss, reason = "shares of some millions")]

use std::env;

use pbem::rules::Level;

mod alone;
mod heat;
mod matches;
#[path = "../../tests/library/play.rs"]
#[expect(dead_code, reason = "the tests use other parts")]
mod play;
mod stopwatch;
mod table;

use play::of_kind;

const HELP: &str = "\
cargo bench --bench bots -- match KIND A B N [SEED [SEATS]] [OPTION=VALUE ..]
                            bots of levels A and B (easy, medium, hard, any) against each other
cargo bench --bench bots -- alone KIND LEVEL N [SEED]
                            one bot against setups at random, of checkpoint-danger or spy
cargo bench --bench bots -- heat KIND N [SEED]
                            how long heat maps take in N games
cargo bench --bench bots -- table [KIND]
                            the tables of docs/solver.md";

fn main() {
    let words: Vec<String> = env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let (set, words): (Vec<&str>, Vec<&str>) =
        words.iter().map(String::as_str).partition(|word| word.contains('='));
    let set: Vec<(&str, &str)> = set.iter().filter_map(|word| word.split_once('=')).collect();
    let report = match words.as_slice() {
        ["match", kind, a, b, games, rest @ ..] => {
            let seats = rest.get(1).map(|seats| number(seats));
            let between = matches::Match::new(of_kind(kind), seats, [level(a), level(b)], set);
            let played = between.play(number(games), first(rest));
            format!("{kind}, {a} against {b}, {games} games: {played}")
        }
        ["alone", kind, by, games, rest @ ..] => {
            let found = alone::found(of_kind(kind), level(by), number(games), first(rest));
            format!("{kind}, {by} alone, {games} setups: {found}")
        }
        ["heat", kind, games, rest @ ..] => {
            let drawn = heat::drawn(of_kind(kind), number(games), first(rest));
            format!("{kind}, {games} games: {drawn}")
        }
        ["table"] => table::all(),
        ["table", kind] => table::of(kind).unwrap_or_else(|| HELP.to_owned()),
        _ => HELP.to_owned(),
    };
    println!("{report}");
}

fn number(word: &str) -> u64 {
    word.parse().expect("a number")
}

/// The seed of the first game.
fn first(rest: &[&str]) -> u64 {
    rest.first().map_or(1, |word| number(word))
}

fn level(word: &str) -> Level {
    if word == "any" { Level::Any } else { Level::of(word).expect("easy, medium, hard or any") }
}
