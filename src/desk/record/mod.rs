//! What one seat of one game knows and has done: its secrets, its turns, the newest file.

mod conduct;

use std::collections::BTreeMap;
use std::fmt;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::beside::Beside;
use super::conditional::Ahead;
use super::document::Version;
use super::judged::Judged;
use super::memory::{Hash, count};
use super::rulings::HeldRuling;
use super::secret::{hex_bytes, hex_list, moment, some_moment};
use crate::rules::Level;

/// One seat of one game, as the vault remembers it.
///
/// The fields that decide what may be signed can be read, but changed only through the methods that
/// keep the promise: a turn is signed upon the newest file alone, so there is no second one of its
/// number, unless the first was taken back, has yielded to one that others built upon, or was
/// forgotten with a disk.
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
    /// when it did, as far as the audit was asked
    #[serde(default, with = "some_moment", skip_serializing_if = "Option::is_none")]
    pub(in crate::desk) ended: Option<DateTime<Utc>>,
    /// an offer waits, and rides on the next turn
    #[serde(default)]
    pub offer: bool,
    /// the wish to resign waits, and is the next turn in which one may
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub resign: bool,
    /// moves that wait for the answer to the last one
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::desk) ahead: Option<Ahead>,
    /// the last turn that the player has been shown
    #[serde(default)]
    pub last_seen_turn: u32,
    /// the turn of one's own that was given out as a text since it was signed
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub given: Option<u32>,
    #[serde(default)]
    pub(super) restored: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    breach: Option<Breach>,
    /// a claim that came before its time, until its turn is made otherwise
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::desk) claim: Option<HeldClaim>,
    /// Rulings of the arbiter that no claim has used yet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(in crate::desk) rulings: Vec<HeldRuling>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    newest: Option<Newest>,
    /// files that say something which the newest does not
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(in crate::desk) beside: Vec<Beside>,
    /// what the audit says of it, once the game is over
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::desk) judged: Option<Judged>,
    /// pencil marks
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub marks: BTreeMap<String, String>,
    /// where mail reaches players of whom nothing else tells it, by seat
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub mail: BTreeMap<String, String>,
    /// when whoever is due was last reminded
    #[serde(default, with = "some_moment", skip_serializing_if = "Option::is_none")]
    pub reminded: Option<DateTime<Utc>>,
    /// the seats that this vault's bots play, and how well
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty", with = "levels")]
    pub bots: Bots,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    made: Vec<Made>,
}

/// Seats that are played by bots, and how well.
pub type Bots = BTreeMap<String, Level>;

/// Levels as they are written: by their words.
mod levels {
    use std::collections::BTreeMap;

    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    use super::{Bots, Level};

