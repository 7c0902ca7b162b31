//! The command that starts a rematch.

use pbem::desk::{Series, first_of_next};

use crate::cli::context::Context;
use crate::cli::game_file::OpenFile;

/// The rematch command after a game of two, in which the other player begins. From the second game
/// on, it includes the score.
pub(crate) fn next_game(ctx: &mut Context, laid: &OpenFile) -> Option<String> {
    let [_, _] = laid.game.file.game.seats.as_slice() else { return None };
    laid.joined().next()?;
    let first = first_of_next(&laid.game.file, laid.game.standing.kind)?;
    let now = ctx.now();
    let Series { games, wins, drawn } = ctx.desk().ok()?.series(laid, now).ok()?;
    let next = format!("pbem rematch {}", laid.name());
    if games < 2 {
        return Some(format!("{next}      play again; {first} begins"));
    }
    let wins = wins.iter().map(|(who, count)| format!("{who} {count}"));
    let drawn = (drawn > 0).then(|| format!("{drawn} drawn"));
    let tally: Vec<String> = wins.chain(drawn).collect();
    Some(format!("{next}      {first} begins ({})", tally.join(", ")))
}
