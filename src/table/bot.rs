//! Seats that bots play.

use super::keys::Keys;
use super::plan::{Intent, Refusal};
use super::touch::Ahead;
use super::write::Writer;
use super::{Next, Table};
use crate::crypto::{self, Stream};
use crate::rules::{Due, Game, Hints, Level, Move, Observation, Policy, Setup, Show, policy_at};
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

    /// Chooses a move, in typed form, for the seat with these keys, as a bot of this level would.
    /// Returns `None` if no move is due from the seat. `seed` is the source of random numbers.
    pub(super) fn choose(
        &self,
        keys: &Keys,
        now: Moment,
        level: Level,
        seed: Bytes32,
    ) -> Option<String> {
        let ahead = self.ahead(keys, now);
        let Next::Play(seat, Due::Move(_)) = ahead.table.next() else { return None };
        let own = ahead.own.as_ref().filter(|_| keys.seat == seat)?;
        let seen = ahead.table.observation(own);
        let mv = policy_at::<G>(level)?.choose(seen, &mut Stream::from_seed(seed));
        Some(mv.write().join("; "))
    }

    /// Returns moves to suggest to the seat with these keys, as typed, each with its effect: a good
    /// move, then moves of other kinds. If the players have agreed to play without advice, only
    /// explains how to type moves. Returns nothing if no move is due from the seat.
    pub(super) fn examples(&self, keys: &Keys, now: Moment) -> Vec<(String, String)> {
        let ahead = self.ahead(keys, now);
        let mut examples =
            ahead.table.position.scene(&ahead.table.shown, ahead.own.as_ref()).examples;
        let Some(good) = self.suggest(keys, &ahead) else { return examples };
        let usual = examples.pop();
        let same = examples.iter().position(|(typed, _)| *typed == good);
        let does = match same.map(|at| examples.remove(at)).or(usual) {
            Some((typed, does)) if typed == good => does,
            _ if decides::<G>(&good) => "ends the game".to_owned(),
            other => other.map(|(_, does)| does).unwrap_or_default(),
        };
        examples.insert(0, (good, does));
        examples.truncate(EXAMPLES);
        examples
    }

    /// Returns a good move, as typed: the first move that the hint recommends, or else the move of
    /// the strongest bot. If the bot ends the game, always returns the bot's move, because the hint
    /// doesn't spell out such moves.
    fn suggest(&self, keys: &Keys, ahead: &Ahead<G>) -> Option<String> {
        let Next::Play(seat, Due::Move(_)) = ahead.table.next() else { return None };
        if keys.seat != seat || self.hints != Hints::Full {
            return None;
        }
        let (own, policy) = (ahead.own.as_ref()?, policy_at::<G>(Level::Hard)?);
        let mut numbers = self.numbers_of_bot(keys, "suggestion");
        if let Next::Play(_, Due::Answer { or_move: true, .. }) = self.next()
            && let seen = self.observation(own)
            && let Some(mv) = policy.instead(seen, &mut numbers)
            && seen.judge(&mv).is_ok()
        {
            return Some(typed(seen, &mv));
        }
        let seen = ahead.table.observation(own);
        let heat = ahead.table.position.heat(seen, self.hints);
        let advised = heat.and_then(|heat| heat.best.into_iter().next());
        if let (Some(best), None) = (&advised, G::PROFILE.decides) {
            return Some(best.typed.clone());
        }
        let choice = typed(seen, &policy.choose(seen, &mut numbers));
        Some(advised.filter(|_| !decides::<G>(&choice)).map_or(choice, |best| best.typed))
    }
}

/// Maximum number of moves to suggest.
const EXAMPLES: usize = 3;

/// Returns a move as a player types it: briefly, if that means the same move.
fn typed<G: Game>(seen: Observation<'_, G>, mv: &G::Move) -> String {
    let brief = mv.brief();
    let is_same = G::Move::read(&brief, &seen).is_ok_and(|read| read == *mv);
    if is_same { brief } else { mv.write().join("; ") }
}

/// Whether this move ends the game.
fn decides<G: Game>(typed: &str) -> bool {
    G::PROFILE.decides.is_some_and(|word| typed.split(' ').next() == Some(word))
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
