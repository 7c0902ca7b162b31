//! Whole games: through the conformance driver, and against a referee who knows the chart and reads
//! the game from its log.

use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::games::conformance::Dice;
use crate::rules::{EndedBy, Numbers, OutcomeKind};

/// What a referee at the table knows: the chart, and counters of wood.
struct Referee {
    options: Options,
    seats: u8,
    houses: BTreeSet<Dot>,
    guns: BTreeSet<Dot>,
    /// what was called back to each caller
    cards: BTreeMap<u8, Vec<&'static str>>,
    gone: BTreeSet<u8>,
    called: BTreeSet<Dot>,
    /// who has called since anything new came
    since_news: Vec<u8>,
    last: u8,
}

impl Referee {
    fn new(table: &Table, seats: u8) -> Referee {
        Referee {
            options: table.state.options.clone(),
            seats,
            houses: table.checker.setup.houses().iter().copied().collect(),
            guns: table.checker.setup.guns().iter().copied().collect(),
            cards: (1..seats).map(|seat| (seat, Vec::new())).collect(),
            gone: BTreeSet::new(),
            called: BTreeSet::new(),
            since_news: Vec::new(),
            last: 0,
        }
    }

    fn resigns(&mut self, seat: u8) {
        self.gone.insert(seat);
        if Some(seat) == next_after(self.last, self.seats, &self.gone, Some(seat)) {
            self.last = seat;
        }
    }

    fn calls(&mut self, seat: u8, dot: Dot) -> &'static str {
        let said = if self.houses.remove(&dot) {
            "HIT"
        } else if self.guns.contains(&dot) {
            "GUN"
        } else {
            "MISS"
        };
        self.cards.get_mut(&seat).expect("a caller").push(said);
        let limit = self.options.miss_limit.map(|limit| limit as usize);
        if self.count(seat, "GUN") == 3
            || limit.is_some_and(|limit| said == "MISS" && self.count(seat, "MISS") >= limit)
        {
            self.gone.insert(seat);
        }
        self.since_news.push(seat);
        if self.called.insert(dot) || said != "MISS" {
            self.since_news.clear();
        }
        self.last = seat;
        said
    }

    fn count(&self, seat: u8, sign: &str) -> usize {
        self.cards[&seat].iter().filter(|said| **said == sign).count()
    }

    /// How it came out. Rounds are counted after calls only.
    fn result(&self, resigned: bool) -> Option<Result<u8, &'static str>> {
        let in_play: Vec<u8> = (1..self.seats).filter(|seat| !self.gone.contains(seat)).collect();
        let hits = |seat: &u8| self.count(*seat, "HIT");
        let quiet =
            |seat: &u8| self.since_news.iter().copied().filter(|who| who == seat).count() >= 3;
        if let Some(winner) = in_play.iter().find(|seat| hits(seat) == 3) {
            Some(Ok(*winner))
        } else if in_play.is_empty() {
            Some(Err("every caller is out"))
        } else if self.options.last_survivor_wins && in_play.len() == 1 {
            Some(Ok(in_play[0]))
        } else if in_play.iter().all(|seat| hits(seat) + self.houses.len() < 3) {
            Some(Err("no caller can reach three hits any more"))
        } else if !resigned && in_play.iter().all(quiet) {
            Some(Err("three whole rounds brought nothing new"))
        } else {
            None
        }
    }

    fn next(&self) -> Option<u8> {
        next_after(self.last, self.seats, &self.gone, None)
    }
}

/// Goes around the table from `last` to the next seat that is still in; `even` counts as in.
fn next_after(last: u8, seats: u8, gone: &BTreeSet<u8>, even: Option<u8>) -> Option<u8> {
    let around = (1..=seats).map(|step| (last + step) % seats);
    around.filter(|seat| *seat != 0).find(|seat| !gone.contains(seat) || Some(*seat) == even)
}

fn pick<T: Copy>(dice: &mut Dice, items: &[T]) -> T {
    let numbers: &mut dyn Numbers = dice;
    *numbers.pick(items).expect("not empty")
}

