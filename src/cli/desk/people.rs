//! Who sits at the table: keys are pinned to names when they are first seen, and a known name with
//! another key is refused.

use pbem::crypto::safety_number;

use super::Desk;
use crate::cli::context::Context;
use crate::cli::failure::{Failure, FailureKind};
use crate::vault::{AnotherKey, Met, VaultError};

impl Desk {
    /// Meets the players whose first turn is in this file but not among the first `known` turns.
    /// They are pinned when the desk is kept.
    pub(in crate::cli) fn meet(&mut self, ctx: &mut Context, known: u32) -> Result<(), Failure> {
        let first_turn = |name: &str| {
            self.game.file.turns.iter().find(|turn| turn.seat == name).map(|turn| turn.number)
        };
        let is_new = |name: &str| {
            first_turn(name).is_some_and(|number| number > known) && !self.is_own(name)
        };
        let new: Vec<_> =
            self.seats().filter(|seat| is_new(self.game.standing.names.of(*seat))).collect();
        if new.is_empty() {
            return Ok(());
        }
        let mut contacts = match self.met.take() {
            Some(contacts) => contacts,
            None => ctx.contacts()?,
        };
        let before = contacts.clone();
        for seat in new {
            let Some(key) = self.game.standing.key(seat) else { continue };
            let name = self.game.standing.names.of(seat);
            let mail = self.game.standing.player(seat).and_then(|player| player.mail.clone());
            match contacts.pin(
                name,
                key,
                Met { at: ctx.now(), game: Some(self.game.standing.id.0), mail },
            ) {
                Err(VaultError::AnotherKey(another)) => {
                    // Noted at once, so that it can be confirmed by its first digits.
                    ctx.vault_or_new()?.save_contacts(&contacts)?;
                    return Err(another_key(&another));
                }
                pinned => pinned?,
            };
        }
        self.met = (contacts != before).then_some(contacts);
        Ok(())
    }
}

fn another_key(another: &AnotherKey) -> Failure {
    let offered = safety_number(&another.offered);
    let name = &another.name;
    let since = format!("since {}", another.since.format("%-d %b %Y"));
    let message = format!(
        "this {name} is not the {name} you know. Nothing has been \
        written.\n{since:<20}{}\n{:<20}{offered}\n\
         A new computer, or somebody playing under that name: ask {name}, not by mail.",
        safety_number(&another.known),
        "in this file",
    );
    let group = offered.split(' ').next().unwrap_or_default();
    Failure::bad_file(FailureKind::AnotherKey, message)
        .then(format!("if it is {name},  pbem contact confirm {name} {group}"))
}
