//! Games on their way, played once and used again and again.

use std::cell::OnceCell;

use pbem::games::Kind;

use crate::meddle;
use crate::play::Game;

/// How many turns the games have that are played.
const TURNS: [usize; 8] = [0, 1, 2, 3, 4, 6, 8, 11];

/// All stages of all games, in this order.
pub fn all() -> Vec<Game> {
    let stages = |kind| TURNS.iter().map(move |turns| meddle::begun(kind, *turns));
    Kind::published().flat_map(stages).collect()
}

/// Does something with the game that a number stands for.
pub fn with<T>(number: u8, with: impl FnOnce(&Game) -> T) -> T {
    thread_local!(static STAGES: OnceCell<Vec<Game>> = const { OnceCell::new() });
    STAGES.with(|stages| {
        let stages = stages.get_or_init(all);
        with(&stages[usize::from(number) % stages.len()])
    })
}
