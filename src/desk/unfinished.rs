//! Turns that were signed and did not reach their file: the machine died in between, or an older
//! copy of the file was put back. They are written as they were signed; another turn of that number
//! is never made.

use super::Desk;
use super::lay::LaidOut;
use super::store::Store;
use super::trouble::Trouble;
use crate::table::{Intent, Plan};

impl<S: Store> Desk<S> {
    /// Is this what was ordered when the last turn of a laid out game was signed, of which the file
    /// that came does not know yet? No order at all means: whatever it is.
    pub fn was_signed(&self, laid: &LaidOut, intent: &Intent) -> Result<bool, Trouble> {
        let Some(signed) = laid.game.file.turns.last().filter(|_| *intent != Intent::Nothing)
        else {
            return Ok(true);
        };
        let at = laid.records.iter().position(|record| record.seat() == signed.seat);
        let (Some(at), Some(stale)) = (at, &laid.stale) else { return Ok(false) };
        let plan = Plan::new(signed.sent, intent.clone());
        let asked = stale.game.table.compose(&self.keys(laid, at)?, &plan);
        Ok(asked.is_ok_and(|(asked, _)| {
            asked.turn.moves == signed.moves && asked.turn.answer == signed.answer
        }))
    }

    /// Is this the joining that was signed, with this setup, if one is given, or with this move? A
    /// setup that was drawn is none that is given.
    pub fn was_joined(&self, laid: &LaidOut, setup: Option<&[String]>, typed: &str) -> bool {
        let (Some(signed), Some(stale)) = (laid.game.file.turns.last(), &laid.stale) else {
            return false;
        };
        let record = laid.records.iter().find(|record| record.seat() == signed.seat);
        let (Some(seat), Some(record)) = (laid.game.file.game.seat(&signed.seat), record) else {
            return false;
        };
        match setup {
            Some(setup) if !stale.game.standing.joined(seat) => record.setup() == setup,
            _ => typed.is_empty() || signed.moves.join("; ") == typed,
        }
    }
}
