//! Compares two files by the hashes of their turns: which file is newer, and where they differ.
//!
//! A *chain* is the list of a file's turn hashes, in order: the hash of turn `n` has index `n - 1`,
//! and each hash covers all turns before it. If one chain is a prefix of another, the hashes show
//! which file is newer, without parsing a turn.

/// The hash of a turn, or the id of a game.
pub type Hash = [u8; 32];

/// How an incoming file compares with the newest known file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChainOrder {
    /// The game is unknown.
    Unknown,
    /// Both files have the same turns.
    Same,
    /// The incoming file continues the known file.
    Newer {
        /// Number of additional turns.
        by: u32,
    },
    /// The incoming file is a prefix of the known file.
    Older {
        /// Number of missing turns.
        by: u32,
    },
    /// The incoming file ends with our own turn with this number, which we have undone and no one
    /// has answered.
    TakenBack { number: u32 },
    /// The files have different versions of a turn. [`stands`](crate::table::stands) decides which
    /// version counts.
    Differs {
        /// Number of the first turn that differs.
        at: u32,
    },
}

/// Compares an incoming chain with the newest known chain.
pub fn judge(known: &[Hash], incoming: &[Hash]) -> ChainOrder {
    if known.is_empty() {
        return ChainOrder::Unknown;
    }
    if let Some(index) = known.iter().zip(incoming).position(|(known, incoming)| known != incoming)
    {
        return ChainOrder::Differs { at: count(index).saturating_add(1) };
    }
    match (count(known.len()), count(incoming.len())) {
        (known, incoming) if incoming > known => ChainOrder::Newer { by: incoming - known },
        (known, incoming) if incoming < known => ChainOrder::Older { by: known - incoming },
        _ => ChainOrder::Same,
    }
}

/// Converts a length to a number of turns. Files are limited to far fewer turns than `u32::MAX`.
pub(super) fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
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
        let order = |known, incoming| judge(&chain(known), &chain(incoming));
        assert_eq!(order("", "abc"), ChainOrder::Unknown);
        assert_eq!(order("abc", "abc"), ChainOrder::Same);
        assert_eq!(order("abc", "abcde"), ChainOrder::Newer { by: 2 });
        assert_eq!(order("abc", "a"), ChainOrder::Older { by: 2 });
        assert_eq!(order("abc", "abxde"), ChainOrder::Differs { at: 3 });
        assert_eq!(order("abc", "x"), ChainOrder::Differs { at: 1 });
        assert_eq!(order("abc", "ax"), ChainOrder::Differs { at: 2 });
    }

    proptest! {
        /// Compares the result of `judge` with the result that follows from how the chains were
        /// built.
        #[test]
        fn judge_says_how_two_chains_were_made(
            common in prop::collection::vec(any::<Hash>(), 0..20),
            known in prop::collection::vec(any::<Hash>(), 0..4),
            incoming in prop::collection::vec(any::<Hash>(), 0..4),
        ) {
            prop_assume!(known.is_empty() || known.first() != incoming.first());
            let join = |rest: &[Hash]| [common.as_slice(), rest].concat();
            let expected = if common.is_empty() && known.is_empty() {
                ChainOrder::Unknown
            } else {
                match (u32::try_from(known.len()), u32::try_from(incoming.len())) {
                    (Ok(0), Ok(0)) => ChainOrder::Same,
                    (Ok(0), Ok(by)) => ChainOrder::Newer { by },
                    (Ok(by), Ok(0)) => ChainOrder::Older { by },
                    _ => {
                        let at = u32::try_from(common.len()).expect("it is short") + 1;
                        ChainOrder::Differs { at }
                    }
                }
            };
            prop_assert_eq!(judge(&join(&known), &join(&incoming)), expected);
        }

        /// Reading files in any order and adopting each newer file always ends with the longest
        /// file.
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
                    ChainOrder::Unknown | ChainOrder::Newer { .. } => newest = incoming,
                    ChainOrder::Same | ChainOrder::Older { .. } => {}
                    other => prop_assert!(false, "{other:?}"),
                }
            }
            prop_assert_eq!(Some(newest.len()), longest);
        }
    }
}
