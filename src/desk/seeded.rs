//! A clock and secrets for tests.

use chrono::TimeDelta;

use super::Outside;
use crate::crypto::{Bytes16, turn_hash};
use crate::turnfile::{Bytes32, Moment};

/// A clock that a test sets, and secrets that are the same in every run.
#[derive(Clone, Debug)]
pub struct SeededOutside {
    /// The current time.
    pub now: Moment,
    /// Determines the next secret.
    pub seed: u64,
    /// Time that the clock advances with every secret.
    pub pause: TimeDelta,
}

impl SeededOutside {
    /// Creates a clock that only the test advances.
    pub fn new(now: Moment, seed: u64) -> Self {
        SeededOutside { now, seed, pause: TimeDelta::zero() }
    }

    /// Returns the next secret bytes.
    pub fn bytes(&mut self) -> Bytes32 {
        self.seed += 1;
        self.now += self.pause;
        turn_hash(&self.seed.to_be_bytes())
    }
}

impl Outside for SeededOutside {
    fn now(&self) -> Moment {
        self.now
    }

    fn secret(&mut self) -> Bytes16 {
        let bytes = self.bytes();
        std::array::from_fn(|at| bytes[at])
    }
}
