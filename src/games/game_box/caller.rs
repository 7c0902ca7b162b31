//! A caller's counters, and the reasons why a caller is out.

use super::call::Answer;
use crate::rules::{Leaving, words};

/// Rule: "No player can afford to lose more than two bombs. If he should lose three he is
/// automatically out of the game."
pub(super) const BOMBS_TO_LOSE: u32 = 3;

words! {
    /// Why a caller is out.
    pub(super) enum Out {
        /// Three bombs lost.
        Bombs = "bombs",
        /// The caller has reached the limit `miss-limit`.
        Misses = "misses",
        Resigned = "resigned",
        /// A breach of the rules.
        Breach = "breach",
        /// Removed by the Checker after a missed deadline.
        Late = "late",
    }
}

impl From<Leaving> for Out {
    fn from(why: Leaving) -> Self {
        match why {
            Leaving::Resigned => Out::Resigned,
            Leaving::Breach => Out::Breach,
            Leaving::Late => Out::Late,
        }
    }
}

/// A caller's counters.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Caller {
    /// Red counters on the card: houses hit.
    pub(super) hits: u32,
    /// Red counters handed back: bombs lost to guns.
    pub(super) lost: u32,
    /// Black counters on the card.
    pub(super) misses: u32,
    /// Number of calls that this caller has made since a call last brought any caller a new result.
    pub(super) quiet: u32,
    pub(super) out: Option<Out>,
}

impl Caller {
    /// Counts an answer. Returns the new count of such answers and, if the answer puts the caller
    /// out, the reason.
    pub(super) fn mark(&mut self, answer: Answer, miss_limit: Option<u32>) -> (u32, Option<Out>) {
        let (counter, limit, out) = match answer {
            Answer::Miss => (&mut self.misses, miss_limit, Some(Out::Misses)),
            Answer::Hit => (&mut self.hits, None, None),
            Answer::Gun => (&mut self.lost, Some(BOMBS_TO_LOSE), Some(Out::Bombs)),
        };
        *counter += 1;
        let count = *counter;
        let out = out.filter(|_| limit.is_some_and(|limit| count >= limit));
        self.out = self.out.or(out);
        (count, out)
    }
}
