//! A bot against random setups, with real turns. The opponent only answers, and makes moves that
//! reveal nothing.

use std::collections::BTreeMap;

use pbem::games::Kind;
use pbem::rules::{Level, Seat};
use pbem::table::Intent;

use crate::play::{Game, bytes, moment};

/// Number of games, by length.
pub(crate) struct Found {
    what: &'static str,
    often: BTreeMap<u32, u32>,
}

pub(crate) fn found(kind: Kind, level: Level, games: u64, seed: u64) -> Found {
    let (what, one): (_, fn(Kind, Level, u64) -> u32) = match kind.id() {
        "checkpoint-danger" => ("misses before the fourth agent", misses),
        "spy" => ("rounds until one pattern is left", rounds),
        _ => panic!("alone in {kind} there is nothing to find"),
    };
    let mut often = BTreeMap::new();
    for seed in seed..seed + games {
        *often.entry(one(kind, level, seed)).or_default() += 1;
    }
    Found { what, often }
}

/// The bot opens; its opponent has a random setup.
const BOT: Seat = Seat::OPENER;

fn bot(game: &Game, level: Level, seed: u64) -> Intent {
    Intent::Bot { level, seed: Some(bytes(seed, &format!("bot {}", game.turns()))) }
}

/// If Danger calls may be bluffs and calls may be repeated, the opponent can call one square again
/// and again: neither side reveals anything.
fn misses(kind: Kind, level: Level, seed: u64) -> u32 {
    let set = [("allow-danger-bluff", "true"), ("allow-repeat-calls", "true")];
    let mut game = Game::new(kind, 2, &set, seed);
    let own = game.players[BOT.index()].setup.join(" ");
    let empty = (1..=9).map(|col| format!("Desert {col}"));
    let empty = empty.into_iter().find(|square| !own.contains(square.as_str())).expect("9 > 4");
    let mut misses = 0;
    while let Some(due) = game.due() {
        let intent = match due {
            BOT => bot(&game, level, seed),
            _ if game.standing().outcome.is_some() => Intent::Nothing,
            _ => Intent::Move(format!("danger {empty}")),
        };
        let turn = game.step(intent).expect("a turn");
        if due != BOT {
            misses += turn.answer.iter().filter(|answer| *answer != "HIT").count();
        }
    }
    u32::try_from(misses).expect("63 at most")
}

/// The opponent asks for one space in every round.
fn rounds(kind: Kind, level: Level, seed: u64) -> u32 {
    let mut game = Game::new(kind, 2, &[], seed);
    let mut rounds = 0;
    loop {
        let due = game.due().expect("no one has guessed");
        let intent =
            if due == BOT { bot(&game, level, seed) } else { Intent::Move("1A".to_owned()) };
        let turn = game.step(intent).expect("a turn");
        if due != BOT && !turn.answer.is_empty() {
            rounds += 1;
            let heat = game.table.heat(&game.players[BOT.index()], moment(0)).expect("a count");
            if heat.count == Some(1) {
                return rounds;
            }
        }
    }
}

impl std::fmt::Display for Found {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sum = |of: fn(f64) -> f64| -> f64 {
            let terms = self.often.iter();
            terms.map(|(value, often)| of(f64::from(*value)) * f64::from(*often)).sum()
        };
        let (games, mean) = (sum(|_| 1.0), sum(|value| value) / sum(|_| 1.0));
        let deviation = (sum(|value| value * value) / games - mean * mean).max(0.0).sqrt();
        let often = self.often.iter().map(|(value, often)| format!("{value}: {often}"));
        write!(
            f,
            "{mean:.3} {} (se {:.3}, sd {deviation:.2}); {}",
            self.what,
            deviation / games.sqrt(),
            often.collect::<Vec<_>>().join(", "),
        )
    }
}
