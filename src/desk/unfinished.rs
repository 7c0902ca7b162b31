//! Turns that were signed but aren't in their file, because the machine crashed or someone restored
//! an older copy of the file. pbem writes such a turn again unchanged and never signs another turn
//! with its number.

use super::Desk;
use super::error::DeskError;
use super::load::LoadedGame;
use super::store::Store;
use crate::table::{Intent, Plan};

impl<S: Store> Desk<S> {
    /// Whether `intent` asks for the last turn, which is missing from the incoming file. Always
    /// true for `Intent::Nothing`. For any other intent, false if no turn is missing or if the last
    /// turn isn't ours.
    pub fn was_signed(&self, loaded: &LoadedGame, intent: &Intent) -> Result<bool, DeskError> {
        let Some(signed) = loaded.game.file.turns.last().filter(|_| *intent != Intent::Nothing)
        else {
            return Ok(true);
        };
        let at = loaded.records.iter().position(|record| record.seat() == signed.seat);
        let (Some(at), Some(stale)) = (at, &loaded.stale) else { return Ok(false) };
        let plan = Plan::new(signed.sent, intent.clone());
        let composed = stale.game.table.compose(&self.keys(loaded, at)?, &plan);
        Ok(composed.is_ok_and(|(composed, _)| {
            composed.turn.moves == signed.moves && composed.turn.answer == signed.answer
        }))
    }

    /// Whether the user now asks for the last turn, which is missing from the incoming file. If our
    /// first turn is missing and `setup` is given, compares the setups. Otherwise, compares the
    /// moves with `typed`; an empty `typed` matches every turn. False if no turn is missing or if
    /// the last turn isn't ours.
    pub fn was_joined(&self, loaded: &LoadedGame, setup: Option<&[String]>, typed: &str) -> bool {
        let (Some(signed), Some(stale)) = (loaded.game.file.turns.last(), &loaded.stale) else {
            return false;
        };
        let record = loaded.records.iter().find(|record| record.seat() == signed.seat);
        let (Some(seat), Some(record)) = (loaded.game.file.game.seat(&signed.seat), record) else {
            return false;
        };
        match setup {
            Some(setup) if !stale.game.standing.joined(seat) => record.setup() == setup,
            _ => typed.is_empty() || signed.moves.join("; ") == typed,
        }
    }
}
