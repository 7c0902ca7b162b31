//! The record of one seat in one game: its secrets, its turns, and the newest file.

mod rules;
mod stored;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use super::chain::{Hash, count};
use super::document::Version;
use super::encoding::{hex_bytes, hex_list, moment, some_moment};
use super::held_ruling::HeldRuling;
use super::plan::Ahead;
use super::verdict_cache::CachedVerdict;
use crate::rules::Level;
use crate::{table, turnfile};

/// One seat in one game, as the vault records it.
///
/// Other modules can read the fields that decide whether a turn may be signed, but can change them
/// only through methods that keep this promise: a turn is signed only as the successor of the last
/// turn in the newest file. So the seat never signs a second turn with the same number, unless the
/// first one was undone, was replaced by a version that other players continued, or was lost with a
/// disk.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct GameRecord {
    /// The length of the turn file below the record. `document::split_file` reads it, so it is
    /// ignored here.
    #[serde(default, skip_serializing)]
    turn_file_bytes: IgnoredAny,
    version: Version,
    #[serde(with = "hex_bytes")]
    id: Hash,
    seat: String,
    /// Id of the kind, such as `spy`.
    pub kind: String,
    pub(super) name: String,
    /// Absolute path of the turn file that was last read or written for this game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// One-line result, if the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finished: Option<String>,
    /// When the game ended; `None` until the audit has judged the game.
    #[serde(default, with = "some_moment", skip_serializing_if = "Option::is_none")]
    pub(in crate::desk) ended: Option<DateTime<Utc>>,
    /// Whether to offer a draw in the next turn.
    #[serde(default)]
    pub offer: bool,
    /// Whether to resign in the next turn that allows it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub resign: bool,
    /// Whether the player has withdrawn the invitation to this game. A new turn of another player
    /// cancels the withdrawal.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub withdrawn: bool,
    /// What to do once the opponent's answer to our last move has arrived.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::desk) ahead: Option<Ahead>,
    /// Number of the last turn that the player has seen.
    #[serde(default)]
    pub last_seen_turn: u32,
    /// Number of our latest turn, if its text has been shown since it was signed, or of our bot's
    /// latest turn, if its text has been shown or it has been mailed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub given: Option<u32>,
    /// When the record was restored, or found to be lost; `None` if turns may be signed. No turn
    /// may be signed until an opponent takes a turn after this time.
    #[serde(default, with = "some_moment", skip_serializing_if = "Option::is_none")]
    pub(super) restored: Option<DateTime<Utc>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    breach: Option<Breach>,
    /// A claim that arrived too early, kept until someone takes the turn that the claim says is
    /// missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::desk) claim: Option<HeldClaim>,
    /// The arbiter's rulings that no claim has used yet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(in crate::desk) rulings: Vec<HeldRuling>,
    /// The start of the next player's time, if our turn is the last and that start is later than
    /// the turn's date: when we signed the turn or, if later, when pbem mailed it.
    #[serde(default, with = "some_moment", skip_serializing_if = "Option::is_none")]
    sent_later: Option<DateTime<Utc>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    newest: Option<Newest>,
    /// Other versions of the file that prove something that the newest file doesn't prove.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(in crate::desk) beside: Vec<OtherVersion>,
    /// The audit's verdict, if the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::desk) judged: Option<CachedVerdict>,
    /// The player's pencil marks.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub marks: BTreeMap<String, String>,
    /// Email addresses entered for this game only, by seat.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub mail: BTreeMap<String, String>,
    /// When the player whose turn it is received the last reminder.
    #[serde(default, with = "some_moment", skip_serializing_if = "Option::is_none")]
    pub reminded: Option<DateTime<Utc>>,
    /// Seats that this vault's bots play.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty", with = "levels")]
    pub bots: Bots,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    made: Vec<SignedTurn>,
}

/// Another version of the file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct OtherVersion {
    pub text: String,
}

/// The seats of bots, and the level of each bot.
pub type Bots = BTreeMap<String, Level>;

