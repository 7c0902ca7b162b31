//! Whole games, checked by the conformance tests, and compared with a referee: a slow reference
//! that knows the chart and reads the log.

use std::collections::{BTreeMap, BTreeSet};

use super::setup::Holding;
use super::*;
use crate::games::conformance::Dice;
use crate::rules::{Numbers, OutcomeKind};

/// An event in the log of a game.
#[derive(Clone, Copy)]
enum Action {
    Call(u8, Dot),
    Leave(u8),
}

/// The referee's conclusion after all these events: the last answer, the next caller, and the
/// outcome.
#[derive(PartialEq, Debug)]
struct Judgement {
    answer: Option<&'static str>,
    next: Option<u8>,
    result: Option<Result<u8, &'static str>>,
}

/// Reads the whole log from the start and returns the referee's conclusion. Uses nothing else but
/// the chart and the options.
fn judge(table: &Table, seats: u8, log: &[Action]) -> Judgement {
    let options = &table.state.options;
    let mut houses: BTreeSet<Dot> = table.checker.setup.all(&Holding::House).copied().collect();
    let guns: BTreeSet<Dot> = table.checker.setup.all(&Holding::Gun).copied().collect();
    let mut cards: BTreeMap<u8, Vec<&'static str>> =
        (1..seats).map(|seat| (seat, Vec::new())).collect();
    let mut gone = BTreeSet::new();
    let mut called = BTreeSet::new();
    let mut since_news: Vec<Seat> = Vec::new();
    let (mut answer, mut result, mut last) = (None, None, 0);
    for action in log {
        assert!(result.is_none(), "no action after the end");
        match *action {
            Action::Leave(seat) => {
                gone.insert(seat);
                last = seat;
            }
            Action::Call(seat, dot) => {
                let said = if houses.remove(&dot) {
                    "HIT"
                } else if guns.contains(&dot) {
                    "GUN"
                } else {
                    "MISS"
                };
                let card = cards.get_mut(&seat).expect("a caller");
                card.push(said);
                let of = |sign: &str| card.iter().filter(|said| **said == sign).count();
                if of("GUN") == 3
                    || options
                        .miss_limit
                        .is_some_and(|limit| said == "MISS" && of("MISS") >= limit as usize)
                {
                    gone.insert(seat);
                }
                since_news.push(Seat(seat));
                if called.insert(dot) || said != "MISS" {
                    since_news.clear();
                }
                answer = Some(said);
                last = seat;
            }
        }
        let in_play: Vec<u8> = (1..seats).filter(|seat| !gone.contains(seat)).collect();
        let hits = |seat: &u8| cards[seat].iter().filter(|said| **said == "HIT").count();
        let quiet = |seat: &u8| since_news.iter().filter(|who| who.0 == *seat).count() >= 3;
        result = if let Some(winner) = in_play.iter().find(|seat| hits(seat) == 3) {
            Some(Ok(*winner))
        } else if in_play.is_empty() {
            Some(Err("every caller is out"))
        } else if options.last_survivor_wins && in_play.len() == 1 {
            Some(Ok(in_play[0]))
        } else if in_play.iter().all(|seat| hits(seat) + houses.len() < 3) {
            Some(Err("no caller can still reach three hits"))
        } else if matches!(action, Action::Call(..)) && in_play.iter().all(quiet) {
            Some(Err("three whole rounds in a row had only misses on known dots"))
        } else {
            None
        };
    }
    let next = if result.is_some() { None } else { next_after(last, seats, &gone) };
    Judgement { answer, next, result }
}

/// Returns the next seat after `last` that is a caller and isn't out.
fn next_after(last: u8, seats: u8, gone: &BTreeSet<u8>) -> Option<u8> {
    let around = (1..=seats).map(|step| (last + step) % seats);
    around.filter(|seat| *seat != 0).find(|seat| !gone.contains(seat))
}

fn pick<T: Copy>(dice: &mut Dice, items: &[T]) -> T {
    let numbers: &mut dyn Numbers = dice;
    *numbers.pick(items).expect("not empty")
}

