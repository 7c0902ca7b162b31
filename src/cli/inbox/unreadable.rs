//! Games whose record in the vault is damaged or gone.

use pbem::desk::{Desk, DeskError, Store};
use serde::Serialize;

use super::{lines, listed};
use crate::cli::context::Context;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::next::Next;
use crate::cli::report::exit;

/// A game that can't be listed, with the reason and the next step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Unreadable {
    /// The name of the game in the vault, or the first digits of its id; `None` if unknown.
    name: Option<String>,
    state: RecordState,
    why: String,
    next: Option<Next>,
}

/// The state of a record that pbem can't use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum RecordState {
    Damaged,
    /// The record is gone.
    Lost,
}

impl Unreadable {
    /// Creates the entry for a game whose record has this fault.
    pub(super) fn of(desk: &Desk<impl Store>, fault: DeskError) -> Unreadable {
        let name = match &fault {
            DeskError::Document { name, .. } => desk.name_in_damaged(name),
            _ => None,
        };
        Unreadable::damaged(name, fault.into())
    }

    /// Creates the entry for a game whose record is damaged or can't be opened.
    pub(super) fn damaged(name: Option<String>, failure: CliError) -> Unreadable {
        let next = failure.next.into_iter().next();
        Unreadable { name, state: RecordState::Damaged, why: failure.message, next }
    }

    /// Returns the error of a command that needs the game.
    pub(crate) fn failure(self) -> CliError {
        let Unreadable { name, why, next, .. } = self;
        let name = name.map(|name| format!("{name}: ")).unwrap_or_default();
        let failure = CliError::new(exit::TROUBLE, CliErrorKind::Vault, name + &why);
        next.into_iter().fold(failure, CliError::then)
    }

    /// Formats a warning: `esp-dan: games/1b30.alice.toml is damaged. Restore a good copy of it.`
    pub(crate) fn warning(&self) -> String {
        let name = self.name.as_ref().map(|name| format!("{name}: ")).unwrap_or_default();
        let next = self.next.as_ref().map(|next| format!(". {next}")).unwrap_or_default();
        format!("{name}{}{next}", self.why.trim_end_matches('.'))
    }
}

/// Returns a warning about a game whose record has this fault.
pub(crate) fn unreadable_record(ctx: &mut Context, fault: DeskError) -> Result<String, CliError> {
    Ok(Unreadable::of(ctx.desk()?, fault).warning())
}

/// Returns the games that the inbox can't list.
pub(crate) fn unreadable_games(ctx: &mut Context) -> Result<Vec<Unreadable>, CliError> {
    let (heads, faults) = ctx.desk()?.heads()?;
    let mut all = unreadable(ctx, faults)?;
    lines(ctx, &listed(heads, ctx.now()), &mut all);
    Ok(all)
}

/// Returns the games whose records have these faults, and the games whose records are gone.
pub(super) fn unreadable(
    ctx: &mut Context,
    faults: Vec<DeskError>,
) -> Result<Vec<Unreadable>, CliError> {
    let desk = ctx.desk()?;
    let mut all: Vec<Unreadable> =
        faults.into_iter().map(|fault| Unreadable::of(desk, fault)).collect();
    match desk.lost_seats() {
        Ok(lost) => all.extend(lost.into_iter().map(|(id, seat)| {
            let id: String = id.chars().take(4).collect();
            Unreadable {
                why: format!("the vault has lost its record of this game, in which you are {seat}"),
                next: Some(Next::advice(format!(
                    "Ask for the latest file of game {id}, and type  pbem receive FILE. Or restore \
                        a backup to another folder, which you choose with --home."
                ))),
                name: Some(id),
                state: RecordState::Lost,
            }
        })),
        Err(fault) => all.push(Unreadable::damaged(None, fault.into())),
    }
    Ok(all)
}
