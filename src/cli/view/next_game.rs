//! The command that starts a rematch.

use pbem::desk::{Series, first_of_next};

use crate::cli::context::Context;
use crate::cli::game_file::OpenFile;
use crate::cli::invitations::list::{Invitation, invitation_saved_like};
use crate::cli::next::Next;
use crate::cli::rematches::same_game;

/// Returns the command for a rematch. In a game of two, the other player begins, and after two or
/// more games, the explanation of the command includes the score.
pub(crate) fn next_game(ctx: &mut Context, loaded: &OpenFile) -> Option<Next> {
    loaded.joined().next()?;
    let header = &loaded.game.file.game;
    let is_duel = header.seats.len() == 2;
    // In a game of more than two, only the player who started it can start the next one.
    if !is_duel && !loaded.is_own(header.opened_by()) {
        return None;
    }
    // The rematch may have been started already.
    if same_game(ctx, header).ok()?.is_some() {
        return None;
    }
    if let Some(Invitation { from, reply, .. }) = invitation_saved_like(ctx, header).ok()? {
        return Some(reply.next().why(format!("{from} has invited you to the next game")));
    }
    let next = Next::command(format!("pbem rematch {}", loaded.name()));
    if !is_duel {
        return Some(next.why("play again"));
    }
    let first = first_of_next(&loaded.game)?;
    let now = ctx.now();
    let Series { games, wins, drawn } = ctx.desk().ok()?.series(loaded, now).ok()?;
    if games < 2 {
        return Some(next.why(format!("play again: {first} begins")));
    }
    let wins = wins.iter().map(|(who, count)| format!("{who} {count}"));
    let drawn = (drawn > 0).then(|| format!("{drawn} drawn"));
    let tally: Vec<String> = wins.chain(drawn).collect();
    Some(next.why(format!("{first} begins, score so far: {}", tally.join(", "))))
}
