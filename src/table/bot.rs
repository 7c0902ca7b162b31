//! Seats that bots play.

use super::keys::Keys;
use super::plan::{Intent, Refusal};
use super::write::Writer;
use super::{Next, Table};
use crate::crypto::{self, Stream};
use crate::rules::{Due, Game, Hints, Level, Move, Policy, Setup, policy_at};
use crate::turnfile::{Bytes32, Moment};

impl<G: Game> Table<G> {
    /// Returns the random numbers of a bot for the next turn. They are derived from the secrets of
    /// the bot's seat. So no one else can predict them, and a bot that has to choose again after a
    /// crash makes the same move.
    fn numbers_of_bot(&self, keys: &Keys, purpose: &str) -> Stream {
        crypto::bot_numbers(&keys.seed, &self.id, self.writing(), purpose, &self.head.hash)
    }

    /// Returns the setup that a bot of this level chooses; empty if there is no such bot, or if the
    /// seat has no setup.
    pub(super) fn place(&self, keys: &Keys, level: Level) -> Vec<String> {
        let Some(policy) = policy_at::<G>(level) else { return Vec::new() };
        if G::Setup::help(&self.options, keys.seat).is_none() {
            return Vec::new();
        }
        let mut numbers = self.numbers_of_bot(keys, "setup");
        let setup = policy.place(&self.options, keys.seat, &mut numbers);
        setup.write(&self.options, keys.seat)
    }

    /// Suggests a good move, in typed form, for the seat with these keys: the choice of a bot of
    /// this level. Returns `None` if no move is due from the seat, or if the players have agreed to
    /// play without hints. `seed` is the source of random numbers in a demo.
    pub(super) fn suggest(
        &self,
        keys: &Keys,
        now: Moment,
        level: Level,
        seed: Option<Bytes32>,
    ) -> Option<String> {
        let ahead = self.ahead(keys, now);
        let Next::Play(seat, Due::Move(_)) = ahead.table.next() else { return None };
        if keys.seat != seat || self.hints == Hints::None {
            return None;
        }
        let own_numbers = || self.numbers_of_bot(keys, "suggestion");
        let mut numbers = seed.map_or_else(own_numbers, Stream::from_seed);
        let own = ahead.own?;
        let mv = policy_at::<G>(level)?.choose(ahead.table.observation(&own), &mut numbers);
        Some(mv.write().join("; "))
    }
}

impl<G: Game> Writer<'_, G> {
    /// Returns the bot that takes the turn and its random numbers; `None` if a player takes the
    /// turn.
    pub(super) fn bot(&self, table: &Table<G>) -> Option<(&'static dyn Policy<G>, Stream)> {
        let Some(Intent::Bot { level, seed }) = &self.intent else { return None };
        let numbers = match seed {
            Some(seed) => Stream::from_seed(*seed),
            None => table.numbers_of_bot(self.keys, "move"),
        };
        Some((policy_at::<G>(*level)?, numbers))
    }

    /// Whether the bot accepts the offered draw.
    pub(super) fn bot_accepts(&self, table: &Table<G>) -> Result<bool, Refusal> {
        let Some((bot, _)) = self.bot(table).filter(|_| table.may_accept(self.keys.seat)) else {
            return Ok(false);
        };
        Ok(bot.takes_draw(self.seen(table)?))
    }
}
