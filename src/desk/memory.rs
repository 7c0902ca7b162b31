//! What the memory of a game allows: which file is newer, whether a turn may be signed, which may
//! be taken back.
//!
//! As long as one file is the beginning of the other, that is decided from hashes, without reading
//! a turn. A *chain* is the list of the turn
//! hashes of a file, in order; the hash of turn `n` is at index `n - 1`, and each fixes all turns
//! before it.

use chrono::{DateTime, Utc};

/// The hash of a turn, or the id of a game.
pub type Hash = [u8; 32];

/// How an incoming file stands to the newest one that has been seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seen {
    /// Nothing has been seen of this game.
    Unknown,
    /// The same turns.
    Same,
    /// All turns that were seen, and `by` more.
    Newer {
        /// how many more
        by: u32,
    },
    /// The first turns of those that were seen, `by` fewer.
    Older {
        /// how many fewer
        by: u32,
    },
    /// It goes on with one's own turn of this number, which was taken back, and which nobody has
    /// answered.
    TakenBack {
        /// the number of the turn
        number: u32,
    },
    /// Turn `at` is another one. [`stands`](crate::table::stands) says which file does.
    Differs {
        /// the number of the first turn that differs
        at: u32,
    },
}

/// Compares an incoming chain with the newest known one.
pub fn judge(known: &[Hash], incoming: &[Hash]) -> Seen {
    if known.is_empty() {
        return Seen::Unknown;
    }
    if let Some(index) = known.iter().zip(incoming).position(|(known, incoming)| known != incoming)
    {
        return Seen::Differs { at: count(index).saturating_add(1) };
    }
    match (count(known.len()), count(incoming.len())) {
        (known, incoming) if incoming > known => Seen::Newer { by: incoming - known },
        (known, incoming) if incoming < known => Seen::Older { by: known - incoming },
        _ => Seen::Same,
    }
}

/// A length as a number of turns. A chain is bounded far below the end of the range when its file
/// is read.
pub(super) fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

/// Why the vault's memory forbids something.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Reason {
    /// The vault has been handed over to another machine.
    #[error("this vault was handed over on {}", on.format("%-d %b %Y"))]
    Retired {
        /// when
        on: DateTime<Utc>,
    },
    /// The vault comes from a backup, or has lost the record of this game, and may not know its
    /// newest turns.
    #[error(
        "this vault was restored from a backup, or has lost its record of the game, so it may \
        not know the newest turn"
    )]
    Restored,
    /// The seat was taken here before, and the record of it is gone.
    #[error("you have joined this game before, and the record of it is gone from your vault")]
    Joined,
    /// Somebody's breach has ended the game.
    #[error("turn {number} proves a breach of the rules, and has ended the game")]
    Ended {
        /// the turn that proves it
        number: u32,
    },
    /// A claim of this seat has shown its setup: who knows that shall not be answered.
    #[error("your claim has shown your setup, so you play no further in this game")]
    Claimed,
    /// The turn would not follow the newest one that was seen.
    #[error("the turn does not follow the newest turn that this vault has seen")]
    OtherHistory,
    /// There is no turn that could be taken back.
    #[error("there is no turn of yours at the end of this game that could be taken back")]
    NothingToUndo,
    /// A later turn has been seen.
    #[error("turn {number} has been answered, so it stands")]
    Answered {
        /// the turn
        number: u32,
    },
    /// The turn has been mailed.
    #[error("turn {number} has been mailed, so it stands")]
    Mailed {
        /// the turn
        number: u32,
    },
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn chain(letters: &str) -> Vec<Hash> {
        letters.bytes().map(|letter| [letter; 32]).collect()
    }

    #[test]
    fn the_longer_file_counts_if_it_extends_the_shorter() {
        let seen = |known, incoming| judge(&chain(known), &chain(incoming));
        assert_eq!(seen("", "abc"), Seen::Unknown);
        assert_eq!(seen("abc", "abc"), Seen::Same);
        assert_eq!(seen("abc", "abcde"), Seen::Newer { by: 2 });
        assert_eq!(seen("abc", "a"), Seen::Older { by: 2 });
        assert_eq!(seen("abc", "abxde"), Seen::Differs { at: 3 });
        assert_eq!(seen("abc", "x"), Seen::Differs { at: 1 });
        assert_eq!(seen("abc", "ax"), Seen::Differs { at: 2 });
    }

    proptest! {
        /// Told from how the two chains were built, not by comparing them.
        #[test]
        fn judge_says_how_two_chains_were_made(
            common in prop::collection::vec(any::<Hash>(), 0..20),
            known in prop::collection::vec(any::<Hash>(), 0..4),
            incoming in prop::collection::vec(any::<Hash>(), 0..4),
        ) {
            prop_assume!(known.is_empty() || known.first() != incoming.first());
            let join = |rest: &[Hash]| [common.as_slice(), rest].concat();
            let expected = if common.is_empty() && known.is_empty() {
                Seen::Unknown
            } else {
                match (u32::try_from(known.len()), u32::try_from(incoming.len())) {
                    (Ok(0), Ok(0)) => Seen::Same,
                    (Ok(0), Ok(by)) => Seen::Newer { by },
                    (Ok(by), Ok(0)) => Seen::Older { by },
                    _ => {
                        let at = u32::try_from(common.len()).expect("it is short") + 1;
                        Seen::Differs { at }
                    }
                }
            };
            prop_assert_eq!(judge(&join(&known), &join(&incoming)), expected);
        }

        /// Reading files in any order, and taking over the newer ones, always ends at the longest.
        #[test]
        fn whatever_order_files_come_in_the_longest_remains(
            whole in prop::collection::vec(any::<Hash>(), 1..20),
            lengths in prop::collection::vec(1_usize..20, 1..20),
        ) {
            let mut newest: &[Hash] = &[];
            let longest = lengths.iter().map(|length| (*length).min(whole.len())).max();
            for length in lengths {
                let incoming = &whole[..length.min(whole.len())];
                match judge(newest, incoming) {
                    Seen::Unknown | Seen::Newer { .. } => newest = incoming,
                    Seen::Same | Seen::Older { .. } => {}
                    other => prop_assert!(false, "{other:?}"),
                }
            }
            prop_assert_eq!(Some(newest.len()), longest);
        }
    }
}