/// A game with a chart and house rules at random.
fn any_table(dice: &mut Dice) -> (Table, u8) {
    let charts = [
        ("3", "4", "3", "3"),
        ("4", "5", "10", "10"),
        ("2", "9", "5", "4"),
        ("8", "9", "10", "10"),
        ("2", "30", "9", "12"),
    ];
    let (letters, numbers, houses, guns) = pick(dice, &charts);
    let set = [
        ("letters", letters),
        ("numbers", numbers),
        ("houses", houses),
        ("guns", guns),
        ("miss-limit", pick(dice, &["none", "none", "4", "10"])),
        ("last-survivor-wins", pick(dice, &["false", "false", "true"])),
    ];
    let seats = pick(dice, &[3, 4, 5, 6, 7, 8, 9]);
    let options = conformance::options::<GameBox>(&set, seats);
    let setup = Layout::random(&options, CHECKER, dice);
    (Table::new(seats, &set, &setup.describe(&options, CHECKER)), seats)
}

#[test]
fn random_games_go_as_a_referee_at_the_table_would_judge_them() {
    let mut endings: BTreeMap<String, u32> = BTreeMap::new();
    for seed in 0..600 {
        let mut dice = Dice(seed);
        let (mut table, seats) = any_table(&mut dice);
        let mut referee = Referee::new(&table, seats);
        let dots: Vec<Dot> = table.state.options.chart.dots().collect();
        // A careless table calls anything, a careful one repeats itself.
        let variety = pick(&mut dice, &[dots.len(), dots.len(), 4]);
        while let Some(Seat(seat)) = table.on_turn() {
            let resigns = dice.below(60) == 0;
            if resigns {
                let Seat(who) = pick(&mut dice, &table.state.order());
                table.resign(Seat(who));
                referee.resigns(who);
            } else {
                let dot = pick(&mut dice, &dots[..variety]);
                let said = table.call(&dot.to_string()).to_string();
                assert_eq!(said, referee.calls(seat, dot));
            }
            let judged = referee.result(resigns);
            let result = table.state.outcome.as_ref().map(|outcome| match outcome.kind {
                OutcomeKind::Win => Ok(outcome.winners[0].0),
                _ => Err(outcome.reason.as_str()),
            });
            assert_eq!(result, judged, "seed {seed}");
            let next = if judged.is_some() { None } else { referee.next() };
            assert_eq!(table.on_turn().map(|seat| seat.0), next, "seed {seed}");
        }
        let outcome = table.state.outcome.clone().expect("it ended");
        assert!(matches!(outcome.ended_by, EndedBy::Board | EndedBy::Resignation));
        let won = outcome.kind == OutcomeKind::Win;
        let ending = if won { "won".to_owned() } else { outcome.reason };
        *endings.entry(ending).or_default() += 1;
    }
    assert_eq!(endings.len(), 4, "every ending is tried: {endings:?}");
}

/// `PBEM_GAMES=200 cargo test --release game_box` plays more.
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
    // Every caller repeats known misses as long as the rule of three quiet rounds allows before
    // each bit of news.
    let set = [("letters", "8"), ("numbers", "16"), ("houses", "15"), ("guns", "15")];
    let options = conformance::options::<GameBox>(&set, 9);
    let help = Layout::help(&options, CHECKER).expect("the Checker hides");
    let mut table = Table::new(9, &set, &help.example.expect("an example"));
    let mut fresh: Vec<Dot> = table.state.options.chart.dots().collect();
    fresh.sort_by_key(|dot| table.checker.setup.at(*dot) != setup::Holding::Empty);
    let mut fresh = fresh.into_iter();
    let stale = fresh.next().expect("a dot");
    table.call(&stale.to_string());
    let mut turns = 3;
    while let Some(seat) = table.on_turn() {
        let callers = table.state.order().len();
        let quiet: u32 = table.state.callers().map(|(_, caller)| caller.quiet).sum();
        let news = quiet as usize + 1 >= 3 * callers;
        let gun = table.checker.setup.guns()[0];
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
