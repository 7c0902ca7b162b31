//! Games of any length.

use pbem::games::Kind;
use pbem::table::{Intent, Plan};

use super::play::Game;

/// A game of Checkpoint: Danger! with this number of turns, in which two players call one square
/// again and again.
pub(crate) fn game(turns: u32) -> Game {
    let mut game = Game::new(Kind::Checkpoint, 2, &[("allow-repeat-calls", "true")], 7);
    while game.turns() < turns {
        if game.turns() < 2 {
            game.step(game.any());
            continue;
        }
        // A player with an agent there must call it as Danger.
        let due = game.due().expect("the game continues");
        let call = |word: &str| Intent::Move(format!("{word}{}", ["A1", "B1"][due.index()]));
        let plain = Plan::new(game.standing().last_sent, call(""));
        let own = game.table.compose(&game.players[due.index()], &plain).is_err();
        game.step(call(if own { "danger " } else { "" }));
    }
    game
}

/// Such a game with a resignation after this number of turns and both setups revealed, the maximum
/// to verify.
pub(crate) fn ended(turns: u32) -> Game {
    let mut game = game(turns);
    game.step(Intent::Resign);
    game.finish();
    game
}
