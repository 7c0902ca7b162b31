//! Contents of a turn file: one game and all its turns so far.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::Deserialize;

use super::parse::{binary, moment, nonce, some_binary, some_moment, some_nonce, text};
use crate::rules::{OptionMap, Seat};

/// 32 bytes: a hash, a seal, a salt, a key, a link, a seed.
pub type Bytes32 = [u8; 32];

/// A time with a precision of one second.
pub type Moment = DateTime<Utc>;

/// A parsed turn file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnFile {
    /// The table `[game]`.
    pub game: Header,
    /// The tables `[[turn]]`, numbered from 1 without gaps.
    pub turns: Vec<Turn>,
}

/// The table `[game]`. Its hash is the game's id.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// Id of the kind.
    pub kind: String,
    /// Names of the players, in the order of the seats.
    pub seats: Vec<String>,
    /// When the game was opened.
    #[serde(deserialize_with = "moment")]
    pub created: Moment,
    /// Random bytes that make the id of every game unique.
    #[serde(deserialize_with = "nonce")]
    pub nonce: [u8; 16],
    /// The seat that goes first, if the players of a rematch have agreed on a seat rather than
    /// leaving the choice to chance.
    pub first: Option<String>,
    /// The seat that opens the game with its first turn, if this seat isn't the first in `seats`
    /// (because the opener has chosen the other side).
    pub opener: Option<String>,
    /// All options of the game, including `days-per-turn`.
    #[serde(skip)]
    pub options: OptionMap,
    /// Keys that were known when the game was opened, by seat. No one with a different key can take
    /// such a seat.
    #[serde(skip)]
    pub keys: BTreeMap<String, Bytes32>,
    /// The arbiter, if the game has one.
    #[serde(skip)]
    pub arbiter: Option<Arbiter>,
}

/// The table `[game.arbiter]`: the organizer whose ruling a claim needs.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Arbiter {
    /// The public key that signs rulings.
    #[serde(deserialize_with = "binary")]
    pub key: Bytes32,
    /// Days that the arbiter must wait after the deadline.
    pub grace_days: u32,
    /// The arbiter's display name.
    #[serde(default, deserialize_with = "text")]
    pub name: Option<String>,
    /// The email address to which copies of turns are sent.
    #[serde(default, deserialize_with = "text")]
    pub mail: Option<String>,
}

impl Header {
    /// Returns the seat with this name.
    pub fn seat(&self, name: &str) -> Option<Seat> {
        let at = self.seats.iter().position(|seat| seat == name)?;
        u8::try_from(at).ok().map(Seat)
    }

    /// Returns the seat that opens the game with its first turn.
    pub fn opening_seat(&self) -> Seat {
        self.opener.as_ref().and_then(|name| self.seat(name)).unwrap_or(Seat::OPENER)
    }

    /// Returns the name of the player who opens the game.
    pub fn opened_by(&self) -> &str {
        self.seats.get(self.opening_seat().index()).map_or("", String::as_str)
    }

    /// Gives the opener the other side, in a two-player game with different sides.
    pub fn swap_sides(&mut self) {
        let opener = self.opened_by().to_owned();
        self.seats.rotate_left(1);
        self.opener = self.seats.first().filter(|first| **first != opener).map(|_| opener);
    }

    /// Returns the names of all players except the opener, in the order of the seats.
    pub fn others(&self) -> Vec<String> {
        let opener = self.opened_by();
        self.seats.iter().filter(|seat| *seat != opener).cloned().collect()
    }
}

