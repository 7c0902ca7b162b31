//! Games in progress, played once for all runs.

use std::cell::OnceCell;

use pbem::games::Kind;

use crate::meddle;
use crate::play::Game;

/// Numbers of turns of the games.
const TURNS: [usize; 8] = [0, 1, 2, 3, 4, 6, 8, 11];

/// Options for a small board, if the default one is slow.
fn small(kind: Kind) -> &'static [(&'static str, &'static str)] {
    match kind.id() {
        "espionage" => &[("size", "small"), ("draw-turns", "4")],
        "spy" => &[("rows", "7"), ("cols", "7")],
        _ => &[],
    }
}

/// All stages of all games, in this order.
pub fn all() -> Vec<Game> {
    let stages =
        |kind| TURNS.iter().map(move |turns| meddle::begun(kind, small(kind), *turns));
    Kind::published().flat_map(stages).collect()
}

/// Calls a function with the game of this number.
pub fn with<T>(number: u8, with: impl FnOnce(&Game) -> T) -> T {
    thread_local!(static STAGES: OnceCell<Vec<Game>> = const { OnceCell::new() });
    STAGES.with(|stages| {
        let stages = stages.get_or_init(all);
        with(&stages[usize::from(number) % stages.len()])
    })
}
