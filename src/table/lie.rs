//! A turn with a false answer, as a player with a modified pbem could sign it. Demos and tests use
//! such turns.

use super::finding::TurnError;
use super::{Composed, Keys, Plan, Table};
use crate::rules::Game;

impl<G: Game> Table<G> {
    /// Composes the next turn of a seat with `said` as its first answer. If the lie contradicts a
    /// seal that the turn must open, or lacks its token, the turn ends there. Also returns the
    /// table after the turn, or why a reader rejects the turn. Returns `None` if the first step of
    /// the turn is no answer, or if `said` is the truth or can't be an answer.
    pub(crate) fn compose_lie(
        &self,
        keys: &Keys,
        plan: &Plan,
        said: &str,
    ) -> Option<(Composed, Result<Self, TurnError>)> {
        let seat = self.due().filter(|due| *due == keys.seat)?;
        let mut table = self.clone();
        let mut writer = table.writer(keys, plan).ok()?;
        writer.lie = Some(said.to_owned());
        table.begin(seat, &writer.turn, self.head.hash);
        // A reader says what is wrong with a turn that ends too early.
        let _ = table.play(seat, &mut writer);
        let composed = writer.sign(None, None);
        if composed.turn.answer.first().is_none_or(|first| first != said) {
            return None;
        }
        let mut read = self.clone();
        let result = read.read(&composed.turn);
        Some((composed, result.map(|()| read)))
    }
}