/// Serializes levels by name.
mod levels {
    use std::collections::BTreeMap;

    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    use super::Bots;
    use crate::rules::Level;

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

/// The newest known file of a game, with all its turns.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Newest {
    /// When the file was read, or its first turn signed. Adding a turn of ours doesn't change this
    /// time.
    #[serde(with = "moment")]
    pub taken: DateTime<Utc>,
    pub last_seat: String,
    /// The text of the file. In a document, this text follows the record. Clones share it.
    #[serde(skip)]
    pub text: Arc<String>,
    #[serde(with = "hex_list")]
    pub chain: Vec<Hash>,
}

impl Newest {
    /// Returns the number of turns.
    pub fn turns(&self) -> u32 {
        count(self.chain.len())
    }
}

/// A turn that this seat has signed.
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SignedTurn {
    pub number: u32,
    #[serde(with = "hex_bytes")]
    pub hash: Hash,
    /// Whether the turn has left this machine, or may have left it.
    #[serde(default)]
    pub mailed: bool,
    /// Whether this vault found the turn in a file, and so doesn't know whether it was mailed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub found: bool,
    /// Whether the turn doesn't count, because it was undone or another turn has replaced it.
    #[serde(default)]
    pub withdrawn: bool,
    /// Whether the turn claims the game and reveals the setup.
    #[serde(default)]
    pub claims: bool,
    /// Whether this is a claim that another turn has replaced. Only the player knows whether the
    /// claim has left this machine.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub yielded: bool,
    /// The setup that this turn sealed, as canonical entries. An undone turn keeps its setup,
    /// because the turn counts again if someone answers it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub setup: Vec<String>,
    /// Sealed moves in this turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hidden: Vec<SealedMove>,
}

impl SignedTurn {
    /// Whether this chain contains the turn.
    pub fn is_in(&self, chain: &[Hash]) -> bool {
        let index = usize::try_from(self.number).ok().and_then(|number| number.checked_sub(1));
        index.and_then(|index| chain.get(index)) == Some(&self.hash)
    }

    /// Creates the entry for a turn of ours that is in a file but unknown to this vault. The entry
    /// is marked as mailed, because someone else may have the turn. Its secrets exist only in its
    /// seals.
    fn found(number: u32, hash: Hash) -> Self {
        SignedTurn {
            number,
            hash,
            mailed: true,
            found: true,
            withdrawn: false,
            claims: false,
            yielded: false,
            setup: Vec::new(),
            hidden: Vec::new(),
        }
    }
}

impl fmt::Debug for SignedTurn {
    /// Omits sealed values.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SignedTurn { number, hash, mailed, withdrawn, .. } = self;
        f.debug_struct("SignedTurn")
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
    /// Name of the sealed item, such as `guess-17`.
    pub item: String,
    pub value: String,
}

impl fmt::Debug for SealedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SealedMove({}, ..)", self.item)
    }
}

/// A turn that proves that a player broke the rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Breach {
    pub number: u32,
    #[serde(with = "hex_bytes")]
    pub hash: Hash,
    pub seat: String,
}

/// A claim that was rejected because it arrived too early.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct HeldClaim {
    /// Hash of the turn before the claim.
    #[serde(with = "hex_bytes")]
    pub after: Hash,
    pub by: String,
    pub against: String,
    /// The claim's date.
    #[serde(with = "moment")]
    pub sent: DateTime<Utc>,
}

/// A valid turn file that has been read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Incoming {
    pub text: String,
    pub chain: Vec<Hash>,
    /// The seat that took each turn.
    pub seats: Vec<String>,
    /// When the last turn was sent.
    pub sent: DateTime<Utc>,
    /// Path of the file; `None` for standard input.
    pub path: Option<String>,
    pub at: DateTime<Utc>,
}

/// A turn that has just been signed, to be recorded before anyone sees it.
#[derive(Clone, PartialEq, Eq)]
pub struct NewTurn {
    pub number: u32,
    pub hash: Hash,
    /// Hash of the previous turn, or the id of the game if there is no previous turn.
    pub after: Hash,
    /// Whether the turn claims the game and reveals the setup.
    pub claims: bool,
    /// Whether the player had no choice in the turn.
    pub forced: bool,
    /// The setup, if this turn seals it.
    pub setup: Vec<String>,
    /// Sealed moves in this turn.
    pub hidden: Vec<SealedMove>,
    /// The whole file, including this turn.
    pub file: String,
    /// Path to which the file is about to be written.
    pub path: Option<String>,
    pub at: DateTime<Utc>,
    /// When the turn was really signed.
    pub signed: DateTime<Utc>,
}

