//! Files that came by mail, and when they arrived.

use super::Desk;
use super::chain::Hash;
use super::error::DeskError;
use super::load::{LoadError, LoadedGame};
use super::store::{ReadSet, Store};
use crate::letters::Arrivals;
use crate::table::OpenGame;
use crate::turnfile::Moment;

impl<S: Store> Desk<S> {
    /// Does the same as [`Desk::receive`] for a file that came by mail. `arrivals` says when turns
    /// arrived in the player's mailbox, if known.
    pub fn receive_mail(
        &mut self,
        game: OpenGame,
        arrivals: &Arrivals,
        now: Moment,
    ) -> Result<LoadedGame, DeskError> {
        let result = self.look_at_mail(game, None, arrivals, now);
        self.concluded(result)
    }

    pub(super) fn look_at_mail(
        &self,
        game: OpenGame,
        place: Option<String>,
        arrivals: &Arrivals,
        now: Moment,
    ) -> Result<LoadedGame, LoadError> {
        let mut base = ReadSet::new();
        let records = self.records_upon(&game.standing.id.0, &mut base)?;
        let arrived = |hash: &Hash| Some((*hash, *arrivals.get(hash)?));
        let arrivals = game.standing.hashes.iter().filter_map(arrived).collect();
        let bare = LoadedGame::bare(game, records, place);
        self.compare(LoadedGame { base, arrivals, ..bare }, now)
    }
}

impl LoadedGame {
    /// Returns when the last turn of `game` arrived, or `now` if the time of arrival isn't known.
    pub(super) fn arrived(&self, game: &OpenGame, now: Moment) -> Moment {
        let known = self.arrivals.get(&game.standing.head());
        // A mail server's clock can be wrong, but no turn arrives before its date.
        known.map_or(now, |at| (*at).max(game.standing.last_sent).min(now))
    }
}
