//! How well the bots play: `cargo bench --bench bots -- match KIND A B N SEED` plays N games by the
//! real rules, real turns and all, one bot of level A against bots of level B. Seats alternate, and
//! game i follows from SEED + i. What was measured stands in `benches/bots.md`.

#![expect(clippy::print_stdout, reason = "it is a report")]
#![expect(clippy::cast_precision_loss, reason = "shares of some thousands")]

use std::env;
use std::time::{Duration, Instant};

use pbem::games::Kind;
use pbem::rules::{Level, Seat};
use pbem::table::Intent;

#[path = "../tests/library/play.rs"]
#[expect(dead_code, reason = "the tests use more of it")]
mod play;

use play::{Game, bytes, fewest, of_kind};

fn main() {
    let words: Vec<String> = env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let ["match", kind, a, b, games, rest @ ..] = words.as_slice() else {
        println!("cargo bench --bench bots -- match KIND A B N [SEED [SEATS]]");
        return;
    };
    let number =
        |at: usize, usual: u64| rest.get(at).map_or(usual, |word| word.parse().expect("a number"));
    let kind = of_kind(kind);
    let seats = usize::try_from(number(1, fewest(kind) as u64)).expect("few seats");
    let games = games.parse().expect("a number of games");
    let played = Match { kind, seats, levels: [level(a), level(b)] }.play(games, number(0, 1));
    println!("{kind}, {a} against {b}, {games} games: {played}");
}

fn level(word: &str) -> Level {
    if word == "any" { Level::Any } else { Level::of(word).expect("easy, medium, hard or any") }
}

struct Match {
    kind: Kind,
    seats: usize,
    levels: [Level; 2],
}

/// What has come of a match, for the one of level A.
#[derive(Default)]
struct Played {
    won: u64,
    lost: u64,
    drawn: u64,
    turns: u64,
    moves: u32,
    time: Duration,
    slowest: Duration,
}

impl Match {
    fn play(&self, games: u64, seed: u64) -> Played {
        let mut played = Played::default();
        for nth in 0..games {
            self.game(nth, seed + nth, &mut played);
        }
        played
    }

    fn game(&self, nth: u64, seed: u64, played: &mut Played) {
        let mut game = Game::new(self.kind, self.seats, &[], seed);
        // Where the opener only answers, the others take turns.
        let (first, seats) = if self.seats > 2 { (1, self.seats - 1) } else { (0, self.seats) };
        let at = usize::try_from(nth).expect("few games") % seats + first;
        let of_a = Seat(u8::try_from(at).expect("few seats"));
        while let Some(due) = game.due() {
            let level = self.levels[usize::from(due != of_a)];
            let seed = bytes(seed, &format!("bot {}", game.turns()));
            let intent = Intent::Bot { level, seed: Some(seed) };
            let start = Instant::now();
            game.step(intent);
            let took = start.elapsed();
            if due == of_a {
                played.moves += 1;
                played.time += took;
                played.slowest = played.slowest.max(took);
            }
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

impl std::fmt::Display for Played {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let games = (self.won + self.lost + self.drawn) as f64;
        let share = (self.won as f64 + self.drawn as f64 / 2.0) / games;
        let error = (share * (1.0 - share) / games).sqrt();
        write!(
            f,
            "{} won, {} lost, {} drawn: {:.1} % (se {:.1}); {:.1} turns a game; a turn takes \
             {:.1} ms on average, {:.0} ms at most",
            self.won,
            self.lost,
            self.drawn,
            100.0 * share,
            100.0 * error,
            self.turns as f64 / games,
            1000.0 * self.time.as_secs_f64() / f64::from(self.moves.max(1)),
            1000.0 * self.slowest.as_secs_f64(),
        )
    }
}