impl fmt::Debug for NewTurn {
    /// Omits sealed values.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NewTurn").field("number", &self.number).finish_non_exhaustive()
    }
}

impl GameRecord {
    /// Creates the record of a game that has no file yet.
    pub fn new(
        id: Hash,
        seat: impl Into<String>,
        kind: impl Into<String>,
        name: impl Into<String>,
    ) -> Self {
        GameRecord {
            turn_file_bytes: IgnoredAny,
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
            withdrawn: false,
            ahead: None,
            last_seen_turn: 0,
            restored: None,
            breach: None,
            claim: None,
            rulings: Vec::new(),
            sent_later: None,
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

    /// Returns the full id of the game.
    pub fn id(&self) -> &Hash {
        &self.id
    }

    /// Returns the name of our seat.
    pub fn seat(&self) -> &str {
        &self.seat
    }

    /// Returns the private name of the game.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the newest file. `None` before the first turn, and if the first turn has been
    /// undone.
    pub fn newest(&self) -> Option<&Newest> {
        self.newest.as_ref()
    }

    /// Whether the game in the newest file is over. Reads the file, because `finished` is set only
    /// when someone looks at the result.
    pub(in crate::desk) fn is_over(&self) -> bool {
        let Some(newest) = self.newest() else { return false };
        let file = turnfile::read(newest.text.as_bytes()).file;
        let table = file.and_then(|file| table::open_known(&file, &newest.chain).ok());
        table.is_some_and(|(table, fault)| fault.is_none() && table.standing().due.is_none())
    }

    /// Returns every turn that this seat has signed, in order, including undone turns.
    pub fn signed_turns(&self) -> &[SignedTurn] {
        &self.made
    }

    /// Returns the setup sealed by the turns that count. Empty if there is no setup, or if this
    /// vault knows only the seals of the setup.
    pub fn setup(&self) -> &[String] {
        let mut setups = self.standing().rev().map(|turn| turn.setup.as_slice());
        setups.find(|setup| !setup.is_empty()).unwrap_or_default()
    }

    /// Whether this seat has joined the game: at least one of its turns counts.
    pub fn has_joined(&self) -> bool {
        self.standing().next().is_some()
    }

    /// Returns the sealed moves of the turns that count.
    pub fn hidden(&self) -> impl Iterator<Item = &SealedMove> {
        self.standing().flat_map(|turn| &turn.hidden)
    }

    /// Returns the turn that ended the game by proving a breach. In a game with more than two
    /// players, the other players may continue with another version of that turn. Then the breach
    /// doesn't count.
    pub fn breach(&self) -> Option<&Breach> {
        self.breach.as_ref().filter(|breach| self.chain().contains(&breach.hash))
    }

    fn standing(&self) -> impl DoubleEndedIterator<Item = &SignedTurn> {
        self.made.iter().filter(|turn| !turn.withdrawn)
    }

    fn chain(&self) -> &[Hash] {
        self.newest.as_ref().map_or(&[], |newest| &newest.chain)
    }

    /// Ends the game because a turn in the newest file proves a breach.
    pub fn end_by_breach(&mut self, breach: Breach) {
        self.breach.get_or_insert(breach);
    }

    /// Checks the record for consistency. Returns a description of the first error.
    pub(super) fn check(&self) -> Result<(), &'static str> {
        let mut before = 0;
        for turn in self.standing() {
            if turn.number <= before || !turn.is_in(self.chain()) {
                return Err("its turns don't match its latest turn file");
            }
            before = turn.number;
        }
        if self.newest.as_ref().is_some_and(|newest| newest.chain.is_empty()) {
            return Err("its latest turn file has no turn");
        }
        Ok(())
    }
}
