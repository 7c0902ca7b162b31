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

/// A game that the user has started, but that not everyone has joined.
#[derive(Debug)]
pub(crate) struct SentInvitation {
    /// The name of the game.
    pub name: String,
    /// The player who joins next.
    pub to: String,
}

impl SentInvitation {
    /// Says that two players have invited each other.
    pub(crate) fn words(&self) -> String {
        let SentInvitation { name, to } = self;
        format!("You have invited {to} to the same game: {name} is waiting for {to} to join.")
    }
}

/// Returns the user's own invitation to the same rematch as this invitation from another player.
pub(crate) fn crossed_rematch(
    ctx: &mut Context,
    invitation: &Header,
) -> Result<Option<SentInvitation>, CliError> {
    // Players may start several similar games at the same time. But if the header names the first
    // player, the game is probably a rematch, and a game has only one rematch.
    if invitation.first.is_none() { Ok(None) } else { sent_invitation(ctx, invitation) }
}

/// Returns the user's own invitation to a game like the one with this header.
pub(crate) fn sent_invitation(
    ctx: &mut Context,
    header: &Header,
) -> Result<Option<SentInvitation>, CliError> {
    for head in ctx.desk()?.heads()?.0 {
        if head.finished.is_some()
            || head.withdrawn
            || head.kind != header.kind
            || head.id == header.id()
        {
            continue;
        }
        let Ok(loaded) = OpenFile::of(ctx, head.clone()) else { continue };
        let standing = &loaded.game.standing;
        let joins = standing.expects == Expects::Join && alike(&loaded.game.file.game, header);
        if let Some(to) = standing.due_name().filter(|_| joins) {
            return Ok(Some(SentInvitation { name: head.name, to: to.to_owned() }));
        }
    }
    Ok(None)
}
