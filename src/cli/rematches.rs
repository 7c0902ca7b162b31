//! Games with the same kind, house rules and players: two people may invite each other to the same
//! game at the same time.

use std::collections::BTreeSet;

use pbem::crypto::GameId;
use pbem::table::Expects;
use pbem::turnfile::Header;

use crate::cli::context::Context;
use crate::cli::failure::CliError;
use crate::cli::game_file::OpenFile;
use crate::cli::games_dir::digits;
use crate::cli::next::Next;
use crate::cli::notices::unmailed;

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
    /// Whether the other players may have received this game.
    pub is_known: bool,
    /// Whether to keep this game and decline the other one: this game has begun, or the other
    /// player knows of it and it is older. So both players get the same advice.
    pub should_stay: bool,
    /// The command that declines the other game.
    decline: String,
    /// The command that takes back this game.
    take_back: String,
}

impl SameGame {
    /// Returns the command that leaves only one game, with an explanation.
    pub(crate) fn next(&self) -> Next {
        let SameGame { name, should_stay, decline, take_back, .. } = self;
        if *should_stay {
            Next::command(decline).why(format!("keep {name} instead"))
        } else {
            Next::command(take_back).why("keep the other invitation")
        }
    }

    /// Says that the user has this game, and which of two invitations to keep.
    pub(crate) fn words(&self) -> String {
        let SameGame { name, waits_for, should_stay, decline, take_back, .. } = self;
        let Some(to) = waits_for else {
            return format!(
                "You are already playing {name}, a rematch with the same players and house rules."
            );
        };
        let keep = if *should_stay {
            format!("keep {name}, which is older, and type  {decline}")
        } else {
            format!("keep this invitation, and type  {take_back}")
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
    if invitation.first.is_none() {
        return Ok(None);
    }
    let same = same_game(ctx, invitation)?;
    Ok(if same.is_some() && is_rematch(ctx, invitation)? { same } else { None })
}

/// Whether this game is a rematch: it follows a finished game with the same players and house
/// rules, and the file says who begins. Players may well start several games of the same kind, but
/// only one game is the next one.
pub(crate) fn is_rematch(ctx: &mut Context, header: &Header) -> Result<bool, CliError> {
    if header.first.is_none() {
        return Ok(false);
    }
    for head in ctx.desk()?.heads()?.0.into_iter().filter(|head| head.kind == header.kind) {
        let is_finished = head.finished.is_some();
        let Ok(OpenFile { loaded, .. }) = OpenFile::of(ctx, head) else { continue };
        let (game, is_over) = (&loaded.game.file.game, loaded.game.standing.due.is_none());
        if (is_finished || is_over) && game.created < header.created && alike(game, header) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns a game in progress that is like this game: an invitation of the user, or a rematch.
pub(crate) fn same_game(ctx: &mut Context, header: &Header) -> Result<Option<SameGame>, CliError> {
    for head in ctx.desk()?.heads()?.0 {
        let is_other = head.kind == header.kind && head.id != header.id();
        if !head.is_running() || !is_other {
            continue;
        }
        let Ok(loaded) = OpenFile::of(ctx, head.clone()) else { continue };
        let (game, standing) = (&loaded.game.file.game, &loaded.game.standing);
        let is_same = loaded.joined().next().is_some() && alike(game, header);
        let Some(due) = standing.due_name().filter(|_| is_same) else { continue };
        let (expects, name) = (standing.expects, head.name);
        let waits_for = (expects == Expects::Join).then(|| due.to_owned());
        if waits_for.is_some() || game.first.is_some() {
            let is_older = (game.created, game.id()) < (header.created, header.id());
            let is_known = unmailed(ctx, &loaded).is_none();
            let verb = if is_known { "decline" } else { "undo" };
            return Ok(Some(SameGame {
                should_stay: waits_for.is_none() || is_older && is_known,
                decline: format!("pbem decline {}", digits(&GameId(header.id()))),
                take_back: format!("pbem {verb} {name}"),
                name,
                waits_for,
                is_known,
            }));
        }
    }
    Ok(None)
}
