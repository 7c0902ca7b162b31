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
    /// Whether it was started before the other game.
    is_older: bool,
}

impl SameGame {
    /// Says that the user has this game, and which of two invitations to keep. The advice is the
    /// same for both players.
    pub(crate) fn words(&self) -> String {
        let SameGame { name, waits_for, is_older } = self;
        let Some(to) = waits_for else {
            return format!(
                "You already play {name}, a rematch with the same players and house rules."
            );
        };
        let keep = if *is_older {
            format!("keep {name}, which is older, and decline this invitation.")
        } else {
            format!("keep this invitation, which is older, and type  pbem decline {name}")
        };
        format!("You have invited {to} to the same game, {name}. If one game is enough: {keep}")
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

/// Returns a game in progress that is like this game: an invitation of the user, or a rematch.
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
            let is_older = (game.created, game.id()) < (header.created, header.id());
            return Ok(Some(SameGame { name: head.name, waits_for, is_older }));
        }
    }
    Ok(None)
}
