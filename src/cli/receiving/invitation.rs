//! Files of games in which the user has no seat yet.

use pbem::desk::ChainOrder;
use pbem::letters::Found;
use pbem::table::OpenGame;

use super::received::{ArrivalKind, GameArrival, ReceivedFiles, SetAside};
use crate::cli::context::Context;
use crate::cli::failure::CliError;
use crate::cli::games_dir::GamesDir;
use crate::cli::invitations::list::{is_stranger, reply};
use crate::cli::report::exit;
use crate::cli::turn_words;

/// Handles a file of a game in which the user has no seat. Saves it as an invitation if a seat is
/// open for the user; otherwise sets it aside.
pub(super) fn take_invitation(
    ctx: &mut Context,
    shelf: &GamesDir,
    received: &mut ReceivedFiles,
    found: &Found,
) -> Result<(), CliError> {
    let OpenGame { file, standing, .. } = &found.game;
    let file_stem =
        format!("{}-{}-turn{}", standing.kind, &standing.id.to_string()[..4], standing.turns());
    let text = file.write();
    let set_aside = |why| SetAside {
        place: &found.place,
        why,
        file_stem: &file_stem,
        text: &text,
        changed: None,
        exit: exit::BAD_FILE,
    };
    if ctx.desk()?.open_seats(&found.game)?.is_empty() {
        return received.aside(ctx, shelf, &set_aside("a game in which you are not playing"));
    }
    if shelf.has_declined(&found.game) {
        received.known += 1;
        return Ok(());
    }
    let (path, order) = shelf.place_of_invitation(&found.game)?;
    if order == ChainOrder::Unknown && is_stranger(ctx, &found.game)? && shelf.is_crowded() {
        return received.aside(
            ctx,
            shelf,
            &set_aside("you have too many invitations; decline one with pbem decline FILE"),
        );
    }
    match order {
        ChainOrder::Same => {
            received.known += 1;
            received.still_open.push(reply(ctx, &found.game)?.next());
        }
        ChainOrder::Older { .. } | ChainOrder::TakenBack { .. } => received.known += 1,
        ChainOrder::Differs { at } => {
            let why = format!("its turn {at} differs from the one in {}", path.display());
            return received.aside(ctx, shelf, &set_aside(&why));
        }
        ChainOrder::Newer { .. } | ChainOrder::Unknown => {
            let written = turn_words::write_newest(ctx, &path, file)?;
            let file_name = written
                .file_name()
                .map(|name| name.to_string_lossy().into_owned())
                .unwrap_or_default();
            let reply = reply(ctx, &found.game)?;
            let (since, now) = (known_turns(order, standing.turns()), ctx.now());
            let coming = GameArrival { since, name: file_name, how: ArrivalKind::Invitation, now };
            received.game(&found.game, coming, written, false, reply.next());
            if let Some(sent) = reply.same {
                received.below(&sent.words());
            }
        }
    }
    Ok(())
}

/// Returns the number of turns in the invitation that `receive` has saved before.
fn known_turns(order: ChainOrder, turns: u32) -> u32 {
    match order {
        ChainOrder::Newer { by } => turns.saturating_sub(by),
        _ => 0,
    }
}
