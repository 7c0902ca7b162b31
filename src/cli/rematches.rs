//! Games with the same kind, house rules and players: two people may invite each other to the same
//! game at the same time.

use std::collections::BTreeSet;

use pbem::table::Expects;
use pbem::turnfile::Header;

use crate::cli::context::Context;
use crate::cli::failure::CliError;
use crate::cli::game_file::OpenFile;

/// Whether both games have the same kind, house rules and players, in any order.
pub(crate) fn alike(a: &Header, b: &Header) -> bool {
    let [one, other] = [a, b].map(|header| {
        (&header.kind, &header.options, header.seats.iter().collect::<BTreeSet<_>>())
    });
    one == other
}

/// A game in progress with the same players and house rules as another one.
#[derive(Debug)]
pub(crate) struct SameGame {
    /// The name of the game.
    pub name: String,
    /// The player who joins next; `None` if the game has begun.
    pub waits_for: Option<String>,
}

impl SameGame {
    /// Says that the user has this game.
    pub(crate) fn words(&self) -> String {
        match self {
            SameGame { name, waits_for: Some(to) } => format!(
                "You have invited {to} to the same game: {name} is waiting for {to} to join."
            ),
            SameGame { name, waits_for: None } => {
                format!("You already play {name}, a rematch with the same players and house rules.")
            }
        }
    }
}

/// If another player's invitation is to a rematch, returns the user's own game that may be the same
/// rematch.
pub(crate) fn crossed_rematch(
    ctx: &mut Context,
    invitation: &Header,
) -> Result<Option<SameGame>, CliError> {
    // Players may well start several games of the same kind. But only one game is the next one.
    if invitation.first.is_none() { Ok(None) } else { same_game(ctx, invitation) }
}

/// Returns a game like this one that is in progress: an invitation of the user, or a rematch.
pub(crate) fn same_game(ctx: &mut Context, header: &Header) -> Result<Option<SameGame>, CliError> {
    for head in ctx.desk()?.heads()?.0 {
        let is_other = head.kind == header.kind && head.id != header.id();
        if head.finished.is_some() || head.withdrawn || !is_other {
            continue;
        }
        let Ok(loaded) = OpenFile::of(ctx, head.clone()) else { continue };
        let (game, standing) = (&loaded.game.file.game, &loaded.game.standing);
        let Some(due) = standing.due_name().filter(|_| alike(game, header)) else { continue };
        let waits_for = (standing.expects == Expects::Join).then(|| due.to_owned());
        if waits_for.is_some() || game.first.is_some() {
            return Ok(Some(SameGame { name: head.name, waits_for }));
        }
    }
    Ok(None)
}
