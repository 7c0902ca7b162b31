//! What the memory of a game allows: which file is newer, which turn may be signed, which may be
//! taken back.
//!
//! All of it is decided from hashes, without reading a turn. A *chain* is the list of the turn
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
    /// Turn `at` is another one: a fork, or a turn in the place of one that was taken back.
    /// [`settle`] says which stands.
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

/// What is known of two turns of one number, by one key: the one in the newest known file, and the
/// one that came in.
#[expect(
    clippy::struct_excessive_bools,
    reason = "six independent facts about two turns, and a function that weighs them all"
)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Difference {
    /// the vault has made a turn that rests on the known one
    pub made_upon: bool,
    /// the known turn proves its maker's breach
    pub breach: bool,
    /// the incoming turn names the known one in `instead`
    pub incoming_replaces: bool,
    /// the known turn names the incoming one in `instead`
    pub known_replaces: bool,
    /// another seat has built on the known turn
    pub known_built: bool,
    /// another seat has built on the incoming turn
    pub incoming_built: bool,
    /// the two differ in nothing but `sent` and `note`
    pub same_in_substance: bool,
}

/// Which of two turns of one number stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stands {
    /// The known turn. The incoming file is to be treated as a stale one.
    Known,
    /// The incoming turn: its file is to be adopted.
    Incoming,
    /// Both were signed, and neither takes the other back: a fork. Both files are evidence.
    Fork,
}

/// Decides between two turns of one number by one key.
///
/// Neither naming the other in `instead` is a fork, unless they say the same. Otherwise the one
/// stands on which another seat has built; before that, the one that takes the other back. Whatever
/// comes in, a turn stays that this vault has built upon, and so does one that proves a breach.
pub fn settle(difference: Difference) -> Stands {
    let Difference {
        made_upon,
        breach,
        incoming_replaces,
        known_replaces,
        known_built,
        incoming_built,
        same_in_substance,
    } = difference;
    if !incoming_replaces && !known_replaces {
        return if same_in_substance { Stands::Known } else { Stands::Fork };
    }
    if made_upon || breach || known_built {
        return Stands::Known;
    }
    if incoming_built || incoming_replaces { Stands::Incoming } else { Stands::Known }
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
    /// The vault comes from a backup and may not know the newest turns of this game.
    #[error(
        "this vault was restored from a backup, and has not read the newest file of this game since"
    )]
    Restored,
    /// Somebody's breach has ended the game.
    #[error("turn {number} proves a breach of the rules, and has ended the game")]
    Ended {
        /// the turn that proves it
        number: u32,
    },
    /// This vault has signed a turn of this number already.
    #[error("turn {number} has been signed already, and stands")]
    Signed {
        /// its number
        number: u32,
        /// its hash
        hash: Hash,
    },
    /// This vault has made a turn upon another turn of this number.
    #[error("this vault has built upon another turn {number}, and accepts no second one")]
    BuiltUpon {
        /// its number
        number: u32,
    },
    /// A turn was signed with this seat's key, but not in this vault, in the place of one that was.
    #[error(
        "turn {number} bears your signature, but it is not the turn {number} that this vault has \
         made"
    )]
    NotOurs {
        /// its number
        number: u32,
    },
    /// The file has nothing that was not seen before.
    #[error("the file is older than the newest one that was seen")]
    Stale,
    /// Another number is next.
    #[error("turn {next} is next, not turn {asked}")]
    NotNext {
        /// the next one
        next: u32,
        /// the one asked for
        asked: u32,
    },
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

    const REPLACED: Difference = Difference {
        made_upon: false,
        breach: false,
        incoming_replaces: true,
        known_replaces: false,
        known_built: false,
        incoming_built: false,
        same_in_substance: false,
    };

    #[test]
    fn two_turns_that_ignore_each_other_are_a_fork_unless_they_say_the_same() {
        assert_eq!(settle(Difference::default()), Stands::Fork);
        assert_eq!(
            settle(Difference { incoming_built: true, made_upon: true, ..Difference::default() }),
            Stands::Fork
        );
        assert_eq!(
            settle(Difference { same_in_substance: true, ..Difference::default() }),
            Stands::Known
        );
    }

    #[test]
    fn a_turn_that_takes_the_other_back_stands_until_somebody_has_built_on_the_other() {
        assert_eq!(settle(REPLACED), Stands::Incoming);
        assert_eq!(settle(Difference { known_built: true, ..REPLACED }), Stands::Known);
        let taken_back_comes_in =
            Difference { incoming_replaces: false, known_replaces: true, ..REPLACED };
        assert_eq!(settle(taken_back_comes_in), Stands::Known);
        assert_eq!(
            settle(Difference { incoming_built: true, ..taken_back_comes_in }),
            Stands::Incoming
        );
    }

    #[test]
    fn a_vault_never_gives_up_what_it_built_upon_nor_a_proven_breach() {
        for built in [false, true] {
            assert_eq!(
                settle(Difference { made_upon: true, incoming_built: built, ..REPLACED }),
                Stands::Known
            );
            assert_eq!(
                settle(Difference { breach: true, incoming_built: built, ..REPLACED }),
                Stands::Known
            );
        }
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
