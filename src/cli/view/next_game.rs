//! The command that starts a rematch.

use pbem::desk::{Series, first_of_next};

use crate::cli::context::Context;
use crate::cli::game_file::OpenFile;
use crate::cli::invitations::list::{Invitation, invitations};
use crate::cli::rematches::{alike, same_game};

/// Returns the command for a rematch of a two-player game, in which the other player begins. After
/// two or more games, the explanation of the command includes the score.
pub(crate) fn next_game(ctx: &mut Context, loaded: &OpenFile) -> Option<String> {
    let [_, _] = loaded.game.file.game.seats.as_slice() else { return None };
    loaded.joined().next()?;
    let first = first_of_next(&loaded.game)?;
    // The rematch may have been started already.
    let header = &loaded.game.file.game;
    if same_game(ctx, header).ok()?.is_some() {
        return None;
    }
    let mut received = invitations(ctx).ok()?.into_iter();
    if let Some(Invitation { from, next, .. }) =
        received.find(|received| alike(&received.game.file.game, header))
    {
        return Some(format!("{next}      {from} has invited you to the next game"));
    }
    let now = ctx.now();
    let Series { games, wins, drawn } = ctx.desk().ok()?.series(loaded, now).ok()?;
    let next = format!("pbem rematch {}", loaded.name());
    if games < 2 {
        return Some(format!("{next}      play again; {first} begins"));
    }
    let wins = wins.iter().map(|(who, count)| format!("{who} {count}"));
    let drawn = (drawn > 0).then(|| format!("{drawn} drawn"));
    let tally: Vec<String> = wins.chain(drawn).collect();
    Some(format!("{next}      {first} begins (so far: {})", tally.join(", ")))
}
