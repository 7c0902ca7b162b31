//! Receives rulings, and copies for an arbiter.

use pbem::desk::{DeskError, RulingArrival, TakenRuling};
use pbem::letters::{Found, Search};

use super::leave_in_mail;
use super::received::{CopyJson, ReceivedFiles, RulingJson, SetAside};
use crate::cli::context::Context;
use crate::cli::failure::CliError;
use crate::cli::games_dir::GamesDir;
use crate::cli::next::Next;
use crate::cli::report::exit;

/// Stores the rulings that were found. Sets unusable rulings aside, with the reason.
pub(super) fn take(
    ctx: &mut Context,
    shelf: &GamesDir,
    search: &Search,
    received: &mut ReceivedFiles,
) -> Result<(), CliError> {
    let now = ctx.now();
    for (ruling, place) in &search.rulings {
        match ctx.desk()?.take_ruling(ruling, now) {
            Ok(staged) => {
                let taken_ruling = ctx.keep(staged)?;
                tell(received, &taken_ruling, ruling.number);
            }
            Err(DeskError::Ruling(fault)) => {
                let (why, text) = (fault.to_string(), ruling.write());
                let file_stem = format!("ruling-turn{}", ruling.number);
                let exit = exit::BAD_FILE;
                let set_aside = SetAside {
                    place,
                    why: &why,
                    file_stem: &file_stem,
                    text: &text,
                    changed: None,
                    exit,
                };
                received.aside(ctx, shelf, &set_aside)?;
            }
            Err(fault @ (DeskError::Document { .. } | DeskError::Store(_))) => {
                leave_in_mail(ctx, received, fault)?;
            }
            Err(trouble) => return Err(trouble.into()),
        }
    }
    Ok(())
}

fn tell(received: &mut ReceivedFiles, taken_ruling: &TakenRuling, number: u32) {
    let TakenRuling { name, seat, own, arrival } = taken_ruling;
    match arrival {
        RulingArrival::Known => {
            received.known += 1;
            return;
        }
        RulingArrival::Answered => received.body.lines(&format!(
            "{name}: the arbiter ruled that the time for turn {number} is up. But that turn has \
                arrived, so the ruling changes nothing."
        )),
        RulingArrival::New if *own => received.body.lines(&format!(
            "{name}: the arbiter ruled that your time for turn {number} is up. Your opponent can \
                claim the game now, and your turn may no longer count."
        )),
        RulingArrival::New => {
            received.body.lines(&format!(
                "{name}: the arbiter ruled that {seat}'s time for turn {number} is up."
            ));
            received.next.push(Next::command(format!("pbem claim {name}")));
        }
    }
    received.rulings.push(RulingJson {
        name: name.clone(),
        seat: seat.clone(),
        number,
        own: *own,
        state: if *arrival == RulingArrival::New { "new" } else { "answered" },
    });
}

/// Stores a copy of a game in which this vault is the arbiter.
pub(super) fn take_copy(
    ctx: &mut Context,
    received: &mut ReceivedFiles,
    found: &Found,
) -> Result<(), CliError> {
    let (desk, around) = ctx.at_desk()?;
    let staged = desk.watch(&found.game, around)?;
    let copy = ctx.keep(staged)?;
    if copy.new == 0 {
        received.known += 1;
        return Ok(());
    }
    let turn = found.game.standing.turns();
    let name = pbem::render::padded(&copy.name, 30);
    received.body.lines(&format!("{name} turn {turn:<4} a copy for you as the arbiter"));
    received.copies.push(CopyJson { name: copy.name, turns: turn });
    Ok(())
}
