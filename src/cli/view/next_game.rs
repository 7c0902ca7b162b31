//! The command that starts a rematch.

use pbem::desk::{Series, first_of_next};

use crate::cli::context::Context;
use crate::cli::game_file::OpenFile;
use crate::cli::invitations::list::{Invitation, invitation_saved_like};
use crate::cli::next::Next;
use crate::cli::rematches::same_game;

/// Returns the command for a rematch of a two-player game, in which the other player begins. After
/// two or more games, the explanation of the command includes the score.
pub(crate) fn next_game(ctx: &mut Context, loaded: &OpenFile) -> Option<Next> {
    let [_, _] = loaded.game.file.game.seats.as_slice() else { return None };
    loaded.joined().next()?;
    let first = first_of_next(&loaded.game)?;
    // The rematch may have been started already.
    let header = &loaded.game.file.game;
    if same_game(ctx, header).ok()?.is_some() {
        return None;
    }
    if let Some(Invitation { from, reply, .. }) = invitation_saved_like(ctx, header).ok()? {
        return Some(reply.next().why(format!("{from} has invited you to the next game")));
    }
    let now = ctx.now();
    let Series { games, wins, drawn } = ctx.desk().ok()?.series(loaded, now).ok()?;
    let next = Next::command(format!("pbem rematch {}", loaded.name()));
    if games < 2 {
        return Some(next.why(format!("play again; {first} begins")));
    }
    let wins = wins.iter().map(|(who, count)| format!("{who} {count}"));
    let drawn = (drawn > 0).then(|| format!("{drawn} drawn"));
    let tally: Vec<String> = wins.chain(drawn).collect();
    Some(next.why(format!("{first} begins (so far: {})", tally.join(", "))))
}
