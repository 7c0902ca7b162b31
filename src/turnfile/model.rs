//! What a turn file says: one game, and every turn so far.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::Deserialize;

use super::parse::{binary, moment, nonce, some_binary, some_moment, some_nonce, text};
use crate::rules::{OptionMap, Seat};

/// Thirty-two bytes: a hash, a seal, a salt, a key, a link, a seed.
pub type Bytes32 = [u8; 32];

/// A moment, to the second.
pub type Moment = DateTime<Utc>;

/// A whole turn file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnFile {
    /// `[game]`
    pub game: Header,
    /// `[[turn]]`, numbered from 1 without a gap
    pub turns: Vec<Turn>,
}

/// `[game]`: who plays what. Its hash is the game's id.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// which game
    pub kind: String,
    /// who plays, in the order of the seats
    pub seats: Vec<String>,
    /// when it was opened
    #[serde(deserialize_with = "moment")]
    pub created: Moment,
    /// makes the id of every game its own
    #[serde(deserialize_with = "nonce")]
    pub nonce: [u8; 16],
    /// the seat that begins, where the players have agreed on it (a rematch) and it is not drawn
    pub first: Option<String>,
    /// the seat that opens the game with its first turn, where that is another than the first (its
    /// player has chosen the other side)
    pub opener: Option<String>,
    /// every option of the game, `days-per-turn` among them
    #[serde(skip)]
    pub options: OptionMap,
    /// the keys of seats that were known when the game was opened: nobody else can take them
    #[serde(skip)]
    pub keys: BTreeMap<String, Bytes32>,
    /// The arbiter, if the game has one.
    #[serde(skip)]
    pub arbiter: Option<Arbiter>,
}

/// `[game.arbiter]`: the organizer whose signature a claim needs.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Arbiter {
    /// The public key that rulings are signed with.
    #[serde(deserialize_with = "binary")]
    pub key: Bytes32,
    /// Days that the arbiter must wait after the deadline.
    pub grace_days: u32,
    /// The arbiter's name for people.
    #[serde(default, deserialize_with = "text")]
    pub name: Option<String>,
    /// Where players send copies of their turns.
    #[serde(default, deserialize_with = "text")]
    pub mail: Option<String>,
}

impl Header {
    /// The seat of this name.
    pub fn seat(&self, name: &str) -> Option<Seat> {
        let at = self.seats.iter().position(|seat| seat == name)?;
        u8::try_from(at).ok().map(Seat)
    }

    /// The seat that opens the game, with its first turn.
    pub fn opening_seat(&self) -> Seat {
        self.opener.as_ref().and_then(|name| self.seat(name)).unwrap_or(Seat::OPENER)
    }

    /// Who sits there.
    pub fn opened_by(&self) -> &str {
        self.seats.get(self.opening_seat().index()).map_or("", String::as_str)
    }

    /// The one who opens takes the other side, in a game of two that has sides to take.
    pub fn swap_sides(&mut self) {
        let opener = self.opened_by().to_owned();
        self.seats.rotate_left(1);
        self.opener = self.seats.first().filter(|first| **first != opener).map(|_| opener);
    }

    /// All the others, in the order of the seats.
    pub fn others(&self) -> Vec<String> {
        let opener = self.opened_by();
        self.seats.iter().filter(|seat| *seat != opener).cloned().collect()
    }
}

/// `[[turn]]`: what one seat mailed. An empty list and an absent key are the same; a file never
/// holds an empty one.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    /// counted from 1
    pub number: u32,
    /// who made it
    pub seat: String,
    /// when, by the clock of the player
    #[serde(deserialize_with = "moment")]
    pub sent: Moment,
    /// the hash of the turn before; of turn 1, the game id
    #[serde(deserialize_with = "binary")]
    pub after: Bytes32,
    /// the next link of the seat's chain
    #[serde(default, deserialize_with = "binary")]
    pub link: Option<Bytes32>,
    /// the seat's public key, in its first turn
    #[serde(default, deserialize_with = "binary")]
    pub key: Option<Bytes32>,
    /// the tip of the seat's chain, in its first turn
    #[serde(default, deserialize_with = "binary")]
    pub tip: Option<Bytes32>,
    /// what the seat's seed and chain are made with, in the turn that seals its setup or holds its
    /// tip
    #[serde(default, deserialize_with = "some_nonce")]
    pub nonce: Option<[u8; 16]>,
    /// the player's name for people, in any script, in his first turn
    #[serde(default, deserialize_with = "text")]
    pub name: Option<String>,
    /// where mail reaches him, in his first turn
    #[serde(default, deserialize_with = "text")]
    pub mail: Option<String>,
    /// the seals of the setup, in the order of the sheet
    #[serde(default, deserialize_with = "binary")]
    pub setup: Vec<Bytes32>,
    /// the eyes of the setup (Espionage), in the same order
    #[serde(default, deserialize_with = "binary")]
    pub eyes: Vec<Bytes32>,
    /// answers, in the order of the questions
    #[serde(default)]
    pub answer: Vec<String>,
    /// what proves answers that are proved by a token (Espionage)
    #[serde(default, deserialize_with = "binary")]
    pub tokens: Vec<Bytes32>,
    /// the move
    #[serde(default, rename = "move")]
    pub moves: Vec<String>,
    /// When the arbiter ruled, in a claim that needs a ruling.
    #[serde(default, deserialize_with = "some_moment")]
    pub ruled: Option<Moment>,
    /// The arbiter's signature, in the same claim.
    #[serde(default, deserialize_with = "some_binary")]
    pub ruling: Option<[u8; 64]>,
    /// the seal of the part of the move that is opened later (Spy!)
    #[serde(default, deserialize_with = "binary")]
    pub seal: Option<Bytes32>,
    /// boxes for the opponent (Espionage), one after the other
    #[serde(default, deserialize_with = "binary")]
    pub boxes: Vec<u8>,
    /// openings, `item value`
    #[serde(default)]
    pub open: Vec<String>,
    /// a salt for each of `open`
    #[serde(default, deserialize_with = "binary")]
    pub salts: Vec<Bytes32>,
    /// what is offered beside the move: `draw`
    #[serde(default)]
    pub offer: Option<String>,
    /// a line to the other players
    #[serde(default, deserialize_with = "text")]
    pub note: Option<String>,
    /// the seed of all salts of the seat, at the reveal
    #[serde(default, deserialize_with = "binary")]
    pub seed: Option<Bytes32>,
    /// the setup, at the reveal
    #[serde(default)]
    pub reveal: Vec<String>,
    /// over the hash of all before it
    #[serde(deserialize_with = "binary")]
    pub signature: [u8; 64],
}

impl Turn {
    /// A turn that holds nothing yet, and is not signed.
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
