//! Saves plans, and finds the move that a plan provides now.

use super::Desk;
use super::error::DeskError;
use super::load::{LoadedGame, SavedState};
use super::plan::{Ahead, PlannedMove, TurnPlan};
use super::store::Store;
use super::transaction::Staged;
use crate::table::{Expects, Intent, Plan, Refusal};
use crate::turnfile::{Moment, Turn};

fn hash_of(turn: Option<&Turn>) -> String {
    turn.map(|turn| hex::encode(turn.hash())).unwrap_or_default()
}

impl LoadedGame {
    /// Returns the plan of our seat `at` if it still applies. It ends with the game.
    pub fn conditional(&self, at: usize) -> Option<&TurnPlan> {
        let record = self.records.get(at).filter(|_| !self.is_decided())?;
        let ahead = record.ahead.as_ref()?;
        (ahead.upon == hash_of(self.last_move(at))).then_some(&ahead.moves)
    }

    /// Whether the game is decided, so that no moves are left to plan.
    fn is_decided(&self) -> bool {
        let standing = &self.game.standing;
        standing.outcome.is_some() || standing.expects == Expects::Over
    }

    /// Returns the move that the plan provides now for our seat `at`. Returns `None` while a draw
    /// is offered, because a plan must not decline the offer.
    pub fn foreseen(&self, at: usize) -> Option<PlannedMove> {
        self.planned(at).filter(|_| self.game.standing.offer.is_none())
    }

    /// Returns the planned move if it is the turn of our seat `at`.
    fn planned(&self, at: usize) -> Option<PlannedMove> {
        let seat = self.records.get(at)?.seat();
        if self.game.standing.due_name() != Some(seat) {
            return None;
        }
        let (moves, later) = self.conditional(at)?.upon(self.answered(at).unwrap_or_default())?;
        Some(PlannedMove { moves: moves.to_owned(), later })
    }

    /// Describes the plan of our seat `at` for its player, including the move that the plan
    /// provides now.
    pub fn plan_words(&self, at: usize) -> String {
        let Some(moves) = self.conditional(at) else { return String::new() };
        let upon = self.answered(at).map_or_else(String::new, |answer| {
            format!(
                " after the answer \
            {answer}"
            )
        });
        let offered = self.game.standing.offer.is_some();
        let comes_to = match self.planned(at) {
            Some(planned) if offered => {
                format!(
                    " A draw is offered, so pbem hasn't made your planned move {}{upon}.",
                    planned.moves
                )
            }
            Some(foreseen) => format!(" Your next move is {}{upon}.", foreseen.moves),
            None if self.is_mine() => format!(" Your plan has no move{upon}, so it's your move."),
            None => String::new(),
        };
        format!("You have planned \"{moves}\".{comes_to}")
    }

    /// Returns the turn with the last move of our seat `at`.
    fn last_move(&self, at: usize) -> Option<&Turn> {
        let seat = self.records.get(at)?.seat();
        let mut turns = self.game.file.turns.iter().rev();
        turns.find(|turn| turn.seat == seat && !turn.moves.is_empty())
    }

    /// Returns the answer to the last move of our seat `at`. Finds another player's first turn
    /// after that move that contains answers, and returns the last of them. So if our turn contains
    /// several calls, returns the answer to the last call.
    pub fn answered(&self, at: usize) -> Option<&str> {
        let upon = self.last_move(at).map_or(0, |turn| turn.number);
        let seat = self.records.get(at)?.seat();
        let turns = self.game.file.turns.iter().skip_while(|turn| turn.number <= upon);
        let mut others = turns.filter(|turn| turn.seat != seat);
        others.find_map(|turn| turn.answer.last()).map(String::as_str)
    }

    /// Sets the plan of our seat `at`, or removes it if `moves` is `None`.
    pub(super) fn look_ahead(&mut self, at: usize, moves: Option<TurnPlan>) {
        let ahead = moves.map(|moves| Ahead { upon: hash_of(self.last_move(at)), moves });
        self.records[at].ahead = ahead;
    }
}

impl<S: Store> Desk<S> {
    /// Stages a plan that applies once our last move has been answered. If `moves` is `None`,
    /// stages the removal of the current plan.
    pub fn foresee(
        &self,
        loaded: &LoadedGame,
        at: usize,
        moves: Option<TurnPlan>,
    ) -> Result<Staged<SavedState>, DeskError> {
        let standing = &loaded.game.standing;
        let seat = self.keys(loaded, at)?.seat;
        if loaded.is_decided() {
            return Err(DeskError::Refused(Refusal::Over));
        }
        if moves.is_some() && standing.due == Some(seat) {
            return Err(DeskError::YourTurn);
        }
        if let Some(moves) = &moves {
            // Our last turn was only an answer, so no answer to it will come.
            if moves.is_conditional() && loaded.answered(at).is_some() {
                return Err(DeskError::BadPlan(
                    "your last move has been answered, so there is no answer to plan for".into(),
                ));
            }
            let keys = self.keys(loaded, at)?;
            moves.check(&loaded.game.table, &keys).map_err(DeskError::BadPlan)?;
        }
        let mut loaded = loaded.clone();
        loaded.look_ahead(at, moves);
        self.stage(&loaded)
    }

    /// Removes the plan if its current move is against the rules or has a warning, and returns that
    /// move and the reason.
    pub fn drop_impossible(
        &mut self,
        loaded: &mut LoadedGame,
        at: usize,
        now: Moment,
    ) -> Result<Option<(String, String)>, DeskError> {
        let Some(foreseen) = loaded.foreseen(at).filter(|_| !loaded.resigns(at)) else {
            return Ok(None);
        };
        let plan = Plan::new(now, Intent::Move(foreseen.moves.clone()));
        let why = match self.rehearse(loaded, at, &plan) {
            Err(DeskError::Refused(Refusal::Illegal { why, .. })) => why,
            Ok(_) => {
                let keys = self.keys(loaded, at)?;
                let Some(why) = loaded.game.table.preview(&keys, now, &foreseen.moves).warning
                else {
                    return Ok(None);
                };
                why
            }
            Err(_) => return Ok(None),
        };
        loaded.look_ahead(at, None);
        self.remember(loaded)?;
        Ok(Some((foreseen.moves, loaded.game.standing.names.fill(&why))))
    }

    /// Returns the intent of a turn for which the player gave no order: the planned move if a plan
    /// provides one now, and otherwise `Intent::Nothing`.
    pub(super) fn as_foreseen(
        &self,
        loaded: &LoadedGame,
        at: usize,
        now: Moment,
    ) -> Result<Intent, DeskError> {
        let Some(foreseen) = loaded.foreseen(at) else { return Ok(Intent::Nothing) };
        let keys = self.keys(loaded, at)?;
        match loaded.game.table.view(Some(&keys), now).expects {
            Expects::Move => Ok(Intent::Move(foreseen.moves)),
            _ => Ok(Intent::Nothing),
        }
    }
}