/// The table `[[turn]]`: a turn of one seat. An empty list and a missing key mean the same thing; a
/// file never contains an empty list.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    /// Number of the turn, counted from 1.
    pub number: u32,
    pub seat: String,
    /// When the turn was signed, according to the player's clock.
    #[serde(deserialize_with = "moment")]
    pub sent: Moment,
    /// Hash of the previous turn; in turn 1, the game id.
    #[serde(deserialize_with = "binary")]
    pub after: Bytes32,
    /// Next link of the seat's chain.
    #[serde(default, deserialize_with = "binary")]
    pub link: Option<Bytes32>,
    /// The seat's public key, in its first turn.
    #[serde(default, deserialize_with = "binary")]
    pub key: Option<Bytes32>,
    /// Tip of the seat's chain, in its first turn.
    #[serde(default, deserialize_with = "binary")]
    pub tip: Option<Bytes32>,
    /// Input for the seat's seed and chain, in the turn that seals the setup or contains the tip.
    #[serde(default, deserialize_with = "some_nonce")]
    pub nonce: Option<[u8; 16]>,
    /// The player's display name in any script, in the first turn.
    #[serde(default, deserialize_with = "text")]
    pub name: Option<String>,
    /// The player's email address, in the first turn.
    #[serde(default, deserialize_with = "text")]
    pub mail: Option<String>,
    /// Seals of the setup, in the order of its items.
    #[serde(default, deserialize_with = "binary")]
    pub setup: Vec<Bytes32>,
    /// Eyes of the setup (Espionage), in the same order.
    #[serde(default, deserialize_with = "binary")]
    pub eyes: Vec<Bytes32>,
    /// Answers, in the order of the questions.
    #[serde(default)]
    pub answer: Vec<String>,
    /// Tokens that prove answers (Espionage).
    #[serde(default, deserialize_with = "binary")]
    pub tokens: Vec<Bytes32>,
    #[serde(default, rename = "move")]
    pub moves: Vec<String>,
    /// When the arbiter ruled, in a claim that needs a ruling.
    #[serde(default, deserialize_with = "some_moment")]
    pub ruled: Option<Moment>,
    /// The arbiter's signature of the ruling, in the same claim.
    #[serde(default, deserialize_with = "some_binary")]
    pub ruling: Option<[u8; 64]>,
    /// Seal of the part of the move that is opened later (Spy!).
    #[serde(default, deserialize_with = "binary")]
    pub seal: Option<Bytes32>,
    /// Boxes for the opponent (Espionage), concatenated.
    #[serde(default, deserialize_with = "binary")]
    pub boxes: Vec<u8>,
    /// Openings, each `item value`.
    #[serde(default)]
    pub open: Vec<String>,
    /// A salt for each entry of `open`.
    #[serde(default, deserialize_with = "binary")]
    pub salts: Vec<Bytes32>,
    /// An offer: `draw`.
    #[serde(default)]
    pub offer: Option<String>,
    /// A note for the other players.
    #[serde(default, deserialize_with = "text")]
    pub note: Option<String>,
    /// Seed of all the seat's salts, in the turn that reveals the setup.
    #[serde(default, deserialize_with = "binary")]
    pub seed: Option<Bytes32>,
    /// The setup, in the turn that reveals it.
    #[serde(default)]
    pub reveal: Vec<String>,
    /// Signature over the hash of all lines of the turn that precede the signature.
    #[serde(deserialize_with = "binary")]
    pub signature: [u8; 64],
}

impl Turn {
    /// Creates an empty turn without a signature.
    pub fn blank(number: u32, seat: &str, sent: Moment, after: Bytes32) -> Self {
        Turn {
            number,
            seat: seat.to_owned(),
            sent,
            after,
            link: None,
            key: None,
            tip: None,
            nonce: None,
            name: None,
            mail: None,
            setup: Vec::new(),
            eyes: Vec::new(),
            answer: Vec::new(),
            tokens: Vec::new(),
            moves: Vec::new(),
            ruled: None,
            ruling: None,
            seal: None,
            boxes: Vec::new(),
            open: Vec::new(),
            salts: Vec::new(),
            offer: None,
            note: None,
            seed: None,
            reveal: Vec::new(),
            signature: [0; 64],
        }
    }
}