    pub(super) fn serialize<S: Serializer>(bots: &Bots, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(bots.iter().map(|(seat, level)| (seat, level.word())))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Bots, D::Error> {
        let words = BTreeMap::<String, String>::deserialize(from)?;
        let level = |(seat, word): (String, String)| Some((seat, Level::of(&word)?));
        let bots: Option<Bots> = words.into_iter().map(level).collect();
        bots.ok_or_else(|| D::Error::custom("no such level"))
    }
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
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Made {
    /// its number
    pub number: u32,
    /// its hash
    #[serde(with = "hex_bytes")]
    pub hash: Hash,
    /// it has surely left this machine
    #[serde(default)]
    pub mailed: bool,
    /// it does not stand: it has been taken back, or another has taken its place
    #[serde(default)]
    pub withdrawn: bool,
    /// it claims the game, and shows the setup
    #[serde(default)]
    pub claims: bool,
    /// a claim that another turn has replaced, and of which only the player knows whether it has
    /// left this machine
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub yielded: bool,
    /// the setup that it has sealed, in canonical entries. A turn that was taken back keeps its
    /// own: should it have been answered after all, it counts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub setup: Vec<String>,
    /// sealed moves in it
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hidden: Vec<SealedMove>,
}

impl Made {
    /// Does a file of these turns hold it?
    pub fn is_in(&self, chain: &[Hash]) -> bool {
        let index = usize::try_from(self.number).ok().and_then(|number| number.checked_sub(1));
        index.and_then(|index| chain.get(index)) == Some(&self.hash)
    }

    /// A turn that a file holds and this vault does not know: somebody has it, and what it hides is
    /// in its seals.
    fn found(number: u32, hash: Hash) -> Self {
        Made {
            number,
            hash,
            mailed: true,
            withdrawn: false,
            claims: false,
            yielded: false,
            setup: Vec::new(),
            hidden: Vec::new(),
        }
    }
}

impl fmt::Debug for Made {
    /// Tells nothing of what it has sealed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Made { number, hash, mailed, withdrawn, .. } = self;
        f.debug_struct("Made")
            .field("number", number)
            .field("hash", &hex::encode(hash))
            .field("mailed", mailed)
            .field("withdrawn", withdrawn)
            .finish_non_exhaustive()
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

/// A claim that was not taken in, since it came before its time.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct HeldClaim {
    /// the hash of the turn before it
    #[serde(with = "hex_bytes")]
    pub after: Hash,
    /// who claims
    pub by: String,
    /// against whom
    pub against: String,
    /// when it is dated
    #[serde(with = "moment")]
    pub sent: DateTime<Utc>,
}

/// A sound turn file that has been read, and what its reader says of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Incoming {
    /// the file
    pub text: String,
    /// the hashes of its turns
    pub chain: Vec<Hash>,
    /// the seats that made them
    pub seats: Vec<String>,
    /// where it was read; `None` for standard input
    pub path: Option<String>,
    /// now
    pub at: DateTime<Utc>,
}

/// A turn that has just been signed, and is to be remembered before anybody else sees it.
#[derive(Clone, PartialEq, Eq)]
pub struct Signed {
    /// its number
    pub number: u32,
    /// its hash
    pub hash: Hash,
    /// the hash of the turn before it, or the id of the game
    pub after: Hash,
    /// it claims the game, and shows the setup
    pub claims: bool,
    /// its maker had nothing to choose
    pub forced: bool,
    /// the setup, if it is the turn that seals it
    pub setup: Vec<String>,
    /// sealed moves in it
    pub hidden: Vec<SealedMove>,
    /// the whole file with it
    pub file: String,
    /// where that is about to be written
    pub path: Option<String>,
    /// now
    pub at: DateTime<Utc>,
}

impl fmt::Debug for Signed {
    /// Tells nothing of what it has sealed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Signed").field("number", &self.number).finish_non_exhaustive()
    }
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
            ended: None,
            offer: false,
            resign: false,
            ahead: None,
            last_seen_turn: 0,
            restored: false,
            breach: None,
            claim: None,
            rulings: Vec::new(),
            newest: None,
            beside: Vec::new(),
            judged: None,
            marks: BTreeMap::new(),
            reminded: None,
            given: None,
            mail: BTreeMap::new(),
            bots: Bots::new(),
            made: Vec::new(),
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

    /// The setup that was sealed by the turns that stand; empty if there is none, or if it is kept
    /// nowhere but in its seals.
    pub fn setup(&self) -> &[String] {
        let mut setups = self.standing().rev().map(|made| made.setup.as_slice());
        setups.find(|setup| !setup.is_empty()).unwrap_or_default()
    }

    /// Whether a turn of this seat stands.
    pub fn has_joined(&self) -> bool {
        self.standing().next().is_some()
    }

    /// The sealed moves of the turns that stand.
    pub fn hidden(&self) -> impl Iterator<Item = &SealedMove> {
        self.standing().flat_map(|made| &made.hidden)
    }

    /// The turn that has ended the game by proving a breach. With more than two at the table the
    /// others may go on from another turn in its place; then it has not.
    pub fn breach(&self) -> Option<&Breach> {
        self.breach.as_ref().filter(|breach| self.chain().contains(&breach.hash))
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

    /// Whether the record can be true. What is wrong, if not.
    pub(super) fn check(&self) -> Result<(), &'static str> {
        let mut before = 0;
        for made in self.standing() {
            if made.number <= before || !made.is_in(self.chain()) {
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
