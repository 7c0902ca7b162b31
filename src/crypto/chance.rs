//! Dice and cards from the links of two players: the player of the previous turn can't know the
//! result, and the player of this turn can't change it.

use std::array;
use std::fmt::{self, Debug};

use crate::rules::Numbers;

use super::{Bytes32, GameId, Seed, hash::sha256};

/// Returns the random numbers for one purpose in turn `n`: chance = SHA-256("pbem/2 chance\n" |
/// game id | n | purpose | 0 | link of turn n-1 | link of turn n).
///
/// The tip serves as the link of the turn that publishes it.
pub fn chance(
    game: &GameId,
    n: u32,
    purpose: &str,
    previous_link: &Bytes32,
    link: &Bytes32,
) -> Stream {
    Stream::from_seed(sha256(&[
        b"pbem/2 chance\n",
        &game.0,
        &n.to_be_bytes(),
        purpose.as_bytes(),
        &[0],
        previous_link,
        link,
    ]))
}

/// Returns the random numbers of a bot in turn `n`, which only the bot's seat can compute until
/// that seat reveals its seed: HMAC-SHA-256(seed, "pbem/2 bot\n" | game id | n | purpose | 0 | hash
/// of turn n-1).
///
/// These numbers aren't part of the protocol: a bot is a player like any other.
pub fn bot_numbers(seed: &Seed, game: &GameId, n: u32, purpose: &str, head: &Bytes32) -> Stream {
    let parts: [&[u8]; 6] =
        [b"pbem/2 bot\n", &game.0, &n.to_be_bytes(), purpose.as_bytes(), &[0], head];
    Stream::from_seed(seed.hmac_sha256(&parts))
}

/// An endless sequence of random numbers.
///
/// Block c, counted from 0, is SHA-256(chance | c), split into eight big-endian words of 32 bits. A
/// number below m uses the next word w. If w >= floor(2^32 / m) * m, the word is discarded and the
/// next one is used, so that all numbers are equally likely; otherwise the number is w mod m. Every
/// number uses at least one word, even if m is 1. Words are never reused, and the numbers for
/// another purpose begin at block 0 of a separate chance.
#[derive(Clone)]
pub struct Stream {
    chance: Bytes32,
    counter: u32,
    words: array::IntoIter<u32, 8>,
}

impl Stream {
    /// Returns the numbers derived from 32 bytes: a chance, or fresh randomness for `--random`.
    pub fn from_seed(chance: Bytes32) -> Self {
        let mut words = [0; 8].into_iter();
        words.by_ref().for_each(drop);
        Stream { chance, counter: 0, words }
    }

    fn word(&mut self) -> u32 {
        loop {
            if let Some(word) = self.words.next() {
                return word;
            }
            let block = sha256(&[&self.chance, &self.counter.to_be_bytes()]);
            self.counter = self.counter.wrapping_add(1);
            let (words, _) = block.as_chunks::<4>();
            self.words = array::from_fn(|i| u32::from_be_bytes(words[i])).into_iter();
        }
    }
}

impl Numbers for Stream {
    fn below(&mut self, m: u32) -> u32 {
        let m = m.max(1);
        // The highest 2^32 mod m words would make some numbers more likely.
        let surplus = m.wrapping_neg() % m;
        loop {
            let word = self.word();
            if word <= u32::MAX - surplus {
                return word % m;
            }
        }
    }
}

impl Debug for Stream {
    /// Shows nothing, because a setup chosen with `--random` is derived from these numbers.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Stream(..)")
    }
}
