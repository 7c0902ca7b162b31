//! Bots: how a program moves, knowing what its seat knows and no more.

use super::{Game, Numbers, Private, Shown};

/// What one seat sees: the position, what has been shown to all, and its own secrets.
#[derive(Debug)]
pub struct Observation<'a, G: Game> {
    /// the position
    pub position: &'a G::Position,
    /// what has been shown of the setups
    pub shown: &'a Shown<G>,
    /// its own
    pub private: &'a Private<G>,
}

impl<G: Game> Copy for Observation<'_, G> {}

#[expect(clippy::expl_impl_clone_on_copy, reason = "derived, it would want a game to be `Copy`")]
impl<G: Game> Clone for Observation<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

/// A way to play.
pub trait Policy<G: Game>: Sync {
    /// Some legal move. Games between two of them must come to an end.
    fn choose(&self, seen: Observation<'_, G>, numbers: &mut dyn Numbers) -> G::Move;

    /// A move in place of the answer that is due, where the game allows one (Spy!: a guess).
    fn instead(&self, _seen: Observation<'_, G>, _numbers: &mut dyn Numbers) -> Option<G::Move> {
        None
    }

    /// Does it take the draw that was offered?
    fn takes_draw(&self, _seen: Observation<'_, G>) -> bool {
        false
    }
}
