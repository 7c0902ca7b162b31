//! What one seat of one game knows and has done: its secrets, its turns, the newest file.

mod conduct;

use std::collections::BTreeMap;
use std::fmt;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::disk::Version;
use super::memory::{Hash, count};
use super::secret::{Secret, hex_bytes, hex_list, moment};

/// How many files are kept as evidence of forks. More prove nothing new.
const EVIDENCE: usize = 4;

/// One seat of one game, as the vault remembers it.
///
/// The fields that decide what may be signed can be read, but changed only through the methods that
/// keep the promise: never two turns of one number, unless the earlier was taken back before
/// anybody could have seen it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct GameRecord {
    version: Version,
    #[serde(with = "hex_bytes")]
    id: Hash,
    seat: String,
    /// which game, as `spy`
    pub kind: String,
    pub(super) name: String,
    /// the turn file that was last read or written for this game, as an absolute path
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// how the game came out, in one line, once it is over
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finished: Option<String>,
    /// an offer waits, and rides on the next turn
    #[serde(default)]
    pub offer: bool,
    /// the last turn that the player has been shown
    #[serde(default)]
    pub last_seen_turn: u32,
    #[serde(default)]
    pub(super) restored: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    breach: Option<Breach>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    newest: Option<Newest>,
    /// pencil marks
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub marks: BTreeMap<String, String>,
    /// where mail reaches players of whom nothing else tells it, by seat
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub mail: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    made: Vec<Made>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    evidence: Vec<Evidence>,
}

/// The newest file of a game that has been seen, whole.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Newest {
    /// when it was read or made
    #[serde(with = "moment")]
    pub taken: DateTime<Utc>,
    /// the seat that made its last turn
    pub last_seat: String,
    /// the file
    pub text: String,
    /// the hashes of its turns
    #[serde(with = "hex_list")]
    pub chain: Vec<Hash>,
}

impl Newest {
    /// How many turns it has.
    pub fn turns(&self) -> u32 {
        count(self.chain.len())
    }
}

/// A turn that this seat has signed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Made {
    /// its number
    pub number: u32,
    /// its hash
    #[serde(with = "hex_bytes")]
    pub hash: Hash,
    /// the hash of the turn before it, or the id of the game
    #[serde(with = "hex_bytes")]
    pub after: Hash,
    /// it has surely left this machine
    #[serde(default)]
    pub mailed: bool,
    /// it has been taken back, and does not stand
    #[serde(default)]
    pub withdrawn: bool,
    /// the turn as it was signed
    pub text: String,
    /// what it has sealed. A turn that was taken back keeps its own: should it have been answered
    /// after all, it counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secrets: Option<Secrets>,
    /// sealed moves in it
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hidden: Vec<SealedMove>,
}

/// What a seat keeps to itself from its first turn on.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Secrets {
    /// the seed of all salts
    pub seed: Secret,
    /// the start of the chain of links, if the game has one
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chain_start: Option<Secret>,
    /// the setup, in canonical entries; empty for a seat without one
    #[serde(default)]
    pub setup: Vec<String>,
}

impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secrets(..)")
    }
}

/// A move whose value is still sealed.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SealedMove {
    /// its item, as `guess-17`
    pub item: String,
    /// what was sealed
    pub value: String,
}

impl fmt::Debug for SealedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SealedMove({}, ..)", self.item)
    }
}

/// A turn that proves that its maker broke the rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Breach {
    /// its number
    pub number: u32,
    /// its hash
    #[serde(with = "hex_bytes")]
    pub hash: Hash,
    /// its maker
    pub seat: String,
}

/// A file that proves a fork, together with the newest one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Evidence {
    /// the turn that differs
    pub number: u32,
    /// when it came in
    #[serde(with = "moment")]
    pub taken: DateTime<Utc>,
    /// the file
    pub text: String,
}

/// A sound turn file that has been read, and what its reader says of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrival {
    /// the file
    pub text: String,
    /// the hashes of its turns
    pub chain: Vec<Hash>,
    /// the seat that made its last turn
    pub last_seat: String,
    /// where it was read; `None` for standard input
    pub path: Option<String>,
    /// now
    pub at: DateTime<Utc>,
}

