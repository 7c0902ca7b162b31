//! Matches by the real rules, with real turns: one bot of level A against bots of level B. Seats
//! alternate, and game i follows from SEED + i. Each places its pieces as its level does.

use std::time::Duration;

use pbem::games::Kind;
use pbem::rules::{Level, Seat};
use pbem::table::Intent;

use crate::play::{Game, bytes, fewest};
use crate::stopwatch::Stopwatch;

pub(crate) struct Match<'a> {
    kind: Kind,
    seats: usize,
    levels: [Level; 2],
    set: Vec<(&'a str, &'a str)>,
}

/// Result of a match for the bot of level A.
#[derive(Default)]
pub(crate) struct Played {
    won: u64,
    lost: u64,
    drawn: u64,
    turns: u64,
    times: [Times; 2],
}

/// Times of one side's turns.
#[derive(Default)]
struct Times {
    turns: u32,
    all: Duration,
    slowest: Duration,
}

impl<'a> Match<'a> {
    pub(crate) fn new(
        kind: Kind,
        seats: Option<u64>,
        levels: [Level; 2],
        set: Vec<(&'a str, &'a str)>,
    ) -> Self {
        let seats = seats.map_or(fewest(kind), |seats| usize::try_from(seats).expect("few seats"));
        Match { kind, seats, levels, set }
    }

    pub(crate) fn play(&self, games: u64, seed: u64) -> Played {
        let mut played = Played::default();
        for nth in 0..games {
            self.game(nth, seed + nth, &mut played);
        }
        played
    }

    fn game(&self, nth: u64, seed: u64, played: &mut Played) {
        let mut game = Game::new(self.kind, self.seats, &self.set, seed);
        // If the opener only answers, the other players take turns.
        let (first, seats) = if self.seats > 2 { (1, self.seats - 1) } else { (0, self.seats) };
        let at = usize::try_from(nth).expect("few games") % seats + first;
        let of_a = Seat(u8::try_from(at).expect("few seats"));
        for keys in &mut game.players {
            keys.setup = game.table.place(keys, self.levels[usize::from(keys.seat != of_a)]);
        }
        while let Some(due) = game.due() {
            let side = usize::from(due != of_a);
            let seed = bytes(seed, &format!("bot {}", game.turns()));
            let intent = Intent::Bot { level: self.levels[side], seed: Some(seed) };
            let start = Stopwatch::start();
            game.step(intent);
            played.times[side].add(start.read());
        }
        played.turns += u64::from(game.turns());
        let outcome = game.standing().outcome.expect("the game is over");
        if outcome.winners.contains(&of_a) {
            played.won += 1;
        } else if outcome.winners.is_empty() {
            played.drawn += 1;
        } else {
            played.lost += 1;
        }
    }
}

impl Times {
    fn add(&mut self, took: Duration) {
        self.turns += 1;
        self.all += took;
        self.slowest = self.slowest.max(took);
    }
}

impl std::fmt::Display for Times {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mean = 1000.0 * self.all.as_secs_f64() / f64::from(self.turns.max(1));
        write!(f, "{mean:.1} ms, {:.0} ms at most", 1000.0 * self.slowest.as_secs_f64())
    }
}

impl std::fmt::Display for Played {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let games = (self.won + self.lost + self.drawn) as f64;
        let share = (self.won as f64 + self.drawn as f64 / 2.0) / games;
        // A draw is half a point, so points vary less than wins and losses would.
        let square = (self.won as f64 + self.drawn as f64 / 4.0) / games;
        let error = ((square - share * share) / games).sqrt();
        let [a, b] = &self.times;
        write!(
            f,
            "{} won, {} lost, {} drawn: {:.1} % (se {:.1}); {:.1} turns a game; a turn of the \
             first: {a}; of the second: {b}",
            self.won,
            self.lost,
            self.drawn,
            100.0 * share,
            100.0 * error,
            self.turns as f64 / games,
        )
    }
}
