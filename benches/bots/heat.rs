//! Time for heat maps: for the player to move, before each turn of games between simple bots.

use std::time::Duration;

use pbem::games::Kind;

use crate::play::{Game, fewest, moment};
use crate::stopwatch::Stopwatch;

#[derive(Default)]
pub(crate) struct Drawn {
    maps: u32,
    all: Duration,
    /// time, number of the game, and turn
    slowest: Option<(Duration, u64, u32)>,
}

pub(crate) fn drawn(kind: Kind, games: u64, seed: u64) -> Drawn {
    let mut drawn = Drawn::default();
    for seed in seed..seed + games {
        let mut game = Game::new(kind, fewest(kind), &[], seed);
        while let Some(due) = game.due() {
            let start = Stopwatch::start();
            let heat = game.table.heat(&game.players[due.index()], moment(0));
            let took = start.read();
            if heat.is_ok() {
                drawn.maps += 1;
                drawn.all += took;
                drawn.slowest = drawn.slowest.max(Some((took, seed, game.turns() + 1)));
            }
            game.step(game.any());
        }
    }
    drawn
}

impl std::fmt::Display for Drawn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mean = 1000.0 * self.all.as_secs_f64() / f64::from(self.maps.max(1));
        write!(f, "{} heat maps, {mean:.1} ms on average", self.maps)?;
        let Some((took, seed, turn)) = self.slowest else { return Ok(()) };
        write!(f, ", {:.1} ms at most", 1000.0 * took.as_secs_f64())?;
        write!(f, " (game {seed}, before turn {turn})")
    }
}