/// A turn that has just been signed, and is to be remembered before anybody else sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signed {
    /// its number
    pub number: u32,
    /// its hash
    pub hash: Hash,
    /// the hash of the turn before it, or the id of the game
    pub after: Hash,
    /// the turn as it was signed
    pub text: String,
    /// what it seals for the rest of the game, if it is the turn that does
    pub secrets: Option<Secrets>,
    /// sealed moves in it
    pub hidden: Vec<SealedMove>,
    /// the whole file with it
    pub file: String,
    /// where that is about to be written
    pub path: Option<String>,
    /// now
    pub at: DateTime<Utc>,
}

impl GameRecord {
    /// A game of which nothing has been seen yet.
    pub fn new(
        id: Hash,
        seat: impl Into<String>,
        kind: impl Into<String>,
        name: impl Into<String>,
    ) -> Self {
        GameRecord {
            version: Version,
            id,
            seat: seat.into(),
            kind: kind.into(),
            name: name.into(),
            path: None,
            finished: None,
            offer: false,
            last_seen_turn: 0,
            restored: false,
            breach: None,
            newest: None,
            marks: BTreeMap::new(),
            mail: BTreeMap::new(),
            made: Vec::new(),
            evidence: Vec::new(),
        }
    }

    /// The full id of the game.
    pub fn id(&self) -> &Hash {
        &self.id
    }

    /// The seat that is one's own.
    pub fn seat(&self) -> &str {
        &self.seat
    }

    /// The private name of the game.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The newest file; `None` before the first turn, also after it was taken back.
    pub fn newest(&self) -> Option<&Newest> {
        self.newest.as_ref()
    }

    /// Every turn that was signed, in that order, also those that were taken back.
    pub fn made(&self) -> &[Made] {
        &self.made
    }

    /// The hashes of one's own turns of a number that were taken back: the next turn of that number
    /// names them in `instead`.
    pub fn withdrawn(&self, number: u32) -> impl Iterator<Item = &Hash> {
        self.made
            .iter()
            .filter(move |made| made.number == number && made.withdrawn)
            .map(|made| &made.hash)
    }

    /// What was sealed by the turns that stand.
    pub fn secrets(&self) -> Option<&Secrets> {
        self.standing().rev().find_map(|made| made.secrets.as_ref())
    }

    /// The sealed moves of the turns that stand.
    pub fn hidden(&self) -> impl Iterator<Item = &SealedMove> {
        self.standing().flat_map(|made| &made.hidden)
    }

    /// The turn that has ended the game by proving a breach.
    pub fn breach(&self) -> Option<&Breach> {
        self.breach.as_ref()
    }

    /// Files that prove forks.
    pub fn evidence(&self) -> &[Evidence] {
        &self.evidence
    }

    /// Whether no turn may be made until the opponents' newest file has been read.
    pub fn is_restored(&self) -> bool {
        self.restored
    }

    fn standing(&self) -> impl DoubleEndedIterator<Item = &Made> {
        self.made.iter().filter(|made| !made.withdrawn)
    }

    fn chain(&self) -> &[Hash] {
        self.newest.as_ref().map_or(&[], |newest| &newest.chain)
    }

    /// Ends the game: a turn of the newest file proves that its maker broke the rules.
    pub fn end_by_breach(&mut self, breach: Breach) {
        self.breach.get_or_insert(breach);
    }

    /// Keeps a file that proves a fork.
    pub fn keep_evidence(&mut self, number: u32, text: String, at: DateTime<Utc>) {
        if self.evidence.len() < EVIDENCE && self.evidence.iter().all(|kept| kept.text != text) {
            self.evidence.push(Evidence { number, taken: at, text });
        }
    }

    /// Whether the record can be true. What is wrong, if not.
    pub(super) fn check(&self) -> Result<(), &'static str> {
        let mut before = 0;
        for made in self.standing() {
            let there = usize::try_from(made.number)
                .ok()
                .and_then(|number| self.chain().get(number.checked_sub(1)?));
            if made.number <= before || there != Some(&made.hash) {
                return Err("its turns and its newest file do not agree");
            }
            before = made.number;
        }
        if self.newest.as_ref().is_some_and(|newest| newest.chain.is_empty()) {
            return Err("its newest file has no turn");
        }
        Ok(())
    }
}