#[test]
fn random_games_agree_with_a_referee() {
    let charts = [
        ("3", "4", "3", "3"),
        ("4", "5", "10", "10"),
        ("2", "9", "5", "4"),
        ("8", "9", "10", "10"),
        ("2", "30", "9", "12"),
    ];
    let mut endings: BTreeMap<String, u32> = BTreeMap::new();
    for seed in 0..600 {
        let mut dice = Dice(seed);
        let (letters, numbers, houses, guns) = pick(&mut dice, &charts);
        let limit = pick(&mut dice, &["none", "none", "4", "10"]);
        let last = pick(&mut dice, &["false", "false", "true"]);
        let set = [
            ("letters", letters),
            ("numbers", numbers),
            ("houses", houses),
            ("guns", guns),
            ("miss-limit", limit),
            ("last-survivor-wins", last),
        ];
        let seats = pick(&mut dice, &[3, 4, 5, 6, 7, 8, 9]);
        let options = conformance::options::<GameBox>(&set, seats);
        let setup = Layout::random(&options, CHECKER, &mut dice);
        let setup = setup.describe(&options, CHECKER);
        let mut table = Table::new(seats, &set, &setup);
        let dots: Vec<Dot> = table.state.options.chart.dots().collect();
        // Careless players call any dot; careful players keep calling the same few dots.
        let variety = pick(&mut dice, &[dots.len(), dots.len(), 4]);
        let mut log = Vec::new();
        while let Some(Seat(seat)) = table.on_turn() {
            let said = if dice.below(60) == 0 {
                if dice.below(2) == 0 {
                    table.resign();
                } else {
                    table.strike_out();
                }
                log.push(Action::Leave(seat));
                None
            } else {
                let dot = pick(&mut dice, &dots[..variety]);
                log.push(Action::Call(seat, dot));
                Some(table.call(&dot.to_string()).to_string())
            };
            let judged = judge(&table, seats, &log);
            if let Some(said) = said {
                assert_eq!(judged.answer, Some(said.as_str()));
            }
            assert_eq!(table.on_turn().map(|seat| seat.0), judged.next, "seed {seed}");
            let result = table.state.outcome.as_ref().map(|outcome| match outcome.kind {
                OutcomeKind::Win => Ok(outcome.winners[0].0),
                _ => Err(outcome.reason.as_str()),
            });
            assert_eq!(result, judged.result, "seed {seed}");
        }
        let outcome = table.state.outcome.clone().expect("it ended");
        *endings
            .entry(if outcome.kind == OutcomeKind::Win { "won".to_owned() } else { outcome.reason })
            .or_default() += 1;
    }
    assert_eq!(endings.len(), 4, "every ending is tried: {endings:?}");
}

/// Returns the number of games to play: `usual`, or another number with `PBEM_GAMES=200 cargo test
/// --release game_box`.
fn games(usual: u64) -> u64 {
    let games = std::env::var("PBEM_GAMES").ok();
    games.map_or(usual, |games| games.parse().expect("a number of games"))
}

#[test]
fn random_games_end_by_a_rule() {
    conformance::play_many::<GameBox>(&[], 5, games(12));
    for seats in [3, 9] {
        conformance::play_many::<GameBox>(&[], seats, games(3));
    }
    let set = [("miss-limit", "10"), ("last-survivor-wins", "true")];
    conformance::play_many::<GameBox>(&set, 4, games(6));
}

#[test]
fn charts_of_every_shape_are_played_to_the_end() {
    let shapes: [&[(&str, &str)]; 5] = [
        &[("letters", "10"), ("numbers", "10")],
        &[("letters", "1"), ("numbers", "99"), ("houses", "15"), ("guns", "15")],
        &[("letters", "26"), ("numbers", "4")],
        &[("letters", "5"), ("numbers", "24")],
        &[("letters", "1"), ("numbers", "3"), ("houses", "3"), ("guns", "0")],
    ];
    for set in shapes {
        conformance::play_many::<GameBox>(set, 4, games(1));
    }
}

#[test]
fn the_longest_game_stays_below_the_limit_of_turns() {
    // Before each new result, every caller repeats known misses until one more quiet round would
    // end the game.
    let set = [("letters", "8"), ("numbers", "16"), ("houses", "15"), ("guns", "15")];
    let options = conformance::options::<GameBox>(&set, 9);
    let help = Layout::help(&options, CHECKER).expect("the Checker hides");
    let mut table = Table::new(9, &set, &help.example.expect("an example"));
    let mut fresh: Vec<Dot> = table.state.options.chart.dots().collect();
    fresh.sort_by_key(|dot| table.checker.setup.at(*dot) != Holding::Empty);
    let mut fresh = fresh.into_iter();
    let stale = fresh.next().expect("a dot");
    table.call(&stale.to_string());
    let mut turns = 3;
    while let Some(seat) = table.on_turn() {
        let callers = table.state.order().len();
        let quiet: u32 = table.state.callers().map(|(_, caller)| caller.quiet).sum();
        let news = quiet as usize + 1 >= 3 * callers;
        let gun = *table.checker.setup.all(&Holding::Gun).next().expect("a gun");
        let lost = table
            .state
            .callers()
            .find(|(who, _)| *who == seat)
            .map_or(0, |(_, caller)| caller.lost);
        let dot = if !news {
            stale
        } else if lost < 2 {
            gun
        } else {
            fresh.next().unwrap_or(stale)
        };
        table.call(&dot.to_string());
        turns += 2;
    }
    assert!((5_000..12_000).contains(&turns), "{turns}");
}
